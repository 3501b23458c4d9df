//! Builds and refreshes: what they cost, and that it does not matter how the facts came about.

use super::facts::{assert_same, facts, open};
use crate::repository::Fixture;

/// A repository with a few files of several languages that depend on each other.
pub fn shop() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write("shop/__init__.py", "from .orders import Order\n")
        .write(
            "shop/orders.py",
            "from shop.prices import price_of, TAX\n\n\nclass Order:\n    def __init__(self, items):\n        \
             self.items = items\n\n    def total(self):\n        return sum(price_of(item) for item in self.items) * TAX\n",
        )
        .write("shop/prices.py", "TAX = 1.19\n\n\ndef price_of(item):\n    return item['price']\n")
        .write("web/cart.ts", "import { total } from './sum';\n\nexport function cart(items: number[]) {\n  return total(items);\n}\n")
        .write("web/sum.ts", "export function total(items: number[]): number {\n  return items.length;\n}\n")
        .write("README.md", "# Shop\n\nPrices include the tax.\n")
        .write("logo.bin", b"\0\x01\x02")
        .write("shop/frozen.py", b"\0\x01\x02")
        .commit("start");
    fixture
}

/// SPEC 12.1: nothing unchanged is parsed again, whatever branch it is on.
#[test]
fn a_refresh_costs_what_changed() {
    let fixture = shop();
    let built = fixture.codesub(&["index", "build", "--json"]).exits(0).json();
    assert_eq!((&built["files"], &built["parsed"], &built["changed"]), (&8.into(), &5.into(), &8.into()), "{built}");
    let skipped = built["skipped"].as_array().expect("a list");
    assert_eq!((skipped.len(), &skipped[0]["path"]), (1, &"shop/frozen.py".into()), "pictures are not told: {built}");
    let seen: f64 = open(&fixture)
        .query_row("SELECT last_seen_index_mtime FROM repo_state", [], |row| row.get(0))
        .expect("when git's index was written");
    assert!(seen > 1e9, "{seen}");

    let again = fixture.codesub(&["index", "refresh", "--json"]).exits(0).json();
    assert_eq!((&again["parsed"], &again["changed"], &again["build"]), (&0.into(), &0.into(), &built["build"]));

    fixture.write("shop/prices.py", "TAX = 1.07\n").git(&["checkout", "-qb", "other"]);
    fixture.remove("web/sum.ts").commit("other prices");
    let other = fixture.codesub(&["index", "refresh", "--json"]).exits(0).json();
    assert_eq!((&other["parsed"], &other["changed"], &other["removed"]), (&1.into(), &1.into(), &1.into()), "{other}");

    fixture.git(&["checkout", "-q", "main"]);
    let back = fixture.codesub(&["index", "refresh", "--json"]).exits(0).json();
    assert_eq!((&back["parsed"], &back["changed"]), (&0.into(), &2.into()), "both were seen before: {back}");
}

/// However the facts came about, they are those of a build from nothing.
#[test]
fn every_way_leads_to_the_same_facts() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture
        .write(
            "shop/prices.py",
            "import decimal\n\nTAX = decimal.Decimal('1.07')\n\n\ndef price_of(item, currency):\n    return 1\n",
        )
        .remove("web/sum.ts")
        .write("web/total.ts", "export const total = (items: number[]) => 0;\n")
        .write("shop/order_lines.py", "class Line:\n    pass\n")
        .write("shop/order/lines.py", "class Line:\n    pass\n")
        .commit("much");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let refreshed = facts(&fixture);
    assert!(refreshed.iter().any(|fact| fact.contains("Decimal")), "{refreshed:#?}");
    fixture.codesub(&["index", "build"]).exits(0);
    assert_same(&facts(&fixture), &refreshed, "built again");
    fixture.codesub(&["index", "build", "--from-nothing"]).exits(0);
    assert_same(&facts(&fixture), &refreshed, "built from nothing");
}

/// A file that cannot be read is nothing that another can depend on, and one that can be again is.
#[test]
fn edges_follow_files_that_become_readable_or_cease_to_be() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    let edge = "edge: shop/orders.py | shop/prices.py";
    let before = facts(&fixture);
    assert!(before.iter().any(|fact| fact.starts_with(edge)), "{before:#?}");

    let source = fixture.read("shop/prices.py");
    fixture.write("shop/prices.py", b"\0binary").commit("no longer text");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let without = facts(&fixture);
    assert!(!without.iter().any(|fact| fact.starts_with(edge)), "{without:#?}");

    fixture.write("shop/prices.py", source).commit("text again");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_same(&facts(&fixture), &before, "text again");
}

/// Two trees may differ where no file does, as by a mode. The state is of the commit that is checked out all the same.
#[test]
fn a_commit_that_changes_no_file_can_be_left_again() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["update-index", "--chmod=+x", "shop/prices.py"]);
    fixture.git(&["commit", "-qm", "a mode"]);
    let modes = fixture.codesub(&["index", "refresh", "--json"]).exits(0).json();
    fixture.git(&["checkout", "-qf", "HEAD~1"]);
    let back = fixture.codesub(&["index", "refresh", "--json"]).exits(0).json();
    assert_ne!(modes["tree"], back["tree"]);
    let status = fixture.codesub(&["index", "status", "--json"]).exits(0).json();
    assert_eq!((&status["current"], &status["tree"]), (&true.into(), &back["tree"]), "{status}");
    assert_eq!(status["build"], back["build"], "the last build is what the state is of");
}

/// SPEC §10: entity keys last while a construct is edited in its place, and are born with the commit.
#[test]
fn entity_keys_outlive_edits() {
    let fixture = shop();
    let keys = || -> Vec<String> {
        let connection = open(&fixture);
        let mut statement = connection
            .prepare("SELECT entity_key FROM symbols WHERE layer = 'syntactic' ORDER BY entity_key")
            .expect("a query");
        let rows = statement.query_map([], |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("keys")
    };
    fixture.codesub(&["index", "build"]).exits(0);
    let before = keys();
    let price = |keys: &[String]| keys.iter().find(|key| key.contains(":price_of:")).cloned();
    assert!(price(&before).is_some_and(|key| key.starts_with("python:fn:price_of:__shop_prices_py:T")), "{before:?}");

    fixture.write("shop/prices.py", "TAX = 1.19\nRATE = 2\n\n\ndef price_of(item):\n    return item['price'] * RATE\n");
    fixture.commit("edited");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let after = keys();
    assert_eq!(price(&before), price(&after), "edited in its place");
    assert_eq!(after.len(), before.len() + 1);
    assert!(before.iter().all(|key| after.contains(key)), "{after:?}");

    // Two paths with one slug.
    fixture.write("shop/a_b.py", "def f(): pass\n").write("shop/a/b.py", "def f(): pass\n").commit("slugs");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let mut all = keys();
    let count = all.len();
    all.dedup();
    assert_eq!(all.len(), count, "no two are equal: {all:?}");
}

/// Each worktree has facts of its own tree, and they share what was parsed.
#[test]
fn worktrees_share_contents() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["worktree", "add", "-q", "-b", "side", "side"]);
    fixture.write("side/shop/prices.py", "TAX = 0\n");
    fixture.git(&["-C", "side", "commit", "-qam", "no tax"]);
    fixture.codesub_in("side", &["index", "status"]).exits(2).tells("index build");
    let built = fixture.codesub_in("side", &["index", "build", "--json"]).exits(0).json();
    assert_eq!((&built["files"], &built["parsed"]), (&8.into(), &1.into()), "{built}");
    let main = fixture.codesub(&["index", "status", "--json"]).exits(0).json();
    let side = fixture.codesub_in("side", &["index", "status", "--json"]).exits(0).json();
    assert_eq!((&main["current"], &side["current"]), (&true.into(), &true.into()));
    assert_ne!(main["tree"], side["tree"]);

    // A worktree that is gone is forgotten with the next build.
    fixture.git(&["worktree", "remove", "--force", "side"]);
    fixture.codesub(&["index", "build"]).exits(0);
    let left: i64 = open(&fixture).query_row("SELECT count(*) FROM repo_state", [], |row| row.get(0)).expect("a count");
    assert_eq!(left, 1);
}

#[test]
fn says_what_to_do() {
    let fixture = Fixture::new();
    fixture.refuses(&["index", "status"], 2, "no index yet", "codesub index build");
    fixture.refuses(&["index", "build"], 2, "no commit yet", "commit something first");
    fixture.write("a.py", "x = 1\n").commit("start");
    fixture.codesub(&["index", "build"]).exits(0).prints("1 files, 1 changed, 1 parsed (build:1)");
    fixture.codesub(&["index", "status"]).exits(0).prints("1 (1 python)");
    fixture.write("a.py", "x = 2\n").commit("more");
    fixture
        .codesub(&["index", "status"])
        .exits(0)
        .tells("HEAD has moved since the index was made. Next: codesub index refresh");
}
