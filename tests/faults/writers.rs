//! Every command that writes, a repository in which it has something to do, and the commands that only read.
//!
//! A command of the command line that is in neither list fails the run: [`forgotten`].

use clap::CommandFactory as _;
use protobuf::Message as _;

use crate::repository::Fixture;

const CODE: &str = "\
def first(value):
    total = sum(value)
    return total / len(value)


def second(value):
    ordered = sorted(value)
    return ordered[len(ordered) // 2]


def third(value):
    return max(value) - min(value)
";

/// How the state after a run is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All files are old, or all are new; or what every reading command says is.
    Whole,
    /// Files that have nothing to do with each other: each is old or new.
    Each,
    /// As `Each`, and trouble is a warning that keeps the verdict (SPEC 6.1); more is appended by every run.
    Warns,
    /// A cache of many files: what it answers counts.
    Index,
}

/// A command that writes.
pub struct Writer {
    pub command: &'static str,
    pub arguments: &'static [&'static str],
    pub start: fn() -> Fixture,
    pub kind: Kind,
}

const fn writer(
    command: &'static str,
    arguments: &'static [&'static str],
    start: fn() -> Fixture,
    kind: Kind,
) -> Writer {
    Writer { command, arguments, start, kind }
}

impl Writer {
    /// What it writes is no result of it, so that trouble with that is a warning at most.
    pub fn is_aside(&self) -> bool {
        self.kind == Kind::Warns
            || ["diff", "index refresh"].contains(&self.command)
            || self.command.starts_with("hook run")
    }
}

pub const WRITERS: &[Writer] = &[
    writer("init", &["init"], empty, Kind::Whole),
    writer("add", &["add", "src/code.py::third"], listed, Kind::Whole),
    writer("edit", &["edit", "first", "--label", "One"], listed, Kind::Whole),
    writer("remove", &["remove", "first"], listed, Kind::Whole),
    writer("apply", &["apply", "--base", "HEAD"], renamed, Kind::Whole),
    writer("accept", &["accept", "--all"], changed, Kind::Whole),
    writer("decide", &["decide", "second", "--pick", "src/code.py::third"], listed, Kind::Whole),
    writer("scan", &["scan", "--base", "HEAD", "--json", "--output", "report.json"], renamed, Kind::Whole),
    writer("diff", &["diff", "HEAD~1", "HEAD"], two_commits, Kind::Whole),
    writer(
        "diff compute",
        &["diff", "compute", "--from", "HEAD~1", "--to", "HEAD", "--persist", "true"],
        two_commits,
        Kind::Whole,
    ),
    writer("diff prune", &["diff", "prune", "--keep", "0"], with_diff, Kind::Whole),
    writer("snapshot create", &["snapshot", "create", "one"], two_commits, Kind::Whole),
    writer("snapshot remove", &["snapshot", "remove", "pin"], with_diff, Kind::Whole),
    writer("hook install", &["hook", "install"], with_hook, Kind::Each),
    writer("hook install config", &["hook", "install", "--via", "config"], listed, Kind::Each),
    writer("hook uninstall", &["hook", "uninstall"], with_stubs, Kind::Each),
    // Verbose: the hint for the index that cannot be left is a remark.
    writer("hook run merge", &["--verbose", "hook", "run", "post-merge", "0"], merged, Kind::Each),
    writer("hook run rebase", &["--verbose", "hook", "run", "post-rewrite", "rebase"], merged, Kind::Each),
    writer("github", &["github", "--base", "HEAD~1", "--no-comment", "--report", "report.json"], job, Kind::Warns),
    writer("index build", &["index", "build"], listed, Kind::Index),
    writer("index rebuild", &["index", "build", "--from-nothing"], indexed, Kind::Index),
    writer("index refresh", &["index", "refresh"], behind, Kind::Index),
    writer("index import-scip", &["index", "import-scip", ".git/answer.scip"], indexed, Kind::Index),
    writer("index gate", &["index", "gate", "src/code.py", "--decide", QUESTION], asked, Kind::Index),
    writer("index jobs enqueue", &["index", "jobs", "enqueue", "--language", "python"], indexed, Kind::Index),
    writer("index jobs run", &["index", "jobs", "run"], queued, Kind::Index),
    writer("man", &["man", "--dir", "pages"], empty, Kind::Each),
    writer("demo", &["demo", "--keep", "shop"], empty, Kind::Whole),
];

/// What the indexer was not sure of, and the answer; the same in every run.
const QUESTION: &str = "729234e66231=proceed";

/// Why a writer cannot be run here.
pub fn obstacle(writer: &Writer) -> Option<String> {
    if writer.command != "hook install config" {
        return None;
    }
    let output = std::process::Command::new("git").arg("--version").output().expect("git runs");
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let mut numbers = version.trim_start_matches(|it: char| !it.is_ascii_digit()).split('.').map(str::parse::<u32>);
    let is_new = match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= (2, 54),
        _ => false,
    };
    (!is_new).then(|| format!("needs git 2.54, and this is {version}"))
}

/// Commands that change nothing.
const READERS: &[&str] = &[
    "list",
    "show",
    "symbols",
    "languages",
    "explain",
    "diff show",
    "diff list",
    "snapshot",
    "snapshot list",
    "snapshot show",
    "index status",
    "index search",
    "index symbol",
    "index refs",
    "index map",
    "index jobs show",
    "hook status",
    "completions",
    "parse-worker",
];

/// Writers that this harness does not run, and where they are disturbed instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("github publish", "writes nothing but a comment: tests/suite/github/faults.rs"),
    ("hook run", "as `hook run merge` and `hook run rebase`; pre-push writes nothing"),
    ("index jobs", "a list; what it recovers is recovered by `index jobs run` as well"),
];

/// Commands of the command line that are in no list.
pub fn forgotten() -> Vec<String> {
    fn walk(command: &clap::Command, path: &str, found: &mut Vec<String>) {
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let path = format!("{path} {}", sub.get_name()).trim_start().to_owned();
            if sub.get_subcommands().next().is_none() || !sub.is_subcommand_required_set() {
                found.push(path.clone());
            }
            walk(sub, &path, found);
        }
    }
    let mut found = Vec::new();
    walk(&codesub::cli::Cli::command(), "", &mut found);
    found.retain(|path| {
        !READERS.contains(&path.as_str())
            && !WRITERS.iter().any(|it| it.command == path)
            && !ELSEWHERE.iter().any(|it| it.0 == path)
    });
    found
}

fn empty() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/code.py", CODE).commit("start");
    fixture
}

fn listed() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/code.py", CODE).write("codesub.yaml", "version: 1 # kept\nsubscriptions: []\n");
    fixture.codesub(&["add", "src/code.py::first", "src/code.py::second"]).exits(0);
    fixture.commit("start");
    fixture
}

fn renamed() -> Fixture {
    let fixture = listed();
    fixture.write("src/code.py", CODE.replace("first", "renamed"));
    fixture
}

fn changed() -> Fixture {
    let fixture = listed();
    fixture.write("src/code.py", CODE.replace("sorted(value)", "sorted(set(value))"));
    fixture
}

fn two_commits() -> Fixture {
    let fixture = changed();
    fixture.commit("second");
    fixture
}

fn with_diff() -> Fixture {
    let fixture = two_commits();
    fixture.codesub(&["diff", "HEAD", "HEAD~1"]).exits(0);
    fixture.codesub(&["snapshot", "create", "pin", "--revision", "HEAD"]).exits(0);
    fixture.codesub(&["snapshot", "create", "other", "--revision", "HEAD~1"]).exits(0);
    // Not of a side that a snapshot pins.
    fixture.write("x.py", "X = 1\n").commit("third");
    fixture.write("x.py", "X = 2\n").commit("fourth");
    fixture.codesub(&["diff", "HEAD~1", "HEAD"]).exits(0);
    fixture
}

fn with_hook() -> Fixture {
    let fixture = listed();
    fixture.write(".git/hooks/pre-push", "#!/bin/sh\necho earlier\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(fixture.path(".git/hooks/pre-push"), executable).expect("permissions");
    }
    fixture
}

fn with_stubs() -> Fixture {
    let fixture = with_hook();
    fixture.codesub(&["hook", "install"]).exits(0);
    fixture
}

fn merged() -> Fixture {
    let fixture = listed();
    fixture.git(&["config", "codesub.autoApply", "true"]);
    fixture.git(&["checkout", "--quiet", "-b", "topic"]);
    fixture.write("src/code.py", CODE.replace("first", "renamed")).commit("topic");
    fixture.git(&["checkout", "--quiet", "main"]);
    fixture.git(&["merge", "--quiet", "topic"]);
    fixture
}

fn job() -> Fixture {
    let fixture = two_commits();
    fixture
        .write(
            ".git/job/event.json",
            r#"{"ref": "refs/heads/main", "before": "0000000000000000000000000000000000000000", "after": "0000000000000000000000000000000000000000"}"#,
        )
        // Just below a page: where the disk is full, a part of what is appended still fits.
        .write(".git/job/output", format!("earlier={}\n", "x".repeat(4080)))
        .write(".git/job/summary", format!("Earlier {}\n", "x".repeat(4080)));
    fixture
}

fn indexed() -> Fixture {
    let fixture = listed();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.write(".git/answer.scip", scip());
    fixture.git(&["config", "codesub.scip.python.command", "cp .git/answer.scip {output}"]);
    fixture
}

fn behind() -> Fixture {
    let fixture = queued();
    fixture.codesub(&["index", "jobs", "run"]).exits(0);
    fixture.write("src/code.py", CODE.replace("third", "fourth")).write("src/new.py", "NEW = 1\n").commit("more");
    fixture
}

fn queued() -> Fixture {
    let fixture = indexed();
    fixture.codesub(&["index", "jobs", "enqueue", "--language", "python"]).exits(0);
    fixture
}

fn asked() -> Fixture {
    let fixture = indexed();
    fixture.codesub(&["index", "import-scip", ".git/answer.scip"]).exits(0);
    fixture
}

/// What an indexer would say of the code: that it defines `first` and uses something that nothing defines.
fn scip() -> Vec<u8> {
    use scip::types::{Document, Index, Metadata, Occurrence, PositionEncoding, SymbolInformation, ToolInfo};
    let symbol = "scip-python python shop 1 `src.code`/first().".to_owned();
    let mut tool = ToolInfo::new();
    (tool.name, tool.version) = ("scip-python".to_owned(), "1.0".to_owned());
    let mut metadata = Metadata::new();
    metadata.tool_info = Some(tool).into();
    let mut occurrence = Occurrence::new();
    (occurrence.range, occurrence.symbol, occurrence.symbol_roles) = (vec![0, 4, 9], symbol.clone(), 1);
    let mut unknown = Occurrence::new();
    unknown.range = vec![1, 4, 9];
    unknown.symbol = "scip-python python shop 1 `src.code`/nowhere().".to_owned();
    let mut information = SymbolInformation::new();
    information.symbol = symbol;
    let mut document = Document::new();
    document.relative_path = "src/code.py".to_owned();
    document.position_encoding = PositionEncoding::UTF8CodeUnitOffsetFromLineStart.into();
    (document.occurrences, document.symbols) = (vec![occurrence, unknown], vec![information]);
    let mut index = Index::new();
    index.metadata = Some(metadata).into();
    index.documents.push(document);
    index.write_to_bytes().expect("bytes")
}
