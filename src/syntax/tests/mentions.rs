//! Mentions: what the names of `tests/languages/LANGUAGE/mentions.EXT` stand for, and what holds for every source.

use std::fmt::Write as _;

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
            assert_eq!(Some(&mention.name), within.map(|construct| &construct.name), "{label}");
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
            if has(span, &construct.name) && !mentions.iter().any(is_defined) {
                missing.push(format!("{} {file}: {}", language.name(), construct.qualname));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

/// Calls of locals are no mentions, nor are keywords. A call that a base is made with counts for the base, and one that
/// writes to an attribute for the write.
#[test]
fn every_call_by_name_is_a_mention() {
    let keywords = ["super", "self", "this", "static", "import"];
    let mut missing = Vec::new();
    for (language, file, source) in sources() {
        let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
        for call in &outline.calls {
            let callee = call.callee.replace("::", ".").replace("->", ".").replace('\\', ".");
            let (qualifier, name) =
                callee.rsplit_once('.').map_or((None, callee.as_str()), |(q, name)| (Some(q), name));
            let is_called = |mention: &Mention| {
                let is_use = matches!(mention.purpose, Use::Call | Use::Base | Use::Write);
                is_use && mention.name == name && (mention.line == call.line || qualifier.is_some())
            };
            if !keywords.contains(&name) && !mentions.iter().any(is_called) {
                missing.push(format!("{} {file}:{} {}", language.name(), call.line, call.callee));
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}
