//! What exactly is ambiguous about a file: its flags, with the symbols and the places that they can mean.
//!
//! A flag that names its candidates itself is taken at its word. Otherwise the store is asked: a symbol that occurs in
//! the file and is defined in more than one place is open to all of these.

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
        for flag in &row.flags {
            let mut symbols = BTreeMap::new();
            let is_several = flag.kind == AmbiguityFlag::MultipleDefinitions.as_str();
            if let (true, None, [], Some(file)) = (is_several, &flag.symbol, &flag.candidates[..], row.id) {
                symbols = self.defined_more_than_once(context, file)?;
            }
            if symbols.is_empty() {
                let places: Vec<Place> = flag.candidates.iter().map(|text| Place::named(text)).collect();
                found.push(self.ambiguity(&flag.kind, row, flag.symbol.as_deref(), &places)?);
            }
            for (symbol, places) in symbols {
                found.push(self.ambiguity(&flag.kind, row, Some(&symbol), &places)?);
            }
        }
        Ok(found)
    }

    fn ambiguity(&self, kind: &str, row: &Row, symbol: Option<&str>, places: &[Place]) -> Asked<Ambiguity> {
        let candidates: Vec<String> = places.iter().map(|place| place.text.clone()).collect();
        let mut ambiguity = Ambiguity::new(kind, &row.path, symbol, &candidates);
        let hash = (row.path.clone(), row.content.clone().unwrap_or_default());
        ambiguity.file_hashes.extend([hash]);
        for path in places.iter().filter_map(|place| place.path.as_deref()) {
            let content = self.content(path)?.unwrap_or_default();
            ambiguity.file_hashes.insert(path.to_owned(), content);
        }
        Ok(ambiguity)
    }

    /// The symbols that occur in a file and that the context has several definitions of, with the places of these.
    /// Modules are left out, for many files make one up together.
    fn defined_more_than_once(&self, context: i64, file: i64) -> Asked<BTreeMap<String, Vec<Place>>> {
        let mut statement = self.connection().prepare_cached(
            "SELECT DISTINCT s.symbol_id, f.path, s.line FROM symbols s JOIN files f ON f.id = s.file_id \
             WHERE s.symbol_id IN (SELECT scip_id FROM occurrences \
                                   WHERE file_id = ?2 AND layer = 'semantic' AND context_id = ?1) \
             AND s.layer = 'semantic' AND s.context_id = ?1 AND s.kind <> 'module' \
             AND f.repo_state_id = (SELECT repo_state_id FROM files WHERE id = ?2) \
             ORDER BY s.symbol_id, f.path, s.line",
        )?;
        let mut rows = statement.query(params![context, file])?;
        let mut found: BTreeMap<String, Vec<Place>> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let (path, line): (String, u32) = (row.get(1)?, row.get(2)?);
            let place = Place { text: format!("{path}:{line}"), path: Some(path) };
            found.entry(row.get(0)?).or_default().push(place);
        }
        found.retain(|_, places| places.len() > 1);
        Ok(found)
    }
}

/// Something that a symbol may mean.
struct Place {
    text: String,
    path: Option<String>,
}

impl Place {
    /// A candidate as a flag names it: a place as `PATH:LINE`, or anything else.
    fn named(text: &str) -> Place {
        let path = text.rsplit_once(':').filter(|(_, line)| line.parse::<u32>().is_ok()).map(|(path, _)| path);
        Place { text: text.to_owned(), path: path.map(str::to_owned) }
    }
}
