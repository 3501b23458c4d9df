//! What a pull request can make codesub say (SPEC 13.2): every format stays in proportion to the list, whatever the
//! changes are.

use crate::repository::Fixture;

/// Every subscription's code is gone, and every text that a list can have is long and made of characters to escape.
#[test]
fn a_pull_request_that_deletes_everything_is_told_in_bounds() {
    let fixture = Fixture::new();
    let (count, long) = (200, "<&\"\u{202e}@all`|*\\".repeat(150));
    let mut list = "version: 1\nsubscriptions:\n".to_owned();
    for n in 0..count {
        fixture.write(&format!("d/m{n}.py"), format!("def f{n}(a):\n    return '{}{n}'\n", "<&x".repeat(2_000)));
        let quoted = long.replace('\\', "\\\\").replace('"', "\\\"");
        list += &format!(
            "  - id: s{n}\n    target: d/m{n}.py::f{n}\n    description: \"{quoted}\"\n    notify: [\"@a/b\"]\n"
        );
    }
    fixture.write("codesub.yaml", &list);
    fixture.commit("base");
    for n in 0..count {
        fixture.write(&format!("d/m{n}.py"), "x = 1\n");
    }
    fixture.commit("hostile");
    for format in ["text", "json", "jsonl", "markdown", "sarif", "github", "html"] {
        let output = fixture.codesub(&["scan", "--base", "HEAD~", "--target", "HEAD", "--format", format]);
        assert_eq!(output.status, 0, "{format}: {}", output.stderr);
        // Escaping makes up to eight characters of one, and HTML has the text twice; then a line of code for each.
        let most = list.len() * 8 * 2 + count * 10_000;
        assert!(output.stdout.len() < most, "{format}: {} bytes of {most}", output.stdout.len());
        assert!(!output.stdout.contains('\u{202e}'), "{format} has a character that turns lines around");
    }
}

/// Each of many subscriptions could have become each of many copies: what is named does not multiply.
#[test]
fn copies_of_copies_are_not_all_named() {
    let fixture = Fixture::new();
    let body = "    def f(self, a):\n        b = a * 3 + 7\n        c = compute(b, a)\n        return [b, c, a]\n\n";
    let classes =
        |name: &str, count: usize| -> String { (0..count).map(|n| format!("class {name}{n}:\n{body}")).collect() };
    let count = 150;
    fixture.write("a.py", classes("C", count));
    let subscription = |n| format!("  - id: s{n}\n    target: a.py::C{n}.f\n    trigger_on_duplicate: true\n");
    let list: String = (0..count).map(subscription).collect();
    fixture.write("codesub.yaml", format!("version: 1\nsubscriptions:\n{list}"));
    fixture.commit("base");
    fixture.remove("a.py");
    fixture.write("b.py", format!("import os\nimport sys\n{}", classes("D", 2 * count)));
    fixture.commit("hostile");
    let report = fixture.codesub(&["scan", "--base", "HEAD~", "--target", "HEAD", "--json"]).json();
    let triggers = report["triggers"].as_array().expect("triggers");
    assert_eq!(triggers.len(), count);
    let named = |trigger: &serde_json::Value| {
        let lists =
            ["locations", "candidates", "twins"].map(|key| trigger["details"][key].as_array().map_or(0, Vec::len));
        lists.iter().sum::<usize>()
    };
    let all: usize = triggers.iter().map(named).sum();
    assert!(all <= 5_000 + 4 * count, "{all} places");
    let last = triggers.iter().min_by_key(|trigger| named(trigger)).expect("a trigger");
    assert!(named(last) >= 2, "{last}");
    let message = last["details"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("more places are not named"), "{last}");
}
