//! Gates: instructions instead of seconds, where noise would hide a change.
//!
//! `tests/gates/run` counts with `valgrind --tool=callgrind` what codesub and the floor execute on the same commits of a
//! small repository, in one process and one thread, and compares their ratios with the recorded ones. Ratios, because a
//! count depends on the compiler and on the C library; those of codesub and of the floor change together. Each scenario
//! has its own tolerance. What is worse fails; what is better by more than that says how to record it.

use std::path::Path;
use std::process::{Command, ExitCode};

use serde_json::{Map, Value, json};

use crate::world::{Size, World};

/// Some dozens of files: enough for the work to outweigh the start.
const SIZE: Size = Size { modules: 150, watched: 40, few: 10 };

/// What may differ without anybody having changed it, unless the record says otherwise.
const TOLERANCE: f64 = 0.02;

/// Scenarios and the commits that they are about.
const GATES: &[(&str, &str)] = &[
    ("start", "in-place"),
    ("nothing", "nothing"),
    ("ordinary", "ordinary"),
    ("in-place", "in-place"),
    ("few-gone", "few-gone"),
    ("vanished", "vanished"),
    ("diff", "in-place"),
];

/// Counts and compares, or writes the record; all gates, or those whose names were asked for.
pub fn run(codesub: &Path, record: &Path, asked: &[&str]) -> ExitCode {
    let names: Vec<&str> = asked.iter().copied().filter(|&word| word != "--record").collect();
    let recording = names.len() < asked.len();
    if let Some(unknown) = names.iter().find(|&&name| GATES.iter().all(|&(gate, _)| gate != name)) {
        eprintln!("gates: there is no gate {unknown}");
        return ExitCode::from(2);
    }
    let directory = tempfile::tempdir().expect("a temporary folder");
    let root = directory.path().join("repository");
    World::new(&root, SIZE, codesub);
    let own = std::env::current_exe().expect("because it runs");
    let recorded = recorded(record);
    let mut figures: Map<String, Value> = recorded.as_object().cloned().unwrap_or_default();
    let mut worse = Vec::new();
    println!("{:<10} {:>15} {:>15} {:>8} {:>9}", "gate", "codesub", "floor", "ratio", "recorded");
    for &(gate, branch) in GATES.iter().filter(|(gate, _)| names.is_empty() || names.contains(gate)) {
        let took = instructions(&directory, &codesub_command(codesub, &root, gate, branch));
        let mut floor = Command::new(&own);
        let sides = if gate == "diff" { "both" } else { "target" };
        floor.arg("floor").arg(&root).args([&format!("{branch}~1"), branch, sides]);
        let floor = instructions(&directory, &floor);
        let ratio = took as f64 / floor as f64;
        let before = recorded[gate]["ratio"].as_f64();
        let tolerance = recorded[gate]["tolerance"].as_f64().unwrap_or(TOLERANCE);
        let verdict = match before {
            None => "not recorded",
            Some(before) if ratio > before * (1.0 + tolerance) => "WORSE",
            Some(before) if ratio < before * (1.0 - tolerance) => "better",
            Some(_) => "",
        };
        let shown = before.map_or_else(|| "-".to_owned(), |before| format!("{before:.5}"));
        println!("{gate:<10} {took:>15} {floor:>15} {ratio:>8.5} {shown:>9} {verdict}");
        if matches!(verdict, "WORSE" | "not recorded") {
            worse.push(gate);
        }
        figures.insert(gate.to_owned(), json!({ "ratio": (ratio * 1e6).round() / 1e6, "tolerance": tolerance }));
    }
    if recording {
        let text = serde_json::to_string_pretty(&figures).expect("because it is plain data");
        std::fs::write(record, text + "\n").expect("the record can be written");
        return ExitCode::SUCCESS;
    }
    if worse.is_empty() {
        println!("No gate is worse. Where one is better, `tests/gates/run --record` keeps it so.");
        return ExitCode::SUCCESS;
    }
    println!(
        "Worse than recorded, or not recorded: {}. If that is intended, `tests/gates/run --record` writes {}; say why in the \
         commit.",
        worse.join(", "),
        record.display()
    );
    ExitCode::FAILURE
}

fn recorded(path: &Path) -> Value {
    match std::fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).expect("the record is JSON"),
        Err(_) => Value::Null,
    }
}

/// One process that holds all the work.
fn codesub_command(codesub: &Path, root: &Path, gate: &str, branch: &str) -> Command {
    let base = format!("{branch}~1");
    let mut command = Command::new(codesub);
    command.current_dir(root).env("RAYON_NUM_THREADS", "1");
    command.env("GIT_CONFIG_COUNT", "1");
    command.env("GIT_CONFIG_KEY_0", "codesub.parseWorkers").env("GIT_CONFIG_VALUE_0", "0");
    match gate {
        "start" => command.arg("--version"),
        "diff" => command.args(["diff", "compute", "--from", &base, "--to", branch, "--persist", "false", "--json"]),
        _ => command.args(["scan", "--base", &base, "--target", branch, "--json"]),
    };
    command
}

/// How many instructions a command executes; the least of two runs, since tables of hashes are seeded anew in each.
fn instructions(directory: &tempfile::TempDir, command: &Command) -> u64 {
    let out = directory.path().join("callgrind.out");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", &format!("--callgrind-out-file={}", out.display())]);
    valgrind.arg(command.get_program()).args(command.get_args());
    for (key, value) in command.get_envs() {
        valgrind.env(key, value.expect("because nothing is taken away"));
    }
    if let Some(folder) = command.get_current_dir() {
        valgrind.current_dir(folder);
    }
    let once = |_| {
        let output = valgrind.output().expect("valgrind is installed");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{valgrind:?} ends with {}: {told}", output.status);
        let count = told.lines().find_map(|line| line.split_once("Collected : ")).expect("callgrind tells its count");
        count.1.trim().parse::<u64>().expect("a number")
    };
    [(); 2].map(once).into_iter().min().expect("because there are two")
}
