//! Old, new or a third state: what a fault left, and whether the next commands make it good.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

use crate::repository::Fixture;
use crate::strace::Point;
use crate::strace::{points, prepared};
use crate::writers::{Kind, Writer};

/// Paths below the repository and what stands there, without times and random words.
type State = BTreeMap<String, String>;

/// What a fault left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Old,
    New,
    /// Some files are old and some are new, each whole; what is read is the old or the new state, and the next run
    /// completes it.
    Between,
}

/// A writer with what it starts from and what it comes to.
pub struct Bench {
    pub writer: &'static Writer,
    pub start: Fixture,
    pub points: Vec<Point>,
    pub undisturbed: Output,
    old: (State, String),
    new: (State, String),
}

impl Bench {
    pub fn new(writer: &'static Writer) -> Result<Bench, String> {
        let start = (writer.start)();
        // Nothing else starts, so that every call is one of the process that is disturbed.
        start.git(&["config", "codesub.parseWorkers", "0"]);
        let done = start.copy();
        let (undisturbed, points) = points(&done, writer);
        if !matches!(undisturbed.status.code(), Some(0 | 1)) {
            return Err(format!("{}: undisturbed, {}", writer.command, told(&undisturbed)));
        }
        let look = |fixture: &Fixture| (state(fixture), answers(fixture, writer));
        let (old, new) = (look(&start.copy()), look(&done));
        if old == new && writer.command != "index build" {
            return Err(format!("{}: has nothing to do", writer.command));
        }
        Ok(Bench { writer, start, points, undisturbed, old, new })
    }

    /// Looks at what a fault left, and lets the next commands work on it.
    pub fn judge(&self, fixture: &Fixture, what: &str) -> Result<Outcome, String> {
        let third = |why: String| Err(format!("{what}: {why}"));
        let now = state(fixture);
        let told = answers(fixture, self.writer);
        let outcome = match self.writer.kind {
            Kind::Index if told == self.new.1 => Outcome::New,
            Kind::Index if told == self.old.1 || is_without_index(&told) => Outcome::Old,
            // Facts and words are committed one after the other; who asks meanwhile is told that one lags behind.
            Kind::Index if !told.contains("exit status: 3") && !told.contains("damaged") => Outcome::Between,
            Kind::Index => return third(format!("the index is not usable:\n{told}")),
            _ if now == self.new.0 => Outcome::New,
            _ if now == self.old.0 => Outcome::Old,
            kind => {
                let torn = now.iter().find(|(path, text)| {
                    let is = |state: &State| state.get(*path) == Some(*text);
                    !is(&self.old.0) && !is(&self.new.0) && !is_kept_twice(path)
                });
                if let Some((path, text)) = torn {
                    return third(format!("{path} is neither old nor new:\n{text}"));
                }
                if kind == Kind::Whole && told != self.old.1 && told != self.new.1 {
                    return third(format!(
                        "commands read neither the old nor the new state:\n{told}\nold:\n{}",
                        self.old.1
                    ));
                }
                Outcome::Between
            }
        };
        if self.writer.kind == Kind::Warns {
            return Ok(outcome);
        }
        if outcome != Outcome::New {
            let again = run(fixture, self.writer.arguments);
            if again.status != self.undisturbed.status {
                return third(format!("the same command again: {}", self::told(&again)));
            }
            let (now, told) = (state(fixture), answers(fixture, self.writer));
            if self.writer.kind == Kind::Index && told != self.new.1 {
                return third(format!("the same command again gives another index:\n{told}\nand not\n{}", self.new.1));
            }
            if self.writer.kind != Kind::Index && now != self.new.0 {
                let differs: Vec<_> = now.iter().filter(|it| self.new.0.get(it.0) != Some(it.1)).collect();
                return third(format!("the same command again does not complete it: {differs:?}"));
            }
        }
        Ok(outcome)
    }

    /// What is said about an error: the exit status of SPEC 6.1, what failed, and what to do.
    pub fn hear(&self, output: &Output, outcome: Outcome, what: &str) -> Result<(), String> {
        let said = String::from_utf8_lossy(&output.stderr);
        let wrong = |why: &str| Err(format!("{what}: {why}: {}", told(output)));
        if said.contains("panicked") || output.status.code() == Some(70) {
            return wrong("a defect");
        }
        if output.status == self.undisturbed.status {
            let is_told = self.writer.kind == Kind::Warns && said.contains("cannot");
            // What is kept for later is no result: `diff` without `--persist true` and the hooks go on without it.
            let is_told = is_told || said.contains("Not kept") || said.contains("warning") || said.contains("error");
            return if outcome == Outcome::New || is_told { Ok(()) } else { wrong("success without the result") };
        }
        match output.status.code() {
            Some(1..=4) if said.contains("error: ") && said.contains("hint: ") => Ok(()),
            Some(1..=4) => wrong("no error with a hint"),
            _ => wrong("another exit status"),
        }
    }
}

/// Runs codesub undisturbed.
pub fn run(fixture: &Fixture, arguments: &[&str]) -> Output {
    prepared(&mut fixture.command(arguments), fixture).output().expect("codesub runs")
}

pub fn told(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it).into_owned());
    format!("{}\n{out}{err}", output.status)
}

/// An earlier hook has two names while it is kept.
fn is_kept_twice(path: &str) -> bool {
    path.ends_with(".before-codesub")
}

fn is_without_index(told: &str) -> bool {
    told.contains("this repository has no index yet")
}

/// What commands that only read say.
fn answers(fixture: &Fixture, writer: &Writer) -> String {
    let commands: &[&[&str]] = match writer.kind {
        Kind::Each | Kind::Warns => &[],
        Kind::Index => &[
            &["index", "status", "--json"],
            &["index", "search", "first", "--json"],
            &["index", "symbol", "second", "--json"],
            &["index", "jobs", "--json"],
        ],
        Kind::Whole if writer.command.starts_with("diff") || writer.command.starts_with("snapshot") => {
            &[&["diff", "list", "--json"], &["snapshot", "list", "--json"]]
        }
        Kind::Whole => &[
            &["list", "--json"],
            &["scan", "--base", "HEAD", "--include-drift", "--json"],
            &["apply", "--base", "HEAD", "--dry-run"],
        ],
    };
    let mut said = String::new();
    for arguments in commands {
        let output = run(fixture, arguments);
        said.push_str(&plain(&told(&output), fixture.root()));
    }
    said
}

/// Everything but git's own objects, the index, locks, logs and what nothing reads.
fn state(fixture: &Fixture) -> State {
    fn walk(root: &Path, folder: &Path, found: &mut State) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            let is_skipped = [
                ".git/objects",
                ".git/codesub/index",
                ".git/trace",
                ".git/logs",
                ".git/index",
                ".git/ORIG_HEAD",
                ".git/codesub/refresh-wanted",
            ]
            .contains(&below.as_str());
            let is_nobodys = below.starts_with(".git/") && below.ends_with(".lock") || below.ends_with(".codesub-tmp");
            if is_skipped || is_nobodys || below.contains("/.git/") {
                continue;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                walk(root, &path, found);
            } else if below.starts_with(".git/refs/codesub") {
                found.insert(below, "a pin".to_owned());
            } else {
                let text = String::from_utf8_lossy(&fs::read(&path).unwrap_or_default()).into_owned();
                found.insert(below, plain(&text, root));
            }
        }
    }
    let mut found = State::new();
    walk(fixture.root(), fixture.root(), &mut found);
    found
}

/// Without times, sizes, random words and where the repository is.
fn plain(text: &str, root: &Path) -> String {
    let text = text.replace(&root.display().to_string(), "ROOT");
    let kept = text.lines().filter(|line| {
        ![
            "_at\": ",
            "At\": ",
            "\"bytes\": ",
            "\"build\": ",
            "files_parsed",
            "files_changed",
            "\"contents\": ",
            "\"id\": ",
            "attempts",
        ]
        .iter()
        .any(|word| line.contains(word))
    });
    let mut plain = String::new();
    for line in kept {
        let line = line.split("codesub-").enumerate().map(|(at, part)| {
            let is_random = at > 0 && part.len() >= 32 && part.bytes().take(32).all(|byte| byte.is_ascii_hexdigit());
            if is_random { &part[32..] } else { part }
        });
        plain.push_str(&line.collect::<String>());
        plain.push('\n');
    }
    plain
}
