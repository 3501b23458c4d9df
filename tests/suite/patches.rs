//! The patch that a comment shows is the edit that `codesub apply` makes: `git apply` is the judge.

use crate::repository::Fixture;

const CODE: &str = "\
def first(left, right):
    total = left + right
    return total * 2


def second(name):
    words = name.split()
    return '-'.join(words).lower()


class Third:
    def run(self, items):
        return [item for item in items if item]
";

/// The code in one file, all of it subscribed to, and then in another, with the watched lines further down.
fn moved(list: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.git(&["config", "core.autocrlf", "false"]);
    fixture.write("old.py", CODE).write("notes.txt", "one\ntwo\nthree\nfour\n").write("codesub.yaml", list);
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("base");
    fixture.git(&["checkout", "--quiet", "-b", "topic"]);
    let (first, rest) = CODE.split_at(CODE.find("def second").expect("it is there"));
    fixture.write("old.py", "KEPT = 1\n").write("lib/new.py", rest).write("first.py", first);
    fixture.write("notes.txt", "zero\none\ntwo\nthree\nfour\n");
    fixture.commit("moved");
    fixture
}

/// The blocks of a Markdown report that are patches.
fn patches(markdown: &str) -> Vec<String> {
    let blocks = markdown.split("```diff\n").skip(1).filter_map(|rest| rest.split_once("```\n"));
    blocks.map(|(block, _)| block.to_owned()).filter(|block| block.starts_with("--- a/codesub.yaml")).collect()
}

/// Applies the patch of a comment with git, and compares with what codesub does.
fn same_as_apply(list: &str, edits: usize) {
    let fixture = moved(list);
    for arguments in [
        &["scan", "--base", "main", "--target", "HEAD", "--format", "markdown"][..],
        &["scan", "--base", "main", "--format", "markdown"],
    ] {
        let markdown = fixture.codesub(arguments).exits(0).stdout;
        let patches = patches(&markdown);
        assert_eq!(patches.len(), 1, "{markdown}");
        assert_eq!(patches[0].lines().filter(|line| line.starts_with('+')).count() - 1, edits, "{markdown}");
        let copy = fixture.copy();
        copy.write("edit.patch", &patches[0]);
        copy.git(&["apply", "edit.patch"]);
        let by_git = copy.read("codesub.yaml");
        let other = fixture.copy();
        other.codesub(&["apply", "--base", "main"]).exits(0);
        assert_eq!(by_git, other.read("codesub.yaml"), "{markdown}");
        assert_ne!(by_git, list);
    }
}

#[test]
fn the_usual_form() {
    same_as_apply(
        "version: 1\nsubscriptions:\n  # sums\n  - id: first\n    target: old.py::first   # keep\n    label: |\n      two\n\n      lines\n\n  - id: second\n    target: old.py::second\n  - target: old.py::Third.run\n    id: third\n  - id: notes\n    target: notes.txt:2-3\n# the end\n",
        4,
    );
}

#[test]
fn quotes_trailing_spaces_and_no_line_end() {
    same_as_apply(
        "version: 1  \nsubscriptions:  \n- id: first  \n  target: \"old.py::first\"  \n- {id: second, target: 'old.py::second'}\n- { target: old.py::Third.run, id: third }\n- id: notes\n  target: notes.txt:2-3",
        4,
    );
}

#[test]
fn a_flow_list() {
    same_as_apply(
        "version: 1\nsubscriptions: [\n  {id: first, target: old.py::first},\n  {id: second,\n   target: old.py::second}, {id: kept, target: old.py::Third, active: false},\n]\n",
        2,
    );
}

#[test]
fn a_single_line_and_many_items() {
    let mut list = "version: 1\nsubscriptions:\n".to_owned();
    for number in 0..40 {
        let target = if number % 3 == 0 { "old.py::second" } else { "notes.txt:2-3" };
        list.push_str(&format!("  - {{ id: sub-{number:02}, target: {target} }}\n"));
    }
    same_as_apply(&list, 40);
    same_as_apply("{version: 1, subscriptions: [{id: second, target: old.py::second}]}\n", 1);
}

#[test]
fn no_patch_that_git_would_refuse() {
    let usual = "version: 1\nsubscriptions:\n  - id: second\n    target: old.py::second\n";
    for list in [
        usual.replace('\n', "\r\n"),
        usual.replace("  - id: second\n", "  - id: second\t\n"),
        "{version: 1, subscriptions: [{id: a, target: old.py::first}, {id: b, target: old.py::second}]}\n".to_owned(),
    ] {
        let markdown = moved(&list)
            .codesub(&["scan", "--base", "main", "--target", "HEAD", "--format", "markdown"])
            .exits(0)
            .stdout;
        assert_eq!(patches(&markdown), Vec::<String>::new(), "{markdown}");
        assert!(markdown.contains("-  target: old.py::second\n+  target: lib/new.py::second\n"), "{markdown}");
    }
}
