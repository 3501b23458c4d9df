//! What is special about Ruby. It has no standard formatter; `ugly.rb` was made by hand.

use super::{assert_differs, assert_names, assert_same, find, qualnames, read};

fn method(body: &str) -> String {
    format!("def f(a, b, c)\n{body}\nend\n")
}

/// SPEC 4.1: locals, blocks and arguments define nothing.
#[test]
fn what_is_no_definition() {
    let source = "x = 1; a, b = 1, 2\n[1].each { |y| Z = y; def in_block; end }\nfoo(W = 1)\nself.q = 1\nA::B = 1
        def f; c = 1; @d = 2; def g; end; class << self; def h; end; end; end
        Foo.attr_reader :x; define_method(\"a.b\") {}; describe('x') do let(:y) { } end";
    assert_names("ruby", source, &["f"]);
}

#[test]
fn names() {
    for (source, expected) in [
        (
            "class A; def x; end; def self.x; end; class << self; def x; end; end; end",
            &["A", "A.x", "A.x@self", "A.x@self#2"][..],
        ),
        (
            "class A; attr_accessor :x; def initialize; @x = 1; @y = 2; @y = 3; end; end",
            &["A", "A.x", "A.initialize", "A.y"],
        ),
        (
            "class A; def +(o); end; def +@; end; def !; end; def `(c); end; end",
            &["A", "A.+", "A.unary+", "A.!", "A.`"],
        ),
        ("class A; end; class A; def f; end; end", &["A", "A#2", "A#2.f"]),
        ("module A; def f; end; end; module A; def g; end; end", &["A", "A.f", "A#2", "A.g"]),
        ("module A; class B::C; def f; end; end; class ::D; end; end", &["A", "A.B.C", "A.B.C.f", "A.D"]),
        ("class A; private def x; end; private attr_reader :y; end", &["A", "A.x"]),
        ("A, B = 1, 2; C ||= 3; $d = 4; def (obj).e; end", &["A", "B", "C", "d", "e@obj"]),
        ("class A; alias x y; alias_method :z, :y; define_method(:w) { }; end", &["A", "A.x", "A.z", "A.w"]),
        ("A = Struct.new(:a) { def b; end }; B = Data.define; C = Class.new(A)", &["A", "A.b", "B", "C"]),
        ("if X; def f; end; else; def f; end; end", &["f", "f#2"]),
        ("# encoding\nbegin; A = 1; rescue; A = 2; end", &["A", "A#2"]),
    ] {
        assert_names("ruby", source, expected);
    }
}

#[test]
fn private_members() {
    let source = "class A; @@a = 1; def b; end; private; def c; end; def self.d; end; E = 1; attr_reader :f
        protected; def g; end; public; def h; end; private def i; end; def j; end
        class << self; private; def k; end; end; def initialize; @l = 1; end; end; class B; def m; end; end";
    let outline = read("ruby", source);
    let private: Vec<&str> = outline
        .constructs
        .iter()
        .filter(|construct| construct.is_private)
        .map(|construct| &*construct.qualname)
        .collect();
    assert_eq!(private, ["A.a", "A.c", "A.f", "A.i", "A.k@self", "A.l"]);
}

/// The text of a heredoc stands below its definition and belongs to it.
#[test]
fn heredocs() {
    let source = |text: &str| format!("A = <<~SQL.strip\n  {text}\n  x\nSQL\nB = 1\n");
    let outline = read("ruby", source("one"));
    assert_eq!((find(&outline, "A").start_line, find(&outline, "A").end_line), (1, 4));
    assert_eq!(find(&outline, "B").start_line, 5);
    assert_differs("ruby", "A", &source("one"), &source("two"), (false, true));
    assert_differs("ruby", "A", &source("one"), &source(" one"), (false, true));
    assert_differs("ruby", "B", &source("one"), &source("two"), (false, false));
    let two = "f(<<~A, <<~B)\n  one\nA\n  two\nB\n";
    assert_differs("ruby", "f", &method(two), &method(&two.replace("one", "1")), (false, true));
    assert_differs("ruby", "f", &method(two), &method("f(<<~A, <<~B)\n  two\nA\n  one\nB\n"), (false, true));
    assert_same(
        "ruby",
        &method("x = <<~A\n  one\n    two\nA\n"),
        &method("x = <<~OTHER\n      one\n        two\n      OTHER\n"),
    );
    assert_differs("ruby", "f", &method("x = <<~A\n  one\nA\n"), &method("x = <<-A\n  one\nA\n"), (false, true));
    assert_differs("ruby", "f", &method("x = <<~A\n  \\t\nA\n"), &method("x = <<~'A'\n  \\t\nA\n"), (false, true));
}

/// SPEC 4.5.
#[test]
fn spellings() {
    for (one, other) in [
        ("puts a, b", "puts(a, b)"),
        ("a.b()", "a.b"),
        ("return (a)", "return a"),
        ("x = (a + b)", "x = a + b"),
        ("a; b", "a\nb"),
        ("if a then b else c end", "if a\n  b\nelse\n  c\nend"),
        ("while a do b end", "while a\nb\nend"),
        ("a.each { |x| x }", "a.each do |x|\n  x\nend"),
        ("x = ['a', \"b\", 'it\\'s']", "x = [\"a\", 'b', \"it's\",]"),
        ("x = %q(a) + %w(a b)", "x = 'a' + %w[a b]"),
        ("x = \"a\" 'b'", "x = 'ab'"),
        ("x = {a: 1,\n b: 2,\n}", "x = { a: 1, b: 2 }"),
        ("x = 1_000", "x = 1000"),
        ("a\n  .b\n  .c", "a.b.c"),
        ("yield(a)", "yield a"),
        ("super(a)", "super a"),
    ] {
        assert_same("ruby", &method(one), &method(other));
    }
    assert_same("ruby", "def f a, b = 1\nend", "def f(a,\n  b = 1)\nend");
    assert_same("ruby", "def f()\n1\nend", "def f; 1; end");
    assert_same("ruby", "# Doc.\ndef f; end", "  #  Doc.\n  def f()\n  end # but not this");
}

#[test]
fn lookalikes() {
    for (one, other) in [
        ("a - (b - c)", "a - b - c"),
        ("a - b", "b - a"),
        ("(a; b)", "a"),
        ("a&.b", "a.b"),
        ("a.b = c", "a.b c"),
        ("a[1]", "a(1)"),
        ("a 1", "[a, 1]"),
        ("x = [a]", "x = a"),
        ("x = [[a], b]", "x = [[a, b]]"),
        ("a, = b", "a = b"),
        ("a, b = c", "a, *b = c"),
        ("a, (b, c) = x", "a, b, c = x"),
        ("a.each { |x| }", "a.each { |x,| }"),
        ("a.each { |x, y| }", "a.each { |(x, y)| }"),
        ("x = 1..", "x = ..1"),
        ("x = 1..2", "x = 1...2"),
        ("x = 'a\\n'", "x = \"a\\n\""),
        ("x = '#{a}'", "x = \"#{a}\""),
        ("x = \"a\"", "x = :a"),
        ("x = \"a\"", "x = `a`"),
        ("x = %w[a b]", "x = %i[a b]"),
        ("x = %w[a b]", "x = %w[ab]"),
        ("x = {a: 1}", "x = {'a' => 1}"),
        ("x = {a => b}", "x = [a, b]"),
        ("x = @a", "x = a"),
        ("x = @@a", "x = @a"),
        ("x = $a", "x = a"),
        ("x = 1", "x = 1.0"),
        ("a if b", "b if a"),
        ("a if b", "a unless b"),
        ("a while b", "a until b"),
        ("a && b", "a and b"),
        ("a ? b : c", "a ? c : b"),
        ("!a", "a"),
        ("a ||= b", "a = b"),
        ("f(*a)", "f(a)"),
        ("f(**a)", "f(*a)"),
        ("f(&a)", "f(a)"),
        ("f(a: 1)", "f(:a, 1)"),
        ("-> (x) { x }", "->(x, y) { x }"),
        ("proc { |x| x }", "proc { x }"),
        ("begin; a; rescue; b; end", "begin; a; ensure; b; end"),
        ("begin; a; rescue E; b; end", "begin; a; rescue; E; b; end"),
        ("begin; a; rescue; b; else; c; end", "begin; a; rescue; b; c; end"),
        ("case a; when b; c; end", "case a; when b, c; end"),
        ("case; when a; b; end", "case a; when b; end"),
        ("if a; b; elsif c; d; end", "if a; b; else; c; d; end"),
        ("return", "return nil"),
        ("super", "super()"),
        ("yield", "super"),
        ("a.b { c }", "a.b(c)"),
        ("defined?(a)", "a"),
        ("/a/", "/a/i"),
        ("/a/", "'a'"),
        ("?a", "a"),
        ("a::B", "a.B"),
    ] {
        assert_differs("ruby", "f", &method(one), &method(other), (false, true));
    }
}

/// Callers use the names of keyword arguments, and no others.
#[test]
fn interfaces() {
    for (one, other) in [
        ("def f(a); end", "def f; end"),
        ("def f(a); end", "def f(a, b); end"),
        ("def f(a); end", "def f(a = 1); end"),
        ("def f(a = 1); end", "def f(a = 2); end"),
        ("def f(a:); end", "def f(b:); end"),
        ("def f(a:); end", "def f(a: 1); end"),
        ("def f(a:); end", "def f(a); end"),
        ("def f(*a); end", "def f(**a); end"),
        ("def f(&a); end", "def f(*a); end"),
        ("private def f; end", "def f; end"),
        ("class F < A; end", "class F < B; end"),
        ("class F; include A; end", "class F; include B; end"),
        ("class F; attr_reader :a; end", "class F; attr_accessor :a; end"),
        ("F = Struct.new(:a)", "F = Struct.new(:a, :b)"),
    ] {
        let outlines = [one, other].map(|source| read("ruby", source));
        let [a, b] = [&outlines[0], &outlines[1]].map(|outline| outline.constructs.last().expect("a construct"));
        assert_ne!(a.interface_hash, b.interface_hash, "{one} and {other}");
    }
    for (one, other) in [
        ("def f(a, b = 1, *c, **d, &e); end", "def f(v, w = 1, *x, **y, &z); end"),
        ("def self.f(a, b = 1, *c, **d, &e); end", "def self.f(v, w = 1, *x, **y, &z); end"),
    ] {
        let outlines = [one, other].map(|source| read("ruby", source));
        assert_eq!(outlines[0].constructs[0].interface_hash, outlines[1].constructs[0].interface_hash, "{one}");
    }
}

/// SPEC 4.3: a rename keeps both hashes.
#[test]
fn renames() {
    for (one, other, names) in [
        ("def walk(n) walk(n - 1) + x.walk end", "def step(n) step(n - 1) + x.walk end", ("walk", "step")),
        ("class A; def a; a + self.a + b.a; end; end", "class A; def z; z + self.z + b.a; end; end", ("A.a", "A.z")),
        (
            "class A; def self.a; A.a + self.a; end; end",
            "class A; def self.z; A.z + self.z; end; end",
            ("A.a@self", "A.z@self"),
        ),
        ("class A; def f; A.new; end; end", "class B; def f; B.new; end; end", ("A", "B")),
        ("A = [1, 2].freeze", "B = [1, 2].freeze", ("A", "B")),
    ] {
        let outlines = [one, other].map(|source| read("ruby", source));
        let [a, b] = [find(&outlines[0], names.0), find(&outlines[1], names.1)];
        assert_eq!((a.interface_hash, a.body_hash), (b.interface_hash, b.body_hash), "{one}");
    }
}

/// A comment behind code says nothing about the definition below.
#[test]
fn comments() {
    let outline = read("ruby", "x = 1 # not about f\ndef f; end\n# About g.\ndef g; end\n\n# Apart.\n\ndef h; end\n");
    let documented: Vec<bool> = outline.constructs.iter().map(|construct| construct.doc_hash.is_some()).collect();
    assert_eq!(documented, [false, true, false]);
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read("ruby", "class A\n  def f\n    x = ) 1\n  end\n\n  def g\n    2\n  end\nend\n\ndef h; end\n");
    assert_eq!(qualnames(&outline), ["A", "A.f", "A.g", "h"]);
    let broken = |name| find(&outline, name).has_parse_error;
    assert_eq!((broken("A.f"), broken("A.g"), broken("h")), (true, false, false));
}
