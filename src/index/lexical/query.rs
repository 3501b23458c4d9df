//! Which files answer.
//!
//! One question, one [`Match`]: the caller asks for better matches first and goes on while it has too few. Files come in
//! the order of their paths. A file that matches has the words, though not always in one name: whoever shows names or
//! lines looks again.

use std::collections::BTreeSet;

use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::StrColumn;
use tantivy::query::{BooleanQuery, FuzzyTermQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{DocId, Score, Searcher, SegmentOrdinal, SegmentReader, TantivyError, Term};

use super::fields::{KEY, fields};
use super::wanted::{Match, Wanted, errors_in};
use super::{Key, Lexical, trouble};
use crate::index::store::Asked;

/// What of a file is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Within {
    Path,
    /// The names of its constructs.
    Defined,
    /// The names that it mentions.
    Mentioned,
    Content,
}

impl Lexical {
    /// The files that match in this way, or in a better one, in the order of their paths. They may be of any worktree.
    pub fn files(&self, wanted: &Wanted, within: Within, kind: Match) -> Asked<BTreeSet<Key>> {
        let searcher = self.searcher()?;
        searcher.search(&*query(wanted, within, kind), &Keys).map_err(trouble)
    }
}

/// The keys of all documents.
pub(super) fn keys(searcher: &Searcher) -> Asked<BTreeSet<Key>> {
    searcher.search(&tantivy::query::AllQuery, &Keys).map_err(trouble)
}

fn query(wanted: &Wanted, within: Within, kind: Match) -> Box<dyn Query> {
    let pair = match within {
        Within::Path => fields().path,
        Within::Defined => fields().defined,
        Within::Mentioned => fields().mentioned,
        Within::Content => fields().content,
    };
    let whole = &wanted.whole;
    match kind {
        // A text's wholes are kept without those that are words.
        Match::Exact => either([term(pair.wholes, whole), term(pair.words, whole)]),
        Match::Words => all(wanted, |word| term(pair.words, word)),
        Match::Prefix => {
            let words = all(wanted, |word| prefix(pair.words, word));
            either([words, prefix(pair.wholes, whole)])
        }
        Match::Similar => {
            let words = all(wanted, |word| similar(pair.words, word));
            either([words, similar(pair.wholes, whole)])
        }
        Match::Some => either(wanted.words.iter().map(|word| term(pair.words, word))),
    }
}

fn all(wanted: &Wanted, one: impl Fn(&str) -> Box<dyn Query>) -> Box<dyn Query> {
    Box::new(BooleanQuery::new(wanted.words.iter().map(|word| (Occur::Must, one(word))).collect()))
}

fn either(queries: impl IntoIterator<Item = Box<dyn Query>>) -> Box<dyn Query> {
    Box::new(BooleanQuery::new(queries.into_iter().map(|query| (Occur::Should, query)).collect()))
}

fn term(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic))
}

/// One letter starts too much.
fn prefix(field: Field, text: &str) -> Box<dyn Query> {
    if text.chars().nth(1).is_none() {
        return term(field, text);
    }
    Box::new(FuzzyTermQuery::new_prefix(Term::from_field_text(field, text), 0, true))
}

fn similar(field: Field, text: &str) -> Box<dyn Query> {
    Box::new(FuzzyTermQuery::new(Term::from_field_text(field, text), errors_in(text), true))
}

/// Collects the keys of what matches.
struct Keys;

struct KeysOfSegment {
    column: Option<StrColumn>,
    ordinals: Vec<u64>,
}

impl Collector for Keys {
    type Fruit = BTreeSet<Key>;
    type Child = KeysOfSegment;

    fn for_segment(&self, _: SegmentOrdinal, segment: &SegmentReader) -> tantivy::Result<KeysOfSegment> {
        Ok(KeysOfSegment { column: segment.fast_fields().str(KEY)?, ordinals: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        false
    }

    fn merge_fruits(&self, segments: Vec<tantivy::Result<Vec<Key>>>) -> tantivy::Result<BTreeSet<Key>> {
        let mut keys = BTreeSet::new();
        for segment in segments {
            keys.extend(segment?);
        }
        Ok(keys)
    }
}

impl SegmentCollector for KeysOfSegment {
    type Fruit = tantivy::Result<Vec<Key>>;

    fn collect(&mut self, document: DocId, _: Score) {
        if let Some(column) = &self.column {
            self.ordinals.extend(column.term_ords(document));
        }
    }

    fn harvest(mut self) -> Self::Fruit {
        let Some(column) = self.column else { return Ok(Vec::new()) };
        self.ordinals.sort_unstable();
        let mut keys = Vec::with_capacity(self.ordinals.len());
        let mut malformed = false;
        column.dictionary().sorted_ords_to_term_cb(&self.ordinals, |text| {
            match std::str::from_utf8(text).ok().and_then(|text| text.split_once('\0')) {
                Some((path, blob)) => keys.push(Key { path: path.to_owned(), blob: blob.to_owned() }),
                None => malformed = true,
            }
        })?;
        if malformed { Err(TantivyError::InternalError("a key without a path".to_owned())) } else { Ok(keys) }
    }
}
