//! Which constructs a Python file has, and what they are called (SPEC 4.1, 4.2).

use super::{find, python, qualnames};

#[test]
fn calls_by_dotted_name_only() {
    let outline = python("a . b \\\n .c(1)\nf(1)(2)\nx[0].y()\n(g)()\nh().i()\n");
    let callees: Vec<_> = outline.calls.iter().map(|call| call.callee).collect();
    assert_eq!(callees, ["a.b.c", "f", "h"]);
}

#[test]
fn signatures_are_readable_and_canonical() {
    for (source, expected) in [
        ("def f(self,token:str,*,strict:bool=True)->bool: pass", "(self, token: str, *, strict: bool = True) -> bool"),
        ("def f(\n  a, # why\n  b = ( 1 ),\n): pass", "(a, b=1)"),
        ("def f(a=(1,), b=(1, 2,), c=''): pass", "(a=(1,), b=(1, 2), c=\"\")"),
        ("def f(a: 'X'=None, *args: int, **kw: a.b[c|d]): pass", "(a: \"X\" = None, *args: int, **kw: a.b[c | d])"),
        ("def f(a=lambda x:x+1, b=not y, c=-1)->(A|B): pass", "(a=lambda x: x + 1, b=not y, c=-1) -> A | B"),
        ("def f(a=(x+y)*z): pass", "(a=(x + y) * z)"),
        ("def f(): pass", "()"),
    ] {
        assert_eq!(python(source).constructs[0].signature.as_deref(), Some(expected));
    }
}

/// What looks like a definition and is none, and the other way round.
#[test]
fn odd_places() {
    for (source, expected) in [
        ("class A:\n  def m(self):\n    class B: x = 1\n    def f(): pass\n    y = 1\n", &["A", "A.m"][..]),
        (
            "class A:\n  if a:\n    class B: x = 1\n  try: b = 1\n  except E: c = 1\n",
            &["A", "A.B", "A.B.x", "A.b", "A.c"],
        ),
        ("class A: a = 1; b = 2\ndef f(): c = 1; return c\nd = 1; e = 2\n", &["A", "A.a", "A.b", "f", "d", "e"]),
        ("if (a := 1): pass\nfor b in c: pass\nwith d as e: pass\nimport f as g\nh += 1\ndel i\nglobal j\n", &[]),
        (
            "a.b = 1\na[0] = 1\na.b, c = 1, 2\n[d, *e] = f\n(g) = 1\n(h, (i, *j)), k = l\n",
            &["c", "d", "e", "g", "h", "i", "j", "k"],
        ),
        (
            "class A:\n  def __init__(this):\n    this.a, this.b = 1, 2\n    this.c: int = 1\n    this.d: int\n    self.e = 1\n    this.f.g = 1\n    this.h[0] = 1\n",
            &["A", "A.__init__", "A.a", "A.b", "A.c", "A.d"],
        ),
        (
            "class A:\n  def __init__(self):\n    def f(): self.a = 1\n    if a: self.b = 1\n    else: self.b = 2\n",
            &["A", "A.__init__", "A.b", "A.b#2"],
        ),
        ("class A:\n  def __init__(self: 'A' = None): self.a = 1\n", &["A", "A.__init__", "A.a"]),
        ("def __init__(self): self.a = 1\n", &["__init__"]),
        ("class A:\n  def __init__(*args): args.a = 1\n", &["A", "A.__init__"]),
        (
            "class A:\n  @property\n  def p(self): pass\n  @p.getter\n  def p(self): pass\n  @q.setter\n  def p(self, v): pass\n  @log\n  @p.setter\n  def p(self, v): pass\n",
            &["A", "A.p", "A.p@getter", "A.p#2", "A.p@setter"],
        ),
        (
            "class A(Enum):\n  X = auto()\n  class B(Enum): Y = 1\n  def f(self): pass\n",
            &["A", "A.X", "A.B", "A.B.Y", "A.f"],
        ),
        (
            "P = NamedTuple('P', [('x', int)])\nf = lambda x: x\ntype X[T] = list[T]\nclass G[T: int, *Ts, **P](B[T]): pass\n",
            &["P", "f", "X", "G"],
        ),
        ("\x0cclass A:\n\tdef f(self):\n\t\treturn 1\n\x0c\n\tx = \\\n  1\n", &["A", "A.f", "A.x"]),
    ] {
        let outline = python(source);
        assert!(outline.broken.is_empty(), "{source}");
        assert_eq!(qualnames(&outline), expected, "{source}");
    }
}

#[test]
fn weights_say_how_much_there_is() {
    let outline = python("class A:\n  def f(self): pass\n  def g(self, a: int = 1) -> str:\n    return a + 1\n");
    assert_eq!((find(&outline, "A.f").interface_weight, find(&outline, "A.f").body_weight()), (0, 1));
    assert_eq!((find(&outline, "A.g").interface_weight, find(&outline, "A.g").body_weight()), (4, 4));
}

#[test]
fn a_tuple_assignment_pairs_its_values() {
    let outline = python("a, b = 1, 2\n(c, [d, e]) = 2, [1, 3]\nf, *g = 1, 2\nh = i = 1\nj, k = l\n");
    let body = |name| find(&outline, name).body_hash;
    assert_eq!(body("a"), body("d"));
    assert_eq!(body("b"), body("c"));
    assert_eq!((body("h"), body("i")), (body("a"), body("a")));
    assert_eq!(body("f"), body("g"));
    assert_eq!(body("j"), body("k"));
    assert_ne!(body("d"), body("e"));
}
