//! The semantic layer (SPEC 12.2), with SCIP files that are made here; `tests/scip` has those of real indexers.

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use codesub::git::Repository;
use codesub::index::Index;
use codesub::index::scip::{self as semantic};
use protobuf::Message as _;

use super::facts::{folder, open};
use super::scip_made::*;
use crate::repository::Fixture;

const BASE: &str = "def net(price):\n    return price\n\n\nLIMIT = 3\n";
const MAIN: &str = "from base import net, LIMIT\n\ns = 'é'; t = '😀'; net(LIMIT); u = 'é😀' + net(2)\n";

/// Two files, one of which uses the other, indexed by codesub.
fn shop() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("base.py", BASE).write("main.py", MAIN).commit("start");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture
}

fn base() -> Doc {
    Doc::new("base.py", BASE).defines("net", "base/net().", "def net(price):").defines("LIMIT", "base/LIMIT.", "int")
}

fn main() -> Doc {
    Doc::new("main.py", MAIN).uses("net", "base/net().").uses("LIMIT", "base/LIMIT.")
}

/// Where `net` stands in main.py, in bytes.
const NET: [&str; 3] = ["main.py:1:17-20 import", "main.py:3:22-25 call", "main.py:3:49-52 call"];

/// The document of main.py in other units.
fn in_units(units: Units, is_declared: bool) -> Doc {
    let document = Doc::new("main.py", MAIN).in_units(units, is_declared);
    document.uses("net", "base/net().").uses("LIMIT", "base/LIMIT.")
}

#[test]
fn columns_of_every_encoding_come_out_in_bytes() {
    for is_declared in [true, false] {
        for units in Units::ALL {
            let fixture = shop();
            let imported = import(&fixture, &index([base(), in_units(units, is_declared)]));
            assert_eq!((imported.documents, imported.skipped_occurrences), (2, 0), "{units:?} {imported:?}");
            assert_eq!(refs(&fixture, "base/net()."), NET, "{units:?}, declared: {is_declared}");
            assert_eq!(definitions(&fixture, "base/net()."), ["base.py:1:4-7 definition"]);
            let line = MAIN.lines().nth(2).expect("a line");
            assert_eq!((&line[22..25], &line[49..52]), ("net", "net"), "the test knows where it is");
        }
    }
}

/// A document whose names do not tell the encoding is read as the others of its index are.
#[test]
fn the_rest_of_the_index_decides_for_a_document_that_does_not_tell() {
    for (units, at) in [(Units::Utf8, 4), (Units::Utf16, 3)] {
        let fixture = shop();
        let text = "é, m.x\n";
        fixture.write("odd.py", text).commit("odd");
        fixture.codesub(&["index", "refresh"]).exits(0);
        let odd = Doc::new("odd.py", text).says(&[0, at, at + 1], &symbol("m/"), 0);
        import(&fixture, &index([odd, in_units(units, false), base()]));
        assert_eq!(refs(&fixture, "m/"), ["odd.py:1:4-5 reference"], "{units:?}");
    }
}

#[test]
fn what_is_imported_is_told_and_stored() {
    let fixture = shop();
    let file = write(&fixture, &index([base(), main()]));
    let file = file.to_str().expect("a path");
    let told = fixture.codesub(&["index", "import-scip", file, "--json"]).exits(0).json();
    assert_eq!(
        (&told["documents"], &told["symbols"], &told["occurrences"], &told["dependencies"]),
        (&2.into(), &2.into(), &7.into(), &1.into())
    );
    assert_eq!(told["context"]["name"], "scip-python");
    assert_eq!(told["context"]["language"], "python");
    fixture.codesub(&["index", "import-scip", file]).exits(0).prints("scip-python 1").prints("occurrences   7");

    let connection = open(&fixture);
    let one = |query: &str| -> String { connection.query_row(query, [], |row| row.get(0)).expect(query) };
    assert_eq!(
        one("SELECT name || qualified_name || kind || line || \"column\" || signature FROM symbols \
             WHERE layer = 'semantic' AND name = 'net'"),
        "netnetfunction14def net(price):"
    );
    assert_eq!(
        one(
            "SELECT CAST(interface_hash_at_index = syntactic_interface_hash AS TEXT) FROM edges JOIN files ON files.id = target_file \
             WHERE layer = 'semantic' AND path = 'base.py'"
        )
        .as_str(),
        "1",
    );
    assert_eq!(
        one(
            "SELECT anchor_before || '|' || anchor_after FROM occurrences WHERE layer = 'semantic' AND start_line = 3 AND start_col = 22"
        ),
        "s = 'é'; t = '😀'; |(LIMIT); u = 'é😀' + net(2)"
    );
    let net = fixture.codesub(&["index", "symbol", "base.py::net", "--json"]).exits(0).json();
    assert_eq!(net["matches"][0]["symbol_id"], format!("scip:{}", symbol("base/net().")));
}

/// SPEC 13.1: nothing outside of the repository, no panic, and everything that was passed over is counted.
#[test]
fn hostile_documents_are_skipped_and_counted() {
    let fixture = shop();
    #[cfg(unix)]
    std::os::unix::fs::symlink("/etc/passwd", fixture.path("link.py")).expect("a link");
    let named = |path: &str| Doc::new(path, BASE).defines("net", "base/net().", "def net():");
    let outside = format!("../{}/base.py", fixture.root().file_name().expect("a name").to_string_lossy());
    let long = "x/".repeat(5000) + "a.py";
    let mut documents: Vec<Doc> =
        ["", "/etc/passwd", "../base.py", &outside, "a/../base.py", "./base.py", "base.py/", "a\\b.py", "a\0b", &long]
            .map(named)
            .into();
    let invalid = documents.len();
    documents.extend([named("none.py"), named(".git/config"), named("link.py"), main(), main()]);
    // Enough that is right, so that the rest is a few strays and not another version.
    let many = BASE.to_owned() + &"net(net(net(net(net(net(LIMIT))))))\n".repeat(30);
    fixture.write("base.py", &many).commit("more");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let huge = "n".repeat(1_000_000);
    let net = symbol("base/net().");
    documents.push(
        Doc::new("base.py", &many)
            .defines("net", "base/net().", "def net(price):")
            // Every kind of range that is none, and one that is too far.
            .says(&[], &net, 0)
            .says(&[1], &net, 0)
            .says(&[0, 9, 3], &net, 0)
            .says(&[-1, -1, -1], &net, 0)
            .says(&[i32::MAX, i32::MAX, i32::MAX, i32::MAX], &net, 0)
            .says(&[0, 0, 0, 0, 0], &net, 0)
            // Symbols that are none.
            .says(&[0, 4, 7], &huge, 1)
            .says(&[0, 4, 7], &symbol(&format!("{huge}.")), 1)
            .says(&[0, 4, 7], "no symbol", i32::MAX),
    );

    let imported = import(&fixture, &index(documents));
    let skipped = imported.skipped;
    assert_eq!((skipped.invalid_path, skipped.duplicate, skipped.not_in_worktree), (invalid, 1, 2), "{imported:?}");
    assert_eq!(skipped.not_readable, usize::from(cfg!(unix)), "{imported:?}");
    assert_eq!((imported.documents, imported.skipped_occurrences), (2, 9), "{imported:?}");
    assert_eq!(refs(&fixture, "base/net().").iter().filter(|it| it.starts_with("main.py")).count(), 3);
    assert_eq!(definitions(&fixture, "base/net()."), ["base.py:1:4-7 definition"]);
}

/// Whatever is cut off or changed: an error or an import, never a panic, and an error changes nothing.
#[test]
fn damaged_files_are_errors_and_change_nothing() {
    let fixture = shop();
    import(&fixture, &index([base(), main()]));
    let before = semantic_facts(&fixture);
    let bytes = index([base(), main()]).write_to_bytes().expect("bytes");
    let repository = Repository::open(fixture.root()).expect("a repository");
    let file = fixture.path(".git/damaged.scip");
    let mut refused = 0;
    for end in 0..bytes.len() {
        fs::write(&file, &bytes[..end]).expect("written");
        refused += usize::from(semantic::import(&repository, &file, "").is_err());
    }
    // Cuts between two parts cannot be seen.
    assert!(refused + 4 > bytes.len(), "{refused} of {}", bytes.len());
    let (mut refused, mut state) = (0, 1_u64);
    for at in 0..bytes.len() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mut changed = bytes.clone();
        changed[at] ^= (state >> 56) as u8 | 1;
        fs::write(&file, &changed).expect("written");
        refused += usize::from(semantic::import(&repository, &file, "").is_err());
    }
    assert!(refused > 0);
    import(&fixture, &index([base(), main()]));
    let after = semantic_facts(&fixture);
    assert!(before.iter().all(|fact| after.contains(fact)), "what was imported first is there again");

    for (content, why) in
        [(&b""[..], "it is empty"), (b"# a text\n", "SCIP index"), (&bytes[..bytes.len() - 3], "ends too early")]
    {
        let facts = semantic_facts(&fixture);
        fs::write(&file, content).expect("written");
        let file = file.to_str().expect("a path");
        fixture.codesub(&["index", "import-scip", file]).exits(2).fails(why, "run the indexer again");
        assert_eq!(semantic_facts(&fixture), facts);
    }
    fixture.codesub(&["index", "import-scip", "none.scip"]).exits(2).fails("none.scip", "the SCIP indexer wrote");
}

#[test]
fn importing_again_replaces_and_a_part_leaves_the_rest() {
    let fixture = shop();
    let whole = index([base(), main()]);
    import(&fixture, &whole);
    let once = semantic_facts(&fixture);
    import(&fixture, &whole);
    assert_eq!(semantic_facts(&fixture), once, "the same again is the same");

    // One file alone: what others say of it stays, and finds it again.
    import(&fixture, &index([base()]));
    assert_eq!(semantic_facts(&fixture), once);

    // It says less now.
    import(&fixture, &index([Doc::new("main.py", MAIN).uses("net", "base/net().")]));
    assert_eq!(refs(&fixture, "base/net()."), NET);
    assert_eq!(refs(&fixture, "base/LIMIT."), Vec::<String>::new());
}

#[test]
fn contexts_stand_side_by_side_and_a_newer_tool_takes_over() {
    let fixture = shop();
    let first = import(&fixture, &index_of("1", &[], [base(), main()])).context_id;
    let second = import(&fixture, &index_of("1", &["--strict"], [base(), main()])).context_id;
    assert_ne!(first, second);
    let count = |context: Option<i64>| -> i64 {
        let query = "SELECT count(*) FROM occurrences WHERE context_id = ?1";
        open(&fixture).query_row(query, [context], |row| row.get(0)).expect("a count")
    };
    assert_eq!((count(first), count(second)), (7, 7));
    assert_eq!(refs(&fixture, "base/net()."), NET, "what both say comes once");

    let third = import(&fixture, &index_of("2", &[], [main()])).context_id;
    assert_eq!((count(first), count(second), count(third)), (2, 7, 5), "file by file");
    import(&fixture, &index_of("2", &[], [base()]));
    assert_eq!((count(first), count(second), count(third)), (0, 7, 7));
    assert_eq!(import(&fixture, &index_of("2", &[], [base()])).context_id, third, "the same context is found again");
}

#[test]
fn documents_of_another_version_are_left_out_and_named() {
    let fixture = shop();
    import(&fixture, &index([base(), main()]));
    let before = semantic_facts(&fixture);
    // As if the indexer had run before two lines were added.
    let older = format!("import os\nimport sys\n{BASE}");
    fixture.write("base.py", &older);
    let file = write(&fixture, &index([base()]));
    let file = file.to_str().expect("a path");
    let run = fixture.codesub(&["index", "import-scip", file]).exits(3);
    run.prints("mismatched")
        .tells("Other versions of these files were indexed: base.py.")
        .tells("run the indexer on the files as they are");
    assert_eq!(semantic_facts(&fixture), before, "nothing was changed");

    let imported = import(&fixture, &index([base(), main()]));
    assert_eq!((imported.documents, imported.mismatched), (1, vec!["base.py".to_owned()]));

    // An indexer that sends the text along is taken at its word.
    fixture.write("base.py", format!("{BASE}# and a comment\n"));
    let mut with_text = index([base()]);
    with_text.documents[0].text = BASE.to_owned();
    assert_eq!(import(&fixture, &with_text).mismatched, ["base.py"]);
    assert_eq!(import(&fixture, &index([base()])).mismatched, Vec::<String>::new());
}

/// SPEC 12.3: facts outlive the text they were made from, and say so.
#[test]
fn facts_of_a_file_that_changed_since_are_stale() {
    let fixture = shop();
    import(&fixture, &index([base(), main()]));
    fixture.write("main.py", format!("\n{MAIN}")).commit("moved down");
    assert_eq!(refs(&fixture, "base/net().")[0], "main.py:1:17-20 import", "before the refresh nobody knows");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(
        refs(&fixture, "base/net()."),
        ["main.py:1:17-20 import!", "main.py:3:22-25 call!", "main.py:3:49-52 call!"]
    );
    assert_eq!(definitions(&fixture, "base/net()."), ["base.py:1:4-7 definition"]);
    // Code that uses what is gone is still known to use it.
    fixture.remove("base.py").commit("gone");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(refs(&fixture, "base/net().").len(), 3);
    assert_eq!(definitions(&fixture, "base/net()."), Vec::<String>::new());
}

/// The indexer reads the worktree: facts about edits that are not committed yet are dirty until they are.
#[test]
fn edits_that_are_not_committed_count_as_dirty_until_they_are() {
    let fixture = shop();
    let edited = format!("\n{MAIN}");
    fixture.write("main.py", &edited).write("new.py", "net()\n");
    let main = Doc::new("main.py", &edited).uses("net", "base/net().");
    let new = Doc::new("new.py", "net()\n").uses("net", "base/net().");
    let imported = import(&fixture, &index([base(), main, new]));
    assert_eq!((imported.documents, imported.ahead_of_index, imported.skipped.not_in_index), (2, 1, 1), "{imported:?}");
    assert!(refs(&fixture, "base/net().").iter().all(|it| it.ends_with('!')), "the index is of the commit");
    fixture.commit("edits");
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(
        refs(&fixture, "base/net()."),
        ["main.py:2:17-20 reference", "main.py:4:22-25 reference", "main.py:4:49-52 reference"]
    );
}

#[test]
fn ambiguity_is_flagged_and_settled() {
    let fixture = shop();
    fixture.write("other.py", BASE).commit("twice");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let flags = || -> Vec<String> {
        let connection = open(&fixture);
        let mut statement = connection
            .prepare(
                "SELECT path || ambiguity_flags FROM file_semantic_facts JOIN files ON files.id = file_id ORDER BY 1",
            )
            .expect("a statement");
        statement.query_map([], |row| row.get(0)).expect("rows").map(|row| row.expect("a row")).collect()
    };
    let other = |descriptors: &str| {
        Doc::new("other.py", BASE).defines("net", descriptors, "def net(price):").defines(
            "LIMIT",
            "other/LIMIT.",
            "int",
        )
    };
    let imported = import(&fixture, &index([base(), main(), other("base/net().")]));
    assert_eq!(imported.ambiguous, 3);
    let twice = r#"["multiple_definitions"]"#;
    assert_eq!(flags(), ["base.py", "main.py", "other.py"].map(|path| format!("{path}{twice}")));

    // The other file alone settles it for all.
    import(&fixture, &index([other("other/net().")]));
    assert_eq!(flags(), ["base.py[]", "main.py[]", "other.py[]"]);

    let nowhere = Doc::new("main.py", MAIN).uses("net", "base/net().").uses("LIMIT", "base/NOWHERE.").with_error();
    import(&fixture, &index([nowhere]));
    assert_eq!(flags()[1], r#"main.py["indexer_error","unresolved_reference"]"#);
    // What is external to the project is nobody's fault, and neither are modules.
    let external = Doc::new("main.py", MAIN).uses("net", "base/net().").says(&[0, 5, 9], &symbol("elsewhere/"), 0);
    let stray = external.says(&[2, 1, 2], "a b c 1 outside.", 0).says(&[9, 9, 9], &symbol("base/net()."), 0);
    let many = (0..40).fold(stray, |doc, _| doc.says(&[0, 17, 20], &symbol("base/net()."), 0));
    import(&fixture, &index([many]));
    assert_eq!(flags()[1], r#"main.py["unfit_occurrences"]"#);
}

#[test]
fn the_root_is_where_the_indexer_ran() {
    let fixture = Fixture::new();
    fixture.write("services/shop/base.py", BASE).write("services/shop/main.py", MAIN).commit("start");
    fixture.codesub(&["index", "build"]).exits(0);
    let mut scip = index([base(), main()]);
    scip.metadata.mut_or_insert_default().project_root =
        format!("file://{}/services/shop", fixture.root().canonicalize().expect("a path").display());
    let file = write(&fixture, &scip);
    let file = file.to_str().expect("a path");
    let run = fixture.codesub(&["index", "import-scip", file]).exits(3);
    assert!(run.stderr.contains("--root"), "{}", run.stderr);
    for root in ["..", "/", "a\\b", "services/../services/shop", "/etc"] {
        fixture
            .codesub(&["index", "import-scip", file, "--root", root])
            .exits(2)
            .fails("no folder below", "--root services/shop");
    }
    for root in ["services/shop", "./services/shop/"] {
        let told = fixture.codesub(&["index", "import-scip", file, "--root", root, "--json"]).exits(0).json();
        assert_eq!(told["context"]["root"], "services/shop");
        assert_eq!(told["context"]["id"], 1);
    }
    assert_eq!(refs(&fixture, "base/net().")[1], "services/shop/main.py:3:22-25 call");
}

#[test]
fn without_an_index_there_is_nothing_to_import_into() {
    let fixture = Fixture::new();
    fixture.write("base.py", BASE).commit("start");
    let file = write(&fixture, &index([base()]));
    let file = file.to_str().expect("a path");
    fixture.codesub(&["index", "import-scip", file]).exits(2).fails("no index yet", "codesub index build");
    assert!(!super::facts::folder(&fixture).exists(), "nothing was made");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.git(&["worktree", "add", "-q", "linked"]);
    let run = fixture.codesub_in("linked", &["index", "import-scip", file]).exits(2);
    run.fails("nothing was indexed in this worktree yet", "codesub index build");
}

/// A context that another one took the place of is not asked any more, until it speaks again.
#[test]
fn what_a_disabled_context_said_does_not_count() {
    let fixture = shop();
    import(&fixture, &index([base(), main()]));
    let semantic = || -> (u64, f64) {
        let refs = fixture.codesub(&["index", "refs", "base.py::net", "--json"]).exits(0).json();
        let map = fixture.codesub(&["index", "map", "base.py", "--json"]).exits(0).json();
        let mut symbols = map["files"][0]["symbols"].as_array().expect("a list").iter();
        let net = symbols.find(|symbol| symbol["qualname"] == "net").expect("it is used");
        (refs["counts"]["semantic"].as_u64().expect("a number"), net["weight"].as_f64().expect("a number"))
    };
    let before = semantic();
    assert_eq!(before.0, 3);
    let facts = rusqlite::Connection::open(super::facts::folder(&fixture).join("facts.sqlite")).expect("the store");
    // Said of a place that means something else: only while it counts does that make a difference.
    let moved = "UPDATE occurrences SET scip_id = 'scip:a b c 1 d.' WHERE layer = 'semantic' AND role = 'call'";
    facts.execute(moved, []).expect("changed");
    assert_eq!(semantic(), (1, 1.0), "two calls are of something else");
    facts.execute("UPDATE contexts SET enabled = FALSE", []).expect("disabled");
    assert_eq!(semantic(), (0, before.1), "by their names, all are of it");
    import(&fixture, &index([base(), main()]));
    assert_eq!(semantic(), before);
}

/// For a job, the import is part of its own transaction: without its commit there is nothing.
#[test]
fn what_is_not_committed_is_not_there() {
    let fixture = shop();
    let repository = Repository::open(fixture.root()).expect("a repository");
    let mut store = Index::for_writing(&repository).expect("an index");
    let bytes = index([base(), main()]).write_to_bytes().expect("bytes");
    let prepared = semantic::prepare(&repository, &store, &*bytes, "").expect("prepared");
    let transaction = store.store.transaction().expect("a transaction");
    assert_eq!(prepared.write(&transaction).expect("written").documents, 2);
    drop(transaction);
    assert_eq!(semantic_facts(&fixture), Vec::<String>::new());
    let transaction = store.store.transaction().expect("a transaction");
    prepared.write(&transaction).expect("written");
    transaction.commit().expect("committed");
    assert_eq!(refs(&fixture, "base/net()."), NET);
}

/// A build from nothing puts another store in place of the one that is there. Whoever waited for it writes to the new one.
#[test]
fn an_import_that_waited_for_a_build_is_not_lost() {
    let fixture = shop();
    let file = write(&fixture, &index([base(), main()]));
    let bytes = fs::read(folder(&fixture).join("facts.sqlite")).expect("a store");
    let repository = Repository::open(fixture.root()).expect("a repository");
    let lock = codesub::atomic::lock_index(&repository.state_directory(), Duration::ZERO).expect("the lock");
    let mut command = fixture.command(&["index", "import-scip", file.to_str().expect("a path")]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("codesub starts");
    // Long enough to have opened whatever it opens before it waits.
    std::thread::sleep(Duration::from_secs(2));
    // As a build from nothing does: the log goes too.
    for name in ["facts.sqlite-wal", "facts.sqlite-shm", "facts.sqlite"] {
        fs::remove_file(folder(&fixture).join(name)).ok();
    }
    fs::write(folder(&fixture).join("facts.sqlite"), bytes).expect("another store");
    drop(lock);
    let status = child.wait_with_output().expect("its end").status;
    assert!(status.success());
    assert_eq!(refs(&fixture, "base/net()."), NET);
}
