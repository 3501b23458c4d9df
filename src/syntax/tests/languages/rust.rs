//! What is special about Rust.
//!
//! `formatting/rustfmt.rs` is written by rustfmt 1.9.0 with edition 2024, `formatting/narrow.rs` by the same with hard
//! tabs, 60 columns, one parameter a line and no short forms.

use super::{assert_differs, assert_names, assert_same, find, read};

fn differs(name: &str, one: &str, other: &str, parts: (bool, bool)) {
    assert_differs("rust", name, one, other, parts);
}

fn same(one: &str, other: &str) {
    assert_same("rust", one, other);
}

fn body(statements: &str) -> String {
    format!("fn f() {{ {statements} }}")
}

#[test]
fn names() {
    for (code, expected) in [
        ("impl Foo { fn new() {} }", &["Foo.new"][..]),
        ("impl<T> Foo<T> { fn new() {} }", &["Foo.new"]),
        ("impl a::b::Foo { fn new() {} }", &["Foo.new"]),
        ("impl a::Foo<u8> { fn new() {} }", &["Foo.new"]),
        ("impl fmt::Display for Foo { fn fmt(&self) {} }", &["Foo.fmt@Display"]),
        ("impl From<u8> for Foo<u8> { fn from(x: u8) -> Self {} }", &["Foo.from@From<u8>"]),
        ("impl From<io::Error> for Foo { fn from(x: u8) -> Self {} }", &["Foo.from@From<Error>"]),
        (
            "impl<'a> Iterator for &'a mut Foo<'a> { type Item = u8; const N: u8 = 1; }",
            &["Foo.Item@Iterator", "Foo.N@Iterator"],
        ),
        ("impl dyn Foo + Send { fn a(&self) {} }\nimpl dyn Bar { fn b(&self) {} }", &["Foo.a", "Bar.b"]),
        ("impl<T> Tr for [T] { fn f() {} }\nimpl Tr for (u8, u8) { fn f() {} }", &["[T].f@Tr", "(u8,u8).f@Tr"]),
        (
            "impl Tr for (\n    A,\n    B<C, D,>,\n) { fn f() {} }\nimpl Tr for (A,) { fn f() {} }",
            &["(A,B<C,D>).f@Tr", "(A,).f@Tr"],
        ),
        ("impl Tr for u8 { fn f() {} }\nimpl Tr for *const u8 { fn f() {} }", &["u8.f@Tr", "*const u8.f@Tr"]),
        ("impl A<u8> { fn f() {} }\nimpl A<u16> { fn f() {} }", &["A.f", "A.f#2"]),
        ("struct A;\nimpl A { fn f() {} }\nimpl B for A { fn f() {} }", &["A", "A.f", "A.f@B"]),
        ("#[cfg(a)] fn f() {}\n#[cfg(not(a))] fn f() {}", &["f", "f#2"]),
        ("mod a { mod b { fn f() {} } impl S { fn g() {} } }", &["a", "a.b", "a.b.f", "a.S.g"]),
        ("mod a;\nuse b::c;\nextern crate d;", &[]),
        ("extern \"C\" { fn f(x: u8, ...); static S: u8; }", &["f", "S"]),
        ("enum E { A, B(u8), C { x: u8 } }", &["E", "E.A", "E.B", "E.C", "E.C.x"]),
        ("struct A(u8, pub u8); union U { a: u8 }", &["A", "U", "U.a"]),
        ("macro_rules! m { () => { fn f() {} } }", &["m"]),
        ("const _: () = { struct A; };\nconst B: u8 = 1;", &["B"]),
        // What nobody else can name.
        ("fn f() { struct A { b: u8 } fn g() {} const C: u8 = 1; let d = |x: u8| { fn h() {} }; }", &["f"]),
        ("static S: fn() = { fn g() {} g };", &["S"]),
        ("m! { fn f() {} }\nthread_local!(static A: u8 = 1);", &[]),
    ] {
        assert_names("rust", code, expected);
    }
}

#[test]
fn what_others_may_use() {
    let outline = read(
        "rust",
        "pub struct A { pub a: u8, pub(crate) b: u8, c: u8 }
        enum E { V { x: u8 } }
        trait T { fn f(&self); const C: u8; type X; }
        impl A { fn g() {} pub fn h() {} }
        impl T for A { fn f(&self) {} }
        fn i() {} pub(super) fn j() {} mod k { pub fn l() {} }",
    );
    let public: Vec<_> = outline.constructs.iter().filter(|c| !c.is_private).map(|c| c.qualname.as_str()).collect();
    assert_eq!(public, ["A", "A.a", "A.b", "E.V", "E.V.x", "T.f", "T.C", "T.X", "A.h", "A.f@T", "j", "k.l"]);
}

#[test]
fn interfaces() {
    for (one, other) in [
        ("fn f(a: u8) {}", "fn f(a: u16) {}"),
        ("fn f(a: u8) {}", "fn f(a: &u8) {}"),
        ("fn f(a: &u8) {}", "fn f(a: &mut u8) {}"),
        ("fn f(a: &'a u8) {}", "fn f(a: &'b u8) {}"),
        ("fn f(a: u8, b: u16) {}", "fn f(b: u16, a: u8) {}"),
        ("fn f() {}", "fn f() -> u8 {}"),
        ("fn f() {}", "pub fn f() {}"),
        ("pub fn f() {}", "pub(crate) fn f() {}"),
        ("pub(crate) fn f() {}", "pub(super) fn f() {}"),
        ("fn f() {}", "const fn f() {}"),
        ("fn f() {}", "async fn f() {}"),
        ("fn f() {}", "unsafe fn f() {}"),
        ("fn f() {}", "extern \"C\" fn f() {}"),
        ("extern \"C\" fn f() {}", "extern \"system\" fn f() {}"),
        ("fn f<T>() {}", "fn f<T: Clone>() {}"),
        ("fn f<T>() {}", "fn f<T>() where T: Clone {}"),
        ("fn f<const N: usize>() {}", "fn f<const N: u8>() {}"),
        ("fn f(a: impl A) {}", "fn f(a: dyn A) {}"),
        ("fn f(a: Box<dyn A + B>) {}", "fn f(a: Box<dyn A>) {}"),
        ("fn f(a: fn(u8) -> u8) {}", "fn f(a: fn(u8, u8)) {}"),
        ("fn f(a: (u8,)) {}", "fn f(a: (u8)) {}"),
        ("fn f(a: [u8; 2]) {}", "fn f(a: [u8]) {}"),
        ("fn f(a: *const u8) {}", "fn f(a: *mut u8) {}"),
        ("#[inline] fn f() {}", "fn f() {}"),
        ("#[cfg(a)] fn f() {}", "#[cfg(b)] fn f() {}"),
        ("const f: u8 = 1;", "const f: u16 = 1;"),
        ("const f: u8 = 1;", "static f: u8 = 1;"),
        ("static f: u8 = 1;", "static mut f: u8 = 1;"),
        ("struct f { a: u8 }", "union f { a: u8 }"),
        ("struct f<T>(T);", "struct f<T: Clone>(T);"),
        ("#[derive(A)] struct f;", "#[derive(B)] struct f;"),
        ("#[derive(A)] struct f;", "#[derive(A, B)] struct f;"),
        ("#[derive(A)] #[x] struct f;", "#[x] #[derive(A)] struct f;"),
        ("trait f {}", "unsafe trait f {}"),
        ("trait f {}", "trait f: A {}"),
        ("trait f: A + B {}", "trait f: A {}"),
    ] {
        differs("f", one, other, (true, false));
    }
    for (name, one, other) in [
        ("T.f", "trait T { fn f(&self); }", "trait T { fn f(self); }"),
        ("T.f", "trait T { fn f(&self); }", "trait T { fn f(&mut self); }"),
        ("T.f", "trait T { fn f(self: Box<Self>); }", "trait T { fn f(it: Box<Self>); }"),
        ("T.f", "trait T { fn f(); }", "trait T { fn f(&self); }"),
        ("T.X", "trait T { type X; }", "trait T { type X: Clone; }"),
        ("S.a", "struct S { a: u8 }", "struct S { pub a: u8 }"),
        ("S.a", "struct S { a: u8 }", "struct S { a: u16 }"),
        ("S.a", "struct S { #[x] a: u8 }", "struct S { a: u8 }"),
        ("E.A", "enum E { A }", "enum E { A(u8) }"),
        ("E.A", "enum E { A(u8) }", "enum E { A(u16) }"),
        ("E.A.x", "enum E { A { x: u8 } }", "enum E { A { x: u16 } }"),
        ("A.f", "impl<T> A<T> { fn f() {} }", "impl<T: Clone> A<T> { fn f() {} }"),
        ("A.f", "impl<T> A<T> { fn f() {} }", "impl<T> A<T> where T: Clone { fn f() {} }"),
        ("A.f", "impl A<u8> { fn f() {} }", "impl A<u16> { fn f() {} }"),
        ("m", "macro_rules! m { ($a:expr) => {} }", "macro_rules! m { ($a:ident) => {} }"),
        ("m", "macro_rules! m { ($($a:expr),*) => {} }", "macro_rules! m { ($($a:expr);*) => {} }"),
        ("m", "macro_rules! m { ($($a:expr),*) => {} }", "macro_rules! m { ($($a:expr),+) => {} }"),
    ] {
        differs(name, one, other, (true, false));
    }
    for (name, one, other) in [
        ("E.A", "enum E { A = 1 }", "enum E { A = 2 }"),
        ("S", "struct S;", "struct S {}"),
        ("S", "struct S();", "struct S {}"),
        ("S", "struct S(u8, pub u8);", "struct S(pub u8, u8);"),
        ("X", "type X = u8;", "type X = u16;"),
        ("T", "trait T { fn f(); }", "trait T { fn f() {} }"),
        ("m", "macro_rules! m { () => { a } }", "macro_rules! m { () => { b } }"),
        ("a", "mod a { use b::c; }", "mod a { use b::d; }"),
        ("a", "mod a { use b; }", "mod a { pub use b; }"),
        ("a", "mod a { mod b; }", "mod a { mod c; }"),
        ("a", "mod a { #[x] use b; use c; }", "mod a { use b; #[x] use c; }"),
    ] {
        differs(name, one, other, (false, true));
    }
}

#[test]
fn parameter_names_are_nobody_elses_business() {
    for (one, other) in [
        ("fn f(a: u8, b: u8);", "fn f(c: u8, d: u8);"),
        ("fn f(mut a: u8) {}", "fn f(a: u8) {}"),
        ("fn f((a, b): (u8, u8)) {}", "fn f(_: (u8, u8)) {}"),
        ("fn f(S { a, .. }: S) {}", "fn f(s: S) {}"),
    ] {
        differs("f", one, other, (false, false));
    }
}

/// (before, after): statements of a function.
const STATEMENTS: &[(&str, &str)] = &[
    ("a", "a;"),
    ("m!()", "m!();"),
    ("if a { b } else { c }", "if a { b } else { c };"),
    ("match a { _ => b }", "match a { _ => b };"),
    ("unsafe { a }", "unsafe { a };"),
    ("return a", "a"),
    ("return", "return a"),
    ("break", "continue"),
    ("break 'a", "break a"),
    ("(a.b)()", "a.b()"),
    ("a - (b - c)", "a - b - c"),
    ("!a == b", "!(a == b)"),
    ("-a.b()", "(-a).b()"),
    ("*a.b", "(*a).b"),
    ("&a as b", "&(a as b)"),
    ("a..b", "a..=b"),
    ("a..", "..a"),
    ("a?", "a"),
    ("a.await", "a"),
    ("a[b]", "a(b)"),
    ("[a; b]", "[a, b]"),
    ("[a, b]", "(a, b)"),
    ("(a,)", "(a)"),
    ("()", "((),)"),
    ("a(b, c)", "a((b, c))"),
    ("a = b", "a += b"),
    ("a < b", "a > b"),
    ("a && b || c", "a && (b || c)"),
    ("&a", "&mut a"),
    ("&raw const a", "&raw mut a"),
    ("a as u8", "a as u16"),
    ("a::b", "a.b"),
    ("a::<b>()", "a::b()"),
    ("a.0", "a.1"),
    ("S { a }", "S { a: b }"),
    ("S { a, ..b }", "S { a, b }"),
    ("S { a: b, c: d }", "S { a: d, c: b }"),
    ("let a = b;", "let mut a = b;"),
    ("let a: b;", "let a = b;"),
    ("let a = b else { c };", "let a = b; { c };"),
    ("let ref a = b;", "let a = b;"),
    ("let (a, b) = c;", "let [a, b] = c;"),
    ("let (a,) = c;", "let (a) = c;"),
    ("let (a, ..) = c;", "let (.., a) = c;"),
    ("let A(a) = b;", "let A { a } = b;"),
    ("let S { a: b } = c;", "let S { b: a } = c;"),
    ("{ let a = 1; } b", "let a = 1; b"),
    ("if a { b }", "while a { b }"),
    ("if let A = b {}", "if A == b {}"),
    ("if a {} else { if b {} }", "if a {} else if b {}"),
    ("if a && let B = c {}", "if let B = c && a {}"),
    ("match a { B => c, D => e }", "match a { D => e, B => c }"),
    ("match a { B | C => d }", "match a { B => d, C => d }"),
    ("match a { B if c => d }", "match a { B => d }"),
    ("match a { B => { c } }", "match a { B => { c; } }"),
    ("match a { B => {} }", "match a { B => () }"),
    ("match a { b @ C => d }", "match a { b => d }"),
    ("match a { 1..=2 => d }", "match a { 1..2 => d }"),
    ("match a { 1.. => d }", "match a { ..1 => d }"),
    ("match a { &b => d }", "match a { b => d }"),
    ("match a { -1 => d }", "match a { 1 => d }"),
    ("match a { [b, ..] => d }", "match a { [.., b] => d }"),
    ("|a| b", "|| b"),
    ("|a| b", "move |a| b"),
    ("|a| b", "|a, b| b"),
    ("|a| { b; }", "|a| b"),
    ("|a: u8| b", "|a| b"),
    ("async { a }", "async move { a }"),
    ("async { a }", "unsafe { a }"),
    ("for a in b {}", "for b in a {}"),
    ("'a: loop { break 'a }", "loop { break }"),
    ("m!(a, b)", "m!(a; b)"),
    ("m!(a, b)", "m!(a b)"),
    ("m!((a,))", "m!((a))"),
    ("m!([a])", "m!((a))"),
    ("m!({ a })", "m!(a)"),
    ("m!(a => { b }, c)", "m!(a => b, c)"),
    ("m!(a)", "n!(a)"),
    ("m!(a,, b)", "m!(a, b)"),
    ("vec![a; b]", "vec![a, b]"),
    ("\"a\"", "b\"a\""),
    ("\"\\n\"", "r\"\\n\""),
    ("\"a\"", "'a'"),
    ("1", "1u8"),
    ("1", "1.0"),
    ("0x10", "10"),
    ("use a::b;", "use a::c;"),
    ("use a::b;", "use a::b as c;"),
    ("use a::b;", "use a::*;"),
    ("use a::{b, c};", "use a::b::c;"),
    ("const { a }", "{ a }"),
];

#[test]
fn statements_that_look_alike() {
    for (one, other) in STATEMENTS {
        let [one, other] = [one, other].map(|statements| body(statements));
        for code in [&one, &other] {
            assert!(read("rust", code).broken.is_empty(), "{code}");
        }
        differs("f", &one, &other, (false, true));
    }
}

/// SPEC 4.5.
#[test]
fn spellings() {
    for (one, other) in [
        ("match a { | B | C => { d } , E => { { f } } }", "match a { B | C => d, E => f, }"),
        (
            "match a { B => { return c; } C => { if d { e } else { g } } }",
            "match a { B => return c, C => if d { e } else { g } }",
        ),
        ("a.map(|b| { b })", "a.map(|b| b)"),
        ("a(b, c,)", "a(\n  b,\n  c,\n)"),
        ("if a { return b }", "if a { return b; }"),
        ("loop { break }", "loop { break; };"),
        ("while a {};", "while a {}"),
        ("for a in b {}; c", "for a in b {} c"),
        ("a; ; b", "a; b"),
        ("((a))", "(a)"),
        ("vec!(1, 2,)", "vec![1, 2]"),
        ("m!(match a { B => { c }, D => { e }, })", "m!(match a { B => { c } D => { e } })"),
        ("m!(S { a: b, })", "m!(S { a: b })"),
        ("m!(a /* why */ , b /* end */)", "m!(a, b)"),
        ("use b::{d, c::{e}}; use a;", "use a; use b::{c::e, d};"),
        ("use a::{b}; c", "use a::b; c"),
        ("1_000", "1000"),
        ("let x: extern fn() = y;", "let x: extern \"C\" fn() = y;"),
        ("match x { 1 => 2, _ => 3 }", "match x { | 1 => 2, | _ => 3 }"),
    ] {
        same(&body(one), &body(other));
    }
    for (one, other) in [
        ("fn f() where {}", "fn f() {}"),
        ("fn f<T,>(a: A<B,>,) where T: C, {}", "fn f<T>(a: A<B>) where T: C {}"),
        ("extern fn f() {}", "extern \"C\" fn f() {}"),
        ("#[derive(A)]\n#[derive(B, C,)]\nstruct S(u8,);", "#[derive(A, B, C)]\nstruct S(u8);"),
        ("mod a { mod c; mod b; #[x] use e; use d; }", "mod a { use d; #[x] use e; mod b; mod c; }"),
        ("enum E { A { x: u8, }, B(u8,), }", "enum E { A { x: u8 }, B(u8) }"),
        ("fn f() {};", "fn f() {}"),
        ("macro_rules! m { ($a:expr) => ( b($a, c,) ) }", "macro_rules! m { ($a:expr) => { b($a, c) }; }"),
    ] {
        same(one, other);
    }
}

/// SPEC 4.3.
#[test]
fn renames_keep_both_hashes() {
    for (before, old, new) in [
        ("fn fact(n: u8) -> u8 { if n == 0 { 1 } else { n * fact(n - 1) } }", "fact", "product"),
        ("impl T { fn walk(&self) { self.walk(); Self::walk(self); T::walk(self) } }", "T.walk", "T.visit"),
        ("trait T { fn walk(&self) { self.walk() } }", "T.walk", "T.visit"),
        ("struct Node { next: Option<Box<Node>> }", "Node", "Item"),
        ("macro_rules! sum { ($a:expr) => { $a }; ($a:expr, $b:expr) => { sum!($a) + $b } }", "sum", "add"),
    ] {
        let simple = |name: &str| name.rsplit('.').next().expect("a name").to_owned();
        let after = before.replace(&simple(old), &simple(new));
        let [one, other] = [(before, old), (&after, new)].map(|(code, name)| find(&read("rust", code), name).clone());
        assert_eq!((one.interface_hash, one.body_hash), (other.interface_hash, other.body_hash), "{before}");
    }
    // What belongs to someone else keeps its name.
    for (before, after) in [
        ("fn get() { store.get() }", "fn load() { store.load() }"),
        ("fn get() { store::get() }", "fn load() { store::load() }"),
        ("fn get() { S { get: 1 } }", "fn load() { S { load: 1 } }"),
        ("fn get<'get>() -> &'get u8 { a::<&'get u8>() }", "fn load<'load>() -> &'load u8 { a::<&'load u8>() }"),
    ] {
        let [one, other] =
            [(before, "get"), (after, "load")].map(|(code, name)| find(&read("rust", code), name).clone());
        assert_ne!(one.body_hash, other.body_hash, "{before}");
    }
}

#[test]
fn imports_are_flattened() {
    let outline = read("rust", "use a::{b as c, d::{self, *}, ::e};\npub use f;\nuse ::g::h;\nuse self::{super::i};");
    let imports: Vec<String> = outline
        .imports
        .iter()
        .map(|import| format!("{} {:?} {:?}", import.module, import.name.as_deref(), import.alias.as_deref()))
        .collect();
    assert_eq!(
        imports,
        [
            "a Some(\"b\") Some(\"c\")",
            "a Some(\"d\") None",
            "a::d Some(\"*\") None",
            "a:: Some(\"e\") None",
            "f None None",
            "::g Some(\"h\") None",
            "self::super Some(\"i\") None",
        ]
    );
}

/// SPEC 4.6: what has no place in the stream must not hold definitions, not even by mistake.
#[test]
fn definitions_within_errors() {
    for code in [
        "mod a fn f() {} struct S { x: u8 } ;",
        "extern crate fn f() {} a;",
        "#[x(] fn f() {} #[y] use a;",
        "#[a struct S { x: u8 } ] use b; fn g() {}",
        "use a::{fn f() {}};",
        "mod a { mod b struct C { d: u8 } ; }",
    ] {
        super::check(super::named("rust"), code.as_bytes());
    }
}

/// SPEC 4.6.
#[test]
fn syntax_errors_stay_local() {
    let outline = read("rust", "fn a() { 1 }\nfn b() { let = ; }\nstruct C { d: u8 }");
    let marked: Vec<_> = outline.constructs.iter().map(|c| (c.qualname.as_str(), c.has_parse_error)).collect();
    assert_eq!(marked, [("a", false), ("b", true), ("C", false), ("C.d", false)]);
}
