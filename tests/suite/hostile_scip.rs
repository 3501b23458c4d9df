//! SCIP files made to fill the memory (SPEC 13.2): two bytes of protobuf are an empty message, which is a hundred bytes
//! when it is unpacked. They are refused with a limit's name or read without harm, and the index stays as it was.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use crate::repository::{Fixture, Run};

/// All of the process, of which some 50 MB are there before the file is looked at in a build without optimization.
const MOST: u64 = 200 * 1024 * 1024;

/// A field that has bytes.
fn field(number: u8, bytes: &[u8]) -> Vec<u8> {
    let mut all = vec![number << 3 | 2];
    let mut length = bytes.len();
    while length >= 128 {
        all.push((length & 127) as u8 | 128);
        length >>= 7;
    }
    all.push(length as u8);
    all.extend(bytes);
    all
}

fn document(rest: &[u8]) -> Vec<u8> {
    field(2, &[&field(1, b"a.py"), rest].concat())
}

/// A run and the most memory that it had.
fn run(fixture: &Fixture, arguments: &[&str]) -> (Run, u64) {
    let mut command = fixture.command(arguments);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("codesub runs");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("a status").is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().next()).and_then(|it| it.parse::<u64>().ok());
        most = most.max(kib.unwrap_or_default() * 1024);
        std::thread::sleep(Duration::from_millis(2));
    }
    (Run::new(&child.wait_with_output().expect("what it says")), most)
}

#[test]
fn what_would_fill_the_memory_is_refused_or_harmless() {
    let fixture = Fixture::new();
    fixture.write("a.py", "def f():\n    return 1\n");
    fixture.commit("start");
    fixture.codesub(&["index", "build"]).exits(0);
    let status = fixture.codesub(&["index", "status", "--json"]).stdout;

    let empty = |number: u8, count: usize| [number << 3 | 2, 0].repeat(count);
    let symbol = |text: &str| field(1, text.as_bytes());
    let many: Vec<u8> = (0..400_000).flat_map(|n| field(3, &symbol(&format!("a . . . n{n}.")))).collect();
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("occurrences", document(&empty(2, 10_000_000)), "a document has more than 1000000 occurrences"),
        ("symbols", document(&empty(3, 10_000_000)), "a document has more than 250000 symbols"),
        ("documents", empty(2, 600_000), "it has more than 500000 documents"),
        ("distinct symbols", many, "what it says takes far more memory than the file itself"),
        ("a claim", vec![0x12, 0xff, 0xff, 0xff, 0xff, 0x0f], "a part of it says that it has 4294967295 bytes"),
        ("a cut document", vec![0x12, 0x80, 0x80, 0x80, 0x10, 1, 2, 3], "it ends too early, or is no SCIP index"),
        // What nobody asks for is not unpacked.
        ("a signature", document(&field(3, &[symbol("a . . . f()."), field(7, &empty(2, 5_000_000))].concat())), ""),
        ("a range", document(&field(2, &[field(2, b"a . . . f()."), field(1, &[0; 20_000_000])].concat())), ""),
    ];
    let metadata = field(1, &field(3, b"file:///x"));
    for (name, bytes, expected) in cases {
        let file = fixture.path(".git/hostile.scip");
        fs::write(&file, [&metadata[..], &bytes].concat()).expect("written");
        let (output, most) = run(&fixture, &["index", "import-scip", file.to_str().expect("a path")]);
        let said = &output.stderr;
        assert_eq!(output.status, if expected.is_empty() { 0 } else { 2 }, "{name}: {said}");
        assert!(said.contains(expected) && said.len() < 9_000, "{name}: {said:.500}");
        assert!(most < MOST, "{name} took {most} bytes");
        if !expected.is_empty() {
            assert_eq!(fixture.codesub(&["index", "status", "--json"]).stdout, status, "{name} changed the index");
        }
    }
}
