//! Faults (SPEC 13.3): every command that writes is killed before and after each system call that changes something, every
//! such call fails in turn, once and for good, the disk is full, and kills come at random. What is left is the old or the
//! new state, and the next run works.
//!
//! `cargo test --test faults` runs a selection, `FAULTS=all cargo test --test faults` everything, and
//! `cargo test --test faults -- add` the commands whose name has that word. It prints its figures as a table. It needs
//! Linux and strace, and says so elsewhere; a full disk is a small tmpfs, which only root can mount.
//! `CODESUB_TEST_BINARY` names another program than the one that cargo built, a release build for instance.

#![allow(clippy::print_stdout, reason = "the figures are what it is for")]

mod judge;
#[allow(dead_code, reason = "shared with the suite, which uses all of it")]
#[path = "../suite/repository.rs"]
mod repository;
mod strace;
mod tmpfs;
mod writers;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use judge::{Bench, Outcome};
use repository::Fixture;
use strace::{Point, disturbed, disturbed_anywhere, prepared};
use writers::WRITERS;

/// How many kills, and how many errors, of each command a selection has.
const SELECTED: usize = 4;

/// One thing that goes wrong.
#[derive(Clone)]
enum Fault {
    Kill(Point),
    Error {
        point: Point,
        error: &'static str,
        /// At all later calls of that name too.
        lasts: bool,
    },
    /// After so many thousandths of the time that the command takes.
    Moment(u64),
    /// In whichever thread or child gets there first.
    Anywhere(Point),
    /// Standard output is full, or nobody reads it.
    Full,
    Closed,
    /// No file may have more than so many blocks of 1,024 bytes.
    Limit(u64),
    /// The disk has room for so many pages more.
    Pages(u64),
}

/// How much room is left on a small disk, in pages.
const ROOM: &[u64] = &[4, 0, 1, 2, 3, 5, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256];

#[derive(Default)]
struct Row {
    kills: AtomicUsize,
    random: AtomicUsize,
    errors: AtomicUsize,
    old: AtomicUsize,
    new: AtomicUsize,
    between: AtomicUsize,
    third: AtomicUsize,
}

fn main() -> ExitCode {
    if !cfg!(target_os = "linux") || Command::new("strace").arg("-V").output().is_err() {
        println!("Faults are injected with strace, a program of Linux: nothing was run.");
        return ExitCode::SUCCESS;
    }
    let forgotten = writers::forgotten();
    if !forgotten.is_empty() {
        println!("Not in the table of tests/faults/writers.rs: {}", forgotten.join(", "));
        return ExitCode::FAILURE;
    }
    // In memory: every write waits for the disk otherwise.
    if Path::new("/dev/shm").is_dir() {
        let _ = tempfile::env::override_temp_dir(Path::new("/dev/shm"));
    }
    let everything = std::env::var("FAULTS").is_ok_and(|value| value == "all");
    let word = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let mut wrong = 0;
    let mut totals = [0; 7];
    println!(
        "{:<20}{:>7}{:>7}{:>8}{:>8}{:>7}{:>7}{:>9}{:>7}{:>9}",
        "command", "writes", "kills", "random", "errors", "old", "new", "between", "third", "seconds"
    );
    let start = Instant::now();
    let is_mountable = tmpfs::Small::new(1).is_some();
    if !is_mountable {
        println!("Not run: full disks. Only root can mount a small tmpfs.");
    }
    for writer in WRITERS.iter().filter(|writer| writer.command.contains(&word)) {
        if let Some(why) = writers::obstacle(writer) {
            println!("{:<20} not run: {why}", writer.command);
            continue;
        }
        let timed = Instant::now();
        let bench = match Bench::new(writer) {
            Ok(bench) => bench,
            Err(why) => {
                wrong += tell(&[why]);
                continue;
            }
        };
        let (row, trouble) = (Row::default(), Mutex::new(Vec::new()));
        disturb(&bench, &faults(&bench, everything, is_mountable), &row, &trouble);
        let numbers = [&row.kills, &row.random, &row.errors, &row.old, &row.new, &row.between, &row.third]
            .map(|number| number.load(Ordering::Relaxed));
        let [kills, random, errors, old, new, between, third] = numbers;
        println!(
            "{:<20}{:>7}{kills:>7}{random:>8}{errors:>8}{old:>7}{new:>7}{between:>9}{third:>7}{:>9.1}",
            writer.command,
            bench.points.len() - 1,
            timed.elapsed().as_secs_f64()
        );
        wrong += tell(&trouble.into_inner().expect("no panic"));
        for (total, number) in totals.iter_mut().zip(numbers) {
            *total += number;
        }
    }
    let [kills, random, errors, old, new, between, third] = totals;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{:<20}{:>7}{kills:>7}{random:>8}{errors:>8}{old:>7}{new:>7}{between:>9}{third:>7}{seconds:>9.1}",
        "all", ""
    );
    println!("\n{wrong} of them went wrong.");
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Tells what went wrong, and how often it did.
fn tell(trouble: &[String]) -> usize {
    for why in trouble.iter().take(20) {
        println!("\n{why}\n");
    }
    trouble.len()
}

/// What happens to a command.
fn faults(bench: &Bench, everything: bool, is_mountable: bool) -> Vec<Fault> {
    let kills: Vec<Fault> = bench.points.iter().cloned().map(Fault::Kill).collect();
    let of = |list: fn(&str) -> &'static [&'static str], lasts: bool| {
        let one = move |point: &Point| {
            let fault = |error: &&'static str| Fault::Error { point: point.clone(), error, lasts };
            list(&point.call).iter().map(fault).collect::<Vec<_>>()
        };
        bench.points.iter().flat_map(one).collect::<Vec<_>>()
    };
    let (once, lasting) = (of(errors, false), of(lasting_errors, true));
    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let writers = WRITERS.iter().filter(|writer| writers::obstacle(writer).is_none()).count();
    let random = if everything { 1_000_usize.div_ceil(writers) } else { 4 };
    let random = (0..random).map(|number| {
        let point = &bench.points[dice.below(bench.points.len())];
        // The end of an indexer is no end of codesub, but a job that failed.
        let is_moment = number % 2 == 0 || bench.writer.command == "index jobs run";
        if is_moment { Fault::Moment(dice.below(1_000) as u64) } else { Fault::Anywhere(point.clone()) }
    });
    let random: Vec<Fault> = random.collect();
    let others = [Fault::Full, Fault::Closed, Fault::Limit(0), Fault::Limit(1), Fault::Limit(16)];
    // List and lock are written by the same code whichever command it is: for one of them nothing is left out.
    let is_whole = everything || bench.writer.command == "add";
    let selected = |all: Vec<Fault>| {
        let step = if is_whole { 1 } else { all.len().div_ceil(SELECTED).max(1) };
        // From the end: what is written last matters most.
        all.into_iter().rev().step_by(step).collect::<Vec<_>>()
    };
    let room = if everything { ROOM } else { &ROOM[..1] };
    let full = if is_mountable { room.iter().copied().map(Fault::Pages).collect() } else { Vec::new() };
    [selected(kills), selected(once), selected(lasting), random, others.to_vec(), full].concat()
}

/// The errors that a call can have.
fn errors(call: &str) -> &'static [&'static str] {
    match call {
        "openat" => &["ENOSPC", "EIO", "EROFS", "EACCES", "EINTR"],
        "write" | "writev" | "pwrite64" => &["ENOSPC", "EIO", "EINTR"],
        "fsync" | "fdatasync" => &["EIO", "ENOSPC"],
        "ftruncate" | "fallocate" => &["EIO", "ENOSPC"],
        "flock" => &["ENOLCK", "EINTR"],
        "exit_group" => &[],
        _ => &["ENOSPC", "EIO", "EROFS", "EACCES"],
    }
}

/// Those that last: the disk is full, or can only be read from now on.
fn lasting_errors(call: &str) -> &'static [&'static str] {
    match call {
        "write" | "writev" | "pwrite64" | "fsync" | "fdatasync" | "ftruncate" | "fallocate" => &["ENOSPC"],
        "flock" | "exit_group" => &[],
        _ => &["ENOSPC", "EROFS"],
    }
}

fn disturb(bench: &Bench, faults: &[Fault], row: &Row, trouble: &Mutex<Vec<String>>) {
    let next = AtomicUsize::new(0);
    let timed = Instant::now();
    judge::run(&bench.start.copy(), bench.writer.arguments);
    let usual = timed.elapsed();
    // Much of it is waiting.
    let workers = thread::available_parallelism().map_or(2, usize::from) * 2;
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let done = one(bench, fault, usual, row);
                    match done {
                        Ok(Outcome::Old) => &row.old,
                        Ok(Outcome::New) => &row.new,
                        Ok(Outcome::Between) => &row.between,
                        Err(why) => {
                            trouble.lock().expect("no panic").push(why);
                            &row.third
                        }
                    }
                    .fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
}

/// One fault in one copy of the repository.
fn one(bench: &Bench, fault: &Fault, usual: Duration, row: &Row) -> Result<Outcome, String> {
    let fixture = bench.start.copy();
    let name = bench.writer.command;
    let count = |number: &AtomicUsize| number.fetch_add(1, Ordering::Relaxed);
    match fault {
        Fault::Kill(point) => {
            disturbed(&fixture, bench.writer, point, "signal=KILL", false);
            count(&row.kills);
            bench.judge(&fixture, &format!("{name}, killed at {} {}", point.call, point.number))
        }
        Fault::Anywhere(point) => {
            disturbed_anywhere(&fixture, bench.writer, point, "signal=KILL");
            count(&row.random);
            bench.judge(&fixture, &format!("{name}, killed anywhere at {} {}", point.call, point.number))
        }
        Fault::Moment(part) => {
            let mut command = fixture.command(bench.writer.arguments);
            prepared(&mut command, &fixture).stdout(Stdio::null()).stderr(Stdio::null());
            let mut child = command.spawn().expect("codesub starts");
            thread::sleep(usual.mul_f64(*part as f64 / 1_000.0));
            let _ = child.kill();
            let _ = child.wait();
            count(&row.random);
            bench.judge(&fixture, &format!("{name}, killed after {part} thousandths"))
        }
        Fault::Error { point, error, lasts } => {
            let from = if *lasts { " and later" } else { "" };
            let what = format!("{name}, {error} at {} {}{from}", point.call, point.number);
            let output = disturbed(&fixture, bench.writer, point, &format!("error={error}"), *lasts);
            count(&row.errors);
            // Who could not remove it, or could do nothing more, leaves it to the next run.
            let may_leave = *lasts || point.call.starts_with("unlink");
            if let Some(left) = judge::leftover(fixture.root()).filter(|_| !may_leave) {
                return Err(format!("{what}: {left} is left"));
            }
            let outcome = bench.judge(&fixture, &what)?;
            bench.hear(&output, outcome, *lasts, &what).map(|()| outcome)
        }
        Fault::Pages(room) => {
            let small = tmpfs::Small::new(tmpfs::pages(fixture.root()) + room).ok_or("no tmpfs")?;
            let full = fixture.copy_into(small.path());
            let output = judge::run(&full, bench.writer.arguments);
            count(&row.errors);
            let what = format!("{name}, room for {room} pages");
            // What is there is judged where the next run has room.
            let roomy = full.copy();
            let [was, is] = [&full, &roomy].map(|it| it.root().display().to_string());
            if roomy.path(".git/job/output").exists() {
                roomy.write(".git/job/output", roomy.read(".git/job/output").replace(&was, &is));
            }
            let outcome = bench.judge(&roomy, &what)?;
            bench.hear(&output, outcome, false, &what).map(|()| outcome)
        }
        Fault::Full | Fault::Closed | Fault::Limit(_) => elsewhere(bench, fault, &fixture, row),
    }
}

/// Trouble with standard output, and files that may not grow.
fn elsewhere(bench: &Bench, fault: &Fault, fixture: &Fixture, row: &Row) -> Result<Outcome, String> {
    let (script, what) = match fault {
        Fault::Full => ("exec \"$@\" >/dev/full".to_owned(), "standard output is full".to_owned()),
        Fault::Closed => ("exec \"$@\" >&- 2>&-".to_owned(), "closed streams".to_owned()),
        Fault::Limit(blocks) => (format!("ulimit -f {blocks}; exec \"$@\""), format!("ulimit -f {blocks}")),
        _ => return Err("no fault of this kind".to_owned()),
    };
    let mut command = Command::new("bash");
    command.args(["-c", &script, "bash"]).arg(repository::binary()).args(bench.writer.arguments);
    let output = prepared(&mut command, fixture).output().expect("bash runs");
    row.errors.fetch_add(1, Ordering::Relaxed);
    let what = format!("{}, {what}", bench.writer.command);
    if output.status.code() == Some(70) {
        return Err(format!("{what}: {}", judge::told(&output)));
    }
    bench.judge(fixture, &what)
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).expect("below a usize")
    }
}
