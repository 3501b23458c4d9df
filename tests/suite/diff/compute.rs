//! What a diff says, and at what cost.

use super::*;

#[test]
fn what_changed_moved_and_was_renamed() {
    let fixture = two_commits();
    let found = short(&events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]));
    assert_eq!(
        found,
        [
            "file.modified src/a.py",
            "chunk.modified src/a.py Service",
            "chunk.moved src/a.py new_name was old_name",
            "chunk.modified src/a.py Service.make",
            "file.added src/b.py",
            "chunk.moved src/b.py compute_totals from src/a.py",
            "file.renamed src/kept.py from src/keep.py",
        ]
    );
    let text = fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(0);
    for line in [
        "~ Service.make  method  body changed",
        "→ new_name  function  was old_name",
        "→ compute_totals  function  moved from src/a.py",
        "src/kept.py  renamed from src/keep.py",
    ] {
        assert!(text.stdout.contains(line), "no {line:?} in\n{}", text.stdout);
    }
    assert!(!text.stdout.contains("~ Service  "), "a container of which only members changed is folded");
    let markdown = fixture.codesub(&["diff", "HEAD~1", "HEAD", "--format", "markdown"]).exits(0);
    markdown.prints("- moved function `compute_totals` from `src/a.py`");
}

#[test]
fn a_chunk_may_be_moved_and_modified_and_one_that_only_grew_is_not_moved() {
    let fixture = Fixture::new();
    let one = "def first(a):\n    return a\n\n\ndef second(b):\n    return b\n";
    fixture.write("a.py", one).commit("one");
    fixture
        .write("a.py", "def first(a):\n    x = a\n    return x\n\n\ndef second(b, c):\n    return b\n")
        .commit("two");
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--include-relations", "false"]);
    assert_eq!(
        short(&found),
        ["file.modified a.py", "chunk.modified a.py first", "chunk.modified a.py second", "chunk.moved a.py second",]
    );
    assert_eq!(found[2]["changes"], serde_json::json!(["interface"]), "a third pass needs no signature");
    assert_eq!(found[3]["moved"], serde_json::json!(["lines"]));
    assert_eq!(found[3]["before"]["range"]["startLine"], 5);
    assert_eq!(found[3]["after"]["range"]["startLine"], 6);
}

#[test]
fn a_docstring_is_a_change_of_its_own_and_formatting_is_none() {
    let fixture = Fixture::new();
    fixture.write("a.py", "def f(a):\n    \"\"\"One.\"\"\"\n    return a\n").commit("one");
    fixture.write("a.py", "def f(a):\n    \"\"\"Two.\"\"\"\n    return a\n").commit("two");
    fixture.write("a.py", "def f(\n    a,\n):\n    \"\"\"Two.\"\"\"\n    return (a)\n").commit("three");
    let found = events(&fixture, &["--from", "HEAD~2", "--to", "HEAD~1"]);
    assert_eq!(found[1]["changes"], serde_json::json!(["doc"]));
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(short(&found), ["file.modified a.py", "chunk.moved a.py f"], "only its range is another");
}

#[test]
fn relations_lead_from_symbols_not_from_strings() {
    let fixture = Fixture::new();
    fixture.write("a.py", "import os\n\n\ndef helper(a):\n    return a\n\n\nclass A(Base):\n    def f(self):\n        return os.getpid()\n");
    fixture.commit("one");
    fixture.write("a.py", "import sys\n\n\ndef helper(a):\n    return a\n\n\nclass A(Base, Other):\n    def f(self):\n        return helper(sys.argv)\n");
    fixture.commit("two");
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    let relations: Vec<&Value> =
        found.iter().filter(|event| event["kind"].as_str().unwrap().starts_with("relation.")).collect();
    let shown: Vec<String> = relations
        .iter()
        .map(|event| {
            format!(
                "{} {} {}",
                event["kind"].as_str().unwrap(),
                event["type"].as_str().unwrap(),
                event["to"]["name"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "relation.removed import os",
            "relation.added import sys",
            "relation.added base Other",
            "relation.added call helper",
            "relation.removed call os.getpid",
        ]
    );
    for relation in &relations {
        let from = &relation["from"];
        assert!(from["symbolKey"].as_str().unwrap().starts_with("sk:v1:"), "{from}");
        assert!(from["symbolId"].as_str().unwrap().starts_with("heur:sid:v1:sha1:"), "{from}");
    }
    assert_eq!(relations[3]["from"]["qualifiedName"], "A.f");
    assert_eq!(relations[3]["to"]["symbolRef"]["qualifiedName"], "helper", "defined in the same file");
    assert_eq!(relations[2]["to"]["resolution"]["status"], "unresolved");
    let without = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--include-relations=false"]);
    assert!(without.iter().all(|event| !event["kind"].as_str().unwrap().starts_with("relation.")));
}

#[test]
fn several_equal_places_are_named_and_none_is_guessed() {
    let fixture = Fixture::new();
    let body = "def compute(items, rate):\n    total = sum(item.price for item in items)\n    return total * rate + len(items)\n";
    fixture.write("a.py", body).write("x.py", "X = 1\n").commit("one");
    fixture.remove("a.py").write("b.py", format!("Y = 1\n{}", body.replace("compute", "left")));
    fixture.write("c.py", format!("Z = 1\n{}", body.replace("compute", "right"))).commit("two");
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--detect-renames", "false"]);
    let removed = found.iter().find(|event| event["kind"] == "chunk.removed").expect("it is gone");
    assert_eq!(removed["resolution"]["status"], "ambiguous");
    let candidates: Vec<&str> = removed["resolution"]["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["qualifiedName"].as_str().unwrap())
        .collect();
    assert_eq!(candidates, ["left", "right"]);
}

/// Acceptance test 3 of the seed, through the command.
#[test]
fn rename_detection_pairs_added_and_removed_by_hash_deterministically() {
    let fixture = Fixture::new();
    for name in ["a", "b", "c"] {
        fixture.write(&format!("{name}.txt"), "the same\n");
    }
    fixture.commit("one");
    for name in ["a", "b", "c"] {
        fixture.remove(&format!("{name}.txt"));
    }
    fixture.write("y.txt", "the same\n").write("z.txt", "the same\n").commit("two");
    let found = short(&events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]));
    assert_eq!(found, ["file.removed c.txt", "file.renamed y.txt from a.txt", "file.renamed z.txt from b.txt"]);
    let found = short(&events(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--detect-renames=false"]));
    assert_eq!(found.iter().filter(|event| event.starts_with("file.renamed")).count(), 0);
    assert_eq!(found.len(), 5);
}

#[test]
fn a_file_that_is_renamed_and_edited_keeps_its_chunks() {
    let fixture = Fixture::new();
    fixture.write("old.py", SERVICE).commit("one");
    fixture.git(&["mv", "old.py", "new.py"]);
    fixture.write("new.py", SERVICE.replace("user.id * 3", "user.id * 5")).commit("two");
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(
        short(&found),
        [
            "file.renamed new.py from old.py",
            "chunk.modified new.py Service from old.py",
            "chunk.modified new.py Service.make from old.py",
        ]
    );
    assert!(found[0]["similarity"].as_u64().is_some_and(|percent| percent < 100));
    // A construct that got another name in it did not move to another file.
    fixture.git(&["mv", "new.py", "newer.py"]);
    let code = fixture.read("newer.py").replace("old_name", "new_name");
    fixture.write("newer.py", code).commit("three");
    let found = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(short(&found)[1..], ["chunk.moved newer.py new_name from new.py was old_name"]);
    assert_eq!(found[1]["moved"], serde_json::json!(["name"]));
}

#[test]
fn what_a_syntax_error_may_hide_is_not_certainly_gone() {
    let fixture = Fixture::new();
    fixture.write("a.py", "def first(a):\n    return a\n\n\ndef second(b):\n    return b\n").commit("one");
    fixture.write("a.py", "def first(a):\n    return a\n\n\ndef second(b:\n    return b\n").commit("two");
    fixture.write("a.py", "def first(a):\n    return a\n").commit("three");
    let found = events(&fixture, &["--from", "HEAD~2", "--to", "HEAD~1"]);
    let gone: Vec<&Value> = found.iter().filter(|event| event["kind"] == "chunk.removed").collect();
    assert!(gone.iter().all(|event| event["uncertain"] == true), "{gone:?}");
    let found = events(&fixture, &["--from", "HEAD~2", "--to", "HEAD"]);
    let gone = found.iter().find(|event| event["kind"] == "chunk.removed").expect("it is gone");
    assert_eq!((&gone["before"]["name"], &gone["uncertain"]), (&"second".into(), &Value::Null));
}

/// Acceptance test 4 of the seed: "verify by instrumentation".
#[test]
fn chunk_diff_filtering_only_scans_relevant_files() {
    let fixture = Fixture::new();
    let code =
        |number: usize, factor: usize| format!("def work{number}(value):\n    return value * {factor} + {number}\n");
    for number in 0..3000 {
        fixture.write(&format!("pkg{}/m{number}.py", number % 30), code(number, 3));
    }
    fixture.commit("one");
    for number in 0..10 {
        fixture.write(&format!("pkg{}/m{number}.py", number % 30), code(number, 4));
    }
    fixture.commit("two");
    let found = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!(found["stats"]["filesChanged"], 10);
    assert_eq!(found["stats"]["filesParsed"], 20, "ten files, twice each");
    assert_eq!(found["modesSummary"]["code"]["chunks"]["modified"], 10);
    // A file that only has another name is not parsed.
    fixture.git(&["mv", "pkg0/m0.py", "pkg0/other.py"]);
    fixture.commit("three");
    let found = summary(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]);
    assert_eq!((&found["stats"]["filesChanged"], &found["stats"]["filesParsed"]), (&1.into(), &0.into()));
}

/// Acceptance test 5 of the seed: our manifests are trees.
#[test]
fn fast_path_returns_zero_diff_when_trees_match() {
    let fixture = two_commits();
    fixture.git(&["commit", "--quiet", "--allow-empty", "--message", "nothing"]);
    let all = "code,prose,extracted-prose,records";
    for (from, to) in [("HEAD", "HEAD"), ("HEAD~1", "HEAD"), ("HEAD", "worktree")] {
        let found = summary(&fixture, &["--from", from, "--to", to, "--modes", all]);
        assert_eq!(
            found["stats"],
            serde_json::json!({"filesChanged": 0, "filesParsed": 0, "events": 0}),
            "{from} {to}"
        );
        assert_eq!(found["modesSummary"]["code"]["files"]["modified"], 0);
    }
    fixture.codesub(&["diff", "HEAD", "worktree"]).exits(0).prints("nothing differs");
    assert_eq!(events(&fixture, &["--from", "HEAD~1", "--to", "HEAD"]), [Value::Null; 0]);
}

#[test]
fn limits_are_events_and_nothing_is_claimed_beyond_them() {
    let fixture = Fixture::new();
    let many = |factor: usize| -> String {
        (0..20).map(|n| format!("def f{n}(value):\n    return value * {factor} + {n}\n\n\n")).collect()
    };
    fixture.write("many.py", many(1)).write("few.py", "def g(a):\n    return a\n").commit("one");
    fixture.write("many.py", many(2)).write("few.py", "def g(a):\n    return a + 1\n").commit("two");
    let sides = ["--from", "HEAD~1", "--to", "HEAD"];
    let with = |options: &[&'static str]| events(&fixture, &[&sides, options].concat());

    let found = with(&["--max-changed-files", "1"]);
    assert_eq!(short(&found), ["limits.chunkDiffSkipped", "file.modified few.py", "file.modified many.py"]);
    assert_eq!(
        (&found[0]["reason"], &found[0]["limit"], &found[0]["actual"]),
        (&"maxChangedFiles".into(), &1.into(), &2.into())
    );
    let counts = summary(&fixture, &[&sides[..], &["--max-changed-files", "1"]].concat());
    assert_eq!(counts["modesSummary"]["code"]["limits"]["chunkDiffSkipped"], true);
    assert_eq!(counts["modesSummary"]["code"]["limits"]["reason"], "maxChangedFiles");
    assert_eq!((&counts["complete"], &counts["stats"]["filesParsed"]), (&false.into(), &0.into()));

    let found = with(&["--max-chunks-per-file", "10"]);
    assert_eq!(
        short(&found),
        ["file.modified few.py", "chunk.modified few.py g", "file.modified many.py", "limits.chunkDiffSkipped many.py"]
    );

    let found = with(&["--max-events", "3"]);
    assert_eq!(found.len(), 4);
    assert_eq!(found[3], serde_json::json!({"kind": "limits.eventsTruncated", "maxEvents": 3, "dropped": 20}));
    let counts = summary(&fixture, &[&sides[..], &["--max-events", "3"]].concat());
    assert_eq!(counts["modesSummary"]["code"]["chunks"]["modified"], 21, "the summary counts everything");
    fixture
        .codesub(&["diff", "HEAD~1", "HEAD", "--max-events", "3"])
        .exits(0)
        .prints("20 events are left out, after 3");
}

#[test]
fn the_exit_status_tells_bad_names_from_missing_objects() {
    let fixture = two_commits();
    let refuses = |version: &str, error: &str, hint: &str| {
        fixture.codesub(&["diff", "compute", "--from", version, "--to", "HEAD"]).exits(2).fails(error, hint);
    };
    refuses("nope", "`nope` is not a revision", "name a branch");
    refuses("latest", "no index yet", "codesub index build");
    refuses("build:7", "no index yet", "codesub index build");
    refuses("snap:snap-0", "there is no snapshot `snap-0`", "codesub snapshot list");
    refuses("tag:v9", "there is no snapshot and no git tag `v9`", "git tag");
    refuses("path:nowhere", "there is no folder", "path:");
    fixture.codesub(&["diff", "compute"]).exits(2).fails("both have to be named", "codesub diff");
    fixture.codesub(&["diff", "HEAD"]).exits(2).fails("both have to be named", "codesub diff");
    fixture.codesub(&["diff", "show", "diff_0000000000000000"]).exits(2).fails("there is no diff", "codesub diff list");
    let absent = "0123456789012345678901234567890123456789";
    fixture.codesub(&["diff", absent, "HEAD"]).exits(3).fails("is missing from the repository", "git fetch");
    assert!(state(&fixture).is_empty(), "nothing was kept");

    // A blob that this clone does not have.
    let blob = fixture.git(&["rev-parse", "HEAD:src/b.py"]);
    fs::remove_file(fixture.path(&format!(".git/objects/{}/{}", &blob[..2], &blob[2..]))).unwrap();
    fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(3);
    assert!(!diffs(&fixture).exists(), "nothing was kept");
}

#[test]
fn text_from_the_repository_is_escaped_for_where_it_goes() {
    let fixture = Fixture::new();
    let path = "a\u{1b}[31m`x`@acme.py";
    fixture.write(path, "def f(a):\n    return a\n").commit("one");
    fixture.write(path, "def f(a):\n    return a + 1\n").commit("two");
    for format in ["text", "json", "jsonl", "markdown"] {
        let run = fixture.codesub(&["diff", "HEAD~1", "HEAD", "--format", format]).exits(0);
        assert!(!run.stdout.contains('\u{1b}'), "{format}: {:?}", run.stdout);
    }
    let markdown = fixture.codesub(&["diff", "HEAD~1", "HEAD", "--format", "markdown"]).exits(0).stdout;
    assert!(!markdown.contains("@acme"), "nobody is mentioned outside of code: {markdown}");
}
