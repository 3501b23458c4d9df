//! Running an indexer: one process, from its start to the file it wrote.
//!
//! It runs in the folder of its context, without input, and what it says goes to a file of which the last lines are kept
//! if it fails. It belongs to the same group of processes as codesub, so that Ctrl-C on a terminal ends both. When its
//! time is over, or nobody wants its output any more, it is ended with everything that it has started.
//!
//! In its environment `CODESUB_SCIP_OUTPUT` names the file to write and `CODESUB_SCIP_FILES` a file that has the files of
//! the job's scope, one a line, as seen from its folder; what has a line break in its name cannot stand there.
//!
//! A codesub that is killed leaves its indexer running until that ends by itself. What it still writes is a file that
//! nobody reads, which is removed with what its [worker](super::presence) left.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::presence::Presence;
use super::settings::{Indexer, Run};
use crate::error::{Error, Result};

/// How often the process is looked at, and how often somebody is asked whether its output is still wanted.
const LOOK: Duration = Duration::from_millis(20);
const ASK: Duration = Duration::from_secs(1);

/// How much is kept of what an indexer said.
const LINES: usize = 12;
const BYTES: u64 = 4096;

/// How a run ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It wrote this file.
    Written(PathBuf),
    /// Why there is none.
    Failed(String),
    /// It was ended because its output was not wanted any more.
    Unwanted,
}

/// Runs an indexer on files in a folder. `is_wanted` is asked from time to time whether to go on.
pub fn run(
    indexer: &Indexer,
    folder: &Path,
    files: &[String],
    worker: &Presence,
    is_wanted: &mut dyn FnMut() -> Result<bool>,
) -> Result<Outcome> {
    let output = worker.file("scip");
    let log = worker.file("log");
    let list = worker.file("files");
    // A worker runs one job after the other under the same name.
    let _ = fs::remove_file(&output);
    fs::write(&list, listed(files)).map_err(|error| not_written(&list, &error))?;
    let said = File::create(&log).map_err(|error| not_written(&log, &error))?;
    let also_said = said.try_clone().map_err(|error| not_written(&log, &error))?;
    let line = match indexer.command_line(&Run { output: &output, folder, files }) {
        Ok(line) => line,
        Err(error) => {
            let hint = error.hint_text().map(|hint| format!("; {hint}")).unwrap_or_default();
            return Ok(Outcome::Failed(format!("{error}{hint}")));
        }
    };
    let (program, arguments) = line.split_first().expect("because a command is not empty");
    let started = Command::new(program)
        .args(arguments)
        .current_dir(folder)
        .env("CODESUB_SCIP_OUTPUT", &output)
        .env("CODESUB_SCIP_FILES", &list)
        .stdin(Stdio::null())
        .stdout(said)
        .stderr(also_said)
        .spawn();
    let mut child = match started {
        Ok(child) => child,
        Err(error) => return Ok(Outcome::Failed(format!("`{}` cannot be started: {error}", indexer.program()))),
    };
    let end = wait(&mut child, indexer.timeout, is_wanted);
    if !matches!(end, Ok(Some(End::Exited(_)))) {
        end_all(&mut child);
    }
    let why = match end? {
        None => return Ok(Outcome::Unwanted),
        Some(End::Exited(status)) if status.success() => match fs::metadata(&output) {
            Ok(metadata) if metadata.is_file() && metadata.len() > 0 => return Ok(Outcome::Written(output)),
            _ => "it wrote nothing to the file that `{output}` and CODESUB_SCIP_OUTPUT name".to_owned(),
        },
        Some(End::Exited(status)) => format!("it ended with {status}"),
        Some(End::Late) => format!("it was not done after {} seconds", indexer.timeout.as_secs()),
    };
    let said = last_words(&log);
    let said = if said.is_empty() { String::new() } else { format!("\n{said}") };
    Ok(Outcome::Failed(format!("`{}`: {why}{said}", indexer.program())))
}

enum End {
    Exited(std::process::ExitStatus),
    Late,
}

fn wait(child: &mut Child, timeout: Duration, is_wanted: &mut dyn FnMut() -> Result<bool>) -> Result<Option<End>> {
    let start = Instant::now();
    let mut asked = start;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| Error::internal("waiting failed").caused_by(error))? {
            return Ok(Some(End::Exited(status)));
        }
        if start.elapsed() >= timeout {
            return Ok(Some(End::Late));
        }
        if asked.elapsed() >= ASK {
            asked = Instant::now();
            if !is_wanted()? {
                return Ok(None);
            }
        }
        std::thread::sleep(LOOK);
    }
}

/// Ends a process and what it has started.
///
/// std can end one process alone, and asking the system for more takes code that this crate forbids: the programs that
/// every system has for it are asked instead. Where they are missing, the process itself is still ended.
fn end_all(child: &mut Child) {
    let quiet = |command: &mut Command| {
        let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    };
    if cfg!(windows) {
        quiet(Command::new("taskkill").args(["/T", "/F", "/PID", &child.id().to_string()]));
    } else {
        let below = below(child.id());
        // From the top, so that nobody is there to start another one.
        let _ = child.kill();
        if !below.is_empty() {
            quiet(Command::new("kill").arg("-KILL").args(below.iter().map(u32::to_string)));
        }
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The processes that a process started, and those that they started.
fn below(parent: u32) -> Vec<u32> {
    let Ok(output) = Command::new("ps").args(["-A", "-o", "pid=,ppid="]).stdin(Stdio::null()).output() else {
        return Vec::new();
    };
    let listed = String::from_utf8_lossy(&output.stdout).into_owned();
    let pairs: Vec<(u32, u32)> = listed
        .lines()
        .filter_map(|line| {
            let mut numbers = line.split_whitespace().map(str::parse);
            Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
        })
        .collect();
    let mut found = vec![parent];
    let mut next = 0;
    while let Some(parent) = found.get(next).copied() {
        found.extend(
            pairs.iter().filter(|(id, of)| *of == parent && !found.contains(id)).map(|(id, _)| *id).collect::<Vec<_>>(),
        );
        next += 1;
    }
    found.split_off(1)
}

fn listed(files: &[String]) -> String {
    files.iter().filter(|file| !file.contains(['\n', '\r'])).map(|file| format!("{file}\n")).collect()
}

/// The end of what was said. Whoever shows it escapes it.
fn last_words(log: &Path) -> String {
    let read = || -> std::io::Result<Vec<u8>> {
        let mut file = File::open(log)?;
        let length = file.metadata()?.len();
        file.seek(SeekFrom::Start(length.saturating_sub(BYTES)))?;
        let mut bytes = Vec::new();
        file.take(BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    lines[lines.len().saturating_sub(LINES)..].join("\n")
}

fn not_written(path: &Path, error: &std::io::Error) -> Error {
    Error::write(format!("{} cannot be written: {error}", path.display()))
        .hint("check the permissions of its folder and the free space")
}
