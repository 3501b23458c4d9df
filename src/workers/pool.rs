//! The pool: workers that are there, and the budget they share with the process that keeps what they found.

use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::Refusal;
use super::clock::Clock;
use super::limits::{BASE, LEAST, Limits, allowance, mebibytes};
use super::process::{Death, Process, unexpected};
use super::wire::{Request, Task, Yield};
use crate::error::Error;

/// A worker that has grown by more than this is not used again: freed memory does not always go back.
const GROWN: u64 = LEAST;

/// After files that could not be parsed have cost this many times the patience for one, no more are parsed.
const LOST: u32 = 3;

/// Another worker is started when so much was asked for that it pays: starting one takes about as long as parsing this many
/// bytes. A few small files are parsed by one worker, one after the other.
const WORTH_ANOTHER: u64 = 128 * 1024;

/// What a file costs whatever its size, in bytes of source.
const FILE: u64 = 4 * 1024;

pub struct Pool {
    program: PathBuf,
    limits: Limits,
    clock: Clock,
    state: Mutex<State>,
    freed: Condvar,
    threads: OnceLock<Option<rayon::ThreadPool>>,
}

#[derive(Default)]
struct State {
    idle: Vec<Process>,
    /// The bytes of all sources so far, those that wait for a worker among them.
    asked: u64,
    /// How many workers parse.
    busy: usize,
    /// What they were given beyond what every worker takes.
    given: u64,
    /// What outlines take that are kept.
    kept: u64,
    /// How long workers took that died.
    lost: Duration,
}

impl State {
    fn taken(&self) -> u64 {
        (self.busy + self.idle.len()) as u64 * BASE + self.given + self.kept
    }
}

/// Memory that a worker may take, until it is given back.
struct Grant<'a> {
    pool: &'a Pool,
    memory: u64,
}

impl Pool {
    pub fn new(program: PathBuf, limits: Limits) -> Self {
        let (state, freed, threads) = (Mutex::default(), Condvar::new(), OnceLock::new());
        Pool { program, limits, clock: Clock::new(), state, freed, threads }
    }

    /// How many workers there can be at once.
    pub fn most(&self) -> usize {
        self.limits.most()
    }

    /// Has a source parsed.
    pub fn parse(&self, task: &Task, language: &str, source: &[u8]) -> Result<Yield, Refusal> {
        let mut given = allowance(source.len()).min(self.alone());
        self.announce(source.len());
        loop {
            let (grant, worker) = self.grant(given)?;
            let patience = self.patience() * task.sources();
            let death = match self.ask(task, language, source, grant, worker, patience)? {
                Ok(found) => return Ok(found),
                Err(death) => death,
            };
            // A crash may be what the parser makes of memory that it does not get.
            if !matches!(death, Death::Late) && given < self.alone() {
                given = self.alone();
                continue;
            }
            return Err(Refusal::Skipped(match death {
                Death::Late => format!("parsing it takes more than {} seconds", patience.as_secs_f32()),
                Death::Memory => format!("parsing it takes more than {} of memory", mebibytes(given)),
                Death::Crash(how) => format!("its parser crashed ({how})"),
            }));
        }
    }

    /// Takes room for something that stays in this process.
    pub fn keep(&self, size: u64) -> Result<(), Refusal> {
        let mut state = self.lock();
        // A worker must still find room.
        if state.kept + size + BASE + LEAST > self.limits.shared() {
            let all = mebibytes(self.limits.memory);
            return Err(Refusal::Skipped(format!(
                "what the files before it hold takes all of the {all} that a run may take"
            )));
        }
        state.kept += size;
        Ok(())
    }

    pub fn give_back(&self, size: u64) {
        self.lock().kept -= size;
        self.freed.notify_all();
    }

    /// Threads to ask from, as many as there can be workers; `None` where the system has none to give.
    pub fn threads(&self) -> Option<&rayon::ThreadPool> {
        let start = || rayon::ThreadPoolBuilder::new().num_threads(self.most()).build().ok();
        self.threads.get_or_init(start).as_ref()
    }

    /// The most that a single file can be given, when no other is parsed.
    fn alone(&self) -> u64 {
        self.limits.shared().saturating_sub(self.lock().kept + BASE)
    }

    /// How long a file may take; less when others have taken their time in vain.
    fn patience(&self) -> Duration {
        let (patience, lost) = (self.limits.patience, self.lock().lost);
        if lost < patience { patience } else { patience / 10 }
    }

    /// Says that a source is to be parsed, which may make another worker worth its while for those that wait, too.
    fn announce(&self, size: usize) {
        let mut state = self.lock();
        let before = state.asked;
        state.asked = before.saturating_add(FILE.saturating_add(size as u64));
        if before < WORTH_ANOTHER && state.asked >= WORTH_ANOTHER {
            self.freed.notify_all();
        }
    }

    /// Waits for memory; also gives a worker that has nothing to do, if there is one.
    fn grant(&self, memory: u64) -> Result<(Grant<'_>, Option<Process>), Refusal> {
        let mut state = self.lock();
        loop {
            if state.lost >= self.limits.patience * LOST {
                let lost = state.lost.as_secs();
                return Err(Refusal::Skipped(format!(
                    "other files took {lost} seconds and could not be parsed, so no more were tried"
                )));
            }
            let worker = state.idle.pop();
            // Those that have nothing to do make room.
            while state.taken() + BASE + memory > self.limits.shared() && !state.idle.is_empty() {
                drop(state.idle.pop());
            }
            let pays = worker.is_some() || state.asked >= WORTH_ANOTHER;
            let has_room = state.busy < self.most() && state.taken() + BASE + memory <= self.limits.shared();
            if state.busy == 0 || (pays && has_room) {
                state.busy += 1;
                state.given += memory;
                return Ok((Grant { pool: self, memory }, worker));
            }
            state.idle.extend(worker);
            state = self.freed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn ask(
        &self,
        task: &Task,
        language: &str,
        source: &[u8],
        grant: Grant<'_>,
        worker: Option<Process>,
        patience: Duration,
    ) -> Result<Result<Yield, Death>, Refusal> {
        let worker = match worker {
            Some(worker) => worker,
            None => Process::start(&self.program, &self.clock).map_err(Refusal::Trouble)?,
        };
        let time = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        let (task, language, size) = (task.clone(), language.to_owned(), source.len() as u64);
        let request = Request { task, language, memory: grant.memory, time, size };
        let started = Instant::now();
        let answer = worker.ask(&request, source, patience, &self.clock);
        let (answer, worker) = match answer {
            Ok(answered) => answered,
            Err(death) => {
                self.lock().lost += started.elapsed();
                return Ok(Err(death));
            }
        };
        // Before the answer is unfolded: both together would take too much.
        match worker {
            worker if answer.grown <= GROWN && !worker.is_late() => self.lock().idle.push(worker),
            worker => drop(worker),
        }
        drop(grant);
        let found = answer.unfold().map_err(|_| unexpected())?.map_err(Refusal::Skipped)?;
        if found.is_sound() { Ok(Ok(found)) } else { Err(unexpected()) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Grant<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        state.busy -= 1;
        state.given -= self.memory;
        drop(state);
        self.pool.freed.notify_all();
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Skipped(reason) => Error::undecided(reason),
            Refusal::Trouble(error) => error,
        }
    }
}
