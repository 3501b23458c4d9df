//! Bombs (SPEC 13.2): a pull request whose files are made to hurt whoever reads them. The run ends, all of its processes
//! together stay within one budget, and what was skipped is told: exit status 3 where a subscription needed it, else what
//! it would be without.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use codesub::syntax::Language;

use crate::repository::{Fixture, Run};

const BUDGET: u64 = 512 * 1024 * 1024;
/// Seconds that a loaded machine may take; on a quiet one it is a few.
const PATIENCE: Duration = Duration::from_secs(300);

/// A run, and the most memory that all of its processes had together.
fn run(fixture: &Fixture, arguments: &[&str]) -> (Run, u64) {
    let mut command = fixture.command(arguments);
    // A group of its own, so that its processes can be counted.
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("codesub runs");
    let began = Instant::now();
    std::thread::scope(|scope| {
        let (stdout, stderr) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        let read = |mut from: Box<dyn std::io::Read + Send>| {
            let mut bytes = Vec::new();
            from.read_to_end(&mut bytes).expect("what it says");
            bytes
        };
        let (out, err) = (scope.spawn(move || read(Box::new(stdout))), scope.spawn(move || read(Box::new(stderr))));
        let mut most = 0;
        let status = loop {
            if let Some(status) = child.try_wait().expect("a status") {
                break status;
            }
            assert!(began.elapsed() < PATIENCE, "{arguments:?} does not end");
            most = most.max(memory(&child));
            std::thread::sleep(Duration::from_millis(5));
        };
        let output = std::process::Output {
            status,
            stdout: out.join().expect("a thread"),
            stderr: err.join().expect("a thread"),
        };
        (Run::new(&output), most)
    })
}

/// What the processes of a group have in memory, pages that they share counted once; 0 where the system does not say.
fn memory(child: &Child) -> u64 {
    let mut all = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(stat) = fs::read_to_string(path.join("stat")) else { continue };
        let group = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(2)).map(str::to_owned);
        if group != Some(child.id().to_string()) {
            continue;
        }
        let rollup = fs::read_to_string(path.join("smaps_rollup")).unwrap_or_default();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
        let kib = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse::<u64>().ok());
        all += kib.unwrap_or_default() * 1024;
    }
    all
}

/// A repository whose list watches two functions, in two files of their own.
fn watched() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("pay.py", "def fee(amount):\n    rate = amount * 3\n    return rate + 1\n");
    fixture.write("Tax.java", "class Tax { int due(int sum) { int part = sum / 5; return part + 2; } }\n");
    fixture.commit("code");
    fixture.codesub(&["add", "pay.py::fee", "--id", "fee"]).exits(0);
    fixture.codesub(&["add", "Tax.java::Tax.due(int)", "--id", "due"]).exits(0);
    fixture.commit("list");
    fixture
}

/// A source of random bytes, the same in each run; no NUL, which would make it a binary file.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 7_u32;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + ((state >> 16) % 255) as u8
    };
    (0..size).map(next).collect()
}

/// Each seems to define what is sought: files that cannot hold it are not even parsed.
fn write_bombs(fixture: &Fixture) {
    for language in Language::all() {
        let extension = language.extensions()[0];
        let nested = format!("x = {}{}\ndef fee\n", "(".repeat(100_000), ")".repeat(100_000));
        fixture.write(&format!("bombs/nested_{}.{extension}", language.name()), nested);
    }
    fixture.write("bombs/generics.java", format!("{}def fee", "a<".repeat(30_000)));
    for extension in ["py", "js", "rs"] {
        fixture.write(&format!("bombs/noise.{extension}"), [noise(1 << 20), b"\ndef fee\n".to_vec()].concat());
    }
    fixture.write("bombs/line.py", format!("x = [{}fee] # def fee\n", "1,".repeat(2_500_000)));
    fixture.write("bombs/calls.py", format!("{}def fee()\n", "f()\n".repeat(500_000)));
    fixture.write("bombs/large.py", "x = 1\n".repeat(100 * 1024 * 1024 / 6));
}

#[test]
fn beside_ordinary_changes() {
    let fixture = watched();
    write_bombs(&fixture);
    // What was watched is gone, so every file of the diff is searched for it.
    fixture.write("pay.py", "def other():\n    pass\n");
    fixture.commit("bombs");
    let (run, most) = run(&fixture, &["scan", "--base", "HEAD~1", "--target", "HEAD", "--check", "--json"]);
    let report = run.exits(1).json();
    assert!(most < BUDGET, "{most} bytes");
    assert_eq!(report["triggers"][0]["subscription_id"], "fee");
    assert_eq!(report["triggers"][0]["change_type"], "MISSING");
    assert_eq!(report["complete"], false);
    let told = report["notes"].to_string();
    // Which limit is met first depends on the machine.
    for (bomb, reason) in [
        ("bombs/generics.java", "parsing it takes more than"),
        ("bombs/line.py", "parsing it takes more than"),
        ("bombs/large.py", "more than the 8388608 that are examined"),
    ] {
        let note = told.split("message").find(|note| note.contains(bomb)).unwrap_or_else(|| panic!("{bomb}: {told}"));
        assert!(note.contains(reason), "{note}");
    }
}

#[test]
fn in_the_place_of_what_is_watched() {
    let fixture = watched();
    fixture.write("Tax.java", "a<".repeat(30_000));
    fixture.commit("a bomb");
    let (run, most) = run(&fixture, &["scan", "--base", "HEAD~1", "--target", "HEAD", "--check", "--json"]);
    let report = run.exits(3).json();
    assert!(most < BUDGET, "{most} bytes");
    assert_eq!(report["complete"], false);
    assert!(report["notes"].to_string().contains("parsing it takes more than"), "{}", report["notes"]);
    assert_eq!(report["unchanged"], serde_json::json!(["fee"]));
}

/// A blob of a gigabyte is never inflated: its header says what it is.
#[test]
fn a_blob_of_a_gigabyte() {
    let fixture = watched();
    fs::File::create(fixture.path("zeros.py")).and_then(|file| file.set_len(1 << 30)).expect("a sparse file");
    fixture.write("pay.py", "def other():\n    pass\n");
    let fast = ["-c", "core.compression=1", "-c", "core.bigFileThreshold=1m"];
    fixture.git(&[&fast[..], &["add", "--all"]].concat());
    fixture.git(&["commit", "--quiet", "--message", "zeros"]);
    let (run, most) = run(&fixture, &["scan", "--base", "HEAD~1", "--target", "HEAD", "--check"]);
    let said = run.exits(1).stdout;
    assert!(most < BUDGET, "{most} bytes");
    assert!(said.contains("zeros.py") && said.contains("1073741824 bytes"), "{said}");
}

#[test]
fn a_parser_of_ours_is_never_left_behind() {
    let fixture = watched();
    fixture.write("bombs/generics.java", "a<".repeat(30_000));
    let mut command: Command = fixture.command(&["symbols", "bombs"]);
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("codesub runs");
    let began = Instant::now();
    while memory(&child) < 64 * 1024 * 1024 && child.try_wait().expect("a status").is_none() {
        assert!(began.elapsed() < PATIENCE, "nothing is parsed");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Its processes notice that nobody listens, when what they parse is done.
    child.kill().expect("a process");
    child.wait().expect("its end");
    while memory(&child) > 0 {
        assert!(began.elapsed() < PATIENCE, "a worker stays");
        std::thread::sleep(Duration::from_millis(50));
    }
}
