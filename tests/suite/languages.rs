//! Every language of the table is whole: it has a query, its cases, and a section in docs/languages.md whose example is
//! what codesub prints. And no search goes from one language to another (SPEC 5.5).

use std::fs;
use std::path::Path;

use codesub::syntax::Language;

use crate::docs::Document;
use crate::repository::Fixture;

const PAGE: &str = "docs/languages.md";

/// What every language shows in `tests/languages/<language>/cases/`.
const CASES: [&str; 4] = ["content-changed", "interface-changed", "moved", "renamed"];

#[test]
fn every_language_has_a_query_and_its_cases() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for language in Language::all() {
        let folder = root.join("tests/languages").join(language.name());
        for case in CASES {
            let expected = folder.join("cases").join(case).join("expected");
            let text = fs::read_to_string(&expected).unwrap_or_default();
            assert!(!text.is_empty(), "{} is missing or empty", expected.display());
        }
        let row = root.join("src/syntax/languages").join(language.name()).with_extension("rs");
        let row = fs::read_to_string(&row).unwrap_or_else(|error| panic!("{}: {error}", row.display()));
        let query = row.split("include_str!(\"").nth(1).and_then(|rest| rest.split('"').next());
        let query = query.unwrap_or_else(|| panic!("the row of {} names no query", language.name()));
        let text = fs::read_to_string(root.join("src/syntax/languages").join(query)).expect("a query");
        assert!(text.contains("@definition."), "{query} defines nothing");
    }
    for entry in fs::read_dir(root.join("tests/languages")).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(!entry.path().is_dir() || Language::by_name(&name).is_some(), "there is no language called {name}");
    }
}

#[test]
fn every_language_is_documented_with_an_example() {
    let page = Document::read(PAGE);
    let blocks = page.blocks();
    for language in Language::all() {
        let (name, title) = (language.name(), language.title());
        assert!(page.text.contains(&format!("\n## {title}\n")), "{PAGE} has no section on {title}");
        let at = blocks.iter().position(|block| block.info == name);
        let at = at.unwrap_or_else(|| panic!("{PAGE} has no example in {name}"));
        let shown = blocks.get(at + 1).filter(|block| block.info == "text");
        let shown = shown.unwrap_or_else(|| panic!("{PAGE} does not say what the example in {name} holds"));
        let fixture = Fixture::new();
        let file = format!("example.{}", language.extensions()[0]);
        fixture.write(&file, blocks[at].text());
        let printed = fixture.codesub(&["symbols", &file]).exits(0).stdout;
        assert_eq!(printed, shown.text(), "the example in {name}");
    }
}

#[test]
fn what_is_listed_is_what_there_is() {
    let listed = Fixture::new().codesub(&["languages", "--json"]).exits(0).json();
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    let all: Vec<&str> = Language::all().map(Language::name).collect();
    assert_eq!(names, all);
    let java = listed.as_array().unwrap().iter().find(|row| row["name"] == "java").expect("Java");
    assert_eq!(java["overloads"], true);
    assert_eq!(java["inheritance"], "imports");
    let text = Fixture::new().codesub(&["languages"]).exits(0).stdout;
    for language in Language::all() {
        assert!(text.contains(language.title()), "{text}");
    }
}

const FUNCTION: &str =
    "function total(items) {\n  return items.map((item) => item.price * item.count).reduce((a, b) => a + b, 0);\n}\n";

/// A file is renamed from one language of a family to another: its constructs are looked for in it.
#[test]
fn a_renamed_file_may_change_its_language_within_the_family() {
    let fixture = Fixture::new();
    fixture.write("cart.js", format!("{FUNCTION}\nfunction other() {{\n  return 1;\n}}\n"));
    fixture.codesub(&["add", "cart.js::total", "--id", "total"]).exits(0);
    fixture.commit("one");
    fixture.git(&["mv", "cart.js", "cart.ts"]);
    let scan = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0).json();
    assert_eq!(scan["triggers"].as_array().unwrap().len(), 0, "{scan}");
    assert_eq!(scan["proposals"][0]["reasons"][0], "rename", "{scan}");
    // Under another name, in the renamed file.
    fixture.write("cart.ts", fixture.read("cart.ts").replace("total", "sum"));
    let scan = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0).json();
    assert_eq!(scan["proposals"][0]["new_qualname"], "sum", "{scan}");
}

/// Into a file of another language nothing moves, however much the code looks the same.
#[test]
fn no_search_crosses_languages() {
    let go = "func total(items []int) int {\n\tsum := 0\n\tfor _, item := range items {\n\t\tsum += item * 2\n\t}\n\treturn sum\n}\n";
    for (from, to, source) in [
        ("cart.js", "other.ts", FUNCTION.to_owned()),
        ("cart.js", "other.py", FUNCTION.to_owned()),
        ("cart.c", "other.cpp", "int total(int a, int b) {\n  return a * b + a * a + b * b + 17;\n}\n".to_owned()),
        ("cart.go", "other.rs", format!("package cart\n\n{go}")),
    ] {
        let fixture = Fixture::new();
        let name = Path::new(from).file_stem().unwrap().to_str().unwrap();
        fixture.write(from, &source).write("list", name);
        fixture.codesub(&["add", &format!("{from}::total"), "--id", "total"]).exits(0);
        fixture.commit("one");
        let rest = if from.ends_with(".go") { "package cart\n" } else { "" };
        fixture.write(from, rest).write(to, &source);
        let scan = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0).json();
        assert_eq!(scan["triggers"][0]["change_type"], "MISSING", "{from} to {to}: {scan}");
        assert_eq!(scan["proposals"].as_array().unwrap().len(), 0, "{from} to {to}: {scan}");
    }
}

/// TypeScript has two grammars, and is one language.
#[test]
fn code_moves_between_the_grammars_of_one_language() {
    let fixture = Fixture::new();
    fixture.write("cart.tsx", FUNCTION);
    fixture.codesub(&["add", "cart.tsx::total", "--id", "total"]).exits(0);
    fixture.commit("one");
    fixture.write("cart.tsx", "").write("total.ts", FUNCTION);
    let scan = fixture.codesub(&["scan", "--base", "HEAD", "--json"]).exits(0).json();
    assert_eq!(scan["proposals"][0]["new_path"], "total.ts", "{scan}");
    assert_eq!(scan["triggers"].as_array().unwrap().len(), 0, "{scan}");
}
