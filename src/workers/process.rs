//! A worker as the process sees it that started it.

use std::io::{self, BufReader, Read as _};
use std::path::Path;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::Refusal;
use super::clock::{Clock, Watched};
use super::serving::TOO_MUCH;
use super::wire::{self, Answer, HELLO, Request};
use crate::error::Error;

/// The argument that makes this program a worker.
const COMMAND: &str = "parse-worker";

/// How long a worker may take to say who it is.
const START: Duration = Duration::from_secs(30);

/// How the C library of Linux gives memory to a worker; others take no notice. A parser asks for small pieces and gives
/// them back by the hundred thousand: kept by size for the next one, and never joined again before the process ends, they
/// cost a tenth of all parsing less. What is kept counts against the limits like everything else.
const ALLOCATION: &str = "glibc.malloc.tcache_count=60000:glibc.malloc.tcache_max=4096:glibc.malloc.mxfast=0:\
                          glibc.malloc.trim_threshold=67108864:glibc.malloc.mmap_threshold=33554432";

/// What of an answer is read at once: nearly all have less.
const ANSWER: usize = 64 * 1024;

/// How much of what a dying worker says is read.
const LAST_WORDS: u64 = 4096;

/// A worker that waits for a request.
pub struct Process {
    watched: Arc<Watched>,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    complaints: ChildStderr,
}

/// Why a worker is no more.
pub enum Death {
    Late,
    /// It asked for more than it may have.
    Memory,
    /// It crashed; how, as far as is known.
    Crash(String),
}

/// What a worker says that no codesub of this kind would.
pub fn unexpected() -> Refusal {
    Refusal::Skipped("its parser gave an answer that makes no sense".to_owned())
}

impl Process {
    /// Starts a worker, and hears who it is.
    pub fn start(program: &Path, clock: &Clock) -> Result<Self, Error> {
        let failed = |why: String| {
            Error::undecided(format!("no process could be started to parse in: {why}"))
                .hint("run this again; `git config codesub.parseWorkers 0` parses without, and without limits")
        };
        let mut command = Command::new(program);
        // What a hostile source may take over shall find nothing there, least of all a token (SPEC 13.1).
        command.env_clear();
        command.env("GLIBC_TUNABLES", ALLOCATION);
        command.arg(COMMAND).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(format!("{}: {error}", program.display())))?;
        let (Some(requests), Some(answers), Some(complaints)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("it has no pipes".to_owned()));
        };
        let watched = Arc::new(Watched { child: Mutex::new(child), is_late: AtomicBool::new(false) });
        let mut process = Process { watched, requests, answers: BufReader::with_capacity(ANSWER, answers), complaints };
        let hello =
            clock.until(Instant::now() + START, &process.watched, || wire::read::<String>(&mut process.answers));
        match hello {
            Ok(hello) if hello == HELLO => Ok(process),
            Ok(_) => Err(failed(format!("{} is another codesub than this one", program.display()))),
            Err(error) => {
                let words = process.last_words();
                let words = words.lines().next().map_or_else(|| error.to_string(), str::to_owned);
                Err(failed(words))
            }
        }
    }

    /// Has a source parsed. A worker that is dead afterwards is gone.
    pub fn ask(
        mut self,
        request: &Request,
        source: &[u8],
        patience: Duration,
        clock: &Clock,
    ) -> Result<(Answer, Self), Death> {
        let watched = Arc::clone(&self.watched);
        let answer = clock.until(Instant::now() + patience, &watched, || -> io::Result<Answer> {
            wire::write_request(&mut self.requests, request, source)?;
            wire::read_answer(&mut self.answers)
        });
        match answer {
            Ok(answer) => Ok((answer, self)),
            Err(error) => Err(self.death(&error)),
        }
    }

    /// Whether the clock ended it, perhaps in the moment in which it answered: then it answers nothing more.
    pub fn is_late(&self) -> bool {
        self.watched.is_late.load(Ordering::SeqCst)
    }

    fn death(mut self, error: &io::Error) -> Death {
        let status = self.watched.end();
        if self.is_late() {
            return Death::Late;
        }
        let words = self.last_words();
        // Of the parser, of Rust's allocator, of our own watch; C++ and the kernel say nothing.
        let is_memory = ["allocate ", "memory allocation of", TOO_MUCH].iter().any(|it| words.contains(it));
        if is_memory || is_out_of_time(status) {
            return if is_memory { Death::Memory } else { Death::Late };
        }
        Death::Crash(status.map_or_else(|| error.to_string(), |status| status.to_string()))
    }

    /// What it said on standard error; to be read when it is dead.
    fn last_words(&mut self) -> String {
        self.watched.end();
        let mut words = Vec::new();
        // What it did not say is not known either.
        let _ = self.complaints.by_ref().take(LAST_WORDS).read_to_end(&mut words);
        String::from_utf8_lossy(&words).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.watched.end();
    }
}

/// Whether the kernel ended it because it had its seconds of the processor.
#[cfg(unix)]
fn is_out_of_time(status: Option<ExitStatus>) -> bool {
    const SIGXCPU: i32 = 24;
    cfg!(target_os = "linux")
        && status.and_then(|status| std::os::unix::process::ExitStatusExt::signal(&status)) == Some(SIGXCPU)
}

#[cfg(not(unix))]
fn is_out_of_time(_status: Option<ExitStatus>) -> bool {
    false
}
