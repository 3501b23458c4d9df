//! Sources that do not parse, or hardly.

use super::{find, python, qualnames};

#[test]
fn an_error_stays_with_its_construct() {
    let outline = python("def a(): return 1\n\n\ndef b():\n    return (1 +\n\n\ndef c(): return 3\n");
    assert!(!find(&outline, "a").has_parse_error);
    assert!(!outline.broken.is_empty());

    let outline = python("class X[T = Any]:\n    y = 1\n\n\nclass Z:\n    def f(self): return 1\n");
    assert!(!find(&outline, "Z").has_parse_error);
    assert!(!find(&outline, "Z.f").has_parse_error);
    assert!(!outline.broken.is_empty());

    let outline = python("def old():\n    print \"x\"\n\n\ndef new(): return 1\n");
    assert_eq!(qualnames(&outline), ["old", "new"]);
    assert!(!find(&outline, "new").has_parse_error);
}

#[test]
fn conflict_markers_leave_the_rest_alone() {
    let outline = python(
        "def a():\n    return 1\n\n\n<<<<<<< HEAD\ndef b():\n    return 2\n=======\ndef b():\n    return 3\n\
         >>>>>>> other\n\n\ndef c():\n    return 4\n",
    );
    for name in ["a", "c"] {
        assert!(!find(&outline, name).has_parse_error, "{name}");
    }
    assert!(!outline.broken.is_empty());
}

#[test]
fn broken_regions_name_what_may_be_in_them() {
    let outline = python("x = 1\n\nclass Lost(:\n    def method(self) return\n");
    let names: Vec<_> = outline.broken.iter().flat_map(|region| &region.names).collect();
    assert!(names.iter().any(|name| *name == "method"), "{:?}", outline.broken);
    assert!(outline.broken.iter().all(|region| region.names.is_sorted() && region.start_line <= region.end_line));
    // Also where they are no text.
    let outline = python(b"class Lost(:\n  \xff \xfe \xffa \xf1\x91\x80\x80 def (\n");
    assert!(!outline.broken.is_empty());
    assert!(outline.broken.iter().all(|region| region.names.is_sorted_by(|a, b| a < b)), "{:?}", outline.broken);
}

#[test]
fn bytes_that_are_no_text() {
    assert_eq!(python(b"").constructs.len(), 0);
    let outline = python(b"# caf\xe9\nNAME = 'caf\xe9'\n\n\ndef f():\n    'd\xe9'\n    return '\xff'\n");
    assert_eq!(qualnames(&outline), ["NAME", "f"]);
    assert!(outline.constructs.iter().all(|construct| !construct.has_parse_error));
    let other = python(b"NAME = 'caf\xe8'\n");
    assert_ne!(find(&outline, "NAME").body_hash, find(&other, "NAME").body_hash);
    python(b"\0\0\xff\xfex\0=\0");
}

#[test]
fn depth_costs_no_stack() {
    for (open, close, times) in [
        ("(", ")", 100_000),
        ("[", "]", 100_000),
        ("{1:", "}", 10_000),
        ("f(", ")", 10_000),
        ("not ", "", 10_000),
        ("lambda: ", "", 10_000),
    ] {
        let source = format!("x = {}1{}\n", open.repeat(times), close.repeat(times));
        assert_eq!(python(source).constructs.len(), 1, "{open}");
    }
    python("(".repeat(100_000));
    python(format!("def f(a={}1{}): pass", "(".repeat(20_000), ")".repeat(20_000)));
    python(format!("{}1 = 2", "(".repeat(20_000)));
    assert_eq!(python(format!("{}1\n", "a = ".repeat(2_000))).constructs.len(), 2_000);
}

/// Each of these once took, or would take, time or memory in the square of its size: minutes, here.
#[test]
fn width_costs_no_more_than_its_size() {
    let names = |separator: &str| (0..30_000).map(|at| format!("a{at}")).collect::<Vec<_>>().join(separator);
    for (source, constructs) in [
        (format!("{} = [{}]\n", names(" = "), names(", ")), 30_000),
        (format!("{} = f({})\n", names(", "), names(", ")), 30_000),
        (format!("{}def f(): pass\n", "@a.b\n".repeat(30_000)), 1),
        (format!("{}def f(): pass\n", "@f.setter\n".repeat(30_000)), 1),
        (format!("class A({}): pass\n", names(", ")), 1),
        (format!("class {}:\n{}", "A".repeat(200_000), " x = 1\n".repeat(20_000)), 20_001),
        (format!("x = {}1{}\n", "f'{".repeat(20_000), "=}'".repeat(20_000)), 0),
    ] {
        let outline = python(&source);
        assert!(outline.constructs.len() >= constructs, "{}", &source[..40]);
    }
}

#[test]
fn a_value_that_names_share_is_each_ones_value() {
    let outline = python("a = b = c(1)\nd = c(1)\ne, f = c(1)\n");
    assert!(outline.constructs.iter().all(|construct| construct.body_hash == outline.constructs[0].body_hash));
}
