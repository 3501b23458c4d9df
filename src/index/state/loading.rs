//! Loading: from the rows of the store to the graph of one context.
//!
//! A question about a few files loads only what they depend on, layer by layer with two statements each; one about many
//! files, or one whose dependencies lead far, loads the whole context with two. Whoever loads has begun a read
//! transaction, so that a refresh that commits meanwhile cannot show half of itself.

use std::collections::{BTreeMap, HashMap, HashSet};

use rusqlite::{Connection, Params, params};

use super::edits::Edits;
use super::graph::{Edge, Graph, Indexed, Node, Now};
use crate::index::ambiguity::AmbiguityFlag;
use crate::index::store::{Asked, Trouble};

/// From so many files on, loading everything is cheaper than following what they depend on.
const MANY: usize = 500;

/// So many steps are followed before everything is loaded.
const FAR: usize = 24;

/// The graph of a context, or the part of it that some files need.
#[derive(Debug)]
pub struct Loaded {
    pub graph: Graph,
    /// The rows of the graph's nodes, sorted by path.
    pub rows: Vec<Row>,
    by_id: HashMap<i64, u32>,
}

/// What the store says of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// `None` for a file that is gone from the tree.
    pub id: Option<i64>,
    pub path: String,
    /// The blob that is there now.
    pub content: Option<String>,
    /// What the indexer was not sure of, sorted.
    pub flags: Vec<AmbiguityFlag>,
}

impl Loaded {
    /// What the states of these files need.
    pub(super) fn for_files(
        connection: &Connection,
        state: i64,
        context: i64,
        edits: &Edits,
        files: &[i64],
    ) -> Asked<Loaded> {
        let mut reading = Reading { connection, context, edits, raw: Raw::default() };
        let mut layer: Vec<i64> = files.to_vec();
        let mut seen: HashSet<i64> = HashSet::new();
        for _ in 0..FAR {
            layer.retain(|&file| seen.insert(file));
            if layer.is_empty() {
                return Ok(reading.raw.into_loaded());
            }
            if seen.len() > MANY {
                break;
            }
            layer = reading.layer(&layer)?;
        }
        Loaded::all(connection, state, context, edits)
    }

    /// Everything that a context says of a worktree.
    pub(super) fn all(connection: &Connection, state: i64, context: i64, edits: &Edits) -> Asked<Loaded> {
        let mut reading = Reading { connection, context, edits, raw: Raw::default() };
        let select = format!("{FILES} WHERE f.repo_state_id = ?2");
        reading.files(&select, params![context, state])?;
        let select = format!(
            "{EDGES} WHERE e.source_file IN (SELECT id FROM files WHERE repo_state_id = ?2) \
             AND e.layer = 'semantic' AND e.context_id = ?1"
        );
        reading.edges(&select, params![context, state])?;
        Ok(reading.raw.into_loaded())
    }

    /// Where a file stands in the graph.
    pub fn node(&self, file: i64) -> Option<u32> {
        self.by_id.get(&file).copied()
    }
}

const FILES: &str = "SELECT f.id, f.path, f.content_hash, f.syntactic_interface_hash, s.file_id IS NOT NULL, \
     s.content_hash_at_index, s.ambiguity_flags \
     FROM files f LEFT JOIN file_semantic_facts s ON s.file_id = f.id AND s.context_id = ?1";

const EDGES: &str = "SELECT e.source_file, e.target_file, e.gone_path, e.interface_hash_at_index FROM edges e";

struct Reading<'a> {
    connection: &'a Connection,
    context: i64,
    edits: &'a Edits,
    raw: Raw,
}

/// Rows as they come.
#[derive(Default)]
struct Raw {
    files: BTreeMap<String, (Row, Node)>,
    edges: Vec<(i64, Target, Option<String>)>,
}

enum Target {
    File(i64),
    Gone(String),
}

impl Reading<'_> {
    /// Reads some files and what they depend on, which it gives.
    fn layer(&mut self, files: &[i64]) -> Asked<Vec<i64>> {
        let list = serde_json::to_string(files).expect("because numbers can be written");
        let context = self.context;
        let select = format!("{FILES} WHERE f.id IN (SELECT value FROM json_each(?2))");
        self.files(&select, params![context, list])?;
        let known = self.raw.edges.len();
        let select = format!(
            "{EDGES} WHERE e.source_file IN (SELECT value FROM json_each(?2)) AND e.layer = 'semantic' \
             AND e.context_id = ?1"
        );
        self.edges(&select, params![context, list])?;
        let targets = self.raw.edges[known..].iter().filter_map(|(_, target, _)| match target {
            Target::File(id) => Some(*id),
            Target::Gone(_) => None,
        });
        Ok(targets.collect())
    }

    fn files(&mut self, select: &str, arguments: impl Params) -> Asked<()> {
        let mut statement = self.connection.prepare_cached(select)?;
        let mut rows = statement.query(arguments)?;
        while let Some(row) = rows.next()? {
            let path: String = row.get(1)?;
            let stored: String = row.get(2)?;
            let content = self.edits.content(&path, &stored);
            let now = content.clone().map(|content| -> rusqlite::Result<Now> {
                // The store has read what was indexed, not what somebody made of it since.
                let interface = if self.edits.contains(&path) { None } else { row.get(3)? };
                Ok(Now { content, interface })
            });
            let flags = flags(&path, row.get(6)?)?;
            let indexed = match row.get(4)? {
                true => {
                    let content: Option<String> = row.get(5)?;
                    Some(Indexed { content: content.unwrap_or_default(), is_ambiguous: !flags.is_empty() })
                }
                false => None,
            };
            let node = Node { indexed, now: now.transpose()? };
            self.raw.files.insert(path.clone(), (Row { id: Some(row.get(0)?), path, content, flags }, node));
        }
        Ok(())
    }

    fn edges(&mut self, select: &str, arguments: impl Params) -> Asked<()> {
        let mut statement = self.connection.prepare_cached(select)?;
        let mut rows = statement.query(arguments)?;
        while let Some(row) = rows.next()? {
            let target = match row.get(1)? {
                Some(file) => Target::File(file),
                None => Target::Gone(row.get(2)?),
            };
            self.raw.edges.push((row.get(0)?, target, row.get(3)?));
        }
        Ok(())
    }
}

fn flags(path: &str, written: Option<String>) -> Asked<Vec<AmbiguityFlag>> {
    let Some(written) = written else { return Ok(Vec::new()) };
    serde_json::from_str(&written)
        .map_err(|error| Trouble::Damaged(format!("the ambiguity flags of {path} cannot be read: {error}")))
}

impl Raw {
    /// Numbers the nodes in the order of their paths, so that whatever depends on numbers depends on nothing else.
    fn into_loaded(mut self) -> Loaded {
        for (_, target, _) in &self.edges {
            if let Target::Gone(path) = target {
                self.files.entry(path.clone()).or_insert_with(|| (Row::gone(path), Node::default()));
            }
        }
        let (rows, nodes): (Vec<Row>, Vec<Node>) = self.files.into_values().unzip();
        let numbered = || (0u32..).zip(&rows);
        let by_id: HashMap<i64, u32> = numbered().filter_map(|(number, row)| Some((row.id?, number))).collect();
        let by_path: HashMap<&str, u32> = numbered().map(|(number, row)| (row.path.as_str(), number)).collect();
        let edges: Vec<Edge> = self
            .edges
            .into_iter()
            .filter_map(|(source, target, interface_then)| {
                let target = match target {
                    Target::File(id) => by_id.get(&id),
                    Target::Gone(path) => by_path.get(path.as_str()),
                };
                Some(Edge { source: *by_id.get(&source)?, target: *target?, interface_then })
            })
            .collect();
        Loaded { graph: Graph::new(nodes, &edges), rows, by_id }
    }
}

impl Row {
    fn gone(path: &str) -> Row {
        Row { id: None, path: path.to_owned(), content: None, flags: Vec::new() }
    }
}
