//! Files in which everything stands verbatim are parsed around it, and nothing is found out otherwise for that (SPEC 5.2).

use std::fmt::Write as _;

use codesub::detect::{self, FileChanges, Input, View as _};
use codesub::git::Repository;
use codesub::report::Report;
use codesub::scan::{self, Reading, Request, TargetRevision};
use codesub::snapshot::{Outlines, Snapshot};

use crate::repository::Fixture;

const SHOP: &str = "import os\n\nRATE = 0.2\n\n\ndef total(cart, tax=RATE):\n    \"\"\"What it costs.\"\"\"\n    \
                    amount = sum(item.price for item in cart)\n    if amount > 100:\n        amount -= 5\n    \
                    return amount * (1 + tax)\n\n\ndef show(cart):\n    print(cart)\n    print(total(cart))\n    return None\n\n\n\
                    class Cart:\n    limit: int = 3\n\n    def __init__(self, owner):\n        self.owner = owner\n        \
                    self.items = []\n\n    def add(self, item):\n        # As long as there is room.\n        \
                    if len(self.items) < self.limit:\n            self.items.append(item)\n        return self\n\n    \
                    def size(self):\n        count = len(self.items)\n        return count + 0\n\n\nclass Large(Cart):\n    \
                    limit = 300\n\n    def size(self):\n        count = len(self.items)\n        return count * 2\n";

/// A repository with the shop, subscriptions to these parts of it, and a lock.
fn accepted(source: &str, targets: &[&str], more: &str) -> Fixture {
    let fixture = Fixture::new();
    let mut list = String::from("version: 1\nsubscriptions:\n");
    for (number, target) in targets.iter().enumerate() {
        let _ = writeln!(list, "  - id: s{number}\n    target: shop.py::{target}{more}");
    }
    fixture.write("shop.py", source).write("codesub.yaml", list);
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("base");
    fixture
}

fn request(everywhere: bool) -> Request {
    let (base, target) = (Some("HEAD~1".to_owned()), TargetRevision::Named("HEAD".to_owned()));
    Request { base, target, everywhere, ..Request::default() }
}

fn report(fixture: &Fixture, everywhere: bool) -> Report {
    let repository = Repository::open(fixture.root()).expect("the repository");
    codesub::scan(&repository, &request(everywhere)).expect("a scan").report
}

/// Whether the last commit's version of a file was parsed around what stands in it verbatim.
fn is_passed_over(fixture: &Fixture, path: &str) -> bool {
    let repository = Repository::open(fixture.root()).expect("the repository");
    let request = request(false);
    let mut reading = Reading::new(&repository);
    let sides = scan::sides(&repository, &request, &mut reading).expect("two commits");
    let watched = scan::lists(&repository, &request, &sides, &mut reading).expect("a list").watched();
    let changes = repository.changes(&sides.base, &sides.target).expect("changes");
    let outlines = Outlines::default();
    let (before, after) =
        (Snapshot::new(&repository, &sides.base, &outlines), Snapshot::new(&repository, &sides.target, &outlines));
    let verdicts = detect::detect(&Input {
        watched: &watched,
        changes: &FileChanges::new(&changes),
        before: &before,
        after: &after,
        include_drift: false,
        explain: None,
        everywhere: false,
    });
    assert_eq!(verdicts.len(), watched.len());
    after.standing(path).is_some()
}

/// Commits that version of the shop; says whether it was parsed around what stands there, and how many findings there are.
fn after(fixture: &Fixture, text: &str) -> (bool, usize) {
    fixture.write("shop.py", text);
    fixture.commit("edited");
    let [passed_over, whole] = [false, true].map(|everywhere| report(fixture, everywhere));
    assert_eq!(format!("{passed_over:#?}"), format!("{whole:#?}"), "{text}");
    let result = (is_passed_over(fixture, "shop.py"), whole.triggers.len() + whole.proposals.len());
    fixture.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    result
}

#[test]
fn what_stands_verbatim_is_not_parsed_again() {
    let fixture = accepted(SHOP, &["total", "Cart", "Cart.add", "RATE"], "");
    let moved = SHOP.replace("import os\n", "import os\nimport re\n");
    assert_eq!(after(&fixture, &moved), (true, 4), "four lines have shifted");
    assert_eq!(after(&fixture, &SHOP.replace("return None", "return 1")), (true, 0), "nobody watches it");
    let with_its_members = accepted(SHOP, &["total", "Cart", "Cart.size", "Cart.limit", "Cart.owner"], "");
    assert_eq!(after(&with_its_members, &moved), (true, 5));
    // Renamed files, and other line breaks at the end.
    fixture.git(&["mv", "shop.py", "store.py"]);
    fixture.write("store.py", &moved);
    fixture.commit("renamed");
    assert!(is_passed_over(&fixture, "store.py"));
    let [passed_over, whole] = [false, true].map(|everywhere| format!("{:#?}", report(&fixture, everywhere)));
    assert_eq!(passed_over, whole);
}

#[test]
fn what_changed_or_may_have_is_parsed() {
    let fixture = accepted(SHOP, &["total", "Cart", "Cart.add", "RATE"], "");
    for (from, to, expected) in [
        ("amount -= 5", "amount -= 6", (false, 1)),
        ("RATE = 0.2", "RATE = 0.3", (false, 1)),
        ("count + 0", "count", (false, 1)),
        ("return amount * (1 + tax)\n", "return amount * (1 + tax)\n    print(amount)\n", (false, 4)),
        ("return amount * (1 + tax)\n", "return amount * (1 + tax)\n  # Done.\n", (true, 2)),
        ("def total", "@cached\ndef total", (false, 4)),
        ("def total", "if os:\n  x = 1\ndef total", (true, 3)),
        ("def total", "if os:\n  x = (\ndef total", (false, 3)),
        ("def total", "text = '''\ndef total", (false, 3)),
        ("def show", "def total(cart):\n    return 0\n\n\ndef show", (true, 2)),
        ("class Cart:", "class Cart(dict):", (false, 1)),
        // What such a comment does to the function is not said by the function's lines.
        ("    return amount * (1 + tax)\n", "    return amount * (1 + tax)\n    # Done.\rprint(amount)\n", (false, 4)),
        ("import os\n", "# coding: utf-7\n", (false, 4)),
    ] {
        let text = SHOP.replacen(from, to, 1);
        assert_ne!(text, SHOP);
        assert_eq!(after(&fixture, &text), expected, "{to}");
    }
}

#[test]
fn where_the_lock_does_not_tell_all_the_file_is_parsed() {
    let moved = format!("import re\n{SHOP}");
    // By member, and with bases, more than the construct is looked at.
    let by_member = accepted(SHOP, &["Cart"], "\n    members: {}");
    assert!(!after(&by_member, &moved).0);
    let with_bases = accepted(SHOP, &["total", "Large"], "");
    assert!(!after(&with_bases, &moved).0);
    // A line of a large file is found soonest by parsing it.
    let small = accepted(SHOP, &["RATE", "Cart.limit"], "");
    assert!(!after(&small, &moved).0);
    // Twice the same text: the first may be another one than that which is subscribed to.
    let add = &SHOP[SHOP.find("    def add").expect("there")..SHOP.find("\n    def size").expect("there")];
    let twice = SHOP.replace("    def size(self):\n        count = len(self.items)\n        return count * 2\n", add);
    let moved_twice = format!("import re\n{twice}");
    for class in ["Cart", "Large"] {
        let fixture = accepted(&twice, &["total", "show", &format!("{class}.add")], "");
        assert_eq!(after(&fixture, &moved_twice), (class == "Cart", 3));
        let edited =
            |from: usize| [&moved_twice[..from], &moved_twice[from..].replacen("self.limit:", "2:", 1)].concat();
        let second = moved_twice.find("class Large").expect("there");
        let counts = [edited(0), edited(second)].map(|text| after(&fixture, &text).1);
        assert_eq!(counts, if class == "Cart" { [4, 3] } else { [3, 4] }, "one of the two changed");
    }
    // In another order.
    let (total, show) = (SHOP.find("def total").expect("there"), SHOP.find("def show").expect("there"));
    let class = SHOP.find("class Cart").expect("there");
    let turned = [&SHOP[..total], &SHOP[show..class], &SHOP[total..show], &SHOP[class..]].concat();
    assert_eq!(after(&accepted(SHOP, &["total", "show"], ""), &turned), (true, 2));
    // Where the parser gives up in a construct, it goes by what is around.
    let broken = SHOP.replace("amount -= 5", "amount -= = 5");
    let accepted_broken = accepted(&broken, &["total", "Cart"], "");
    assert!(accepted_broken.read("codesub.lock").contains("\"has_parse_error\": true"));
    assert!(!after(&accepted_broken, &format!("import re\n{broken}")).0);
    // So deep that a scanner may no longer know how deep.
    let deep = accepted(SHOP, &["total", "Cart"], "");
    assert!(!after(&deep, &format!("x = (\n{}1)\n{SHOP}", " ".repeat(256))).0);
    // Accepted as something else.
    let other = accepted(SHOP, &["total", "Cart"], "");
    other.write("codesub.lock", other.read("codesub.lock").replace("\"python\"", "\"ruby\""));
    other.commit("another language");
    assert!(!after(&other, &moved).0);
    // The base is not what was accepted.
    let drifted = accepted(SHOP, &["total", "Cart"], "");
    drifted.write("shop.py", SHOP.replace("print(cart)", "print(len(cart))"));
    drifted.commit("drifted");
    assert!(!after(&drifted, &moved).0);
    // Without a lock entry nothing was accepted.
    let unlocked = accepted(SHOP, &["total", "Cart"], "");
    unlocked.remove("codesub.lock");
    unlocked.commit("no lock");
    assert!(!after(&unlocked, &moved).0);
}

/// In a small diff in which something is gone every file is searched, so none is parsed twice.
#[test]
fn a_file_that_will_be_searched_is_parsed_once() {
    let fixture = accepted(SHOP, &["total", "Cart"], "");
    fixture.write("other.py", SHOP);
    let list = fixture.read("codesub.yaml");
    fixture.write("codesub.yaml", format!("{list}  - id: other\n    target: other.py::total\n"));
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("both");
    fixture.write("shop.py", format!("import re\n{SHOP}"));
    fixture.write("other.py", SHOP.replace("def total", "def sum_of"));
    fixture.commit("one is gone");
    assert!(!is_passed_over(&fixture, "shop.py"));
    let [some, all] = [false, true].map(|everywhere| format!("{:#?}", report(&fixture, everywhere)));
    assert_eq!(some, all);
}

/// What a text seems to say where it is not code, or not the code that is subscribed to.
#[test]
fn a_text_that_stands_somewhere_else_vouches_for_nothing() {
    let total = &SHOP[SHOP.find("def total").expect("there")..SHOP.find("\n\ndef show").expect("there")];
    let pasted = SHOP.replacen("\"\"\"What it costs.\"\"\"", &format!("\"\"\"What it costs.\n{total}"), 1);
    assert!(!after(&accepted(SHOP, &["total", "Cart"], ""), &pasted).0);

    // `f` changed; what it was stands in a string, and so does what `s` was, while `s` does something else.
    let [f, s] =
        ["def f(a):\n    b = a + 1\n    # \"\"\"\n    return b + 1111111111\n", "def s(a):\n    return a + 1\n"];
    let base = format!("{f}\n\n{s}");
    let target = format!(
        "{}\n\ndef hidden(b):\n    x = \"\"\"\n{f}\n\ndef s(a):\n    return evil(a)\n\n\nt = \"\"\"\n{s}# \"\"\"\n",
        f.replace("b = a + 1\n", "b = a + 1\n    # More.\n")
    );
    let (is_passed_over, findings) = after(&accepted(&base, &["f", "s"], ""), &target);
    assert!(!is_passed_over && findings > 0);

    // The reader of bodies must not take for a method what stands in a string.
    let fields = "class A:\n    def g(self):\n        return 1111111111 + self.limit\n\n    def h(self):\n        \
                  x = 'aaaaaaaaaaaaaaaaaa' + f'''{'''\n    def g(self):\n        return 1\n    '''}'''\n        return x\n";
    assert_eq!(after(&accepted(fields, &["A", "A.g"], ""), &format!("import os\n{fields}")).1, 2);
}
