//! Cost is that of the change, not of the repository or of the list (SPEC 5.2).

use std::fmt::Write as _;
use std::sync::LazyLock;

use crate::repository::Fixture;

const FILES: usize = 3000;
const CHANGED: usize = 10;

fn path(number: usize) -> String {
    format!("pkg{}/module{number}.py", number % 30)
}

fn code(number: usize, constant: usize) -> String {
    format!(
        "LIMIT = {number}\n\n\ndef work(value):\n    scaled = value * {constant} + {number}\n    return scaled - LIMIT\n"
    )
}

/// A list of the first `count` files; the written targets need no lock.
fn list(count: usize) -> String {
    let mut list = String::from("version: 1\nsubscriptions:\n");
    for number in 0..count {
        let _ = writeln!(list, "  - id: s{number}\n    target: {}::work", path(number));
    }
    list
}

/// Everything in one commit, ten files changed after it; made once.
fn repository() -> Fixture {
    static BUILT: LazyLock<Fixture> = LazyLock::new(|| {
        let fixture = Fixture::new();
        for number in 0..FILES {
            fixture.write(&path(number), code(number, 3));
        }
        fixture.write("codesub.yaml", list(FILES));
        fixture.commit("base");
        fixture
    });
    BUILT.copy()
}

fn stats(fixture: &Fixture, options: &[&str]) -> (usize, usize, usize, usize) {
    let report = fixture.codesub(&[&["scan", "--json"], options].concat()).exits(0).json();
    let number = |key: &str| report["stats"][key].as_u64().and_then(|n| usize::try_from(n).ok()).expect("a number");
    let triggers = report["triggers"].as_array().map_or(0, Vec::len);
    (number("subscriptions"), number("files_changed"), number("files_parsed"), triggers)
}

#[test]
fn parsed_files_are_those_of_the_change() {
    let fixture = repository();
    // Nothing changed: nothing is parsed.
    assert_eq!(stats(&fixture, &["--base", "HEAD"]), (FILES, 0, 0, 0));
    assert_eq!(stats(&fixture, &["--base", "HEAD", "--target", "HEAD"]), (FILES, 0, 0, 0));

    let change = || {
        for number in 0..CHANGED {
            fixture.write(&path(number * 7), code(number * 7, 4));
        }
    };
    change();
    let bound = 2 * CHANGED;
    let (subscriptions, changed, parsed, triggers) = stats(&fixture, &["--base", "HEAD"]);
    assert_eq!((subscriptions, changed, triggers), (FILES, CHANGED, CHANGED));
    assert!(parsed <= bound, "{parsed} files parsed for {CHANGED} changed ones, without a lock");

    // One subscription, by hand. Its old body may stand elsewhere in the diff, so all of that may be looked at.
    fixture.write("codesub.yaml", list(1));
    let (subscriptions, _, parsed, triggers) = stats(&fixture, &["--base", "HEAD"]);
    assert_eq!((subscriptions, triggers), (1, 1));
    assert!(parsed <= bound, "{parsed} files parsed for one subscription");

    // A function that is gone is searched for in the diff, not in the repository.
    fixture.write(&path(0), "LIMIT = 0\n");
    let (_, _, parsed, triggers) = stats(&fixture, &["--base", "HEAD"]);
    assert_eq!(triggers, 1);
    assert!(parsed <= bound, "{parsed} files parsed in a search");

    // Three thousand locked subscriptions.
    fixture.git(&["checkout", "--quiet", "."]);
    fixture.codesub(&["accept", "--all", "--quiet"]).exits(0);
    fixture.commit("locked");
    assert_eq!(stats(&fixture, &["--base", "HEAD"]), (FILES, 0, 0, 0));
    assert_eq!(stats(&fixture, &["--base", "HEAD", "--include-drift"]), (FILES, 0, 0, 0));
    change();
    let (subscriptions, changed, parsed, triggers) = stats(&fixture, &["--base", "HEAD"]);
    assert_eq!((subscriptions, changed, triggers), (FILES, CHANGED, CHANGED));
    assert!(parsed <= bound, "{parsed} files parsed for {CHANGED} changed ones, with a lock");
    fixture.commit("changed");
    let (_, _, parsed, triggers) = stats(&fixture, &["--base", "HEAD~1", "--target", "HEAD"]);
    assert_eq!(triggers, CHANGED);
    assert!(parsed <= bound, "{parsed} files parsed between two commits");
}

#[test]
fn files_that_only_call_what_moved_are_not_parsed() {
    let fixture = Fixture::new();
    let gather = "def gather(values, rate):\n    total = 0\n    for value in values:\n        total += value * rate\n    return total\n";
    let caller = |number: usize, when: &str| {
        format!(
            "from a import gather\n\n\ndef call_{number}(numbers):\n    return gather(numbers, {number})  # {when}\n"
        )
    };
    fixture.write("a.py", format!("LIMIT = 1\n\n\n{gather}")).write("c.py", "LEAST = 1\n");
    fixture.write("codesub.yaml", "version: 1\nsubscriptions:\n  - id: gather\n    target: a.py::gather\n");
    for number in 0..40 {
        fixture.write(&format!("b/b{number}.py"), caller(number, "then"));
    }
    fixture.commit("base");
    fixture.write("a.py", "LIMIT = 1\n").write("c.py", format!("LEAST = 1\n\n\n{gather}"));
    for number in 0..40 {
        fixture.write(&format!("b/b{number}.py"), caller(number, "now"));
    }
    // Both sides of the two files.
    assert_eq!(stats(&fixture, &["--base", "HEAD"]), (1, 42, 4, 0));
}

#[test]
fn many_subscriptions_on_one_file_parse_it_once() {
    let fixture = Fixture::new();
    let code = |constant: usize| -> String {
        (0..300).map(|n| format!("def f{n}(value):\n    return value * {constant} + {n}\n\n\n")).collect()
    };
    fixture.write("all.py", code(1));
    let mut list = String::from("version: 1\nsubscriptions:\n");
    for number in 0..300 {
        let _ = writeln!(list, "  - id: s{number}\n    target: all.py::f{number}");
    }
    fixture.write("codesub.yaml", list).commit("base");
    fixture.write("all.py", code(2));
    assert_eq!(stats(&fixture, &["--base", "HEAD"]), (300, 1, 2, 300));
}

#[test]
fn modules_that_import_everything_from_each_other_are_walked_once() {
    let fixture = Fixture::new();
    let stars: String = (0..12).map(|other| format!("from .m{other} import *\n")).collect();
    for number in 0..12 {
        fixture.write(&format!("pkg/m{number}.py"), &stars);
    }
    let class = |value: usize| format!("from .m0 import *\n\n\nclass Order(Nowhere):\n    limit = {value}\n");
    fixture.write("pkg/order.py", class(1));
    fixture.write("codesub.yaml", "version: 1\nsubscriptions:\n  - { id: order, target: 'pkg/order.py::Order' }\n");
    fixture.commit("base");
    // Along every path between them it would be twelve to the power of eight.
    fixture.write("pkg/order.py", class(2));
    assert_eq!(stats(&fixture, &["--base", "HEAD"]).3, 1);
}

#[test]
fn unlocked_functions_of_a_file_outside_the_diff_parse_it_at_most_once() {
    let fixture = Fixture::new();
    fixture.write("all.py", (0..40).map(|n| format!("def f{n}():\n    return {n}\n\n\n")).collect::<String>());
    let mut list = String::from("version: 1\nsubscriptions:\n");
    for number in 0..40 {
        let _ = writeln!(list, "  - id: s{number}\n    target: all.py::f{number}");
    }
    fixture.write("codesub.yaml", list).write("other.py", "x = 1\n").commit("base");
    fixture.write("other.py", "x = 2\n");
    assert_eq!(stats(&fixture, &["--base", "HEAD"]), (40, 1, 1, 0));
}

#[test]
fn stats_are_told_beside_the_report() {
    let fixture = Fixture::new();
    fixture.write("pkg0/module0.py", code(0, 3)).write("codesub.yaml", list(1));
    fixture.commit("base");
    fixture.write("pkg0/module0.py", code(0, 4));
    let plain = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0);
    assert_eq!(plain.stderr, "");
    let told = fixture.codesub(&["scan", "--base", "HEAD", "--json", "--stats"]).exits(0);
    assert_eq!(told.stdout, plain.stdout);
    let parsed = &plain.json()["stats"]["files_parsed"];
    let (work, memory) = told.stderr.split_once(" parsed").expect("the work in one line");
    assert_eq!(work, format!("1 subscriptions, 1 files changed, {parsed}"));
    if cfg!(target_os = "linux") {
        let memory = memory.strip_prefix(", peak memory ").and_then(|rest| rest.strip_suffix(" MB\n"));
        let megabytes: f64 = memory.expect("the memory").parse().expect("a number");
        assert!((1.0..1000.0).contains(&megabytes), "{megabytes} MB");
    } else {
        assert_eq!(memory, "\n");
    }
}
