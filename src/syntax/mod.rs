//! From source bytes to constructs and fingerprints. This module is the only user of `tree_sitter`.
//!
//! [`outline`] parses a source and walks its tree once. The walk writes one canonical token stream for the file, in
//! which formatting has no trace, and notes which ranges of it make up the interface and the body of each construct;
//! fingerprints are hashes of those ranges. What is special about a language stands in its row of the table in
//! `languages` and in the query beside it.

mod around;
mod broken;
mod calls;
mod canonical;
mod captures;
mod children;
mod constructs;
mod counted;
mod declarators;
mod defining;
mod definitions;
mod docs;
mod documents;
mod expression_bodies;
mod fences;
mod fields;
mod fingerprint;
mod frames;
mod grammar;
mod groupings;
mod hashed;
mod heredocs;
mod imports;
mod joined;
mod kind_info;
mod language;
mod languages;
mod leading;
mod lexed;
mod live_comments;
mod markup;
mod matched;
mod mentions;
mod model;
mod names;
mod numbers;
mod orders;
mod own_name;
mod packed;
mod parse;
mod patterns;
mod pieces;
mod plain;
pub mod qualname;
mod reading;
mod repeats;
mod scopes;
mod segments;
mod shapes;
mod shared_values;
mod signature;
mod solid;
mod spans;
mod spelling;
mod stream;
mod strings;
mod targets;
#[cfg(test)]
mod tests;
mod texts;
mod token_trees;
mod types;
mod unplaced;
mod values;
mod versions;
mod walk;
pub mod words;

pub use around::{MOST_PASSAGES, Outlined, outline_around};
pub use calls::{Call, Calls};
pub use language::Language;
pub use mentions::outline_and_mentions;
pub use model::{BrokenRegion, Construct, Family, Fingerprint, Import, Kind, Mention, Outline, Role, Span, Use};
pub use reading::Reading;
pub use segments::{Segment, may_have_segments, segments};

/// Changes whenever a fingerprint of unchanged code could come out differently (SPEC 4.4).
pub const FINGERPRINT_VERSION: u32 = 1;

/// What a source holds. Never fails: what cannot be parsed is marked as broken, and the rest is still found.
pub fn outline(source: &[u8], language: Language) -> Outline {
    outline_of(source, parse::parse(source, language.row()).as_ref(), language)
}

fn outline_of(source: &[u8], tree: Option<&tree_sitter::Tree>, language: Language) -> Outline {
    match tree {
        Some(tree) => walk::Walk::new(source, tree, language.row()).run(tree),
        None => broken::nothing_but_errors(source),
    }
}
