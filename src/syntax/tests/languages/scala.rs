//! What is special about Scala.
//!
//! No formatter is at hand for `formatting/`; `ugly.scala` is written by hand: indentation for braces, other line breaks
//! and spaces, redundant parentheses, braces and semicolons, trailing commas, modifiers in another order.

use super::{assert_differs, assert_names, assert_same, find, read};

const SCALA: &str = "scala";

#[test]
fn names() {
    let cases: &[(&str, &[&str])] = &[
        ("def f(a: Int, b: => A.B, c: Int*) = 1", &["f(Int,=>A.B,Int*)"]),
        ("def f(a: Int)(b: Int = 1)(using C)(implicit d: D) = 1", &["f(Int,Int,C,D)"]),
        ("def f[T](a: (T, Int) => T, @x b: Map[T, _]) = 1", &["f((T,Int)=>T,Map[T,_])"]),
        ("def f: Int\ndef g(): Int", &["f()", "g()"]),
        (
            "def +(a: A) = 1\ndef ::[T](a: T) = 1\ndef unary_! = 1\ndef x_=(a: A) = 1",
            &["+(A)", "::(T)", "unary_!()", "x_=(A)"],
        ),
        ("def `type` = 1\nval `a.b c` = 1", &["type()", "a_b_c"]),
        ("class A { def this(a: Int) = this() }", &["A", "A.this(Int)"]),
        ("object A { class A { object A } }\nclass A", &["A@object", "A@object.A", "A@object.A.A@object", "A"]),
        ("package a\npackage b { class C }\npackage object d { val e = 1 }", &["C", "d@object", "d@object.e"]),
        (
            "val a, b, c = 1\nvar (d, e: Int) = f\nval G(h, i) = j\nval k :: l = m\nval _ = n",
            &["a", "b", "c", "d", "e", "h", "i", "k", "l"],
        ),
        ("trait A { val a, b, c: Int; var d: Int }", &["A", "A.a", "A.b", "A.c", "A.d"]),
        ("extension (a: A)(using B) def f(b: Int) = 1", &["A.f(Int)"]),
        ("extension [T](a: List[T]) { def f = 1; def g = 2 }", &["List.f()", "List.g()"]),
        (
            "given A[B] with { def c = 1 }\ngiven A[C] = d\ngiven e: A[D] = f",
            &["given@A[B]", "given@A[B].c()", "given@A[C]", "e"],
        ),
        (
            "enum A(val b: Int, c: Int) { case D, E; case F(g: Int) extends A(g, 1) }",
            &["A", "A.b", "A.D", "A.E", "A.F"],
        ),
        ("type A[T] = List[T]\nopaque type B = Int\ntrait C { type D <: A[Int] }", &["A", "B", "C", "C.D"]),
    ];
    for (source, expected) in cases {
        assert_names(SCALA, source, expected);
    }
}

/// Parameters of a constructor are fields with `val` or `var`, and in the first list of a case class.
#[test]
fn fields_of_constructors() {
    let cases: &[(&str, &[&str])] = &[
        ("class A(a: Int, val b: Int, @x c: Int, private var d: Int)(e: Int, val f: Int)", &["A", "A.b", "A.d", "A.f"]),
        ("@x final class A(a: Int = value, b: String)", &["A"]),
        ("case class A(a: Int, @x b: Int)(c: Int, val d: Int)(implicit e: Int)", &["A", "A.a", "A.b", "A.d"]),
        ("@x(y: Z) private case class A[T](a: T)", &["A", "A.a"]),
        ("trait A(a: Int, val b: Int)", &["A", "A.b"]),
        (
            "class A(a: Int) { case class B(c: Int); class D(e: Int) { val f = 1 } }",
            &["A", "A.B", "A.B.c", "A.D", "A.D.f"],
        ),
    ];
    for (source, expected) in cases {
        assert_names(SCALA, source, expected);
    }
}

/// Locals, anonymous functions and classes, and what stands in types are nobody else's business.
#[test]
fn what_defines_nothing() {
    let source = "\
class A(x: Any = { val a = 1; a }) extends B(new C { def b = 1 }) {
  val c = { val d = 1; d }
  val e = new F { def g = 1 }
  def h(i: { def j: Int }): { val k: Int } = {
    val l = 1; def m = 1; class N(val o: Int); object P { val q = 1 }
  }
  foo { val r = 1; r }
  if (s) { val t = 1 } else { def u = 1 }
  xs.foreach { v => val w = v }
  type X = { def y: Int }
}
";
    assert_names(SCALA, source, &["A", "A.c", "A.e", "A.h({def j:Int})", "A.X"]);
}

fn marked(source: &str, is_marked: impl Fn(&crate::syntax::Construct) -> bool) -> Vec<String> {
    let constructs = read(SCALA, source).constructs;
    constructs.into_iter().filter(is_marked).map(|construct| construct.qualname).collect()
}

#[test]
fn who_may_use_it() {
    let source = "\
private class A(private val a: Int, val b: Int) { private[this] def c = 1; protected def d = 1 }
object B { private[b] val e = 1; private lazy val f = 1; private type G = Int; private case class H(i: Int) }
";
    let private = marked(source, |construct| construct.is_private);
    assert_eq!(private, ["A", "A.a", "A.c()", "B@object.f", "B@object.G", "B@object.H"]);
}

#[test]
fn constants_are_final_or_in_upper_case() {
    let source =
        "object A { val B = 1; val c = 1; final val d = 1; val E_F = 1; final def g = 1; class H }\nenum I { case J }";
    let constants = marked(source, |construct| construct.role.is_some());
    assert_eq!(constants, ["A@object.B", "A@object.d", "A@object.E_F", "I.J"]);
}

#[test]
fn bases_without_type_arguments() {
    let outline = read(SCALA, "class A extends B[C](1) with d.E with F[G] { }\ntrait H extends I, J[K]");
    assert_eq!(find(&outline, "A").base_classes, ["B", "d.E", "F"]);
    assert_eq!(find(&outline, "H").base_classes, ["I", "J"]);
}

#[test]
fn imports() {
    let outline = read(SCALA, "import a.b.C, d.{e => f, g as h, _}\nimport i.*\nimport j.{given K, given}\nimport l");
    let imports: Vec<(&str, Option<&str>, Option<&str>)> = outline
        .imports
        .iter()
        .map(|import| (import.module.as_str(), import.name.as_deref(), import.alias.as_deref()))
        .collect();
    assert_eq!(
        imports,
        [
            ("a.b", Some("C"), None),
            ("d", Some("e"), Some("f")),
            ("d", Some("g"), Some("h")),
            ("d", Some("*"), None),
            ("i", Some("*"), None),
            ("j", Some("K"), None),
            ("j", Some("*"), None),
            ("", Some("l"), None),
        ]
    );
}

#[test]
fn spellings() {
    for (one, other) in [
        ("class A { def f = 1 }", "class A:\n  def f =\n    1\n  end f\nend A"),
        ("class A", "class A {}"),
        ("object A { private final val b = 1 }", "object A { final private val b = (1); }"),
        ("def f = { if (a) b else c }", "def f =\n  if a then\n    b\n  else\n    c"),
        ("def f = { while (a) b }", "def f = while a do b"),
        ("def f = for (a <- b; c <- d) yield c", "def f = for { a <- b\n c <- d } yield { c }"),
        ("def f = a match { case b => c; case d => e }", "def f = a match\n  case b => c\n  case d => e"),
        ("def f = try { a } catch { case e: E => b }", "def f =\n  try a\n  catch\n    case e: E => b"),
        ("def f = a.map { b => c }", "def f = a.map:\n  b => c"),
        ("val f = (a) => a", "val f = a => a"),
        ("val a = s\"$b\"", "val a = s\"${b}\""),
        ("val a = List(1, 2)", "val a = List(\n  1,\n  2,\n)"),
        ("class A extends B with C", "class A extends B, C"),
        ("val a = 0xFFL", "val a = 0xffl"),
        ("def f(a: A)(b: B) = 1", "def f(\n  a: A,\n)(\n  b: B,\n) = 1"),
    ] {
        assert_same(SCALA, one, other);
    }
}

/// Code that looks alike and means something else.
#[test]
fn look_alikes_in_bodies() {
    for (one, other) in [
        ("f(a, b)", "f((a, b))"),
        ("f(a)(b)", "f(a, b)"),
        ("f()", "f"),
        ("f[A]", "f(A)"),
        ("a - (b - c)", "a - b - c"),
        ("a :: b :: c", "(a :: b) :: c"),
        ("a + b * c", "(a + b) * c"),
        ("(_.a).b", "_.a.b"),
        ("if (a) b else c", "if (a) c else b"),
        ("if (a) b", "if (b) a"),
        ("for (a <- b) yield a", "for (a <- b) a"),
        ("for (a <- b) yield a", "for (a = b) yield a"),
        ("s\"a$b\"", "\"a$b\""),
        ("s\"a$b\"", "f\"a$b\""),
        ("s\"a$b\"", "s\"a$c\""),
        ("\"a\\n\"", "\"\"\"a\\n\"\"\""),
        ("'a'", "\"a\""),
        ("new A", "new A {}"),
        ("new A(b)", "A(b)"),
        ("a match { case b => c }", "a match { case `b` => c }"),
        ("a match { case B(c) => d }", "a match { case B(c, _) => d }"),
        ("a match { case b: B => c }", "a match { case b @ B => c }"),
        ("a match { case b | c => d }", "a match { case b if c => d }"),
        ("(a: Int) => a", "(a: Long) => a"),
        ("(a, b) => a", "(a, b) => b"),
        ("{ a; b }", "{ b; a }"),
        ("{ val a = 1; a }", "{ var a = 1; a }"),
        ("{ lazy val a = b; a }", "{ val a = b; a }"),
        ("-a", "!a"),
        ("a = b", "a == b"),
        ("a.b = c", "a.b(c)"),
        ("1", "1L"),
        ("try a finally b", "try a catch b"),
        ("f(a = b)", "f(a == b)"),
        ("f(a: _*)", "f(a)"),
    ] {
        let [one, other] = [one, other].map(|code| format!("def f0 = {{ x; {code} }}"));
        assert_differs(SCALA, "f0()", &one, &other, (false, true));
    }
}

#[test]
fn look_alikes_in_declarations() {
    for (name, one, other, differs) in [
        ("f(Int)", "def f(a: Int) = 1", "def f(b: Int) = 1", (true, false)),
        ("f(Int)", "def f(a: Int) = 1", "def f(a: Int = 2) = 1", (true, false)),
        ("f(Int)", "def f(a: Int) = 1", "def f(implicit a: Int) = 1", (true, false)),
        ("f(Int)", "def f(using a: Int) = 1", "def f(implicit a: Int) = 1", (true, false)),
        ("f(A,B)", "def f(a: A)(b: B) = 1", "def f(a: A, b: B) = 1", (true, false)),
        ("f()", "def f = 1", "def f() = 1", (true, false)),
        ("f()", "def f: Int = 1", "def f: Long = 1", (true, false)),
        ("f()", "def f[A] = 1", "def f[A <: B] = 1", (true, false)),
        ("f()", "def f() = { g }", "def f() { g }", (false, true)),
        ("f()", "def f = 1", "@inline def f = 1", (true, false)),
        ("f()", "def f = 1", "override def f = 1", (true, false)),
        ("a", "val a = 1", "var a = 1", (true, false)),
        ("a", "val a = 1", "lazy val a = 1", (true, false)),
        ("a", "val (a, b) = c", "val (b, a) = c", (false, true)),
        ("A", "class A", "case class A", (true, false)),
        ("A", "class A(a: Int)", "class A(a: Long)", (true, true)),
        ("A", "class A(a: Int)", "class A(val a: Int)", (true, true)),
        ("A", "class A", "class A()", (true, true)),
        ("A", "class A", "class A extends B", (true, false)),
        ("A", "class A", "class A private", (true, false)),
        ("A", "class A[+T]", "class A[-T]", (true, false)),
        ("A", "class A { def f = 1 }", "class A { def f = 2 }", (false, true)),
        ("A@object", "object A", "case object A", (true, false)),
        ("A", "type A = Int", "type A = Long", (false, true)),
        ("A", "type A = Int", "opaque type A = Int", (true, false)),
        ("A.B", "enum A { case B(c: Int) }", "enum A { case B(c: Long) }", (true, false)),
        ("A.f()", "extension (a: A) def f = 1", "extension (a: A)(using B) def f = 1", (true, false)),
        ("a", "given a: B = c", "given a: B = d", (false, true)),
        ("a", "given a: B = c", "given a: D = c", (true, false)),
    ] {
        assert_differs(SCALA, name, one, other, differs);
    }
}

#[test]
fn renames_of_what_calls_itself_keep_both_hashes() {
    for (one, other, names) in [
        ("def f(n: Int): Int = f(n - 1)", "def g(n: Int): Int = g(n - 1)", ["f(Int)", "g(Int)"]),
        (
            "object A { def f(n: Int): Int = this.f(n) + f(n) + x.y }",
            "object A { def g(n: Int): Int = this.g(n) + g(n) + x.y }",
            ["A@object.f(Int)", "A@object.g(Int)"],
        ),
        ("class A { def f: A = new A }", "class B { def f: B = new B }", ["A", "B"]),
    ] {
        let outlines = [read(SCALA, one), read(SCALA, other)];
        let [a, b] = [find(&outlines[0], names[0]), find(&outlines[1], names[1])];
        assert_eq!((a.interface_hash, a.body_hash), (b.interface_hash, b.body_hash), "{one}");
    }
    let [a, b] = ["def f = x.f(f = 1)", "def g = x.g(g = 1)"].map(|source| read(SCALA, source));
    assert_ne!(a.constructs[0].body_hash, b.constructs[0].body_hash);
}

#[test]
fn errors_stay_local() {
    let outline = read(SCALA, "object A { def f = 1 }\n\nclass B { def g = ) }\n\nclass C { def h = 1 }\n");
    assert!(!outline.broken.is_empty());
    assert!(!find(&outline, "A@object.f()").has_parse_error);
    assert!(!find(&outline, "C.h()").has_parse_error);
}
