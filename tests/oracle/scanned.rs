//! What a scan says of one commit when somebody subscribed to everything in the files that it changes. The suite's
//! synthetic refactorings are judged with it too.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;

use codesub::config::{ChangeType, Target};
use codesub::git::{Blob, Repository, Revision};
use codesub::report::{Confidence, NoteKind, ProposalReason, Report, Tier};
use codesub::scan::{Request, TargetRevision};
use codesub::syntax::{Language, Outline, outline};

/// A path and a qualname.
pub type Spot = (String, String);

/// What became of every construct.
#[derive(Default)]
pub struct Scanned {
    pub relocations: BTreeMap<Spot, Relocation>,
    /// Where a note says that the body is now, or that copies are, by construct.
    pub noted: BTreeMap<Spot, BTreeSet<Spot>>,
    /// What could have become of what is MISSING.
    pub resembling: BTreeMap<Spot, BTreeSet<Spot>>,
    pub missing: BTreeSet<Spot>,
    /// Without a trigger: the same code, in its place where there is no relocation.
    pub unchanged: BTreeSet<Spot>,
}

/// A proposal to another name or file.
pub struct Relocation {
    pub to: Spot,
    pub confidence: Confidence,
    pub tier: Option<Tier>,
    pub similarity: Option<u16>,
    /// It comes with an AMBIGUOUS trigger (SPEC 5.8).
    pub ambiguous: bool,
    /// Git itself says that the file was renamed, and the name stayed.
    pub file_renamed: bool,
}

/// Scans parent → commit with a subscription to every construct that those files have before.
pub fn scan(repository: &Repository, parent: &str, commit: &str, files: &[String]) -> Scanned {
    let base = repository.resolve(parent).expect("the parent");
    let target = repository.resolve(commit).expect("the commit");
    let mut list = String::from("version: 1\nsubscriptions:\n");
    let mut spots: HashMap<String, Spot> = HashMap::new();
    for path in files {
        let Some(outline) = outline_at(repository, &base, path) else { continue };
        for construct in &outline.constructs {
            let (id, spot) = (format!("s{}", spots.len()), (path.clone(), construct.qualname.clone()));
            let target = Target::Construct { path: path.clone(), qualname: construct.qualname.clone() };
            let quoted = serde_json::to_string(&target.to_string()).expect("a string");
            let _ = writeln!(list, "  - id: {id}\n    target: {quoted}");
            spots.insert(id, spot);
        }
    }
    if spots.is_empty() {
        return Scanned::default();
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = folder.path().join("codesub.yaml");
    fs::write(&config, list).expect("a list");
    let request = Request {
        base: Some(parent.to_owned()),
        target: TargetRevision::Named(commit.to_owned()),
        direct: true,
        config: Some(config),
        ..Request::default()
    };
    let report = codesub::scan(repository, &request).unwrap_or_else(|error| panic!("{commit}: {error}")).report;
    Reader { repository, target: &target, outlines: HashMap::new() }.read(&report, &spots)
}

struct Reader<'a> {
    repository: &'a Repository,
    target: &'a Revision,
    outlines: HashMap<String, Option<Outline>>,
}

impl Reader<'_> {
    fn read(mut self, report: &Report, spots: &HashMap<String, Spot>) -> Scanned {
        let mut scanned = Scanned::default();
        let mut ambiguous = BTreeSet::new();
        for trigger in &report.triggers {
            let spot = &spots[&trigger.subscription.id];
            match trigger.change_type {
                ChangeType::Ambiguous => drop(ambiguous.insert(spot.clone())),
                ChangeType::Missing => {
                    scanned.missing.insert(spot.clone());
                    let alike = trigger.details.candidates.iter().map(|it| (it.path.clone(), it.qualname.clone()));
                    scanned.resembling.insert(spot.clone(), alike.collect());
                }
                _ => {}
            }
        }
        for proposal in &report.proposals {
            let from = &spots[&proposal.subscription.id];
            let renamed = proposal.reasons.contains(&ProposalReason::Rename);
            let moved = proposal
                .reasons
                .iter()
                .any(|reason| matches!(reason, ProposalReason::SemanticLocation | ProposalReason::MovedCrossFile));
            if !renamed && !moved {
                continue;
            }
            let name = proposal.new_qualname.clone().unwrap_or_else(|| from.1.clone());
            let relocation = Relocation {
                to: (proposal.new.path.clone(), name),
                confidence: proposal.confidence,
                tier: proposal.tier,
                similarity: proposal.similarity,
                ambiguous: ambiguous.contains(from),
                file_renamed: renamed && !moved,
            };
            scanned.relocations.insert(from.clone(), relocation);
        }
        for note in &report.notes {
            let from = note.subscription_id.as_ref().and_then(|id| spots.get(id));
            if let (Some(from), NoteKind::BodyElsewhere | NoteKind::Duplicate) = (from, note.kind) {
                scanned.noted.entry(from.clone()).or_default().extend(self.spots(&note.locations));
            }
        }
        let triggered: BTreeSet<&str> = report.triggers.iter().map(|it| it.subscription.id.as_str()).collect();
        let unchanged = spots.iter().filter(|(id, _)| !triggered.contains(id.as_str()));
        scanned.unchanged = unchanged.map(|(_, spot)| spot.clone()).collect();
        scanned
    }

    /// The constructs that start at `path:line`.
    fn spots(&mut self, locations: &[String]) -> BTreeSet<Spot> {
        let mut found = BTreeSet::new();
        for location in locations {
            let Some((path, line)) = location.rsplit_once(':') else { continue };
            let Ok(line) = line.parse::<u32>() else { continue };
            let (repository, target) = (self.repository, self.target);
            let outline = self.outlines.entry(path.to_owned()).or_insert_with(|| outline_at(repository, target, path));
            let starting = outline.iter().flat_map(|outline| &outline.constructs).filter(|it| it.start_line == line);
            found.extend(starting.map(|construct| (path.to_owned(), construct.qualname.clone())));
        }
        found
    }
}

fn outline_at(repository: &Repository, revision: &Revision, path: &str) -> Option<Outline> {
    let language = Language::detect(path, None)?;
    let file = repository.find(revision, path).expect("a look-up")?;
    let Blob::Bytes(source) = repository.reader().read(file.id, 1 << 23).expect("a blob") else { return None };
    Some(outline(&source, language))
}
