//! Names: constructs that are called like something that somebody typed.

use super::Index;
use super::store::Asked;

/// A construct and where it stood when it was indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub path: String,
    pub qualname: String,
    pub name: String,
}

/// The constructs of this worktree whose simple name is `near` enough, in the order of their paths.
pub fn called(index: &Index, near: &dyn Fn(&str) -> bool) -> Asked<Vec<Named>> {
    let connection = index.store.connection();
    let mut distinct = connection.prepare_cached("SELECT DISTINCT name FROM symbols WHERE layer = 'syntactic'")?;
    let names: Vec<String> = distinct.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut statement = connection.prepare_cached(
        "SELECT files.path, symbols.qualified_name FROM symbols JOIN files ON files.id = symbols.file_id \
         JOIN repo_state ON repo_state.id = files.repo_state_id \
         WHERE symbols.name = ?1 AND symbols.layer = 'syntactic' AND repo_state.worktree = ?2 \
         ORDER BY files.path, symbols.position",
    )?;
    let mut found = Vec::new();
    for name in names.into_iter().filter(|name| near(name)) {
        let rows = statement.query_map([&name, &index.worktree], |row| {
            Ok(Named { path: row.get(0)?, qualname: row.get(1)?, name: name.clone() })
        })?;
        for row in rows {
            found.push(row?);
        }
    }
    Ok(found)
}
