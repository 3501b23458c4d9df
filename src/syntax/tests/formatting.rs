//! Formatting is not a change (SPEC 4.5).
//!
//! The twins under `tests/fixtures/python/formatting` are `source.py` as left by `black -t py313` (26.10) and
//! `ruff format` (0.17), and rewritten by hand in `ugly.py`.

use super::{essence, python};

const SOURCE: &str = include_str!("../../../tests/fixtures/python/formatting/source.py");
const TWINS: [(&str, &str); 3] = [
    ("black", include_str!("../../../tests/fixtures/python/formatting/black.py")),
    ("ruff", include_str!("../../../tests/fixtures/python/formatting/ruff.py")),
    ("ugly", include_str!("../../../tests/fixtures/python/formatting/ugly.py")),
];

#[track_caller]
fn assert_twins(one: impl AsRef<[u8]>, other: impl AsRef<[u8]>, label: &str) {
    let (one, other) = (python(one), python(other));
    assert_eq!(one.constructs.len(), other.constructs.len(), "{label}");
    for (a, b) in one.constructs.iter().zip(&other.constructs) {
        assert_eq!(essence(a), essence(b), "{label}");
    }
    assert_eq!(one.tokens, other.tokens, "{label}");
    assert_eq!((one.broken.len(), other.broken.len()), (0, 0), "{label}");
}

#[test]
fn formatters_leave_every_fingerprint_as_it_was() {
    for (label, twin) in TWINS {
        assert_ne!(SOURCE, twin);
        assert_twins(SOURCE, twin, label);
    }
}

#[test]
fn line_ends_and_byte_order_marks_do_not_count() {
    let definitions = include_str!("../../../tests/fixtures/python/definitions.py");
    for source in [SOURCE, definitions] {
        assert_twins(source, source.replace('\n', "\r\n"), "CRLF");
        assert_twins(source, format!("\u{feff}{source}"), "BOM");
    }
}

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
