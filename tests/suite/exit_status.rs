//! Exit statuses where several hold (SPEC 6.1).

use crate::repository::Fixture;

#[test]
fn a_verdict_outweighs_a_report_that_could_not_be_written() {
    let fixture = Fixture::new();
    fixture.write("a.py", "LIMIT = 1\n");
    fixture.codesub(&["add", "a.py::LIMIT"]).exits(0);
    fixture.commit("one");
    fixture.write("a.py", "LIMIT = 2\n");
    let scan = ["scan", "--base", "HEAD", "--output", "no/such/folder/report.txt"];
    let run = fixture.codesub(&scan).exits(4);
    assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
    let run = fixture.codesub(&[&scan[..], &["--check"]].concat()).exits(1);
    assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
}

#[test]
fn a_missing_list_is_told_before_a_missing_base() {
    let fixture = Fixture::new();
    fixture.write("a.py", "LIMIT = 1\n");
    assert!(fixture.codesub(&["scan"]).exits(2).stderr.contains("codesub init"));
    fixture.codesub(&["add", "a.py::LIMIT"]).exits(0);
    assert!(fixture.codesub(&["scan"]).exits(3).stderr.contains("--base"));
}

#[test]
fn a_line_past_the_end_is_no_misspelt_path() {
    let fixture = Fixture::new();
    fixture.write("a.conf", "one\ntwo\n");
    let run = fixture.codesub(&["add", "a.conf:2-30"]).exits(2);
    assert!(run.stderr.contains("has 2 lines") && !run.stderr.contains("did you mean"), "{}", run.stderr);
}
