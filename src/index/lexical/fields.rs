//! The fields of a document.
//!
//! Each of the four things that can be searched is two fields: its words, and its wholes. Only whether a term occurs in a
//! document is recorded: neither how often nor where, which keeps the index at a fraction of the text's size. Nothing is
//! stored but the key.

use std::sync::LazyLock;

use tantivy::schema::{Field, IndexRecordOption, STRING, Schema, TextFieldIndexing, TextOptions};

/// The rules by which documents are made have a number, which is part of the schema: after a change of
/// [`words`](super::words), raise it, and older indexes are made anew.
pub const TOKENIZER: &str = "codesub-words-1";

/// The name of the field with the key.
pub const KEY: &str = "key";

/// What can be searched: the words and the wholes of one thing.
#[derive(Debug, Clone, Copy)]
pub struct Pair {
    pub words: Field,
    pub wholes: Field,
}

/// The fields.
pub struct Fields {
    /// The path, a NUL and the blob's id.
    pub key: Field,
    pub path: Pair,
    pub defined: Pair,
    pub mentioned: Pair,
    pub content: Pair,
}

static MADE: LazyLock<(Schema, Fields)> = LazyLock::new(make);

pub fn schema() -> Schema {
    MADE.0.clone()
}

pub fn fields() -> &'static Fields {
    &MADE.1
}

fn make() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(TOKENIZER)
        .set_index_option(IndexRecordOption::Basic)
        .set_fieldnorms(false);
    let options = TextOptions::default().set_indexing_options(indexing);
    let key = schema.add_text_field(KEY, STRING.set_fast("raw"));
    let mut pair = |name: &str| Pair {
        words: schema.add_text_field(&format!("{name}_words"), options.clone()),
        wholes: schema.add_text_field(&format!("{name}_wholes"), options.clone()),
    };
    let fields = Fields {
        key,
        path: pair("path"),
        defined: pair("defined"),
        mentioned: pair("mentioned"),
        content: pair("content"),
    };
    (schema.build(), fields)
}
