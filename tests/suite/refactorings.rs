//! Synthetic refactorings with exact truth (SPEC 5.3 to 5.9): what was moved or renamed is found, what was deleted is not
//! found elsewhere, and nothing is attached to the wrong place without a warning.
//!
//! Programs and refactorings come from a seed. `docs/accuracy.md` has the figures; `CODESUB_REFACTORINGS=N cargo test --test
//! suite refactorings -- --nocapture` tries N seeds and prints the table.

#[path = "refactorings/changes.rs"]
mod changes;
#[path = "refactorings/program.rs"]
mod program;
#[allow(dead_code, reason = "shared with the oracle, which uses all of it")]
#[path = "../oracle/scanned.rs"]
mod scanned;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use codesub::config::Target;
use codesub::git::Repository;
use codesub::report::{Confidence, Report};
use codesub::scan::{Request, TargetRevision};

use crate::repository::Fixture;
use changes::{Refactoring, Truth};
use program::{Draw, Module, Written};
use scanned::{Scanned, Spot};

/// How often each refactoring is in a commit.
const TIMES: usize = 4;
/// The scores that must be reached, over everything.
const LEAST: f64 = 0.99;

#[derive(Default, Clone, Copy)]
struct Row {
    moved: usize,
    found: usize,
    /// Without those that come with an AMBIGUOUS trigger and are wrong: a question, not an answer (SPEC 5.8).
    relocations: usize,
    right: usize,
    asked: usize,
    /// Wrong, and neither low nor AMBIGUOUS.
    unmarked: usize,
}

#[test]
fn refactorings_are_followed() {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut remarks = String::new();
    for seed in 0..seeds() {
        for written in [Written::Python, Written::JavaScript] {
            measure(seed, written, &mut rows, &mut remarks);
        }
    }
    let mut table = format!("{:28}  moved  found  relocations  right  asked  unmarked\n", "refactoring");
    let mut all = Row::default();
    for (name, row) in &rows {
        all.moved += row.moved;
        all.found += row.found;
        all.relocations += row.relocations;
        all.right += row.right;
        all.asked += row.asked;
        all.unmarked += row.unmarked;
        write_row(&mut table, name, *row);
    }
    write_row(&mut table, "all", all);
    let ratio = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    let (recall, precision) = (ratio(all.found, all.moved), ratio(all.right, all.relocations));
    println!("{table}recall {recall:.4}, precision {precision:.4}\n{remarks}");
    assert!(all.moved > 200, "{table}");
    assert!(recall >= LEAST && precision >= LEAST, "recall {recall:.4}, precision {precision:.4}\n{table}\n{remarks}");
    assert_eq!(all.unmarked, 0, "wrong without a warning\n{remarks}");
}

/// What the sieve leaves out changes no result (SPEC 5.2, 5.5): a search of some files finds what one of all finds.
#[test]
fn a_search_of_few_files_finds_what_a_search_of_all_finds() {
    let (mut spared, mut findings) = (0, 0);
    let languages = [Written::Python, Written::JavaScript];
    for (seed, written) in (0..seeds()).flat_map(|seed| languages.map(|written| (seed, written))) {
        let world = made(seed, written);
        let repository = Repository::open(world.fixture.root()).expect("the repository");
        let spots: Vec<&Spot> = world.truths.keys().collect();
        // Many at once, and a pair by itself, for which few files are left.
        let many = spots.len().div_ceil(12);
        let pairs = spots.len().div_ceil(2);
        for (group, groups) in (0..many).map(|group| (group, many)).chain((0..8).map(|group| (group * 5, pairs))) {
            let some: Vec<&Spot> = spots.iter().copied().skip(group).step_by(groups).collect();
            let [few, all] = [false, true].map(|everywhere| {
                let found = report(&repository, &world.parent, &world.commit, &some, everywhere);
                (found.stats.files_parsed, found)
            });
            spared += all.0 - few.0;
            findings += all.1.triggers.len() + all.1.proposals.len();
            for (few, all) in few.1.triggers.iter().zip(&all.1.triggers) {
                assert_eq!(format!("{few:#?}"), format!("{all:#?}"));
            }
            for (few, all) in few.1.proposals.iter().zip(&all.1.proposals) {
                assert_eq!(format!("{few:#?}"), format!("{all:#?}"));
            }
            assert_eq!(format!("{:#?}", few.1.notes), format!("{:#?}", all.1.notes));
            assert_eq!(few.1.triggers.len(), all.1.triggers.len());
            assert_eq!(few.1.proposals.len(), all.1.proposals.len());
        }
    }
    assert!(spared > 1000 && findings > 200, "{spared} files were not parsed, {findings} findings compared");
}

/// What says nothing is known by its name, and so are its rivals: of two that became one, the same one goes there however many
/// files are searched.
#[test]
fn a_rival_that_only_its_name_tells_is_found_by_a_search_of_few_files() {
    let fixture = Fixture::new();
    let module =
        |number: usize, word: &str| format!("def step_{number}(a):\n    return a.{word}_{number}(a, {number})\n");
    for number in 0..20 {
        fixture.write(&format!("m{number}.py"), module(number, "then"));
    }
    let with_crypto = |number: usize| format!("crypto = None\n\n\n{}", module(number, "then"));
    fixture.write("certificate.py", with_crypto(90)).write("key.py", with_crypto(91));
    let base = fixture.commit("base");
    for number in 0..20 {
        fixture.write(&format!("m{number}.py"), module(number, "now"));
    }
    fixture.write("certificate.py", module(90, "now")).write("key.py", module(91, "now"));
    fixture.write("utils.py", "crypto = None\n");
    let target = fixture.commit("one for both");
    let repository = Repository::open(fixture.root()).expect("the repository");
    let spot = ("key.py".to_owned(), "crypto".to_owned());
    let [few, all] = [false, true].map(|everywhere| report(&repository, &base, &target, &[&spot], everywhere));
    assert!(few.stats.files_parsed < all.stats.files_parsed, "{} files were parsed", few.stats.files_parsed);
    assert_eq!(format!("{:#?}", few.triggers), format!("{:#?}", all.triggers));
    assert_eq!(format!("{:#?}", few.proposals), format!("{:#?}", all.proposals));
    assert_eq!(few.triggers.len(), 1, "the other one went there");
}

fn seeds() -> u64 {
    std::env::var("CODESUB_REFACTORINGS").ok().and_then(|seeds| seeds.parse().ok()).unwrap_or(1)
}

/// What a scan says of subscriptions to these constructs.
fn report(repository: &Repository, parent: &str, commit: &str, spots: &[&Spot], everywhere: bool) -> Report {
    let mut list = String::from("version: 1\nsubscriptions:\n");
    for (number, (path, qualname)) in spots.iter().enumerate() {
        let target = Target::Construct { path: path.clone(), qualname: qualname.clone() };
        let quoted = serde_json::to_string(&target.to_string()).expect("a string");
        let _ = writeln!(list, "  - id: s{number}\n    target: {quoted}");
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let config = folder.path().join("codesub.yaml");
    std::fs::write(&config, list).expect("a list");
    let request = Request {
        base: Some(parent.to_owned()),
        target: TargetRevision::Named(commit.to_owned()),
        direct: true,
        config: Some(config),
        everywhere,
        ..Request::default()
    };
    codesub::scan(repository, &request).unwrap_or_else(|error| panic!("{commit}: {error}")).report
}

fn write_row(table: &mut String, name: &str, row: Row) {
    let Row { moved, found, relocations, right, asked, unmarked } = row;
    let _ = writeln!(table, "{name:28}{moved:7}{found:7}{relocations:13}{right:7}{asked:7}{unmarked:10}");
}

/// One commit with every refactoring several times.
struct World {
    fixture: Fixture,
    parent: String,
    commit: String,
    files: Vec<String>,
    truths: BTreeMap<Spot, Truth>,
    /// The refactoring of each folder.
    kinds: BTreeMap<String, &'static str>,
}

fn made(seed: u64, written: Written) -> World {
    let extension = if written == Written::Python { "py" } else { "js" };
    let mut draw = Draw::new(seed * 2 + 1 + u64::from(written == Written::JavaScript) * 1000);
    let mut truths: BTreeMap<Spot, Truth> = BTreeMap::new();
    let mut kinds: BTreeMap<String, &'static str> = BTreeMap::new();
    let (mut before, mut after): (Vec<Module>, Vec<Module>) = (Vec::new(), Vec::new());
    for (number, (name, change)) in changes::ALL.into_iter().enumerate() {
        for time in 0..TIMES {
            let folder = format!("part{number}_{time}");
            let mut refactoring = Refactoring::new(&mut draw, &folder, extension);
            change(&mut refactoring);
            kinds.insert(folder, name);
            truths.append(&mut refactoring.truths);
            before.append(&mut refactoring.before);
            after.append(&mut refactoring.after);
        }
    }
    let fixture = Fixture::new();
    let write = |modules: &[Module]| {
        for module in modules {
            fixture.write(&module.path, module.written(written));
        }
    };
    write(&before);
    let parent = fixture.commit("before");
    fixture.git(&["rm", "-r", "--quiet", "."]);
    write(&after);
    let commit = fixture.commit("after");
    let files: Vec<String> = before.iter().map(|module| module.path.clone()).collect();
    World { fixture, parent, commit, files, truths, kinds }
}

fn measure(seed: u64, written: Written, rows: &mut BTreeMap<&'static str, Row>, remarks: &mut String) {
    let World { fixture, parent, commit, files, truths, kinds } = made(seed, written);
    let repository = Repository::open(fixture.root()).expect("the repository");
    let scanned = scanned::scan(&repository, &parent, &commit, &files);
    let kind = |spot: &Spot| kinds[spot.0.split('/').next().expect("a folder")];
    for name in kinds.values() {
        rows.entry(name).or_default();
    }
    judge(&truths, &scanned, &kind, rows, remarks);
}

fn judge(
    truths: &BTreeMap<Spot, Truth>,
    scanned: &Scanned,
    kind: &dyn Fn(&Spot) -> &'static str,
    rows: &mut BTreeMap<&'static str, Row>,
    remarks: &mut String,
) {
    for (from, truth) in truths {
        let row = rows.get_mut(kind(from)).expect("a row");
        let found = match truth {
            Truth::To(to) => scanned.relocations.get(from).is_some_and(|it| it.to == *to),
            Truth::BodyAt(to) => scanned.noted.get(from).is_some_and(|places| places.contains(to)),
            Truth::Gone => continue,
        };
        row.moved += 1;
        row.found += usize::from(found);
        if !found {
            let now = scanned.relocations.get(from).map(|it| &it.to);
            let _ = writeln!(remarks, "{}: {from:?} not found: {truth:?}, but {now:?}", kind(from));
        }
    }
    for (from, relocation) in &scanned.relocations {
        let row = rows.get_mut(kind(from)).expect("a row");
        let right = matches!(truths.get(from), Some(Truth::To(to)) if *to == relocation.to);
        row.right += usize::from(right);
        row.relocations += usize::from(right || !relocation.ambiguous);
        row.asked += usize::from(!right && relocation.ambiguous);
        if right || relocation.ambiguous {
            continue;
        }
        row.unmarked += usize::from(relocation.confidence != Confidence::Low);
        let (to, tier, score) = (&relocation.to, relocation.tier, relocation.similarity);
        let _ = writeln!(remarks, "{}: {from:?} went to {to:?} by {tier:?} {score:?}", kind(from));
    }
}
