//! What does count: every edit that a reader would call a change gives another fingerprint, in the right half.

use super::{find, python};
use crate::syntax::Fingerprint;

/// (before, after): the bodies of `x` differ, the interfaces do not.
const BODIES: &[(&str, &str)] = &[
    ("x = (a + b) * c", "x = a + (b * c)"),
    ("x = a - (b - c)", "x = a - b - c"),
    ("x = (a < b) < c", "x = a < b < c"),
    ("x = not (a and b)", "x = not a and b"),
    ("x = (1,)", "x = (1)"),
    ("x = ()", "x = None"),
    ("x = a[1,]", "x = a[1]"),
    ("x = a[1:]", "x = a[:1]"),
    ("x = a[b][c]", "x = a[b, c]"),
    ("x = [a, [b, c]]", "x = [a, b, c]"),
    ("x = [[a], b]", "x = [[a, b]]"),
    ("x = (a, b)", "x = [a, b]"),
    ("x = {a, b}", "x = [a, b]"),
    ("x = {}", "x = []"),
    ("x = 'a'", "x = b'a'"),
    ("x = 'a'", "x = a"),
    ("x = 'a', 'b'", "x = 'a' 'b'"),
    ("x = f'{a}', f'{b}'", "x = f'{a}' f'{b}'"),
    ("x = f'{a}'", "x = '{a}'"),
    ("x = f'{a}'", "x = f'{{a}}'"),
    ("x = f'{a}'", "x = f'{a!r}'"),
    ("x = f'{a:>1}'", "x = f'{a:>2}'"),
    ("x = f'{a}'", "x = f'{a=}'"),
    ("x = f'{a=}'", "x = f'{a = }'"),
    ("x = 'a b'", "x = 'a  b'"),
    ("x = '\\n'", "x = r'\\n'"),
    ("x = 10", "x = 10.0"),
    ("x = 1", "x = 1j"),
    ("x = 0x1e5", "x = 1e5"),
    ("x = a + b", "x = a - b"),
    ("x = a", "x = b"),
    ("x = a.b", "x = a.c"),
    ("x = a is b", "x = a is not b"),
    ("x = a in b", "x = a not in b"),
    ("x = f(a, b)", "x = f(b, a)"),
    ("x = f(a=1, b=2)", "x = f(b=2, a=1)"),
    ("x = f(a)", "x = f(*a)"),
    ("x = f(*a)", "x = f(**a)"),
    ("x = f", "x = f()"),
    ("x = f(a)(b)", "x = f(a, b)"),
    ("x = f((a, b))", "x = f(a, b)"),
    ("x = lambda a: b", "x = lambda: b"),
    ("x = [a for a in b]", "x = (a for a in b)"),
    ("x = [a for a in b if c]", "x = [a for a in b]"),
    ("x = a if b else c", "x = b if a else c"),
    ("def x():\n  if a:\n    b()\n    c()", "def x():\n  if a:\n    b()\n  c()"),
    ("def x():\n  for a in b:\n    c()\n  else:\n    d()", "def x():\n  for a in b:\n    c()\n  d()"),
    ("def x():\n  a, (b, c) = d", "def x():\n  a, b, c = d"),
    ("def x():\n  a = b = c", "def x():\n  b = a = c"),
    ("def x():\n  a += 1", "def x():\n  a -= 1"),
    ("def x():\n  return a", "def x():\n  yield a"),
    ("def x():\n  return", "def x():\n  pass"),
    ("def x():\n  a()", "def x():\n  await a()"),
    ("def x():\n  with a: pass", "def x():\n  with a as b: pass"),
    ("def x():\n  with (a, b) as c: pass", "def x():\n  with a, b as c: pass"),
    ("def x():\n  try: a()\n  except B: pass", "def x():\n  try: a()\n  except C: pass"),
    ("def x():\n  assert a, b", "def x():\n  assert (a, b)"),
    ("def x():\n  del a, b", "def x():\n  del a"),
    ("def x():\n  from a import b", "def x():\n  from .a import b"),
    ("def x():\n  match a:\n    case [b]: pass", "def x():\n  match a:\n    case b: pass"),
    ("def x():\n  a: int = 1", "def x():\n  a: str = 1"),
    ("def x():\n  a\n  b", "def x():\n  b\n  a"),
    ("class x:\n  a = 1", "class x:\n  a = 2"),
    ("class x:\n  def a(self): pass", "class x:\n  def b(self): pass"),
    ("type x = int", "type x = str"),
];

/// (before, after): the interfaces of `x` differ, the bodies do not.
const INTERFACES: &[(&str, &str)] = &[
    ("def x(a): pass", "def x(b): pass"),
    ("def x(a): pass", "def x(a, b): pass"),
    ("def x(a, b): pass", "def x(b, a): pass"),
    ("def x(a=1): pass", "def x(a=2): pass"),
    ("def x(a): pass", "def x(a=None): pass"),
    ("def x(a: int): pass", "def x(a: str): pass"),
    ("def x(a, b): pass", "def x(a, *, b): pass"),
    ("def x(a, b): pass", "def x(a, /, b): pass"),
    ("def x(*a): pass", "def x(**a): pass"),
    ("def x(a, *, b): pass", "def x(a, *c, b): pass"),
    ("def x(): pass", "def x() -> None: pass"),
    ("def x() -> int: pass", "def x() -> str: pass"),
    ("def x() -> list[int]: pass", "def x() -> list: pass"),
    ("def x() -> (a, b): pass", "def x() -> a: pass"),
    ("def x(): pass", "async def x(): pass"),
    ("def x(): pass", "@d\ndef x(): pass"),
    ("@d\ndef x(): pass", "@d()\ndef x(): pass"),
    ("@d\n@e\ndef x(): pass", "@e\n@d\ndef x(): pass"),
    ("def x[T](): pass", "def x[U](): pass"),
    ("class x: pass", "class x(A): pass"),
    ("class x(A, B): pass", "class x(B, A): pass"),
    ("class x(A): pass", "class x(A, metaclass=M): pass"),
    ("class x(A[int]): pass", "class x(A[str]): pass"),
    ("class x: pass", "@d\nclass x: pass"),
    ("class x(A): pass", "class x(Enum): pass"),
    ("x: int = 1", "x: str = 1"),
    ("x = 1", "x: int = 1"),
    ("x: int | None = 1", "x: int | str = 1"),
];

fn hashes(source: &str) -> (Fingerprint, Fingerprint, Fingerprint) {
    let outline = python(source);
    assert!(outline.broken.is_empty(), "{source}");
    let x = find(&outline, "x");
    (x.interface_hash, x.body_hash, x.bare_interface_hash)
}

#[test]
fn a_changed_body_is_seen() {
    for (before, after) in BODIES {
        let (one, other) = (hashes(before), hashes(after));
        assert_eq!(one.0, other.0, "{before} -> {after}");
        assert_ne!(one.1, other.1, "{before} -> {after}");
    }
}

#[test]
fn a_changed_interface_is_seen() {
    for (before, after) in INTERFACES {
        let (one, other) = (hashes(before), hashes(after));
        assert_ne!(one.0, other.0, "{before} -> {after}");
        assert_eq!(one.1, other.1, "{before} -> {after}");
    }
}

#[test]
fn the_bare_interface_leaves_out_decorators_only() {
    assert_eq!(hashes("def x(): pass").2, hashes("@d(1)\n@e\ndef x(): pass").2);
    assert_ne!(hashes("def x(): pass").2, hashes("def x(a): pass").2);
    let plain = hashes("def x(a: int) -> str: pass");
    assert_eq!(plain.0, plain.2, "nothing is decorated");
}

#[test]
fn a_rename_keeps_both_hashes() {
    for (before, after) in [
        ("def f(n):\n  return n * f(n - 1)", "def g(n):\n  return n * g(n - 1)"),
        ("class A:\n  def copy(self): return A()", "class B:\n  def copy(self): return B()"),
        ("x = 1", "y = 1"),
    ] {
        let (before, after) = (python(before), python(after));
        let (before, after) = (&before.constructs[0], &after.constructs[0]);
        assert_eq!((before.interface_hash, before.body_hash), (after.interface_hash, after.body_hash));
    }
    let setter = |name: &str| python(format!("class A:\n  @{name}.setter\n  def {name}(self, v): pass\n"));
    assert_eq!(setter("a").constructs[1].interface_hash, setter("b").constructs[1].interface_hash);
    let parameter = |name: &str| python(format!("def {name}(a): pass")).constructs[0].interface_hash;
    assert_eq!(parameter("a"), parameter("b"), "a parameter of the same name is no own name");
}

#[test]
fn only_mentions_of_the_construct_itself_follow_a_rename() {
    let body = |source: &str, name: &str| {
        let outline = python(source.replace("NAME", name));
        let construct = outline.constructs.into_iter().find(|construct| construct.name() == name);
        construct.unwrap_or_else(|| panic!("no {name}")).body_hash
    };
    for kept in [
        "def NAME(a): return NAME(a.get, get=1)",
        "class A:\n  def NAME(self, key): return get(key)",
        "class A:\n  def NAME(self, key): return self.store.get(key, get=1)",
        "class A:\n  def NAME(self, key): return self.NAME(A.NAME(super().NAME(key)))",
        "class A:\n  @classmethod\n  def NAME(cls, key): return cls.NAME(key)",
        "class A:\n  def __init__(self, NAME): self.NAME = NAME",
    ] {
        assert_eq!(body(kept, "get"), body(kept, "fetch"), "{kept}");
    }
    for changed in [
        "def NAME(a): return a.NAME()",
        "def NAME(a): return f(NAME=a)",
        "class A:\n  def NAME(self): return NAME()",
        "class A:\n  def NAME(self): return self.store.NAME()",
    ] {
        assert_ne!(body(changed, "get"), body(changed, "fetch"), "{changed}");
    }
}

#[test]
fn docstrings_have_a_hash_of_their_own() {
    let doc = |doc: &str| {
        let outline = python(format!("def f():\n    {doc}\n    return 1\n"));
        (outline.constructs[0].doc_hash, outline.constructs[0].body_hash)
    };
    assert_eq!(doc("'One.'"), doc("\"\"\"\n    One.\n    \"\"\""));
    assert_ne!(doc("'One.'").0, doc("'Two.'").0);
    assert_eq!(doc("'One.'").1, doc("'Two.'").1);
    assert_eq!(doc("pass").0, None);
    assert_eq!(doc("b'One.'").0, None);
    assert_eq!(doc("f'{x}'").0, None);
    assert_eq!(doc("t'One.'").0, None);
}

/// A grammar update or a refactoring that changes these changes every lock in the world.
#[test]
fn fingerprints_are_constant() {
    let outline = python(include_str!("../../../tests/languages/python/formatting/source.py"));
    let shown = ["w", "fstrings", "callable_type", "statements", "A", "A.stub", "f"].map(|qualname| {
        let construct = find(&outline, qualname);
        format!("{qualname} {} {}", construct.interface_hash, construct.body_hash)
    });
    let expected = [
        "w b100b016eef30310705e701cd85d1ae0 6a89d14abe7eb291222413c854af22e9",
        "fstrings b100b016eef30310705e701cd85d1ae0 088873df08c154cc316111c2243d5c4b",
        "callable_type c06011dc01fa0497f3fc0832e742ed0e 9c78943452633230c9e947bd2af09580",
        "statements a629b20f1f7ead98c8f663f5bca954a7 68aee42a74a212ddb4cd78f20f44aeea",
        "A b0cd83f9b2a262d2e5edf97ab5dd10ca e82fefe29e60ffe9cdb6f77d6bf9b946",
        "A.stub 71c6aa53a7fc6d32bcb50de2ab8ba4eb f32e5ba7b51414bf8a8a94b63c4e6c2a",
        "f 1d6213e661b197bf29aa041e6cb11018 803ef527f6d4b66cdfe3359b6a211cce",
    ];
    assert_eq!(shown[..], expected, "bump FINGERPRINT_VERSION if this is intended");
}
