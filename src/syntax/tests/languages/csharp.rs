//! What is special about C#.
//!
//! `formatting/clang-format.cs` was made by clang-format 23.1.3 with `{Language: CSharp, BasedOnStyle: Microsoft,
//! ColumnLimit: 80}`. It knows less of the language than others, hence `ugly.cs`, which a person wrote: other line breaks
//! and braces, redundant parentheses, trailing commas, modifiers in another order, a namespace with braces.

use super::{assert_differs, assert_names, assert_same, find, read};

const CS: &str = "csharp";

#[test]
fn names() {
    let cases: &[(&str, &[&str])] = &[
        ("namespace A.B; class C { }", &["C"]),
        ("namespace A { namespace B { class C { class D { } } } }", &["C", "C.D"]),
        ("class C { } class C<T> { } partial class P { } partial class P { }", &["C", "C#2", "P", "P#2"]),
        (
            "class C { int this[int i] => i; int this[string s, int j] => j; }",
            &["C", "C.this(int)", "C.this(string,int)"],
        ),
        (
            "class C { void F(ref int a, in A.B b, out int? c, params int[] d) { } }",
            &["C", "C.F(ref int,in A.B,out int?,int[])"],
        ),
        (
            "static class C { static void F(this int a, [X] int[,] b = null, (int x, int y) c = default) { } }",
            &["C", "C.F(int,int[,],(int x,int y))"],
        ),
        (
            "class C { void I.F() { } void A.J<int, B.X>.F() { } int A.I.P => 1; event E A.I.Q { add { } remove { } } }",
            &["C", "C.F()@I", "C.F()@J<int,X>", "C.P@I", "C.Q@I"],
        ),
        ("class C { C() { } static C() { } ~C() { } }", &["C", "C.C()", "C.C()@static", "C.~()"]),
        (
            "class C { public static C operator checked +(C a, C b) => a; public static C operator +(C a, C b) => a; }",
            &["C", "C.+(C,C)@checked", "C.+(C,C)"],
        ),
        ("class C { public static implicit operator N.T<int>(C c) => 1; }", &["C", "C.implicit(N.T<int>,C)"]),
        (
            "record R(int X, string Y = \"\") { int Z; } class C(int x); struct S(int x) { }",
            &["R", "R.X", "R.Y", "R.Z", "C", "S"],
        ),
        ("#if A\nclass C { }\n#elif B\nclass C { }\n#else\nclass D { }\n#endif\n", &["C", "C#2", "D"]),
        ("enum E { A, B = 2 } delegate void D(int x);", &["E", "E.A", "E.B", "D"]),
    ];
    for (source, expected) in cases {
        assert_names(CS, source, expected);
    }
}

/// Locals, lambdas, local functions and the parameters of anything but a record are nobody else's business.
#[test]
fn what_defines_nothing() {
    let source = "\
var top = 1;
int F(int a) { int G(int b) => b; return G(a); }
if (top > 0) { void Hidden() { } }
Action run = () => { void Hidden() { } };
class C(int a) : B(() => { int x; })
{
    Func<int, int> f = x => { int y = x; int L() => y; return y; };
    object o = new { A = 1, B = 2 };
    void M(int a, Func<int> b) { const int X = 1; var (c, d) = (1, 2); foreach (var e in f) { } }
    int P { get { int local = 1; return local; } }
}
";
    assert_names(CS, source, &["F(int)", "C", "C.f", "C.o", "C.M(int,Func<int>)", "C.P"]);
}

#[test]
fn who_may_use_it() {
    let source = "\
class Outer
{
    int a; private int b; protected int c; internal int d; public int e; private protected int f; protected internal int g;
    class Inner { } public class Shown { int h; public int i; }
    interface IInner { int J(); private void K() { } }
    enum Colour { Red }
    void I.Explicit() { }
}
struct S { int x; }
record R(int X) { int y; }
";
    let outline = read(CS, source);
    let private: Vec<&str> = outline
        .constructs
        .iter()
        .filter(|construct| construct.is_private)
        .map(|construct| construct.qualname.as_str())
        .collect();
    assert_eq!(
        private,
        [
            "Outer.a",
            "Outer.b",
            "Outer.f",
            "Outer.Inner",
            "Outer.Shown.h",
            "Outer.IInner",
            "Outer.IInner.K()",
            "Outer.Colour",
            "S.x",
            "R.y"
        ]
    );
}

#[test]
fn constants() {
    let source = "class C { const int A = 1; static readonly int B = 2; public readonly static int D = 3; readonly int e; \
                  static int f; } enum E { X }";
    let outline = read(CS, source);
    let constants: Vec<&str> =
        outline.constructs.iter().filter(|construct| construct.role.is_some()).map(|c| c.qualname.as_str()).collect();
    assert_eq!(constants, ["C.A", "C.B", "C.D", "E.X"]);
}

#[test]
fn spellings() {
    for (one, other) in [
        ("namespace A; class C { int x; }", "namespace A { class C { int x; } }"),
        ("class C { public static int x; };", "class C { static public int x; }"),
        ("class C { int F() { return (a); } }", "class C { int F() { return a;; } }"),
        ("class C { void F() { if (a) b(); else c(); } }", "class C { void F() { if (a) { b(); } else { c(); } } }"),
        ("class C { F f = x => x; }", "class C { F f = (x) => (x); }"),
        ("class C { F f = new D { A = 1 }; }", "class C { F f = new D() { A = 1, }; }"),
        ("class C { long f = 0XFFL; }", "class C { long f = 0xf_fl; }"),
        ("[A()] class C { }", "[A,] class C { }"),
        ("class C { bool f = x is A or (B or D); }", "class C { bool f = (x is A or ((B or D))); }"),
        (
            "class C { string s = \"\"\"\n    a\n      b\n    \"\"\"; }",
            "class C { string s = \"\"\"\n  a\n    b\n  \"\"\"; }",
        ),
        (
            "class C { string s = $\"\"\"\n    a{x}\n      b\n    \"\"\"; }",
            "class C { string s = $\"\"\"\n  a{ x }\n    b\n  \"\"\"; }",
        ),
        ("class C { /* a */ int /* b */ x = /* c */ 1; // d\n }", "class C {\n#region x\nint x = 1;\n#endregion\n}"),
        ("#nullable enable\nclass C {\n#pragma warning disable 1\nint x;\n}", "class C { int x; }"),
    ] {
        assert_same(CS, one, other);
    }
}

/// The body of a method `F` with this code in it.
fn method(code: &str) -> String {
    format!("class C {{ void F() {{ {code} }} }}")
}

/// Code that looks alike and means something else.
#[test]
fn look_alikes_in_bodies() {
    for (one, other) in [
        ("for (a = 1;;) { }", "for (; a = 1;) { }"),
        ("for (; a;) { }", "for (;; a) { }"),
        ("f(a.b, c);", "f(a, b.c);"),
        ("x = a - (b - c);", "x = a - b - c;"),
        ("x = (a?.b).c;", "x = a?.b.c;"),
        ("x = (a?.b)[0];", "x = a?.b[0];"),
        ("x = (a?.b)();", "x = a?.b();"),
        ("x = (a?.b()).c;", "x = a?.b().c;"),
        ("x = (a + b)?.c;", "x = a + b?.c;"),
        ("x = (await a)?.c;", "x = await a?.c;"),
        ("x = (*p).x;", "x = *p.x;"),
        ("x++;", "++x;"),
        ("x = a[1..];", "x = a[..1];"),
        ("x = a[^1];", "x = a[1];"),
        ("x = typeof(M<,>);", "x = typeof(M<>);"),
        ("int[,] x;", "int[] x;"),
        ("int[][] x;", "int[,] x;"),
        ("x = new[,] { { 1 } };", "x = new[] { { 1 } };"),
        ("x = a is [..] _;", "x = a is [.., _];"),
        ("x = \"a\\n\";", "x = @\"a\\n\";"),
        ("x = \"a\";", "x = 'a';"),
        ("x = \"a\";", "x = \"a\"u8;"),
        ("x = $\"{a:x}\";", "x = $\"{a:y}\";"),
        ("x = $\"{a,1}\";", "x = $\"{a,2}\";"),
        ("x = $\"{a}\";", "x = \"{a}\";"),
        ("x = \"\"\"\n a\n  b\n \"\"\";", "x = \"\"\"\n a\n b\n \"\"\";"),
        ("x = \"\"\"\n\"a\"\n\"\"\";", "x = \"a\";"),
        ("x = 1;", "x = 1L;"),
        ("x = 1.0f;", "x = 1.0m;"),
        ("x = a as B;", "x = a is B;"),
        ("x = (B)a;", "x = (a);"),
        ("x = a ?? b;", "x = a ?? b!;"),
        ("x = checked(a);", "x = unchecked(a);"),
        ("x = new { a = b, c };", "x = new { a, b = c };"),
        ("x = from a in b orderby c descending, d select a;", "x = from a in b orderby c, d descending select a;"),
        ("if (a) { if (b) c(); } else d();", "if (a) if (b) c(); else d();"),
        ("x = (a, b);", "x = (b, a);"),
        ("f(out x);", "f(ref x);"),
        ("f(a: x);", "f(x);"),
        ("x = a => b;", "x = async a => b;"),
        ("x = a is not (B or D);", "x = a is not B or D;"),
        ("x = a is not (B and D);", "x = a is not B and D;"),
        ("x = a is { B: 1 };", "x = a is { B: 1 } c;"),
        ("x = a is (1, 2);", "x = a is (2, 1);"),
        ("using (a) { }", "using (a); { }"),
        ("using var a = b;", "var a = b;"),
        ("await using var a = b;", "using var a = b;"),
        ("const int a = 1;", "int a = 1;"),
        ("yield return a;", "yield break;"),
        ("x = default(int);", "x = default(long);"),
        ("x = new A();", "x = new();"),
        ("x = stackalloc int[3];", "x = new int[3];"),
        ("x = [];", "x = [a];"),
        ("x = [a];", "x = [..a];"),
        ("{ a(); } b();", "a(); b();"),
        ("#if A\na();\n#endif\n", "#if B\na();\n#endif\n"),
        ("#if A\na();\n#endif\n", "#if !A\na();\n#endif\n"),
    ] {
        assert_differs(CS, "C.F()", &method(one), &method(other), (false, true));
    }
}

#[test]
fn look_alikes_in_declarations() {
    for (name, one, other, differs) in [
        ("C", "class C { }", "sealed class C { }", (true, false)),
        ("C", "class C { }", "class C() { }", (true, false)),
        ("C", "class C : A { }", "class C : B { }", (true, false)),
        ("C", "class C : A(1) { }", "class C : A(2) { }", (true, false)),
        ("C", "class C<T> { }", "class C<T> where T : class { }", (true, false)),
        ("C", "class C<T> where T : class { }", "class C<T> where T : struct { }", (true, false)),
        ("C", "struct C { }", "ref struct C { }", (true, false)),
        ("C", "interface C<out T> { }", "interface C<in T> { }", (true, false)),
        ("C", "[A] class C { }", "[B] class C { }", (true, false)),
        ("C", "enum C { A }", "enum C : byte { A }", (true, false)),
        ("C", "record C(int A);", "record C(long A);", (true, false)),
        ("C.A", "record C(int A);", "record C(int A = 1);", (true, false)),
        ("C.A", "enum C { A = 1 }", "enum C { A = 2 }", (false, true)),
        ("D", "delegate int D(int x);", "delegate int D(long x);", (true, false)),
        ("D", "delegate int D(int x);", "delegate int D(int y);", (true, false)),
        ("C.x", "class C { int x; }", "class C { int? x; }", (true, false)),
        ("C.x", "class C { int x = 1; }", "class C { int x = 2; }", (false, true)),
        ("C.x", "class C { int x = 1; }", "class C { readonly int x = 1; }", (true, false)),
        ("C.x", "unsafe struct C { fixed byte x[2]; }", "unsafe struct C { fixed byte x[3]; }", (true, false)),
        ("C.P", "class C { int P { get; } }", "class C { int P { get; set; } }", (true, true)),
        ("C.P", "class C { int P { get; set; } }", "class C { int P { get; init; } }", (true, true)),
        ("C.P", "class C { int P { get; set; } }", "class C { int P { get; private set; } }", (true, true)),
        ("C.P", "class C { int P { get => 1; } }", "class C { int P { get => 2; } }", (false, true)),
        ("C.P", "class C { int P => 1; }", "class C { int P => 2; }", (false, true)),
        ("C.P", "class C { int P { get; } }", "class C { required int P { get; } }", (true, false)),
        ("C.E", "class C { event A E; }", "class C { A E; }", (true, false)),
        ("C.F(int)", "class C { void F(int a) { } }", "class C { void F(int b) { } }", (true, false)),
        ("C.F(int)", "class C { void F(int a) { } }", "class C { void F(int a = 1) { } }", (true, false)),
        ("C.F(int[])", "class C { void F(int[] a) { } }", "class C { void F(params int[] a) { } }", (true, false)),
        ("C.F(int)", "class C { void F(int a) { } }", "class C { void F(this int a) { } }", (true, false)),
        ("C.F()", "class C { void F() { } }", "class C { static void F() { } }", (true, false)),
        ("C.F()", "class C { void F() { } }", "class C { int F() { } }", (true, false)),
        ("C.F()", "class C { void F() { } }", "class C { ref int F() { } }", (true, false)),
        ("C.F()", "class C { void F() { } }", "class C { void F() => x; }", (false, true)),
        ("C.F()", "class C { void F() { } }", "class C { void F<T>() { } }", (true, false)),
        ("C.C()", "class C { C() : this(1) { } }", "class C { C() : base(1) { } }", (false, true)),
        ("C.this(int)", "class C { int this[int i] => i; }", "class C { int this[int j] => i; }", (true, false)),
        ("C.this(int)", "class C { int this[int i] => 1; }", "class C { int this[int i] => 2; }", (false, true)),
    ] {
        assert_differs(CS, name, one, other, differs);
    }
}

/// SPEC 4.3.
#[test]
fn a_rename_of_something_recursive_keeps_both_hashes() {
    for (one, other) in [
        (
            ("C.F(int)", "class C { int F(int n) => n < 2 ? n : F(n - 1) + this.F(n - 2) + C.F(0); }"),
            ("C.G(int)", "class C { int G(int n) => n < 2 ? n : G(n - 1) + this.G(n - 2) + C.G(0); }"),
        ),
        (
            ("C", "class C { C(int n) { } C Copy() => new C(1); static C Empty; }"),
            ("D", "class D { D(int n) { } D Copy() => new D(1); static D Empty; }"),
        ),
        (("F(int)", "int F(int n) => F(n - 1);"), ("G(int)", "int G(int n) => G(n - 1);")),
    ] {
        let [one, other] = [one, other].map(|(name, source)| {
            let outline = read(CS, source);
            let construct = find(&outline, name);
            (construct.interface_hash, construct.body_hash)
        });
        assert_eq!(one, other);
    }
    let other_object = ["class C { int F() => store.F(); }", "class C { int G() => store.G(); }"];
    let [one, other] = other_object.map(|source| read(CS, source));
    assert_ne!(find(&one, "C.F()").body_hash, find(&other, "C.G()").body_hash);
}

#[test]
fn a_file_of_the_same_name_may_hold_a_base() {
    let paths = |path, name| super::named(CS).neighbours(path, name);
    assert_eq!(paths("src/Shop/Order.cs", "Core.Entity"), ["src/Shop/Entity.cs"]);
    assert_eq!(paths("Order.cs", "Entity"), ["Entity.cs"]);
}

#[test]
fn errors_stay_where_they_are() {
    let outline = read(CS, "class C { void A() { x = ; } void B() { y(); } int c; }\nclass D { void E() { } }\n");
    let broken: Vec<(&str, bool)> =
        outline.constructs.iter().map(|construct| (construct.qualname.as_str(), construct.has_parse_error)).collect();
    assert_eq!(
        broken,
        [("C", true), ("C.A()", true), ("C.B()", false), ("C.c", false), ("D", false), ("D.E()", false)]
    );
}
