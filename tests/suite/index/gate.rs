//! `codesub index gate` in real repositories; only the rows that an indexer's import would write are written by hand
//! (SPEC 12.3).

use rusqlite::{Connection, params};

use super::scip_made::{Doc, import, index};
use crate::repository::Fixture;

/// `shop.py` uses `auth.py` and the other way round; both use `base.py`. An indexer has seen all of them.
fn indexed() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write("src/base.py", "def limit():\n    return 1\n")
        .write("src/auth.py", "import shop, base\n\ndef login():\n    return base.limit()\n")
        .write("src/shop.py", "import auth, base\n\ndef buy():\n    return auth.login()\n")
        .write("README.md", "# A shop\n");
    fixture.commit("first");
    fixture.codesub(&["index", "build"]).exits(0);
    let store = store(&fixture);
    store.execute("INSERT INTO contexts (id, name, language) VALUES (1, 'scip-python', 'python')", []).expect("a row");
    for path in ["src/base.py", "src/auth.py", "src/shop.py"] {
        facts(&fixture, path, "[]");
    }
    for (source, target) in [("auth", "shop"), ("shop", "auth"), ("auth", "base")] {
        let sql = "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, \
                   interface_hash_at_index) SELECT s.id, t.id, 'reference', 1, 'semantic', t.syntactic_interface_hash \
                   FROM files s, files t WHERE s.path = ?1 AND t.path = ?2";
        let paths = [source, target].map(|name| format!("src/{name}.py"));
        assert_eq!(store.execute(sql, paths).expect("an edge"), 1);
    }
    fixture
}

fn store(fixture: &Fixture) -> Connection {
    let store = Connection::open(fixture.path(".git/codesub/index/facts.sqlite")).expect("a store");
    store.pragma_update(None, "foreign_keys", true).expect("set");
    store
}

/// What an import writes of a file as it is in the index.
fn facts(fixture: &Fixture, path: &str, flags: &str) {
    let sql = "INSERT OR REPLACE INTO file_semantic_facts (file_id, context_id, content_hash_at_index, \
               ambiguity_flags) SELECT id, 1, content_hash, ?2 FROM files WHERE path = ?1";
    assert_eq!(store(fixture).execute(sql, params![path, flags]).expect("facts"), 1);
}

#[test]
fn current_facts_are_automatic_and_an_edit_blocks_who_depends_on_it() {
    let fixture = indexed();
    let all = ["index", "gate", "--check", "src/auth.py", "src/shop.py", "src/base.py"];
    fixture.codesub(&all).exits(0).prints("automatic");
    fixture.codesub_in("src", &["index", "gate", "--check", "auth.py"]).exits(0).prints("automatic");

    // Not committed.
    fixture.write("src/base.py", "def limit():\n    return 2\n");
    let run = fixture.codesub(&[&all[..], &["--json"]].concat()).exits(1);
    let json = run.json();
    assert_eq!(json["schema"], "codesub.index-gate/v1");
    assert_eq!(json["verdict"], "blocked");
    let shown: Vec<[&str; 3]> = json["files"]
        .as_array()
        .expect("files")
        .iter()
        .map(|file| ["path", "freshness", "reason"].map(|key| file[key].as_str().unwrap_or("-")))
        .collect();
    assert_eq!(
        shown,
        [
            ["src/auth.py", "pending_check", "dependency_dirty"],
            ["src/base.py", "dirty", "content_changed"],
            ["src/shop.py", "pending_check", "dependency_dirty"],
        ]
    );
    assert_eq!(json["files"][2]["chain"], serde_json::json!(["src/shop.py", "src/auth.py", "src/base.py"]));
    assert_eq!(json["files"][0]["context"]["name"], "scip-python");

    let run = fixture.codesub(&["index", "gate", "src/shop.py"]).exits(0).prints("blocked: ");
    let run = run.prints("depends on src/auth.py -> src/base.py - it changed, and was not indexed since");
    run.tells("codesub index import-scip FILE");
    // Put back as it was: what counts is the content.
    fixture.write("src/base.py", "def limit():\n    return 1\n");
    fixture.codesub(&all).exits(0);
}

/// SPEC 12.3: after a commit the interface is known, whether the index was refreshed or not.
#[test]
fn another_interface_makes_the_rest_stale_and_a_removed_file_does() {
    let fixture = indexed();
    fixture.write("src/base.py", "def limit(scale):\n    return scale\n");
    fixture.commit("another interface");
    let state = |path: &str| {
        let json = fixture.codesub(&["index", "gate", path, "--json"]).exits(0).json();
        [&json["files"][0]["freshness"], &json["files"][0]["reason"]].map(|it| it.as_str().unwrap_or("-").to_owned())
    };
    assert_eq!(state("src/shop.py"), ["pending_check", "dependency_dirty"]);
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(state("src/shop.py"), ["stale", "dependency_interface_changed"]);
    assert_eq!(state("src/base.py"), ["dirty", "content_changed"]);

    fixture.git(&["reset", "--quiet", "--hard", "HEAD~1"]);
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(state("src/shop.py"), ["clean", "-"]);

    fixture.remove("src/base.py");
    assert_eq!(state("src/shop.py"), ["stale", "dependency_gone"]);
    fixture.commit("removed");
    assert_eq!(state("src/shop.py"), ["stale", "dependency_gone"]);
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(state("src/shop.py"), ["stale", "dependency_gone"]);

    // It comes back, but nobody has indexed it.
    fixture.git(&["revert", "--no-edit", "HEAD"]);
    fixture.codesub(&["index", "refresh"]).exits(0);
    assert_eq!(state("src/shop.py"), ["clean", "-"]);
    assert_eq!(state("src/base.py"), ["unindexed", "no_facts"]);
}

/// Seed 002: a decision is replayed while HEAD and the files are what they were.
#[test]
fn a_decision_settles_what_is_ambiguous_until_head_moves() {
    let fixture = indexed();
    facts(&fixture, "src/auth.py", r#"["multiple_definitions"]"#);
    for sql in [
        "INSERT INTO symbols (file_id, context_id, name, kind, line, layer, symbol_id) \
         SELECT id, 1, 'login', 'function', iif(path = 'src/base.py', 1, 3), 'semantic', 'scip:login' FROM files \
         WHERE path IN ('src/base.py', 'src/shop.py')",
        "INSERT INTO occurrences (file_id, context_id, layer, role, scip_id) \
         SELECT id, 1, 'semantic', 'call', 'scip:login' FROM files WHERE path = 'src/auth.py'",
    ] {
        assert!(store(&fixture).execute(sql, []).expect("facts") > 0, "{sql}");
    }
    let run = fixture.codesub(&["index", "gate", "src/auth.py", "--check"]).exits(1);
    run.prints("needs_decision")
        .prints("multiple_definitions of scip:login")
        .prints("- src/shop.py:3")
        .tells("--decide");
    let json = fixture.codesub(&["index", "gate", "src/auth.py", "--json"]).exits(0).json();
    assert_eq!(json["verdict"], "needs_decision");
    let signature = json["ambiguities"][0]["signature"].as_str().expect("a signature").to_owned();

    let decide = |choice: &str| fixture.codesub(&["index", "gate", "src/auth.py", "--check", "--decide", choice]);
    decide("zzzz=src/shop.py:3").exits(2).fails("no single question", &signature[..12]);
    decide(&format!("{signature}=src/other.py:3")).exits(2).fails("is no choice", "src/base.py:1, src/shop.py:3");
    decide(&signature).exits(2);
    let run = decide(&format!("{}=src/shop.py:3", &signature[..8])).exits(0).prints("automatic");
    run.prints("* src/shop.py:3 (decided)");
    fixture.codesub(&["index", "gate", "src/auth.py", "--check"]).exits(0);
    fixture.codesub(&["index", "refresh"]).exits(0);
    fixture.codesub(&["index", "gate", "src/auth.py", "--check"]).exits(0);

    // An edit of what was chosen from, then another commit.
    fixture.write("src/shop.py", "import auth, base\n\n\ndef buy():\n    return auth.login()\n");
    let json = fixture.codesub(&["index", "gate", "src/auth.py", "--json"]).exits(0).json();
    assert_eq!((&json["verdict"], &json["ambiguities"]), (&"blocked".into(), &serde_json::json!([])));
    fixture.git(&["checkout", "--quiet", "src/shop.py"]);
    fixture.codesub(&["index", "gate", "src/auth.py", "--check"]).exits(0);
    fixture.commit("nothing");
    fixture.codesub(&["index", "gate", "src/auth.py", "--check"]).exits(1).prints("needs_decision");
}

/// The whole way: a SCIP file is imported, a symbol in it has two definitions, and somebody says which one is meant.
#[test]
fn what_an_import_finds_ambiguous_has_its_definitions_to_choose_from() {
    let fixture = Fixture::new();
    let (one, user) = ("def net(price):\n    return price\n", "from one import net\n\nnet(1)\n");
    fixture.write("one.py", one).write("two.py", one).write("user.py", user).commit("first");
    fixture.codesub(&["index", "build"]).exits(0);
    let defines = |path: &str| Doc::new(path, one).defines("net", "shop/net().", "def net(price):");
    let uses = Doc::new("user.py", user).uses("net", "shop/net().");
    import(&fixture, &index([defines("one.py"), defines("two.py"), uses]));

    let run = fixture.codesub(&["index", "gate", "user.py", "--json", "--check"]).exits(1);
    let json = run.json();
    assert_eq!((&json["verdict"], &json["files"][0]["freshness"]), (&"needs_decision".into(), &"clean".into()));
    let open = &json["ambiguities"][0];
    assert_eq!(open["choices"], serde_json::json!(["one.py:1", "two.py:1"]), "{json}");
    assert!(open["symbol"].as_str().is_some_and(|symbol| symbol.ends_with("shop/net().")), "{json}");
    let decision = format!("{}=one.py:1", open["signature"].as_str().expect("a signature"));
    fixture.codesub(&["index", "gate", "user.py", "--check", "--decide", &decision]).exits(0).prints("automatic");

    fixture.write("two.py", "def gross(price):\n    return price\n").commit("another interface");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let json = fixture.codesub(&["index", "gate", "user.py", "--json"]).exits(0).json();
    assert_eq!((&json["verdict"], &json["files"][0]["freshness"]), (&"blocked".into(), &"stale".into()), "{json}");
}

#[test]
fn what_nobody_looked_at_is_blocked_and_what_is_not_there_is_refused() {
    let fixture = indexed();
    fixture.write("src/new.py", "x = 1\n");
    let run = fixture.codesub(&["index", "gate", "--check", "README.md", "src/new.py", "src/auth.py"]).exits(1);
    run.prints("README.md").prints("src/new.py").prints("no semantic facts").tells("import-scip FILE imports some");
    fixture.refuses(&["index", "gate", "src/auth.py", "no.py", "src/nor.py"], 2, "`no.py`, `src/nor.py`", "relative");
    fixture.refuses(&["index", "gate", "src/auth.py", "--context", "7"], 2, "no context 7", "there are 1");

    let bare = Fixture::new();
    bare.write("a.py", "x = 1\n");
    bare.commit("first");
    bare.refuses(&["index", "gate", "a.py"], 2, "no index yet", "codesub index build");
}

#[test]
fn status_counts_the_states_of_each_context() {
    let fixture = indexed();
    facts(&fixture, "src/shop.py", r#"["indexer_error"]"#);
    fixture.write("src/base.py", "def limit():\n    return 2\n");
    let json = fixture.codesub(&["index", "status", "--json"]).exits(0).json();
    let counts = serde_json::json!({"clean": 0, "dirty": 1, "pending_check": 2, "stale": 0});
    assert_eq!((&json["contexts"][0]["files"], &json["contexts"][0]["ambiguous"]), (&counts, &1.into()), "{json}");
    let run = fixture.codesub(&["index", "status"]).exits(0);
    run.prints("scip-python: 0 clean, 1 dirty, 2 pending_check, 0 stale; 1 ambiguous");
}

/// SPEC 12.3: `apply` re-points whatever the state is, and says what it did not rest on.
#[test]
fn apply_remarks_on_files_with_facts_and_refuses_nothing() {
    let fixture = indexed();
    fixture.codesub(&["init"]).exits(0);
    fixture.codesub(&["add", "src/base.py::limit", "--id", "limit"]).exits(0);
    let base = fixture.commit("subscribed");
    fixture.codesub(&["index", "refresh"]).exits(0);
    let (plain, moved) = ("def limit():\n    return 1\n", "x = 1\n");
    fixture.write("src/auth.py", format!("{}\n\n{plain}", fixture.read("src/auth.py"))).write("src/base.py", moved);
    let apply = |what: &[&str]| fixture.codesub(&[&["apply", "--base", &base][..], what].concat()).exits(0);
    let run = apply(&["--dry-run"]).prints("src/base.py::limit -> src/auth.py::limit");
    run.tells(
        "note: the semantic facts about src/auth.py are of another content; re-pointed on the syntactic evidence",
    );
    let with = apply(&["--dry-run", "--quiet"]);
    assert_eq!(with.stderr, "");
    std::fs::remove_dir_all(fixture.path(".git/codesub/index")).expect("an index to remove");
    let without = apply(&["--dry-run"]);
    assert_eq!((&without.stdout, without.stderr.contains("semantic")), (&with.stdout, false));
    apply(&[]).tells("Applied 1 proposal.");
}
