//! What is special about Java.
//!
//! `formatting/google-java-format.java` was written by google-java-format 1.35.0, without options. It sorts imports and
//! drops unused ones as well, which is no matter of fingerprints: `source.java` has them in order.

use super::{assert_differs, assert_names, assert_same, find, read};

/// The members of a class, without its own name.
#[track_caller]
fn assert_members(body: &str, expected: &[&str]) {
    let mut names = vec!["A".to_owned()];
    names.extend(expected.iter().map(|name| format!("A.{name}")));
    assert_names("java", &format!("class A {{ {body} }}"), &names.iter().map(String::as_str).collect::<Vec<_>>());
}

/// SPEC 4.2.
#[test]
fn methods_carry_their_parameter_types() {
    for (method, name) in [
        ("int add(int a, int b) { return a; }", "add(int,int)"),
        ("void f(final int[] a, @X(\"a,b\") String s) {}", "f(int[],String)"),
        ("void f(int y[], int[] z[]) {}", "f(int[],int[][])"),
        ("void f(int... xs) {}", "f(int...)"),
        ("void f(Map<String, List<? super T>> m) {}", "f(Map<String,List<?super T>>)"),
        ("void f(List<@NonNull String> l, byte @Nullable [] b) {}", "f(List<String>,byte[])"),
        ("void f(A this, java.util.List l) {}", "f(java.util.List)"),
        ("<T> A(T t) {}", "A(T)"),
        ("void f(/* nothing */) {}", "f()"),
    ] {
        assert_members(method, &[name]);
    }
    let overloads = "void f(int a) {} void f(long a) {} void f(int b) {} void f() {}";
    assert_members(overloads, &["f(int)", "f(long)", "f(int)#2", "f()"]);
}

#[test]
fn what_nobody_could_name_is_no_construct() {
    for body in [
        "{ class Local { int x; } }",
        "static { int x = 1; record R(int a) {} Runnable r = new Runnable() { public void run() {} }; }",
        ";;",
    ] {
        assert_members(body, &[]);
    }
    assert_members("Object o = new Object() { int x; void f() {} };", &["o"]);
    assert_members("Runnable r = () -> { class Local {} }, s = (int a, int b) -> {};", &["r", "s"]);
    assert_members("void f() { int x; interface I {} enum E { X } }", &["f()"]);
    assert_names("java", "enum E { A { int x; }, B(new Object() { int y; }); }", &["E", "E.A", "E.B"]);
    assert_names("java", "module a { requires b; }", &["a"]);
}

/// A compact constructor lists no parameters, and so stays apart from one that has none.
#[test]
fn records() {
    let record = "record P(int x, @A String... y) { P { } P() { this(1); } static int z; }";
    assert_names("java", record, &["P", "P.x", "P.y", "P.P", "P.P()", "P.z"]);
    let of = |components: &str| format!("record P({components}) {{ void f() {{}} }}");
    // Components are what a record promises, with their names.
    assert_differs("java", "P", &of("int x"), &of("int y"), (true, true));
    assert_differs("java", "P", &of("int x"), &of("long x"), (true, true));
    assert_differs("java", "P.x", &of("int x"), &of("long x"), (true, false));
    assert_differs("java", "P.x", &of("int x"), &of("@A int x"), (true, false));
    assert_differs("java", "P.x", &of("int x"), &of("int... x"), (true, false));
    assert_differs("java", "P.f()", &of("int x"), &of("long x"), (false, false));
}

#[test]
fn constants_and_private_members() {
    let outline = read(
        "java",
        "class A { static final int A = 1; final @X static int B = 2; final int C = 3; static int D = 4; private int e; }
         interface I { int F = 6; private void g() {} } enum E { H } @interface N { int I = 1; int j() default 2; }",
    );
    let names = |is_wanted: fn(&super::super::Construct) -> bool| {
        let constructs = outline.constructs.iter().filter(|construct| is_wanted(construct));
        constructs.map(|construct| construct.qualname.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(names(|construct| construct.role.is_some()), ["A.A", "A.B", "I.F", "E.H", "N.I"]);
    assert_eq!(names(|construct| construct.is_private), ["A.e", "I.g()"]);
}

/// SPEC 4.3: what a caller cannot see is no part of the interface.
#[test]
fn interfaces() {
    let before = "class A { public int f(int a, String b) throws X { return a; } }";
    for (after, differs) in [
        ("class A { public int f(int x, String b) throws X { return a; } }", (false, true)),
        ("class A { public int f(final int a, String b) throws X { return a; } }", (false, false)),
        ("class A { public int f(int a, String b) throws X { return b; } }", (false, true)),
        ("class A { public int f(int a, String b) throws X, Y { return a; } }", (true, false)),
        ("class A { public int f(int a, String b) { return a; } }", (true, false)),
        ("class A { public long f(int a, String b) throws X { return a; } }", (true, false)),
        ("class A { public int[] f(int a, String b) throws X { return a; } }", (true, false)),
        ("class A { int f(int a, String b) throws X { return a; } }", (true, false)),
        ("class A { public static int f(int a, String b) throws X { return a; } }", (true, false)),
        ("class A { public <T> int f(int a, String b) throws X { return a; } }", (true, false)),
        ("class A { @Y public int f(int a, String b) throws X { return a; } }", (true, false)),
        ("class A { public int f(int a, @Y String b) throws X { return a; } }", (true, false)),
    ] {
        assert_differs("java", "A.f(int,String)", before, after, differs);
    }
    for (one, other) in [
        ("class A {}", "final class A {}"),
        ("class A {}", "class A<T> {}"),
        ("class A<T> {}", "class A<T extends B> {}"),
        ("class A extends B {}", "class A implements B {}"),
        ("class A extends B<C> {}", "class A extends B<D> {}"),
        ("sealed class A permits B {}", "sealed class A permits B, C {}"),
        ("class A {}", "@B class A {}"),
        ("@B class A {}", "@B(1) class A {}"),
        ("module A {}", "open module A {}"),
    ] {
        assert_differs("java", "A", one, other, (true, false));
    }
    assert_differs("java", "A", "interface A {}", "@interface A {}", (true, true));
    let element = |rest: &str| format!("@interface A {{ int f(){rest}; }}");
    assert_differs("java", "A.f()", &element(""), &element(" default 1"), (true, false));
    assert_differs("java", "A.f()", &element(" default 2"), &element(" default 1"), (true, false));
    let field = |text: &str| format!("class A {{ {text} = 1; }}");
    for (one, other) in [("int x", "int x[]"), ("int[] x", "int[][] x"), ("int x", "final int x"), ("A x", "a.A x")] {
        assert_differs("java", "A.x", &field(one), &field(other), (true, false));
    }
}

/// SPEC 4.5, the other way round.
#[test]
fn look_alikes() {
    for (one, other) in [
        ("for (a();;) {}", "for (;a();) {}"),
        ("for (;a();) {}", "for (;;a()) {}"),
        ("for (int i;;) {}", "for (;;) { int i; }"),
        ("x++;", "++x;"),
        ("x = a - (b - c);", "x = a - b - c;"),
        ("x = (a + b) * c;", "x = a + b * c;"),
        ("x = (A) b.c();", "x = ((A) b).c();"),
        ("x = new int[1][];", "x = new int[1];"),
        ("x = new int[][] {};", "x = new int[] {};"),
        ("x = (int[]) y;", "x = (int[][]) y;"),
        ("x = new A[] {a, b};", "x = new A[] {{a, b}};"),
        ("x = a ? b : c;", "x = a ? c : b;"),
        ("x = a[b];", "x = b[a];"),
        ("x = a[b];", "x = a(b);"),
        ("f(a, b);", "f(b, a);"),
        ("f(a).b();", "f(a.b());"),
        ("a.f();", "f(a);"),
        ("this.f();", "f();"),
        ("f();", "f;"),
        ("if (a) b(); c();", "if (a) { b(); c(); }"),
        ("if (a) b(); else c();", "if (a) b(); c();"),
        ("if (a) ; b();", "if (a) b();"),
        ("while (a) ; b();", "while (a) b();"),
        ("return;", "return null;"),
        ("break;", "break a;"),
        ("try (A a = b) {} finally {}", "try { A a = b; } finally {}"),
        ("try {} catch (A | B e) {}", "try {} catch (A e) {} catch (B e) {}"),
        ("x = () -> a;", "x = a -> a;"),
        ("x = () -> { };", "x = () -> null;"),
        ("x = (a, b) -> a;", "x = a -> a;"),
        ("x = A::new;", "x = A::b;"),
        ("x = a instanceof B;", "x = a instanceof B b;"),
        ("x = a & b;", "x = a && b;"),
        ("x = a >> b;", "x = a >>> b;"),
        ("x = 1;", "x = 1L;"),
        ("x = 010;", "x = 10;"),
        ("x = 'a';", "x = \"a\";"),
        ("x = \"\\\\s\";", "x = \"\\s\";"),
        ("x = \"a\" + \"b\";", "x = \"b\" + \"a\";"),
        ("x = \"a\" + b;", "x = \"ab\";"),
        ("x = a + \"b\" + \"c\";", "x = a + \"b\" + c;"),
        ("x = \"a\" - \"b\";", "x = \"a\" + \"b\";"),
        ("x = 1 + 2 + \"a\";", "x = 1 + (2 + \"a\");"),
        ("x = \"\"\"\n  a\n   b\"\"\";", "x = \"\"\"\n  a\n  b\"\"\";"),
        ("x = \"\"\"\n  a\n  \"\"\";", "x = \"\"\"\n  a\n \"\"\";"),
        ("switch (a) { case 1: b(); }", "switch (a) { case 1 -> b(); }"),
        ("switch (a) { case 1: case 2: b(); }", "switch (a) { case 1: b(); case 2: }"),
        ("List<A> x;", "List<A, A> x;"),
        ("List<? extends A> x;", "List<? super A> x;"),
        ("final int x;", "int x;"),
        ("assert a;", "assert a : a;"),
        ("synchronized (a) {}", "if (a) {}"),
        ("a.<B>f();", "a.f();"),
        ("a.new B();", "new B(a);"),
        ("throw a;", "return a;"),
        ("do a(); while (b);", "while (b) a();"),
    ] {
        let method = |body: &str| format!("class A {{ void f() {{ {body} }} }}");
        assert_differs("java", "A.f()", &method(one), &method(other), (false, true));
    }
    assert_differs("java", "A", "class A { static { a(); } }", "class A { { a(); } }", (false, true));
}

#[test]
fn spellings() {
    for (one, other) in [
        ("private static final int x = 1;", "final static private int x = (1);"),
        ("@A public int x;", "public @A() int x;"),
        ("int[] x = {1, 2};", "int [] x = { 1, 2, };"),
        ("int x = 1_000 + 0XFF;", "int x = 1000 + 0xff;"),
        ("String x = \"ab\" + c + \"de\";", "String x = \"a\" + \"b\" + c + \"d\" + /* e */ \"e\";"),
        ("String x = a + (\"b\");", "String x = a + \"b\";"),
        ("String x = \"\"\"\n    a\n      b\n    \"\"\";", "String x = \"\"\"\na  \n  b\n\"\"\";"),
        ("String x = \"\"\"\n  a\\\n  \"\"\";", "String x = \"\"\"\n  a\"\"\";"),
        ("F x = a -> b(a);", "F x = (a) -> (b(a));"),
        ("/** A. B */ int x;", "/**\n * A.\n *\n * <p>B\n */\nint x;"),
        ("/** A */ int x;", "/** A */\n\n\nint x;"),
        ("void f() { ; a(); ; }", "void f() { a(); };"),
        ("enum E { A, B }", "enum E { A, B, ; }"),
        ("@A({1, 2}) int x;", "@A({1, 2,}) int x;"),
    ] {
        let class = |body: &str| format!("class A {{ {body} }}");
        assert_same("java", &class(one), &class(other));
    }
}

/// SPEC 4.3: a rename keeps both hashes, and nothing else counts as the name.
#[test]
fn renames() {
    let both = |one: &str, from: &str, other: &str, to: &str| {
        let outlines = [read("java", one), read("java", other)];
        let [a, b] = [find(&outlines[0], from), find(&outlines[1], to)];
        (a.interface_hash == b.interface_hash, a.body_hash == b.body_hash)
    };
    for body in ["NAME(n - 1)", "this.NAME(n)", "A.NAME(n)", "super.NAME(n)", "map(this::NAME)", "map(A::NAME)"] {
        let [one, other] = ["fib", "fibonacci"]
            .map(|name| format!("class A {{ int {name}(int n) {{ return {body}; }} }}").replace("NAME", name));
        assert_eq!(both(&one, "A.fib(int)", &other, "A.fibonacci(int)"), (true, true), "{body}");
    }
    for body in ["fib", "fib.x()", "b.fib(n)", "B::fib", "this.fib"] {
        let [one, other] =
            ["fib", "fibonacci"].map(|name| format!("class A {{ int {name}(int n) {{ return {body}; }} }}"));
        assert_eq!(both(&one, "A.fib(int)", &other, "A.fibonacci(int)"), (true, true), "the body stayed: {body}");
        let other = other.replace("return fib", "return fibonacci").replace(".fib", ".fibonacci");
        let other = other.replace("::fib(", "::fibonacci(").replace("B::fib;", "B::fibonacci;");
        assert_eq!(both(&one, "A.fib(int)", &other, "A.fibonacci(int)"), (true, false), "{body}");
    }
    let class = |name: &str| format!("class {name} {{ {name}() {{}} {name} make() {{ return new {name}(); }} }}");
    assert_eq!(both(&class("A"), "A", &class("B"), "B"), (true, true));
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read("java", "class A { int f() { return 1 +; } int g() { return 2; } }\nclass B { int h; }");
    assert_eq!(outline.broken.len(), 1);
    let broken = |name: &str| find(&outline, name).has_parse_error;
    assert_eq!((broken("A.f()"), broken("A.g()"), broken("B")), (true, false, false));
}
