//! The envelopes by which findings refer to constructs (SPEC §10).
//!
//! Whatever stands in a parsed file has all identities. What only the lock remembers, or what is gone from both files, is
//! referred to by its name alone.

use std::collections::HashMap;

use crate::config::Target;
use crate::config::lock::Seen;
use crate::identity::{Ambiguity, Resolution, SymbolRef, identify_one};
use crate::report::{Candidate, MemberChange, MemberChangeType, Tier};

use super::baseline::Baseline;
use super::verdict::{Found, Resembling};
use super::view::{File, Located, View};
use super::{Verdict, Watched};

/// Makes references. Most constructs of a file are not referred to, so nothing is kept.
pub(super) struct Symbols;

impl Symbols {
    /// To a construct that stands somewhere.
    pub fn of(&self, at: &Located) -> SymbolRef {
        let file = &at.file;
        let identity = identify_one(&file.path, &file.outline, at.index);
        // The report as a whole numbers its chunks.
        identity.symbol_ref(at.construct(), &file.path, file.language.name(), 0)
    }

    /// To a construct that is nowhere any more; `None` where nobody knows what it was.
    pub fn of_lost(&self, watched: &Watched, verdict: &Verdict) -> Option<SymbolRef> {
        if let Some(base) = &verdict.base {
            return Some(self.of(base));
        }
        let Baseline { place, kind, qualname, .. } = verdict.baseline.as_ref()?;
        let language = watched.locked.as_ref().and_then(|entry| match &entry.seen {
            Seen::Construct(seen) => Some(seen.language.as_str()),
            Seen::Lines(_) => None,
        });
        Some(SymbolRef::named(&place.path, *kind, qualname, language))
    }

    /// To identical copies, of which nobody picks one.
    pub fn of_copies(&self, copies: &[Located]) -> Resolution {
        Resolution::of(copies.iter().map(|at| self.of(at)).collect(), Ambiguity::IdenticalCopies)
    }

    /// A construct that a lost one may have become.
    pub fn candidate(&self, resembling: &Resembling) -> Candidate {
        self.candidate_at(&resembling.at, resembling.tier, resembling.similarity)
    }

    /// What was found, as one that it may be.
    pub fn weak_candidate(&self, found: &Found) -> Candidate {
        self.candidate_at(&found.at, found.tier.unwrap_or(Tier::Similar), found.similarity)
    }

    fn candidate_at(&self, at: &Located, tier: Tier, similarity: Option<u16>) -> Candidate {
        let construct = at.construct();
        Candidate {
            path: at.file.path.clone(),
            line: construct.start_line,
            qualname: construct.qualname.clone(),
            kind: construct.kind,
            tier,
            similarity,
            symbol: Some(self.of(at)),
        }
    }

    /// Adds references to the members of a container that is now at `at`.
    pub fn add_to_members(
        &self,
        changes: &mut [MemberChange],
        at: &Located,
        base: Option<&Located>,
        baseline: &Baseline,
    ) {
        let (now, before) = (numbers(at), base.map(numbers));
        for change in changes {
            let member = match change.change {
                MemberChangeType::Missing => base.zip(before.as_ref().and_then(|all| all.get(&change.name))),
                _ => now.get(&change.name).map(|index| (at, index)),
            };
            change.symbol = Some(match member {
                Some((container, &index)) => self.of(&Located { file: container.file.clone(), index }),
                None => {
                    let language = at.file.language.name();
                    let qualname = format!("{}.{}", baseline.qualname, change.name);
                    SymbolRef::named(&baseline.place.path, change.kind, &qualname, Some(language))
                }
            });
        }
    }

    /// Adds references to inherited members: the end of each chain is where one is defined.
    pub fn add_to_inherited(&self, changes: &mut [MemberChange], before: &dyn View, after: &dyn View) {
        for change in changes {
            let holder = change.chain.last().and_then(|target| target.parse().ok());
            let Some(Target::Construct { path, qualname }) = holder else { continue };
            let qualname = format!("{qualname}.{}", change.name);
            let view = if change.change == MemberChangeType::Missing { before } else { after };
            let found = match view.file(&path) {
                File::Parsed(file) => file.find(&qualname).map(|index| Located { file, index }),
                _ => None,
            };
            change.symbol = Some(match found {
                Some(at) => self.of(&at),
                None => SymbolRef::named(&path, change.kind, &qualname, None),
            });
        }
    }
}

/// Where the members of a container stand in the outline, by their name relative to it.
fn numbers(container: &Located) -> HashMap<String, usize> {
    let members = container.file.members(container.index);
    members.filter_map(|(name, member)| Some((name.to_owned(), container.file.find(&member.qualname)?))).collect()
}
