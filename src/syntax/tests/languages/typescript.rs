//! TypeScript.
//!
//! The twins under `tests/languages/typescript/formatting` are `source.ts` as left by prettier 3.9, and with other
//! options and by hand in `ugly.ts`. What is plain JavaScript is tested in the module of that language.

use super::super::find;
use super::{assert_differs, assert_names, assert_same, read};

const TS: &str = "typescript";

#[test]
fn what_is_defined_and_what_is_not() {
    for (source, expected) in [
        (
            "interface I { a: string; b?(): void; (c: d): e; new (f): g; [h: string]: i; 'j-k': l }",
            &["I", "I.a", "I.b", "I.j-k"][..],
        ),
        ("interface I { m(): void; m(a: string): void }", &["I", "I.m", "I.m#2"]),
        ("class A { m(): void; m(a?: string) {} }", &["A", "A.m@declaration", "A.m"]),
        ("function f(): void; function f(a?: string) {}", &["f@declaration", "f"]),
        ("declare function f(): void; declare function f(a: string): void;", &["f", "f#2"]),
        ("type T = { a: string; b(): void }", &["T"]),
        ("let x: { a(): void; b: string } = y", &["x"]),
        ("enum E { A, B = 1, 'c d' = 2, D }", &["E", "E.A", "E.B", "E.c_d", "E.D"]),
        ("namespace A.B { export namespace C { const d = 1 } }", &["A.B", "A.B.C", "A.B.C.d"]),
        ("declare module '@a/b.c' { const d: e } declare module 'f';", &["a/b_c", "a/b_c.d", "f"]),
        ("declare global { interface W { a: b } }", &["global", "global.W", "global.W.a"]),
        ("export declare abstract class A { abstract b(): void; protected c: d }", &["A", "A.b", "A.c"]),
        (
            "class A { constructor(private a: b, readonly c = 1, d: e, public override f?: g) { this.a = a } }",
            &["A", "A.constructor", "A.a", "A.c", "A.f"],
        ),
        (
            "const o = { a() {} } as const, p = { b: () => 1 } satisfies Q, q = <R>{ c() {} }",
            &["o", "p", "q", "o.a", "p.b"],
        ),
        ("export = a; export default interface I { b: c }", &["export", "I", "I.b"]),
        (
            "interface A { b: c } class A { d: e } namespace A { export const f = 1 }",
            &["A", "A.b", "A#2", "A#2.d", "A#3", "A.f"],
        ),
        ("function f(a: (b: c) => d = (b) => { const e = 1 }) {}", &["f"]),
        ("abstract class A { abstract get a(): b; abstract set a(c: b) }", &["A", "A.a@get", "A.a@set"]),
    ] {
        assert_names(TS, source, expected);
    }
}

#[test]
fn marks() {
    let outline = read(
        TS,
        "class A { private a; protected b; public c; #d; static readonly e = 1; readonly f = 2; constructor(private g: h) {} }",
    );
    let is_private = |name: &str| find(&outline, name).is_private;
    assert!(is_private("A.a") && is_private("A.#d") && is_private("A.g") && !is_private("A.b") && !is_private("A.c"));
    assert!(find(&outline, "A.e").role.is_some() && find(&outline, "A.f").role.is_none());
    let bases = |source: &str| read(TS, source).constructs[0].base_classes.join(" ");
    assert_eq!(bases("class A extends B<C> implements D {}"), "B");
    assert_eq!(bases("class A extends (b.C) {}"), "b.C");
    assert_eq!(bases("interface A extends B<C>, d.E<F>, G {}"), "B d.E G");
    assert_eq!(bases("class A extends mixin(B) {}"), "");
}

/// SPEC 4.5.
#[test]
fn spellings_of_the_same() {
    for (one, other) in [
        ("type x = | A | B", "type x = A | B;"),
        ("type x = | A", "type x = A"),
        ("type x = (A)", "type x = A"),
        ("type x = & A & (B)", "type x = A & B"),
        ("type x = { a: b, c: d }", "type x = { a: b; c: d; }"),
        ("type x = { 'a': b }", "type x = { a: b }"),
        ("interface x { a: b, 'c'(): d }", "interface x { a: b; c(): d; }"),
        ("enum x { 'A', 'B' = 1 }", "enum x { A, B = 1, }"),
        ("let x: (a | b)", "let x: a | b"),
        ("let x = new Map<a, (b)>", "let x = new Map<a, b>()"),
        ("let x = (a as any)", "let x = a as any"),
        ("function x<T,>(a: (b), c: | d | e): (f) {}", "function x<T>(a: b, c: d | e): f {}"),
        ("class x { a: b\n c(): d\n e = 1 }", "class x { a: b; c(): d; e = 1; }"),
        ("let x = (a: b): c => d", "let x = ((a: b,): c => (d))"),
    ] {
        assert_same(TS, one, other);
    }
}

#[test]
fn lookalikes() {
    for (one, other) in [
        ("type x = A | B", "type x = A & B"),
        ("type x = A | B", "type x = B | A"),
        ("type x = (A | B)[]", "type x = A | B[]"),
        ("type x = A[]", "type x = [A]"),
        ("type x = A[B]", "type x = [A, B]"),
        ("type x = keyof A", "type x = typeof A"),
        ("type x = readonly A[]", "type x = A[]"),
        ("type x = A extends B ? C : D", "type x = A extends B ? D : C"),
        ("type x = () => A", "type x = new () => A"),
        ("type x = (a: A) => B", "type x = (a?: A) => B"),
        ("type x = (a: A) => void", "type x = (a: void) => A"),
        ("type x = { a: A }", "type x = { a?: A }"),
        ("type x = { a: A }", "type x = { readonly a: A }"),
        ("type x = { a: A }", "type x = { a(): A }"),
        ("type x = { [a: A]: B }", "type x = { [a in A]: B }"),
        ("type x = { [a in A]: B }", "type x = { [a in A]?: B }"),
        ("type x = { [a in A]-?: B }", "type x = { [a in A]?: B }"),
        ("type x = { -readonly [a in A]: B }", "type x = { readonly [a in A]: B }"),
        ("type x = 'A'", "type x = A"),
        ("type x = '1'", "type x = 1"),
        ("type x = `a${B}`", "type x = `aB`"),
        ("type x = A.B", "type x = A<B>"),
        ("type x = [A?]", "type x = [A]"),
        ("type x = [...A]", "type x = [A]"),
        ("type x = (a: any) => a is A", "type x = (a: any) => asserts a is A"),
        ("let x = a as A", "let x = a satisfies A"),
        ("let x = a!", "let x = a"),
        ("let x = <A>a", "let x = a<A>"),
        ("let x = a | b", "let x = a & b"),
        ("let x = a | b", "let x = a || b"),
        ("let x = f((a: A) => b)", "let x = f((a): A => b)"),
        ("let x = f<A>(b)", "let x = f(b)"),
        ("class x { a: A }", "class x { a!: A }"),
        ("class x { a(): void; b() {} }", "class x { b() {} }"),
        ("class x { constructor(public a: A) {} }", "class x { constructor(a: A) {} }"),
        ("class x { constructor(private a: A) {} }", "class x { constructor(private b: A) {} }"),
        ("enum x { A, B }", "enum x { B, A }"),
    ] {
        assert_differs(TS, "x", one, other, (false, true));
    }
    for (one, other) in [
        ("function x(a: A) {}", "function x(a: B) {}"),
        ("function x(a: A) {}", "function x(a?: A) {}"),
        ("function x(): A {}", "function x(): B {}"),
        ("function x(): A {}", "function x() {}"),
        ("function x<T>() {}", "function x<T extends A>() {}"),
        ("function x<T extends A>() {}", "function x<T = A>() {}"),
        ("function x(this: A) {}", "function x() {}"),
        ("let x: A", "let x: B"),
        ("let x: A", "let x!: A"),
        ("const x = { a: 1 } as const", "const x = { a: 1 }"),
        ("const x = { a: 1 } as A", "const x = { a: 1 } satisfies A"),
        ("const enum x { A }", "enum x { A }"),
        ("declare class x { a: A }", "class x { a: A }"),
        ("abstract class x {}", "class x {}"),
        ("class x extends A {}", "class x implements A {}"),
        ("class x extends A<B> {}", "class x extends A<C> {}"),
        ("interface x extends A {}", "interface x extends B {}"),
        ("@a() class x {}", "@b() class x {}"),
        ("type x<T> = T", "type x<T = A> = T"),
    ] {
        assert_differs(TS, "x", one, other, (true, false));
    }
}

/// SPEC 4.3.
#[test]
fn interfaces_of_members() {
    for (one, other, differs) in [
        ("a: B", "a: C", (true, false)),
        ("private a: B", "a: B", (true, false)),
        ("static a: B", "a: B", (true, false)),
        ("a?: B", "a: B", (true, false)),
        ("a = 1", "a = 2", (false, true)),
        ("@b() a: B", "@c() a: B", (true, false)),
        ("@b() a(): B {}", "@c() a(): B {}", (true, false)),
        ("a(b: B) { return b }", "a(c: B) { return c }", (false, true)),
        ("a(b: B, c: B) { return b }", "a(c: B, b: B) { return b }", (false, true)),
        ("a(b: B): void", "a(c: B): void", (false, false)),
        ("a(b: B): void", "a(b: C): void", (true, false)),
        ("a() {}", "override a() {}", (true, false)),
        ("a() {}", "async a() {}", (true, false)),
        ("a = (b: B) => c", "a = (b: C) => c", (true, false)),
    ] {
        let [one, other] = [one, other].map(|member| format!("class A {{ {member} }}"));
        assert_differs(TS, "A.a", &one, &other, differs);
    }
    let parameter = |text: &str| format!("class A {{ constructor({text}) {{}} }}");
    assert_differs(TS, "A.a", &parameter("private a: B"), &parameter("private a: C"), (true, false));
    assert_differs(TS, "A.a", &parameter("private a: B"), &parameter("public a: B"), (true, false));
    assert_differs(TS, "A.a", &parameter("readonly a = 1"), &parameter("readonly a = 2"), (false, true));
    let member = |text: &str| format!("interface A {{ {text} }}");
    assert_differs(TS, "A.a", &member("a: B"), &member("a: C"), (true, false));
    assert_differs(TS, "A.a", &member("a: B"), &member("a?: B"), (true, false));
    assert_differs(TS, "A.a", &member("a(b: B): C"), &member("a(c: B): C"), (false, false));
}

#[test]
fn signatures_are_readable() {
    let signature = |source: &str| read(TS, source).constructs[0].signature.clone().expect("a signature");
    assert_eq!(
        signature(
            "export function f<T>(a: string, b?: | A | B, { c, d: e }: { c: number; d: T } = {}, ...g: T[]): Promise<void> {}"
        ),
        "(a: string, b?: A | B, {c, d: e}: {c: number, d: T} = {}, ...g: T[]) -> Promise<void>"
    );
    assert_eq!(signature("const f = x => x"), "(x)");
    assert_eq!(signature("const f = (a = 1, b = 'c') => a"), "(a = 1, b = \"c\")");
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read(TS, "interface A { b: string }\nfunction c(d: { return 1 }\nclass E { f(): void {} }\n");
    assert!(!outline.broken.is_empty() && !find(&outline, "A").has_parse_error);
}
