//! `codesub index symbol`: constructs with their ids and how much refers to them.

use super::build::shop;

#[test]
fn finds_by_name_and_by_every_id_it_gave() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    let shown = fixture.codesub(&["index", "symbol", "total", "--json"]).exits(0).json();
    let matches = shown["matches"].as_array().expect("a list");
    let targets: Vec<&str> = matches.iter().filter_map(|found| found["target"].as_str()).collect();
    assert_eq!(targets, ["shop/orders.py::Order.total", "web/sum.ts::total"], "{shown}");
    assert_eq!(matches[1]["references"], serde_json::json!({"semantic": 0, "resolved": 2, "name_only": 0}));
    assert_eq!(
        (&matches[1]["kind"], &matches[1]["signature"]),
        (&"function".into(), &"(items: number[]) -> number".into())
    );
    for key in ["symbol_id", "scoped_id", "symbol_key", "entity_key", "target"] {
        let id = matches[0][key].as_str().unwrap_or_else(|| panic!("no {key}: {shown}"));
        let found = fixture.codesub(&["index", "symbol", id, "--json"]).exits(0).json();
        assert_eq!(found["matches"], serde_json::json!([matches[0]]), "{key}");
    }
    // The ids are those that `symbols` gives.
    let listed = fixture.codesub(&["symbols", "shop/orders.py", "--json"]).exits(0).stdout;
    for key in ["symbol_id", "symbol_key"] {
        assert!(listed.contains(matches[0][key].as_str().expect("an id")), "{key}");
    }
}

#[test]
fn a_name_that_nothing_has_leads_to_those_that_are_spelt_so() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    let near = "do you mean shop/prices.py::price_of";
    fixture.codesub(&["index", "symbol", "prise_of"]).exits(2).fails("no construct `prise_of`", near);
    fixture.codesub(&["index", "refs", "shop/prices.py::prise_of"]).exits(2).fails("no construct", near);
    fixture.codesub(&["index", "symbol", "total", "--limit", "0"]).exits(2).tells("nothing would be shown");
}

#[test]
fn is_narrowed_by_path_and_limit() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    let only = fixture.codesub_in("web", &["index", "symbol", "total", "--path", "sum.ts"]).exits(0);
    assert!(
        only.stdout.starts_with("web/sum.ts::total\n  kind        function\n  lines       1-3\n"),
        "{}",
        only.stdout
    );
    let first = fixture.codesub(&["index", "symbol", "total", "--limit", "1"]).exits(0).tells("1 more");
    assert!(!first.stdout.contains("web/sum.ts"), "{}", first.stdout);
    fixture
        .codesub(&["index", "symbol", "total", "--path", "README.md"])
        .exits(2)
        .fails("no construct `README.md::total`", "do you mean shop/orders.py::Order.total or web/sum.ts::total?");
}
