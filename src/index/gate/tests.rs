//! States and the gate through a real store.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::*;
use crate::index::Store;
use crate::index::decisions::remember;
use crate::index::state::{Edits, Freshness};

/// A store with files whose facts are current.
struct Fixture {
    _folder: tempfile::TempDir,
    store: Store,
}

impl Fixture {
    fn new(paths: &[&str]) -> Fixture {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_for_writing(folder.path()).expect("a store");
        let fixture = Fixture { _folder: folder, store };
        fixture.run("INSERT INTO repo_state (id, worktree, tree) VALUES (1, '', 't')", []);
        fixture.run("INSERT INTO contexts (id, name, language) VALUES (1, 'scip-python', 'python')", []);
        for path in paths {
            fixture.file(path, "now");
            fixture.facts(path, "now", None);
        }
        fixture
    }

    fn connection(&self) -> &Connection {
        self.store.connection()
    }

    #[track_caller]
    fn run(&self, sql: &str, arguments: impl rusqlite::Params) {
        self.connection().execute(sql, arguments).expect(sql);
    }

    fn file(&self, path: &str, content: &str) {
        let sql = "INSERT INTO files (repo_state_id, path, content_hash, syntactic_interface_hash) \
                   VALUES (1, ?1, ?2, 'i')";
        self.run(sql, [path, content]);
    }

    fn facts(&self, path: &str, content: &str, flags: Option<&str>) {
        let sql = "INSERT OR REPLACE INTO file_semantic_facts (file_id, context_id, content_hash_at_index, \
                   ambiguity_flags) VALUES ((SELECT id FROM files WHERE path = ?1), 1, ?2, ?3)";
        self.run(sql, params![path, content, flags]);
    }

    fn edge(&self, source: &str, target: &str) {
        let sql = "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, \
                   interface_hash_at_index) SELECT s.id, t.id, 'reference', 1, 'semantic', 'i' FROM files s, files t \
                   WHERE s.path = ?1 AND t.path = ?2";
        self.run(sql, [source, target]);
    }

    fn change(&self, path: &str, content: &str, interface: &str) {
        let sql = "UPDATE files SET content_hash = ?2, syntactic_interface_hash = ?3 WHERE path = ?1";
        self.run(sql, [path, content, interface]);
    }

    fn service(&self, edits: &[(&str, Option<&str>)]) -> FileStateService<'_> {
        let edits: BTreeMap<String, Option<String>> =
            edits.iter().map(|(path, now)| ((*path).to_owned(), now.map(str::to_owned))).collect();
        FileStateService::new(self.connection(), 1, Edits::from(edits))
    }

    fn gate(&self, paths: &[&str], edits: &[(&str, Option<&str>)]) -> Answer {
        check_mutation_gate(&self.service(edits), paths, None, "head").expect("an answer")
    }

    /// Path, state, reason and chain of what is in the way.
    #[track_caller]
    fn witness(&self, paths: &[&str], edits: &[(&str, Option<&str>)]) -> Vec<String> {
        let MutationGateResult::Blocked { witness } = self.gate(paths, edits).result() else { return Vec::new() };
        let told = |file: &Looked| {
            let why = file.why.as_ref().expect("a reason");
            format!("{} {} {:?} {}", file.path, file.state.freshness.as_str(), why.reason, why.chain.join(">"))
        };
        witness.iter().map(|file| told(file).trim_end().to_owned()).collect()
    }
}

/// Seed 002, "Combined State → Mutation Behavior".
#[test]
fn what_is_clean_and_certain_is_automatic_and_what_is_not_known_is_blocked() {
    let fixture = Fixture::new(&["a.py", "b.py"]);
    fixture.edge("a.py", "b.py");
    assert_eq!(fixture.gate(&["a.py", "b.py"], &[]).result(), MutationGateResult::Automatic);
    assert_eq!(fixture.witness(&["a.py", "new.py"], &[]), ["new.py unindexed NoFacts"]);
    // What another context says is not asked for.
    let other = check_mutation_gate(&fixture.service(&[]), &["a.py"], Some(2), "head").expect("an answer");
    assert!(matches!(other.result(), MutationGateResult::Blocked { .. }));
    fixture.run("UPDATE contexts SET enabled = FALSE", []);
    assert_eq!(fixture.witness(&["a.py"], &[]), ["a.py unindexed NoFacts"]);
}

#[test]
fn a_witness_names_the_shortest_way_to_who_is_to_blame() {
    let fixture = Fixture::new(&["a.py", "b.py", "c.py", "d.py", "e.py"]);
    for (source, target) in [("a.py", "b.py"), ("b.py", "c.py"), ("c.py", "a.py"), ("a.py", "e.py"), ("e.py", "d.py")] {
        fixture.edge(source, target);
    }
    fixture.edge("b.py", "d.py");
    assert_eq!(fixture.gate(&["a.py"], &[]).result(), MutationGateResult::Automatic);

    // Committed: another interface.
    fixture.change("d.py", "later", "j");
    assert_eq!(
        fixture.witness(&["a.py", "b.py", "c.py", "d.py"], &[]),
        [
            "a.py stale DependencyInterfaceChanged a.py>b.py>d.py",
            "b.py stale DependencyInterfaceChanged b.py>d.py",
            "c.py stale DependencyInterfaceChanged c.py>a.py>b.py>d.py",
            "d.py dirty ContentChanged",
        ]
    );
    // Committed: the same interface, and nobody has looked at the rest.
    fixture.change("d.py", "later", "i");
    assert_eq!(fixture.witness(&["a.py"], &[]), ["a.py pending_check DependencyDirty a.py>b.py>d.py"]);
    // Edited, and edited back to what the facts are about.
    assert_eq!(fixture.witness(&["a.py"], &[("d.py", Some("now"))]), Vec::<String>::new());
    // The interface that was committed is not the one on disk then.
    fixture.change("d.py", "later", "j");
    assert_eq!(fixture.witness(&["a.py"], &[("d.py", Some("now"))]), Vec::<String>::new());
    fixture.change("d.py", "now", "i");
    assert_eq!(
        fixture.witness(&["e.py"], &[("d.py", Some("edited"))]),
        ["e.py pending_check DependencyDirty e.py>d.py"]
    );
    // Removed on disk.
    assert_eq!(fixture.witness(&["e.py"], &[("d.py", None)]), ["e.py stale DependencyGone e.py>d.py"]);
}

/// A dependency that is gone from the tree takes no edge with it, and brings the edge back when it returns.
#[test]
fn a_dependency_that_is_gone_from_the_index_is_remembered() {
    let fixture = Fixture::new(&["a.py", "b.py"]);
    fixture.edge("a.py", "b.py");
    fixture.run(
        "INSERT INTO edges (source_file, target_file, dependency_type, layer) VALUES (1, 2, 'import', \
                 'syntactic')",
        [],
    );
    fixture.run("DELETE FROM files WHERE path = 'b.py'", []);
    assert_eq!(fixture.witness(&["a.py"], &[]), ["a.py stale DependencyGone a.py>b.py"]);
    let left: i64 = fixture.connection().query_row("SELECT count(*) FROM edges", [], |row| row.get(0)).expect("rows");
    assert_eq!(left, 1, "the syntactic layer knows what is there now");

    fixture.file("b.py", "now");
    // Its interface is what was recorded, though nobody has indexed it again.
    assert_eq!(fixture.gate(&["a.py"], &[]).result(), MutationGateResult::Automatic);
    fixture.run("UPDATE files SET syntactic_interface_hash = NULL WHERE path = 'b.py'", []);
    assert_eq!(fixture.witness(&["a.py"], &[]), ["a.py pending_check DependencyUnchecked a.py>b.py"]);
}

#[test]
fn an_ambiguity_needs_a_decision_which_lasts_until_something_changes() {
    let fixture = Fixture::new(&["a.py", "b.py"]);
    fixture.facts("a.py", "now", Some(r#"["multiple_definitions"]"#));
    for file in [1, 2] {
        fixture.run(
            "INSERT INTO symbols (file_id, context_id, name, kind, line, layer, symbol_id) \
                     VALUES (?1, 1, 'f', 'function', 3, 'semantic', 'scip:f')",
            [file],
        );
    }
    fixture.run(
        "INSERT INTO occurrences (file_id, context_id, layer, role, scip_id) \
                 VALUES (1, 1, 'semantic', 'call', 'scip:f')",
        [],
    );
    let open = |edits: &[(&str, Option<&str>)]| match fixture.gate(&["a.py"], edits).result() {
        MutationGateResult::NeedsDecision { ambiguities } => ambiguities,
        other => panic!("{other:?}"),
    };
    let found = open(&[]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].symbol.as_deref(), Some("scip:f"));
    assert_eq!(found[0].choices, ["a.py:3", "b.py:3"]);
    assert_eq!(found[0].file_hashes.keys().collect::<Vec<_>>(), ["a.py", "b.py"]);

    remember(fixture.connection(), &found[0], "b.py:3", "head", 1.0).expect("kept");
    let answer = fixture.gate(&["a.py"], &[]);
    assert_eq!(answer.result(), MutationGateResult::Automatic);
    assert_eq!(answer.ambiguities[0].decision.as_deref(), Some("b.py:3"));
    // The file of a candidate was edited; HEAD moved.
    assert_eq!(open(&[("b.py", Some("edited"))])[0].decision, None);
    let moved = check_mutation_gate(&fixture.service(&[]), &["a.py"], None, "another").expect("an answer");
    assert!(matches!(moved.result(), MutationGateResult::NeedsDecision { .. }));
}

#[test]
fn each_flag_is_a_question_and_what_is_no_flag_is_damage() {
    let fixture = Fixture::new(&["a.py"]);
    fixture.facts("a.py", "now", Some(r#"["indexer_error","unfit_occurrences"]"#));
    let answer = fixture.gate(&["a.py"], &[]);
    let questions: Vec<(&str, &[String])> =
        answer.ambiguities.iter().map(|it| (it.flag.as_str(), it.choices.as_slice())).collect();
    let proceed = &["proceed".to_owned()][..];
    assert!(questions.contains(&("indexer_error", proceed)) && questions.contains(&("unfit_occurrences", proceed)));
    fixture.facts("a.py", "now", Some("[]"));
    assert_eq!(fixture.gate(&["a.py"], &[]).result(), MutationGateResult::Automatic);
    for damaged in ["garbage", r#"["no_such_flag"]"#] {
        fixture.facts("a.py", "now", Some(damaged));
        assert!(check_mutation_gate(&fixture.service(&[]), &["a.py"], None, "head").is_err(), "{damaged}");
    }
}

/// A few files load what they depend on, many or far-reaching ones everything: the states are the same.
#[test]
fn how_much_is_loaded_makes_no_difference() {
    let paths: Vec<String> = (0..600).map(|number| format!("f{number:03}.py")).collect();
    let fixture = Fixture::new(&paths.iter().map(String::as_str).collect::<Vec<_>>());
    fixture.run(
        "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, interface_hash_at_index) \
         SELECT id, id + 1, 'reference', 1, 'semantic', 'i' FROM files WHERE id < 600",
        [],
    );
    fixture.change("f299.py", "later", "i");
    let service = fixture.service(&[]);
    let all: Vec<i64> = (1..=600).collect();
    let together = service.get_file_states_batch(&all, 1).expect("states");
    let of = |file: i64| together[&file].freshness.as_str();
    assert_eq!([of(1), of(299), of(300), of(301)], ["pending_check", "pending_check", "dirty", "clean"]);
    for file in all {
        assert_eq!(service.get_file_state(file, 1).expect("a state"), together[&file], "{file}");
    }
    // What is loaded for the last ones is no more than they need.
    let loaded = service.load(&[598], 1).expect("rows");
    assert_eq!(loaded.rows.iter().map(|row| row.path.as_str()).collect::<Vec<_>>(), ["f597.py", "f598.py", "f599.py"]);
    assert_eq!(service.load(&[1], 1).expect("rows").rows.len(), 600);
    assert_eq!(service.get_file_state(9_999, 1).expect("a state"), FileState::UNINDEXED);
}

/// Must-show 2: 50,000 files with cycles through the store, in one call.
#[test]
fn fifty_thousand_files_in_one_call() {
    const FILES: i64 = 50_000;
    let mut fixture = Fixture::new(&[]);
    let transaction = fixture.store.transaction().expect("a transaction");
    let numbers = "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?1) ";
    for insert in [
        "INSERT INTO files (id, repo_state_id, path, content_hash, syntactic_interface_hash) \
         SELECT n, 1, printf('f%06d.py', n), 'now', 'i' FROM n",
        "INSERT INTO file_semantic_facts (file_id, context_id, content_hash_at_index) SELECT n, 1, 'now' FROM n",
        // Rings of 1,000, each of which depends on the next: and a knot within each.
        "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, interface_hash_at_index) \
         SELECT n, (n - 1) / 1000 * 1000 + n % 1000 + 1, 'reference', 1, 'semantic', 'i' FROM n",
        "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, interface_hash_at_index) \
         SELECT n, (n - 1) / 1000 * 1000 + (n * 7) % 1000 + 1, 'reference', 1, 'semantic', 'i' FROM n",
        "INSERT INTO edges (source_file, target_file, dependency_type, context_id, layer, interface_hash_at_index) \
         SELECT n, n + 1000, 'reference', 1, 'semantic', 'i' FROM n WHERE n % 1000 = 1 AND n + 1000 <= ?1",
    ] {
        transaction.execute(&with(numbers, insert), [FILES]).expect(insert);
    }
    transaction.execute("UPDATE files SET content_hash = 'later' WHERE id = ?1", [FILES]).expect("an edit");
    transaction.commit().expect("rows");

    let service = fixture.service(&[]);
    let all: Vec<i64> = (1..=FILES).collect();
    let states = service.get_file_states_batch(&all, 1).expect("states");
    let count = |wanted| states.values().filter(|state| state.freshness == wanted).count();
    assert_eq!((count(Freshness::PendingCheck), count(Freshness::Dirty)), (49_999, 1));
    // The few that are asked for give the same answer as all.
    for file in [1, 25_000, 49_001, FILES] {
        assert_eq!(service.get_file_state(file, 1).expect("a state"), states[&file], "{file}");
    }
    let counted = service.count().expect("counts");
    assert_eq!(counted[0].1.freshness[..2], [(Freshness::Clean, 0), (Freshness::Dirty, 1)]);
}

/// SQLite wants the table expression between `INSERT INTO …` and `SELECT`.
fn with(numbers: &str, insert: &str) -> String {
    insert.replacen("SELECT", &format!("{numbers}SELECT"), 1)
}
