//! What is special about Swift.
//!
//! No formatter is at hand for `formatting/`; `ugly.swift` is written by hand: other line breaks, braces and spaces,
//! redundant parentheses and semicolons, trailing commas, modifiers in another order, other local names of parameters.

use super::{assert_differs, assert_names, assert_same, find, read};

const SWIFT: &str = "swift";

#[test]
fn names() {
    let cases: &[(&str, &[&str])] = &[
        ("func f(a: Int, b c: Int, _ d: Int, e: Int...) {}", &["f(a:Int,b:Int,Int,e:Int...)"]),
        ("func f(_ a: inout [A.B: C?], g: @escaping (Int) -> Void = { _ in }) {}", &["f(inout[A.B:C?],g:(Int)->Void)"]),
        (
            "func f(a: () async throws -> (x: Int, y: Int), b: @Sendable (Int) -> Void) {}",
            &["f(a:()async throws->(x:Int,y:Int),b:@Sendable(Int)->Void)"],
        ),
        (
            "struct S { static func == (l: S, r: S) -> Bool { true }\nstatic prefix func ! (s: S) -> S { s } }",
            &["S", "S.==(S,S)", "S.!(S)"],
        ),
        ("func <+> (l: Int, r: Int) -> Int { l }", &["<+>(Int,Int)"]),
        (
            "class C { init() {}\ninit?(a: Int) {}\nsubscript(i: Int, at j: Int) -> Int { 1 }\ndeinit {} }",
            &["C", "C.init()", "C.init(a:Int)", "C.subscript(Int,at:Int)", "C.deinit()"],
        ),
        (
            "enum E { case a, b(Int), c(x: Int, _ y: Int)\ncase d\nindirect case e(E) }",
            &["E", "E.a", "E.b", "E.c", "E.d", "E.e"],
        ),
        (
            "extension A { func f() {} }\nextension A.B { func g() {} }\nextension A.B.C { func h() {} }",
            &["A.f()", "A.B.g()", "B.C.h()"],
        ),
        (
            "extension A<Int> { struct B { var c = 1 } }\nextension [Int] { func f() {} }",
            &["A.B", "A.B.c", "[Int].f()"],
        ),
        (
            "struct A {}\nextension A where T == Int { func f() {} }\nextension A where T == B { func f() {} }",
            &["A", "A.f()", "A.f()#2"],
        ),
        (
            "protocol P { associatedtype T: Q = Int\nvar v: Int { get }\nfunc f(a: Int)\ninit(a: Int) }",
            &["P", "P.T", "P.v", "P.f(a:Int)", "P.init(a:Int)"],
        ),
        ("let a = 1, b: Int = 2\nvar (c, d) = (1, 2)\nlet _ = f()", &["a", "b", "c", "d"]),
        (
            "#if DEBUG\nlet a = 1\n#else\nlet a = 2\n#endif\nstruct S {\n#if os(iOS)\nvar b = 1\n#endif\n}",
            &["a", "a#2", "S", "S.b"],
        ),
        (
            "@attached(member) macro m(_ a: Int) = #externalMacro(module: \"M\", type: \"T\")\nactor A {}",
            &["m(Int)", "A"],
        ),
        ("typealias A<T> = [T]\nstruct S { typealias B = Int }", &["A", "S", "S.B"]),
    ];
    for (source, expected) in cases {
        assert_names(SWIFT, source, expected);
    }
}

/// Locals, closures and what stands in them are nobody else's business.
#[test]
fn what_defines_nothing() {
    let source = "\
if x { let a = 1; func b() {} }
for i in 1...2 { struct C {} }
run { let d = 1; return d }
class D {
    var e: Int { let f = 1; return f }
    var g: Int = { let h = 1; return h }() { didSet { let i = 1; print(i) } }
    func j(k: Int) { let l = 1; func m() {}; struct N { var o = 1 }; if let p = k { print(p) } }
    subscript(q: Int) -> Int { get { let r = 1; return r } }
}
";
    assert_names(SWIFT, source, &["D", "D.e", "D.g", "D.j(k:Int)", "D.subscript(Int)"]);
}

#[test]
fn who_may_use_it() {
    let source = "\
private struct A { var b = 1; private var c = 1; fileprivate func d() {}; private(set) var e = 1; public init() {} }
fileprivate extension A { func f() {}; public func g() {}; struct H { var i = 1 } }
extension A { func j() {}; private static let k = 1 }
private let l = 1
open class M { internal var n = 1; package var o = 1 }
";
    let outline = read(SWIFT, source);
    let private: Vec<&str> = outline
        .constructs
        .iter()
        .filter(|construct| construct.is_private)
        .map(|construct| construct.qualname.as_str())
        .collect();
    assert_eq!(private, ["A", "A.c", "A.d()", "A.f()", "A.H", "A.k", "l"]);
}

#[test]
fn constants_are_what_let_declares_and_enum_cases() {
    let outline =
        read(SWIFT, "let a = 1\nvar b = 2\nstruct S { static let c = 1; let d: Int; var e: Int }\nenum E { case f }");
    let constants: Vec<&str> =
        outline.constructs.iter().filter(|construct| construct.role.is_some()).map(|c| c.qualname.as_str()).collect();
    assert_eq!(constants, ["a", "S.c", "S.d", "E.f"]);
}

#[test]
fn spellings() {
    for (one, other) in [
        ("struct S { public static let a = 1 }", "struct S { static public let a = (1); }"),
        ("class C { public private(set) var a = 1 }", "class C { private (set) public var a = 1 }"),
        ("func f() { if a { b() } }", "func f()\n{\n    if (a) {\n        b();\n    }\n}"),
        ("func f(a b: Int) {}", "func f(a c: Int) {}"),
        ("func f(a: Int) {}", "func f(a a: Int) {}"),
        ("let a = 0xFF", "let a = 0xf_f"),
        ("let a = [1, 2]", "let a = [\n  1,\n  2,\n]"),
        ("let a = (b + c) * d", "let a = (((b + c)) * d)"),
        ("let a = \"\"\"\n    b\n      c\\(d)\n    \"\"\"", "let a = \"\"\"\n  b\n    c\\(d)\n  \"\"\""),
        ("let a = #\"\"\"\n    b\n    \"\"\"#", "let a = #\"\"\"\nb\n\"\"\"#"),
        ("struct S { /* a */ var b = 1 /* c */\n var d = 2 }", "struct S { var b = 1\n\n // e\n var d = 2 }"),
        ("struct S { var b = 1\n/* c */\nvar d = 2 }", "struct S { var b = 1; var d = 2 }"),
    ] {
        assert_same(SWIFT, one, other);
    }
}

fn function(code: &str) -> String {
    format!("func f() {{\n{code}\n}}\n")
}

/// Code that looks alike and means something else.
#[test]
fn look_alikes_in_bodies() {
    for (one, other) in [
        ("a[b]", "a(b)"),
        ("x = (a?.b).c", "x = a?.b.c"),
        ("x = (a?.b()).c", "x = a?.b().c"),
        ("x = (a?.b)!", "x = a?.b!"),
        ("x = a - (b - c)", "x = a - b - c"),
        ("x = a == b && c", "x = a == (b && c)"),
        ("x = a + b()", "x = (a + b)()"),
        ("x = a ? b : c ? d : e", "x = (a ? b : c) ? d : e"),
        ("x = !a[0]", "x = (!a)[0]"),
        ("x = a ?? b", "x = b ?? a"),
        ("x = try? f()", "x = try! f()"),
        ("x = try f()", "x = f()"),
        ("x = await f()", "x = f()"),
        ("x = a as? B", "x = a as! B"),
        ("x = a is B", "x = a as B"),
        ("x = a...b", "x = a..<b"),
        ("x = a[1...]", "x = a[...1]"),
        ("x = [:]", "x = []"),
        ("x = [a: b]", "x = [a, b]"),
        ("x = (a, b)", "x = [a, b]"),
        ("x = (a: 1)", "x = (1)"),
        ("x = a == b", "x = a === b"),
        ("x = -a", "x = +a"),
        ("x = !a", "x = a!"),
        ("x = .a", "x = a"),
        ("x = &a", "x = a"),
        ("x = \"a\"", "x = #\"a\"#"),
        ("x = \"\\(a)\"", "x = \"\\(b)\""),
        ("x = \"\"\"\n a\n  b\n \"\"\"", "x = \"\"\"\n a\n b\n \"\"\""),
        ("x = /a/", "x = /b/"),
        ("x = 1", "x = 1.0"),
        ("x = { a in b }", "x = { b in a }"),
        ("x = { a }", "x = { a in }"),
        ("x = { [weak a] in b }", "x = { [unowned a] in b }"),
        ("x = f(a: b)", "x = f(b)"),
        ("x = f(a) { b }", "x = f(a, { b })"),
        ("x = \\A.b", "x = \\A.c"),
        ("let x = 1", "var x = 1"),
        ("if a { b } else { }", "if a { } else { b }"),
        ("if let a = b { }", "if var a = b { }"),
        ("if let a { }", "if a { }"),
        ("if a, b { }", "if a || b { }"),
        ("guard a else { b }", "if a { b }"),
        ("if #available(iOS 13, *) { }", "if #available(iOS 14, *) { }"),
        ("for a in b where c { }", "for a in b { c }"),
        ("while a { b }", "repeat { b } while a"),
        ("do { a } catch { }", "do { } catch { a }"),
        ("switch a { case b, c: d\ndefault: e }", "switch a { case (b, c): d\ndefault: e }"),
        ("switch a { case .b(let c): d\ndefault: e }", "switch a { case .b(var c): d\ndefault: e }"),
        ("switch a { case b where c: d\ndefault: e }", "switch a { case b: c\ndefault: e }"),
        ("switch a { case b: fallthrough\ndefault: e }", "switch a { case b: break\ndefault: e }"),
        ("a += b", "a -= b"),
        ("return a", "throw a"),
        ("x = a ? b : c", "x = a ? c : b"),
        ("x = a < b", "x = a > b"),
        ("x = a & b", "x = a && b"),
        ("x = #file", "x = #line"),
        ("x = A<B>()", "x = A<C>()"),
        ("x = [Int]()", "x = [Int?]()"),
        ("x = a.b.c", "x = a.c.b"),
        ("x = a.0", "x = a.1"),
        ("#if A\na()\n#endif", "#if B\na()\n#endif"),
        ("#if !(A || B)\na()\n#endif", "#if !A || B\na()\n#endif"),
    ] {
        assert_differs(SWIFT, "f()", &function(one), &function(other), (false, true));
    }
}

#[test]
fn look_alikes_in_declarations() {
    for (name, one, other, differs) in [
        ("C", "class C {}", "final class C {}", (true, false)),
        ("C", "class C {}", "actor C {}", (true, false)),
        ("C", "class C: A {}", "class C: B {}", (true, false)),
        ("C", "class C: A, B {}", "class C: A & B {}", (false, false)),
        ("C", "class C: @unchecked A {}", "class C: A {}", (true, false)),
        ("C", "class C<T> {}", "class C<T: A> {}", (true, false)),
        ("C", "class C<T> where T: A {}", "class C<T> where T == A {}", (true, false)),
        ("C", "@A class C {}", "@B class C {}", (true, false)),
        ("E", "enum E {}", "indirect enum E {}", (true, false)),
        ("E.a", "enum E { case a = 1 }", "enum E { case a = 2 }", (false, true)),
        ("E.a", "enum E { case a(Int) }", "enum E { case a(x: Int) }", (true, false)),
        ("E.a", "enum E { case a(Int), b }", "enum E { case a, b(Int) }", (true, false)),
        ("E.a", "enum E { case a, b(Int) }", "enum E { case a, b(Bool) }", (false, false)),
        ("a", "let a = 1", "var a = 1", (true, false)),
        ("a", "let a: Int = 1", "let a: Int? = 1", (true, false)),
        ("a", "let a: Int? = 1", "let a: Int! = 1", (true, false)),
        ("a", "let a = 1, b = 2", "let a = 1, b = 3", (false, false)),
        ("b", "let a = 1, b = 2", "let a = 1, b = 3", (false, true)),
        ("b", "let a = 1, b: Int = 2", "let a = 1, b: Bool = 2", (true, false)),
        ("a", "let (a, b) = (1, 2)", "let (a, b) = (1, 3)", (false, true)),
        ("S.a", "struct S { var a = 1 }", "struct S { lazy var a = 1 }", (true, false)),
        ("S.a", "struct S { var a = 1 }", "struct S { @W var a = 1 }", (true, false)),
        ("S.a", "struct S { public var a = 1 }", "struct S { public private(set) var a = 1 }", (true, false)),
        ("S.a", "struct S { var a: Int { 1 } }", "struct S { var a: Int { 2 } }", (false, true)),
        ("S.a", "struct S { var a: Int { get { 1 } } }", "struct S { var a: Int { get { 1 } set { } } }", (true, true)),
        ("S.a", "struct S { var a: Int { get { 1 } } }", "struct S { var a: Int { get throws { 1 } } }", (true, true)),
        (
            "S.a",
            "struct S { var a = 1 { didSet { b() } } }",
            "struct S { var a = 1 { willSet { b() } } }",
            (false, true),
        ),
        ("P.a", "protocol P { var a: Int { get } }", "protocol P { var a: Int { get set } }", (true, false)),
        ("P.T", "protocol P { associatedtype T }", "protocol P { associatedtype T: A }", (true, false)),
        ("P.T", "protocol P { associatedtype T }", "protocol P { associatedtype T = A }", (true, false)),
        ("A", "typealias A = Int", "typealias A = Bool", (false, true)),
        ("f(a:Int)", "func f(a: Int) {}", "func f(a: Int = 1) {}", (true, false)),
        ("f(a:Int,b:Int)", "func f(a: Int = 1, b: Int) {}", "func f(a: Int, b: Int = 1) {}", (true, false)),
        ("f(Int)", "func f(_ a: Int) { a }", "func f(_ b: Int) { a }", (false, true)),
        ("f(a:()->A)", "func f(a: () -> A) {}", "func f(a: @escaping () -> A) {}", (true, false)),
        ("f()", "func f() {}", "func f() -> Int {}", (true, false)),
        ("f()", "func f() -> Int {}", "func f() -> Int! {}", (true, false)),
        ("f()", "func f() {}", "func f() async {}", (true, false)),
        ("f()", "func f() throws {}", "func f() rethrows {}", (true, false)),
        ("f()", "func f() throws {}", "func f() throws(E) {}", (true, false)),
        ("f()", "func f<T>() {}", "func f<T>() where T: A {}", (true, false)),
        ("S.f()", "struct S { func f() {} }", "struct S { static func f() {} }", (true, false)),
        ("S.f()", "struct S { func f() {} }", "struct S { mutating func f() {} }", (true, false)),
        ("C.init()", "class C { init() {} }", "class C { init?() {} }", (true, false)),
        (
            "S.subscript(Int)",
            "struct S { subscript(a: Int) -> A { 1 } }",
            "struct S { subscript(b: Int) -> A { 1 } }",
            (false, false),
        ),
    ] {
        assert_differs(SWIFT, name, one, other, differs);
    }
}

/// SPEC 4.3.
#[test]
fn a_rename_of_something_recursive_keeps_both_hashes() {
    for (one, other) in [
        (
            ("f(Int)", "func f(_ n: Int) -> Int { n < 2 ? n : f(n - 1) }"),
            ("g(Int)", "func g(_ n: Int) -> Int { n < 2 ? n : g(n - 1) }"),
        ),
        (
            ("S.f(Int)", "struct S { func f(_ n: Int) -> Int { f(n) + self.f(n) + S.f(n) + Self.f(n) } }"),
            ("S.g(Int)", "struct S { func g(_ n: Int) -> Int { g(n) + self.g(n) + S.g(n) + Self.g(n) } }"),
        ),
        (
            ("C", "class C { func copy() -> C { C() }\nstatic let empty: C? = nil }"),
            ("D", "class D { func copy() -> D { D() }\nstatic let empty: D? = nil }"),
        ),
    ] {
        let [one, other] = [one, other].map(|(name, source)| {
            let outline = read(SWIFT, source);
            let construct = find(&outline, name);
            (construct.interface_hash, construct.body_hash)
        });
        assert_eq!(one, other);
    }
    for (one, other) in [
        ("struct S { func f() { store.f() } }", "struct S { func g() { store.g() } }"),
        ("struct S { func f() { run(f: 1) } }", "struct S { func g() { run(g: 1) } }"),
    ] {
        let [one, other] = [one, other].map(|source| read(SWIFT, source));
        assert_ne!(find(&one, "S.f()").body_hash, find(&other, "S.g()").body_hash);
    }
}

#[test]
fn members_of_an_extension_belong_to_the_type_in_the_same_file() {
    let outline = read(SWIFT, "extension A { func f() {} }\nstruct A {}\nextension B { func g() {} }");
    let parent = |name| find(&outline, name).parent.map(|at| outline.constructs[at as usize].qualname.as_str());
    assert_eq!((parent("A.f()"), parent("B.g()")), (Some("A"), None));
}

#[test]
fn a_file_of_the_same_name_may_hold_a_base() {
    let paths = |path, name| super::named(SWIFT).neighbours(path, name);
    assert_eq!(paths("Sources/Shop/Order.swift", "Core.Entity"), ["Sources/Shop/Entity.swift"]);
    assert_eq!(paths("Order.swift", "Entity"), ["Entity.swift"]);
}

#[test]
fn errors_stay_where_they_are() {
    let outline = read(SWIFT, "class C {\n  func a() { x = ) }\n  func b() { y() }\n}\nstruct D { func e() {} }\n");
    let broken: Vec<(&str, bool)> =
        outline.constructs.iter().map(|construct| (construct.qualname.as_str(), construct.has_parse_error)).collect();
    assert_eq!(broken, [("C", true), ("C.a()", true), ("C.b()", false), ("D", false), ("D.e()", false)]);
}
