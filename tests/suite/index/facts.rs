//! What an index says, in a form in which two of them can be compared: no row numbers, no times, no births (SPEC §10).

use std::path::PathBuf;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use crate::repository::Fixture;

/// Every table of the syntactic layer, with names in place of numbers.
const QUERIES: [(&str, &str); 7] = [
    (
        "file",
        "SELECT path, language, content_hash, syntactic_interface_hash, skipped FROM files WHERE repo_state_id = ?1",
    ),
    (
        "symbol",
        "SELECT path, position, parent, name, qualified_name, kind, line, \"column\", end_line, signature, role, \
         interface_hash, body_hash, body_weight, is_private, symbol_key, \
         substr(entity_key, 1, instr(entity_key, ':T')) FROM symbols JOIN files ON files.id = file_id \
         WHERE repo_state_id = ?1 AND layer = 'syntactic'",
    ),
    (
        "export",
        "SELECT path, exports.name, qualified_name FROM exports JOIN files ON files.id = exports.file_id \
         JOIN symbols ON symbols.id = exports.symbol_id WHERE repo_state_id = ?1",
    ),
    (
        "import",
        "SELECT path, module, level, name, alias, line FROM imports JOIN files ON files.id = file_id \
         WHERE repo_state_id = ?1",
    ),
    (
        "import path",
        "SELECT files.path, import_stems.stem FROM import_stems JOIN files ON files.id = file_id \
         WHERE repo_state_id = ?1",
    ),
    (
        "occurrence",
        "SELECT path, start_line, start_col, end_col, role, text, qualifier, within, symbol_id IS NULL \
         FROM occurrences JOIN files ON files.id = file_id JOIN names ON names.id = name_id \
         WHERE repo_state_id = ?1 AND layer = 'syntactic'",
    ),
    (
        "edge",
        "SELECT source.path, target.path, dependency_type FROM edges JOIN files source ON source.id = source_file \
         JOIN files target ON target.id = target_file WHERE source.repo_state_id = ?1 AND layer = 'syntactic'",
    ),
];

/// Where the index of a fixture is.
pub fn folder(fixture: &Fixture) -> PathBuf {
    fixture.path(".git/codesub/index")
}

/// The facts store, for a look.
pub fn open(fixture: &Fixture) -> Connection {
    let path = folder(fixture).join("facts.sqlite");
    Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).expect("the facts store")
}

/// All facts of the main worktree, sorted.
pub fn facts(fixture: &Fixture) -> Vec<String> {
    let connection = open(fixture);
    let state: i64 = connection
        .query_row("SELECT id FROM repo_state WHERE worktree = ''", [], |row| row.get(0))
        .expect("something was indexed");
    let mut all = Vec::new();
    for (name, query) in QUERIES {
        let mut statement = connection.prepare(query).expect(query);
        let columns = statement.column_count();
        let mut rows = statement.query([state]).expect(query);
        while let Some(row) = rows.next().expect(query) {
            let values = (0..columns).map(|at| match row.get_ref(at).expect("a column") {
                ValueRef::Null => "-".to_owned(),
                ValueRef::Integer(number) => number.to_string(),
                ValueRef::Real(number) => number.to_string(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                ValueRef::Blob(bytes) => format!("{bytes:?}"),
            });
            all.push(format!("{name}: {}", values.collect::<Vec<_>>().join(" | ")));
        }
    }
    all.sort();
    all
}

/// Asserts that two indexes say the same, naming what only one says.
#[track_caller]
pub fn assert_same(one: &[String], other: &[String], what: &str) {
    let only = |these: &[String], those: &[String]| -> Vec<String> {
        these.iter().filter(|fact| those.binary_search(fact).is_err()).take(5).cloned().collect()
    };
    assert!(one == other, "{what}\nonly here: {:#?}\nonly there: {:#?}", only(one, other), only(other, one));
}
