//! Mentions: what the names of `tests/languages/LANGUAGE/mentions.EXT` stand for, and what holds for every source.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::super::{Language, Mention, Outline, Use, outline, outline_and_mentions};
use super::languages::{all, source};

/// Each line of a source, and below it the mentions on it.
fn shown(source: &str, outline: &Outline, mentions: &[Mention]) -> String {
    let mut shown = String::new();
    let mut mentions = mentions.iter().peekable();
    for (text, line) in source.lines().zip(1..) {
        writeln!(shown, "{text}").expect("writing to a string");
        while let Some(mention) = mentions.next_if(|mention| mention.line == line) {
            let purpose = format!("{:?}", mention.purpose).to_lowercase();
            let qualifier = match mention.qualifier.as_deref() {
                Some("") => "?.".to_owned(),
                Some(qualifier) => format!("{qualifier}."),
                None => String::new(),
            };
            let within = mention.within.map_or("the file", |at| &outline.constructs[at as usize].qualname);
            let within = if mention.purpose == Use::Definition { String::new() } else { format!(" in {within}") };
            writeln!(shown, "    # {purpose:10} {qualifier}{}{within}", mention.name).expect("writing to a string");
        }
    }
    shown
}

#[test]
fn every_use_of_a_name() {
    for language in all() {
        let source = source(language, "mentions");
        let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
        assert!(outline.broken.is_empty(), "{language:?}: {:?}", outline.broken);
        insta::assert_snapshot!(format!("mentions_{}", language.name()), shown(&source, &outline, &mentions));
    }
}

/// The sources of every language, and what is read from them.
fn sources() -> Vec<(Language, &'static str, String)> {
    let names = ["definitions", "formatting/source", "mentions"];
    all().flat_map(|language| names.map(|name| (language, name, source(language, name)))).collect()
}

fn has(text: &[u8], name: &str) -> bool {
    !name.is_empty() && text.windows(name.len()).any(|window| window == name.as_bytes())
}

/// What holds for every source, whole or damaged.
#[track_caller]
fn check(language: Language, source: &[u8], label: &str) {
    let (read, mentions) = outline_and_mentions(source, language);
    assert_eq!(read, outline(source, language), "{label}");
    let lines: Vec<&[u8]> = source.split(|byte| *byte == b'\n').collect();
    assert!(mentions.is_sorted_by_key(|mention| (mention.line, mention.start_column)), "{label}");
    let mut defined = vec![0; read.constructs.len()];
    for mention in &mentions {
        let columns = mention.start_column as usize..mention.end_column as usize;
        let text = &lines[mention.line as usize - 1][columns];
        assert_eq!(String::from_utf8_lossy(text), mention.name, "{label}: {mention:?}");
        assert!(!mention.name.is_empty(), "{label}: {mention:?}");
        let within = mention.within.map(|at| &read.constructs[at as usize]);
        if let Some(within) = within {
            assert!((within.start_line..=within.end_line).contains(&mention.line), "{label}: {mention:?} {within:?}");
        }
        if mention.purpose == Use::Definition {
            assert_eq!(Some(mention.name.as_str()), within.map(|construct| construct.name()), "{label}");
            defined[mention.within.expect("because a definition is one of a construct") as usize] += 1;
        }
    }
    assert!(defined.iter().all(|count| *count <= 1), "{label}: {defined:?}");
    assert_eq!(mentions, outline_and_mentions(source, language).1, "{label}");
}

#[test]
fn every_source_obeys_the_laws() {
    for (language, name, source) in sources() {
        check(language, source.as_bytes(), &format!("{language:?} {name}"));
    }
}

#[test]
fn every_construct_is_mentioned_where_it_is_named() {
    let mut missing = Vec::new();
    for (language, file, source) in sources() {
        let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
        for (construct, position) in outline.constructs.iter().zip(0..) {
            let span = &source.as_bytes()[construct.span.start as usize..construct.span.end as usize];
            let is_defined = |mention: &Mention| {
                mention.purpose == Use::Definition
                    && mention.within == Some(position)
                    && mention.line == construct.definition_line
            };
            if has(span, construct.name()) && !mentions.iter().any(is_defined) {
                missing.push(format!("{} {file}: {}", language.name(), construct.qualname));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// Calls of locals are no mentions, which are all in the snapshot, nor are keywords and symbols. A call that a base is
/// made with counts for the base, and one that writes to an attribute for the write.
#[test]
fn every_call_by_name_is_a_mention() {
    let keywords = ["super", "self", "this", "static", "import", ".", ":"];
    let mut missing = Vec::new();
    for (language, file, source) in sources() {
        let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
        for call in outline.calls.iter() {
            let callee = call.callee.replace("::", ".").replace("->", ".").replace('\\', ".");
            let (qualifier, name) =
                callee.rsplit_once('.').map_or((None, callee.as_str()), |(q, name)| (Some(q), name));
            let is_called = |mention: &Mention| {
                let is_use = matches!(mention.purpose, Use::Call | Use::Base | Use::Write);
                is_use
                    && [name, call.callee].contains(&mention.name.as_str())
                    && (mention.line == call.line || qualifier.is_some())
            };
            if !keywords.contains(&name) && !keywords.contains(&call.callee) && !mentions.iter().any(is_called) {
                missing.push(format!("{} {file}:{} {}", language.name(), call.line, call.callee));
            }
        }
    }
    insta::assert_snapshot!("calls_of_locals", missing.join("\n"));
}

/// A source that nests deep or goes on long takes no more than its length: neither stack nor time.
#[test]
fn deep_and_wide_sources() {
    let python = Language::by_name("python").expect("Python is in the table");
    outline_and_mentions("(".repeat(40_000).as_bytes(), python);
    let names: Vec<String> = (0..20_000).map(|number| format!("name{number}")).collect();
    for (separator, count) in [(", ", 20_000), (".", 20_000), (" + ", 20_000)] {
        let source = format!("x = {}\n", names.join(separator));
        check(python, source.as_bytes(), separator);
        assert_eq!(outline_and_mentions(source.as_bytes(), python).1.len(), count + 1, "{separator}");
    }
    // Every name is bound in every function around it.
    let deep: String = (0..300).map(|depth| format!("{}def f(a, b): return a + b + c\n", " ".repeat(depth))).collect();
    check(python, deep.as_bytes(), "functions in functions");
    let lambdas = format!("x = {}a\n", "lambda a: ".repeat(5_000));
    check(python, lambdas.as_bytes(), "lambdas in lambdas");
}

/// What only one function knows is left out with all of its uses there. The names of the fixtures' locals are only
/// mentioned where they mean something else.
#[test]
fn locals_are_left_out() {
    let locals = ["sum", "item", "seen", "known", "entry", "error", "found", "key", "rest", "made", "first", "second"];
    let mut mentioned = Vec::new();
    for (language, _, source) in sources().into_iter().filter(|(_, name, _)| *name == "mentions") {
        let (_, mentions) = outline_and_mentions(source.as_bytes(), language);
        let is_bare = |mention: &&Mention| mention.qualifier.is_none() && locals.contains(&mention.name.as_str());
        let shown = |mention: &Mention| format!("{} {} {:?}", language.name(), mention.name, mention.purpose);
        mentioned.extend(mentions.iter().filter(is_bare).map(shown));
    }
    mentioned.dedup();
    let others = [
        // A loop of Bash binds no local.
        "bash item Write",
        "bash item Reference",
        "c item Type",
        "c known Definition",
        "c known Call",
        "go error Type",
        "java sum Call",
        "kotlin sum Call",
        // `val (first, second) = pair(extra, by = first)`: known only behind it.
        "kotlin first Reference",
        "swift known Call",
        "tsx rest Call",
        "typescript first Definition",
    ];
    assert_eq!(mentioned, others.map(str::to_owned));
}

#[test]
fn long_names_and_bytes_that_are_no_text() {
    let python = Language::by_name("python").expect("Python is in the table");
    let long = "x".repeat(201);
    let (_, mentions) = outline_and_mentions(format!("print({long}, y)\n").as_bytes(), python);
    let names: Vec<&str> = mentions.iter().map(|mention| mention.name.as_str()).collect();
    assert_eq!(names, ["print", "y"]);
    check(python, b"def f\xff(a):\n    return a\xfe.b\xfd(c)\nf\xff = 1\n", "no UTF-8");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_sources_obey_the_laws(
        picked in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..40usize, prop::collection::vec(any::<u8>(), 0..4)), 1..6),
    ) {
        let sources = sources();
        let (language, name, source) = picked.get(&sources);
        let mut source = source.clone().into_bytes();
        for (at, length, inserted) in edits {
            let at = at.index(source.len());
            let end = (at + length).min(source.len());
            source.splice(at..end, inserted);
        }
        check(*language, &source, name);
    }
}
