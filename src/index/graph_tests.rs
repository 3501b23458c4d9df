//! Which file depends on which, however the facts came about.

use std::collections::BTreeMap;

use crate::index::fixture_tests::Fixture;

#[test]
fn imports_lead_to_the_most_likely_file_that_is_there() {
    let fixture = Fixture::new(&[
        ("shop/__init__.py", "from .auth import login\n"),
        (
            "shop/auth.py",
            "import os\nimport shop.store as s\nfrom . import tools\n\ndef login(): return s.get(tools)\n",
        ),
        ("shop/store.py", "def get(key): pass\n"),
        ("shop/tools.py", ""),
        ("web/app.ts", "import { sum } from './sum';\nimport './missing';\n"),
        ("web/sum.ts", "export function sum() {}\n"),
        ("web/sum/index.ts", "export function sum() {}\n"),
    ]);
    assert_eq!(
        fixture.edges(),
        [
            "shop/__init__.py -> shop/auth.py import",
            "shop/auth.py -> shop/__init__.py import",
            "shop/auth.py -> shop/store.py import",
            "shop/auth.py -> shop/tools.py import",
            "web/app.ts -> web/sum.ts import",
        ]
    );
}

#[test]
fn a_package_is_a_folder_and_only_what_is_mentioned_counts() {
    let fixture = Fixture::new(&[
        ("cmd/main.go", "package main\n\nimport \"acme.dev/shop/auth\"\n\nfunc main() { auth.Login() }\n"),
        ("auth/login.go", "package auth\n\nfunc Login() { check() }\n"),
        ("auth/check.go", "package auth\n\nfunc check() {}\n"),
        ("auth/other.go", "package auth\n\nfunc other() {}\n"),
        ("src/main/java/shop/Cart.java", "package shop;\nclass Cart { Price p; }\n"),
        ("src/main/java/shop/Price.java", "package shop;\nclass Price { }\n"),
        ("src/main/java/shop/Tax.java", "package shop;\nclass Tax { }\n"),
        ("src/test/java/shop/CartTest.java", "package shop;\nclass CartTest { Cart c = new Cart(); }\n"),
    ]);
    assert_eq!(
        fixture.edges(),
        [
            "auth/login.go -> auth/check.go neighbour",
            "cmd/main.go -> auth/login.go package",
            "src/main/java/shop/Cart.java -> src/main/java/shop/Price.java neighbour",
            "src/test/java/shop/CartTest.java -> src/main/java/shop/Cart.java neighbour",
        ]
    );
}

/// What may stand at each path, for the law below: contents that import, mention and define each other.
const PATHS: &[(&str, &[&str])] = &[
    ("pkg/__init__.py", &["from .a import f\n", "", "from .b import *\n"]),
    ("pkg/a.py", &["from pkg import b\ndef f(): b.g()\n", "import pkg.b\n", "def f(): pass\n"]),
    ("pkg/b.py", &["def g(): pass\n", "from .a import f\ndef g(): f()\n"]),
    ("pkg/b/__init__.py", &["def g(): pass\n"]),
    ("b.py", &["import pkg.a\n", "from a import f\n"]),
    ("web/a.ts", &["import { b } from './b';\n", "export * from './c';\n"]),
    ("web/b.ts", &["export function b() {}\n", "import { a } from './a';\n"]),
    ("web/b/index.ts", &["export function b() {}\n"]),
    ("auth/a.go", &["package auth\nfunc A() { b(); C() }\n", "package auth\nfunc C() {}\n"]),
    ("auth/b.go", &["package auth\nfunc b() {}\n", "package auth\nfunc C() { b() }\n"]),
    ("main.go", &["package main\nimport \"x.dev/y/auth\"\nfunc main() { auth.A(); auth.C() }\n"]),
    ("y/auth/a.go", &["package auth\nfunc A() {}\n"]),
    ("j/A.java", &["class A { B b; void f() { C.g(); } }\n", "import k.*;\nclass A { D d; }\n"]),
    ("j/B.java", &["class B { A a; }\n", "class B { } class C { }\n"]),
    ("j/k/D.java", &["package k; class D { }\n"]),
    ("k/D.java", &["package k; class D { }\n", "package k; class E { }\n"]),
    ("src/a.rs", &["use crate::b::g;\nfn f() { g() }\n", "mod b;\n"]),
    ("src/b.rs", &["pub fn g() {}\n", "use super::a;\n"]),
    ("r/order.rb", &["class Order < Model\nend\n", "require 'model'\n"]),
    ("r/model.rb", &["class Model\nend\n", "class Other\nend\n"]),
    ("model.rb", &["class Model\nend\n"]),
];

/// Whatever the order of refreshes, the edges are those of a build from nothing.
#[test]
fn any_sequence_of_refreshes_gives_what_a_build_from_nothing_gives() {
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..4 {
        let mut fixture = Fixture::empty();
        let mut tree: BTreeMap<&str, &str> = BTreeMap::new();
        for step in 0..25 {
            let mut changes: BTreeMap<&str, Option<&str>> = BTreeMap::new();
            for _ in 0..=next(4) {
                let (path, contents) = PATHS[next(PATHS.len())];
                let source = (next(4) > 0).then(|| contents[next(contents.len())]);
                // A path is a file or a folder.
                if tree.get(path).copied() != source {
                    changes.insert(path, source);
                }
            }
            for (path, source) in &changes {
                match source {
                    Some(source) => drop(tree.insert(path, source)),
                    None => drop(tree.remove(path)),
                }
            }
            fixture.change(&changes);
            let anew = Fixture::new(&tree.iter().map(|(path, source)| (*path, *source)).collect::<Vec<_>>());
            assert_eq!(fixture.edges(), anew.edges(), "step {step}: {changes:?}");
            assert_eq!(fixture.stems(), anew.stems(), "step {step}: {changes:?}");
            seen.extend(fixture.edges());
        }
    }
    for how in ["import", "package", "neighbour"] {
        assert!(seen.iter().filter(|edge| edge.ends_with(how)).count() > 2, "{how}: {seen:?}");
    }
}

/// Reading all files at once or one by one makes no difference.
#[test]
fn many_at_once_are_linked_as_few_are() {
    let sources: Vec<(String, String)> = (0..80)
        .map(|n| (format!("p/F{n}.java"), format!("class F{n} {{ F{} next; }}\n", (n + 1) % 80)))
        .chain((0..20).map(|n| (format!("q/m{n}.py"), format!("from q.m{} import f\n", (n + 7) % 20))))
        .collect();
    let borrowed: Vec<(&str, &str)> = sources.iter().map(|(path, source)| (path.as_str(), source.as_str())).collect();
    let at_once = Fixture::new(&borrowed);
    let mut one_by_one = Fixture::empty();
    for (path, source) in &borrowed {
        one_by_one.change(&BTreeMap::from([(*path, Some(*source))]));
    }
    assert_eq!(at_once.edges(), one_by_one.edges());
    assert_eq!(at_once.edges().len(), 100);
}
