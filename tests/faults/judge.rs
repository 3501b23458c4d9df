//! Old, new or a third state: what a fault left, and whether the next commands make it good.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread;
use std::time::Duration;

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

/// A repository in which a writer has something to do.
pub struct Start(Fixture);

impl Start {
    pub fn copy(&self) -> Fixture {
        let copy = self.0.copy();
        // An indexer is not believed about a file that was touched at the moment when it was started.
        if copy.path(".git/answer.scip").exists() {
            thread::sleep(Duration::from_millis(50));
        }
        copy
    }
}

/// A writer with what it starts from and what it comes to.
pub struct Bench {
    pub writer: &'static Writer,
    pub start: Start,
    pub points: Vec<Point>,
    pub undisturbed: Output,
    old: (State, Vec<String>),
    new: (State, Vec<String>),
}

impl Bench {
    pub fn new(writer: &'static Writer) -> Result<Bench, String> {
        let start = Start((writer.start)());
        // Nothing else starts, so that every call is one of the process that is disturbed.
        start.0.git(&["config", "codesub.parseWorkers", "0"]);
        let done = start.copy();
        let (undisturbed, points) = points(&done, writer);
        if !matches!(undisturbed.status.code(), Some(0 | 1)) {
            return Err(format!("{}: undisturbed, {}", writer.command, told(&undisturbed)));
        }
        let look = |fixture: &Fixture| (state(fixture), answers(fixture, writer));
        let (old, new) = (look(&start.copy()), look(&done));
        if old == new && writer.command != "index rebuild" {
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
            Kind::Index => self.index(&told).or_else(third)?,
            _ if now == self.new.0 => Outcome::New,
            _ if now == self.old.0 => Outcome::Old,
            kind => {
                // Where no report could be written, the output of the step does not name one.
                let torn = now.iter().find(|(path, text)| {
                    let is = |state: &State| state.get(*path) == Some(*text);
                    let is_as_told = !now.contains_key("report.json")
                        && self.new.0.get(*path).map(|new| new.replace("ROOT/report.json", ""))
                            == Some((*text).clone());
                    !is(&self.old.0) && !is(&self.new.0) && !is_kept_twice(path) && !is_as_told
                });
                if let Some((path, text)) = torn {
                    return third(format!("{path} is neither old nor new:\n{text}"));
                }
                let lost = |path: &&String| !now.contains_key(*path) && self.new.0.contains_key(*path);
                if let Some(path) = self.old.0.keys().find(lost) {
                    return third(format!("{path} is lost"));
                }
                // The lock goes first: a list never points where the lock knows nothing.
                let is_new = |path: &str| now.get(path) == self.new.0.get(path);
                let has_new_list = is_new("codesub.yaml") && now.get("codesub.yaml") != self.old.0.get("codesub.yaml");
                if has_new_list && !is_new("codesub.lock") {
                    return third("the list is ahead of the lock".to_owned());
                }
                if kind == Kind::Whole && told != self.old.1 && told != self.new.1 {
                    let (told, old) = (told.concat(), self.old.1.concat());
                    return third(format!("commands read neither the old nor the new state:\n{told}\nold:\n{old}"));
                }
                Outcome::Between
            }
        };
        if told.iter().any(|told| self.has_failed(told)) {
            return Ok(outcome);
        }
        // Outputs and summaries are appended to by every run, so another run changes what is new as well.
        if outcome != Outcome::New || self.writer.kind == Kind::Warns {
            let again = run(fixture, self.writer.arguments);
            if again.status != self.undisturbed.status {
                return third(format!("the same command again: {}", self::told(&again)));
            }
            // Who writes without the lock cannot tell a leftover from what another run is about to rename.
            let is_locked = self.writer.kind == Kind::Whole && self.writer.command != "scan";
            if let Some(left) = leftover(fixture.root()).filter(|_| is_locked) {
                return third(format!("{left} is left by the same command again"));
            }
            let (now, told) = (state(fixture), answers(fixture, self.writer));
            let is_complete = match self.writer.kind {
                Kind::Warns => true,
                Kind::Index => told == self.new.1,
                Kind::Whole | Kind::Each => now == self.new.0,
            };
            if !is_complete {
                let files: Vec<_> = now.iter().filter(|it| self.new.0.get(it.0) != Some(it.1)).collect();
                let said: Vec<_> = told.iter().zip(&self.new.1).filter(|(told, new)| told != new).collect();
                return third(format!("the same command again does not complete it: {files:?}\n{said:?}"));
            }
        }
        Ok(outcome)
    }

    /// The index is a cache of many files. Every answer is that of the old or of the new index, and what a scan finds is
    /// the same with both. The words that are searched are committed before the facts: in between a search says that it
    /// lags. Jobs are queued after the facts, and the status tells of both, in two answers here. A build from nothing has
    /// removed the index before it makes one, and commands say that there is none.
    fn index(&self, told: &[String]) -> Result<Outcome, String> {
        let ((_, old), (_, new)) = (&self.old, &self.new);
        let is_none = |told: &str| {
            ["this repository has no index yet", "nothing was indexed in this worktree yet"]
                .iter()
                .any(|words| told.contains(words))
        };
        if told == new {
            return Ok(Outcome::New);
        }
        if told.iter().zip(old).all(|(told, old)| told == old || is_none(told) && is_none(old)) {
            return Ok(Outcome::Old);
        }
        for ((told, old), new) in told.iter().zip(old).zip(new) {
            let lags = told.starts_with("index search") && told.contains("lags behind the index");
            let has_failed = self.has_failed(told);
            let is_gone = is_none(told) && (is_none(old) || self.writer.command == "index rebuild");
            if told != old && told != new && !lags && !is_gone && !has_failed {
                return Err(format!("neither the old nor the new answer:\n{told}\nold:\n{old}\nnew:\n{new}"));
            }
        }
        Ok(Outcome::Between)
    }

    /// A job whose indexer or import met an error has failed, and says why: it is run again by who queues it again.
    fn has_failed(&self, told: &str) -> bool {
        self.writer.command == "index jobs run" && told.contains("\"status\": \"failed\"")
    }

    /// What is said about an error: the exit status of SPEC 6.1, what failed, and what to do. Where an error `lasts`,
    /// other files cannot be opened either, or nothing can be printed: then only the status counts.
    pub fn hear(&self, output: &Output, outcome: Outcome, lasts: bool, what: &str) -> Result<(), String> {
        let said = String::from_utf8_lossy(&output.stderr);
        let wrong = |why: &str| Err(format!("{what}: {why}: {}", told(output)));
        if said.contains("panicked") || matches!(output.status.code(), Some(70 | 101)) {
            return wrong("a defect");
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        // What becomes of a job is told as a result: it waits again, or it failed, and there is what to do next.
        let is_job = self.writer.command == "index jobs run";
        if is_job && (printed.contains(": queued again: ") || said.contains("failed. Next: codesub index jobs show")) {
            return Ok(());
        }
        if output.status == self.undisturbed.status {
            let is_annotated = printed.contains("::warning ");
            let is_told =
                lasts || is_annotated || ["cannot", "Not kept", "warning"].iter().any(|word| said.contains(word));
            return match outcome {
                Outcome::New => Ok(()),
                _ if self.writer.is_aside() && is_told => Ok(()),
                _ => wrong("success without the result"),
            };
        }
        match output.status.code() {
            Some(1..=4) if lasts || said.contains("error: ") && said.contains("hint: ") => Ok(()),
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

/// A file that is half written, or was; nothing reads it, and the next change removes it.
pub fn leftover(folder: &Path) -> Option<String> {
    fs::read_dir(folder).into_iter().flatten().flatten().find_map(|entry| {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => leftover(&path),
            _ => path.to_string_lossy().ends_with(".codesub-tmp").then(|| path.display().to_string()),
        }
    })
}

/// What commands that only read say.
fn answers(fixture: &Fixture, writer: &Writer) -> Vec<String> {
    let scan: &[&str] = &["scan", "--base", "HEAD", "--include-drift", "--json"];
    let commands: &[&[&str]] = match writer.kind {
        Kind::Each | Kind::Warns => &[],
        Kind::Index => &[
            &["index", "status", "--json"],
            &["index", "search", "first", "--json"],
            &["index", "search", "NEW", "--json"],
            &["index", "symbol", "second", "--json"],
            &["index", "symbol", "fourth", "--json"],
            &["index", "gate", "src/code.py", "--json"],
            &["index", "jobs", "--json"],
            scan,
        ],
        Kind::Whole if writer.command.starts_with("diff") || writer.command.starts_with("snapshot") => {
            &[&["diff", "list", "--json"], &["snapshot", "list", "--json"]]
        }
        Kind::Whole => &[&["list", "--json"], scan, &["apply", "--base", "HEAD", "--dry-run"]],
    };
    // `files_changed` is how many files differ from the base, the list and the lock among them: between the two writes it
    // is one, and true. `files_parsed` is how much work it was. Builds, jobs and attempts are numbered, and contents
    // that were examined before a kill are kept: they are true of their blobs, whoever asks. A job that a killed run had
    // claimed waits again, and whoever looks first says so.
    let aside: &[&str] = match writer.kind {
        Kind::Index => &[
            "files_parsed",
            "\"bytes\": ",
            "\"build\": ",
            "\"contents\": ",
            "\"id\": ",
            "attempts",
            "it is taken back",
        ],
        _ => &["files_parsed", "files_changed"],
    };
    let ask = |arguments: &&[&str]| {
        let said = told(&run(fixture, arguments));
        format!("{}: {}", arguments.join(" "), plain(&said, fixture.root(), aside))
    };
    let mut said: Vec<String> = commands.iter().map(ask).collect();
    // What is listed is there.
    if commands.first().is_some_and(|command| command.starts_with(&["diff", "list"])) {
        let list = run(fixture, commands[0]).stdout;
        let list: serde_json::Value = serde_json::from_slice(&list).unwrap_or_default();
        let ids = list.as_array().into_iter().flatten().filter_map(|diff| diff["diffId"].as_str());
        said.extend(ids.map(|id| format!("diff show {id}: {}", run(fixture, &["diff", "show", id]).status)));
    }
    if writer.kind == Kind::Index {
        let (facts, contexts) = match said[0].split_once("\"contexts\": [") {
            Some((facts, contexts)) => (facts.to_owned(), contexts.to_owned()),
            None => (said[0].clone(), said[0].clone()),
        };
        said[0] = facts;
        said.push(contexts);
    }
    said
}

/// Everything but git's own objects, the index, locks, logs and what nothing reads.
fn state(fixture: &Fixture) -> State {
    fn walk(root: &Path, folder: &Path, found: &mut State) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            let is_skipped =
                [".git/objects", ".git/codesub/index", ".git/trace", ".git/logs", ".git/index", ".git/ORIG_HEAD"]
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
                // A report counts what a kill left beside it among the files that differ.
                found.insert(below, plain(&text, root, &["files_parsed", "files_changed"]));
            }
        }
    }
    let mut found = State::new();
    walk(fixture.root(), fixture.root(), &mut found);
    found
}

/// Without times, random words, where the repository is, and lines with what is left aside.
fn plain(text: &str, root: &Path, aside: &[&str]) -> String {
    let text = text.replace(&root.display().to_string(), "ROOT");
    let kept = text.lines().filter(|line| !["_at\": ", "At\": "].iter().chain(aside).any(|word| line.contains(word)));
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
