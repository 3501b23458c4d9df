//! SCIP files made for a test: an indexer that finds names by looking for them in the text.

use std::path::PathBuf;

use codesub::git::Repository;
use codesub::index::scip::{self as semantic, Imported, SemanticReference};
use protobuf::{EnumOrUnknown, Message as _, MessageField};
use rusqlite::Connection;
use scip::types::{
    Diagnostic, Document, Index as Scip, Metadata, Occurrence, PositionEncoding, Severity, SymbolInformation, ToolInfo,
};

use super::facts::open;
use crate::repository::Fixture;

/// What columns count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Units {
    Utf8,
    Utf16,
    Utf32,
}

impl Units {
    pub const ALL: [Units; 3] = [Units::Utf8, Units::Utf16, Units::Utf32];

    fn count(self, text: &str) -> i32 {
        let count = match self {
            Units::Utf8 => text.len(),
            Units::Utf16 => text.encode_utf16().count(),
            Units::Utf32 => text.chars().count(),
        };
        i32::try_from(count).expect("a short text")
    }

    pub fn declared(self) -> PositionEncoding {
        match self {
            Units::Utf8 => PositionEncoding::UTF8CodeUnitOffsetFromLineStart,
            Units::Utf16 => PositionEncoding::UTF16CodeUnitOffsetFromLineStart,
            Units::Utf32 => PositionEncoding::UTF32CodeUnitOffsetFromLineStart,
        }
    }
}

/// A symbol of the sample project.
pub fn symbol(descriptors: &str) -> String {
    format!("scip-python python shop 1 {descriptors}")
}

/// A document about a text.
pub struct Doc {
    text: String,
    units: Units,
    pub document: Document,
}

pub const DEFINITION: i32 = 1;

impl Doc {
    pub fn new(path: &str, text: &str) -> Doc {
        let document = Document { relative_path: path.to_owned(), ..Document::default() };
        Doc { text: text.to_owned(), units: Units::Utf16, document }
    }

    /// Counts in these units, and says so or not.
    pub fn in_units(mut self, units: Units, is_declared: bool) -> Doc {
        self.units = units;
        if is_declared {
            self.document.position_encoding = EnumOrUnknown::new(units.declared());
        }
        self
    }

    /// Every place of the text where this stands as a whole word means this symbol.
    pub fn uses(self, word: &str, descriptors: &str) -> Doc {
        self.with(word, descriptors, 0)
    }

    /// The first place of the word defines the symbol, all others refer to it.
    pub fn defines(mut self, word: &str, descriptors: &str, signature: &str) -> Doc {
        self.document.symbols.push(SymbolInformation {
            symbol: symbol(descriptors),
            documentation: vec![format!("```python\n{signature}\n```")],
            ..SymbolInformation::default()
        });
        self.with(word, descriptors, DEFINITION)
    }

    fn with(mut self, word: &str, descriptors: &str, first: i32) -> Doc {
        let mut roles = first;
        for (number, line) in self.text.lines().enumerate() {
            for (at, _) in line.match_indices(word) {
                let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                if is_part(line[..at].chars().next_back()) || is_part(line[at + word.len()..].chars().next()) {
                    continue;
                }
                let number = i32::try_from(number).expect("a short text");
                let start = self.units.count(&line[..at]);
                self.document.occurrences.push(Occurrence {
                    range: vec![number, start, start + self.units.count(word)],
                    symbol: symbol(descriptors),
                    symbol_roles: roles,
                    ..Occurrence::default()
                });
                roles = 0;
            }
        }
        self
    }

    /// One more occurrence, as it is.
    pub fn says(mut self, range: &[i32], symbol: &str, roles: i32) -> Doc {
        self.document.occurrences.push(Occurrence {
            range: range.to_vec(),
            symbol: symbol.to_owned(),
            symbol_roles: roles,
            ..Occurrence::default()
        });
        self
    }

    /// The indexer complains.
    pub fn with_error(mut self) -> Doc {
        let diagnostic = Diagnostic { severity: EnumOrUnknown::new(Severity::Error), ..Diagnostic::default() };
        let occurrence = Occurrence { diagnostics: vec![diagnostic], range: vec![0, 0, 0], ..Occurrence::default() };
        self.document.occurrences.push(occurrence);
        self
    }
}

/// An index with these documents.
pub fn index_of(version: &str, arguments: &[&str], documents: impl IntoIterator<Item = Doc>) -> Scip {
    let tool = ToolInfo {
        name: "scip-python".to_owned(),
        version: version.to_owned(),
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
        ..ToolInfo::default()
    };
    let metadata = Metadata { tool_info: MessageField::some(tool), ..Metadata::default() };
    Scip {
        metadata: MessageField::some(metadata),
        documents: documents.into_iter().map(|doc| doc.document).collect(),
        ..Scip::default()
    }
}

/// An index of the usual version.
pub fn index(documents: impl IntoIterator<Item = Doc>) -> Scip {
    index_of("1", &[], documents)
}

/// Writes a SCIP file where git does not see it.
pub fn write(fixture: &Fixture, index: &Scip) -> PathBuf {
    fixture.write(".git/index.scip", index.write_to_bytes().expect("bytes"));
    fixture.path(".git/index.scip")
}

/// Imports an index through the library.
pub fn import(fixture: &Fixture, scip: &Scip) -> Imported {
    import_below(fixture, scip, "")
}

pub fn import_below(fixture: &Fixture, scip: &Scip, root: &str) -> Imported {
    let repository = Repository::open(fixture.root()).expect("a repository");
    semantic::import(&repository, &write(fixture, scip), root).expect("imported")
}

/// What refers to a symbol: path, line, byte columns, role; `!` where the file has changed since.
pub fn refs(fixture: &Fixture, descriptors: &str) -> Vec<String> {
    shown(fixture, |connection, state| {
        semantic::refs_by_scip_id(connection, state, &format!("scip:{}", symbol(descriptors))).expect("asked")
    })
}

/// The same for definitions.
pub fn definitions(fixture: &Fixture, descriptors: &str) -> Vec<String> {
    shown(fixture, |connection, state| {
        semantic::definitions_by_scip_id(connection, state, &format!("scip:{}", symbol(descriptors))).expect("asked")
    })
}

fn shown(fixture: &Fixture, ask: impl Fn(&Connection, i64) -> Vec<SemanticReference>) -> Vec<String> {
    let connection = open(fixture);
    let state: i64 = connection
        .query_row("SELECT id FROM repo_state WHERE worktree = ''", [], |row| row.get(0))
        .expect("something was indexed");
    let show = |it: &SemanticReference| {
        let mark = if it.stale { "!" } else { "" };
        format!("{}:{}:{}-{} {}{mark}", it.path, it.line, it.column, it.end_column, it.role)
    };
    ask(&connection, state).iter().map(show).collect()
}

/// Everything in the semantic layer, without row numbers and times.
pub fn semantic_facts(fixture: &Fixture) -> Vec<String> {
    let connection = open(fixture);
    let mut all = Vec::new();
    for query in [
        "SELECT 'symbol', path, name, qualified_name, kind, line, \"column\", end_line, signature, symbols.symbol_id, \
         context_id, hashes.interface_hash FROM symbols JOIN files ON files.id = file_id \
         JOIN symbol_interface_hashes AS hashes USING (context_id) WHERE layer = 'semantic' \
         AND hashes.symbol_id = symbols.id",
        "SELECT 'occurrence', path, start_line, start_col, end_line, end_col, role, anchor_before, anchor_after, scip_id, \
         context_id, symbol_id IS NULL FROM occurrences JOIN files ON files.id = file_id WHERE layer = 'semantic'",
        "SELECT 'edge', source.path, target.path, dependency_type, context_id, interface_hash_at_index FROM edges \
         JOIN files source ON source.id = source_file JOIN files target ON target.id = target_file \
         WHERE layer = 'semantic'",
        "SELECT 'facts', path, context_id, semantic_interface_hash, content_hash_at_index, ambiguity_flags \
         FROM file_semantic_facts JOIN files ON files.id = file_id",
        "SELECT 'context', id, name, language, root, config_hash, tool_version FROM contexts",
    ] {
        let mut statement = connection.prepare(query).expect(query);
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect(query);
        while let Some(row) = rows.next().expect(query) {
            let values = (0..columns).map(|at| format!("{:?}", row.get_ref(at).expect("a column")));
            all.push(values.collect::<Vec<_>>().join(" "));
        }
    }
    all.sort();
    all
}
