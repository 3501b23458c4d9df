//! The benchmark: whole commands on a large repository, beside git and beside the floor.
//!
//! ```sh
//! cargo run --release --example bench                     # everything, some minutes
//! cargo run --release --example bench -- --quick          # a small repository: whether it runs, not how fast
//! cargo run --release --example bench -- --only in-place  # scenarios by name, several with commas
//! cargo run --release --example bench -- --markdown       # the table for docs/performance.md
//! cargo run --release --example bench -- --rounds 9       # instead of five
//! cargo run --release --example bench -- --make DIR       # the repository, to try things on
//! ```
//!
//! It makes its own repository ([`world`]), runs codesub as people do, and prints ratios that were taken in one run. The
//! program beside it is built by cargo first; `CODESUB_BENCH_BINARY` names another one. docs/performance.md says what the
//! figures mean.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod floor;
mod gates;
mod measure;
mod scenarios;
mod source;
mod table;
mod world;

use std::cell::RefCell;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::rc::Rc;
use std::time::Instant;

use floor::Sides;
use scenarios::{Bench, SCENARIOS};
use world::{Size, World};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["floor", repository, base, target, sides] => {
            let sides = if sides == "both" { Sides::Both } else { Sides::Target };
            println!("{:016x}", floor::run(Path::new(repository), base, target, sides));
            ExitCode::SUCCESS
        }
        ["gates", record, ref asked @ ..] => gates::run(&program(), Path::new(record), asked),
        _ => match Options::of(&words) {
            Ok(options) => run(&options),
            Err(message) => {
                eprintln!("bench: {message}");
                ExitCode::from(2)
            }
        },
    }
}

/// What was asked for.
struct Options {
    size: Size,
    only: Option<Vec<String>>,
    markdown: bool,
    rounds: usize,
    make: Option<PathBuf>,
}

impl Options {
    fn of(words: &[&str]) -> Result<Self, String> {
        let mut options = Options { size: Size::FULL, only: None, markdown: false, rounds: 5, make: None };
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            let mut value = || words.next().copied().ok_or_else(|| format!("{word} needs a value"));
            match word {
                "--quick" => (options.size, options.rounds) = (Size::QUICK, 1),
                "--markdown" => options.markdown = true,
                "--rounds" => {
                    options.rounds = value()?.parse().map_err(|_| "--rounds needs a number".to_owned())?;
                }
                "--only" => {
                    let names: Vec<String> = value()?.split(',').map(str::to_owned).collect();
                    if let Some(name) = names.iter().find(|&name| SCENARIOS.iter().all(|(it, _)| it != name)) {
                        let all: Vec<&str> = SCENARIOS.iter().map(|&(name, _)| name).collect();
                        return Err(format!("there is no scenario {name}; there are {}", all.join(", ")));
                    }
                    options.only = Some(names);
                }
                "--make" => options.make = Some(PathBuf::from(value()?)),
                _ => return Err(format!("{word} is not known; the head of examples/bench/main.rs says what is")),
            }
        }
        Ok(options)
    }
}

fn run(options: &Options) -> ExitCode {
    if cfg!(debug_assertions) {
        eprintln!("bench: this is no release build; the figures say nothing");
    }
    let codesub = program();
    if let Some(root) = &options.make {
        World::new(root, options.size, &codesub);
        return ExitCode::SUCCESS;
    }
    let directory = tempfile::tempdir().expect("a temporary folder");
    let start = Instant::now();
    let world = Rc::new(World::new(&directory.path().join("repository"), options.size, &codesub));
    let Size { modules, watched, .. } = options.size;
    eprintln!("{modules} files, {watched} of them watched; made in {:.0} s", start.elapsed().as_secs_f64());
    let own = env::current_exe().expect("because it runs");
    let bench = Bench { world, codesub, own, rounds: options.rounds, peaks: RefCell::default() };
    let mut rows = Vec::new();
    for (name, scenario) in SCENARIOS {
        if options.only.as_ref().is_none_or(|only| only.iter().any(|it| it == name)) {
            let found = scenario(&bench);
            // It takes a while: what is found is told at once, and all of it at the end.
            eprint!("{}", table::text(&found, false));
            rows.extend(found);
        }
    }
    println!("{}", table::text(&rows, options.markdown));
    ExitCode::SUCCESS
}

/// The codesub that is measured. Cargo builds the program of an example, and not the one that it runs.
fn program() -> PathBuf {
    if let Some(named) = env::var_os("CODESUB_BENCH_BINARY") {
        return std::path::absolute(named).expect("a path");
    }
    if let Some(cargo) = env::var_os("CARGO") {
        let mut build = Command::new(cargo);
        // The example too, though it is built: alone, codesub has crates with other features, and all of them are built twice.
        build
            .args(["build", "--quiet", "--bin", "codesub", "--example", "bench"])
            .args((!cfg!(debug_assertions)).then_some("--release"));
        build.current_dir(env!("CARGO_MANIFEST_DIR"));
        assert!(build.status().expect("cargo runs").success(), "codesub cannot be built");
    }
    let own = env::current_exe().expect("because it runs");
    let folder = own.parent().and_then(Path::parent).expect("because cargo put it into target/PROFILE/examples");
    folder.join(format!("codesub{}", env::consts::EXE_SUFFIX))
}
