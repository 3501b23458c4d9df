//! Pull requests that forked before the list became what it is (SPEC 5.14): where somebody forks must not decide what is
//! watched.

use crate::repository::Fixture;

/// A repository whose branch `pr` forked before `main` subscribed to `f`, with both checked in.
fn forked(list_at_fork: bool) -> Fixture {
    let fixture = Fixture::new();
    fixture.write("m.py", "def f():\n    return 1\n\n\ndef g():\n    return 2\n");
    if list_at_fork {
        fixture.codesub(&["init"]).exits(0);
        fixture.codesub(&["add", "m.py::g", "--id", "old"]).exits(0);
    }
    fixture.commit("before");
    fixture.git(&["branch", "pr"]);
    if !list_at_fork {
        fixture.codesub(&["init"]).exits(0);
    }
    fixture.write("new.py", "def h():\n    return 3\n");
    fixture.codesub(&["add", "m.py::f", "--id", "late"]).exits(0);
    fixture.codesub(&["add", "new.py::h", "--id", "unknown"]).exits(0);
    fixture.commit("watch more");
    fixture.git(&["checkout", "-q", "pr"]);
    fixture
}

#[test]
fn a_subscription_that_is_younger_than_the_fork_is_checked() {
    for list_at_fork in [true, false] {
        let fixture = forked(list_at_fork);
        fixture.write("m.py", "def f():\n    return 9\n\n\ndef g():\n    return 2\n");
        fixture.commit("change what main watches by now");
        let report =
            fixture.codesub(&["scan", "--check", "--base", "main", "--target", "HEAD", "--json"]).exits(1).json();
        let triggers = report["triggers"].as_array().expect("triggers");
        let ids: Vec<_> = triggers.iter().map(|trigger| trigger["subscription_id"].as_str()).collect();
        assert_eq!(ids, [Some("late")], "what the fork point does not have cannot have changed");
    }
}

#[test]
fn an_old_branch_is_not_told_about_code_that_it_never_had() {
    for list_at_fork in [true, false] {
        let fixture = forked(list_at_fork);
        fixture.write("other.py", "x = 1\n");
        fixture.commit("something else");
        fixture.codesub(&["scan", "--check", "--base", "main", "--target", "HEAD"]).exits(0);
    }
}

#[test]
fn what_blocks_is_said_by_the_branch_and_not_by_the_fork_point() {
    let fixture = Fixture::new();
    fixture.write("m.py", "def f():\n    return 1\n");
    fixture.codesub(&["init"]).exits(0);
    fixture.codesub(&["add", "m.py::f", "--id", "s"]).exits(0);
    let list = fixture.read("codesub.yaml");
    fixture.write("codesub.yaml", format!("{list}policy: {{ check: [missing] }}\n"));
    fixture.commit("lenient");
    fixture.git(&["branch", "pr"]);
    fixture.write("codesub.yaml", &list);
    fixture.commit("strict");
    fixture.git(&["checkout", "-q", "pr"]);
    fixture.write("m.py", "def f():\n    return 9\n");
    fixture.commit("change");
    fixture.codesub(&["scan", "--check", "--base", "main", "--target", "HEAD"]).exits(1);
    fixture.codesub(&["scan", "--check", "--base", "main", "--direct", "--target", "HEAD"]).exits(1);
}

#[test]
fn an_id_that_both_branches_added_is_watched_once() {
    let fixture = forked(true);
    fixture.codesub(&["add", "m.py::f", "--id", "late"]).exits(0);
    fixture.write("m.py", "def f():\n    return 9\n\n\ndef g():\n    return 2\n");
    fixture.commit("watch it too, and change it");
    let report = fixture.codesub(&["scan", "--base", "main", "--target", "HEAD", "--json"]).exits(0).json();
    assert_eq!(report["stats"]["subscriptions"], 3);
    assert_eq!(report["triggers"].as_array().expect("triggers").len(), 1, "{}", report["triggers"]);
}
