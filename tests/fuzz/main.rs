//! The short run, on every build: all that ever hurt, large inputs that are made here instead of being kept, and seeded
//! mutations of the seeds. The same functions run for hours under `tests/fuzz/run`.
//!
//! Mutations are the same in every run, so that a build fails for what changed and not for chance; with `CODESUB_FUZZ_SEED`
//! and `CODESUB_FUZZ_TRIES` there are others, and more. An input that hurts is written to a file, and its name is told.

mod large;
mod mutations;
mod targets;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::{env, fs};

use mutations::Mutations;
use targets::Target;

/// Where the product's sources are.
pub const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

fn named(name: &str) -> &'static Target {
    targets::ALL.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("there is no target {name}"))
}

/// Runs one input; one that hurts is kept where it can be run again.
fn check(target: &Target, input: &[u8], what: &str) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(|| (target.run)(input))) {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hurts-{}", target.name));
        fs::write(&file, input).expect("the input is written");
        eprintln!("{what} hurts the target {}; it is kept in {}", target.name, file.display());
        resume_unwind(panic);
    }
}

fn short_run(name: &str) {
    let target = named(name);
    let mut inputs = (target.seeds)();
    for (path, input) in targets::corpus(name) {
        check(target, &input, &path.display().to_string());
        inputs.push(input);
    }
    assert!(!inputs.is_empty(), "{name} has nothing to start from");
    let tries = number("CODESUB_FUZZ_TRIES").unwrap_or(u64::from(target.tries));
    let mut mutations = Mutations::new(number("CODESUB_FUZZ_SEED").unwrap_or(8), inputs, target.words);
    for round in 0..tries {
        check(target, &mutations.next(), &format!("mutation {round}"));
    }
}

macro_rules! short_runs {
    ($($test:ident $name:literal)*) => {
        $(#[test] fn $test() { short_run($name); })*

        #[test]
        fn every_target_has_a_short_run() {
            let names: Vec<&str> = targets::ALL.iter().map(|target| target.name).collect();
            assert_eq!(names, [$($name),*]);
        }
    };
}

short_runs! {
    lists "list"
    locks "lock"
    target_syntax "target"
    pre_push_lines "pre_push"
    events "event"
    reports_from_elsewhere "report"
    encoders "encoders"
    scip_files "scip"
    sources "source"
    what_is_kept "kept"
    line_hunks "hunks"
}

#[test]
fn seeds_are_not_refused() {
    // A seed that nothing makes of anything would leave its target untouched, whatever is mutated.
    let reads = |name: &str, accepted: &dyn Fn(&[u8]) -> bool| {
        let refused = (named(name).seeds)().iter().filter(|seed| !accepted(seed)).count();
        assert_eq!(refused, 0, "{name}");
    };
    reads("list", &|seed| codesub::config::Config::parse(seed, "x").is_ok());
    reads("lock", &|seed| codesub::config::Lock::parse(seed, "x").is_ok());
    reads("pre_push", &|seed| codesub::hooks::pre_push::Push::read(&[], seed).is_ok());
    reads("report", &|seed| serde_json::from_slice::<codesub::output::json::v1::Report>(seed).is_ok());
    reads("event", &|seed| codesub::github::Event::parse("workflow_dispatch", seed).is_ok());
}

#[test]
fn every_folder_of_the_corpus_has_a_target() {
    for entry in fs::read_dir(Path::new(ROOT).join("tests/corpus")).expect("the corpus") {
        let entry = entry.expect("an entry");
        named(&entry.file_name().to_string_lossy());
        assert!(fs::read_dir(entry.path()).expect("a folder").next().is_some(), "{} is empty", entry.path().display());
    }
}

#[test]
fn large_inputs_that_once_hurt() {
    for (name, what, input) in large::inputs() {
        check(named(name), &input, &what);
    }
}
