//! Measures: what a process and its children took.
//!
//! Figures of one run are compared, never those of different runs: whatever is in a comparison is run in turns, round
//! after round, and the least of each is taken. Noise only adds.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

/// What one run took.
#[derive(Clone, Copy)]
pub struct Cost {
    /// Of the process and of all children that it waited for, in user space and in the kernel.
    pub cpu: Duration,
    pub wall: Duration,
}

/// Something to run.
pub type Subject = Box<dyn Fn() -> Command>;

/// The least that each of them took.
pub fn best(rounds: usize, subjects: &[Subject]) -> Vec<Cost> {
    let mut least = vec![Cost { cpu: Duration::MAX, wall: Duration::MAX }; subjects.len()];
    for _ in 0..rounds {
        for (subject, least) in subjects.iter().zip(&mut least) {
            let cost = once(subject());
            *least = Cost { cpu: least.cpu.min(cost.cpu), wall: least.wall.min(cost.wall) };
        }
    }
    least
}

fn once(mut command: Command) -> Cost {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}"));
    let ended = child.wait4().expect("because it is a child of this process");
    let wall = start.elapsed();
    // Findings are what a scan is for.
    assert!(matches!(ended.status.code(), Some(0 | 1)), "{command:?} ends with {}", ended.status);
    Cost { cpu: ended.rusage.utime + ended.rusage.stime, wall }
}

pub fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}
