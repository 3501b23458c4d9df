//! What exactly is ambiguous about a file: its flags, with the symbols and the places that they can mean.
//!
//! A symbol that occurs in the file and is defined in more than one place is open to all of these. Of the other flags
//! nobody knows candidates: they are one question each.

use std::collections::BTreeMap;

use rusqlite::params;

use super::loading::Row;
use super::service::FileStateService;
use crate::index::ambiguity::AmbiguityFlag;
use crate::index::decisions::Ambiguity;
use crate::index::store::Asked;

impl FileStateService<'_> {
    /// What somebody would have to decide about a file in a context.
    pub(in crate::index) fn ambiguities(&self, context: i64, row: &Row) -> Asked<Vec<Ambiguity>> {
        let mut found = Vec::new();
        for &flag in &row.flags {
            let symbols = match (flag, row.id) {
                (AmbiguityFlag::MultipleDefinitions, Some(file)) => self.defined_more_than_once(context, file)?,
                _ => BTreeMap::new(),
            };
            if symbols.is_empty() {
                found.push(self.ambiguity(flag, row, None, &[])?);
            }
            for (symbol, places) in symbols {
                found.push(self.ambiguity(flag, row, Some(&symbol), &places)?);
            }
        }
        Ok(found)
    }

    fn ambiguity(
        &self,
        flag: AmbiguityFlag,
        row: &Row,
        symbol: Option<&str>,
        places: &[(String, u32)],
    ) -> Asked<Ambiguity> {
        let candidates: Vec<String> = places.iter().map(|(path, line)| format!("{path}:{line}")).collect();
        let mut ambiguity = Ambiguity::new(flag, &row.path, symbol, &candidates);
        ambiguity.file_hashes.insert(row.path.clone(), row.content.clone().unwrap_or_default());
        for (path, _) in places {
            ambiguity.file_hashes.insert(path.clone(), self.content(path)?.unwrap_or_default());
        }
        Ok(ambiguity)
    }

    /// The symbols that occur in a file and that the context has several definitions of, with the places of these.
    /// Modules are left out, for many files make one up together.
    fn defined_more_than_once(&self, context: i64, file: i64) -> Asked<BTreeMap<String, Vec<(String, u32)>>> {
        let mut statement = self.connection().prepare_cached(
            "SELECT DISTINCT s.symbol_id, f.path, s.line FROM symbols s JOIN files f ON f.id = s.file_id \
             WHERE s.symbol_id IN (SELECT scip_id FROM occurrences \
                                   WHERE file_id = ?2 AND layer = 'semantic' AND context_id = ?1) \
             AND s.layer = 'semantic' AND s.context_id = ?1 AND s.kind <> 'module' \
             AND f.repo_state_id = (SELECT repo_state_id FROM files WHERE id = ?2) \
             ORDER BY s.symbol_id, f.path, s.line",
        )?;
        let mut rows = statement.query(params![context, file])?;
        let mut found: BTreeMap<String, Vec<(String, u32)>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            found.entry(row.get(0)?).or_default().push((row.get(1)?, row.get(2)?));
        }
        found.retain(|_, places| places.len() > 1);
        Ok(found)
    }
}
