//! The map: the constructs of a tree by how much they are used (SPEC 12.5).
//!
//! PageRank over references: what is used by much-used code is more important than what is used as often by code that
//! nobody uses. Nodes are constructs, and files for what stands outside of any; an edge leads from the construct around a
//! mention to what it means. A mention that leads somewhere counts one, split among overloads. One of which only the name
//! is known counts little, for most of them mean something outside: it is split among all that are called so, the rest of
//! it leads nowhere, and it counts nothing if they are too many. Everything is summed in one order, so that the same facts
//! give the same map to the last digit.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rusqlite::Connection;

use super::facts::purpose;
use super::imports::see_each_other;
use super::refs::file::is_type;
use super::refs::stored;
use super::refs::{FileNames, Meaning, Memory, Mentioned, Names, semantic};
use super::store::Asked;
use crate::syntax::{Kind, Use};

/// A name that so many constructs have says nothing about which of them is meant.
const MAX_CANDIDATES: usize = 8;
/// What a mention counts of which only the name is known.
const NAME_ONLY: f64 = 0.1;
/// Where a mention leads that most likely means something outside.
const NOWHERE: u32 = u32::MAX;
/// How much of the importance comes from references.
const DAMPING: f64 = 0.85;
/// The ranks stand when a round changes less than this in all, or after so many rounds.
const SETTLED: f64 = 1e-10;
const MAX_ROUNDS: usize = 100;

/// A construct of the map.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranked {
    /// Its row in `symbols`.
    pub id: i64,
    pub path: String,
    pub qualname: String,
    pub kind: Kind,
    pub start_line: u32,
    pub end_line: u32,
    /// Its share of all importance.
    pub rank: f64,
    /// How many mentions lead to it; those of which only the name is known count in part.
    pub weight: f64,
}

/// Everything that is referred to, the most important first; equals by path and line.
pub fn ranked(connection: &Connection, state: i64) -> Asked<Vec<Ranked>> {
    let (memory, ids) = stored::all(connection, state, true)?;
    let nodes = Nodes::new(&memory);
    let uses = Uses::load(connection, &memory, &ids)?;
    let edges = uses.edges(&memory, &nodes);
    let ranks = ranks(nodes.len(), &edges);
    let mut weights = vec![0.0; nodes.len()];
    for (_, to, weight) in edges.iter().filter(|(_, to, _)| *to != NOWHERE) {
        weights[*to as usize] += weight;
    }
    let mut list = Vec::new();
    for (file, first) in memory.all().zip(&nodes.first) {
        for (construct, node) in file.constructs.iter().zip(*first as usize + 1..) {
            // Nobody looks for what a file calls a module that it imports.
            let is_import = || file.imports_of(&construct.name).any(|import| file.is_bound_by(&construct.bare, import));
            if weights[node] > 0.0 && !is_import() {
                list.push(Ranked {
                    id: construct.id,
                    path: file.path.clone(),
                    qualname: construct.qualname.clone(),
                    kind: construct.kind,
                    start_line: construct.start_line,
                    end_line: construct.end_line,
                    rank: ranks[node],
                    weight: weights[node],
                });
            }
        }
    }
    // The list is by path and position so far.
    list.sort_by(|a, b| b.rank.total_cmp(&a.rank));
    Ok(list)
}

/// The signatures of callables of a tree, by their row in `symbols`.
pub fn signatures(connection: &Connection, state: i64) -> Asked<HashMap<i64, String>> {
    let mut statement = connection.prepare(
        "SELECT s.id, s.signature FROM symbols s JOIN files f ON f.id = s.file_id \
         WHERE f.repo_state_id = ?1 AND s.layer = 'syntactic' AND s.signature IS NOT NULL",
    )?;
    let rows = statement.query_map([state], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

/// The numbers of files and constructs: each file is followed by its constructs, in the order of paths.
struct Nodes {
    first: Vec<u32>,
    by_path: HashMap<String, u32>,
    named: HashMap<String, Vec<Candidate>>,
    count: usize,
}

/// A construct that has a certain name.
struct Candidate {
    node: u32,
    file: Arc<FileNames>,
    is_member: bool,
}

impl Nodes {
    fn new(memory: &Memory) -> Self {
        let mut nodes = Nodes { first: Vec::new(), by_path: HashMap::new(), named: HashMap::new(), count: 0 };
        for file in memory.all() {
            let first = nodes.count as u32;
            nodes.first.push(first);
            nodes.by_path.insert(file.path.clone(), first);
            for (construct, node) in file.constructs.iter().zip(first + 1..) {
                let holder = construct.parent.and_then(|parent| file.construct(parent));
                let is_member = match holder {
                    Some(holder) => is_type(holder.kind),
                    None => construct.bare != construct.name,
                };
                let candidate = Candidate { node, file: Arc::clone(file), is_member };
                nodes.named.entry(construct.name.clone()).or_default().push(candidate);
            }
            nodes.count += 1 + file.constructs.len();
        }
        nodes
    }

    fn len(&self) -> usize {
        self.count
    }

    /// The node of the construct around a mention, or of its file.
    fn within(&self, path: &str, within: Option<u32>) -> u32 {
        self.by_path[path] + within.map_or(0, |position| position + 1)
    }
}

/// All mentions of a tree.
struct Uses {
    by_file: Vec<(Arc<FileNames>, Vec<Used>)>,
    names: HashMap<i64, String>,
}

struct Used {
    name: i64,
    qualifier: Option<String>,
    purpose: Use,
    line: u32,
    within: Option<u32>,
    /// What an indexer said that is meant: the file and the position.
    known: Option<(Arc<FileNames>, u32)>,
}

/// References from one node to another, with their weight, in order.
type Edges = Vec<(u32, u32, f64)>;

impl Uses {
    fn load(connection: &Connection, memory: &Memory, ids: &HashMap<String, i64>) -> Asked<Self> {
        let mut statement = connection.prepare("SELECT id, text FROM names")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let names: HashMap<i64, String> = rows.collect::<rusqlite::Result<_>>()?;
        let said = Said::load(connection, memory, ids)?;
        let mut by_file = Vec::new();
        let mut statement = connection.prepare(
            "SELECT name_id, qualifier, role, start_line, within, start_col FROM occurrences \
             WHERE file_id = ?1 AND layer = 'syntactic' AND role <> 'definition'",
        )?;
        for file in memory.all() {
            let id = ids[&file.path];
            let mut rows = statement.query([id])?;
            let mut used = Vec::new();
            while let Some(row) = rows.next()? {
                let (line, column): (u32, u32) = (row.get(3)?, row.get(5)?);
                let known = match said.at(id, line, column) {
                    // An indexer knows that it is nothing of ours.
                    Some(None) => continue,
                    Some(known) => known,
                    None => None,
                };
                used.push(Used {
                    name: row.get(0)?,
                    qualifier: row.get(1)?,
                    purpose: purpose(row.get_ref(2)?.as_str().unwrap_or_default()),
                    line,
                    within: row.get::<_, Option<u32>>(4)?.filter(|at| (*at as usize) < file.constructs.len()),
                    known,
                });
            }
            by_file.push((Arc::clone(file), used));
        }
        Ok(Uses { by_file, names })
    }

    fn edges(&self, memory: &Memory, nodes: &Nodes) -> Edges {
        let parts: Vec<Edges> =
            self.by_file.par_iter().map(|(file, used)| self.of_file(memory, nodes, file, used)).collect();
        let mut all: Edges = parts.into_iter().flatten().collect();
        all.sort_by_key(|edge| (edge.0, edge.1));
        // Equal ones follow each other in the order of the file.
        let mut edges: Edges = Vec::with_capacity(all.len());
        for (from, to, weight) in all {
            match edges.last_mut() {
                Some(last) if (last.0, last.1) == (from, to) => last.2 += weight,
                _ => edges.push((from, to, weight)),
            }
        }
        edges
    }

    fn of_file(&self, memory: &Memory, nodes: &Nodes, file: &Arc<FileNames>, used: &[Used]) -> Edges {
        let names = Names::new(memory);
        let mut edges = Edges::new();
        // How often a construct mentions such a name says nothing: `unwrap` is everywhere.
        let mut guessed: HashSet<(u32, i64)> = HashSet::new();
        let mut add = |from: u32, to: &[u32], counts: f64| {
            let weight = counts / to.len() as f64;
            edges.extend(to.iter().filter(|to| **to != from).map(|to| (from, *to, weight)));
        };
        for used in used {
            let from = nodes.within(&file.path, used.within);
            if let Some((other, position)) = &used.known {
                add(from, &[nodes.within(&other.path, Some(*position))], 1.0);
                continue;
            }
            let Some(name) = self.names.get(&used.name) else { continue };
            let named = nodes.named.get(name);
            if named.is_none() && file.imports_of(name).next().is_none() {
                continue;
            }
            let mention = Mentioned {
                name,
                qualifier: used.qualifier.as_deref(),
                purpose: used.purpose,
                line: used.line,
                within: used.within,
            };
            match names.meaning(file, &mention) {
                Meaning::Constructs(found) => {
                    let meant = found.iter().flat_map(|at| {
                        let other = super::refs::Lookup::file(memory, &at.path);
                        let positions = other.map_or_else(Vec::new, |other| other.of_bare(&at.bare).to_vec());
                        positions.into_iter().map(|position| nodes.within(&at.path, Some(position)))
                    });
                    let meant: Vec<u32> = meant.collect();
                    add(from, &meant, 1.0);
                }
                Meaning::Unknown => {
                    // What stands after an object is a member of it; what stands alone is one only where that is allowed.
                    let is_qualified = used.qualifier.is_some();
                    let may_be = |candidate: &&Candidate| {
                        let fits = match is_qualified {
                            true => candidate.is_member,
                            false => !candidate.is_member || file.language.has_implicit_members(),
                        };
                        fits && see_each_other(file.language, candidate.file.language)
                    };
                    let named = named.map_or(&[][..], Vec::as_slice);
                    if named.len() <= MAX_CANDIDATES {
                        let meant: Vec<u32> = named.iter().filter(may_be).map(|candidate| candidate.node).collect();
                        if !meant.is_empty() && guessed.insert((from, used.name)) {
                            add(from, &meant, NAME_ONLY);
                            add(from, &[NOWHERE], 1.0 - NAME_ONLY);
                        }
                    }
                }
                Meaning::Module(_) | Meaning::Outside(_) | Meaning::Elsewhere => {}
            }
        }
        edges
    }
}

/// What indexers said of places, where it still holds.
struct Said {
    places: HashMap<(i64, u32, u32), String>,
    defined: HashMap<String, (Arc<FileNames>, u32)>,
}

impl Said {
    fn load(connection: &Connection, memory: &Memory, ids: &HashMap<String, i64>) -> Asked<Self> {
        let mut said = Said { places: HashMap::new(), defined: HashMap::new() };
        if !semantic::has_facts(connection)? {
            return Ok(said);
        }
        let mut statement = connection.prepare(&format!(
            "SELECT o.start_line, o.start_col, o.scip_id, o.role = 'definition', \
                 (SELECT d.within FROM occurrences d WHERE d.file_id = o.file_id AND d.layer = 'syntactic' \
                  AND o.role = 'definition' AND d.role = 'definition' AND d.start_line = o.start_line \
                  AND d.start_col = o.start_col) \
             FROM occurrences o {} \
             WHERE o.file_id = ?1 AND o.layer = 'semantic' AND o.scip_id IS NOT NULL ORDER BY o.id",
            semantic::CURRENT
        ))?;
        for file in memory.all() {
            let id = ids[&file.path];
            let mut rows = statement.query([id])?;
            while let Some(row) = rows.next()? {
                let (symbol, is_definition): (String, bool) = (row.get(2)?, row.get(3)?);
                match row.get::<_, Option<u32>>(4)? {
                    Some(position) => drop(said.defined.insert(symbol, (Arc::clone(file), position))),
                    None if !is_definition => drop(said.places.insert((id, row.get(0)?, row.get(1)?), symbol)),
                    None => {}
                }
            }
        }
        Ok(said)
    }

    /// What stands at a place: `None` where nothing was said, `Some(None)` for what is no construct of the repository.
    fn at(&self, file: i64, line: u32, column: u32) -> Option<Option<(Arc<FileNames>, u32)>> {
        let symbol = self.places.get(&(file, line, column))?;
        Some(self.defined.get(symbol).cloned())
    }
}

/// The importance of each node.
fn ranks(count: usize, edges: &Edges) -> Vec<f64> {
    let mut given = vec![0.0; count];
    for (from, _, weight) in edges {
        given[*from as usize] += weight;
    }
    let even = 1.0 / count.max(1) as f64;
    let mut ranks = vec![even; count];
    for _ in 0..MAX_ROUNDS {
        let mut idle: f64 = ranks.iter().zip(&given).filter(|(_, given)| **given == 0.0).map(|(rank, _)| rank).sum();
        let mut next = vec![0.0; count];
        for (from, to, weight) in edges {
            let share = ranks[*from as usize] * weight / given[*from as usize];
            match *to {
                NOWHERE => idle += share,
                to => next[to as usize] += DAMPING * share,
            }
        }
        let base = (1.0 - DAMPING) * even + DAMPING * idle * even;
        next.iter_mut().for_each(|rank| *rank += base);
        let moved: f64 = ranks.iter().zip(&next).map(|(old, new)| (old - new).abs()).sum();
        ranks = next;
        if moved < SETTLED {
            break;
        }
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    /// PageRank worked out by hand: two nodes that refer to a third.
    #[test]
    fn what_is_referred_to_ranks_higher_and_all_ranks_are_one() {
        let edges = vec![(0, 2, 1.0), (1, 2, 3.0)];
        let ranks = ranks(3, &edges);
        assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{ranks:?}");
        assert!((ranks[0] - ranks[1]).abs() < 1e-12, "how much somebody refers does not raise it");
        // r = 0.05 + 0.85 r2 / 3, r2 = r + 0.85 * 2 r, 2 r + r2 = 1
        assert!((ranks[2] - 2.7 / 4.7).abs() < 1e-8, "{ranks:?}");
        assert_eq!(ranks, super::ranks(3, &edges));
        assert_eq!(super::ranks(0, &Vec::new()), Vec::<f64>::new());
    }

    /// Who mentions nothing but names that may mean anything does not make them important.
    #[test]
    fn names_of_which_nothing_is_known_do_not_come_first() {
        let calls = (0..40).map(|at| format!("def test_{at}():\n    thing().unwrap()\n\n")).collect::<String>();
        let sure = (0..8).map(|at| format!("def use_{at}():\n    hub()\n\n")).collect::<String>();
        let fixture = crate::index::fixture_tests::Fixture::new(&[
            ("core.py", "class Query:\n    def unwrap(self): pass\n\ndef hub(): pass\n"),
            ("tests.py", &calls),
            ("uses.py", &format!("from core import hub\n\n{sure}")),
        ]);
        let list = ranked(fixture.store.connection(), fixture.state).expect("asked");
        let names: Vec<&str> = list.iter().map(|ranked| ranked.qualname.as_str()).collect();
        assert_eq!(names, ["hub", "Query.unwrap"], "{list:?}");
    }

    /// Used code that uses other code hands its importance on; two runs give the same to the last digit.
    #[test]
    fn what_much_used_code_uses_comes_first() {
        let fixture = crate::index::fixture_tests::Fixture::new(&[
            ("core.py", "def deep(): pass\n\ndef hub():\n    deep()\n\ndef lone(): pass\n"),
            ("a.py", "from core import hub\n\ndef a(): hub()\n\ndef b(): hub()\n"),
            ("b.py", "import core\n\ndef c(): core.hub()\n\nclass T:\n    def test(self):\n        x.hub()\n"),
        ]);
        let list = ranked(fixture.store.connection(), fixture.state).expect("asked");
        let names: Vec<&str> = list.iter().map(|ranked| ranked.qualname.as_str()).collect();
        assert_eq!(names, ["deep", "hub"], "{list:?}");
        assert!((list[1].weight - 4.0).abs() < 1e-9, "two calls, one import, one by its module: {list:?}");
        assert_eq!(list, ranked(fixture.store.connection(), fixture.state).expect("asked"));
    }
}
