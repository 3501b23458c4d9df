//! Triggers tell what refers to their construct (SPEC 12.5).

use serde_json::{Value, json};

use crate::repository::Fixture;

const LIST: &str = "version: 1\nsubscriptions:\n  - id: price\n    target: shop/prices.py::price_of\n  - id: order\n    \
                    target: shop/orders.py::Order\n    members: {}\n";

/// A function that two files use, once more inside of itself, and something else of that name.
fn shop() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write("codesub.yaml", LIST)
        .write("shop/__init__.py", "")
        .write(
            "shop/prices.py",
            "def price_of(item):\n    if item.parts:\n        return sum(price_of(part) for part in item.parts)\n    \
             return item.price\n",
        )
        .write(
            "shop/orders.py",
            "from shop.prices import price_of\n\n\nclass Order:\n    def total(self):\n        \
             return sum(price_of(item) for item in self.items)\n\n    def copy(self):\n        return Order()\n",
        )
        .write("shop/cart.py", "from shop.orders import Order\n\n\ndef cart():\n    return Order()\n")
        .write("shop/other.py", "def show(table):\n    return table.price_of(1)\n")
        .commit("start");
    fixture
}

fn references(fixture: &Fixture, id: &str) -> Value {
    let report = fixture.codesub(&["scan", "--base", "main", "--json"]).exits(0).json();
    let triggers = report["triggers"].as_array().expect("triggers");
    let trigger = triggers.iter().find(|trigger| trigger["subscription_id"] == id).expect("a trigger");
    trigger["details"]["references"].clone()
}

#[test]
fn places_are_counted_by_how_sure_they_are() {
    let fixture = shop();
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    let changed = fixture.read("shop/prices.py").replace("(item)", "(item, currency)");
    fixture.write("shop/prices.py", changed);
    assert_eq!(references(&fixture, "price"), Value::Null, "no index, no references");
    fixture.codesub(&["index", "build"]).exits(0);
    let expected = json!({
        "total": 3, "files": 2, "semantic": 0, "resolved": 2, "name_only": 1,
        "places": [
            {"path": "shop/orders.py", "line": 1, "certainty": "resolved"},
            {"path": "shop/orders.py", "line": 6, "certainty": "resolved"},
            {"path": "shop/other.py", "line": 2, "certainty": "name-only"},
        ],
    });
    assert_eq!(references(&fixture, "price"), expected, "not the recursion");

    // What is not committed counts as it is.
    fixture.write("shop/new.py", "from shop import prices\n\nCHEAP = prices.price_of\n").remove("shop/other.py");
    let now = references(&fixture, "price");
    assert_eq!((&now["total"], &now["resolved"], &now["name_only"]), (&3.into(), &3.into(), &0.into()), "{now}");
    fixture.commit("new");
    assert_eq!(references(&fixture, "price"), now, "the index is of another commit");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(references(&fixture, "price"), now);

    let text = fixture.codesub(&["scan", "--base", "main", "--verbose"]).exits(0);
    let text = text.prints("  used in 3 places in 2 files (3 resolved)\n").prints("    shop/orders.py:6\n");
    drop(text.prints("    shop/new.py:3\n"));
}

/// What is gone is still referred to, and that is what one wants to know.
#[test]
fn a_missing_construct_names_the_places_that_still_refer_to_it() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    for (what, change) in [("the file", None), ("the function", Some("TAX = 1\n"))] {
        match change {
            Some(text) => drop(fixture.write("shop/prices.py", text)),
            None => drop(fixture.remove("shop/prices.py")),
        }
        let told = references(&fixture, "price");
        assert_eq!(
            (&told["total"], &told["files"], &told["resolved"]),
            (&3.into(), &2.into(), &2.into()),
            "{what} {told}"
        );
        let run = fixture.codesub(&["scan", "--base", "main"]).exits(0).prints("still used in 3 places in 2 files");
        drop(run.prints("\n    shop/orders.py:"));
    }
    // Who stopped using it does not count.
    fixture.write("shop/orders.py", "class Order:\n    pass\n");
    let told = references(&fixture, "price");
    assert_eq!((&told["total"], &told["resolved"]), (&1.into(), &0.into()), "{told}");
    fixture.commit("gone");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(references(&fixture, "price"), told);
}

/// A class: its own methods are a part of it.
#[test]
fn what_stands_inside_of_a_construct_does_not_count() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    let changed = fixture.read("shop/orders.py").replace("sum(", "max(");
    fixture.write("shop/orders.py", changed);
    let told = references(&fixture, "order");
    assert_eq!((&told["total"], &told["files"]), (&2.into(), &1.into()), "{told}");
    assert!(told["places"].as_array().expect("places").iter().all(|it| it["path"] == "shop/cart.py"), "{told}");
}

/// Every format that people read says it.
#[test]
fn every_format_tells() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    fixture.remove("shop/prices.py");
    for format in ["text", "markdown", "html", "github", "sarif"] {
        let run = fixture.codesub(&["scan", "--base", "main", "--format", format]).exits(0);
        drop(run.prints("still used in 3 places in 2 files (2 resolved, 1 by name only)"));
    }
}

/// The tree that was indexed may be gone from the repository: then nothing is said of references.
#[test]
fn an_index_of_a_tree_that_is_gone_says_nothing() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["checkout", "--quiet", "-b", "work"]);
    fixture.remove("shop/prices.py");
    assert_ne!(references(&fixture, "price"), Value::Null);
    let facts = rusqlite::Connection::open(fixture.path(".git/codesub/index/facts.sqlite")).expect("a store");
    facts.execute("UPDATE repo_state SET tree = '0123456789012345678901234567890123456789'", []).expect("changed");
    drop(facts);
    let run = fixture.codesub(&["scan", "--base", "main", "--json"]).exits(0);
    assert_eq!((run.stderr.as_str(), &run.json()["triggers"][0]["details"]["references"]), ("", &Value::Null));
}
