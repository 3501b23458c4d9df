//! Whose doing a change is, who has already agreed to it, and whose list holds (SPEC 3.4, 5.12–5.14).

use serde_json::Value;

use crate::repository::Fixture;

const CODE: &str = "\
def rate(order):
    base = order.total * 19
    return round(base / 100, 2)


def label(order):
    words = [order.name, str(order.number)]
    return \" \".join(words)
";

/// `rate` with another body.
fn changed() -> String {
    CODE.replace("* 19", "* 21")
}

/// `rate` and `label` watched and locked, in the first commit.
fn repository() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("shop/tax.py", CODE);
    fixture.codesub(&["add", "shop/tax.py::rate", "shop/tax.py::label"]).exits(0);
    fixture.commit("base");
    fixture
}

fn scan(fixture: &Fixture, options: &[&str]) -> Value {
    fixture.codesub(&[&["scan", "--json"], options].concat()).json()
}

/// `CHANGE_TYPE id origin` of every trigger, with marks.
fn triggers(report: &Value) -> Vec<String> {
    let all = report["triggers"].as_array().expect("triggers");
    all.iter()
        .map(|trigger| {
            let word = |key: &str| trigger[key].as_str().unwrap_or_default().to_owned();
            let mark = |key: &str| if trigger[key] == true { format!(" {key}") } else { String::new() };
            let (acknowledged, blocking) = (mark("acknowledged"), mark("blocking"));
            format!("{} {} {}{acknowledged}{blocking}", word("change_type"), word("subscription_id"), word("origin"))
        })
        .collect()
}

#[test]
fn a_change_is_of_the_diff_once_and_drift_ever_after() {
    let fixture = repository();
    fixture.write("shop/tax.py", changed()).commit("changed, not accepted");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), ["CONTENT rate diff blocking"]);
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1"]).exits(1).prints("rate  body changed");

    // Another change of the same file: rate differs from the lock, but this diff did not do it.
    fixture.write("shop/tax.py", format!("{}\n\ndef more():\n    return 1\n", changed())).commit("more");
    let drift = ["CONTENT rate drift"];
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), drift);
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1", "--target", "HEAD"])), drift);
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1"]).exits(0).prints("rate");
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1", "--include-drift"]).exits(1);
    let included = scan(&fixture, &["--base", "HEAD~1", "--include-drift"]);
    assert_eq!(triggers(&included), ["CONTENT rate drift blocking"]);

    // A file outside the diff is looked at only when asked for.
    fixture.write("other.py", "x = 1\n").commit("elsewhere");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), Vec::<String>::new());
    let included = scan(&fixture, &["--base", "HEAD~1", "--include-drift"]);
    assert_eq!(triggers(&included), ["CONTENT rate drift blocking"]);
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD", "--include-drift"])), ["CONTENT rate drift blocking"]);

    // Changed once more: that is the diff's doing.
    fixture.write("shop/tax.py", CODE.replace("* 19", "* 7")).commit("again");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), ["CONTENT rate diff blocking"]);
    // Changed back to what was accepted: at rest.
    fixture.write("shop/tax.py", CODE).commit("back");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1", "--include-drift"])), Vec::<String>::new());
}

#[test]
fn what_was_gone_before_is_drift_too() {
    let fixture = repository();
    let (_, label) = CODE.split_at(CODE.find("def label").expect("label"));
    fixture.write("shop/tax.py", label).commit("rate is gone");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), ["MISSING rate diff blocking"]);
    fixture.write("shop/tax.py", format!("{label}\n\nX = 1\n")).commit("more");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), ["MISSING rate drift"]);
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1"]).exits(0);
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1", "--include-drift"]).exits(1);
}

#[test]
fn accepting_in_the_same_branch_acknowledges() {
    let fixture = repository();
    fixture.git(&["checkout", "--quiet", "-b", "feature"]);
    fixture.write("shop/tax.py", changed()).commit("changed");
    let check = ["scan", "--check", "--base", "main", "--target", "HEAD"];
    fixture.codesub(&check).exits(1);
    fixture.codesub(&["accept", "rate"]).exits(0).prints("accepted rate");
    fixture.commit("accepted");
    assert_eq!(triggers(&scan(&fixture, &check[2..])), ["CONTENT rate diff acknowledged"]);
    fixture.codesub(&check).exits(0).prints("rate");
    // In the worktree the lock beside it holds, so there is nothing left to say.
    assert_eq!(triggers(&scan(&fixture, &["--base", "main"])), Vec::<String>::new());
    // One more change after that is not what was accepted.
    fixture.write("shop/tax.py", CODE.replace("* 19", "* 7")).commit("sneaked in");
    assert_eq!(triggers(&scan(&fixture, &check[2..])), ["CONTENT rate diff blocking"]);
    fixture.codesub(&check).exits(1);
}

#[test]
fn every_change_type_can_be_acknowledged() {
    let fixture = Fixture::new();
    fixture.write("a.py", CODE).write("m.py", "class Order:\n    number: int\n    total: float\n");
    fixture.write("proxy.conf", "a\nb\nc\nd\n");
    fixture.codesub(&["add", "a.py::rate", "a.py::label"]).exits(0);
    fixture.codesub(&["add", "m.py::Order", "--members"]).exits(0);
    fixture.codesub(&["add", "proxy.conf:2-3", "--id", "proxy"]).exits(0);
    fixture.commit("base");
    fixture.write("a.py", CODE.replace("* 19", "* 21").replace("label(order)", "label(order, sep)"));
    fixture.write("m.py", "class Order:\n    number: int\n    total: int\n    note: str\n");
    fixture.write("proxy.conf", "a\nb\nX\nd\n");
    fixture.commit("changes");
    let between = ["--base", "HEAD~1", "--target", "HEAD"];
    let blocking = [
        "STRUCTURAL label diff blocking",
        "CONTENT rate diff blocking",
        "AGGREGATE order diff blocking",
        "LINES proxy diff blocking",
    ];
    assert_eq!(triggers(&scan(&fixture, &between)), blocking);
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("accepted");
    let acknowledged = blocking.map(|line| line.replace("blocking", "acknowledged"));
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~2", "--target", "HEAD"])), acknowledged);
    fixture.codesub(&["scan", "--check", "--base", "HEAD~2", "--target", "HEAD"]).exits(0);
}

#[test]
fn dropping_the_id_acknowledges_a_loss_and_nothing_else() {
    let fixture = repository();
    let (_, label) = CODE.split_at(CODE.find("def label").expect("label"));
    fixture.write("shop/tax.py", label);
    fixture.codesub(&["remove", "rate"]).exits(0);
    fixture.commit("rate and its subscription are gone");
    let between = ["--base", "HEAD~1", "--target", "HEAD"];
    let report = scan(&fixture, &between);
    assert_eq!(triggers(&report), ["MISSING rate diff acknowledged"]);
    assert_eq!(report["subscriptions_changed"]["removed"], serde_json::json!(["rate"]));
    fixture.codesub(&[&["scan", "--check"], &between[..]].concat()).exits(0);

    // Code that is still there and changed is not excused by leaving the list.
    let fixture = repository();
    fixture.write("shop/tax.py", changed());
    fixture.codesub(&["remove", "rate"]).exits(0);
    fixture.commit("a silent change");
    let report = scan(&fixture, &between);
    assert_eq!(triggers(&report), ["CONTENT rate diff blocking"]);
    assert_eq!(report["subscriptions_changed"]["removed"], serde_json::json!(["rate"]));
    fixture.codesub(&[&["scan", "--check"], &between[..]].concat()).exits(1).prints("removed rate");
}

#[test]
fn a_pull_request_cannot_silence_the_check() {
    let list = repository().read("codesub.yaml");
    let edits: [(&str, String); 5] = [
        ("paused", list.replace("  - id: rate\n", "  - id: rate\n    active: false\n")),
        ("muted", list.replace("  - id: rate\n", "  - id: rate\n    on: [lines]\n")),
        ("repointed", list.replace("shop/tax.py::rate", "shop/tax.py::label")),
        ("policy", format!("{list}policy: {{ check: [] }}\n")),
        ("emptied", "version: 1\nsubscriptions: []\n".to_owned()),
    ];
    for (name, edited) in edits {
        assert_ne!(edited, list, "{name}");
        let fixture = repository();
        fixture.write("shop/tax.py", changed()).write("codesub.yaml", edited).commit(name);
        let between = ["--base", "HEAD~1", "--target", "HEAD"];
        let report = scan(&fixture, &between);
        assert_eq!(triggers(&report), ["CONTENT rate diff blocking"], "{name}");
        fixture.codesub(&[&["scan", "--check"], &between[..]].concat()).exits(1);
        if ["paused", "muted", "repointed"].contains(&name) {
            assert_eq!(report["subscriptions_changed"]["edited"], serde_json::json!(["rate"]), "{name}");
        }
    }
    // Nor by taking both files away, nor by making them unreadable.
    let fixture = repository();
    fixture.write("shop/tax.py", changed()).remove("codesub.yaml").remove("codesub.lock").commit("gone");
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1", "--target", "HEAD"]).exits(1).prints("rate  body changed");
    let fixture = repository();
    fixture.write("shop/tax.py", changed()).write("codesub.yaml", "version: [").commit("broken");
    fixture
        .codesub(&["scan", "--check", "--base", "HEAD~1", "--target", "HEAD"])
        .exits(2)
        .fails("codesub.yaml of HEAD", "");
}

#[test]
fn added_subscriptions_are_checked_against_the_target() {
    let fixture = repository();
    let list = fixture.read("codesub.yaml");
    let added = "  - id: good\n    target: shop/tax.py::label\n  - id: typo\n    target: shop/tax.py::lable\n  - id: lost\n    target: shop/nope.py::x\n";
    fixture.write("codesub.yaml", format!("{list}{added}")).commit("added by hand");
    let report = scan(&fixture, &["--base", "HEAD~1", "--target", "HEAD"]);
    assert_eq!(triggers(&report), ["MISSING lost diff blocking", "MISSING typo diff blocking"]);
    assert_eq!(report["subscriptions_changed"]["added"], serde_json::json!(["good", "lost", "typo"]));
    assert_eq!(report["unchanged"], serde_json::json!(["good", "label", "rate"]));
}

#[test]
fn proposals_that_the_branch_applied_are_marked() {
    let fixture = repository();
    fixture.remove("shop/tax.py").write("shop/taxes.py", CODE.replace("def rate", "def tax_rate")).commit("moved");
    let between = ["--base", "HEAD~1", "--target", "HEAD"];
    let report = scan(&fixture, &between);
    let applied = |report: &Value| -> Vec<bool> {
        report["proposals"].as_array().expect("proposals").iter().map(|it| it["applied"] == true).collect()
    };
    assert_eq!((triggers(&report), applied(&report)), (Vec::new(), vec![false, false]));
    fixture.codesub(&["apply", "--base", "HEAD~1"]).exits(0);
    fixture.commit("applied");
    let report = scan(&fixture, &["--base", "HEAD~2", "--target", "HEAD"]);
    assert_eq!((triggers(&report), applied(&report)), (Vec::new(), vec![true, true]));
    // From here on the list points at the new place, and nothing is left to propose.
    let report = scan(&fixture, &["--base", "HEAD~1", "--target", "HEAD"]);
    assert_eq!((triggers(&report), applied(&report)), (Vec::new(), Vec::new()));
}

#[test]
fn a_lock_of_another_fingerprint_version_takes_the_base_for_its_baseline() {
    let fixture = repository();
    let lock = fixture.read("codesub.lock");
    let version = codesub::syntax::FINGERPRINT_VERSION;
    let other = lock.replace(&format!("\"fingerprint_version\": {version}"), "\"fingerprint_version\": 999");
    assert_ne!(lock, other);
    // All its hashes mean something else now; none of them may trigger.
    let other: String = other
        .lines()
        .map(|line| match line.split_once("_hash\": \"") {
            Some((key, _)) => format!("{key}_hash\": \"{}\",\n", "0".repeat(32)),
            None => format!("{line}\n"),
        })
        .collect();
    fixture.write("codesub.lock", &other).write("shop/tax.py", format!("X = 1\n{CODE}")).commit("another version");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1", "--include-drift"])), Vec::<String>::new());
    fixture.write("shop/tax.py", format!("X = 1\n{}", changed())).commit("changed");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), ["CONTENT rate diff blocking"]);
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1", "--target", "HEAD"])), ["CONTENT rate diff blocking"]);
    // It acknowledges nothing either; accepting writes the lock anew.
    fixture.codesub(&["accept", "--all"]).exits(0).prints("accepted rate\naccepted label");
    let lock = fixture.read("codesub.lock");
    assert!(lock.contains(&format!("\"fingerprint_version\": {version}")) && !lock.contains("0000000000000000"));
    fixture.commit("accepted");
    let report = scan(&fixture, &["--base", "HEAD~2", "--target", "HEAD"]);
    assert_eq!(triggers(&report), ["CONTENT rate diff acknowledged"]);
}

#[test]
fn a_target_edited_by_hand_ignores_the_stale_lock_entry() {
    let fixture = repository();
    let list = fixture.read("codesub.yaml").replace("target: shop/tax.py::rate", "target: shop/tax.py::label");
    fixture.write("codesub.yaml", list).commit("repointed by hand");
    // The entry remembers `rate`; were it taken for the baseline, `label` would seem changed.
    for options in [&["--base", "HEAD~1"][..], &["--base", "HEAD~1", "--target", "HEAD"], &["--base", "HEAD"]] {
        let report = scan(&fixture, &[options, &["--include-drift"]].concat());
        assert_eq!(triggers(&report), Vec::<String>::new(), "{options:?}");
        assert_eq!(report["proposals"], serde_json::json!([]), "{options:?}");
    }
    fixture.write("shop/tax.py", CODE.replace("\" \".join", "\"-\".join")).commit("label changed");
    let found = triggers(&scan(&fixture, &["--base", "HEAD~1"]));
    assert_eq!(found, ["CONTENT label diff blocking", "CONTENT rate diff blocking"]);
    fixture.codesub(&["show", "rate"]).exits(0).prints("not in the lock yet");
    fixture.codesub(&["accept", "rate", "label"]).exits(0);
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), Vec::<String>::new());
}

#[test]
fn config_is_the_callers_word() {
    let fixture = repository();
    fixture.write("team.yaml", "version: 1\nsubscriptions:\n  - { id: mine, target: 'shop/tax.py::label' }\n");
    fixture.write("shop/tax.py", CODE.replace("\" \".join", "\"-\".join").replace("* 19", "* 21")).commit("changes");
    let report = scan(&fixture, &["--base", "HEAD~1", "--target", "HEAD", "--config", "team.yaml"]);
    assert_eq!(triggers(&report), ["CONTENT mine diff blocking"]);
    assert_eq!(report["subscriptions_changed"]["removed"], serde_json::json!([]));
}

#[test]
fn an_added_subscription_is_checked_against_the_target_alone() {
    let fixture = repository();
    fixture.write("proxy.conf", "a\nb\nc\nd\n").write("old.py", CODE).commit("more");
    fixture.git(&["checkout", "--quiet", "-b", "feature"]);
    // Its lines are those of the target: what stood there before is no concern of it.
    fixture.write("proxy.conf", "new\na\nB\nc\nd\n");
    // A path that the target does not have is wrong, wherever the file of that name went.
    fixture.git(&["mv", "old.py", "new.py"]);
    let list = fixture.read("codesub.yaml");
    let added = "  - { id: proxy, target: 'proxy.conf:3-4' }\n  - { id: wrong, target: 'old.py::rate' }\n";
    fixture.write("codesub.yaml", format!("{list}{added}")).commit("two more");
    let report = scan(&fixture, &["--base", "main", "--target", "HEAD"]);
    assert_eq!(triggers(&report), ["MISSING wrong diff blocking"]);
    assert_eq!(report["proposals"], serde_json::json!([]));
}

#[test]
fn what_a_syntax_error_may_hide_is_not_missing_for_want_of_a_baseline() {
    let fixture = repository();
    fixture.git(&["checkout", "--quiet", "-b", "feature"]);
    let list = fixture.read("codesub.yaml");
    fixture.write("codesub.yaml", format!("{list}  - {{ id: fresh, target: 'shop/fresh.py::fresh' }}\n"));
    fixture.write("shop/fresh.py", "def fresh(a, b:\n    return (a\n").commit("added, broken");
    let expected = ["PARSE_ERROR fresh diff blocking"];
    assert_eq!(triggers(&scan(&fixture, &["--base", "main", "--target", "HEAD"])), expected);
    assert_eq!(triggers(&scan(&fixture, &["--base", "main"])), expected);
}

#[test]
fn a_base_that_was_not_examined_is_not_taken_for_new() {
    let fixture = Fixture::new();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    fixture.write("binary.py", "\0").write("large.conf", pointer);
    let list = "version: 1\nsubscriptions:\n  - { id: f, target: 'binary.py::f' }\n  - { id: large, target: 'large.conf:1' }\n";
    fixture.write("codesub.yaml", list).commit("base");
    fixture.write("binary.py", "def f():\n    return 1\n").write("large.conf", "a\n");
    let run = fixture.codesub(&["scan", "--json", "--base", "HEAD"]).exits(3);
    let report = run.json();
    assert_eq!((triggers(&report), &report["complete"]), (Vec::new(), &Value::Bool(false)));
    assert_eq!(report["unchanged"], serde_json::json!([]));
    let message = |at: usize| report["notes"][at]["message"].as_str().unwrap_or_default();
    assert_eq!(message(0), "binary.py was not examined: it is a binary file, at the base revision");
    assert!(message(1).ends_with("not in the repository, at the base revision"), "{}", message(1));
}

#[test]
fn lines_of_a_file_that_never_was_are_missing() {
    let fixture = repository();
    let list = fixture.read("codesub.yaml");
    fixture.write("codesub.yaml", format!("{list}  - {{ id: typo, target: 'shop/tax.yp:1-2' }}\n")).commit("typo");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD"])), ["MISSING typo drift"]);
}

#[test]
fn a_change_that_was_followed_and_not_accepted_is_still_drift() {
    let fixture = repository();
    fixture.write("shop/tax.py", format!("X = 1\n\n\n{}", changed()));
    fixture.codesub(&["apply", "--base", "HEAD"]).exits(0);
    fixture.commit("moved down, changed, followed");
    fixture.write("other.py", "x = 1\n");
    let report = scan(&fixture, &["--base", "HEAD", "--include-drift"]);
    assert_eq!(triggers(&report), ["CONTENT rate drift blocking"]);
}

#[test]
fn what_moved_and_changed_before_the_base_is_drift() {
    let fixture = repository();
    let renamed = CODE.replace("def rate(order)", "def tax_rate(order, extra=None)");
    fixture.write("shop/tax.py", &renamed).commit("renamed and changed, not followed");
    assert_eq!(triggers(&scan(&fixture, &["--base", "HEAD~1"])), ["STRUCTURAL rate diff blocking"]);
    fixture.write("shop/tax.py", format!("{renamed}\n\nX = 1\n")).commit("more");
    let report = scan(&fixture, &["--base", "HEAD~1"]);
    assert_eq!(triggers(&report), ["STRUCTURAL rate drift"]);
    assert_eq!(report["proposals"][0]["new_qualname"], "tax_rate");
}

#[test]
fn an_inherited_change_makes_a_drifted_container_the_diffs_doing() {
    let fixture = Fixture::new();
    let code = |own: usize, inherited: usize| {
        format!("class Base:\n    limit = {inherited}\n\n\nclass Order(Base):\n    number = {own}\n")
    };
    fixture.write("shop.py", code(1, 1));
    fixture.codesub(&["add", "shop.py::Order", "--members"]).exits(0);
    fixture.commit("base");
    fixture.write("shop.py", code(2, 1)).commit("its own member, not accepted");
    fixture.write("shop.py", code(2, 2)).commit("an inherited one");
    let report = scan(&fixture, &["--base", "HEAD~1"]);
    assert_eq!(triggers(&report), ["AGGREGATE order diff blocking"]);
    assert_eq!(
        report["triggers"][0]["reasons"],
        serde_json::json!(["member_body_changed", "inherited_member_changed"])
    );
}
