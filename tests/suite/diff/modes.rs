//! The other modes: prose, comments and records.

use super::*;

fn fixture() -> Fixture {
    let fixture = Fixture::new();
    let guide = "# Guide\n\nHello.\n\n## Install\n\nRun the installer and wait until it says that everything is done.\n\n## Use\n\nUse it.\n";
    fixture.write("docs/guide.md", guide);
    fixture.write("config.json", "{\"name\": \"x\", \"limits\": {\"low\": 1, \"high\": 9}}\n");
    fixture.write("app.toml", "[server]\nport = 80\n");
    fixture.write("ci.yaml", "on: push\njobs:\n  build:\n    steps: [1, 2]\n");
    fixture.write("a.py", "# About f.\ndef f(a):\n    \"\"\"Doc.\"\"\"\n    return a\n").commit("one");
    let install = "## Install\n\nRun the installer and wait until it says that everything is done.\n";
    fixture.write("docs/guide.md", guide.replace(&format!("{install}\n"), "").replace("Use it.", "Use it well."));
    fixture.write("docs/install.md", format!("# Setup\n\n{install}"));
    fixture.write("config.json", "{\"limits\": {\"high\": 10, \"low\": 1},\n \"name\": \"x\", \"extra\": true}\n");
    fixture.write("app.toml", "[server]\nport = 8080\n").write("ci.yaml", "on: push\n");
    fixture.write("a.py", "# About g.\ndef f(a):\n    \"\"\"Docs.\"\"\"\n    return a\n").commit("two");
    fixture
}

fn in_mode(fixture: &Fixture, mode: &str) -> Vec<String> {
    let found = events(fixture, &["--from", "HEAD~1", "--to", "HEAD", "--modes", mode]);
    assert!(found.iter().all(|event| event["mode"] == mode));
    let shown = short(&found);
    shown.into_iter().filter(|event| !event.starts_with("chunk.moved") || event.contains("from")).collect()
}

#[test]
fn prose_by_heading_with_moves_across_files() {
    assert_eq!(
        in_mode(&fixture(), "prose"),
        [
            "file.modified docs/guide.md",
            "chunk.modified docs/guide.md Guide.Use",
            "file.added docs/install.md",
            // By logical key, as the seed has it: `Setup.Install|` comes before `Setup|`.
            "chunk.moved docs/install.md Setup.Install from docs/guide.md was Guide.Install",
            "chunk.added docs/install.md Setup",
        ]
    );
}

#[test]
fn records_by_entry() {
    let found = in_mode(&fixture(), "records");
    let expected = [
        "file.modified app.toml",
        "chunk.modified app.toml server.port",
        "chunk.modified app.toml server",
        "file.modified ci.yaml",
        "chunk.removed ci.yaml jobs.build.steps",
        "chunk.removed ci.yaml jobs.build",
        "chunk.removed ci.yaml jobs",
        "file.modified config.json",
        "chunk.added config.json extra",
        "chunk.modified config.json limits.high",
        "chunk.modified config.json limits",
    ];
    assert_eq!(found, expected);
}

#[test]
fn comments_and_docstrings() {
    assert_eq!(
        in_mode(&fixture(), "extracted-prose"),
        ["file.modified a.py", "chunk.modified a.py f.(comment)", "chunk.modified a.py f.(docstring)"]
    );
}

#[test]
fn events_stand_by_mode_and_chunks_that_are_no_symbols_have_a_chunk_ref() {
    let fixture = fixture();
    let all = events(&fixture, &["--from", "HEAD~1", "--to", "HEAD", "--modes", "records,extracted-prose,prose,code"]);
    let mut modes: Vec<&str> = all.iter().map(|event| event["mode"].as_str().unwrap()).collect();
    modes.dedup();
    assert_eq!(modes, ["code", "prose", "extracted-prose", "records"]);
    for event in all.iter().filter(|event| event["kind"].as_str().unwrap().starts_with("chunk.")) {
        let state = if event["after"].is_null() { &event["before"] } else { &event["after"] };
        let chunk = match event["mode"].as_str() {
            Some("code") => &state["symbolRef"]["definingChunk"],
            _ => &state["chunkRef"],
        };
        assert!(chunk["chunkId"].as_str().is_some_and(|id| id.starts_with("chunk_")), "{event}");
        assert!(chunk["chunkUid"].as_str().is_some_and(|id| id.starts_with("cu:v1:xxh64:")), "{event}");
    }
    let files: Vec<&Value> =
        all.iter().filter(|event| event["mode"] == "code" && event["kind"] == "file.modified").collect();
    assert_eq!(files.len(), 5, "code lists every changed file, so that none is invisible");
}
