//! Large inputs that once hurt, or would: made here, because nobody wants to keep or read them.

use codesub::syntax::Language;

/// Each with the name of its target and what it is.
pub fn inputs() -> Vec<(&'static str, String, Vec<u8>)> {
    let mut inputs = lists();
    for language in Language::all() {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}"), ("a(", ")")] {
            let nested = format!("{}\nx = {}1{}\n", language.name(), open.repeat(800), close.repeat(800));
            inputs.push(("source", format!("{open} nested in {}", language.name()), nested.into_bytes()));
        }
        let wide = format!("{}\n{}", language.name(), "a, ".repeat(1_000));
        inputs.push(("source", format!("a wide line in {}", language.name()), wide.into_bytes()));
    }
    // A recursive walker overflows its stack below this.
    for (language, open, times) in [("python", "(", 100_000), ("json", "[", 20_000), ("java", "a<", 1_000)] {
        let path = if language == "json" { "x.json" } else { language };
        inputs.push((
            "source",
            format!("{times} times {open} in {language}"),
            format!("{path}\n{}", open.repeat(times)).into_bytes(),
        ));
    }
    inputs.push(("event", "nested JSON".into(), "[".repeat(200_000).into_bytes()));
    inputs.push(("lock", "nested JSON".into(), "{\"a\":".repeat(100_000).into_bytes()));
    inputs.push(("report", "nested JSON".into(), "{\"triggers\":[".repeat(50_000).into_bytes()));
    inputs.push(("target", "a long path".into(), format!("{}b.py::f", "a/".repeat(100_000)).into_bytes()));
    inputs.push(("target", "many parentheses".into(), format!("a.py::{}", "(".repeat(100_000)).into_bytes()));
    inputs.push(("pre_push", "a thousand refs".into(), {
        let (one, zero) = ("1".repeat(40), "0".repeat(40));
        (0..1_000)
            .map(|at| format!("refs/heads/b{at} {one} refs/heads/b{at} {zero}\n"))
            .collect::<String>()
            .into_bytes()
    }));
    inputs
}

fn lists() -> Vec<(&'static str, String, Vec<u8>)> {
    let mut bomb = String::from("version: 1\na0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..30 {
        let before = level - 1;
        bomb += &format!(
            "a{level}: &a{level} [*a{before}, *a{before}, *a{before}, *a{before}, *a{before}, *a{before}, *a{before}, *a{before}]\n"
        );
    }
    vec![
        ("list", "an alias bomb".into(), bomb.into_bytes()),
        (
            "list",
            "nested flow sequences".into(),
            format!("version: 1\nsubscriptions: {}", "[".repeat(50_000)).into_bytes(),
        ),
        (
            "list",
            "nested flow mappings".into(),
            format!("version: 1\nsubscriptions: {}", "{a: ".repeat(50_000)).into_bytes(),
        ),
        (
            "list",
            "nested block sequences".into(),
            format!("version: 1\nsubscriptions:\n{}", "- ".repeat(50_000)).into_bytes(),
        ),
        ("list", "many duplicate keys".into(), "version: 1\n".repeat(5_000).into_bytes()),
    ]
}
