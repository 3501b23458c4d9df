//! Writing an import, in one transaction: all of it or nothing.
//!
//! What the context said of a document's file before is replaced; files that the index does not speak of keep what they
//! have, so that the index of a part of a project can be imported. References find what they mean by `scip_id`, in
//! whatever file of the worktree the context knows it to be defined; a row of `symbols` is linked where there is one.

use std::collections::{BTreeSet, HashMap};

use rusqlite::{OptionalExtension as _, Transaction, params};

use super::context::Context;
use super::document::Indexed;
use super::flags;
use super::prepare::{Prepared, Skipped};
use crate::index::store::{Asked, Trouble};
use crate::index::{IndexedTree, now};

/// What an import came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    pub context: Context,
    /// The row of the context; `None` where nothing was imported and so nothing was changed.
    pub context_id: Option<i64>,
    /// Documents whose facts were imported, and of them.
    pub documents: usize,
    pub symbols: usize,
    pub occurrences: usize,
    /// Dependencies of one file on another.
    pub edges: usize,
    /// Documents with an ambiguity flag.
    pub ambiguous: usize,
    /// Documents whose file differs from the commit that was indexed: their facts count as dirty until it is refreshed.
    pub ahead_of_index: usize,
    /// Documents of another version than the worktree has; nothing of them was imported.
    pub mismatched: Vec<String>,
    pub skipped: Skipped,
    /// Occurrences that do not fit the text, or whose symbol cannot be read.
    pub skipped_occurrences: usize,
    /// The folder below the repository's root that the indexer says it ran in, where that is another than the root given.
    pub ran_in: Option<String>,
}

impl Prepared {
    /// Whether there is anything to write.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// Writes everything, into the context that the index names. The caller commits.
    pub fn write(&self, transaction: &Transaction<'_>) -> Asked<Imported> {
        if self.is_empty() {
            return Ok(self.outcome(None));
        }
        let context = self.context.find_or_make(transaction, now())?;
        let mut outcome = self.outcome(Some(context));
        let Some(IndexedTree { state: repo_state, .. }) = IndexedTree::of(transaction, &self.worktree)? else {
            // It was there when the file was prepared: the index was made anew in between.
            return Err(Trouble::Unreadable("what was indexed in this worktree has just been removed".to_owned()));
        };
        let mut writing = Writing {
            prepared: self,
            transaction,
            context,
            repo_state,
            now: now(),
            files: Vec::new(),
            defined: HashMap::new(),
        };
        writing.find_files(&mut outcome)?;
        writing.clear()?;
        writing.symbols(&mut outcome)?;
        writing.occurrences(&mut outcome)?;
        writing.link_others()?;
        writing.facts()?;
        outcome.ambiguous = flags::settle(&writing)?;
        transaction.execute(
            "UPDATE contexts SET refreshed_at = ?2, enabled = TRUE WHERE id = ?1",
            params![context, writing.now],
        )?;
        Ok(outcome)
    }

    fn outcome(&self, context_id: Option<i64>) -> Imported {
        Imported {
            context: self.context.clone(),
            context_id,
            documents: 0,
            symbols: 0,
            occurrences: 0,
            edges: 0,
            ambiguous: 0,
            ahead_of_index: 0,
            mismatched: self.mismatched.clone(),
            skipped: self.skipped,
            skipped_occurrences: self.left_out,
            ran_in: self.ran_in.clone().filter(|folder| *folder != self.context.root),
        }
    }
}

pub(super) struct Writing<'a> {
    pub prepared: &'a Prepared,
    pub transaction: &'a Transaction<'a>,
    pub context: i64,
    pub repo_state: i64,
    now: f64,
    /// The documents that have a row, with it.
    pub files: Vec<(&'a Indexed, FileRow)>,
    /// What is defined where, by symbol: rows of `symbols` and of `files`, sorted. Filled on demand.
    defined: HashMap<u32, Vec<(i64, i64)>>,
}

pub(super) struct FileRow {
    pub id: i64,
    content_hash: String,
}

impl<'a> Writing<'a> {
    fn find_files(&mut self, outcome: &mut Imported) -> Asked<()> {
        let mut find = self
            .transaction
            .prepare_cached("SELECT id, content_hash FROM files WHERE repo_state_id = ?1 AND path = ?2")?;
        for document in &self.prepared.documents {
            let row = find
                .query_row(params![self.repo_state, document.path], |row| {
                    Ok(FileRow { id: row.get(0)?, content_hash: row.get(1)? })
                })
                .optional()?;
            match row {
                Some(row) => {
                    outcome.ahead_of_index += usize::from(row.content_hash != document.blob);
                    self.files.push((document, row));
                }
                None => outcome.skipped.not_in_index += 1,
            }
        }
        outcome.documents = self.files.len();
        Ok(())
    }

    /// Removes what this context, or another version of its tool, said of these files.
    fn clear(&self) -> Asked<()> {
        let mut contexts = Context::replaced(self.transaction, self.context)?;
        contexts.push(self.context);
        for statement in [
            "DELETE FROM occurrences WHERE file_id = ?1 AND context_id = ?2 AND layer = 'semantic'",
            "DELETE FROM symbol_interface_hashes WHERE context_id = ?2 AND symbol_id IN \
             (SELECT id FROM symbols WHERE file_id = ?1 AND context_id = ?2 AND layer = 'semantic')",
            // Occurrences elsewhere that mean one of these lose the link, not the fact.
            "DELETE FROM symbols WHERE file_id = ?1 AND context_id = ?2 AND layer = 'semantic'",
            "DELETE FROM edges WHERE source_file = ?1 AND context_id = ?2 AND layer = 'semantic'",
            "DELETE FROM file_semantic_facts WHERE file_id = ?1 AND context_id = ?2",
        ] {
            let mut statement = self.transaction.prepare_cached(statement)?;
            for (_, file) in &self.files {
                for context in &contexts {
                    statement.execute(params![file.id, context])?;
                }
            }
        }
        Ok(())
    }

    fn symbols(&self, outcome: &mut Imported) -> Asked<()> {
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO symbols (file_id, context_id, name, qualified_name, kind, line, \"column\", signature, layer, \
             end_line, symbol_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'semantic', ?9, ?10)",
        )?;
        let mut insert_hash = self.transaction.prepare_cached(
            "INSERT INTO symbol_interface_hashes (symbol_id, context_id, interface_hash) VALUES (?1, ?2, ?3)",
        )?;
        for (document, file) in &self.files {
            for stands in document.occurrences.iter().filter(|it| it.role == "definition") {
                let symbol = &self.prepared.symbols[stands.symbol as usize];
                let known = document.known.get(&stands.symbol);
                insert.execute(params![
                    file.id,
                    self.context,
                    symbol.name(),
                    symbol.qualified_name(),
                    known.map_or_else(|| symbol.kind(), |known| known.kind),
                    stands.start.line + 1,
                    stands.start.column,
                    known.and_then(|known| known.signature.as_deref()),
                    stands.last_line.map(|line| line + 1),
                    symbol.id(),
                ])?;
                let row = self.transaction.last_insert_rowid();
                let hash = document.interface_hash(stands.symbol, &self.prepared.symbols);
                insert_hash.execute(params![row, self.context, hash])?;
                outcome.symbols += 1;
            }
        }
        Ok(())
    }

    fn occurrences(&mut self, outcome: &mut Imported) -> Asked<()> {
        let mut insert = self.transaction.prepare_cached(
            "INSERT INTO occurrences (file_id, symbol_id, context_id, start_line, start_col, end_line, end_col, role, \
             layer, anchor_before, anchor_after, scip_id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'semantic', ?9, ?10, ?11)",
        )?;
        let mut insert_edge = self.transaction.prepare_cached(
            "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, interface_hash_at_index) \
             SELECT ?1, id, 'reference', ?3, 'semantic', syntactic_interface_hash FROM files WHERE id = ?2",
        )?;
        for (document, file) in std::mem::take(&mut self.files) {
            let roles = self.syntactic_roles(&file, document)?;
            let mut targets = BTreeSet::new();
            for stands in &document.occurrences {
                let symbol = &self.prepared.symbols[stands.symbol as usize];
                let defined = self.definitions(stands.symbol)?;
                if stands.role != "definition" {
                    let files: BTreeSet<i64> = defined.iter().map(|(_, file)| *file).collect();
                    // A module that many files make up is no dependency on each of them.
                    if !symbol.is_module() || files.len() == 1 {
                        targets.extend(files);
                    }
                }
                let own = defined.iter().find(|(_, definer)| *definer == file.id);
                let only = defined.first().filter(|_| defined.len() == 1);
                let row = own.or(only).map(|(row, _)| *row);
                let place = (stands.start.line + 1, stands.start.column);
                let role = roles.get(&place).filter(|_| stands.role == "reference");
                let (before, after) = document.anchors(stands);
                insert.execute(params![
                    file.id,
                    row,
                    self.context,
                    place.0,
                    place.1,
                    stands.end.line + 1,
                    stands.end.column,
                    role.map_or(stands.role, String::as_str),
                    before,
                    after,
                    symbol.id(),
                ])?;
                outcome.occurrences += 1;
            }
            targets.remove(&file.id);
            for target in targets {
                outcome.edges += insert_edge.execute(params![file.id, target, self.context])?;
            }
            self.files.push((document, file));
        }
        Ok(())
    }

    /// Indexers seldom say more than that something is read; the syntax around it knows a call from a base class. The
    /// definition of something else is no role that a reference can have.
    fn syntactic_roles(&self, file: &FileRow, document: &Indexed) -> Asked<HashMap<(u32, u32), String>> {
        if file.content_hash != document.blob {
            return Ok(HashMap::new());
        }
        let mut statement = self.transaction.prepare_cached(
            "SELECT start_line, start_col, role FROM occurrences \
             WHERE file_id = ?1 AND layer = 'syntactic' AND role NOT IN ('definition', 'reference')",
        )?;
        let rows = statement.query_map([file.id], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// The rows that define a symbol in this worktree, for this context, with their files.
    fn definitions(&mut self, symbol: u32) -> Asked<Vec<(i64, i64)>> {
        if let Some(known) = self.defined.get(&symbol) {
            return Ok(known.clone());
        }
        let mut statement = self.transaction.prepare_cached(
            "SELECT symbols.id, file_id FROM symbols JOIN files ON files.id = file_id \
             WHERE symbol_id = ?1 AND context_id = ?2 AND layer = 'semantic' AND repo_state_id = ?3 ORDER BY symbols.id",
        )?;
        let id = self.prepared.symbols[symbol as usize].id();
        let rows =
            statement.query_map(params![id, self.context, self.repo_state], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
        self.defined.insert(symbol, rows.clone());
        Ok(rows)
    }

    /// Links what files outside of this import say to the symbols that were just written.
    fn link_others(&self) -> Asked<()> {
        let mut statement = self.transaction.prepare_cached(
            "UPDATE occurrences SET symbol_id = ?1 WHERE scip_id = ?2 AND context_id = ?3 AND symbol_id IS NULL \
             AND layer = 'semantic' AND file_id IN (SELECT id FROM files WHERE repo_state_id = ?4)",
        )?;
        for (symbol, defined) in &self.defined {
            if let [(row, _)] = defined[..] {
                let id = self.prepared.symbols[*symbol as usize].id();
                statement.execute(params![row, id, self.context, self.repo_state])?;
            }
        }
        Ok(())
    }

    fn facts(&self) -> Asked<()> {
        let mut statement = self.transaction.prepare_cached(
            "INSERT INTO file_semantic_facts (file_id, context_id, semantic_interface_hash, content_hash_at_index, \
             ambiguity_flags, refreshed_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (document, file) in &self.files {
            let hash = document.semantic_interface_hash(&self.prepared.symbols);
            let flags = flags::json(&document.flags);
            statement.execute(params![file.id, self.context, hash, document.blob, flags, self.now])?;
        }
        Ok(())
    }
}
