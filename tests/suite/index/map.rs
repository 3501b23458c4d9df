//! `codesub index map`: what is most used.

use super::build::shop;

#[test]
fn shows_the_most_important_by_file_within_the_budget() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    let whole = fixture.codesub(&["index", "map"]).exits(0);
    for line in ["shop/prices.py\n", "      4 function price_of(item)\n", "      1 variable TAX\n", "web/sum.ts\n"] {
        assert!(whole.stdout.contains(line), "no {line:?} in\n{}", whole.stdout);
    }
    assert_eq!(whole.stderr, "", "all of it fits");
    assert_eq!(fixture.codesub(&["index", "map"]).exits(0).stdout, whole.stdout);

    let budget = (whole.stdout.len() / 2).to_string();
    let cut = fixture.codesub(&["index", "map", "--budget", &budget]).exits(0).tells("more are referred to");
    assert!(cut.stdout.len() <= whole.stdout.len() / 2 && !cut.stdout.is_empty(), "{}", cut.stdout);
    assert!(cut.stdout.ends_with('\n') && cut.stdout.lines().all(|line| whole.stdout.contains(line)));

    let below = fixture.codesub_in("web", &["index", "map", ".", "--json"]).exits(0).json();
    let files: Vec<&str> =
        below["files"].as_array().expect("files").iter().filter_map(|file| file["path"].as_str()).collect();
    assert_eq!(files, ["web/sum.ts"], "{below}");
    let symbol = &below["files"][0]["symbols"][0];
    assert_eq!((&symbol["target"], &symbol["weight"]), (&"web/sum.ts::total".into(), &2.0.into()), "{below}");
    assert!(symbol["rank"].as_f64().is_some_and(|rank| rank > 0.0 && rank < 1.0));
    fixture.codesub(&["index", "map", "nowhere"]).exits(2).fails("nothing below nowhere is referred to", "status");
}
