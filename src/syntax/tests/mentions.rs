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
