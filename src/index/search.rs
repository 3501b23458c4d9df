//! Answers to some words: paths, names or lines of the tree that was indexed.
//!
//! The lexical index says which files may hold an answer; this says where in them it is: names from the facts store, lines
//! from git. Better [`Match`]es come first, then paths and lines in order. What has all the words is answered with; only
//! where nothing has, things that are spelt alike (names and paths) or that have some of the words are, and the answer
//! says so.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::rc::Rc;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::lexical::words::{Name, Terms, names};
use super::lexical::{Key, Lexical, Match, Wanted, Within};
use super::store::{Asked, Trouble};
use super::{Index, follow};
use crate::error::Result;
use crate::git::Reader;
use crate::syntax::qualname;

/// What is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    Paths,
    /// Names of constructs, and mentions of names.
    Identifiers,
    /// Lines.
    Content,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answers {
    /// Best first.
    pub hits: Vec<Hit>,
    /// Nothing matched better than this: [`Match::Similar`] or [`Match::Some`].
    pub loosened: Option<Match>,
    /// There are files that may hold more, but too many to read.
    pub is_cut_short: bool,
    /// What is searched lags behind the facts, because a refresh is under way or was killed.
    pub is_behind: bool,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    pub path: String,
    /// How well it matches.
    pub quality: Match,
    pub what: What,
}

/// What stands there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum What {
    File,
    Construct {
        line: u32,
        qualname: String,
        kind: String,
    },
    /// A name that is used for something else than defining it.
    Mention {
        line: u32,
        name: String,
        role: String,
    },
    Line {
        line: u32,
        text: String,
    },
}

/// All the words, best first.
const WITH_ALL: &[Match] = &[Match::Exact, Match::Words, Match::Prefix];

/// A search for lines reads at most so many bytes from git.
const MOST_READ: usize = 64 << 20;

/// What is shown of one line, in characters.
const LONGEST_LINE: usize = 500;

/// Looks for words in the tree of the asking worktree.
pub fn search(index: &Index, reader: &Reader, wanted: &Wanted, domain: Domain, limit: usize) -> Result<Answers> {
    let tree = Tree { connection: index.store.connection(), state: index.required_tree()?.state };
    let lexical = Lexical::open_for_asking(index.directory())?;
    let lexical = lexical.ok_or_else(|| Trouble::Damaged("what is searched is missing".to_owned()))?;
    let is_behind = !follow::is_current(index, &lexical)?;
    let mut search = Search { lexical, tree, reader, wanted, limit, read: BTreeMap::new(), bytes: 0, full: false };
    let rounds: &[&[Match]] = match domain {
        Domain::Content => &[WITH_ALL, &[Match::Some]],
        Domain::Paths | Domain::Identifiers => &[WITH_ALL, &[Match::Similar], &[Match::Some]],
    };
    let mut hits = Vec::new();
    let mut loosened = None;
    for round in rounds {
        hits = match domain {
            Domain::Paths => search.paths(round)?,
            Domain::Identifiers => search.identifiers(round)?,
            Domain::Content => search.lines(round)?,
        };
        if !hits.is_empty() {
            loosened = round.first().copied().filter(|&kind| kind != Match::Exact);
            break;
        }
    }
    Ok(Answers { hits, loosened, is_cut_short: search.full, is_behind })
}

/// The tree of one worktree, as the facts know it.
struct Tree<'a> {
    connection: &'a Connection,
    state: i64,
}

impl Tree<'_> {
    /// The row of a file, if this tree has it with that content.
    fn file(&self, key: &Key) -> Asked<Option<i64>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT id FROM files WHERE repo_state_id = ?1 AND path = ?2 AND content_hash = ?3")?;
        Ok(statement.query_row(params![self.state, key.path, key.blob], |row| row.get(0)).optional()?)
    }
}

struct Search<'a> {
    lexical: Lexical,
    tree: Tree<'a>,
    reader: &'a Reader,
    wanted: &'a Wanted,
    limit: usize,
    /// Texts that were read already: a file is often looked at for several matches.
    read: BTreeMap<Key, Option<Rc<str>>>,
    bytes: usize,
    full: bool,
}

impl Search<'_> {
    fn paths(&self, round: &[Match]) -> Asked<Vec<Hit>> {
        let mut hits = Vec::new();
        let mut seen = BTreeSet::new();
        for &quality in round {
            for key in self.lexical.files(self.wanted, Within::Path, quality)? {
                if hits.len() == self.limit {
                    return Ok(hits);
                }
                let is_answer = quality != Match::Exact || is_called(&key.path, self.wanted);
                if is_answer && !seen.contains(&key.path) && self.tree.file(&key)?.is_some() {
                    seen.insert(key.path.clone());
                    hits.push(Hit { path: key.path, quality, what: What::File });
                }
            }
        }
        Ok(hits)
    }

    /// Constructs first, whatever they match like: a mention leads to one at best. First of all what is spelt as it was
    /// asked for.
    fn identifiers(&self, round: &[Match]) -> Asked<Vec<Hit>> {
        let mut hits = if round.contains(&Match::Exact) { self.spelt()? } else { Vec::new() };
        let spelt: HashSet<(String, What)> = hits.iter().map(|hit| (hit.path.clone(), hit.what.clone())).collect();
        if hits.len() >= self.limit {
            return Ok(hits);
        }
        for within in [Within::Defined, Within::Mentioned] {
            for (at, &quality) in round.iter().enumerate() {
                for key in self.lexical.files(self.wanted, within, quality)? {
                    let Some(file) = self.tree.file(&key)? else { continue };
                    let found = match within {
                        Within::Defined => self.constructs(file, quality, &round[..at])?,
                        _ => self.mentions(file, quality, &round[..at])?,
                    };
                    let found = found.into_iter().map(|what| (key.path.clone(), what));
                    let others = found.filter(|found| !spelt.contains(found));
                    hits.extend(others.map(|(path, what)| Hit { path, quality, what }));
                    if hits.len() >= self.limit {
                        hits.truncate(self.limit);
                        return Ok(hits);
                    }
                }
            }
        }
        Ok(hits)
    }

    /// The constructs that are spelt so, those in the fewest scopes first.
    fn spelt(&self) -> Asked<Vec<Hit>> {
        let spelt = &self.wanted.spelt;
        let mut statement = self.tree.connection.prepare_cached(
            "SELECT f.path, s.qualified_name, s.kind, s.line FROM symbols s JOIN files f ON f.id = s.file_id \
             WHERE s.name = ?2 AND s.layer = 'syntactic' AND f.repo_state_id = ?1 ORDER BY f.path, s.line, s.position",
        )?;
        let mut rows = statement.query(params![self.tree.state, qualname::simple_name(spelt)])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let qualname: String = row.get(1)?;
            if qualname::is_called(&qualname, spelt) {
                let depth = qualname::parts(&qualname).count();
                let what = What::Construct { line: row.get(3)?, qualname, kind: row.get(2)? };
                found.push((depth, Hit { path: row.get(0)?, quality: Match::Exact, what }));
            }
        }
        found.sort_by_key(|(depth, _)| *depth);
        Ok(found.into_iter().map(|(_, hit)| hit).take(self.limit).collect())
    }

    /// The constructs of a file that match in this way and no better.
    fn constructs(&self, file: i64, quality: Match, better: &[Match]) -> Asked<Vec<What>> {
        let mut statement = self.tree.connection.prepare_cached(
            "SELECT name, qualified_name, kind, line FROM symbols WHERE file_id = ?1 AND layer = 'syntactic' \
             ORDER BY line, position",
        )?;
        let mut rows = statement.query([file])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            let qualname = row.get::<_, Option<String>>(1)?.unwrap_or_else(|| name.clone());
            let simple = Name::joined(&name);
            let answers = |kind| self.wanted.answers_construct(&simple, &qualname, kind);
            if answers(quality) && !better.iter().copied().any(answers) {
                found.push(What::Construct { line: row.get(3)?, qualname, kind: row.get(2)? });
            }
        }
        Ok(found)
    }

    /// The mentions of a file that match in this way and no better; one a line of each name.
    fn mentions(&self, file: i64, quality: Match, better: &[Match]) -> Asked<Vec<What>> {
        let mut statement = self.tree.connection.prepare_cached(
            "SELECT n.text, o.start_line, o.role FROM occurrences o JOIN names n ON n.id = o.name_id \
             WHERE o.file_id = ?1 AND o.layer = 'syntactic' AND o.role <> 'definition' \
             ORDER BY o.start_line, o.start_col",
        )?;
        let mut rows = statement.query([file])?;
        let mut found: Vec<What> = Vec::new();
        while let Some(row) = rows.next()? {
            let (name, line): (String, u32) = (row.get(0)?, row.get(1)?);
            let simple = Name::joined(&name);
            let answers = |kind| self.wanted.answers(&simple, kind);
            if !answers(quality) || better.iter().copied().any(answers) {
                continue;
            }
            let is_same =
                |what: &What| matches!(what, What::Mention { line: l, name: n, .. } if *l == line && *n == name);
            if !found.iter().rev().take(8).any(is_same) {
                found.push(What::Mention { line, name, role: row.get(2)? });
            }
        }
        Ok(found)
    }

    fn lines(&mut self, round: &[Match]) -> Result<Vec<Hit>> {
        let mut hits: Vec<Hit> = Vec::new();
        let mut shown: BTreeSet<(String, u32)> = BTreeSet::new();
        for &quality in round {
            for key in self.lexical.files(self.wanted, Within::Content, quality)? {
                if self.tree.file(&key)?.is_none() {
                    continue;
                }
                let Some(text) = self.text(&key)? else { continue };
                for (line, text) in matching_lines(&text, self.wanted, quality) {
                    if hits.len() == self.limit {
                        return Ok(hits);
                    }
                    if shown.insert((key.path.clone(), line)) {
                        let what = What::Line { line, text: shortened(text) };
                        hits.push(Hit { path: key.path.clone(), quality, what });
                    }
                }
            }
        }
        Ok(hits)
    }

    /// The text of a file, while there is room for more of them.
    fn text(&mut self, key: &Key) -> Result<Option<Rc<str>>> {
        if let Some(text) = self.read.get(key) {
            return Ok(text.clone());
        }
        if self.bytes > MOST_READ {
            self.full = true;
            return Ok(None);
        }
        // What is not there cannot be shown, and is no answer.
        let text: Option<Rc<str>> =
            follow::bytes(self.reader, key)?.map(|bytes| String::from_utf8_lossy(&bytes).into());
        self.bytes += text.as_ref().map_or(0, |text| text.len());
        self.read.insert(key.clone(), text.clone());
        Ok(text)
    }
}

/// Whether a path, the name of its file, or that without its ending is what was looked for.
fn is_called(path: &str, wanted: &Wanted) -> bool {
    Terms::of_path(path).wholes.contains(&wanted.whole)
}

/// The lines that match, from 1. With only some of the words to go by, the first line of those that have most of them.
fn matching_lines<'t>(text: &'t str, wanted: &Wanted, quality: Match) -> Vec<(u32, &'t str)> {
    let lines = text.lines().zip(1u32..).map(|(text, line)| (line, text));
    if quality != Match::Some {
        return lines.filter(|(_, text)| answers(text, wanted, quality)).collect();
    }
    let count = |text: &str| {
        let lower = text.to_lowercase();
        let there: BTreeSet<String> = if wanted.words.iter().any(|word| lower.contains(word.as_str())) {
            names(text).flat_map(|name| name.words).collect()
        } else {
            BTreeSet::new()
        };
        wanted.words.iter().filter(|word| there.contains(*word)).count()
    };
    let mut best: Option<(usize, (u32, &str))> = None;
    for line in lines {
        let count = count(line.1);
        if count > best.map_or(0, |(most, _)| most) {
            best = Some((count, line));
        }
    }
    best.into_iter().map(|(_, line)| line).collect()
}

fn answers(line: &str, wanted: &Wanted, quality: Match) -> bool {
    // Nearly no line has anything to do with it, and this is much cheaper than taking it apart.
    let lower = line.to_lowercase();
    let may_answer = match quality {
        Match::Exact => lower.replace('_', "").contains(&wanted.whole),
        Match::Words => wanted.words.iter().all(|word| lower.contains(word.as_str())),
        _ => true,
    };
    if !may_answer {
        return false;
    }
    match quality {
        Match::Exact => names(line).any(|name| name.whole == wanted.whole),
        Match::Words => {
            let there: BTreeSet<String> =
                names(line).flat_map(|name| [name.words, vec![name.whole]].concat()).collect();
            wanted.words.iter().all(|word| there.contains(word))
        }
        _ => {
            let all: Vec<Name> = names(line).collect();
            let words = Name { words: all.iter().flat_map(|name| name.words.clone()).collect(), whole: String::new() };
            all.iter().any(|name| wanted.answers(name, Match::Prefix)) || wanted.answers(&words, Match::Prefix)
        }
    }
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}
