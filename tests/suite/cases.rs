//! The cases: `tests/cases/<what-changed>/{codesub.yaml,before/,after/,expected}`, the same below
//! `tests/languages/<language>/cases/`, and the laws that hold for each.
//!
//! A case's list is committed with `before/`; an `after/codesub.yaml` replaces it in the second commit. `expected` is
//! the report in short lines; `CODESUB_BLESS=1 cargo test` writes it anew, to be read before it is committed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::Parser as _;
use codesub::cli::Cli;
use codesub::commands::{self, Session, Streams};
use codesub::error::ExitStatus;
use codesub::git::Repository;
use codesub::output::{Format, Look, write_report};
use codesub::progress::Progress;
use codesub::report::Report;
use codesub::scan::{Request, TargetRevision};
use codesub::syntax::Language;

use crate::repository::Fixture;

#[test]
fn every_case_comes_out_as_expected() {
    let mut failures = String::new();
    for (case, built) in built() {
        let actual = describe(&built.scan());
        let path = case.join("expected");
        if std::env::var_os("CODESUB_BLESS").is_some() {
            fs::write(&path, &actual).expect("expected is written");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        if actual != expected {
            let _ = writeln!(failures, "{}\n--- expected\n{expected}--- actual\n{actual}", name(case));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn law_same_against_same_is_clean() {
    for (case, built) in built() {
        for revision in [&built.before, &built.after] {
            let report = built.scan_between(revision, revision);
            let diff = report.triggers.iter().filter(|trigger| trigger.blocking).count();
            assert_eq!((diff, report.proposals.len()), (0, 0), "{}: {}", name(case), describe(&report));
        }
    }
}

#[test]
fn law_two_runs_give_the_same_bytes() {
    for (case, built) in built() {
        let (first, second) = (built.scan(), built.scan());
        for format in [Format::Text, Format::Json, Format::Jsonl, Format::Markdown] {
            assert_eq!(render(&first, format), render(&second, format), "{}", name(case));
        }
    }
}

#[test]
fn law_a_lock_changes_no_verdict() {
    for (case, built) in built() {
        if !built.before_is_whole() {
            continue;
        }
        let locked = Built::with_lock(case, true);
        assert_eq!(describe(&locked.scan()), describe(&built.scan()), "{}", name(case));
    }
}

#[test]
fn law_comments_and_blank_lines_never_trigger() {
    for (case, built) in built() {
        if !built.before_is_whole() {
            continue;
        }
        let built = built.copy();
        built.fixture.git(&["checkout", "--quiet", &built.before]);
        for path in source_files(built.fixture.root()) {
            let Ok(source) = fs::read_to_string(&path) else { continue };
            if source.contains("\r\n") {
                continue;
            }
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            fs::write(&path, with_comments(&source, extension)).expect("a file");
        }
        let commented = built.fixture.commit("comments");
        let report = built.scan_between(&built.before, &commented);
        let semantic: Vec<_> = report
            .triggers
            .iter()
            .filter(|trigger| trigger.change_type != codesub::config::ChangeType::Lines)
            .collect();
        assert!(semantic.is_empty(), "{}: {}", name(case), describe(&report));
    }
}

#[test]
fn law_applied_proposals_leave_no_proposals() {
    for (case, built) in built() {
        let built = built.copy();
        let first = built.scan();
        let applied = run_here(&built.fixture, &["apply", "--min-confidence", "low", "--base", &built.before]);
        let (status, _) = applied.unwrap_or_else(|error| panic!("{}: {error}", name(case)));
        assert_eq!(status, ExitStatus::Clean, "{}", name(case));
        let second = built.scan_worktree();
        let name = name(case);
        assert!(second.proposals.is_empty(), "{name}: {}", describe(&second));
        // What only moved is now at rest; what also changed still says so until it is accepted.
        let triggered = |report: &Report| -> Vec<String> {
            report.triggers.iter().map(|trigger| trigger.subscription.id.clone()).collect()
        };
        let before = triggered(&first);
        for id in triggered(&second) {
            assert!(before.contains(&id), "{name}: {id} triggers only after apply\n{}", describe(&second));
        }
    }
}

/// A case as a repository of two commits.
pub struct Built {
    pub fixture: Fixture,
    pub before: String,
    pub after: String,
}

impl Built {
    fn with_lock(case: &Path, lock: bool) -> Self {
        let fixture = Fixture::new();
        let list = fs::read_to_string(case.join("codesub.yaml")).expect("a case has a list");
        fixture.become_copy_of(&case.join("before"));
        fixture.write("codesub.yaml", &list);
        if lock {
            fixture.git(&["add", "--all"]);
            // What has no parser is left without an entry.
            let _ = run_here(&fixture, &["accept", "--all"]);
        }
        let lock = lock.then(|| fixture.read("codesub.lock"));
        let before = fixture.commit("before");
        fixture.become_copy_of(&case.join("after"));
        if !fixture.path("codesub.yaml").exists() {
            fixture.write("codesub.yaml", &list);
        }
        if let Some(lock) = lock {
            fixture.write("codesub.lock", lock);
        }
        let after = fixture.commit("after");
        Built { fixture, before, after }
    }

    /// The same repository in another folder, to be changed.
    fn copy(&self) -> Self {
        let fixture = self.fixture.copy();
        Built { fixture, before: self.before.clone(), after: self.after.clone() }
    }

    pub fn scan(&self) -> Report {
        self.scan_between(&self.before, &self.after)
    }

    fn scan_between(&self, base: &str, target: &str) -> Report {
        self.request(base, TargetRevision::Named(target.to_owned()))
    }

    fn scan_worktree(&self) -> Report {
        self.request(&self.before, TargetRevision::Worktree)
    }

    fn request(&self, base: &str, target: TargetRevision) -> Report {
        let repository = Repository::open(self.fixture.root()).expect("a repository");
        let request = Request { base: Some(base.to_owned()), target, direct: true, ..Request::default() };
        codesub::scan(&repository, &request).unwrap_or_else(|error| panic!("{error}")).report
    }

    /// Whether every subscription's target is in the first commit, so that it can be locked there.
    fn before_is_whole(&self) -> bool {
        let report = self.scan_between(&self.before, &self.before);
        let gone = report.triggers.iter().any(|trigger| !trigger.blocking);
        !gone
    }
}

/// Runs a command in this process and gives what it printed. Here languages are ready; the binary would prepare them anew for every case.
pub fn run_here(fixture: &Fixture, arguments: &[&str]) -> codesub::error::Result<(ExitStatus, Vec<u8>)> {
    fixture.git(&["config", "codesub.parseWorkers", "0"]);
    let cli = Cli::try_parse_from(["codesub"].iter().chain(arguments)).expect("arguments");
    let session = Session {
        directory: fixture.root().to_owned(),
        config: None,
        look: Look::default(),
        look_of_err: Look::default(),
        quiet: false,
        progress: Progress::default(),
        program: None,
        state: std::cell::OnceCell::new(),
    };
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = commands::run(&cli.command, &session, &mut Streams { out: &mut out, err: &mut err })?;
    Ok((status, out))
}

/// Every case, built once for all tests.
pub fn built() -> impl Iterator<Item = (&'static Path, &'static Built)> {
    static ALL: LazyLock<Vec<(PathBuf, Built)>> = LazyLock::new(|| {
        let cases = cases();
        let half = cases.len() / 2;
        let build = |cases: &[PathBuf]| -> Vec<(PathBuf, Built)> {
            cases.iter().map(|case| (case.clone(), Built::with_lock(case, false))).collect()
        };
        std::thread::scope(|scope| {
            let first = scope.spawn(|| build(&cases[..half]));
            let rest = build(&cases[half..]);
            let mut all = first.join().expect("the cases build");
            all.extend(rest);
            all
        })
    });
    ALL.iter().map(|(case, built)| (case.as_path(), built))
}

/// The JSON report of every case.
pub fn reports() -> impl Iterator<Item = (&'static Path, String)> {
    built().map(|(case, built)| (case, render(&built.scan(), Format::Json)))
}

pub fn cases() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut cases = folders(&tests.join("cases"));
    for language in folders(&tests.join("languages")) {
        cases.extend(folders(&language.join("cases")));
    }
    assert!(cases.len() > 40, "the cases are there");
    cases
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// `what-changed`, or `language/cases/what-changed`.
pub fn name(case: &Path) -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let below = |folder: &str| case.strip_prefix(tests.join(folder)).ok();
    let name = below("cases").or_else(|| below("languages")).expect("a case stands in one of the two");
    name.to_string_lossy().into_owned()
}

fn render(report: &Report, format: Format) -> String {
    let mut bytes = Vec::new();
    write_report(report, format, &Look::default(), &mut bytes).expect("writing to memory");
    String::from_utf8(bytes).expect("reports are UTF-8")
}

/// A report in short lines: everything that is decided, nothing that is only told.
fn describe(report: &Report) -> String {
    let mut out = String::new();
    for trigger in &report.triggers {
        let reasons: Vec<&str> = trigger.reasons.iter().map(|reason| reason.as_str()).collect();
        let place = &trigger.place;
        let _ = write!(
            out,
            "{} {} [{}] {}:{}-{}",
            trigger.change_type.as_str(),
            trigger.subscription.id,
            reasons.join(" "),
            place.path,
            place.start_line,
            place.end_line
        );
        if let Some(now) = &trigger.details.now {
            let _ = write!(out, " now {}:{}-{}", now.path, now.start_line, now.end_line);
        }
        if trigger.origin == codesub::report::Origin::Drift {
            out.push_str(" drift");
        }
        if trigger.acknowledged {
            out.push_str(" acknowledged");
        }
        out.push_str(if trigger.blocking { " blocking\n" } else { "\n" });
        for member in &trigger.details.members {
            let _ = write!(out, "  {} {} {}", member.change.as_str(), member.kind.as_str(), member.name);
            if !member.chain.is_empty() {
                let _ = write!(out, " via {}", member.chain.join(" > "));
            }
            out.push('\n');
        }
        for candidate in &trigger.details.candidates {
            let _ = writeln!(
                out,
                "  candidate {}:{} {} {}",
                candidate.path,
                candidate.line,
                candidate.qualname,
                candidate.tier.as_str()
            );
        }
        for location in &trigger.details.locations {
            let _ = writeln!(out, "  location {location}");
        }
        for twin in &trigger.details.twins {
            let _ = writeln!(out, "  twin {twin}");
        }
    }
    for proposal in &report.proposals {
        let reasons: Vec<&str> = proposal.reasons.iter().map(|reason| reason.as_str()).collect();
        let _ = write!(
            out,
            "proposal {} [{}] {} {} {}:{}-{} -> {}:{}-{}",
            proposal.subscription.id,
            reasons.join(" "),
            proposal.confidence.as_str(),
            proposal.tier.map_or("-", |tier| tier.as_str()),
            proposal.old.path,
            proposal.old.start_line,
            proposal.old.end_line,
            proposal.new.path,
            proposal.new.start_line,
            proposal.new.end_line
        );
        if let Some(qualname) = &proposal.new_qualname {
            let _ = write!(out, " as {qualname}");
        }
        if let Some(kind) = &proposal.new_kind {
            let _ = write!(out, " ({})", kind.as_str());
        }
        out.push_str(if proposal.applied { " applied\n" } else { "\n" });
    }
    for note in &report.notes {
        let id = note.subscription_id.as_deref().unwrap_or("-");
        let _ = writeln!(out, "note {} {} {}", note.kind.as_str(), id, note.locations.join(" "));
    }
    for (word, ids) in [
        ("added", &report.subscriptions_changed.added),
        ("removed", &report.subscriptions_changed.removed),
        ("edited", &report.subscriptions_changed.edited),
    ] {
        if !ids.is_empty() {
            let _ = writeln!(out, "list {word} {}", ids.join(" "));
        }
    }
    if !report.unchanged.is_empty() {
        let _ = writeln!(out, "unchanged {}", report.unchanged.join(" "));
    }
    if !report.complete {
        out.push_str("incomplete\n");
    }
    out
}

/// The sources below a folder, in any language.
pub fn source_files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != ".git") {
                folders.push(path);
            } else if path.to_str().is_some_and(|path| Language::detect(path, None).is_some()) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The same source with comments and blank lines wherever a line may stand alone.
fn with_comments(source: &str, extension: &str) -> String {
    let mark = if ["py", "rb", "sh"].contains(&extension) { "#" } else { "//" };
    // What stands before its opening tag is no code.
    let mut out = if extension == "php" { String::new() } else { format!("{mark} a comment on top\n\n") };
    let mut inside_string = false;
    for line in source.lines() {
        let quotes = line.matches("\"\"\"").count() + line.matches("'''").count();
        out.push_str(line);
        let closes = quotes % 2 == 1;
        if closes {
            inside_string = !inside_string;
        }
        // Within JSX it would be text.
        let is_code = !["jsx", "tsx"].contains(&extension);
        let plain = is_code && !inside_string && !closes && !line.ends_with('\\') && !line.trim().is_empty();
        if plain {
            out.push_str(&format!("  {mark} a comment"));
        }
        out.push('\n');
    }
    out
}
