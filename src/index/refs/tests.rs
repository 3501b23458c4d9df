//! What refers to what, language by language and rule by rule; from the store and from a mere parse alike.

mod mistaken;

use super::*;
use crate::index::fixture_tests::Fixture;
use crate::syntax::{Language, outline_and_mentions};

/// The references to a target, as `certainty path:line role`; asserts that the store and a parse agree.
#[track_caller]
fn refs(sources: &[(&str, &str)], target: &str) -> Vec<String> {
    let (path, qualname) = target.split_once("::").expect("a target");
    let fixture = Fixture::new(sources);
    let stored = references(fixture.store.connection(), fixture.state, path, qualname).expect("asked");
    let stored = stored.unwrap_or_else(|| panic!("no {target}"));

    let parsed: Vec<(FileNames, Vec<Mention>)> = sources
        .iter()
        .map(|(path, source)| {
            let language = Language::detect(path, Some(source.as_bytes())).expect("a language");
            let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
            (FileNames::parsed(path, language, &outline, &mentions), mentions)
        })
        .collect();
    let mentions: BTreeMap<String, Vec<Mention>> =
        parsed.iter().map(|(file, mentions)| (file.path.clone(), mentions.clone())).collect();
    let memory = Memory::new(parsed.into_iter().map(|(file, _)| file));
    let wanted = Wanted::find(&memory, path, qualname).expect("the same construct");
    let list = memory.all().flat_map(|file| references_in(&memory, file, &mentions[&file.path], &wanted)).collect();
    assert_eq!(stored, References::new(list), "the store and a parse differ");
    assert_eq!(
        counts(fixture.store.connection(), fixture.state, &[(path.into(), qualname.into())]).expect("asked"),
        [stored.counts]
    );

    stored
        .list
        .iter()
        .map(|found| format!("{} {}:{} {}", found.certainty, found.path, found.line, found.role))
        .collect()
}

#[test]
fn python_imports_aliases_and_reexports() {
    let sources = [
        ("shop/auth.py", "def login(): pass\n\ndef again():\n    return login()\n"),
        ("shop/__init__.py", "from .auth import login as sign_in\n"),
        ("a.py", "from shop import sign_in\nsign_in()\n"),
        ("b.py", "import shop.auth as auth\nauth.login()\n"),
        ("c.py", "import shop.auth\nimport shop.other\nshop.auth.login()\n"),
        ("d.py", "from shop.auth import *\nlogin()\n"),
        ("e.py", "from shop import auth\nauth.login\n"),
        // Others of the same name.
        ("f.py", "from flask_login import login\nlogin()\n"),
        ("g.py", "def login(): pass\nlogin()\n"),
        ("h.py", "import os\nlogin()\nclient.login()\n"),
    ];
    assert_eq!(
        refs(&sources, "shop/auth.py::login"),
        [
            "resolved a.py:1 import",
            "resolved a.py:2 call",
            "resolved b.py:2 call",
            "resolved c.py:3 call",
            "resolved d.py:2 call",
            "resolved e.py:2 reference",
            "resolved shop/__init__.py:1 import",
            "resolved shop/auth.py:4 call",
            "name-only h.py:3 call",
        ]
    );
}

#[test]
fn python_methods_by_self_class_and_inheritance() {
    let sources = [
        (
            "base.py",
            "class Base:\n    def check(self):\n        pass\n\n    def run(self):\n        self.check()\n        cls.check\n",
        ),
        (
            "sub.py",
            "from base import Base\n\nclass Sub(Base):\n    def go(self):\n        self.check()\n        Base.check(self)\n",
        ),
        ("over.py", "import base\n\nclass Over(base.Base):\n    def check(self):\n        self.check()\n"),
        (
            "subsub.py",
            "from sub import Sub\n\nclass SubSub(Sub):\n    def go(self):\n        self.check()\n        self.store.check()\n",
        ),
        ("bare.py", "import x\ncheck()\nobj.check()\n"),
    ];
    assert_eq!(
        refs(&sources, "base.py::Base.check"),
        [
            "resolved base.py:6 call",
            "resolved base.py:7 reference",
            "resolved sub.py:5 call",
            "resolved sub.py:6 call",
            "resolved subsub.py:5 call",
            "name-only bare.py:3 call",
            "name-only subsub.py:6 call",
        ]
    );
    assert_eq!(
        refs(&sources, "base.py::Base"),
        [
            "resolved over.py:3 base",
            "resolved sub.py:1 import",
            "resolved sub.py:3 base",
            "resolved sub.py:6 reference"
        ]
    );
}

#[test]
fn typescript_names_defaults_and_namespaces() {
    let sources = [
        ("web/auth.ts", "export default function login() {}\nexport class Auth { check() { this.check(); } }\n"),
        ("web/index.ts", "export { Auth as Guard } from './auth';\nexport * from './auth';\n"),
        ("web/a.ts", "import enter from './auth';\nenter();\n"),
        (
            "web/b.tsx",
            "import { Guard } from '.';\nnew Guard();\nclass Sub extends Guard { go() { this.check(); super.check(); } }\n",
        ),
        ("web/c.ts", "import * as auth from './auth';\nlet x: auth.Auth;\n"),
        ("web/d.ts", "import { Auth } from 'firebase';\nnew Auth();\n"),
        ("web/e.ts", "import { Auth } from '@acme/web/auth';\nnew Auth();\n"),
    ];
    assert_eq!(refs(&sources, "web/auth.ts::login"), ["resolved web/a.ts:1 import", "resolved web/a.ts:2 call"]);
    assert_eq!(
        refs(&sources, "web/auth.ts::Auth"),
        [
            "resolved web/b.tsx:1 import",
            "resolved web/b.tsx:2 call",
            "resolved web/b.tsx:3 base",
            "resolved web/c.ts:2 type",
            "resolved web/index.ts:1 reference",
            "resolved web/index.ts:1 reference",
            "name-only web/e.ts:1 import",
            "name-only web/e.ts:2 call",
        ]
    );
    assert_eq!(
        refs(&sources, "web/auth.ts::Auth.check"),
        ["resolved web/auth.ts:2 call", "resolved web/b.tsx:3 call", "resolved web/b.tsx:3 call"]
    );
}

#[test]
fn java_packages_and_inherited_members() {
    let sources = [
        (
            "src/shop/Cart.java",
            "package shop;\npublic class Cart {\n  static int limit() { return 1; }\n  int total() { return limit(); }\n}\n",
        ),
        (
            "src/shop/Big.java",
            "package shop;\nclass Big extends Cart {\n  int twice() { return total() + this.total() + super.total(); }\n}\n",
        ),
        (
            "src/web/Page.java",
            "package web;\nimport shop.Cart;\nclass Page {\n  Cart cart;\n  int n() { return cart.total() + Cart.limit(); }\n}\n",
        ),
        ("src/web/Star.java", "package web;\nimport shop.*;\nclass Star { Cart cart; }\n"),
        ("src/web/Other.java", "package web;\nimport other.Cart;\nclass Other { Cart cart; }\n"),
        ("src/web/Static.java", "package web;\nimport static shop.Cart.limit;\nclass Static { int n = limit(); }\n"),
    ];
    assert_eq!(
        refs(&sources, "src/shop/Cart.java::Cart"),
        [
            "resolved src/shop/Big.java:2 base",
            "resolved src/web/Page.java:2 import",
            "resolved src/web/Page.java:4 type",
            "resolved src/web/Page.java:5 reference",
            "resolved src/web/Star.java:3 type",
            "resolved src/web/Static.java:2 import",
        ]
    );
    assert_eq!(
        refs(&sources, "src/shop/Cart.java::Cart.total()"),
        [
            "resolved src/shop/Big.java:3 call",
            "resolved src/shop/Big.java:3 call",
            "resolved src/shop/Big.java:3 call",
            "name-only src/web/Page.java:5 call",
        ]
    );
    assert_eq!(
        refs(&sources, "src/shop/Cart.java::Cart.limit()"),
        [
            "resolved src/shop/Cart.java:4 call",
            "resolved src/web/Page.java:5 call",
            "resolved src/web/Static.java:2 import",
            "resolved src/web/Static.java:3 call",
        ]
    );
}

#[test]
fn go_packages_and_methods() {
    let sources = [
        ("auth/auth.go", "package auth\n\ntype User struct{}\n\nfunc Login() *User { return nil }\n"),
        ("auth/user.go", "package auth\n\nfunc (u *User) Name() string { Login(); return u.Name() }\n"),
        (
            "main.go",
            "package main\n\nimport (\n\tsec \"acme.dev/shop/auth\"\n\t\"fmt\"\n)\n\nfunc main() {\n\tu := sec.Login()\n\tfmt.Login()\n\tu.Name()\n\tvar v sec.User\n}\n",
        ),
    ];
    assert_eq!(refs(&sources, "auth/auth.go::Login"), ["resolved auth/user.go:3 call", "resolved main.go:9 call"]);
    assert_eq!(
        refs(&sources, "auth/auth.go::User"),
        ["resolved auth/auth.go:5 type", "resolved auth/user.go:3 type", "resolved main.go:12 type"]
    );
    assert_eq!(
        refs(&sources, "auth/user.go::User.Name"),
        ["name-only auth/user.go:3 call", "name-only main.go:11 call"]
    );
}

#[test]
fn rust_modules_and_impls() {
    let sources = [
        ("src/lib.rs", "pub mod store;\nmod web;\npub use store::Store;\n"),
        (
            "src/store.rs",
            "pub struct Store;\n\nimpl Store {\n    pub fn open() -> Self { Self::check(); Store }\n    fn check() {}\n}\n\npub fn get() {}\n",
        ),
        (
            "src/web/mod.rs",
            "use crate::Store;\nuse super::store::{self, get as fetch};\n\nfn f() {\n    Store::open();\n    store::get();\n    fetch();\n    crate::store::get();\n    crate::store::Store::open();\n    map.get();\n}\n",
        ),
        ("src/other.rs", "use std::env::get;\nfn f() { get(); }\n"),
    ];
    assert_eq!(
        refs(&sources, "src/store.rs::get"),
        [
            "resolved src/web/mod.rs:2 import",
            "resolved src/web/mod.rs:6 call",
            "resolved src/web/mod.rs:7 call",
            "resolved src/web/mod.rs:8 call",
            "name-only src/web/mod.rs:10 call",
        ]
    );
    assert_eq!(
        refs(&sources, "src/store.rs::Store.open"),
        ["resolved src/web/mod.rs:5 call", "resolved src/web/mod.rs:9 call"]
    );
    assert_eq!(refs(&sources, "src/store.rs::Store.check"), ["resolved src/store.rs:4 call"]);
}

#[test]
fn a_declaration_in_an_included_header_is_the_function() {
    let sources = [
        ("src/auth.h", "int login(int id);\n"),
        ("src/auth.c", "#include \"auth.h\"\nint login(int id) { return id; }\n"),
        ("src/main.c", "#include \"auth.h\"\nint main(void) { return login(1); }\n"),
    ];
    assert_eq!(refs(&sources, "src/auth.c::login"), ["resolved src/main.c:2 call"]);
    assert_eq!(refs(&sources, "src/auth.h::login"), ["resolved src/main.c:2 call"]);
}

/// Modules that import everything from each other end the search.
#[test]
fn cycles_end() {
    let sources = [
        ("a.py", "from b import *\nfrom a import *\nclass A(B): pass\nf()\n"),
        ("b.py", "from a import *\nclass B(A): pass\n\ndef g(self): self.f()\n"),
        ("c.py", "def f(): pass\n"),
    ];
    assert_eq!(refs(&sources, "c.py::f"), ["name-only a.py:4 call", "name-only b.py:4 call"]);
}

/// What is called like much else is counted in full and listed in part.
#[test]
fn name_only_lists_are_cut_and_counts_are_not() {
    let many = "x.get()\n".repeat(MAX_NAME_ONLY + 50);
    let fixture = Fixture::new(&[("a.py", "class A:\n    def get(self): pass\n"), ("b.py", &many)]);
    let found = references(fixture.store.connection(), fixture.state, "a.py", "A.get").expect("asked").expect("there");
    assert_eq!((found.counts.name_only, found.list.len(), found.files), (MAX_NAME_ONLY + 50, MAX_NAME_ONLY, 1));
}

/// SPEC 12.2: what an indexer said of a file as it is holds for it; of a file that changed since it says nothing.
#[test]
fn an_indexer_knows_better_as_long_as_the_file_is_the_same() {
    let sources =
        [("a.py", "def login(): pass\n"), ("b.py", "x.login()\ny.login()\nz.login()\n"), ("c.py", "z.login()\n")];
    let fixture = Fixture::new(&sources);
    let connection = fixture.store.connection();
    connection.execute("INSERT INTO contexts (id, name, language) VALUES (1, 'x', 'python')", []).expect("a context");
    let said = |path: &str, line: u32, column: u32, role: &str, id: &str| {
        connection
            .execute(
                "INSERT INTO occurrences (file_id, context_id, start_line, start_col, end_line, end_col, role, layer, \
                 scip_id) SELECT id, 1, ?2, ?3, ?2, ?3 + 5, ?4, 'semantic', ?5 FROM files WHERE path = ?1",
                params![path, line, column, role, id],
            )
            .expect("an occurrence");
    };
    connection
        .execute(
            "INSERT INTO file_semantic_facts (file_id, context_id, content_hash_at_index) \
             SELECT id, 1, content_hash FROM files WHERE path <> 'c.py'",
            [],
        )
        .expect("facts");
    said("a.py", 1, 4, "definition", "scip:x a login");
    said("b.py", 1, 2, "call", "scip:x a login");
    said("b.py", 2, 2, "call", "scip:x b login");
    said("c.py", 1, 2, "call", "scip:x a login");
    let shown = || -> Vec<String> {
        let found = references(connection, fixture.state, "a.py", "login").expect("asked").expect("there");
        found
            .list
            .iter()
            .map(|found| format!("{} {}:{} {}", found.certainty, found.path, found.line, found.role))
            .collect()
    };
    assert_eq!(shown(), ["semantic b.py:1 call", "name-only b.py:3 call", "name-only c.py:1 call"]);
    let ids = find::find(connection, fixture.state, "scip:x a login", None).expect("asked");
    assert_eq!(ids.iter().map(|found| found.target().to_string()).collect::<Vec<_>>(), ["a.py::login"]);

    connection.execute("UPDATE files SET content_hash = 'other' WHERE path = 'b.py'", []).expect("changed");
    assert_eq!(
        shown(),
        ["name-only b.py:1 call", "name-only b.py:2 call", "name-only b.py:3 call", "name-only c.py:1 call"]
    );
}

/// What still refers to a construct that is gone, and what a file refers to that is not stored as it is.
#[test]
fn files_that_changed_are_laid_over() {
    let fixture = Fixture::new(&[
        ("auth.py", "def login(): pass\n"),
        ("a.py", "from auth import login\nlogin()\n"),
        ("b.py", "from auth import login\nlogin()\n"),
    ]);
    let parsed = |path: &str, source: &str| {
        let language = Language::by_name("python").expect("python");
        let (outline, mentions) = outline_and_mentions(source.as_bytes(), language);
        Changed { names: Arc::new(FileNames::parsed(path, language, &outline, &mentions)), mentions }
    };
    let old = Arc::clone(&parsed("auth.py", "def login(): pass\n").names);
    let over = Over {
        changed: BTreeMap::from([
            ("auth.py".to_owned(), Some(parsed("auth.py", "def sign_in(): pass\n"))),
            ("b.py".to_owned(), Some(parsed("b.py", "\nimport auth\nauth.login()\n"))),
            ("gone.py".to_owned(), None),
        ]),
        as_if: Some(old),
        only_outside: false,
    };
    let found = references_over(fixture.store.connection(), fixture.state, "auth.py", "login", &over);
    let found = found.expect("asked").expect("as if it were there");
    let places: Vec<String> = found.list.iter().map(|found| format!("{}:{}", found.path, found.line)).collect();
    assert_eq!(places, ["a.py:1", "a.py:2", "b.py:3"]);
    assert_eq!(found.counts.resolved, 3);

    let now = Over { as_if: None, ..over };
    let found = references_over(fixture.store.connection(), fixture.state, "auth.py", "login", &now).expect("asked");
    assert_eq!(found, None, "it is no longer there");
    let found = references_over(fixture.store.connection(), fixture.state, "auth.py", "sign_in", &now).expect("asked");
    assert_eq!(found.expect("it is there").counts, Counts::default());
}

/// By name, qualname, target and every id; several are all given.
#[test]
fn constructs_are_found_by_whatever_is_known_of_them() {
    let fixture = Fixture::new(&[
        ("a.py", "class A:\n    def run(self): pass\n\nclass B:\n    class A:\n        def run(self): pass\n"),
        ("src/M.java", "class M { void add(int a) {} void add(String a) {} }\n"),
    ]);
    let find = |text: &str| -> Vec<String> {
        let found = find::find(fixture.store.connection(), fixture.state, text, None).expect("asked");
        found.iter().map(|found| found.target().to_string()).collect()
    };
    assert_eq!(find("run"), ["a.py::A.run", "a.py::B.A.run"]);
    assert_eq!(find("A.run"), ["a.py::A.run"]);
    assert_eq!(find("B.A.run"), ["a.py::B.A.run"]);
    assert_eq!(find("a.py::A.run"), ["a.py::A.run"]);
    assert_eq!(find("M.add"), ["src/M.java::M.add(int)", "src/M.java::M.add(String)"]);
    assert_eq!(find("M.add(int)"), ["src/M.java::M.add(int)"]);
    assert_eq!(find("nothing"), Vec::<String>::new());
    let all = find::find(fixture.store.connection(), fixture.state, "B.A.run", None).expect("asked");
    let found = &all[0];
    for id in [&found.symbol_key, &found.scoped_id, &found.entity_key, &found.symbol_id()] {
        assert_eq!(find(id), ["a.py::B.A.run"], "{id}");
    }
    assert_eq!(find::find(fixture.store.connection(), fixture.state, "A", Some("b.py")).expect("asked"), []);
}

/// The nearest import at or before a mention is the one whose statement it stands in; where all come later, the last.
#[test]
fn the_statement_of_an_import_is_found_by_name_and_line() {
    let import = |name: &str, alias: Option<&str>, line: u32| crate::syntax::Import {
        module: format!("m{line}"),
        level: 0,
        name: Some(name.to_owned()),
        alias: alias.map(str::to_owned),
        line,
    };
    // Not in the order of their lines, and two of one line.
    let imports = vec![
        import("f", None, 9),
        import("f", None, 3),
        import("default", Some("f"), 5),
        import("g", Some("f"), 7),
        crate::syntax::Import { module: "second".to_owned(), ..import("f", None, 5) },
        import("f", None, 6),
    ];
    let python = Language::by_name("python").expect("python");
    let file = FileNames::new("a.py".to_owned(), python, Vec::new(), imports, []);
    let stated = |name: &str, line| file.import_stated(name, line).map(|import| import.module.as_str());
    assert_eq!(
        [2, 3, 4, 5, 6, 8, 99].map(|line| stated("f", line)),
        [Some("m6"), Some("m3"), Some("m3"), Some("second"), Some("m6"), Some("m6"), Some("m9"),]
    );
    assert_eq!((stated("g", 7), stated("default", 7)), (Some("m7"), None));
}

/// What a file costs grows with its size, whoever wrote it (SPEC 13.2), and not with the square of it.
#[cfg(target_os = "linux")]
#[test]
fn many_imports_of_one_name_are_no_trap() {
    use rustix::time::{ClockId, clock_gettime};

    let cost = |count: usize| {
        // The time of this thread, whatever else the machine does.
        let now = || clock_gettime(ClockId::ThreadCPUTime);
        let start = now();
        let same = "from a import f\n".repeat(count);
        let found = refs(&[("a.py", "def f(): pass\n"), ("b.py", &same)], "a.py::f");
        assert_eq!((found.len(), &*found[0]), (count, "resolved b.py:1 import"));
        let mut unknown: String = (0..count).map(|at| format!("from m{at} import f\n")).collect();
        unknown.push_str(&"f()\n".repeat(count));
        assert_eq!(refs(&[("a.py", "def f(): pass\n"), ("b.py", &unknown)], "a.py::f"), Vec::<String>::new());
        let taken = now() - start;
        taken.tv_sec as f64 + taken.tv_nsec as f64 / 1e9
    };
    let (few, many) = (cost(500), cost(4_000));
    assert!(many < 24.0 * few, "eight times as much took {many:.2} s instead of {few:.2} s");
}
