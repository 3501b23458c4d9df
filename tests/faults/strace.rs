//! One run of codesub below strace: the calls of its main thread that change something, and a fault at one of them.
//!
//! Counting is per call and per thread. The main thread does all the writing but that of the lexical index, whose
//! threads are hit by the random kills.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::repository::{Fixture, binary, pinned};
use crate::writers::Writer;

/// The calls that can change what is on disk; `?` where not every system has them.
const CALLS: &str = "openat,write,pwrite64,writev,fsync,fdatasync,?rename,renameat,?renameat2,?unlink,unlinkat,?mkdir,\
                     mkdirat,?rmdir,?link,linkat,?symlink,symlinkat,ftruncate,fallocate,?chmod,fchmod,fchmodat,flock,\
                     exit_group";

/// The n-th call of a name.
#[derive(Clone, Debug)]
pub struct Point {
    pub call: String,
    pub number: usize,
}

/// An undisturbed run, and the calls of it that change something below the repository, in their order. The last is the end
/// of the process: a kill before a call is one after the call before it.
pub fn points(fixture: &Fixture, writer: &Writer) -> (Output, Vec<Point>) {
    let output = traced(fixture, writer, &["-e", &format!("trace={CALLS}")]);
    let trace = fs::read_to_string(trace_of(fixture)).unwrap_or_default();
    let root = fixture.root().display().to_string();
    let mut counts = std::collections::BTreeMap::new();
    let mut points = Vec::new();
    for line in trace.lines() {
        let Some((call, rest)) = line.split_once('(') else { continue };
        let number = counts.entry(call.to_owned()).or_insert(0);
        *number += 1;
        let changes = match call {
            "exit_group" => true,
            "openat" => {
                rest.contains(&root) && ["O_CREAT", "O_TRUNC", "O_WRONLY", "O_RDWR"].iter().any(|it| rest.contains(it))
            }
            "write" | "writev" | "pwrite64" | "fsync" | "fdatasync" | "ftruncate" | "fallocate" | "fchmod"
            | "flock" => rest.split_once('>').is_some_and(|(file, _)| file.contains(&root)),
            _ => rest.contains(&root) || !rest.contains("\"/"),
        };
        if changes {
            points.push(Point { call: call.to_owned(), number: *number });
        }
    }
    (output, points)
}

/// A run with a fault at one call: `signal=KILL` or `error=ENOSPC`; where it `lasts`, at all later ones of that name too.
pub fn disturbed(fixture: &Fixture, writer: &Writer, point: &Point, fault: &str, lasts: bool) -> Output {
    let Point { call, number } = point;
    let inject = format!("inject={call}:{fault}:when={number}{}", if lasts { "+" } else { "" });
    traced(fixture, writer, &["-e", &format!("trace={call}"), "-e", &inject])
}

/// The same in all threads and children: whoever gets there first.
pub fn disturbed_anywhere(fixture: &Fixture, writer: &Writer, point: &Point, fault: &str) -> Output {
    let Point { call, number } = point;
    let inject = format!("inject={call}:{fault}:when={number}");
    traced(fixture, writer, &["-f", "-e", &format!("trace={call}"), "-e", &inject])
}

fn traced(fixture: &Fixture, writer: &Writer, options: &[&str]) -> Output {
    let mut command = Command::new("strace");
    command.args(["-qq", "-y", "-e", "signal=none"]).args(options);
    command.arg("-o").arg(trace_of(fixture)).arg("--").arg(binary());
    prepared(command.args(writer.arguments), fixture).output().expect("strace runs; `apt-get install strace`")
}

/// The pinned environment, that of a workflow job among it, for who asks.
pub fn prepared<'a>(command: &'a mut Command, fixture: &Fixture) -> &'a mut Command {
    pinned(command.current_dir(fixture.root())).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("GITHUB_") || name == "RUNNER_TEMP" {
            command.env_remove(name);
        }
    }
    if fixture.path(".git/job").is_dir() {
        let path = |name: &str| fixture.path(".git/job").join(name);
        command.env("GITHUB_EVENT_NAME", "push").env("GITHUB_EVENT_PATH", path("event.json"));
        command.env("GITHUB_OUTPUT", path("output")).env("GITHUB_STEP_SUMMARY", path("summary"));
    }
    command
}

/// Where git does not look.
pub fn trace_of(fixture: &Fixture) -> PathBuf {
    fixture.path(".git/trace")
}
