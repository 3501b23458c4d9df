//! JavaScript.
//!
//! The twins under `tests/languages/javascript/formatting` are `source.js` as left by prettier 3.9, and with other
//! options and by hand in `ugly.js`.

use super::super::{Language, essence, find, qualnames};
use super::{assert_differs, assert_names, assert_same, named, read};
use crate::syntax::outline;

const JS: &str = "javascript";

#[test]
fn what_is_defined_and_what_is_not() {
    for (source, expected) in [
        ("const a = 1, f = x => x, { b, c: d = 2, ...e } = o", &["a", "f", "b", "d", "e"][..]),
        ("const f = (function () {}), g = ((x) => x)", &["f", "g"]),
        ("let [a, , b = 1, ...c] = list, { x: { y }, z: [w] } = o", &["a", "b", "c", "y"]),
        ("x = 1; x.y = 2; this.z = 3; a[b] = () => {}", &[]),
        (
            "Foo.bar = () => {}; Foo.prototype.baz = function () {}; Foo.prototype = { qux() {} }",
            &["Foo.bar", "Foo.baz", "Foo.qux"],
        ),
        (
            "exports.a = 1; module.exports.b = () => {}; module.exports = class { m() {} }",
            &["exports.a", "exports.b", "exports", "exports.m"],
        ),
        ("export default class { m() {} }", &["default", "default.m"]),
        ("export default class A {}", &["A"]),
        ("export default async () => {}", &["default"]),
        ("export default foo(bar)", &["default"]),
        (
            "const o = { a() {}, b: () => {}, c: 1, d: { e() {} }, 'f.g'() {}, [h]() {}, [`i`]() { var j } }",
            &["o", "o.a", "o.b", "o.d.e", "o.f_g", "o.h"],
        ),
        ("foo({ a() {} }, class { b() {} }); new (class { c() {} })()", &[]),
        ("(function () { function a() {} })(); (() => { var b })(); !function () { let c }()", &[]),
        ("for (let i = 0; ; ) { var a } for (const b of c) {}", &[]),
        (
            "if (x) { var a } else { let b } try { const c = 1 } finally { function d() {} } { class E {} }",
            &["a", "b", "c", "d", "E"],
        ),
        (
            "class A { static { var b } #c; static d = class { e() {} }; f = () => {} }",
            &["A", "A.#c", "A.d", "A.d.e", "A.f"],
        ),
        (
            "class A { get x() {} set x(v) {} static get x() {} get() {} set() {} }",
            &["A", "A.x@get", "A.x@set", "A.x@get#2", "A.get", "A.set"],
        ),
        (
            "class A { constructor() { this.a = 1; this.a = 2; this.b = () => { this.c = 1 } } m() { this.d = 1 } }",
            &["A", "A.constructor", "A.a", "A.b", "A.m"],
        ),
        ("class A { a; constructor() { this.a = 1 } }", &["A", "A.a", "A.constructor"]),
        ("function f() {} function f() {}", &["f", "f#2"]),
        ("const f = () => exports.x = 1", &["f"]),
    ] {
        assert_names(JS, source, expected);
    }
}

/// SPEC 4.1: what the language or its naming says.
#[test]
fn constants_and_private_members() {
    let outline = read(JS, "const a = 1; let b = 2, C = 3; const f = () => 1; class A { #p; _q; r }");
    let roles: Vec<bool> = outline.constructs.iter().map(|construct| construct.role.is_some()).collect();
    assert_eq!(roles, [true, false, true, false, false, false, false, false]);
    let private: Vec<&str> =
        outline.constructs.iter().filter(|construct| construct.is_private).map(|construct| construct.name()).collect();
    assert_eq!(private, ["#p", "_q"]);
}

/// SPEC 4.5.
#[test]
fn spellings_of_the_same() {
    for (one, other) in [
        ("x = 'it\\'s'", "x = \"it's\""),
        ("x = { 'a': 1, '2': 3 }", "x = { a: 1, 2: 3, }"),
        ("x = { 'a'() {} }", "x = { a() {} }"),
        ("x = a => a", "x = (a) => a"),
        ("x = async a => (a)", "x = async (a,) => a"),
        ("x = new A", "x = new A()"),
        ("x = a && (b && c)", "x = a && b && c"),
        ("x = a ?? (b ?? c)", "x = (a ?? b) ?? c"),
        ("x = [0XF, .5, 1.0, 1E+5]", "x = [0xf, 0.5, 1, 1e5]"),
        ("x = /a/gi", "x = /a/ig"),
        ("x = [a, b,]", "x = [a, b]"),
        ("x = <a>b{' '}<c/></a>", "x = <a>\n  b <c />\n</a>"),
        ("x = <a>b{' '}c</a>", "x = <a>b c</a>"),
        ("x = <a>\n  b\n  c\n</a>", "x = <a>b c</a>"),
        ("x = <a>b\n  &amp; c</a>", "x = <a>b &amp; c</a>"),
        ("x = <a b='c' />", "x = (<a b=\"c\" />)"),
        ("f = () => { ;;a();; }", "f = () => { a() }"),
        ("class x { a = 1;; b() {}; }", "class x { a = 1\n b() {} }"),
    ] {
        let [one, other] =
            [one, other].map(|text| if text.starts_with("class") { text.into() } else { format!("const {text}") });
        assert_same(JS, &one, &other);
    }
}

#[test]
fn lookalikes() {
    for (one, other) in [
        ("for (a;;) b", "for (;a;) b"),
        ("for (;a;) b", "for (;;a) b"),
        ("for (a in b) c", "for (a of b) c"),
        ("for (var a of b) c", "for (let a of b) c"),
        ("x++", "++x"),
        ("a - (b - c)", "(a - b) - c"),
        ("a && (b || c)", "a && b || c"),
        ("a && b", "b && a"),
        ("(a ?? b) || c", "a ?? (b || c)"),
        ("[, a]", "[a]"),
        ("[a, , b]", "[a, b]"),
        ("[a, ,]", "[a]"),
        ("let [, b] = c", "let [b] = c"),
        ("a.b", "a?.b"),
        ("a()", "a?.()"),
        ("a[b]", "a?.[b]"),
        ("a[b]", "a.b"),
        ("a(b)", "new a(b)"),
        ("f(a, b)", "f((a, b))"),
        ("f(...a)", "f(a)"),
        ("(() => {})", "(() => ({}))"),
        ("(a => b)", "(b => a)"),
        ("(a => b)", "((a, b) => b)"),
        ("((a, b) => a)", "((b, a) => a)"),
        ("(() => a)", "(function () { return a })"),
        ("(async () => a)", "(() => a)"),
        ("(function () {})", "(function* () {})"),
        ("yield_(a)", "yield_`a`"),
        ("'a'", "`a`"),
        ("'a'", "a"),
        ("'1'", "1"),
        ("'\\n'", "'n'"),
        ("1n", "1"),
        ("`a${b}c`", "`a${c}b`"),
        ("`a${b}`", "`ab`"),
        ("tag`\\n`", "tag`\n`"),
        ("/a/g", "/a/"),
        ("/a/", "'a'"),
        ("({ a })", "({ a: b })"),
        ("({ a: b })", "({ [a]: b })"),
        ("({ ...a })", "({ a })"),
        ("({ get a() {} })", "({ a() {} })"),
        ("({ a: () => {} })", "({ a() {} })"),
        ("let { a } = b", "let { c: a } = b"),
        ("let { a = 1 } = b", "let { a } = b"),
        ("let a", "var a"),
        ("let a", "const a = 1"),
        ("if (a) b; else c", "if (a) c; else b"),
        ("if (a) {} else b", "if (a) b"),
        ("if (a); else b", "if (a) b"),
        ("while (a) b", "do b; while (a)"),
        ("try { a } catch { b }", "try { a } finally { b }"),
        ("try { a } catch (b) {}", "try { a } catch {}"),
        ("switch (a) { case b: c }", "switch (a) { default: c }"),
        ("switch (a) { case b: case c: d }", "switch (a) { case b: d; case c: }"),
        ("x: for (;;) break x", "x: for (;;) break"),
        ("return a", "a"),
        ("return", "return undefined"),
        ("delete a.b", "void a.b"),
        ("a = b", "a += b"),
        ("class A { static a }", "class A { a }"),
        ("class A { a }", "class A { #a }"),
        ("class A extends B {}", "class A {}"),
        ("class A { a() {} }", "class A { a = () => {} }"),
        ("await a", "a"),
        ("import('a')", "a"),
        ("x = <a> b</a>", "x = <a>b</a>"),
        ("x = <a>{b} {c}</a>", "x = <a>{b}{c}</a>"),
        ("x = <a><b /> <c /></a>", "x = <a><b /><c /></a>"),
        ("x = <a>b</a>", "x = <a>{b}</a>"),
        ("x = <a b />", "x = <a b={false} />"),
        ("x = <a {...b} />", "x = <a>{b}</a>"),
        ("x = <a></a>", "x = <></>"),
    ] {
        let [one, other] = [one, other].map(|body| format!("async function f() {{ {body} }}"));
        assert_differs(JS, "f", &one, &other, (false, true));
    }
}

/// SPEC 4.3: names of parameters are of no use to callers, save those that are taken out of an object.
#[test]
fn interfaces() {
    for (one, other, differs) in [
        ("function f(a) { return a }", "function f(b) { return b }", (false, true)),
        ("function f(a, b) { return a }", "function f(b, a) { return a }", (false, true)),
        ("function f(a, b) {}", "function f(a) {}", (true, true)),
        ("function f(a) {}", "function f(a = 1) {}", (true, false)),
        ("function f(a) {}", "function f(...a) {}", (true, false)),
        ("function f({ a }) {}", "function f({ b }) {}", (true, false)),
        ("function f(a) {}", "async function f(a) {}", (true, false)),
        ("function f() {}", "function* f() {}", (true, false)),
        ("function f() {}", "export function f() {}", (true, false)),
        ("export function f() {}", "export default function f() {}", (true, false)),
        ("const f = () => {}", "const f = function () {}", (true, false)),
        ("const f = () => {}", "let f = () => {}", (true, false)),
        ("const f = 1", "const f = 2", (false, true)),
        ("const e = 1, f = 1", "const e = 1, f = 2", (false, true)),
        ("const f = 1, e = 1", "const f = 2, e = 1", (false, true)),
        ("const f = (a) => 1, e = 1", "const f = (a) => 2, e = 1", (false, true)),
        ("const { f } = a", "const { f } = b", (false, true)),
        ("const { a: f } = a", "const { b: f } = a", (false, true)),
        ("const [f] = a", "const [, f] = a", (false, true)),
        ("class f extends A {}", "class f extends B {}", (true, false)),
        ("@a class f {}", "@b class f {}", (true, false)),
    ] {
        assert_differs(JS, "f", one, other, differs);
    }
    assert_differs(JS, "A.f", "class A { f() {} }", "class A { static f() {} }", (true, false));
    assert_differs(JS, "A.f", "class A { @a f() {} }", "class A { f() {} }", (true, false));
}

/// SPEC 4.3: the name of a construct in its own body is a placeholder.
#[test]
fn renames_keep_both_hashes() {
    let hashes = |source: &str, name: &str| {
        let outline = read(JS, source);
        let found = find(&outline, name);
        (found.interface_hash, found.body_hash)
    };
    for (one, other) in [
        ("function @(n) { return n && @(n - 1) }", "@"),
        ("const @ = (n) => n && @(n - 1)", "@"),
        ("class A { @(n) { return this.@(n - 1) } }", "A.@"),
        ("class A { static @(n) { return A.@(n - 1) } }", "A.@"),
        ("class A { #@(n) { return this.#@(n - 1) } }", "A.#@"),
    ] {
        let [one, other] = ["f", "g"].map(|name| hashes(&one.replace('@', name), &other.replace('@', name)));
        assert_eq!(one, other);
    }
    // What belongs to someone else keeps its name.
    for (one, other) in [
        ("function f() { return a.f() }", "function g() { return a.g() }"),
        ("function f() { return a?.f() }", "function g() { return a?.g() }"),
        ("function f() { return { f: 1 } }", "function g() { return { g: 1 } }"),
        ("function f() { return { f } }", "function g() { return { g } }"),
    ] {
        assert_ne!(hashes(one, "f").1, hashes(other, "g").1, "{one}");
    }
}

/// SPEC 4.6: what stands before an error is whole; what the error swallowed is in its region.
#[test]
fn errors_stay_local() {
    let outline = read(JS, "function a() { return 1 }\nfunction b() { return 1 + }\nclass C { m() {} }\n");
    assert!(!find(&outline, "a").has_parse_error);
    for source in
        ["function b() { return 1 + }\nclass C { m() {} }\n", "function b() { if (x) {\n}\nclass C { m() {} }\n"]
    {
        let outline = read(JS, source);
        let names: Vec<&String> = outline.broken.iter().flat_map(|region| &region.names).collect();
        assert!(["b", "C", "m"].iter().all(|name| names.contains(&&name.to_string())), "{:?}", outline.broken);
    }
}

/// A file that is renamed from `.js` to `.ts` or `.tsx` holds the same constructs: SPEC 5.3.
#[test]
fn plain_source_is_the_same_in_every_grammar() {
    let plain = r#"
        import a, { b as c } from './d';
        export const one = 1, two = (x, { y, z = 2 } = {}, ...rest) => x?.y?.(z)?.[rest], three = x => x;
        let { p, q: r = 1, ...s } = one, [t, , u = 2] = two;
        export default class A extends B.C {
          static count = 0; #secret; 'quoted' = `a${b}c`;
          constructor(x, y = 1) { super(x); this.x = x; this.#secret = new Foo; }
          get v() { return this.#secret } set v(value) {}
          async *gen([a, b] = [], { c: d }) { for await (const e of f) yield* e; }
          static { this.count++ }
        }
        function* g() { outer: for (let i = 0, j = 1; i < j; i++) { if (i) continue outer; else break } }
        async function h(x) {
          try { await x } catch { throw new Error('no') } finally { delete x.y }
          switch (x) { case 1: return typeof x; default: return void 0 }
          return a && b || c ?? d, /e/gi.test(x) ? [1, , ...x] : { f, [g]: 1, 'h': 2, ...i, j() {}, get k() { return 1 } };
        }
        const api = { get(path) { return path }, post: async (path) => {}, nested: { list: function () {} } };
        exports.x = function (y) { return import.meta.url };
        Foo.prototype.bar = function bar() { return new.target };
        module.exports = { api };
    "#;
    let outlines = ["javascript", "typescript", "tsx"].map(|name| outline(plain.as_bytes(), named(name)));
    let essences = |at: usize| outlines[at].constructs.iter().map(essence).collect::<Vec<_>>();
    assert!(outlines.iter().all(|outline| outline.broken.is_empty() && outline.constructs.len() > 20));
    for at in [1, 2] {
        assert_eq!(qualnames(&outlines[0]), qualnames(&outlines[at]));
        for (one, other) in essences(0).iter().zip(&essences(at)) {
            assert!(one == other, "{one:?}\n{other:?}");
        }
        assert_eq!((&outlines[0].imports, &outlines[0].calls), (&outlines[at].imports, &outlines[at].calls));
    }
    // So is JSX.
    let jsx = "const a = <b c='d' e={f} {...g}>h <i.j /> {k} &amp; l</b>;\nfunction A({ b }) { return <>{b}</> }";
    let [one, other] = ["javascript", "tsx"].map(|name| outline(jsx.as_bytes(), named(name)));
    assert!(one.constructs.iter().map(essence).eq(other.constructs.iter().map(essence)));
}

#[test]
fn detection() {
    let name = |path: &str, bytes: &[u8]| Language::detect(path, Some(bytes)).map(Language::name);
    for (path, expected) in [
        ("a.js", "javascript"),
        ("a.mjs", "javascript"),
        ("a.cjs", "javascript"),
        ("a.jsx", "javascript"),
        ("Jakefile", "javascript"),
        ("a.ts", "typescript"),
        ("a.d.ts", "typescript"),
        ("a.mts", "typescript"),
        ("a.cts", "typescript"),
        ("a.tsx", "tsx"),
    ] {
        assert_eq!(name(path, b""), Some(expected), "{path}");
    }
    assert_eq!(name("run", b"#!/usr/bin/env node\n"), Some("javascript"));
    assert_eq!(name("run", b"#!/usr/bin/env bun\n"), Some("javascript"));
    assert_eq!(name("run", b"#!/usr/bin/env -S deno run\n"), Some("typescript"));
    assert_eq!(name("run", b"#!/usr/bin/env ts-node\n"), Some("typescript"));
}
