//! Evidence: what speaks for a pair of constructs beside equal hashes and similar bodies.
//!
//! Names, containers, members that went the same way, callers, words that were replaced throughout a file. All of it is
//! read from the seeker's own file, from the candidate's, or from where its container went: whatever else a diff changes
//! cannot alter it.

use std::collections::BTreeSet;

use crate::report::Tier;
use crate::syntax::qualname::{self, simple_name};

use super::candidate::Candidate;
use super::matching::Matched;
use super::names::{self, LIKE, SOMEWHAT_LIKE};
use super::ranks::Run;
use super::seeker::Seeker;
use super::similarity::{Bag, FILE_WORTH, NAME_WORTH, SHORT, SIMILAR, SIMILAR_SAME_NAME, SIMILAR_SHORT, VERY_SIMILAR};
use super::uses::{self, Uses};
use super::view::Located;
use super::weak::{has_telling_interface, has_weak_body, is_common};

/// What speaks for a match beside its tier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Evidence {
    SameName,
    ContainerMoved,
    /// The same words were replaced in other names of the file.
    WordsReplaced,
    /// What called the old one calls this one instead.
    CalledInstead,
    /// What used the old name in its file uses this one instead.
    UsedInstead,
    LikeName,
    SameContainer,
    /// Other members went there unchanged.
    MembersWent,
    /// A container with mostly the same members.
    LikeMembers,
    /// For containers: its own members went there, whatever it is called.
    OwnMembersWent,
}

impl Evidence {
    /// In words that can stand in a list.
    pub fn words(self) -> &'static str {
        match self {
            Evidence::SameName => "the same name",
            Evidence::ContainerMoved => "its container went there",
            Evidence::WordsReplaced => "other names of the file changed in the same way",
            Evidence::CalledInstead => "its callers call this one now",
            Evidence::UsedInstead => "what used it uses this one now",
            Evidence::LikeName => "a name of mostly the same words",
            Evidence::SameContainer => "the same container",
            Evidence::MembersWent => "other members went there",
            Evidence::LikeMembers => "members of the same names",
            Evidence::OwnMembersWent => "its members went there",
        }
    }
}

/// A container at the target, by the number of its file and its position; the top of the file has none.
pub type Container = (usize, Option<u32>);

/// Containers that have fewer members in common, in thousandths, are alike only where their code is.
const FEW_MEMBERS: u16 = 200;
/// An interface with so many telling tokens says something among the members of one container.
const SOME_INTERFACE: u32 = 2;
/// More callers than this are not followed.
const MANY_CALLERS: usize = 32;

impl<'a> Run<'a> {
    /// The tier of a pair, and its similarity; short bodies are compared where nothing else is known of a pair.
    pub(super) fn compare(&self, seeker: &Seeker, number: usize) -> (Tier, Option<u16>) {
        let (tier, similarity) = self.matcher.compare(seeker, number);
        (tier.unwrap_or(Tier::Similar), similarity)
    }

    /// A candidate's score, and what the name and the file add to it.
    pub(super) fn worth(&self, seeker: &Seeker, number: usize, score: u16) -> u16 {
        let name = if self.is_near(seeker, number) || self.is_backed(seeker, number) { NAME_WORTH } else { 0 };
        let file = if self.matcher.candidates[number].file == seeker.file { FILE_WORTH } else { 0 };
        score + name + file
    }

    /// What the name and the container add to the similarity of bodies, towards medium confidence (SPEC 5.6).
    pub(super) fn support(&self, seeker: &Seeker, number: usize) -> u16 {
        let name = if self.is_backed(seeker, number) { 1000 } else { self.likeness(seeker, number) };
        let container = if self.same_container(seeker, number) { FILE_WORTH / 2 } else { 0 };
        name / (1000 / NAME_WORTH) + container
    }

    /// All that speaks for a pair, for `explain`.
    pub(super) fn evidence(&self, seeker: &Seeker, number: usize) -> Vec<Evidence> {
        let all = [
            (Evidence::SameName, self.same_name(seeker, number)),
            (Evidence::ContainerMoved, self.is_followed(seeker, number)),
            (Evidence::WordsReplaced, self.is_explained(seeker, number)),
            (Evidence::CalledInstead, self.is_called_instead(seeker, number)),
            (Evidence::UsedInstead, self.is_used_instead(seeker, number)),
            (Evidence::LikeName, !self.same_name(seeker, number) && self.likeness(seeker, number) >= LIKE),
            (Evidence::SameContainer, !self.is_followed(seeker, number) && self.same_container(seeker, number)),
            (Evidence::MembersWent, self.members_went(seeker, number)),
            (Evidence::LikeMembers, self.like_members(seeker, number).is_some_and(|share| share >= LIKE)),
        ];
        all.into_iter().filter_map(|(evidence, holds)| holds.then_some(evidence)).collect()
    }

    /// Whether the candidate did not stand there, as far as this seeker is concerned (SPEC 5.7).
    pub(super) fn is_new(&self, seeker: &Seeker, number: usize) -> bool {
        self.matcher.candidates[number].new || seeker.also_new.contains(&number)
    }

    /// Whether more than a like name says that the old name became the new one.
    pub(super) fn is_backed(&self, seeker: &Seeker, number: usize) -> bool {
        self.is_explained(seeker, number)
            || self.is_called_instead(seeker, number)
            || self.is_used_instead(seeker, number)
            || (self.likeness(seeker, number) == 1000 && self.same_container(seeker, number))
    }

    /// Whether it is the old name in another spelling, in the same container: `state` and `_state`.
    pub(super) fn is_respelled(&self, seeker: &Seeker, number: usize) -> bool {
        let name = self.matcher.candidates[number].at.construct().name();
        self.same_container(seeker, number)
            && !is_common(name)
            && !is_common(seeker.name())
            && names::is_respelled(name, seeker.name())
    }

    /// Whether the new name is the old one with words replaced as in other names of the file.
    pub(super) fn is_explained(&self, seeker: &Seeker, number: usize) -> bool {
        let candidate = &self.matcher.candidates[number];
        candidate.file == seeker.file
            && self.replaced.explains(&seeker.path, seeker.name(), candidate.at.construct().name())
    }

    /// Whether a construct that stayed in the file called the old name and calls the new one now instead.
    fn is_called_instead(&self, seeker: &Seeker, number: usize) -> bool {
        let (Some(base), candidate) = (&seeker.base, &self.matcher.candidates[number]) else { return false };
        if candidate.file != seeker.file || seeker.has_name_of(candidate) {
            return false;
        }
        let (old, new) = (seeker.name(), candidate.at.construct().name());
        let (before, now) = (&base.file, &candidate.at.file);
        before.callers(old).iter().take(MANY_CALLERS).any(|caller| {
            let caller_now = now.find(&before.outline.constructs[*caller].qualname);
            caller_now.is_some_and(|caller_now| {
                now.callers(new).binary_search(&caller_now).is_ok()
                    && now.callers(old).binary_search(&caller_now).is_err()
                    && before.callers(new).binary_search(caller).is_err()
            })
        })
    }

    /// Whether the rest of the file used the old name and uses the new one now instead, in the same container.
    pub(super) fn is_used_instead(&self, seeker: &Seeker, number: usize) -> bool {
        self.uses_taken(seeker, number) > 0
    }

    /// How strongly the uses of the old name in its file say so.
    pub(super) fn uses_taken(&self, seeker: &Seeker, number: usize) -> usize {
        let candidate = &self.matcher.candidates[number];
        let Some(uses) =
            seeker.uses().filter(|_| !seeker.has_name_of(candidate) && self.same_container(seeker, number))
        else {
            return 0;
        };
        // A name that is still there is used by whoever means that.
        let container = candidate.at.container();
        let old =
            if container.is_empty() { seeker.name().to_owned() } else { format!("{container}.{}", seeker.name()) };
        if !candidate.at.file.siblings(&old).is_empty() {
            return 0;
        }
        let now = self.uses[number].get_or_init(|| Uses::of(&candidate.at));
        uses.became(now, || uses::count(seeker.name(), &candidate.at))
    }

    /// New constructs of the seeker's container that are called instead of it.
    pub(super) fn called_instead(&self, seeker: &Seeker) -> Vec<usize> {
        // Who calls whom is looked up last: few have a new one of their interface beside them.
        let alike = self.matcher.with_interface(seeker).iter().copied().take(MANY_CALLERS);
        alike.filter(|&number| self.same_container(seeker, number) && self.is_called_instead(seeker, number)).collect()
    }

    /// How alike the simple names are; names that every class has are like no other.
    pub(super) fn likeness(&self, seeker: &Seeker, number: usize) -> u16 {
        let name = self.matcher.candidates[number].at.construct().name();
        if is_common(name) || is_common(seeker.name()) { 0 } else { names::likeness(seeker.name(), name) }
    }

    /// For containers: the share of members whose names they have in common, in thousandths; names that every class has
    /// do not count. `None` where there are none to compare.
    pub(super) fn like_members(&self, seeker: &Seeker, number: usize) -> Option<u16> {
        let (base, at) = (seeker.base.as_ref()?, &self.matcher.candidates[number].at);
        if !seeker.kind.is_container() || !at.construct().kind.is_container() {
            return None;
        }
        fn names(at: &Located) -> BTreeSet<&str> {
            let members = at.file.members(at.index).map(|(_, member)| member.name());
            members.filter(|name| !is_common(name)).collect()
        }
        let (before, now) = (names(base), names(at));
        let shared = before.intersection(&now).count();
        (!before.is_empty() && !now.is_empty())
            .then(|| u16::try_from(2000 * shared / (before.len() + now.len())).unwrap_or(1000))
    }

    /// The least similarity that makes a match of a candidate. Short bodies of unlike names resemble each other easily,
    /// and so do classes: those keep some of their members.
    pub(super) fn floor(&self, seeker: &Seeker, number: usize) -> u16 {
        if self.is_near(seeker, number) || self.is_backed(seeker, number) {
            return SIMILAR_SAME_NAME;
        }
        let construct = self.matcher.candidates[number].at.construct();
        let short =
            seeker.body_weight().is_none_or(|weight| weight < SHORT) || (construct.body_weight() as usize) < SHORT;
        let same_head = || {
            construct.interface_hash == seeker.interface_hash
                && construct.interface_weight >= SOME_INTERFACE
                && self.same_container(seeker, number)
        };
        if short && self.likeness(seeker, number) < SOMEWHAT_LIKE && !same_head() {
            return SIMILAR_SHORT;
        }
        match self.like_members(seeker, number) {
            Some(share) if share < FEW_MEMBERS => VERY_SIMILAR,
            _ => SIMILAR,
        }
    }

    /// How alike two bodies are, however short they are, where names that are known to be others now count as these.
    pub(super) fn short_similarity(&self, seeker: &Seeker, number: usize) -> u16 {
        let bag = Bag::new(self.matcher.candidates[number].at.body_tokens());
        let own = seeker.base.as_ref().map(|base| Bag::new(&self.renamed.applied(&seeker.path, base.body_tokens())));
        own.map_or(0, |own| own.similarity(&bag))
    }

    /// The container at the target in which the seeker would stand if it were still there.
    pub(super) fn container_as_it_is(&self, seeker: &Seeker) -> Container {
        if let Some(now) = self.container_now(seeker) {
            return (now.file, Some(now.at.index as u32));
        }
        let stayed = self.matcher.at_in(seeker.file, seeker.container());
        (seeker.file, stayed.map(|number| self.matcher.candidates[number].at.index as u32))
    }

    fn members_went(&self, seeker: &Seeker, number: usize) -> bool {
        self.went.contains(&(seeker.file, seeker.container(), self.container_of(number)))
    }

    /// Whether the name is the same where names say something, or the container moved there.
    pub(super) fn is_near(&self, seeker: &Seeker, number: usize) -> bool {
        self.same_name(seeker, number) || self.is_followed(seeker, number)
    }

    pub(super) fn same_name(&self, seeker: &Seeker, number: usize) -> bool {
        let vouches = || self.is_followed(seeker, number) || self.members_went(seeker, number);
        (seeker.has_name_of(&self.matcher.candidates[number]) && (!is_common(seeker.name()) || vouches()))
            || self.is_constructor_too(seeker, number)
    }

    /// Whether both are constructors, each called as its class, and the class went there.
    fn is_constructor_too(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        seeker.is_constructor()
            && qualname::constructed(&at.construct().qualname).is_some()
            && self.is_followed(seeker, number)
    }

    /// Whether the name, or what uses it, makes up for evidence that is weak by itself.
    pub(super) fn is_vouched_for(&self, seeker: &Seeker, number: usize) -> bool {
        self.is_named_alike(seeker, number) || self.is_used_instead(seeker, number)
    }

    /// Whether the name makes up for evidence that is weak by itself. Unrelated classes have members of the same name
    /// (`id`, `close`), so a member's name vouches only within its container, along the class hierarchy, or where the
    /// container or other members went.
    pub(super) fn is_named_alike(&self, seeker: &Seeker, number: usize) -> bool {
        // Of the hundreds that are as short as `pass`, nearly all are told from it by this.
        let candidate = &self.matcher.candidates[number];
        if candidate.file != seeker.file && !seeker.has_name_of(candidate) && !self.is_followed(seeker, number) {
            return false;
        }
        let related = || {
            (seeker.container().is_empty() && self.container_of(number).1.is_none())
                || self.same_container(seeker, number)
                || self.is_kin(seeker, number)
                || self.members_went(seeker, number)
        };
        (self.same_name(seeker, number) && related())
            || (self.is_explained(seeker, number) && self.same_container(seeker, number))
            || self.is_respelled(seeker, number)
    }

    pub(super) fn same_container(&self, seeker: &Seeker, number: usize) -> bool {
        let candidate = &self.matcher.candidates[number];
        let at = &candidate.at;
        // The methods of one type may be spread over the files of a package.
        let same_type = || seeker.outside && at.is_outside() && folder(&at.file.path) == folder(&seeker.path);
        let same_place = candidate.file == seeker.file || same_type();
        (same_place && at.container() == seeker.container()) || self.is_followed(seeker, number)
    }

    /// Whether the candidate's container is a base class of the seeker's container or derived from it: members are
    /// pulled up and pushed down.
    fn is_kin(&self, seeker: &Seeker, number: usize) -> bool {
        let at = &self.matcher.candidates[number].at;
        let Some(parent) = at.construct().parent else { return false };
        let container = &at.file.outline.constructs[parent as usize];
        let stayed = || self.matcher.at_in(seeker.file, seeker.container());
        self.matcher.descends(container, simple_name(seeker.container()))
            || stayed()
                .is_some_and(|n| self.matcher.descends(self.matcher.candidates[n].at.construct(), container.name()))
    }

    fn is_followed(&self, seeker: &Seeker, number: usize) -> bool {
        self.container_now(seeker).is_some_and(|now| {
            let candidate = &self.matcher.candidates[number];
            now.file == candidate.file && Some(now.at.index as u32) == candidate.at.construct().parent
        })
    }

    pub(super) fn container_of(&self, number: usize) -> Container {
        let candidate = &self.matcher.candidates[number];
        (candidate.file, candidate.at.construct().parent)
    }

    pub(super) fn container_now(&self, seeker: &Seeker) -> Option<&'a Candidate> {
        match self.results[seeker.parent?].as_ref()? {
            Matched::One(pairing) => Some(&self.matcher.candidates[pairing.candidate]),
            _ => None,
        }
    }

    /// Whether a match in this tier proves little (SPEC 5.8). Equal hashes mean equal weights, so the candidate's serve.
    pub(super) fn is_weak(&self, seeker: &Seeker, number: usize, tier: Tier) -> bool {
        let construct = self.matcher.candidates[number].at.construct();
        let body = has_weak_body(construct);
        let interface = !has_telling_interface(construct);
        let floor = || if self.is_near(seeker, number) { SIMILAR_SAME_NAME } else { SIMILAR };
        match tier {
            Tier::Exact => body && interface,
            Tier::Body => body,
            Tier::Interface => interface && self.matcher.similarity(seeker, number).is_none_or(|score| score < floor()),
            Tier::Similar => false,
        }
    }
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
