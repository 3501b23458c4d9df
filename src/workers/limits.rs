//! Limits: what parsing may take, and how a worker is held to it.
//!
//! Memory is limited by the kernel where it can be told to (Linux), to the byte; elsewhere a thread of the worker looks
//! at what the process has and ends it, which lets it exceed the limit by what it takes in [`GLANCE`]. The wall clock is
//! the business of the process that waits: see [`super::clock`]. Linux also counts the seconds of the processor, in case
//! nobody waits any more.

use std::fs;
use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use memory_stats::{MemoryStats, memory_stats};

use crate::error::{Error, Result};
use crate::git::Repository;

const MEBIBYTE: u64 = 1024 * 1024;

/// What this process takes itself, without the outlines that it keeps.
pub const OWN: u64 = 96 * MEBIBYTE;
/// What a worker takes before it parses anything.
pub const BASE: u64 = 32 * MEBIBYTE;
/// What any file may take.
pub const LEAST: u64 = 24 * MEBIBYTE;
/// What a byte of source usually takes at most. A file that needs more is tried again alone.
const FOR_A_BYTE: u64 = 96;

/// How often a worker looks at its own memory where the kernel does not.
const GLANCE: Duration = Duration::from_millis(5);

/// What parsing may take in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many workers at most; 0 parses in this process, without any limit. By default as many as there are cores, which
    /// are counted when there is something to parse: it takes a look into many files.
    pub workers: Option<usize>,
    /// Bytes for all processes together.
    pub memory: u64,
    /// How long a single file may take.
    pub patience: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { workers: None, memory: 512 * MEBIBYTE, patience: Duration::from_secs(10) }
    }
}

impl Limits {
    /// As git's configuration says: `codesub.parseWorkers`, `codesub.parseMemory` in MiB, `codesub.parseTimeout` in
    /// seconds. A list or any other file of the repository cannot say it (SPEC 13.1).
    pub fn of(repository: &Repository) -> Result<Self> {
        let mut limits = Limits::default();
        if let Some(workers) = repository.config_number("codesub.parseWorkers")? {
            limits.workers = Some(usize::try_from(workers).unwrap_or(usize::MAX));
        }
        if let Some(memory) = repository.config_number("codesub.parseMemory")? {
            limits.memory = memory.saturating_mul(MEBIBYTE);
            let least = (OWN + BASE + LEAST).next_multiple_of(64 * MEBIBYTE);
            if limits.memory < least {
                return Err(Error::usage(format!(
                    "`codesub.parseMemory` in git's configuration is {memory} MiB; parsing needs at least {}",
                    least / MEBIBYTE
                ))
                .hint("`git config --show-origin codesub.parseMemory` shows where it is set"));
            }
        }
        if let Some(seconds) = repository.config_number("codesub.parseTimeout")? {
            if seconds == 0 {
                return Err(Error::usage(
                    "`codesub.parseTimeout` in git's configuration is 0: no file could be parsed",
                )
                .hint("`git config --show-origin codesub.parseTimeout` shows where it is set"));
            }
            limits.patience = Duration::from_secs(seconds.min(24 * 3600));
        }
        Ok(limits)
    }

    /// What workers and kept outlines may take.
    pub fn shared(&self) -> u64 {
        self.memory.saturating_sub(OWN)
    }

    /// How many workers there is room for.
    pub fn most(&self) -> usize {
        static CORES: OnceLock<usize> = OnceLock::new();
        let room = usize::try_from(self.shared() / (BASE + LEAST)).unwrap_or(usize::MAX);
        let cores = || *CORES.get_or_init(|| thread::available_parallelism().map_or(1, NonZero::get));
        self.workers.unwrap_or_else(cores).clamp(1, room.max(1))
    }
}

/// What a file of that many bytes is given at first.
pub fn allowance(size: usize) -> u64 {
    LEAST.max((size as u64).saturating_mul(FOR_A_BYTE))
}

/// A number of bytes as people read it.
pub fn mebibytes(bytes: u64) -> String {
    format!("{} MiB", bytes.div_ceil(MEBIBYTE))
}

/// How a worker is held to its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enforcement {
    /// By the kernel.
    Kernel,
    /// By itself.
    Watch,
}

impl Default for Enforcement {
    fn default() -> Self {
        if cfg!(target_os = "linux") { Enforcement::Kernel } else { Enforcement::Watch }
    }
}

/// Holds the process that it is made in to what it may take.
pub struct Guard {
    enforcement: Enforcement,
    kernel: in_kernel::Limits,
    /// What the watching thread compares with; nothing is too much before the first file.
    most: &'static AtomicU64,
}

impl Guard {
    /// For the one worker that a process is.
    pub fn new(enforcement: Enforcement) -> Self {
        static MOST: AtomicU64 = AtomicU64::new(u64::MAX);
        if enforcement == Enforcement::Watch {
            thread::spawn(|| watch(&MOST));
        }
        Guard { enforcement, kernel: in_kernel::Limits::default(), most: &MOST }
    }

    /// From now on the process may take that much more than it has, and work for that long.
    pub fn allow(&mut self, has: Memory, memory: u64, time: Duration) {
        match self.enforcement {
            Enforcement::Kernel => self.kernel.allow(has.reserved.saturating_add(memory), time),
            Enforcement::Watch => self.most.store(has.resident.saturating_add(memory), Ordering::Relaxed),
        }
    }
}

/// What a process has of memory, in bytes; 0 where the system does not say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Memory {
    /// What it uses.
    pub resident: u64,
    /// The addresses that it may use, which is what a kernel can limit.
    pub reserved: u64,
}

impl Memory {
    /// Of this process. It takes a look into a file: once for each source is enough.
    pub fn now() -> Self {
        let of =
            |stats: MemoryStats| Memory { resident: stats.physical_mem as u64, reserved: stats.virtual_mem as u64 };
        memory_stats().map(of).unwrap_or_default()
    }
}

/// The most that this process had in memory until now; `None` where the system does not say. Without what its workers
/// had, and as the kernel counts it: the parts of mapped files that were touched are in it.
pub fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kibibytes| kibibytes * 1024)
}

fn watch(most: &AtomicU64) {
    loop {
        thread::sleep(GLANCE);
        if Memory::now().resident > most.load(Ordering::Relaxed) {
            super::serving::out_of_memory();
        }
    }
}

#[cfg(target_os = "linux")]
mod in_kernel {
    use std::time::Duration;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use rustix::time::{ClockId, clock_gettime};

    /// The soft limits alone: they can be raised again for the next file. A limit that was lower already stays.
    pub struct Limits {
        memory: Soft,
        seconds: Soft,
    }

    impl Default for Limits {
        fn default() -> Self {
            Limits { memory: Soft::new(Resource::As), seconds: Soft::new(Resource::Cpu) }
        }
    }

    impl Limits {
        pub fn allow(&mut self, memory: u64, time: Duration) {
            self.memory.set(memory);
            let used = u64::try_from(clock_gettime(ClockId::ProcessCPUTime).tv_sec).unwrap_or_default();
            self.seconds.set(used.saturating_add(time.as_secs() + 2));
        }
    }

    /// A limit that only its own process changes, so that it need not be asked for each time.
    struct Soft {
        resource: Resource,
        maximum: Option<u64>,
        /// As it was set last.
        current: Option<u64>,
    }

    impl Soft {
        fn new(resource: Resource) -> Self {
            Soft { resource, maximum: getrlimit(resource).maximum, current: None }
        }

        fn set(&mut self, most: u64) {
            let most = self.maximum.map_or(most, |maximum| maximum.min(most));
            if self.current != Some(most) {
                // What cannot be set leaves the limit that was there before; the clock and the parent's budget still hold.
                let limit = Rlimit { current: Some(most), maximum: self.maximum };
                self.current = setrlimit(self.resource, limit).is_ok().then_some(most);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod in_kernel {
    use std::time::Duration;

    /// No other kernel is asked; see [`super::Enforcement::default`].
    #[derive(Default)]
    pub struct Limits;

    impl Limits {
        pub fn allow(&mut self, _memory: u64, _time: Duration) {}
    }
}
