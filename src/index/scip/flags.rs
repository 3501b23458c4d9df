//! Settling the ambiguity flags of a context: those that depend on what other files define are computed anew for all of
//! its files in the worktree, since importing one file can make a symbol of another ambiguous, or settle it.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};

use rusqlite::params;

use super::symbol::Symbol;
use super::write::Writing;
use crate::index::ambiguity::AmbiguityFlag;
use crate::index::store::{Asked, Trouble};

/// As they are kept: a sorted JSON list.
pub(super) fn json(flags: &[AmbiguityFlag]) -> String {
    let words: Vec<String> = flags.iter().map(|flag| format!("\"{flag}\"")).collect();
    format!("[{}]", words.join(","))
}

/// Brings the flags of all files of the context up to date; gives how many of the imported ones have any.
pub(super) fn settle(writing: &Writing<'_>) -> Asked<usize> {
    let mut found: HashMap<i64, BTreeSet<AmbiguityFlag>> = HashMap::new();
    for (flag, ids) in [
        (AmbiguityFlag::MultipleDefinitions, defined_twice(writing)?),
        (AmbiguityFlag::UnresolvedReference, unresolved(writing)?),
    ] {
        let mut users = writing.transaction.prepare_cached(
            "SELECT DISTINCT file_id FROM occurrences WHERE scip_id = ?1 AND context_id = ?2 AND layer = 'semantic'",
        )?;
        for id in ids {
            let files = users.query_map(params![id, writing.context], |row| row.get::<_, i64>(0))?;
            for file in files {
                found.entry(file?).or_default().insert(flag);
            }
        }
    }
    write(writing, found)
}

fn write(writing: &Writing<'_>, mut found: HashMap<i64, BTreeSet<AmbiguityFlag>>) -> Asked<usize> {
    let imported: HashSet<i64> = writing.files.iter().map(|(_, file)| file.id).collect();
    let mut ask = writing.transaction.prepare_cached(
        "SELECT file_id, ambiguity_flags FROM file_semantic_facts JOIN files ON files.id = file_id \
         WHERE context_id = ?1 AND repo_state_id = ?2",
    )?;
    let rows = ask
        .query_map([writing.context, writing.repo_state], |row| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?)))?;
    let rows: Vec<(i64, Option<String>)> = rows.collect::<rusqlite::Result<_>>()?;
    let mut update = writing
        .transaction
        .prepare_cached("UPDATE file_semantic_facts SET ambiguity_flags = ?3 WHERE file_id = ?1 AND context_id = ?2")?;
    let mut ambiguous = 0;
    for (file, before) in rows {
        let before = before.unwrap_or_else(|| "[]".to_owned());
        let kept: Vec<AmbiguityFlag> =
            serde_json::from_str(&before).map_err(|error| Trouble::Damaged(format!("ambiguity flags: {error}")))?;
        let mut flags = found.remove(&file).unwrap_or_default();
        flags.extend(kept.into_iter().filter(|flag| !flag.is_about_others()));
        let flags: Vec<AmbiguityFlag> = flags.into_iter().collect();
        ambiguous += usize::from(!flags.is_empty() && imported.contains(&file));
        let after = json(&flags);
        if after != before {
            update.execute(params![file, writing.context, after])?;
        }
    }
    Ok(ambiguous)
}

/// Symbols with several definitions. Many files make up a module together, what is within a function is nobody's
/// business, and overloads are definitions of one construct.
fn defined_twice(writing: &Writing<'_>) -> Asked<BTreeSet<String>> {
    let mut statement = writing.transaction.prepare_cached(
        "SELECT symbol_id, file_id, line, \"column\" FROM symbols WHERE context_id = ?1 AND layer = 'semantic' \
         AND file_id IN (SELECT id FROM files WHERE repo_state_id = ?2) AND symbol_id IN \
         (SELECT symbol_id FROM symbols WHERE context_id = ?1 AND layer = 'semantic' \
          GROUP BY symbol_id HAVING count(*) > 1)",
    )?;
    let mut constructs: HashMap<i64, HashMap<(u32, u32), String>> = HashMap::new();
    let mut places: HashMap<String, HashSet<(i64, Definition)>> = HashMap::new();
    let mut rows = statement.query([writing.context, writing.repo_state])?;
    while let Some(row) = rows.next()? {
        let (id, file): (String, i64) = (row.get(0)?, row.get(1)?);
        let place: (u32, u32) = (row.get(2)?, row.get(3)?);
        if let Entry::Vacant(vacant) = constructs.entry(file) {
            vacant.insert(constructs_of(writing, file)?);
        }
        let construct = constructs.get(&file).and_then(|known| known.get(&place));
        let definition = construct.map_or(Definition::At(place), |key| Definition::Of(key.clone()));
        places.entry(id).or_default().insert((file, definition));
    }
    places.retain(|id, places| {
        places.len() > 1 && symbol(id).is_some_and(|symbol| !symbol.is_module() && symbol.is_exported())
    });
    Ok(places.into_keys().collect())
}

/// What tells definitions in one file apart.
#[derive(PartialEq, Eq, Hash)]
enum Definition {
    /// A construct of the syntactic layer, by its key, which overloads share.
    Of(String),
    At((u32, u32)),
}

/// Where the constructs of a file are defined, with their keys.
fn constructs_of(writing: &Writing<'_>, file: i64) -> Asked<HashMap<(u32, u32), String>> {
    let mut statement = writing.transaction.prepare_cached(
        "SELECT start_line, start_col, symbol_key FROM occurrences JOIN symbols ON symbols.id = occurrences.symbol_id \
         WHERE occurrences.file_id = ?1 AND occurrences.layer = 'syntactic' AND occurrences.role = 'definition' \
         AND symbol_key IS NOT NULL",
    )?;
    let rows = statement.query_map([file], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// Symbols of packages that the context defines something of, which are used and defined nowhere.
fn unresolved(writing: &Writing<'_>) -> Asked<BTreeSet<String>> {
    let external: HashSet<&str> =
        writing.prepared.external.iter().map(|&symbol| &*writing.prepared.symbols[symbol as usize].text).collect();
    let mut ask_defined = writing.transaction.prepare_cached(
        "SELECT DISTINCT symbol_id FROM symbols JOIN files ON files.id = file_id \
         WHERE context_id = ?1 AND repo_state_id = ?2 AND layer = 'semantic'",
    )?;
    let mut ask_used = writing.transaction.prepare_cached(
        "SELECT DISTINCT scip_id FROM occurrences JOIN files ON files.id = file_id \
         WHERE context_id = ?1 AND repo_state_id = ?2 AND layer = 'semantic'",
    )?;
    let mut defined: HashSet<String> = HashSet::new();
    let mut own: HashSet<String> = HashSet::new();
    for id in ask_defined.query_map([writing.context, writing.repo_state], |row| row.get::<_, String>(0))? {
        let id = id?;
        own.extend(symbol(&id).map(|symbol| symbol.package().to_owned()));
        defined.insert(id);
    }
    let mut unresolved = BTreeSet::new();
    for id in ask_used.query_map([writing.context, writing.repo_state], |row| row.get::<_, String>(0))? {
        let id = id?;
        let is_own = |symbol: &Symbol| {
            own.contains(symbol.package())
                && symbol.is_written()
                && symbol.is_exported()
                && !external.contains(&*symbol.text)
        };
        if !defined.contains(&id) && symbol(&id).as_ref().is_some_and(is_own) {
            unresolved.insert(id);
        }
    }
    Ok(unresolved)
}

fn symbol(id: &str) -> Option<Symbol> {
    Symbol::read(id.strip_prefix("scip:")?)
}
