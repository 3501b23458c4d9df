//! Formatting is not a change (SPEC 4.5), in Python.
//!
//! The twins under `tests/languages/python/formatting` are `source.py` as left by `black -t py313` (26.10) and
//! `ruff format` (0.17), and rewritten by hand in `ugly.py`.

use super::python;

#[test]
fn spellings_of_the_same() {
    for (one, other) in [
        ("x = 'a' \"b\"", "x = 'ab'"),
        ("x = '' ''", "x = ''"),
        ("x = b'a' b'b'", "x = b'ab'"),
        ("x = f'a' 'b'", "x = 'ab'"),
        ("x = f'{a}' 'b' f'c'", "x = f'{a}bc'"),
        ("x = f'{a!r:>{w}}'", "x = f\"{ a !r:>{ w }}\""),
        ("x = f\"{d['k']}\"", "x = f'{d[\"k\"]}'"),
        ("x = '''a\r\nb'''", "x = 'a\\nb'"),
        ("x = r'\\d'", "x = '\\\\d'"),
        ("x = a[1, 2]", "x = a[(1, 2)]"),
        ("x = f(y for y in z)", "x = f((y for y in z))"),
        ("x: (List[int])", "x: List[int]"),
        ("x: (A | list[B] | None)", "x: A | list[B] | None"),
        ("def f() -> (a.b[c]): pass", "def f() -> a.b[c]: pass"),
        ("def f():\n  'doc'\n  # why\n  return 1", "def f(): return 1"),
        ("def f():\n  except_()\n  'note'\n  return 1", "def f():\n  except_()\n  return 1"),
    ] {
        let [one, other] = [one, other].map(python);
        let hashes = |outline: &super::Outline| (outline.constructs[0].interface_hash, outline.constructs[0].body_hash);
        assert_eq!(hashes(&one), hashes(&other));
    }
}
