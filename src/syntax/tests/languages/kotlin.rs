//! What is special about Kotlin.
//!
//! `formatting/ktlint.kt` was written by ktlint 1.8.0 with its own code style.

use super::{assert_differs, assert_names, assert_same, find, read};

/// SPEC 4.2.
#[test]
fn functions_carry_their_parameter_types() {
    for (function, name) in [
        ("fun f(a: Int, b: List<String>? = null) {}", "f(Int,List<String>?)"),
        ("fun f(a: (Int, Int) -> Unit) {}", "f((Int,Int)->Unit)"),
        ("fun f(@A a: suspend () -> Unit) {}", "f(suspend()->Unit)"),
        ("fun <T : Any> f(vararg a: T) where T : B {}", "f(T)"),
        ("fun f() = 1", "f()"),
        ("fun `a b`() = 1", "`a b`()"),
        ("fun String.f(a: Int) = 1", "String.f(Int)"),
        ("fun String?.f() = 1", "String.f()"),
        ("fun <T> Map<String, List<T>>.f() = 1", "Map.f()"),
        ("val String.f: Int get() = 1", "String.f"),
        ("operator fun A.plus(b: A): A = b", "A.plus(A)"),
    ] {
        assert_names("kotlin", function, &[name]);
    }
    let class =
        "class A(val x: Int, y: Int) {\n constructor(z: Long) : this(1, 2)\n companion object {\n val y = 1\n }\n}";
    assert_names("kotlin", class, &["A", "A.x", "A.constructor(Long)", "A.Companion", "A.Companion.y"]);
    let class = "class A {\n companion object Named {\n fun f() = 1\n }\n fun String.g() = 1\n}";
    assert_names("kotlin", class, &["A", "A.Named", "A.Named.f()", "A.String.g()"]);
}

/// The grammar would take the modifiers for names.
#[test]
fn definitions_after_annotations() {
    for (definition, names) in [
        ("data class B(val x: Int)", &["B", "B.x"][..]),
        ("enum class B { C, D }", &["B", "B.C", "B.D"]),
        ("annotation class B", &["B"]),
        ("actual class B {\n  actual fun f() {}\n}", &["B", "B.f()"]),
        ("expect fun f()", &["f()"]),
        ("const val x = 1", &["x"]),
        ("data object B", &["B"]),
    ] {
        for annotation in ["", "@A ", "@A\n", "@A(1)\n", "@A @C\n"] {
            assert_names("kotlin", &format!("{annotation}{definition}"), names);
        }
    }
    assert_differs("kotlin", "B", "@A data class B", "@A value class B", (true, false));
    let outline = read("kotlin", "@A(1)\nenum class B { C }\n@A(1)\nconst val x = 1\n");
    assert_eq!((find(&outline, "B").kind.as_str(), find(&outline, "x").role.is_some()), ("enum", true));
}

#[test]
fn what_nobody_could_name_is_no_construct() {
    for source in [
        "val a = object : B {\n val x = 1\n fun f() = 1\n}",
        "val a = run {\n val x = 1\n fun f() = 1\n x\n}",
        "val a by lazy {\n class B\n 1\n}",
        "val a: Int\n get() {\n val x = 1\n return x\n }",
        "val a = fun(x: Int): Int { val y = x\n return y }",
    ] {
        assert_names("kotlin", source, &["a"]);
    }
    assert_names("kotlin", "fun f() {\n val x = 1\n fun g() {}\n class B(val y: Int)\n}", &["f()"]);
    assert_names("kotlin", "class A {\n init {\n val x = 1\n class B\n }\n}", &["A"]);
    assert_names("kotlin", "enum class E {\n A {\n val x = 1\n },\n}", &["E", "E.A"]);
}

#[test]
fn constants_and_private_members() {
    let outline = read(
        "kotlin",
        "const val a = 1\nval B_C = 2\nvar d = 3\nprivate val e = 4\ninternal val f = 5\nprivate fun g() = 6\n\
         class H(private val i: Int, val j: Int) {\n private class K\n protected val l = 1\n var m = 1\n  private set\n}\n\
         enum class N { O }\n",
    );
    let names = |is_wanted: fn(&super::super::Construct) -> bool| {
        let constructs = outline.constructs.iter().filter(|construct| is_wanted(construct));
        constructs.map(|construct| construct.qualname.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(names(|construct| construct.role.is_some()), ["a", "B_C", "N.O"]);
    assert_eq!(names(|construct| construct.is_private), ["e", "g()", "H.i", "H.K"]);
}

/// SPEC 4.3: callers may use the names of parameters.
#[test]
fn interfaces() {
    let before = "fun f(a: Int, b: Int = 1): Int = a";
    for (after, differs) in [
        ("fun f(x: Int, b: Int = 1): Int = a", (true, false)),
        ("fun f(a: Int, b: Int = 2): Int = a", (true, false)),
        ("fun f(a: Int, b: Int): Int = a", (true, false)),
        ("fun f(a: Int, vararg b: Int = 1): Int = a", (true, false)),
        ("fun f(a: Int, b: Int = 1): Long = a", (true, false)),
        ("fun f(a: Int, b: Int = 1) = a", (true, false)),
        ("fun <T> f(a: Int, b: Int = 1): Int = a", (true, false)),
        ("suspend fun f(a: Int, b: Int = 1): Int = a", (true, false)),
        ("@A fun f(a: Int, b: Int = 1): Int = a", (true, false)),
        ("fun f(a: Int, b: Int = 1): Int = b", (false, true)),
        ("fun f(a: Int, b: Int = 1): Int { a }", (false, true)),
    ] {
        assert_differs("kotlin", "f(Int,Int)", before, after, differs);
    }
    for (one, other, differs) in [
        ("class A", "data class A", (true, false)),
        ("class A", "open class A", (true, false)),
        ("class A", "class A<T>", (true, false)),
        ("class A<T>", "class A<out T>", (true, false)),
        ("class A : B", "class A : B()", (true, false)),
        ("class A : B by c", "class A : B", (true, false)),
        ("class A(a: Int)", "class A(b: Int)", (true, true)),
        ("class A(val a: Int)", "class A(var a: Int)", (true, true)),
        ("class A(val a: Int)", "class A(val a: Int = 1)", (true, true)),
        ("class A", "object A", (true, false)),
        ("class A private constructor(a: Int)", "class A(a: Int)", (true, true)),
        ("interface A", "fun interface A", (true, false)),
        ("class A<T>", "class A<T> where T : B", (true, false)),
        ("typealias A = B", "typealias A = C", (false, true)),
        ("typealias A = B", "typealias A<T> = B", (true, false)),
    ] {
        assert_differs("kotlin", "A", one, other, differs);
    }
    for (one, other, differs) in [
        ("val x = 1", "var x = 1", (true, false)),
        ("val x = 1", "val x: Int = 1", (true, false)),
        ("val x: Int = 1", "val x: Int? = 1", (true, false)),
        ("val x = 1", "val x by 1", (false, true)),
        ("var x = 1", "var x = 1\n  private set", (true, true)),
        ("val x: Int get() = 1", "val x: Int get() = 2", (false, true)),
        ("val x = 1", "const val x = 1", (true, false)),
    ] {
        assert_differs("kotlin", "x", one, other, differs);
    }
    let [one, other] = ["fun A.f() = 1", "fun A?.f() = 1"];
    assert_differs("kotlin", "A.f()", one, other, (true, false));
}

/// SPEC 4.5, the other way round.
#[test]
fn look_alikes() {
    for (one, other) in [
        ("x = a - (b - c)", "x = a - b - c"),
        ("x++", "++x"),
        ("x = a..b", "x = a..<b"),
        ("x = a ?: b", "x = b ?: a"),
        ("x = a?.b", "x = a.b"),
        ("x = a!!.b", "x = a.b"),
        ("x = a as B", "x = a as? B"),
        ("x = a is B", "x = a !is B"),
        ("x = a in b", "x = a !in b"),
        ("x = a[b]", "x = a(b)"),
        ("x = a[b, c]", "x = a[b][c]"),
        ("x = f(a, b)", "x = f(b, a)"),
        ("x = f(a = b)", "x = f(a, b)"),
        ("x = f(*a)", "x = f(a)"),
        ("x = f(a) { b }", "x = f { b }"),
        ("x = f()", "x = f"),
        ("x = f {}", "x = f()"),
        ("x = { a }", "x = { a -> }"),
        ("x = { a -> b }", "x = { (a) -> b }"),
        ("x = f<A>(b)", "x = f(b)"),
        ("x = a::b", "x = a.b"),
        ("x = ::a", "x = a"),
        ("x = a == b", "x = a === b"),
        ("x = this", "x = this@A"),
        ("return", "return@f"),
        ("if (a) b() else c()", "if (a) c() else b()"),
        ("if (a) { if (b) c() } else d()", "if (a) { if (b) c() else d() }"),
        ("if (a) { b(); c() }", "if (a) b(); c()"),
        ("for (a in b) c()", "for (b in a) c()"),
        ("for ((a, b) in c) d()", "for (a in c) d()"),
        ("while (a) b()", "do b() while (a)"),
        ("when (a) { b -> c }", "when { b -> c }"),
        ("when (a) { b, c -> d }", "when (a) { b -> c\n c -> d }"),
        ("when (a) { is B -> c }", "when (a) { in B -> c }"),
        ("when (a) { B -> c }", "when (a) { is B -> c }"),
        ("val x = a", "var x = a"),
        ("val x = a", "val x by a"),
        ("val (x, y) = a", "val x = a"),
        ("val x: A = b", "val x: A? = b"),
        ("val x: (A) -> B = c", "val x: A.() -> B = c"),
        ("val x: ((A) -> B)? = c", "val x: (A) -> B? = c"),
        ("val x: List<A> = c", "val x: List<out A> = c"),
        ("x = \"$a\"", "x = \"a\""),
        ("x = \"$a.b\"", "x = \"${a.b}\""),
        ("x = \"\\n\"", "x = \"\"\"\\n\"\"\""),
        ("x = 'a'", "x = \"a\""),
        ("x = 1", "x = 1L"),
        ("x = 1", "x = 1.0"),
        ("throw a", "return a"),
        ("try { a() } catch (e: B) {}", "try { a() } catch (e: C) {}"),
        ("try { a() } finally { b() }", "try { a() } catch (e: B) { b() }"),
        ("x = object : A {}", "x = object : B {}"),
        ("x += 1", "x -= 1"),
        ("a b c", "a.b(c)"),
        ("x = -a", "x = +a"),
        ("x = !a", "x = a"),
        ("fun g() { a() }", "fun g() = a()"),
    ] {
        let function = |body: &str| format!("fun f() {{\n  {body}\n  end()\n}}");
        assert_differs("kotlin", "f()", &function(one), &function(other), (false, true));
    }
}

#[test]
fn spellings() {
    for (one, other) in [
        ("private open suspend fun f() {}", "suspend open private fun f() {}"),
        ("@A private val x = 1", "private @A val x = 1"),
        ("fun f(): Unit { a() }", "fun f() { a() }"),
        ("fun f(a: Int): Int { return a }", "fun f(a: Int): Int = a"),
        ("fun f(): A { throw B() }", "fun f(): A = throw B()"),
        ("fun f() { throw B() }", "fun f(): Unit = throw B()"),
        ("class A { }", "class A"),
        ("class A(val a: Int, val b: Int)", "class A(\n  val a: Int,\n  val b: Int,\n)"),
        ("enum class A { B, C }", "enum class A {\n  B,\n  C,\n  ;\n}"),
        ("val x = \"${a}b${c.d}\"", "val x = \"${ a }b${(c.d)}\""),
        ("val x = \"$a b\"", "val x = \"${a} b\""),
        ("val x = f() { a }", "val x = f { a }"),
        ("val x = f(a) { b }", "val x = f(a,) { b; }"),
        ("val x = if (a) b else c", "val x = if ((a)) {\n b\n} else {\n c\n}"),
        (
            "val x = when (a) { 1, 2 -> b\n else -> c }",
            "val x = when (a) {\n 1,\n 2,\n -> {\n b\n }\n else -> { c }\n}",
        ),
        ("val x = 1_000 + 0XFF", "val x = 1000 + 0xff;"),
        ("fun f() { a(); b() }", "fun f() {\n  a()\n  b()\n}"),
        ("fun f() { for (a in b) c() }", "fun f() {\n for (a in b) {\n c()\n }\n}"),
        ("/** A b. */\nval x = 1", "/**\n * A\n * b.\n */\n\nval x = 1"),
        ("import a.B\nimport a.C\nval x = 1", "import a.C;\nimport a.B\n\nval x = 1"),
        ("typealias A = (B) -> C", "typealias A = ((B) -> C)"),
    ] {
        assert_same("kotlin", one, other);
    }
}

/// SPEC 4.3: a rename keeps both hashes, and nothing else counts as the name.
#[test]
fn renames() {
    let both = |one: &str, from: &str, other: &str, to: &str| {
        let outlines = [read("kotlin", one), read("kotlin", other)];
        let [a, b] = [find(&outlines[0], from), find(&outlines[1], to)];
        (a.interface_hash == b.interface_hash, a.body_hash == b.body_hash)
    };
    let [one, other] = ["fib", "fibonacci"].map(|name| format!("fun {name}(n: Int): Int = {name}(n - 1) + b.fib(n)"));
    assert_eq!(both(&one, "fib(Int)", &other, "fibonacci(Int)"), (true, true));
    for body in
        ["NAME(n)", "this.NAME(n)", "super.NAME(n)", "A.NAME(n)", "map(::NAME)", "map(this::NAME)", "map(A::NAME)"]
    {
        let [one, other] = ["fib", "fibonacci"]
            .map(|name| format!("class A {{\n fun {name}(n: Int): Int = {body}\n}}").replace("NAME", name));
        assert_eq!(both(&one, "A.fib(Int)", &other, "A.fibonacci(Int)"), (true, true), "{body}");
    }
    for body in ["fib", "fib.x()", "b.fib(n)", "b?.fib(n)", "f(fib = n)", "B::fib"] {
        let [one, other] =
            ["fib", "fibonacci"].map(|name| format!("class A {{\n fun {name}(n: Int): Int = {body}\n}}"));
        assert_eq!(both(&one, "A.fib(Int)", &other, "A.fibonacci(Int)"), (true, true), "the body stayed: {body}");
    }
    let class = |name: &str| format!("class {name} {{\n fun make(): {name} = {name}()\n}}");
    assert_eq!(both(&class("A"), "A", &class("B"), "B"), (true, true));
}

#[test]
fn imports_and_bases() {
    let outline = read("kotlin", "import a.b.C\nimport a.b.D as E\nimport a.c.*\nclass F : C<Int>(), a.b.D, E by g\n");
    let imports: Vec<_> = outline
        .imports
        .iter()
        .map(|import| (import.module.as_str(), import.name.as_deref(), import.alias.as_deref()))
        .collect();
    assert_eq!(imports, [("a.b", Some("C"), None), ("a.b", Some("D"), Some("E")), ("a.c", Some("*"), None)]);
    assert_eq!(find(&outline, "F").base_classes, ["C", "a.b.D", "E"]);
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read("kotlin", "fun f(): Int {\n  return 1 + )\n}\n\nfun g(): Int {\n  return 2\n}\n\nclass B\n");
    assert_eq!(outline.broken.len(), 1);
    let broken = |name: &str| find(&outline, name).has_parse_error;
    assert_eq!((broken("f()"), broken("g()"), broken("B")), (true, false, false));
}

/// The parser would try to recover from this forever.
#[test]
fn the_parser_gives_up_at_last() {
    let source = include_str!("../../../../tests/languages/kotlin/definitions.kt");
    for damage in ["class A\n@foo", "class A {\n  @foo(", "@"] {
        read("kotlin", format!("{source}{damage}"));
        read("kotlin", damage);
    }
}
