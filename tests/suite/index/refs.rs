//! `codesub index refs`: who uses a construct.

use super::build::shop;

#[test]
fn lists_places_with_their_certainty_and_counts_them() {
    let fixture = shop();
    fixture.write("tools/report.py", "def report(thing):\n    return thing.total()\n").commit("more");
    fixture.codesub(&["index", "build"]).exits(0);
    let shown = fixture.codesub(&["index", "refs", "price_of", "--json"]).exits(0).json();
    assert_eq!(shown["symbol"]["target"], "shop/prices.py::price_of", "{shown}");
    assert_eq!(shown["counts"], serde_json::json!({"semantic": 0, "resolved": 2, "name_only": 0}), "{shown}");
    assert_eq!((&shown["files"], &shown["more"]), (&1.into(), &0.into()));
    let call = &shown["references"][1];
    let expected = serde_json::json!({
        "path": "shop/orders.py", "line": 9, "start_column": 19, "end_column": 27,
        "role": "call", "within": "Order.total", "certainty": "resolved",
    });
    assert_eq!(*call, expected);

    let text = fixture.codesub(&["index", "refs", "shop/orders.py::Order.total"]).exits(0);
    assert_eq!(
        text.stdout,
        "shop/orders.py::Order.total: 1 (1 name-only) in 1 file\n  name-only  tools/report.py:2  call  in report\n"
    );
    let again = fixture.codesub(&["index", "refs", "shop/orders.py::Order.total"]).exits(0);
    assert_eq!(text.stdout, again.stdout);
}

#[test]
fn a_name_of_several_constructs_is_not_guessed_at() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture
        .codesub(&["index", "refs", "total"])
        .exits(2)
        .fails("`total` may mean 2 constructs", "shop/orders.py::Order.total, web/sum.ts::total");
    fixture.codesub(&["index", "refs", "nothing"]).exits(2).fails("the index has no construct `nothing`", "search");
    fixture.codesub(&["index", "refs", "scip:x y z"]).exits(2).fails("the index has no construct", "refresh");
}

/// The index is of the commit that was checked out when it was made, and says so.
#[test]
fn says_when_the_commit_is_another_one() {
    let fixture = shop();
    fixture.codesub(&["index", "refs", "price_of"]).exits(2).fails("no index yet", "codesub index build");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.write("shop/more.py", "from .prices import price_of\n").commit("more");
    fixture.codesub(&["index", "refs", "price_of"]).exits(0).tells("Next: codesub index refresh");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let run = fixture.codesub(&["index", "refs", "price_of"]).exits(0).prints("shop/more.py:1");
    assert_eq!(run.stderr, "");
}
