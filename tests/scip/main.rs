//! SCIP files of real indexers, scip-python and scip-typescript, imported and asked: what the index says of every symbol
//! is what the file says, in bytes. `tests/scip/install` fetches the indexers; the sample projects are ours.

#[path = "../suite/repository.rs"]
#[allow(dead_code, reason = "shared with the suite, which uses more of it")]
mod repository;
mod wire;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use codesub::git::Repository;
use codesub::index::scip::{SemanticReference, definitions_by_scip_id, refs_by_scip_id};
use codesub::index::{Availability, Index};
use repository::{Fixture, pinned};
use wire::Place;

const SCIP: &str = ".git/index.scip";

/// A sample project in a repository, indexed by codesub.
fn sample(name: &str) -> Fixture {
    let fixture = Fixture::new();
    fixture.become_copy_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scip").join(name));
    fixture.commit("start");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture
}

fn indexer(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/scip-indexers/node_modules/.bin").join(name);
    assert!(path.exists(), "{} is not there; run tests/scip/install", path.display());
    path
}

fn run(fixture: &Fixture, program: &str, arguments: &[&str]) {
    let output = pinned(Command::new(indexer(program)).args(arguments).current_dir(fixture.root())).output();
    let output = output.expect("the indexer runs");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}

fn index_python(fixture: &Fixture) {
    // An environment without packages: what is installed on this machine does not matter.
    fixture.write(".git/environment.json", "[]");
    let arguments = ["--environment", ".git/environment.json", "--project-name", "shop", "--project-version", "1"];
    run(fixture, "scip-python", &[&["index", ".", "--quiet", "--output", SCIP][..], &arguments].concat());
}

fn index_typescript(fixture: &Fixture) {
    run(fixture, "scip-typescript", &["index", "--no-progress-bar", "--output", SCIP]);
}

fn index(fixture: &Fixture) -> (Index, i64) {
    let repository = Repository::open(fixture.root()).expect("a repository");
    let Availability::Ready(index) = Index::for_asking(&repository) else { panic!("no index") };
    let state = index.required_tree().expect("indexed").state;
    (index, state)
}

/// Holds what the index says of every symbol against the file; gives how many places that were.
fn assert_agreement(fixture: &Fixture) -> usize {
    let bytes = fs::read(fixture.path(SCIP)).expect("a SCIP file");
    let (expected, is_declared) = wire::places(&bytes, |path| fixture.read(path));
    assert!(!is_declared, "the indexer says what its columns count: see that another test leaves it open");
    let (index, state) = index(fixture);
    let mut places = 0;
    for (symbol, expected) in &expected {
        let id = format!("scip:{symbol}");
        let connection = index.store.connection();
        let refs = refs_by_scip_id(connection, state, &id).expect("asked");
        let definitions = definitions_by_scip_id(connection, state, &id).expect("asked");
        let mut found = BTreeSet::new();
        for it in refs.iter().chain(&definitions) {
            assert!(!it.stale && it.line == it.end_line, "{it:?}");
            let columns = (it.column as usize, it.end_column as usize);
            let place: Place = (it.path.clone(), it.line as usize, columns.0, columns.1, it.role == "definition");
            let text = fixture.read(&it.path);
            let line = text.lines().nth(it.line as usize - 1).unwrap_or_default();
            assert!(line[..columns.0].ends_with(&it.before) && line[columns.1..].starts_with(&it.after), "{it:?}");
            found.insert(place);
        }
        assert_eq!(&found, expected, "{symbol}");
        assert_eq!(&told(fixture, &id, &definitions), expected, "{symbol}, as `index refs` tells it");
        places += found.len();
    }
    places
}

/// What `index refs` says that an indexer said; it lists no definitions, so they come from elsewhere.
fn told(fixture: &Fixture, id: &str, definitions: &[SemanticReference]) -> BTreeSet<Place> {
    let answer = fixture.codesub(&["index", "refs", id, "--json"]).exits(0).json();
    let number = |value: &serde_json::Value| value.as_u64().expect("a number") as usize;
    let references = answer["references"].as_array().expect("a list").iter();
    let semantic = references.filter(|it| it["certainty"] == "semantic").map(|it| {
        let path = it["path"].as_str().expect("a path").to_owned();
        (path, number(&it["line"]), number(&it["start_column"]), number(&it["end_column"]), false)
    });
    let defined = definitions
        .iter()
        .map(|it| (it.path.clone(), it.line as usize, it.column as usize, it.end_column as usize, true));
    semantic.chain(defined).collect()
}

fn import(fixture: &Fixture) -> serde_json::Value {
    fixture.codesub(&["index", "import-scip", SCIP, "--json"]).exits(0).json()
}

fn refs(fixture: &Fixture, id: &str) -> Vec<String> {
    let (index, state) = index(fixture);
    let found = refs_by_scip_id(index.store.connection(), state, id).expect("asked");
    found.iter().map(|it| format!("{}:{}:{} {}", it.path, it.line, it.column, it.role)).collect()
}

#[test]
fn scip_python() {
    let fixture = sample("python");
    index_python(&fixture);
    let imported = import(&fixture);
    assert_eq!((&imported["documents"], &imported["skipped_occurrences"]), (&5.into(), &0.into()), "{imported}");
    assert_eq!(
        (&imported["context"]["name"], &imported["context"]["language"]),
        (&"scip-python".into(), &"python".into())
    );
    assert!(assert_agreement(&fixture) > 60);

    let net = "scip:scip-python python shop 1 `shop.base`/net().";
    let line = "        s = \"é\"; t = \"😀\"; x = net(1.0); y = \"é😀\" + str(b.net(2.0))";
    let places: Vec<usize> = line.match_indices("net(").map(|(at, _)| at).collect();
    assert_eq!(
        refs(&fixture, net),
        [
            "shop/again.py:1:22 import".to_owned(),
            "shop/again.py:5:11 call".to_owned(),
            "shop/again.py:9:11 call".to_owned(),
            "shop/order.py:4:35 import".to_owned(),
            format!("shop/order.py:9:{} call", places[0]),
            format!("shop/order.py:9:{} call", places[1]),
            "shop/order.py:13:31 call".to_owned(),
        ]
    );
    let size = "scip:scip-python python shop 1 `shop.base`/Base#`größe`.";
    assert!(refs(&fixture, size).contains(&"shop/order.py:10:37 reference".to_owned()), "{:?}", refs(&fixture, size));

    // The two layers meet where a construct's name stands.
    let found = fixture.codesub(&["index", "symbol", "shop/base.py::net", "--json"]).exits(0).json();
    assert_eq!(found["matches"][0]["symbol_id"], net);
}

#[test]
fn scip_typescript() {
    let fixture = sample("typescript");
    index_typescript(&fixture);
    let imported = import(&fixture);
    assert_eq!((&imported["documents"], &imported["skipped_occurrences"]), (&2.into(), &0.into()), "{imported}");
    assert_eq!(imported["ambiguous"], 0, "overloads are one definition: {imported}");
    assert_eq!(imported["context"]["language"], "typescript");
    assert!(assert_agreement(&fixture) > 35);

    let line = "/* 😀😀 */ everything.net(2); plain(); /* é */ new Order().run(n(1));";
    let net = "scip:scip-typescript npm shop 1.0.0 src/`base.ts`/net().";
    let at = |needle: &str| line.find(needle).expect("it is there");
    let found = refs(&fixture, net);
    assert!(found.contains(&format!("src/order.ts:7:{} call", at("net(2)"))), "{found:?}");
    assert!(found.contains(&format!("src/order.ts:7:{} call", at("n(1)"))), "{found:?}");
}

/// What an indexer said of one version is not taken for another, and running it again mends that.
#[test]
fn edits_after_the_indexer_ran_are_noticed() {
    let fixture = sample("python");
    index_python(&fixture);
    let order = fixture.read("shop/order.py");
    fixture.write("shop/order.py", order.replace("import os\n", "import os\n\nimport sys\n")).commit("an import");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let imported = import(&fixture);
    assert_eq!(
        (&imported["documents"], &imported["mismatched"][0]),
        (&4.into(), &"shop/order.py".into()),
        "{imported}"
    );
    index_python(&fixture);
    let imported = import(&fixture);
    assert_eq!((&imported["documents"], imported["mismatched"].as_array().map(Vec::len)), (&5.into(), Some(0)));
    assert_agreement(&fixture);
}
