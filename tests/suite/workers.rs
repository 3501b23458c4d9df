//! Parse workers (SPEC 13.2): the same answers as without, and a worker that misbehaves costs its file alone.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use codesub::syntax::{Language, Outline, Reading, outline, outline_and_mentions};
use codesub::workers::{Limits, Refusal, Workers};

use crate::repository::Fixture;

const BINARY: &str = env!("CARGO_BIN_EXE_codesub");
const SOURCE: &[u8] = b"class A:\n    def f(self):\n        return g(1)\n";

/// A parser that is driven to gigabytes by 60 KB.
fn bomb() -> Vec<u8> {
    b"a<".repeat(30_000)
}

fn limits() -> Limits {
    Limits { workers: Some(2), memory: 512 * 1024 * 1024, patience: Duration::from_secs(60) }
}

/// A program that stands in for ours.
fn script(folder: &Path, text: &str) -> PathBuf {
    let path = folder.join("worker");
    fs::write(&path, format!("#!/bin/sh\n{}\n", text.replace("CODESUB", BINARY))).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a program");
    path
}

fn ask(workers: &Workers, language: &str, source: &[u8]) -> Result<Outline, Refusal> {
    workers.outline(Reading::Code, source, Language::by_name(language).expect("a language"))
}

#[track_caller]
fn skipped(answer: Result<Outline, Refusal>) -> String {
    match answer {
        Err(Refusal::Skipped(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn trouble(answer: Result<Outline, Refusal>) -> String {
    match answer {
        Err(Refusal::Trouble(error)) => error.story(),
        other => panic!("{other:?}"),
    }
}

/// Every source of the tests, in this process and in workers.
#[test]
fn they_say_what_this_process_would() {
    let workers = Workers::processes(PathBuf::from(BINARY), limits());
    let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/languages"))];
    let mut compared = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let source = fs::read(&path).expect("a source");
            let Some(language) = Language::detect(&path.to_string_lossy(), Some(&source)) else { continue };
            let (outline, mentions) = outline_and_mentions(&source, language);
            let found = workers.outline_and_mentions(&source, language).expect("an outline");
            assert_eq!((&found.0, &found.1), (&outline, &mentions), "{}", path.display());
            assert_eq!(workers.outline(Reading::Code, &source, language).expect("an outline"), outline);
            let versions = [&source[..], b""];
            let [here, there] = [Workers::default(), workers.clone()]
                .map(|who| who.outlines(Reading::Code, versions, language).map(|outline| outline.expect("an outline")));
            assert_eq!(there, here, "{}", path.display());
            assert_eq!(there[0], outline, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared} sources");
}

/// Whatever a file is read for.
#[test]
fn commands_print_the_same_with_and_without() {
    let fixture = Fixture::new();
    fixture.write("a.py", SOURCE).write("guide.md", "# Guide\n\n```python\ndef f():\n    return 1\n```\n");
    fixture.write("a.json", "{\"a\": {\"b\": [1, 2]}}").write("b.toml", "[a]\nb = 1\n");
    fixture.commit("all");
    fixture.write("a.py", "# why\nx = 1\n").write("guide.md", "# Guide\n\n```python\ndef g():\n    return 1\n```\n");
    fixture.write("a.json", "{\"a\": {\"b\": [1, 3]}}").write("b.toml", "[a]\nb = 2\n");
    fixture.commit("more");
    let modes = "code,prose,extracted-prose,records";
    let commands: [&[&str]; 3] = [
        &["symbols", "--json", "."],
        &["diff", "compute", "HEAD~1", "HEAD", "--modes", modes, "--json"],
        &["index", "build", "--from-nothing", "--json"],
    ];
    for command in commands {
        let [with, without] = ["2", "0"].map(|workers| {
            fixture.git(&["config", "codesub.parseWorkers", workers]);
            let run = fixture.codesub(command);
            assert!(run.status == 0, "{command:?}: {}", run.stderr);
            run.stdout
        });
        assert!(with.len() > 100, "{command:?} says something");
        assert_eq!(with, without, "{command:?}");
    }
}

#[test]
fn a_file_that_takes_too_much_memory_is_skipped_and_the_next_one_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let watching = script(folder.path(), "exec CODESUB \"$@\" --watch");
    for program in [PathBuf::from(BINARY), watching] {
        let workers = Workers::processes(program, limits());
        assert_eq!(skipped(ask(&workers, "java", &bomb())), "parsing it takes more than 384 MiB of memory");
        let python = Language::by_name("python").expect("python");
        assert_eq!(ask(&workers, "python", SOURCE).expect("an outline"), outline(SOURCE, python));
    }
}

/// Two versions are asked for at once, and answered for one by one.
#[test]
fn a_version_that_takes_too_much_is_skipped_and_the_other_one_read() {
    let workers = Workers::processes(PathBuf::from(BINARY), limits());
    let language = Language::by_name("java").expect("a language");
    let [source, bomb] = [b"class A { int f() { return 1; } }".to_vec(), bomb()];
    let [old, new] = workers.outlines(Reading::Code, [&source, &bomb], language);
    assert_eq!(old.expect("an outline"), outline(&source, language));
    assert!(skipped(new).contains("of memory"));
    let [old, new] = workers.outlines(Reading::Code, [&bomb, &source], language);
    assert!(skipped(old).contains("of memory"));
    assert_eq!(new.expect("an outline"), outline(&source, language));
}

#[test]
fn a_file_that_takes_too_long_is_skipped_and_after_some_no_more_are_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    // Says who it is, and then nothing.
    let program = script(folder.path(), "CODESUB \"$@\" </dev/null\nexec sleep 600");
    let workers = Workers::processes(program, Limits { patience: Duration::from_millis(500), ..limits() });
    assert_eq!(skipped(ask(&workers, "python", SOURCE)), "parsing it takes more than 0.5 seconds");
    let mut reasons: Vec<String> = (0..40).map(|_| skipped(ask(&workers, "python", SOURCE))).collect();
    let last = reasons.pop().expect("a reason");
    assert!(last.contains("could not be parsed, so no more were tried"), "{last}");
    // Meanwhile each had a tenth of the time.
    assert!(reasons.contains(&"parsing it takes more than 0.05 seconds".to_owned()), "{reasons:?}");
}

#[test]
fn a_worker_that_dies_or_talks_nonsense_costs_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let crashing = script(folder.path(), "CODESUB \"$@\" </dev/null\nkill -SEGV $$");
    let reason = skipped(ask(&Workers::processes(crashing, limits()), "python", SOURCE));
    assert!(reason.starts_with("its parser crashed (signal: 11"), "{reason}");
    // A frame that is too long, one that ends early, and one that is none.
    for answer in [r"\377\377\377\377", r"\004\000\000\000\001", r"\002\000\000\000\377\377"] {
        let babbling = script(folder.path(), &format!("CODESUB \"$@\" </dev/null\nprintf '{answer}'"));
        let reason = skipped(ask(&Workers::processes(babbling, limits()), "python", SOURCE));
        assert!(reason.starts_with("its parser crashed"), "{answer}: {reason}");
    }
}

/// Starting a worker costs more than parsing a few small files does.
#[test]
fn a_second_worker_is_started_when_there_is_enough_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let started = folder.path().join("started");
    let program = script(folder.path(), &format!("echo one >>'{}'\nexec CODESUB \"$@\"", started.display()));
    let large = "def f(a):\n    return a\n".repeat(8_000).into_bytes();
    // Thirty files are below the threshold whatever their size, and forty are not.
    for (sources, expected) in
        [(vec![SOURCE; 2], 1), (vec![SOURCE; 30], 1), (vec![SOURCE; 400], 2), (vec![&large; 2], 2)]
    {
        fs::write(&started, "").expect("written");
        let workers = Workers::processes(program.clone(), limits());
        let python = Language::by_name("python").expect("python");
        let both = std::sync::Barrier::new(2);
        let all: Vec<Outline> = std::thread::scope(|scope| {
            let halves: Vec<_> = sources
                .chunks(sources.len().div_ceil(2))
                .map(|half| {
                    let (workers, both) = (&workers, &both);
                    scope.spawn(move || {
                        both.wait();
                        let found = half.iter().map(|source| ask(workers, "python", source));
                        found.map(|found| found.expect("an outline")).collect::<Vec<_>>()
                    })
                })
                .collect();
            halves.into_iter().flat_map(|half| half.join().expect("a thread")).collect()
        });
        let count = fs::read_to_string(&started).expect("a file").lines().count();
        assert_eq!(count, expected, "for {} sources", sources.len());
        assert!(all.iter().zip(&sources).all(|(found, source)| *found == outline(source, python)));
    }
}

#[test]
fn without_workers_nothing_is_decided() {
    let folder = tempfile::tempdir().expect("a folder");
    let absent = Workers::processes(folder.path().join("absent"), limits());
    assert!(trouble(ask(&absent, "python", SOURCE)).contains("no process could be started to parse in"));
    let failing = Workers::processes(script(folder.path(), "echo 'no such luck' >&2\nexit 1"), limits());
    assert!(trouble(ask(&failing, "python", SOURCE)).contains("no such luck"));
    let other = script(folder.path(), r"printf '\005\000\000\000\004abcd'; cat >/dev/null");
    assert!(trouble(ask(&Workers::processes(other, limits()), "python", SOURCE)).contains("another codesub"));
}

#[test]
fn what_is_kept_and_what_is_parsed_share_one_budget() {
    let limits = Limits { memory: 192 * 1024 * 1024, ..limits() };
    let workers = Workers::processes(PathBuf::from(BINARY), limits);
    let mut large = outline(SOURCE, Language::by_name("python").expect("python"));
    large.tokens = vec![7; 1024 * 1024];
    let kept = (0..).take_while(|_| workers.keep(&large, &[]).is_ok()).count();
    // 192 MiB without our own 96 and the 56 that a worker needs, in pieces of 4.
    assert_eq!(kept, 9);
    ask(&workers, "python", SOURCE).expect("a small file still finds room");
    // Clones share it; others do not; what is given back is free again.
    assert!(workers.clone().keep(&large, &[]).is_err());
    assert!(Workers::processes(PathBuf::from(BINARY), limits).keep(&large, &[]).is_ok());
    workers.give_back(1 << 23);
    assert!(workers.keep(&large, &[]).is_ok());
}

#[test]
fn git_configuration_sets_the_limits_and_bad_ones_are_refused() {
    let fixture = Fixture::new();
    fixture.write("a.py", SOURCE);
    fixture.commit("a");
    for (key, value, error) in [
        ("codesub.parseWorkers", "many", "`codesub.parseWorkers` in git's configuration is not a whole number"),
        ("codesub.parseMemory", "100", "parsing needs at least 192"),
        ("codesub.parseTimeout", "0", "no file could be parsed"),
    ] {
        fixture.git(&["config", key, value]);
        fixture.refuses(&["symbols", "a.py"], 2, error, "git config --show-origin");
        fixture.git(&["config", "--unset", key]);
    }
    fixture.git(&["config", "codesub.parseMemory", "192"]);
    fixture.write("b.java", bomb());
    fixture.codesub(&["symbols", "b.java"]).exits(3).fails("parsing it takes more than 64 MiB of memory", "");
}
