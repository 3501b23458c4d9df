//! Refresh jobs with real processes, kills and indexers (SPEC 12.4, seed 002 "Correctness Invariants"). The indexers are
//! shell scripts that git's configuration names, as a user would name scip-python.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use protobuf::Message as _;
use scip::types::{Document, Index, Metadata, Occurrence, PositionEncoding, SymbolInformation, ToolInfo};

use crate::repository::{Fixture, Run};
use crate::strace::{strace, trace_of};

const CODE: &str = "def first(value):\n    return value\n\n\ndef second(value):\n    return first(value)\n";

/// What the fake indexer does before and after it writes its output, given as its first argument.
const INDEXER: &str = r#"#!/bin/sh
echo "$$" >> .git/runs
cp "$CODESUB_SCIP_FILES" .git/files
: > .git/started
. .git/before
cp .git/answer.scip "$1"
"#;

/// A repository with an index and an indexer for Python.
struct Indexed(Fixture);

impl Indexed {
    fn new(before: &str) -> Indexed {
        let fixture = Fixture::new();
        fixture.write("a.py", CODE).write("b.py", CODE).write("pkg/c.py", CODE);
        fixture.commit("start");
        fixture.codesub(&["index", "build"]).exits(0);
        let indexed = Indexed(fixture);
        indexed
            .0
            .write(".git/indexer", INDEXER)
            .write(".git/answer.scip", answer("1.0", &["a.py", "b.py", "pkg/c.py"]));
        indexed.set_before(before);
        indexed.config("command", "sh .git/indexer {output}");
        indexed
    }

    fn set_before(&self, before: &str) {
        self.0.write(".git/before", before);
    }

    fn config(&self, name: &str, value: &str) {
        self.0.git(&["config", &format!("codesub.scip.python.{name}"), value]);
    }

    fn enqueue(&self, arguments: &[&str]) -> serde_json::Value {
        let all = [&["index", "jobs", "enqueue", "--language", "python", "--json"], arguments].concat();
        self.0.codesub(&all).exits(0).json()
    }

    fn run(&self) -> Run {
        self.0.codesub(&["index", "jobs", "run"])
    }

    fn spawn(&self, arguments: &[&str]) -> Child {
        let mut command = self.0.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("codesub starts")
    }

    /// The jobs in the order of their ids.
    fn jobs(&self) -> Vec<serde_json::Value> {
        let list = self.0.codesub(&["index", "jobs", "--json"]).exits(0).json();
        let mut jobs = list["jobs"].as_array().expect("a list").clone();
        jobs.reverse();
        jobs
    }

    fn statuses(&self) -> Vec<String> {
        self.jobs().iter().map(|job| job["status"].as_str().expect("a word").to_owned()).collect()
    }

    /// How often the indexer ran.
    fn runs(&self) -> usize {
        fs::read_to_string(self.0.path(".git/runs")).unwrap_or_default().lines().count()
    }

    fn store(&self) -> rusqlite::Connection {
        let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
        let path = self.0.path(".git/codesub/index/facts.sqlite");
        rusqlite::Connection::open_with_flags(path, flags).expect("a store")
    }

    fn count(&self, what: &str) -> i64 {
        self.store().query_row(&format!("SELECT count(*) FROM {what}"), [], |row| row.get(0)).expect("a number")
    }

    /// How many files and occurrences have semantic facts.
    fn facts(&self) -> (i64, i64) {
        (self.count("file_semantic_facts"), self.count("occurrences WHERE layer = 'semantic'"))
    }

    /// What workers have left.
    fn leftovers(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.0.path(".git/codesub/index/workers")).into_iter().flatten();
        entries.map(|entry| entry.expect("an entry").path()).collect()
    }

    fn wait_for(&self, name: &str) {
        let start = Instant::now();
        while !self.0.path(name).exists() {
            assert!(start.elapsed() < Duration::from_secs(60), "{name} does not come");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

const ALL_FACTS: (i64, i64) = (3, 9);

/// What an indexer would say of files with that code.
fn answer(version: &str, paths: &[&str]) -> Vec<u8> {
    let mut index = Index::new();
    let mut tool = ToolInfo::new();
    (tool.name, tool.version) = ("scip-python".to_owned(), version.to_owned());
    let mut metadata = Metadata::new();
    metadata.tool_info = Some(tool).into();
    index.metadata = Some(metadata).into();
    for path in paths {
        let symbol = |name: &str| format!("scip-python python shop 1 `{path}`/{name}().");
        let occurrence = |name: &str, line: i32, column: i32, roles: i32| {
            let mut occurrence = Occurrence::new();
            occurrence.range = vec![line, column, column + name.len() as i32];
            (occurrence.symbol, occurrence.symbol_roles) = (symbol(name), roles);
            occurrence
        };
        let mut document = Document::new();
        document.relative_path = (*path).to_owned();
        document.position_encoding = PositionEncoding::UTF8CodeUnitOffsetFromLineStart.into();
        document.occurrences =
            vec![occurrence("first", 0, 4, 1), occurrence("second", 4, 4, 1), occurrence("first", 5, 11, 8)];
        document.symbols = ["first", "second"]
            .map(|name| {
                let mut information = SymbolInformation::new();
                information.symbol = symbol(name);
                information
            })
            .to_vec();
        index.documents.push(document);
    }
    index.write_to_bytes().expect("bytes")
}

/// Seed 002, "Atomic job transitions": of any number of workers one runs the job.
#[test]
fn of_eight_workers_one_runs_the_job() {
    let indexed = Indexed::new("sleep 1");
    assert_eq!(indexed.enqueue(&[])["result"], "created");
    let workers: Vec<Child> = (0..8).map(|_| indexed.spawn(&["index", "jobs", "run", "--json"])).collect();
    let mut completed = 0;
    for worker in workers {
        let run = Run::new(&worker.wait_with_output().expect("codesub ends")).exits(0);
        let jobs = run.json()["jobs"].as_array().expect("a list").clone();
        completed += jobs.iter().filter(|job| job["status"] == "completed").count();
    }
    assert_eq!((completed, indexed.runs()), (1, 1));
    assert_eq!(indexed.statuses(), ["completed"]);
    assert_eq!(indexed.facts(), ALL_FACTS);
    assert_eq!(indexed.leftovers(), Vec::<PathBuf>::new());
}

/// Seed 002, "Fresh HEAD at import": the indexer itself moves HEAD.
#[test]
fn when_head_moves_while_the_indexer_runs_its_output_is_thrown_away() {
    let indexed = Indexed::new("git commit --quiet --allow-empty --message moved");
    indexed.enqueue(&["--file", "a.py"]);
    let head = indexed.0.git(&["rev-parse", "HEAD"]);
    indexed.run().exits(0).prints("superseded: HEAD moved; job 2 is queued for it");
    assert_eq!(indexed.facts(), (0, 0), "nothing is imported");
    assert_eq!(indexed.leftovers(), Vec::<PathBuf>::new());
    let moved = indexed.0.git(&["rev-parse", "HEAD"]);
    let jobs = indexed.jobs();
    assert_eq!(jobs[0]["superseded_reason"], format!("HEAD moved from {head} to {moved}"));
    assert_eq!((&jobs[0]["status"], &jobs[1]["status"]), (&"superseded".into(), &"queued".into()));
    assert_eq!((&jobs[1]["head"], &jobs[1]["scope"]), (&moved.into(), &serde_json::json!({"files": ["a.py"]})));
    // The next worker does it, for the new commit, which it brings the index to.
    indexed.set_before("");
    indexed.run().exits(0).prints("Job 2 (python): completed");
    assert_eq!(indexed.facts(), ALL_FACTS);
}

/// Whoever asks after HEAD moved supersedes what runs; its indexer is ended early.
#[test]
fn a_job_that_is_superseded_while_it_runs_ends_its_indexer() {
    let indexed = Indexed::new("[ -e .git/second ] || { : > .git/second; sleep 60; }");
    indexed.enqueue(&["--file", "a.py"]);
    let start = Instant::now();
    let worker = indexed.spawn(&["index", "jobs", "run"]);
    indexed.wait_for(".git/started");
    indexed.0.git(&["commit", "--quiet", "--allow-empty", "--message", "moved"]);
    assert_eq!(indexed.enqueue(&["--file", "b.py"])["superseded"], 1);
    let run = Run::new(&worker.wait_with_output().expect("codesub ends")).exits(0);
    // The same worker goes on with the job that took its place.
    assert_eq!(run.stdout, "Job 1 (python): superseded: HEAD moved\nJob 2 (python): completed\n");
    assert!(start.elapsed() < Duration::from_secs(40), "it waited for an indexer that nobody needs");
    assert_eq!(indexed.statuses(), ["superseded", "completed"]);
    assert_eq!(indexed.jobs()[1]["scope"], serde_json::json!({"files": ["a.py", "b.py"]}), "nothing is lost");
    assert_eq!((indexed.runs(), indexed.facts()), (2, ALL_FACTS));
}

/// Seed 002, "Monotonic scope", under load.
#[test]
fn twenty_processes_widen_one_job() {
    let indexed = Indexed::new("");
    let names: Vec<String> = (10..30).map(|number| format!("f{number}.py")).collect();
    let ask = |name| ["index", "jobs", "enqueue", "--language", "python", "--file", name];
    let children: Vec<Child> = names.iter().map(|name| indexed.spawn(&ask(name))).collect();
    for child in children {
        Run::new(&child.wait_with_output().expect("codesub ends")).exits(0);
    }
    let jobs = indexed.jobs();
    assert_eq!(jobs.len(), 1, "{jobs:?}");
    assert_eq!((&jobs[0]["status"], &jobs[0]["scope"]), (&"queued".into(), &serde_json::json!({ "files": names })));
}

/// SPEC 12.4: what is asked for while a job runs is done by one follow-up.
#[test]
fn requests_while_a_job_runs_become_one_follow_up() {
    let indexed = Indexed::new("while [ ! -e .git/go ]; do sleep 0.05; done");
    indexed.enqueue(&["--file", "a.py"]);
    let worker = indexed.spawn(&["index", "jobs", "run"]);
    indexed.wait_for(".git/started");
    assert_eq!(indexed.0.read(".git/files"), "a.py\n");
    assert_eq!(indexed.enqueue(&["--file", "a.py"])["result"], "covered");
    let ask = |arguments: &[&str]| {
        indexed.spawn(&[&["index", "jobs", "enqueue", "--language", "python"], arguments].concat())
    };
    let children = [ask(&["--file", "b.py"]), ask(&["--package", "pkg"]), ask(&["--file", "pkg/c.py"])];
    for child in children {
        Run::new(&child.wait_with_output().expect("codesub ends")).exits(0);
    }
    assert_eq!(indexed.statuses(), ["running", "queued"]);
    indexed.0.write(".git/go", "");
    let run = Run::new(&worker.wait_with_output().expect("codesub ends")).exits(0);
    assert_eq!(run.stdout, "Job 1 (python): completed\nJob 2 (python): completed\n");
    assert_eq!(indexed.jobs()[1]["scope"], serde_json::json!({"files": ["a.py", "b.py"], "packages": ["pkg"]}));
    assert_eq!(indexed.0.read(".git/files"), "a.py\nb.py\npkg/c.py\n", "and it is told so");
    assert_eq!((indexed.runs(), indexed.facts()), (2, ALL_FACTS));
}

/// A worker that is killed while its indexer runs: found by its lock, taken back, and done by the next one.
#[test]
fn a_job_whose_worker_was_killed_is_taken_back() {
    let indexed = Indexed::new("sleep 2");
    indexed.enqueue(&["--file", "a.py"]);
    let mut worker = indexed.spawn(&["index", "jobs", "run"]);
    indexed.wait_for(".git/started");
    assert_eq!(indexed.statuses(), ["running"], "its worker lives");
    worker.kill().expect("killed");
    worker.wait().expect("ended");
    indexed.0.codesub(&["index", "jobs"]).exits(0).prints("queued").tells("Job 1 was left by a process that is gone");
    assert_eq!(indexed.jobs()[0]["scope"], serde_json::json!({"files": ["a.py"]}));
    assert_eq!(indexed.facts(), (0, 0));
    indexed.set_before("");
    indexed.run().exits(0).prints("Job 1 (python): completed");
    // The indexer of the one that was killed may still have written.
    std::thread::sleep(Duration::from_secs(2));
    indexed.0.codesub(&["index", "jobs"]).exits(0);
    assert_eq!((indexed.facts(), indexed.leftovers()), (ALL_FACTS, Vec::new()));
}

/// HEAD moved after the kill.
#[test]
fn a_job_taken_back_is_not_run_for_another_head() {
    let indexed = Indexed::new("sleep 1");
    indexed.enqueue(&["--file", "a.py"]);
    let mut worker = indexed.spawn(&["index", "jobs", "run"]);
    indexed.wait_for(".git/started");
    worker.kill().expect("killed");
    worker.wait().expect("ended");
    indexed.0.write("a.py", format!("{CODE}\n\ndef third():\n    pass\n"));
    indexed.0.commit("moved");
    indexed.set_before("");
    indexed.run().exits(0).prints("Job 2 (python): completed");
    assert_eq!(indexed.statuses(), ["superseded", "completed"]);
    assert_eq!(indexed.facts(), ALL_FACTS);
}

/// Seed 002, "Import before completed": a kill at every call that writes leaves a job that is completed with its data, or
/// neither.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_kill_at_any_write_leaves_no_job_completed_without_data() {
    let start = Indexed::new("");
    start.enqueue(&[]);
    let arguments = ["index", "jobs", "run"];
    let calls = ["pwrite64", "fdatasync", "ftruncate", "unlink", "write"];
    let undisturbed = Indexed(start.0.copy());
    let run = strace(&undisturbed.0, &arguments, &calls.join(","), "");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert_eq!(undisturbed.facts(), ALL_FACTS);
    let trace = fs::read_to_string(trace_of(&undisturbed.0)).expect("a trace");
    let (mut kills, mut without, mut with) = (0, 0, 0);
    let mut states = BTreeSet::new();
    for call in calls {
        let total = trace.lines().filter(|line| line.starts_with(&format!("{call}("))).count();
        for number in 1..=total {
            let what = format!("killed at {call} {number} of {total}");
            let indexed = Indexed(start.0.copy());
            let run = strace(&indexed.0, &arguments, call, &format!("signal=KILL:when={number}"));
            if run.status.success() {
                // The calls of two runs need not be the same ones.
                continue;
            }
            kills += 1;
            let is_completed = indexed.count("refresh_jobs WHERE status = 'completed'") == 1;
            let is_running = indexed.count("refresh_jobs WHERE status = 'running'") == 1;
            assert_eq!(indexed.facts(), if is_completed { ALL_FACTS } else { (0, 0) }, "{what}");
            *(if is_completed { &mut with } else { &mut without }) += 1;
            // What comes next depends on little else; every tenth shows that there is nothing else.
            if states.insert((call, is_completed, is_running, indexed.leftovers().len())) || kills % 10 == 0 {
                indexed.0.codesub(&["index", "jobs"]).exits(0);
                let status = if is_completed { "completed" } else { "queued" };
                assert_eq!(indexed.statuses(), [status], "{what}");
                indexed.run().exits(0);
                assert_eq!((indexed.statuses(), indexed.facts()), (vec!["completed".to_owned()], ALL_FACTS), "{what}");
                assert_eq!(indexed.leftovers(), Vec::<PathBuf>::new(), "{what}");
            }
        }
    }
    assert!(kills > 20 && without > 5 && with > 0, "{kills} kills, {without} before and {with} after the commit");
}

/// Completed never without data: nothing counts but an output that was imported.
#[test]
fn an_indexer_that_fails_fails_its_job() {
    let indexed = Indexed::new("");
    for (before, error) in [
        (
            "echo starting; printf 'no \\033[31mmodule\\n' >&2; exit 3",
            "it ended with exit status: 3\nstarting\nno \u{1b}[31mmodule",
        ),
        ("exit 0", "it wrote nothing to the file"),
        ("printf garbage > \"$1\"; exit 0", ""),
        ("sleep 30 & echo $! > .git/child; wait", "it was not done after 1 seconds"),
    ] {
        indexed.set_before(before);
        indexed.config("timeout", if before.contains("wait") { "1" } else { "60" });
        let job = indexed.enqueue(&[])["id"].to_string();
        let run = indexed.run().exits(4);
        assert!(run.stdout.contains("failed: ") && !run.stdout.contains('\u{1b}'), "{}", run.stdout);
        let shown = indexed.0.codesub(&["index", "jobs", "show", &job, "--json"]).exits(0).json();
        assert_eq!(shown["status"], "failed");
        assert!(shown["error"].as_str().is_some_and(|said| said.contains(error)), "{shown} has no {error:?}");
        let shown = indexed.0.codesub(&["index", "jobs", "show", &job]).exits(0).prints("error");
        assert!(!shown.stdout.contains('\u{1b}'), "{}", shown.stdout);
        assert_eq!((indexed.facts(), indexed.leftovers()), ((0, 0), Vec::new()), "{before}");
    }
    // What it had started is ended as well.
    let child = indexed.0.read(".git/child");
    let state = Command::new("ps").args(["-o", "stat=", "-p", child.trim()]).output().expect("ps runs").stdout;
    let state = String::from_utf8_lossy(&state).into_owned();
    assert!(state.is_empty() || state.starts_with('Z'), "process {child} goes on: {state}");
    indexed.config("command", "no-such-program-anywhere {output}");
    indexed.enqueue(&[]);
    indexed.run().exits(4).prints("`no-such-program-anywhere` cannot be started");
}

/// SPEC 12.2, 13.1: a file of the repository names no program.
#[test]
fn an_indexer_named_by_a_file_of_the_repository_is_not_run() {
    let indexed = Indexed::new("");
    indexed.0.git(&["config", "--unset", "codesub.scip.python.command"]);
    let setting = "[codesub \"scip.python\"]\n\tcommand = sh .git/indexer {output}\n";
    for name in [".gitconfig", ".codesub", "codesub.gitconfig", ".config/git/config", "git/config"] {
        indexed.0.write(name, setting);
    }
    indexed.0.write(".gitattributes", "*.py filter=codesub\n");
    indexed.0.write("codesub.yaml", "version: 1\nsubscriptions: []\n");
    indexed.0.commit("hostile");
    let ask = ["index", "jobs", "enqueue", "--language", "python"];
    indexed.0.codesub(&ask).exits(2).fails("`codesub.scip.python.command` is not set", "git config codesub.scip");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    indexed.0.write("codesub.yaml", "version: 1\nscip:\n  python:\n    command: sh .git/indexer\nsubscriptions: []\n");
    indexed.0.codesub(&ask).exits(2);
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    assert_eq!((indexed.runs(), indexed.jobs().len()), (0, 0));
}

/// A refresh asks about everything once, then about what changed.
#[test]
fn a_refresh_queues_what_changed() {
    let indexed = Indexed::new("");
    indexed.0.codesub(&["index", "refresh"]).exits(0).tells("Next: codesub index jobs run");
    assert_eq!((indexed.runs(), &indexed.jobs()[0]["scope"]), (0, &serde_json::Value::Null));
    indexed.run().exits(0);
    indexed.0.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(indexed.statuses(), ["completed"], "nothing changed");
    indexed.0.write("b.py", format!("{CODE}\n")).write("text.txt", "no code");
    indexed.0.commit("changed");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0).prints("Job 2 (python): completed");
    assert_eq!(indexed.jobs()[1]["scope"], serde_json::json!({"files": ["b.py"]}));
    assert_eq!(indexed.0.read(".git/files"), "b.py\n");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    assert_eq!(indexed.runs(), 2);
    // Another version of the tool is another context: what it was not asked about comes next.
    indexed.0.write(".git/answer.scip", answer("2.0", &["a.py"])).write("a.py", format!("{CODE}\n\n"));
    indexed.0.commit("changed");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    let jobs = indexed.jobs();
    assert_eq!(
        (&jobs[2]["scope"], &jobs[3]["reason"]),
        (&serde_json::json!({"files": ["a.py"]}), &"the indexer has another version".into())
    );
}

/// SPEC 12.3: what depended on a file that is gone is stale, and only an indexer can tell what it depends on now.
#[test]
fn a_refresh_asks_about_those_who_depended_on_what_is_gone() {
    let indexed = Indexed::new("");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    let depends = "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, \
                   interface_hash_at_index) SELECT a.id, b.id, 'reference', 1, 'semantic', b.syntactic_interface_hash \
                   FROM files a, files b WHERE a.path = 'a.py' AND b.path = 'b.py'";
    let store = rusqlite::Connection::open(indexed.0.path(".git/codesub/index/facts.sqlite")).expect("a store");
    assert_eq!(store.execute(depends, []).expect("an edge"), 1);
    indexed.0.remove("b.py").commit("gone");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    assert_eq!(indexed.jobs()[1]["scope"], serde_json::json!({"files": ["a.py"]}));
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    assert_eq!(indexed.statuses(), ["completed", "completed"], "asked once");
}

/// What was written to while the indexer ran may have been read before or after: it is not taken for current.
#[test]
fn files_touched_while_the_indexer_runs_are_dirty() {
    let indexed = Indexed::new("cp b.py b.tmp; mv b.tmp b.py");
    indexed.enqueue(&[]);
    indexed.run().exits(0);
    assert_eq!(indexed.facts(), ALL_FACTS);
    let current = "file_semantic_facts JOIN files ON files.id = file_id WHERE content_hash_at_index = content_hash";
    assert_eq!((indexed.count(current), indexed.count(&format!("{current} AND path = 'b.py'"))), (2, 0));
    indexed.set_before("");
    indexed.0.codesub(&["index", "refresh", "--semantic"]).exits(0);
    assert_eq!(indexed.jobs()[1]["scope"], serde_json::json!({"files": ["b.py"]}), "it is asked about again");
    assert_eq!(indexed.count(current), 3);
}

/// Each worktree has a HEAD, files and jobs of its own.
#[test]
fn worktrees_do_not_supersede_each_other() {
    let indexed = Indexed::new("");
    let folder = tempfile::tempdir().expect("a folder");
    let other = folder.path().join("other");
    indexed.0.git(&["worktree", "add", "--quiet", "-b", "other", other.to_str().expect("text")]);
    let there = |arguments: &[&str]| {
        let all = [&["-C", other.to_str().expect("text")], arguments].concat();
        indexed.0.codesub(&all)
    };
    there(&["index", "build"]).exits(0);
    indexed.enqueue(&["--file", "a.py"]);
    there(&["index", "jobs", "enqueue", "--language", "python", "--file", "b.py"]).exits(0).prints("Queued as job 2.");
    assert_eq!(indexed.statuses(), ["queued", "queued"]);
    indexed.run().exits(0).prints("Job 1 (python): completed");
    assert_eq!(indexed.statuses(), ["completed", "queued"], "the other one is run in its own worktree");
    indexed.0.git(&["worktree", "remove", "--force", other.to_str().expect("text")]);
    indexed.0.codesub(&["index", "build"]).exits(0);
    assert_eq!(indexed.statuses(), ["completed"], "what waited there goes with the worktree");
}

#[test]
fn what_cannot_be_is_told() {
    let indexed = Indexed::new("");
    let ask = |arguments: &[&str]| {
        indexed.0.codesub(&[&["index", "jobs", "enqueue", "--language", "python"], arguments].concat())
    };
    ask(&["--file", "../x.py"]).exits(2).fails("`../x.py` is not below the repository's root", "from the root");
    indexed.0.codesub(&["index", "jobs", "show", "9"]).exits(2).fails("there is no job 9", "codesub index jobs");
    indexed.0.codesub(&["index", "jobs", "run", "9"]).exits(2).fails("there is no job 9", "codesub index jobs");
    indexed.enqueue(&[]);
    indexed.run().exits(0);
    indexed.0.codesub(&["index", "jobs", "run", "1"]).exits(2).fails("job 1 does not wait: it is completed", "enqueue");
    indexed.config("command", "sh 'unended");
    ask(&[]).exits(2).fails("has a quote that does not end", "git config --show-origin codesub.scip.python.command");
    let bare = Fixture::new();
    bare.codesub(&["index", "jobs"]).exits(2).fails("this repository has no index yet", "codesub index build");
}

/// SPEC 13.1: what is committed does not say where an indexer runs.
#[cfg(unix)]
#[test]
fn an_indexer_does_not_follow_a_link_out_of_the_repository() {
    let indexed = Indexed::new("");
    let outside = tempfile::tempdir().expect("a folder");
    let script = indexed.0.path(".git/indexer");
    indexed.config("command", &format!("sh {} {{output}}", script.display()));
    indexed.0.write(".git/indexer", "touch ran-here; exit 1\n");
    indexed.config("root", "pkg");
    indexed.0.codesub(&["index", "jobs", "enqueue", "--language", "python"]).exits(0);
    indexed.run().prints("failed");
    assert!(indexed.0.path("pkg/ran-here").exists(), "it runs in a folder");

    fs::remove_dir_all(indexed.0.path("pkg")).expect("removed");
    std::os::unix::fs::symlink(outside.path(), indexed.0.path("pkg")).expect("a link");
    indexed.0.commit("a link");
    indexed.0.codesub(&["index", "jobs", "enqueue", "--language", "python"]).exits(0);
    indexed.run().prints("leads out of the repository");
    assert!(!outside.path().join("ran-here").exists(), "it ran outside");
}
