//! Aliases: the other names that imports give to a construct.
//!
//! `from auth import login as sign_in` makes every `sign_in` of that file a mention of `login`; re-exported under that
//! name it may be known so in other files too. Only an import that leads to the construct gives it a name.

use std::collections::BTreeSet;

use rusqlite::params;

use super::certainty::Wanted;
use super::lookup::Lookup;
use super::meaning::{Mentioned, Names};
use super::stored::Stored;
use crate::index::store::Asked;
use crate::syntax::Use;

/// How often a name is given on.
const MAX_ALIASES: usize = 8;

/// All names by which a construct is known anywhere, its own among them.
pub fn names(stored: &Stored<'_>, lookup: &dyn Lookup, wanted: &Wanted) -> Asked<BTreeSet<String>> {
    let meanings = Names::new(lookup);
    let mut names = BTreeSet::from([wanted.name.clone()]);
    let mut new = vec![wanted.name.clone()];
    for _ in 0..MAX_ALIASES {
        let mut next = BTreeSet::new();
        for name in &new {
            for (path, alias) in given(stored, name)? {
                if names.contains(&alias) || next.contains(&alias) {
                    continue;
                }
                let Some(file) = lookup.file(&path) else { continue };
                let mention =
                    Mentioned { name: &alias, qualifier: None, purpose: Use::Reference, line: 0, within: None };
                if wanted.is_meant(&meanings.meaning(&file, &mention)) {
                    next.insert(alias);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        new = next.iter().cloned().collect();
        names.extend(next);
    }
    Ok(names)
}

/// Files that import a name under another.
fn given(stored: &Stored<'_>, name: &str) -> Asked<Vec<(String, String)>> {
    let mut statement = stored.connection.prepare_cached(
        "SELECT DISTINCT f.path, i.alias FROM imports i JOIN files f ON f.id = i.file_id \
         WHERE i.name = ?1 AND i.alias IS NOT NULL AND i.alias <> i.name AND f.repo_state_id = ?2 ORDER BY 1, 2",
    )?;
    let rows = statement.query_map(params![name, stored.state], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}
