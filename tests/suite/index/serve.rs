//! The index serves the check (SPEC 12.1, 12.5): it makes answers faster and richer, and never different.

use codesub::git::Repository;
use codesub::index::refresh::{How, refresh};
use codesub::index::{Content, Index, Informant, contents};
use codesub::output::json::v1;
use codesub::progress::Progress;
use codesub::report::Report;
use codesub::scan::{Request, TargetRevision};
use codesub::syntax::Language;
use codesub::workers::Workers;

use crate::cases;
use crate::repository::Fixture;

/// A scan, with and without asking the index.
fn scan(fixture: &Fixture, base: &str, target: &TargetRevision, index: bool) -> Report {
    let repository = Repository::open(fixture.root()).expect("a repository");
    let index = if index { Informant::of(&repository) } else { Informant::default() };
    let request = Request {
        base: Some(base.to_owned()),
        target: target.clone(),
        direct: true,
        index: index.clone(),
        ..Request::default()
    };
    let report = codesub::scan(&repository, &request).unwrap_or_else(|error| panic!("{error}")).report;
    assert_eq!(index.trouble(), None);
    report
}

fn build(fixture: &Fixture) {
    let repository = Repository::open(fixture.root()).expect("a repository");
    refresh(&repository, How::Refresh, &Progress::default(), &Workers::default())
        .unwrap_or_else(|error| panic!("{error}"));
}

/// The report without what the index adds; says what that was.
pub fn without_additions(report: &Report) -> (v1::Report, usize) {
    let mut written = v1::Report::with_source(report);
    let mut added = 0;
    for trigger in &mut written.triggers {
        added += usize::from(trigger.details.references.take().is_some());
        added += std::mem::take(&mut trigger.details.in_index).len();
    }
    let proposals = written.proposals.len();
    written.proposals.retain(|proposal| proposal.reasons != [v1::ProposalReason::FoundInIndex]);
    (written.clone(), added + proposals - written.proposals.len())
}

/// SPEC 12.1 and the third thing to show: for every case, whichever of the two commits was indexed.
#[test]
fn law_with_and_without_the_index_the_same_report() {
    let mut added = 0;
    for (case, built) in cases::built() {
        let fixture = built.fixture.copy();
        let target = TargetRevision::Named(built.after.clone());
        let (without, none) = without_additions(&scan(&fixture, &built.before, &target, false));
        assert_eq!(none, 0);
        let mut told = Vec::new();
        for indexed in [&built.before, &built.after] {
            fixture.git(&["checkout", "--quiet", "--force", indexed]);
            build(&fixture);
            let report = scan(&fixture, &built.before, &target, true);
            let (with, count) = without_additions(&report);
            assert_eq!(with, without, "{}: {indexed} indexed", cases::name(case));
            let references: Vec<_> = report.triggers.into_iter().map(|trigger| trigger.details.references).collect();
            told.push(references);
            added += count;
        }
        assert_eq!(told[0], told[1], "{}: places are those of the target, whatever was indexed", cases::name(case));
        let (with, _) = without_additions(&scan(&fixture, &built.before, &TargetRevision::Worktree, true));
        let (without, _) = without_additions(&scan(&fixture, &built.before, &TargetRevision::Worktree, false));
        assert_eq!(with, without, "{}: the worktree", cases::name(case));
    }
    assert!(added > 100, "the index adds something: {added}");
}

/// What the index remembers of a blob is not parsed again: a false memory shows.
#[test]
fn outlines_come_from_the_index() {
    let fixture = Fixture::new();
    fixture.write("codesub.yaml", "version: 1\nsubscriptions:\n  - id: f\n    target: a.py::f\n");
    let base = fixture.write("a.py", "def f():\n    return compute(1, 2, 3)\n").commit("before");
    let target = fixture.write("a.py", "def f():\n    return compute(1, 2, 3)\n\n\nx = 1\n").commit("after");
    build(&fixture);
    let target = TargetRevision::Named(target);
    assert_eq!(scan(&fixture, &base, &target, true).triggers.len(), 0);

    let repository = Repository::open(fixture.root()).expect("a repository");
    let index = Index::for_writing(&repository).expect("an index");
    let blob = fixture.git(&["rev-parse", "HEAD:a.py"]);
    let python = Language::by_name("python").expect("python");
    let outline = codesub::syntax::outline(b"x = 1\n", python);
    let content = Content { outline, mentions: Vec::new() };
    contents::keep(index.store.connection(), &blob, "python", &content, 1.0).expect("kept");
    let report = scan(&fixture, &base, &target, true);
    assert_eq!(report.triggers.len(), 1);
    assert_eq!(report.stats, scan(&fixture, &base, &target, false).stats, "it counts as parsed all the same");
    assert_eq!(scan(&fixture, &base, &target, false).triggers.len(), 0);
}

/// A scan only asks, whatever it finds and whether or not there is an index.
#[test]
fn a_scan_leaves_the_index_alone() {
    let fixture = twins();
    let index = fixture.path(".git/codesub/index");
    fixture.codesub(&["scan", "--base", "HEAD~1"]).exits(0);
    assert!(!index.exists(), "a scan made an index");
    build(&fixture);
    let facts = std::fs::read(index.join("facts.sqlite")).expect("facts");
    fixture.codesub(&["scan", "--base", "HEAD~1"]).exits(0);
    assert!(std::fs::read(index.join("facts.sqlite")).expect("facts") == facts);
}

const TAX: &str = "def tax(order, rate):\n    base = sum(item.price * item.count for item in order.items)\n    \
                   return round(base * rate / 100, 2)\n";

/// A function and a copy of it; the second commit removes the one that is watched.
fn twins() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write("codesub.yaml", "version: 1\nsubscriptions:\n  - id: tax\n    target: shop/tax.py::tax\n")
        .write("shop/tax.py", TAX)
        .write("shop/legacy.py", format!("import os\n\n\n{TAX}"))
        .commit("two copies");
    fixture.remove("shop/tax.py").write("shop/other.py", "y = 2\n").commit("one copy");
    fixture
}

/// SPEC 12.5: the trigger stays, and there is a proposal.
#[test]
fn a_missing_construct_is_found_in_a_file_that_did_not_change() {
    let fixture = twins();
    let scan = || fixture.codesub(&["scan", "--base", "HEAD~1", "--check", "--json"]).exits(1).json();
    let without = scan();
    assert_eq!(
        (without["triggers"].as_array().map(Vec::len), &without["proposals"]),
        (Some(1), &serde_json::json!([]))
    );
    build(&fixture);
    let with = scan();
    let proposal = &with["proposals"][0];
    assert_eq!(proposal["reasons"], serde_json::json!(["found_in_index"]), "{with}");
    assert_eq!((&proposal["confidence"], &proposal["match_tier"]), (&"medium".into(), &"exact".into()));
    assert_eq!((&proposal["new_path"], &proposal["new_start"]), (&"shop/legacy.py".into(), &4.into()));
    assert_eq!(with["triggers"][0]["change_type"], "MISSING");
    assert_eq!(with["triggers"][0]["blocking"], true);

    // Nothing says that the code went there, so it is followed only where somebody asks for that.
    fixture.codesub(&["apply", "--base", "HEAD~1"]).exits(0).tells("Name an id to apply it");
    assert!(fixture.read("codesub.yaml").contains("shop/tax.py"));
    fixture.codesub(&["apply", "tax", "--base", "HEAD~1"]).exits(0).prints("shop/legacy.py::tax");
    assert!(fixture.read("codesub.yaml").contains("shop/legacy.py::tax"));
    fixture.codesub(&["scan", "--base", "HEAD~1", "--check"]).exits(0);
}

/// The index may be of another commit: what is not so at the target is not proposed.
#[test]
fn a_copy_that_changed_or_is_watched_itself_is_no_proposal() {
    let fixture = twins();
    build(&fixture);
    let proposals = || {
        let report = fixture.codesub(&["scan", "--base", "HEAD~1", "--json"]).exits(0).json();
        assert_eq!(report["triggers"][0]["change_type"], "MISSING");
        report["proposals"].as_array().map_or(0, Vec::len)
    };
    assert_eq!(proposals(), 1);
    fixture.write("shop/legacy.py", TAX.replace("100", "1000"));
    assert_eq!(proposals(), 0, "the copy is another one by now");
    fixture.git(&["checkout", "--quiet", "shop/legacy.py"]);
    assert_eq!(proposals(), 1);
    let list = fixture.read("codesub.yaml") + "  - id: legacy\n    target: shop/legacy.py::tax\n";
    fixture.write("codesub.yaml", list);
    assert_eq!(proposals(), 0, "the copy is somebody else's");
}

/// Several copies are told, and none is picked.
#[test]
fn of_several_copies_none_is_proposed() {
    let fixture = twins();
    fixture.write("shop/third.py", TAX).commit("three");
    build(&fixture);
    let report = fixture.codesub(&["scan", "--base", "HEAD~2", "--target", "HEAD~1", "--json"]).exits(0).json();
    assert_eq!(report["proposals"].as_array().map(Vec::len), Some(1), "the third was not there yet: {report}");
    fixture.git(&["checkout", "--quiet", "-b", "from-three", "HEAD~2"]);
    fixture.write("shop/third.py", TAX).commit("three");
    fixture.remove("shop/tax.py").commit("two");
    build(&fixture);
    let report = fixture.codesub(&["scan", "--base", "HEAD~1", "--json"]).exits(0).json();
    assert_eq!(report["proposals"], serde_json::json!([]));
    assert_eq!(
        report["triggers"][0]["details"]["in_index"],
        serde_json::json!(["shop/legacy.py:4", "shop/third.py:1"]),
        "{report}"
    );
}

/// SPEC 11.1
#[test]
fn builds_can_be_compared() {
    let fixture = twins();
    fixture.git(&["checkout", "--quiet", "HEAD~1"]);
    let first = fixture.codesub(&["index", "build", "--json"]).exits(0).json()["build"].clone();
    fixture.git(&["checkout", "--quiet", "main"]);
    fixture.codesub(&["diff", "latest", "HEAD~1"]).exits(0).prints("nothing differs");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let by_build = fixture.codesub(&["diff", &format!("build:{first}"), "latest", "--json"]).exits(0);
    let by_commit = fixture.codesub(&["diff", "HEAD~1", "HEAD", "--json"]).exits(0);
    assert_eq!(by_build.json()["diffId"], by_commit.json()["diffId"], "{}", by_build.stdout);
    fixture.codesub(&["diff", "build:99", "HEAD"]).exits(2).fails("there is no build `99`", "codesub index status");
    fixture.codesub(&["diff", "build:x", "HEAD"]).exits(2).fails("there is no build `x`", "codesub index status");

    let linked = tempfile::tempdir().expect("a folder");
    let path = linked.path().join("linked");
    fixture.git(&["worktree", "add", "--quiet", &path.to_string_lossy(), "HEAD~1"]);
    let run = crate::repository::Run::new(
        &fixture.command(&["diff", "latest", "HEAD"]).current_dir(&path).output().expect("codesub runs"),
    );
    run.exits(2).fails("nothing was indexed in this worktree", "codesub index build");
}
