//! Inherited members of subscribed classes (SPEC 5.17).
//!
//! Bases are resolved in the same file, or by import within the repository. What a class inherits is every member of
//! its bases that nothing below overrides; the nearest base wins, bases of one class from left to right. Bases outside
//! the repository are left out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::config::lock::{Seen, SeenMember};
use crate::config::{Members, Target};
use crate::report::{MemberChange, Reason};
use crate::syntax::qualname::{self, simple_name};
use crate::syntax::{Fingerprint, Kind, Language};

use super::baseline::members_of;
use super::members::compare_members;
use super::parsed::ParsedFile;
use super::verdict::{InheritedChange, Outcome, Verdict};
use super::view::{Bytes, File, Located};
use super::{Input, View, Watched};

/// How many imports of imports are followed to a definition.
const MAX_REEXPORTS: usize = 8;
/// How many bases of bases are looked at.
const MAX_BASES: usize = 256;
/// From so many unlocked subscriptions of one file on, reading it once is cheaper than searching its text for each.
const MANY_OF_A_FILE: usize = 16;

/// What the lock records: the resolved bases of a class, nearest first, and one hash over all that it inherits.
pub fn summary(class: &Located, view: &dyn View) -> (Vec<String>, Option<Fingerprint>) {
    let bases: Vec<String> = chain(class, view).into_iter().map(|step| step.at.target().to_string()).collect();
    (bases, hash(&inherited(class, view)))
}

/// Changes of inherited members of subscribed classes.
pub fn look(input: &Input<'_>, verdicts: &mut [Verdict]) {
    if input.changes.is_empty() {
        return;
    }
    let mut searched: HashMap<&str, usize> = HashMap::new();
    for verdict in verdicts {
        let watched = &input.watched[verdict.number];
        let Some((before, after)) = class_of(input, verdict, watched, &mut searched) else { continue };
        // Other bases are a change of the class's own interface; what it then inherits is another question.
        if before.construct().base_classes != after.construct().base_classes {
            continue;
        }
        let options = watched.subscription.members.unwrap_or_default();
        let new = inherited(&after, input.after);
        let hash = hash(&new);
        let accepted = match watched.locked.as_ref().map(|entry| &entry.seen) {
            Some(Seen::Construct(seen)) => seen.inherited_hash,
            _ => None,
        };
        let changes = compare(&inherited(&before, input.before), &new, options, after.file.language);
        if !changes.is_empty() && (hash.is_none() || hash != accepted) {
            verdict.inherited = Some(Box::new(InheritedChange { at: after, changes, hash }));
        }
    }
}

/// The class of a subscription in both revisions, if something it inherits may have changed.
///
/// `searched` counts the searches of a text, by path.
fn class_of<'a>(
    input: &Input<'_>,
    verdict: &Verdict,
    watched: &'a Watched,
    searched: &mut HashMap<&'a str, usize>,
) -> Option<(Located, Located)> {
    let Target::Construct { path, qualname } = &watched.subscription.target else { return None };
    let is_class = |at: &Located| {
        matches!(at.construct().kind, Kind::Class | Kind::Interface | Kind::Struct | Kind::Enum | Kind::Trait)
    };
    let at = |view: &dyn View| match view.file(path) {
        File::Parsed(file) => file.find(qualname).map(|index| Located { file, index }),
        _ => None,
    };
    if let Outcome::Found(found) = &verdict.outcome {
        if !is_class(&found.at) || found.at.construct().base_classes.is_empty() {
            return None;
        }
        return Some((verdict.base.clone().or_else(|| at(input.before))?, found.at.clone()));
    }
    if !matches!(verdict.outcome, Outcome::Untouched) {
        return None;
    }
    let may_have_changed = match &watched.locked {
        Some(locked) if !locked.has_bases() => false,
        // The lock remembers the bases: a look at the diff's paths is enough.
        Some(locked) => matches!(&locked.seen, Seen::Construct(seen) if seen.bases.iter().any(|base| {
            base.rsplit_once("::").is_some_and(|(path, _)| input.changes.touches(path))
        })),
        // Without a lock entry the text must tell whether there are bases at all.
        None if count(searched, path) > MANY_OF_A_FILE => true,
        None => match input.before.bytes(path) {
            Bytes::Read(bytes) => Language::detect(path, Some(&bytes))
                .is_some_and(|language| language.may_inherit(&bytes, simple_name(qualname))),
            Bytes::Absent | Bytes::Skipped(_) => false,
        },
    };
    if !may_have_changed {
        return None;
    }
    let (before, after) = (at(input.before)?, at(input.after)?);
    (is_class(&before) && is_class(&after) && !after.construct().base_classes.is_empty()).then_some((before, after))
}

fn count<'a>(searched: &mut HashMap<&'a str, usize>, path: &'a str) -> usize {
    let count = searched.entry(path).or_default();
    *count += 1;
    *count
}

/// What changed of that which a class inherits; sorted by name.
///
/// Only of interest while the class itself names the same bases: another list of bases is a change of its interface.
fn compare(old: &AllInherited, new: &AllInherited, options: Members, language: Language) -> Vec<MemberChange> {
    let fingerprints = |all: &AllInherited| -> BTreeMap<String, SeenMember> {
        all.iter().map(|(name, member)| (name.clone(), member.seen.clone())).collect()
    };
    compare_members(&fingerprints(old), &fingerprints(new), options, language)
        .into_iter()
        .map(|change| {
            let from = new.get(&change.name).or_else(|| old.get(&change.name));
            let chain = from.map(|member| member.chain.clone()).unwrap_or_default();
            MemberChange { reason: Reason::InheritedMemberChanged, chain, ..change }
        })
        .collect()
}

/// Inherited members by name.
type AllInherited = BTreeMap<String, Inherited>;

/// One hash over all that is inherited; `None` for nothing.
fn hash(all: &AllInherited) -> Option<Fingerprint> {
    let parts = all.iter().flat_map(|(name, member)| {
        [name.as_bytes(), member.seen.kind.as_str().as_bytes(), &member.seen.interface_hash.0, &member.seen.body_hash.0]
    });
    (!all.is_empty()).then(|| Fingerprint::of("inherited", parts))
}

struct Inherited {
    seen: SeenMember,
    chain: Vec<String>,
}

struct Step {
    at: Located,
    /// From the subscribed class to this base, both included.
    chain: Vec<String>,
}

fn inherited(class: &Located, view: &dyn View) -> AllInherited {
    // A name defined lower down hides everything of that name above, nested parts included.
    let mut hidden: HashSet<String> = own_names(class);
    let mut all = BTreeMap::new();
    for step in chain(class, view) {
        for (name, seen) in members_of(&step.at.file, step.at.index) {
            if !hidden.contains(outermost(&name)) {
                all.insert(name, Inherited { seen, chain: step.chain.clone() });
            }
        }
        hidden.extend(own_names(&step.at));
    }
    all
}

fn own_names(class: &Located) -> HashSet<String> {
    class.file.members(class.index).map(|(name, _)| outermost(name).to_owned()).collect()
}

/// `name` of `name@setter`, `Inner` of `Inner.method`.
fn outermost(name: &str) -> &str {
    simple_name(qualname::parts(name).next().unwrap_or(name))
}

fn chain(class: &Located, view: &dyn View) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut seen: HashSet<String> = HashSet::from([class.target().to_string()]);
    // Breadth first: a nearer base comes before the bases of its neighbours, as in Python's method resolution order
    // for all but diamond-shaped hierarchies, where `seen` keeps each base once.
    let mut queue = std::collections::VecDeque::from([(class.clone(), vec![class.target().to_string()])]);
    while let Some((at, so_far)) = queue.pop_front() {
        for name in at.construct().base_classes.iter().take(MAX_BASES) {
            let Some(base) = resolve(&at, name, view) else { continue };
            let target = base.target().to_string();
            if steps.len() >= MAX_BASES || !seen.insert(target.clone()) {
                continue;
            }
            let mut chain = so_far.clone();
            chain.push(target);
            steps.push(Step { at: base.clone(), chain: chain.clone() });
            queue.push_back((base, chain));
        }
    }
    steps
}

/// The class that a base's written name means in its file.
fn resolve(class: &Located, name: &str, view: &dyn View) -> Option<Located> {
    let file = &class.file;
    // Languages differ in what stands between the parts of a name; `::Base` and `\Base` begin at the top.
    let name = name.replace("::", ".").replace('\\', ".");
    let name = name.trim_start_matches('.');
    // Inner scopes first: a sibling of a nested class hides a class of that name at the top.
    let qualnames = scoped(class.container(), name);
    for qualname in &qualnames {
        if let Some(index) = file.find(qualname).filter(|&index| index != class.index) {
            let found = Located { file: Arc::clone(file), index };
            if found.construct().kind.is_container() {
                return Some(found);
            }
        }
    }
    // A namespace goes on in other files.
    let is_namespace =
        |scope: &str| file.find(scope).is_some_and(|index| file.outline.constructs[index].kind == Kind::Module);
    let mut imports = Imports { view, asked: HashMap::new() };
    qualnames
        .iter()
        .filter(|qualname| {
            let scope = qualname.strip_suffix(name).and_then(|scope| scope.strip_suffix('.'));
            scope.is_none_or(is_namespace)
        })
        .find_map(|qualname| imports.resolve(file, qualname, 0))
        .or_else(|| imports.neighbour(file, name))
}

/// A name as every scope around it would have it, innermost first.
fn scoped(scope: &str, name: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut scope = scope;
    while !scope.is_empty() {
        names.push(format!("{scope}.{name}"));
        scope = qualname::container(scope);
    }
    names.push(name.to_owned());
    names
}

/// Follows imports to the definition of one name.
struct Imports<'a> {
    view: &'a dyn View,
    /// The files and names asked for, with the depth at which they were: modules that import everything from each other
    /// would otherwise be walked along every path between them.
    asked: HashMap<(String, String), usize>,
}

impl Imports<'_> {
    /// Follows the imports of a file to the definition of a dotted name.
    fn resolve(&mut self, file: &Arc<ParsedFile>, name: &str, depth: usize) -> Option<Located> {
        if depth > MAX_REEXPORTS {
            return None;
        }
        let (first, rest) = name.split_once('.').map_or((name, None), |(first, rest)| (first, Some(rest)));
        for import in &file.outline.imports {
            // `from m import Base [as B]`, then `B` or `B.Inner`
            let local = import.alias.as_deref().or(import.name.as_deref());
            if import.name.is_some() && (local == Some(first) || import.name.as_deref() == Some("*")) {
                let original = import.name.as_deref().filter(|&original| original != "*").unwrap_or(first);
                let wanted = rest.map_or(original.to_owned(), |rest| format!("{original}.{rest}"));
                for path in file.language.module_paths(&file.path, import) {
                    if let Some(found) = self.defined(&path, &wanted, depth) {
                        return Some(found);
                    }
                }
                // `from package import module`, then `module.Base`
                if let Some(rest) = rest {
                    let mut module = import.clone();
                    module.module = if import.module.is_empty() {
                        original.to_owned()
                    } else {
                        format!("{}.{original}", import.module)
                    };
                    module.name = None;
                    for path in file.language.module_paths(&file.path, &module) {
                        if let Some(found) = self.defined(&path, rest, depth) {
                            return Some(found);
                        }
                    }
                }
            }
            // `import a.b [as c]`, then `a.b.Base` or `c.Base`
            if import.name.is_none() {
                let prefix = import.alias.as_deref().unwrap_or(&import.module);
                let inside = name.strip_prefix(prefix).and_then(|tail| tail.strip_prefix('.'));
                if let Some(inside) = inside {
                    for path in file.language.module_paths(&file.path, import) {
                        if let Some(found) = self.defined(&path, inside, depth) {
                            return Some(found);
                        }
                    }
                }
            }
        }
        None
    }

    /// A class of the same package, which needs no import.
    fn neighbour(&mut self, file: &Arc<ParsedFile>, name: &str) -> Option<Located> {
        let first = qualname::parts(name).next().unwrap_or(name);
        let paths = file.language.neighbours(&file.path, first);
        paths.iter().filter(|path| **path != file.path).find_map(|path| {
            let File::Parsed(other) = self.view.file(path) else { return None };
            let index = other.find(name).filter(|&index| other.outline.constructs[index].kind.is_container())?;
            Some(Located { file: other, index })
        })
    }

    fn defined(&mut self, path: &str, qualname: &str, depth: usize) -> Option<Located> {
        let asked = self.asked.entry((path.to_owned(), qualname.to_owned())).or_insert(usize::MAX);
        if *asked <= depth {
            return None;
        }
        *asked = depth;
        let File::Parsed(file) = self.view.file(path) else { return None };
        match file.find(qualname) {
            Some(index) if file.outline.constructs[index].kind.is_container() => Some(Located { file, index }),
            _ => self.resolve(&file, qualname, depth + 1),
        }
    }
}
