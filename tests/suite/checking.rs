//! The commands that check the list against the code, and act on what was found.

use serde_json::{Value, json};

use crate::repository::Fixture;

const TAX: &str = "\
RATE = 19


def net(gross, rate=RATE):
    share = gross * 100
    return round(share / (100 + rate), 2)


def gross(price, rate=RATE):
    return round(price * (100 + rate) / 100, 2)
";

const LIST: &str = "\
version: 1
subscriptions:
  # what invoices print
  - id: rate
    target: shop/tax.py::RATE   # the constant
  - id: net
    target: shop/tax.py::net
    notify: [\"@acme/billing\"]
";

/// Locked and committed on `main`.
fn repository() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("shop/tax.py", TAX).write("codesub.yaml", LIST);
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("base");
    fixture
}

/// `CHANGE_TYPE id` of every trigger, then `reason id` of every proposal.
fn found(fixture: &Fixture, options: &[&str]) -> Vec<String> {
    let report = fixture.codesub(&[&["scan", "--json"], options].concat()).json();
    let list = |key: &str| report[key].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let triggers = list("triggers");
    let triggers = triggers.iter().map(|it| format!("{} {}", text(&it["change_type"]), text(&it["subscription_id"])));
    let proposals = list("proposals");
    let proposals = proposals.iter().map(|it| format!("{} {}", text(&it["reasons"][0]), text(&it["subscription_id"])));
    triggers.chain(proposals).collect()
}

#[test]
fn scan_of_worktree_index_and_commits() {
    let fixture = repository();
    let clean: [&str; 0] = [];
    fixture.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21"));
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["CONTENT rate"]);
    assert_eq!(found(&fixture, &["--base", "HEAD", "--worktree"]), ["CONTENT rate"]);
    assert_eq!(found(&fixture, &["--base", "HEAD", "--staged"]), clean);
    fixture.git(&["add", "shop/tax.py"]);
    fixture.write("shop/tax.py", TAX);
    assert_eq!(found(&fixture, &["--base", "HEAD", "--staged"]), ["CONTENT rate"]);
    assert_eq!(found(&fixture, &["--base", "HEAD"]), clean);
    fixture.git(&["commit", "--quiet", "--message", "staged"]);
    assert_eq!(found(&fixture, &["--base", "HEAD~1", "--target", "HEAD"]), ["CONTENT rate"]);
    // A file that git does not know yet is part of the worktree, an ignored one is not.
    fixture.remove("shop/tax.py").write("shop/new.py", TAX.replace("RATE = 19", "RATE = 21"));
    // What was never accepted is still told.
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["CONTENT rate", "rename net", "rename rate"]);
    fixture.write(".gitignore", "new.py\n");
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["MISSING net", "MISSING rate"]);
}

#[test]
fn scan_from_the_merge_base_or_directly() {
    let fixture = repository();
    fixture.git(&["checkout", "--quiet", "-b", "feature"]);
    fixture.write("other.py", "x = 1\n").commit("feature");
    fixture.git(&["checkout", "--quiet", "main"]);
    fixture.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21"));
    fixture.codesub(&["accept", "rate"]).exits(0);
    fixture.commit("main goes on");
    let between = ["--base", "main", "--target", "feature"];
    let clean: [&str; 0] = [];
    assert_eq!(found(&fixture, &between), clean);
    assert_eq!(found(&fixture, &[&between[..], &["--direct"]].concat()), ["CONTENT rate"]);
    let report = fixture.codesub(&[&["scan", "--json"], &between[..]].concat()).exits(0).json();
    assert_eq!(report["base"], json!({ "ref": "main", "commit": fixture.git(&["rev-parse", "main~1"]) }));
    assert_eq!(report["target"], json!({ "ref": "feature", "commit": fixture.git(&["rev-parse", "feature"]) }));
    // Explain takes the same sides.
    let explain = [&["explain", "rate"], &between[..]].concat();
    fixture.codesub(&explain).exits(0).prints("the diff does not touch its file");
    fixture.codesub(&[&explain[..], &["--direct"]].concat()).exits(0).prints("CONTENT: body_changed");
}

#[test]
fn the_default_base_is_the_baseline_then_the_upstream_then_the_remote() {
    let origin = repository();
    let clone = origin.cloned(&[]);
    let base = |fixture: &Fixture| fixture.codesub(&["scan", "--json"]).exits(0).json()["base"]["ref"].clone();
    // main follows origin/main.
    assert_eq!(base(&clone), "origin/main");
    // Another branch without an upstream: what the remote's HEAD names.
    clone.git(&["checkout", "--quiet", "-b", "feature"]);
    assert_eq!(base(&clone), "origin/main");
    clone.git(&["branch", "--quiet", "release"]);
    clone.git(&["branch", "--quiet", "--set-upstream-to=release"]);
    assert_eq!(base(&clone), "release");
    clone.git(&["tag", "v1"]);
    clone.write("codesub.yaml", LIST.replace("version: 1\n", "version: 1\nbaseline: v1\n"));
    assert_eq!(base(&clone), "v1");
    // What is asked for comes before all of them.
    let asked = clone.codesub(&["scan", "--json", "--base", "main"]).exits(0).json();
    assert_eq!(asked["base"]["ref"], "main");
}

#[test]
fn exit_statuses_of_a_check() {
    let fixture = repository();
    fixture.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21")).commit("changed");
    let scan = |options: &[&str]| fixture.codesub(&[&["scan", "--base", "HEAD~1"], options].concat());
    scan(&[]).exits(0).prints("rate  value changed");
    scan(&["--check"]).exits(1).prints("1 blocking, 1 unchanged");
    scan(&["--fail-on", "content"]).exits(1);
    scan(&["--fail-on", "missing,structural"]).exits(0).prints("rate  value changed");
    scan(&["--fail-on", "all"]).exits(1);
    scan(&["--fail-on", "none"]).exits(0);
    scan(&["--check", "--quiet"]).exits(1).prints("rate");
    // The policy of the base decides, unless the command line does.
    fixture.write("codesub.yaml", format!("{LIST}policy: {{ check: [missing] }}\n"));
    scan(&["--check"]).exits(0);
    scan(&["--check", "--fail-on", "content"]).exits(1);
    // What a subscription does not listen to is a note.
    fixture.write("codesub.yaml", LIST.replace("# the constant", "\n    on: [missing]"));
    scan(&["--check"]).exits(0).prints("does not listen to");
    fixture.write("codesub.yaml", LIST.replace("# the constant", "\n    active: false"));
    scan(&["--check"]).exits(0).prints("1 subscription, unchanged");
}

#[test]
fn every_format_on_standard_output_and_in_a_file() {
    let fixture = repository();
    fixture.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21").replace("def net(", "# moved\ndef net("));
    fixture.write(".git/info/exclude", "out/\nhere.txt\n");
    for (format, words) in [
        ("text", "✗ rate  value changed"),
        ("json", "\"schema\": \"codesub.scan/v1\""),
        ("jsonl", "\"change_type\":\"CONTENT\""),
        ("markdown", "rate"),
        ("sarif", "\"ruleId\": \"codesub/content\""),
        ("github", "::error file="),
        ("html", "<code>rate</code>"),
    ] {
        let scan = ["scan", "--base", "HEAD", "--format", format];
        let printed = fixture.codesub(&scan).exits(0).prints(words).stdout;
        fixture.write("out/report", "something older and longer than nothing");
        let run = fixture.codesub(&[&scan[..], &["--check", "--output", "out/report"]].concat()).exits(1);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""), "{format}");
        assert_eq!(fixture.read("out/report"), printed, "{format}");
        fixture.remove("out/report");
        assert_eq!(std::fs::read_dir(fixture.path("out")).expect("a folder").count(), 0, "{format}: leftovers");
    }
    let lines = fixture.codesub(&["scan", "--base", "HEAD", "--format", "jsonl"]).exits(0).stdout;
    let kinds: Vec<Value> = lines
        .lines()
        .map(|line| {
            serde_json::from_str::<Value>(line).unwrap_or_else(|error| panic!("{error}: {line}"))["type"].clone()
        })
        .collect();
    assert_eq!(kinds, ["scan", "trigger", "proposal", "summary"]);
    // Relative to -C.
    fixture.codesub(&["-C", "shop", "scan", "--base", "HEAD", "--output", "here.txt"]).exits(0);
    assert!(fixture.path("shop/here.txt").exists());
}

#[cfg(unix)]
#[test]
fn a_report_goes_through_links_and_into_what_is_no_file() {
    let fixture = repository();
    fixture.write(".git/info/exclude", "out/\n");
    fixture.write("out/report", "old");
    std::os::unix::fs::symlink("report", fixture.path("out/link")).expect("a link");
    fixture.codesub(&["scan", "--base", "HEAD", "--output", "out/link"]).exits(0);
    assert!(fixture.path("out/link").is_symlink(), "the link stays");
    assert!(fixture.read("out/report").contains("all unchanged"));
    // Never /dev/stdout itself: a codesub that renames would destroy it where tests run as root.
    std::os::unix::fs::symlink("/proc/self/fd/1", fixture.path("out/stdout")).expect("a link");
    if std::path::Path::new("/proc/self/fd/1").exists() {
        fixture.codesub(&["scan", "--base", "HEAD", "--output", "out/stdout"]).exits(0).prints("all unchanged");
        assert!(fixture.path("out/stdout").is_symlink(), "the link stays");
    }
}

#[test]
fn apply_follows_and_keeps_the_list_as_it_is_written() {
    let fixture = repository();
    fixture.remove("shop/tax.py").write("shop/taxes.py", TAX).write("note.txt", "x\n");
    let before = fixture.pair();
    let dry = fixture.codesub(&["apply", "--base", "HEAD", "--dry-run"]).exits(0).tells("Would apply 2 proposals.");
    assert_eq!(
        dry.stdout,
        "net  shop/tax.py::net -> shop/taxes.py::net\nrate  shop/tax.py::RATE -> shop/taxes.py::RATE\n"
    );
    assert!(before == fixture.pair(), "--dry-run writes nothing");
    // Only what is named.
    fixture.codesub(&["apply", "rate", "--base", "HEAD"]).exits(0).tells("Applied 1 proposal.");
    let expected = LIST.replace("shop/tax.py::RATE", "shop/taxes.py::RATE");
    assert_eq!(fixture.read("codesub.yaml"), expected);
    fixture.codesub(&["apply", "--base", "HEAD"]).exits(0).tells("Applied 1 proposal.");
    assert_eq!(fixture.read("codesub.yaml"), expected.replace("shop/tax.py::net", "shop/taxes.py::net"));
    let clean: [&str; 0] = [];
    assert_eq!(found(&fixture, &["--base", "HEAD", "--include-drift"]), clean);
    fixture.codesub(&["apply", "--base", "HEAD"]).exits(0).tells("Nothing to apply.");
    fixture.commit("applied");
    assert_eq!(found(&fixture, &["--base", "HEAD", "--include-drift"]), clean);
}

#[test]
fn apply_leaves_little_evidence_alone() {
    let fixture = repository();
    // A rewritten body, of which only the signature is left, in another file under another name.
    let moved =
        "def without_tax(gross, rate=RATE):\n    while gross.open:\n        gross.settle(rate)\n    return gross\n";
    let (head, rest) = TAX.split_once("def net").expect("net");
    let (_, tail) = rest.split_once("\n\n\n").expect("gross");
    fixture.write("shop/tax.py", format!("{head}{tail}")).write("shop/net.py", format!("RATE = 19\n\n\n{moved}"));
    let report = fixture.codesub(&["scan", "--json", "--base", "HEAD"]).exits(0).json();
    let Some(proposal) =
        report["proposals"].as_array().and_then(|all| all.iter().find(|it| it["subscription_id"] == "net"))
    else {
        panic!("no proposal to be unsure about: {report}")
    };
    assert_eq!(proposal["confidence"], "low");
    let before = fixture.pair();
    let run = fixture.codesub(&["apply", "net", "--base", "HEAD"]).exits(0).tells("Nothing to apply.");
    run.tells("Left alone, below medium confidence: net.");
    assert!(before == fixture.pair());
    fixture.codesub(&["apply", "net", "--base", "HEAD", "--min-confidence", "low"]).exits(0);
    assert!(fixture.read("codesub.yaml").contains("target: shop/net.py::without_tax"));
}

#[test]
fn what_moved_and_changed_keeps_its_trigger_until_it_is_accepted() {
    let fixture = repository();
    fixture.remove("shop/tax.py").write("shop/taxes.py", TAX.replace("RATE = 19", "RATE = 21"));
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["CONTENT rate", "rename net", "rename rate"]);
    fixture.codesub(&["apply", "--base", "HEAD"]).exits(0);
    // Pointing at the new place accepts nothing.
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["CONTENT rate"]);
    fixture.codesub(&["scan", "--base", "HEAD", "--check"]).exits(1);
    fixture.commit("moved and changed");
    let list = ["--base", "HEAD~1", "--target", "HEAD"];
    fixture.codesub(&[&["scan", "--check"], &list[..]].concat()).exits(1).prints("rate  value changed");
    fixture.codesub(&["accept", "rate"]).exits(0).prints("accepted rate");
    let clean: [&str; 0] = [];
    assert_eq!(found(&fixture, &["--base", "HEAD~1"]), clean);
    fixture.commit("accepted");
    fixture.codesub(&[&["scan", "--check"], &["--base", "HEAD~2", "--target", "HEAD"][..]].concat()).exits(0);
}

#[test]
fn accept_by_id_and_all() {
    let fixture = repository();
    let lock = fixture.read("codesub.lock");
    fixture.codesub(&["accept", "--all"]).exits(0).tells("Nothing to accept: the code is as it was accepted.");
    assert_eq!(fixture.read("codesub.lock"), lock);
    let list = fixture.read("codesub.yaml");
    fixture.write("shop/tax.py", TAX.replace("RATE = 19", "RATE = 21").replace("gross * 100", "gross * 1000"));
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["CONTENT net", "CONTENT rate"]);
    fixture.codesub(&["accept", "net"]).exits(0).prints("accepted net\n");
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["CONTENT rate"]);
    let run = fixture.codesub(&["accept", "--all"]).exits(0);
    assert_eq!(run.stdout, "accepted rate\n");
    let clean: [&str; 0] = [];
    assert_eq!(found(&fixture, &["--base", "HEAD"]), clean);
    assert_eq!(fixture.read("codesub.yaml"), list, "accepting writes the lock alone");
    // Entries that nobody lists any more are tidied away.
    fixture.write("codesub.yaml", list.replace("  - id: net\n", "  - id: other\n"));
    fixture.codesub(&["accept", "--all"]).exits(0).prints("accepted other");
    let lock: Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    let ids: Vec<&String> = lock["subscriptions"].as_object().expect("entries").keys().collect();
    assert_eq!(ids, ["other", "rate"]);
}

#[test]
fn accept_never_takes_the_lines_that_came_into_the_place_of_watched_ones() {
    let fixture = Fixture::new();
    let lines = |range: std::ops::RangeInclusive<u32>| range.map(|n| format!("line {n}\n")).collect::<String>();
    fixture.write("a.conf", lines(1..=12));
    fixture.codesub(&["add", "a.conf:5-8", "--id", "conf"]).exits(0);
    fixture.commit("base");
    let lock = fixture.read("codesub.lock");
    // Shifted: `a.conf:5-8` are other lines now.
    fixture.write("a.conf", format!("new\n{}", lines(1..=12)));
    let refused = "conf cannot be accepted: its lines now stand at a.conf:6-9";
    fixture.refuses(&["accept", "conf"], 2, refused, "codesub apply conf");
    fixture.refuses(&["accept", "--all"], 2, refused, "codesub apply conf");
    assert_eq!(fixture.read("codesub.lock"), lock);
    // Edited and grown: the way on begins with following them.
    fixture.write("a.conf", lines(1..=12).replace("line 6\n", "line 6\nline 6b\n"));
    let scan = fixture.codesub(&["scan", "--base", "HEAD"]).exits(0);
    scan.prints("codesub apply conf").prints("codesub accept conf");
    fixture.codesub(&["apply", "conf", "--base", "HEAD"]).exits(0).prints("a.conf:5-8 -> a.conf:5-9");
    fixture.codesub(&["accept", "conf"]).exits(0).prints("accepted conf");
    let clean: [&str; 0] = [];
    assert_eq!(found(&fixture, &["--base", "HEAD"]), clean);
    // Gone: nothing to follow, nothing to accept.
    fixture.git(&["checkout", "--", "."]);
    fixture.write("a.conf", lines(1..=4) + &lines(9..=12));
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["LINES conf"]);
    fixture.codesub(&["scan", "--base", "HEAD"]).exits(0).prints("codesub remove conf");
    fixture.refuses(&["accept", "conf"], 2, "none of its lines is left in a.conf", "codesub decide conf");
    // Letting go of it acknowledges.
    fixture.codesub(&["remove", "conf"]).exits(0);
    fixture.commit("gone");
    fixture.codesub(&["scan", "--check", "--base", "HEAD~1", "--target", "HEAD"]).exits(0).prints("acknowledged");
}

#[test]
fn decide_settles_an_ambiguity() {
    let fixture = repository();
    fixture.codesub(&["edit", "net", "--trigger-on-duplicate"]).exits(0);
    fixture.commit("loud");
    let (head, rest) = TAX.split_once("def net").expect("net");
    let (body, tail) = rest.split_once("\n\n\n").expect("gross");
    fixture.write("shop/tax.py", format!("{head}{tail}"));
    for (path, name) in [("shop/a.py", "net_a"), ("shop/b.py", "net_b")] {
        fixture.write(path, format!("RATE = 1\n\n\ndef {name}{body}\n"));
    }
    assert_eq!(found(&fixture, &["--base", "HEAD"])[0], "AMBIGUOUS net");
    let explained =
        fixture.codesub(&["explain", "net", "--base", "HEAD"]).exits(0).prints("2 copies match equally well");
    explained.prints("net_a at shop/a.py:4: exact").prints("net_b at shop/b.py:4: exact");
    let run = fixture.codesub(&["decide", "net", "--pick", "shop/b.py::net_b"]).exits(0);
    assert_eq!(run.stdout, "net  shop/b.py::net_b\n");
    let list = fixture.read("codesub.yaml");
    assert!(list.contains("target: shop/b.py::net_b") && list.contains("# the constant"), "{list}");
    let lock: Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"]["net"]["picked"], "shop/b.py::net_b");
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["line_shift rate"; 0]);
    fixture.commit("decided");
    let report = fixture.codesub(&["scan", "--json", "--base", "HEAD~1", "--target", "HEAD"]).exits(0).json();
    assert_eq!(
        (&report["triggers"][0]["change_type"], &report["triggers"][0]["acknowledged"]),
        (&json!("AMBIGUOUS"), &json!(true))
    );
}

#[test]
fn explain_shows_people_the_likeliest_candidates_and_programs_all() {
    let fixture = repository();
    fixture.write("shop/tax.py", TAX.replace("RATE = 19\n", ""));
    let many: String = (100..130).map(|n| format!("NAME_{n} = {n}\n")).collect();
    fixture.write("shop/names.py", format!("{many}SHARE = 19\n"));
    let explain = ["explain", "rate", "--base", "HEAD"];
    let short = fixture.codesub(&explain).exits(0).prints("SHARE at shop/names.py:31");
    let short = short.prints("and 21 more, see --verbose or --json").stdout;
    assert_eq!(short.matches("  candidate  ").count(), 10, "{short}");
    let long = fixture.codesub(&[&explain[..], &["--verbose"]].concat()).exits(0).stdout;
    assert_eq!(long.matches("  candidate  ").count(), 31, "{long}");
    let json = fixture.codesub(&[&explain[..], &["--json"]].concat()).exits(0).json();
    assert_eq!(json["candidates"].as_array().map(Vec::len), Some(31));
}

#[test]
fn explain_tells_every_stage_and_hash() {
    let fixture = repository();
    fixture.write("shop/tax.py", TAX.replace("gross * 100", "gross * 1000"));
    let text = fixture.codesub(&["explain", "net", "--base", "HEAD"]).exits(0);
    let text =
        text.prints("(from the lock)").prints("the same name stands at shop/tax.py:4").prints("CONTENT: body_changed");
    let explained = fixture.codesub(&["explain", "net", "--base", "HEAD", "--json"]).exits(0).json();
    let keys: Vec<&str> = explained.as_object().expect("an object").keys().map(String::as_str).collect();
    let expected =
        "schema subscription_id target base target_revision baseline at_base found stages candidates verdict";
    assert_eq!(keys.join(" "), expected);
    assert_eq!(explained["schema"], "codesub.explain/v1");
    for side in ["baseline", "at_base", "found"] {
        let hash = explained[side]["body_hash"].as_str().unwrap_or_default();
        assert!(hash.len() == 32 && text.stdout.contains(hash), "{side}: {explained}");
    }
    assert_eq!(explained["baseline"]["body_hash"], explained["at_base"]["body_hash"]);
    assert_ne!(explained["baseline"]["body_hash"], explained["found"]["body_hash"]);
    assert_eq!(explained["baseline"]["interface_hash"], explained["found"]["interface_hash"]);
    assert_eq!(explained["verdict"], "CONTENT: body_changed");
    // The same without a lock: the base serves.
    fixture.remove("codesub.lock");
    fixture.codesub(&["explain", "net", "--base", "HEAD"]).exits(0).prints("(from the base)");
    fixture.codesub(&["explain", "rate", "--base", "HEAD"]).exits(0).prints("unchanged");
}

#[test]
fn accept_never_takes_another_overload() {
    let fixture = Fixture::new();
    let overload = |kind: &str| format!("@overload\ndef o(x: {kind}) -> {kind}: ...\n\n\n");
    fixture.write("a.py", overload("int"));
    fixture.codesub(&["add", "a.py::o"]).exits(0);
    fixture.commit("one overload");
    let lock = fixture.read("codesub.lock");
    fixture.write("a.py", overload("bytes") + &overload("int"));
    for arguments in [&["accept", "o"][..], &["accept", "--all"]] {
        let run = fixture.codesub(arguments).exits(2);
        assert!(run.stderr.contains("its code is now a.py::o#2"), "{}", run.stderr);
        assert!(run.stderr.contains("codesub apply o"), "{}", run.stderr);
        assert_eq!(fixture.read("codesub.lock"), lock);
    }
    fixture.codesub(&["apply", "--base", "HEAD"]).exits(0);
    assert!(fixture.read("codesub.yaml").contains("a.py::o#2"));
    fixture.codesub(&["accept", "--all"]).exits(0);
}

#[test]
fn lines_that_were_deleted_are_not_followed() {
    let fixture = Fixture::new();
    fixture.write("proxy.conf", (1..=20).map(|n| format!("line {n}\n")).collect::<String>());
    fixture.codesub(&["add", "proxy.conf:5-8", "--id", "gone"]).exits(0);
    fixture.codesub(&["add", "proxy.conf:7-12", "--id", "cut"]).exits(0);
    fixture.commit("base");
    fixture.write(
        "proxy.conf",
        (1..=20).filter(|n| !(5..=8).contains(n)).map(|n| format!("line {n}\n")).collect::<String>(),
    );
    let report = fixture.codesub(&["scan", "--json", "--base", "HEAD"]).json();
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["LINES cut", "LINES gone", "line_shift cut"]);
    // Of lines 7 to 12 the last four are left, four lines further up.
    let cut = &report["proposals"][0];
    assert_eq!((&cut["new_start"], &cut["new_end"]), (&json!(5), &json!(8)));
    assert!(report["triggers"][1]["details"]["now"].is_null(), "nothing is left of it");
}

#[test]
fn apply_accepts_no_inherited_change() {
    let fixture = Fixture::new();
    let code = |top: &str, value: usize| {
        format!("{top}class Base:\n    limit = {value}\n\n\nclass Order(Base):\n    number: int = 0\n")
    };
    fixture.write("shop.py", code("", 1));
    fixture.codesub(&["add", "shop.py::Order"]).exits(0);
    fixture.commit("base");
    fixture.write("shop.py", code("X = 1\n\n\n", 2));
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["AGGREGATE order", "line_shift order"]);
    fixture.codesub(&["apply", "--base", "HEAD"]).exits(0);
    assert_eq!(found(&fixture, &["--base", "HEAD"]), ["AGGREGATE order"]);
    fixture.codesub(&["accept", "order"]).exits(0);
    assert_eq!(found(&fixture, &["--base", "HEAD"]), Vec::<String>::new());
}

#[test]
fn explain_concludes_what_scan_reports() {
    let fixture = Fixture::new();
    let code = |open: usize, hidden: usize| format!("class Order:\n    number = {open}\n    _cache = {hidden}\n");
    fixture.write("shop.py", code(1, 1));
    fixture.codesub(&["add", "shop.py::Order", "--members"]).exits(0);
    fixture.commit("base");
    let verdict = || fixture.codesub(&["explain", "order", "--base", "HEAD", "--json"]).json()["verdict"].clone();
    fixture.write("shop.py", code(2, 1));
    assert_eq!(verdict(), "AGGREGATE: member_body_changed");
    fixture.write("shop.py", code(1, 2));
    assert_eq!(verdict(), "it changed, but nothing that this subscription listens to");
}
