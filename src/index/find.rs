//! Constructs by a name that somebody typed from memory.
//!
//! Asks the facts store alone, so it works whatever became of the lexical index. Exact names are looked up; only where
//! there are too few of them are the distinct names gone through, which are far fewer than the constructs. The order is
//! [`Likeness`], then how far the spelling is off, then path and line: the same question has the same answer every time.

use rusqlite::params;

use super::Index;
use super::lexical::Match;
use super::lexical::wanted::Wanted;
use super::lexical::words::Name;
use super::store::Asked;

/// A construct that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolHit {
    pub path: String,
    pub qualname: String,
    /// The word for its kind.
    pub kind: String,
    pub line: u32,
    pub likeness: Likeness,
    /// How far the spelling is off.
    pub distance: usize,
}

/// How like what was typed it is called, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// The qualname, or the name, as typed.
    Exact,
    /// The end of the qualname.
    Suffix,
    /// The same letters: capitals and `_` may differ.
    Letters,
    /// All the words.
    Words,
    /// The start of the name, or of all of its words.
    Prefix,
    /// Spelt much like it.
    Similar,
}

/// The constructs of the asking worktree's tree that are called something like that, best first.
pub fn find_symbols(index: &Index, typed: &str, limit: usize) -> Asked<Vec<SymbolHit>> {
    let (Some(tree), Some(typed)) = (index.tree()?, Typed::new(typed)) else { return Ok(Vec::new()) };
    let search = Search { index, state: tree.state, typed: &typed };

    let mut found = search.named(typed.last_part())?;
    found.sort();
    if found.len() < limit {
        let mut names = search.other_names()?;
        names.sort();
        for (_, _, name) in names {
            if found.len() >= limit {
                break;
            }
            let mut more = search.named(&name)?;
            more.sort();
            found.extend(more);
        }
    }
    // What a name promised, its qualname may not keep.
    found.sort();
    found.truncate(limit);
    Ok(found.into_iter().map(|(_, _, hit)| hit.0).collect())
}

/// What somebody typed, to be compared with names.
pub struct Typed {
    typed: String,
    /// With `.` between its parts.
    dotted: String,
    wanted: Wanted,
}

struct Search<'a> {
    index: &'a Index,
    state: i64,
    typed: &'a Typed,
}

/// A hit with its place in the order.
type Ranked = (Likeness, usize, ByPlace);

#[derive(PartialEq, Eq)]
struct ByPlace(SymbolHit);

impl Ord for ByPlace {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let key = |hit: &ByPlace| (hit.0.path.clone(), hit.0.line, hit.0.qualname.clone());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for ByPlace {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Search<'_> {
    /// The constructs with this simple name that are like what was typed.
    fn named(&self, name: &str) -> Asked<Vec<Ranked>> {
        let mut statement = self.index.store.connection().prepare_cached(
            "SELECT f.path, s.qualified_name, s.kind, s.line FROM symbols s JOIN files f ON f.id = s.file_id \
             WHERE s.name = ?1 AND s.layer = 'syntactic' AND f.repo_state_id = ?2",
        )?;
        let rows = statement.query_map(params![name, self.state], |row| {
            Ok((row.get(0)?, row.get::<_, Option<String>>(1)?, row.get(2)?, row.get(3)?))
        })?;
        let mut found = Vec::new();
        for row in rows {
            let (path, qualname, kind, line) = row?;
            let qualname = qualname.unwrap_or_else(|| name.to_owned());
            if let Some((likeness, distance)) = self.typed.likeness(name, &qualname) {
                let hit = SymbolHit { path, qualname, kind, line, likeness, distance };
                found.push((likeness, distance, ByPlace(hit)));
            }
        }
        Ok(found)
    }

    /// All other names that may lead to something, with how like they are at best.
    fn other_names(&self) -> Asked<Vec<(Likeness, usize, String)>> {
        let mut statement = self.index.store.connection().prepare_cached("SELECT DISTINCT name FROM symbols")?;
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            if name != self.typed.last_part()
                && let Some((likeness, distance)) = self.typed.at_best(&name)
            {
                found.push((likeness, distance, name));
            }
        }
        Ok(found)
    }
}

impl Typed {
    /// `None` where nothing in it could be part of a name.
    pub fn new(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        Some(Typed { typed: typed.to_owned(), dotted: dotted(typed), wanted: Wanted::new(typed)? })
    }

    fn last_part(&self) -> &str {
        self.dotted.rsplit('.').next().unwrap_or(&self.dotted)
    }

    /// With a container that fits, the name itself needs only a part of what was typed.
    fn at_best(&self, name: &str) -> Option<(Likeness, usize)> {
        if self.is_qualified() || self.wanted.words.len() > 1 {
            let simple = Name::joined(name);
            let last = Wanted::new(self.last_part());
            let kinds = [Match::Exact, Match::Words, Match::Prefix, Match::Similar];
            let by_last = last.and_then(|last| last.rank(&simple, &kinds)).map(of_match);
            let by_some = self.wanted.answers(&simple, Match::Some).then_some(Likeness::Words);
            let by_all = self.wanted.rank(&simple, &kinds).map(of_match);
            let best = [by_last, by_some, by_all].into_iter().flatten().min()?;
            return Some((best, self.distance(name)));
        }
        self.likeness(name, name)
    }

    /// How like it a construct is called, and how far the spelling is off; `None` if it is called something else.
    pub fn likeness(&self, name: &str, qualname: &str) -> Option<(Likeness, usize)> {
        let full = dotted(qualname);
        if name == self.typed || qualname == self.typed || full == self.dotted {
            return Some((Likeness::Exact, 0));
        }
        if full.strip_suffix(&self.dotted).is_some_and(|rest| rest.ends_with('.')) {
            return Some((Likeness::Suffix, 0));
        }
        let simple = Name::joined(name);
        let kinds = [Match::Exact, Match::Words, Match::Prefix, Match::Similar];
        let best = kinds.into_iter().find(|&kind| self.wanted.answers_construct(&simple, qualname, kind))?;
        Some((of_match(best), self.distance(if self.is_qualified() { qualname } else { name })))
    }

    fn is_qualified(&self) -> bool {
        self.dotted.contains('.')
    }

    fn distance(&self, name: &str) -> usize {
        strsim::osa_distance(&self.wanted.whole, &Name::joined(name).whole)
    }
}

fn of_match(kind: Match) -> Likeness {
    match kind {
        Match::Exact => Likeness::Letters,
        Match::Words | Match::Some => Likeness::Words,
        Match::Prefix => Likeness::Prefix,
        Match::Similar => Likeness::Similar,
    }
}

/// A qualified name with `.` between its parts, however its language writes them.
fn dotted(name: &str) -> String {
    name.replace("::", ".").replace(['#', '/'], ".").replace("->", ".")
}
