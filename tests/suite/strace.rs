//! One run of codesub with a fault at one of its system calls, for what `tests/faults`, which disturbs every command that
//! writes, does not look at.

use std::path::PathBuf;
use std::process::Command;

use crate::repository::{Fixture, pinned};

/// Which calls of a kind to disturb: all of them, but only those after the reading is done.
pub fn numbers(trace: &str, call: &str) -> std::ops::RangeInclusive<usize> {
    let name = format!("{}(", call.trim_start_matches('?'));
    let calls: Vec<&str> = trace.lines().filter(|line| line.starts_with(&name)).collect();
    let first = calls.iter().position(|line| call != "openat" || line.contains("config.lock")).unwrap_or(0);
    first + 1..=calls.len()
}

/// Runs codesub with a fault at a system call of its main thread, which does all the writing.
pub fn strace(fixture: &Fixture, arguments: &[&str], call: &str, fault: &str) -> std::process::Output {
    let mut command = Command::new("strace");
    command.args(["-qq", "-e", "signal=none", "-e", &format!("trace={call}")]);
    if !fault.is_empty() {
        command.args(["-e", &format!("inject={call}:{fault}")]);
    }
    command.arg("-o").arg(trace_of(fixture)).arg("--").arg(env!("CARGO_BIN_EXE_codesub"));
    pinned(command.args(arguments).current_dir(fixture.root()));
    command.output().expect("strace runs; it is installed with `apt-get install strace`")
}

/// Where git does not look.
pub fn trace_of(fixture: &Fixture) -> PathBuf {
    fixture.path(".git/trace")
}
