//! What is special about Go.
//!
//! `formatting/gofmt.go` is written by gofmt of Go 1.19.

use super::{assert_differs, assert_names, assert_same, find, read};

fn file(code: &str) -> String {
    format!("package p\n{code}\n")
}

fn same(one: &str, other: &str) {
    assert_same("go", &file(one), &file(other));
}

fn differs(name: &str, one: &str, other: &str, parts: (bool, bool)) {
    assert_differs("go", name, &file(one), &file(other), parts);
}

/// (interface, body) of a construct in two files whose signatures may be spelled differently.
fn changed(name: &str, one: &str, other: &str) -> (bool, bool) {
    let [one, other] = [one, other].map(|code| find(&read("go", file(code)), name).clone());
    (one.interface_hash != other.interface_hash, one.body_hash != other.body_hash)
}

#[test]
fn names() {
    for (code, expected) in [
        ("func (s *Server[T]) Handle() {}", &["Server.Handle"][..]),
        ("func (s Server) Handle() {}", &["Server.Handle"]),
        ("func (Server[K, _]) Handle() {}", &["Server.Handle"]),
        ("func (m *M) f() {}\ntype M int", &["M.f", "M"]),
        ("func init() {}\nfunc init() {}", &["init", "init#2"]),
        ("func _() {}\nvar _ = 1\nconst _ = 2\nvar _, a = f()", &["a"]),
        ("type A struct { _ int; b, _, c int }", &["A", "A.b", "A.c"]),
        ("type A struct { *B; c.D; E[int]; *f.G[int] }", &["A", "A.B", "A.D", "A.E", "A.G"]),
        ("type A struct { B struct { C, D struct { E int } } }", &["A", "A.B", "A.B.C", "A.B.D", "A.B.C.E"]),
        ("type A interface { B(); c.D; ~int | string }", &["A", "A.B"]),
        ("type A = B\ntype C B\ntype D[T any] = []T", &["A", "C", "D"]),
        ("type ()\nconst ()\nvar ()", &[]),
        // What has no name of its own, or none outside of a function.
        ("func f() { type A struct { B int }; const c = 1; var d int; e := 2; _ = e }", &["f"]),
        ("var f = func() { type A struct { B int } }", &["f"]),
        ("var t = []struct { a int }{{1}}", &["t"]),
        ("func f(a struct { B int }, c interface { D() }) struct { E int } { return x }", &["f"]),
        ("type F func(a struct { B int }) interface { C() }", &["F"]),
        ("type L []struct { a int }", &["L"]),
    ] {
        assert_names("go", &file(code), expected);
    }
}

#[test]
fn other_packages_see_upper_case() {
    let outline = read("go", file("type A struct { B int; c int; Äh int; _x int }\nfunc d() {}\nfunc (a A) E() {}"));
    let public: Vec<_> = outline.constructs.iter().filter(|c| !c.is_private).map(|c| c.qualname.as_str()).collect();
    assert_eq!(public, ["A", "A.B", "A.Äh", "A.E"]);
}

/// SPEC 4.3: neither the names of parameters and results, nor how parameters share a type.
#[test]
fn parameter_names_are_nobody_elses_business() {
    for (one, other) in [
        ("func f(a, b int)", "func f(a int, b int)"),
        ("func f(a, b int)", "func f(int, int)"),
        ("func f(a, b, c int)", "func f(a, b int, c int)"),
        ("func f(a int, b, c string)", "func f(int, string, string)"),
        ("func f(a ...int)", "func f(b ...int)"),
        ("func f() (a, b int)", "func f() (int, int)"),
        ("func f() (n int)", "func f() int"),
        ("func f(g func(a, b int) (c error))", "func f(h func(x int, y int) error)"),
        ("type I interface { f(a, b int) (n int) }", "type I interface { f(int, int) int }"),
        ("func (a *T) f(b int)", "func (c *T) f(d int)"),
    ] {
        let name = if one.contains("interface") {
            "I.f"
        } else if one.contains("*T") {
            "T.f"
        } else {
            "f"
        };
        assert_eq!(changed(name, one, other), (false, false), "{one} and {other}");
    }
    for (one, other) in [
        ("func f(a, b int)", "func f(a int)"),
        ("func f(a, b int)", "func f(a, b, c int)"),
        ("func f(int, int, string)", "func f(int, string, string)"),
        ("func f(int, string, int)", "func f(int, int, string)"),
        ("func f(func(a, b int), c int)", "func f(func(a int), b, c int)"),
        ("func f(a ...int)", "func f(a []int)"),
        ("func f(a ...int)", "func f(a int)"),
        ("func f() int", "func f()"),
        ("func f(int)", "func f() int"),
        ("func f() (int, int)", "func f() int"),
        ("func f(a *int)", "func f(a int)"),
        ("func f[T any](a T)", "func f[T comparable](a T)"),
        ("func f(a chan int)", "func f(a <-chan int)"),
        ("func f(a chan<- int)", "func f(a <-chan int)"),
        ("func f(a chan<- chan int)", "func f(a chan (<-chan int))"),
        ("func f(a [2]int)", "func f(a []int)"),
        ("func f(a map[k]v)", "func f(a map[v]k)"),
        ("func f(a func(int))", "func f(a func() int)"),
        ("func f(a func() (int, error))", "func f(a func(int, error))"),
        ("func f(a b.C)", "func f(a C)"),
    ] {
        differs("f", one, other, (true, false));
    }
    differs("T.f", "func (t *T) f()", "func (t T) f()", (true, false));
}

/// A constant without a value repeats the value before it, and depends on its place if that mentions `iota`.
#[test]
fn constants_that_repeat() {
    let group = |body: &str| format!("const (\n{body}\n)");
    let changed = |name: &str, one: &str, other: &str| changed(name, &group(one), &group(other));
    for (name, one, other, expected) in [
        ("B", "A = iota\nB", "A = iota\nX\nB", (false, true)),
        ("B", "A = iota\nB", "_ = iota\nA\nB", (false, true)),
        ("A", "A = iota\nB", "A = iota\nX\nB", (false, false)),
        ("A", "A = iota", "X = 1\nA = iota", (false, true)),
        ("A", "A = 1 + iota", "A = 2 + iota", (false, true)),
        ("B", "A = 1 << iota\nB", "A = 2 << iota\nB", (false, true)),
        ("B", "A K = iota\nB", "A L = iota\nB", (false, true)),
        ("C", "_ K = iota\n_\nC", "_ L = iota\n_\nC", (false, true)),
        ("B", "A = 1\nB", "X = 2\nA = 1\nB", (false, false)),
        ("B", "A = 1\nB", "A = 2\nB", (false, true)),
        ("D", "A, B = iota, 10\nC, D", "A, B = iota, 20\nC, D", (false, true)),
        ("D", "A, B = iota, 10\nC, D", "A, B = iota + 1, 10\nC, D", (false, false)),
        ("D", "A, B = iota, 10\nC, D", "A, B = iota, 10\n_, _\nC, D", (false, false)),
        ("C", "A, B = iota, 10\nC, D", "A, B = iota, 10\n_, _\nC, D", (false, true)),
        ("B", "A = iota\nB", "A = (iota) // first\n\nB", (false, false)),
        ("B", "A = iota\nB", "A = iota; B = iota", (false, true)),
    ] {
        assert_eq!(changed(name, one, other), expected, "{name} in {one} and {other}");
    }
    same("const A = iota", "const ( A = iota; )");
    // A new group starts anew.
    differs("B", "const ( A = iota; B; )", "const A = iota\nconst ( B = iota; )", (false, true));
}

#[test]
fn names_that_are_defined_together() {
    differs("a", "var a, b = 1, 2", "var a, b = 3, 2", (false, true));
    differs("b", "var a, b = 1, 2", "var a, b = 3, 2", (false, false));
    differs("b", "var a, b = f()", "var a, b = g()", (false, true));
    differs("b", "var _, b = 1, 2", "var _, b = 3, 2", (false, false));
    differs("a", "var a int = 1", "var a = 1", (true, false));
    differs("a", "var a = 1", "const a = 1", (true, false));
    differs("a", "var ( a = 1; )", "const ( a = 1; )", (true, false));
    same("var a, b = 1, 2", "var ( a, b = (1), 2; )");
}

#[test]
fn types_that_look_alike() {
    for (one, other, parts) in [
        ("type A B", "type A = B", (true, false)),
        ("type A struct { b, c int }", "type A struct { b int }", (false, true)),
        ("type A struct { b int }", "type A struct { *b }", (false, true)),
        ("type A struct { b }", "type A struct { *b }", (false, true)),
        ("type A struct { b int `x` }", "type A struct { b int }", (false, true)),
        ("type A struct { b int `x` }", "type A struct { b int `y` }", (false, true)),
        ("type A struct { b; c }", "type A struct { b c }", (false, true)),
        ("type A[T any] struct { b T }", "type A[T comparable] struct { b T }", (true, false)),
        ("type A interface { b() }", "type A interface { b }", (false, true)),
        ("type A interface { ~int }", "type A interface { int }", (false, true)),
        ("type A interface { int | string }", "type A interface { int; string }", (false, true)),
        ("type A [n]int", "type A []int", (false, true)),
        ("type A func() int", "type A func(int)", (false, true)),
    ] {
        differs("A", one, other, parts);
    }
    differs("A.b", "type A struct { b int }", "type A struct { b uint }", (true, false));
    differs("A.b", "type A struct { b int `x` }", "type A struct { b int `y` }", (true, false));
    differs("A.b", "type A struct { b }", "type A struct { *b }", (true, false));
    differs("A.b", "type A struct { b []struct { c int } }", "type A struct { b struct { c int } }", (true, false));
    differs(
        "A.b.c",
        "type A struct { b []struct { c int } }",
        "type A struct { b []struct { c uint } }",
        (true, false),
    );
}

/// (before, after): statements of a function.
const STATEMENTS: &[(&str, &str)] = &[
    ("for a {}", "for ; ; a {}"),
    ("for a(); ; {}", "for ; a(); {}"),
    ("for a; b; {}", "for a; ; b {}"),
    ("for {}", "for a {}"),
    ("for a {}", "for range a {}"),
    ("for a := range b {}", "for a = range b {}"),
    ("for a, b := range c {}", "for a := range c {}"),
    ("if a; b {}", "if b {}"),
    ("if a {} else {}", "if a {}"),
    ("if a {} else if b {}", "if a {} else { if b {} }"),
    ("if a { b() }", "if a {}; b()"),
    ("switch a {}", "switch a; {}"),
    ("switch a; b {}", "switch b {}"),
    ("switch { case a: b() }", "switch { case a: }; b()"),
    ("switch { case a, b: }", "switch { case a: case b: }"),
    ("switch { case a: default: }", "switch { default: case a: }"),
    ("switch { case a: fallthrough; case b: }", "switch { case a: case b: }"),
    ("switch a := b.(type) {}", "switch b.(type) {}"),
    ("switch a.(type) { case b, c: }", "switch a.(type) { case b: case c: }"),
    ("select { case <-a: }", "select { case a <- b: }"),
    ("select { case a = <-b: }", "select { case a := <-b: }"),
    ("select {}", "for {}"),
    ("a[b:]", "a[:b]"),
    ("a[b:c]", "a[b:c:d]"),
    ("a[:b:c]", "a[b:c]"),
    ("a[b]", "a(b)"),
    ("a[b]", "a[b:]"),
    ("a++", "a--"),
    ("a += b", "a -= b"),
    ("a = b", "a := b"),
    ("a, b = c, d", "b, a = c, d"),
    ("a, b = c", "a = b, c"),
    ("var a, b int", "var a b; int"),
    ("a <- b", "b <- a"),
    ("<-a", "a"),
    ("a(b...)", "a(b)"),
    ("a(b, c)", "a(b)(c)"),
    ("a - (b - c)", "a - b - c"),
    ("a * (b + c)", "a * b + c"),
    ("a && b || c", "a && (b || c)"),
    ("a &^ b", "a & b"),
    ("-a", "^a"),
    ("*a", "&a"),
    ("!a", "a"),
    ("*a.b", "(*a).b"),
    ("&a.b", "(&a).b"),
    ("a.b", "a.c"),
    ("a.(b)", "a.b"),
    ("a.(*b)", "a.(b)"),
    ("a == b", "a != b"),
    ("return", "return a"),
    ("return a, b", "return b, a"),
    ("go a()", "defer a()"),
    ("break", "continue"),
    ("break a", "break"),
    ("goto a", "break a"),
    ("a: b()", "b()"),
    ("a: for {}", "b: for {}"),
    ("_ = []int{1}", "_ = [1]int{1}"),
    ("_ = [...]int{1}", "_ = []int{1}"),
    ("_ = a{b}", "_ = a{{b}}"),
    ("_ = a{b, c}", "_ = a{b: c}"),
    ("_ = a{}", "_ = a()"),
    ("_ = map[a]b{}", "_ = map[b]a{}"),
    ("_ = func(a, b int) {}", "_ = func(a, b, int) {}"),
    ("_ = func(a int) {}", "_ = func() int {}"),
    ("_ = func(a int) {}", "_ = func(b int) {}"),
    ("_ = func() (a, b) {}", "_ = func(a, b) {}"),
    ("_ = new(a)", "_ = new(*a)"),
    ("_ = make([]a, b)", "_ = make([]a, 0, b)"),
    ("_ = a[b](c)", "_ = a(b)(c)"),
    ("_ = 'a'", "_ = \"a\""),
    ("_ = \"\\n\"", "_ = `\\n`"),
    ("_ = \"a\\\\n\"", "_ = \"a\\n\""),
    ("_ = \"\\xff\"", "_ = \"\\u00ff\""),
    ("_ = 0x1.8p0", "_ = 0x1.08p0"),
    ("_ = 1", "_ = 1.0"),
    ("_ = 1", "_ = 1i"),
    ("_ = 010", "_ = 10"),
    ("_ = nil", "_ = true"),
    ("{ a() }", "a()"),
    ("type a b", "type a = b"),
    ("const a = b", "var a = b"),
    ("const ( a = iota; b; )", "const ( b = iota; a; )"),
];

#[test]
fn statements_that_look_alike() {
    for (one, other) in STATEMENTS {
        let [one, other] = [one, other].map(|body| format!("func f() {{ {body} }}"));
        for code in [&one, &other] {
            assert!(read("go", file(code)).broken.is_empty(), "{code}");
        }
        differs("f", &one, &other, (false, true));
    }
}

#[test]
fn spellings() {
    for (one, other) in [
        ("for ; a; {}", "for a {}"),
        ("for ;; {}", "for {}"),
        ("if (a) {}", "if a {}"),
        ("a(b, c,)", "a(\n\tb,\n\tc,\n)"),
        ("a := func() (int) { return 1 }", "a := func() int { return (1) }"),
        ("_ = 0XfF + 1E3", "_ = 0xFF + 1e3"),
        ("_ = 1_000", "_ = 1000"),
        ("a(); b();", "a()\nb()"),
        ("x: ;", "x:\n"),
        ("_ = `a`", "_ = \"a\""),
        ("_ = ((a) + b)", "_ = a + b"),
        ("var a (int)", "var a int"),
        ("switch (a) { case (b): ; }", "switch a {\ncase b:\n}"),
        ("var ( a = 1; )", "var a = 1"),
    ] {
        same(&format!("func f() {{ {one} }}"), &format!("func f() {{ {other} }}"));
    }
    same("func f() (int)", "func f() int");
    same("func f(g func() (int)) (error,)", "func f(g func() int,) error");
}

/// SPEC 4.3: the name of a construct inside of it.
#[test]
fn renames_keep_both_hashes() {
    for (before, old, new) in [
        ("func fact(n int) int { if n == 0 { return 1 }; return n * fact(n - 1) }", "fact", "product"),
        ("func (t *Tree) walk(f func(*Tree)) { f(t); t.walk(f); Tree.walk(*t, f) }", "Tree.walk", "Tree.visit"),
        ("type Tree struct {}\nfunc (t Tree) walk() { t.walk() }", "Tree.walk", "Tree.visit"),
        ("type Node struct { next *Node }", "Node", "Item"),
        ("type Tree[T any] struct { left, right *Tree[T] }", "Tree", "Bush"),
    ] {
        let simple = |name: &str| name.rsplit('.').next().expect("a name").to_owned();
        let after = before.replace(&simple(old), &simple(new));
        let [one, other] =
            [(before, old), (&after, new)].map(|(code, name)| find(&read("go", file(code)), name).clone());
        assert_eq!((one.interface_hash, one.body_hash), (other.interface_hash, other.body_hash), "{before}");
    }
    // What belongs to someone else keeps its name.
    for (before, after) in [
        ("func get() { store.get() }", "func load() { store.load() }"),
        ("func get() { _ = options{get: 1} }", "func load() { _ = options{load: 1} }"),
        ("func get() { http.get() }", "func load() { http.load() }"),
    ] {
        let [one, other] =
            [(before, "get"), (after, "load")].map(|(code, name)| find(&read("go", file(code)), name).clone());
        assert_ne!(one.body_hash, other.body_hash, "{before}");
    }
    let method = |name: &str| format!("func (s *S) {name}() {{ s.{name}(); {name}() }}");
    let [one, other] = ["get", "load"].map(|name| {
        let outline = read("go", file(&method(name)));
        find(&outline, &format!("S.{name}")).body_hash
    });
    assert_ne!(one, other, "a function of the same name is not the method");
}

#[test]
fn a_renamed_type_keeps_its_methods() {
    let code =
        |name: &str| file(&format!("type {name} struct {{ n int }}\nfunc (s *{name}) Len() int {{ return s.n }}"));
    let [one, other] = ["List", "Stack"].map(|name| find(&read("go", code(name)), &format!("{name}.Len")).clone());
    assert_eq!((one.interface_hash, one.body_hash), (other.interface_hash, other.body_hash));
}

/// A comment at the end of a line is about that line.
#[test]
fn only_a_comment_above_documents() {
    let outline =
        read("go", file("type A struct {\n\tb int // of b\n\tc int\n\t// of d\n\td int\n}\n\n// of f\nfunc f() {}"));
    let documented = outline.constructs.iter().filter(|construct| construct.doc_hash.is_some());
    assert_eq!(documented.map(|construct| construct.qualname.as_str()).collect::<Vec<_>>(), ["A.d", "f"]);
}

/// SPEC 4.6: what is written once for several must not hold definitions, not even by mistake.
#[test]
fn definitions_within_errors() {
    for code in [
        "func f(a int, a int func g() {} , b int)",
        "func f(int type A struct { b int }, int type A struct { b int })",
        "type I interface { f(a interface { g() } interface { g() }, interface { g() }) }",
        "const ( A = iota func f() {}; B )",
    ] {
        super::check(super::named("go"), file(code).as_bytes());
    }
}

/// SPEC 4.6.
#[test]
fn syntax_errors_stay_local() {
    let outline = read("go", file("func a() { return 1 }\nfunc b() { x := = 2 }\nfunc c() { return 3 }"));
    let marked: Vec<_> = outline.constructs.iter().map(|c| (c.qualname.as_str(), c.has_parse_error)).collect();
    assert_eq!(marked, [("a", false), ("b", true), ("c", false)]);
    assert!(!outline.broken.is_empty());
}
