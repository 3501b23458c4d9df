//! Sources that are made to hurt: what bounds them (SPEC 13.2). The bounds are counted, never timed.

use super::{outline, python};
use crate::syntax::{Fingerprint, Language};

#[test]
fn noise_is_not_parsed() {
    let noise: Vec<u8> = (0..20_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8 | 1).collect();
    let read = python(noise);
    assert_eq!((read.tokens.len(), read.broken.len()), (0, 1));
    // A form feed or an escape here and there is text.
    assert_eq!(python("x = 1\n\x0c\n# \x1b[0m\n".repeat(1000)).broken.len(), 0);
}

#[test]
fn names_do_not_grow_with_the_depth() {
    let language = Language::by_name("python").expect("Python is in the table");
    let source: String = (0..900).map(|depth| format!("{}class A{depth}:\n", " ".repeat(depth))).collect();
    let longest = outline(source.as_bytes(), language).constructs.iter().map(|found| found.qualname.len()).max();
    assert!(longest.is_some_and(|longest| longest < 2000), "{longest:?}");
}

#[test]
fn fingerprints_travel_as_one_run_of_sixteen_bytes() {
    let fingerprint = Fingerprint([7; 16]);
    let bytes = postcard::to_stdvec(&fingerprint).expect("because it is plain data");
    // And their length.
    assert_eq!((bytes.len(), postcard::from_bytes(&bytes)), (17, Ok(fingerprint)));
    for wrong in [[15; 17], [17; 17]] {
        assert!(postcard::from_bytes::<Fingerprint>(&[&wrong[..], &[7]].concat()).is_err(), "{wrong:?}");
    }
    assert_eq!(serde_json::json!(fingerprint), serde_json::json!(fingerprint.to_hex()));
}

#[test]
fn what_cannot_be_named_is_told() {
    // Four names of 250 bytes make a qualname that is too long to go on from.
    let name = "A".repeat(250);
    let python: String = (0..4).map(|depth| format!("{}class {name}:\n", " ".repeat(depth))).collect();
    let open = |word: &str| format!("{word} {name} {{ ").repeat(4);
    let sources = [
        ("python", format!("{python}    def inside(self):\n     def deeper(): pass\n")),
        ("typescript", format!("{} class inside {{ deeper() {{}} }} }}}}}}}}\n", open("namespace"))),
        ("java", format!("{} int inside() {{ return deeper; }} }}}}}}}}\n", open("class"))),
    ];
    for (language, source) in sources {
        let outline = outline(source.as_bytes(), Language::by_name(language).expect("it is in the table"));
        let names: Vec<&[String]> = outline.broken.iter().map(|region| region.names.as_slice()).collect();
        assert_eq!((outline.constructs.len(), names.len()), (4, 1), "{language}: {names:?}");
        for name in ["inside", "deeper"] {
            assert!(names[0].contains(&name.to_owned()), "{language}: {names:?}");
        }
    }
}

/// Each name is one match, however many there are; before, a thousand of them were too many to be compared.
#[test]
fn a_statement_has_as_many_names_as_it_likes() {
    const NAMES: usize = 1500;
    let list = |unit: &str| (0..NAMES).map(|at| unit.replace('§', &at.to_string())).collect::<Vec<_>>().join(", ");
    let sources = [
        (format!("const {{ {} }} = require('m')\n", list("a§")), NAMES, NAMES),
        (format!("var {{ {} }} = require('m')\n", list("a§: b§")), NAMES, NAMES),
        (format!("let [ {} ] = m()\n", list("a§")), NAMES, 0),
        (format!("const {{ x: {{ {} }} }} = m()\n", list("a§")), NAMES, 0),
        (format!("const {}\n", list("a§ = {}")), NAMES, 0),
        (format!("import {{ {} }} from 'm'\n", list("a§")), 0, NAMES),
        (format!("import {{ {} }} from 'm'\n", list("a§ as b§")), 0, NAMES),
        (format!("export {{ {} }} from 'm'\n", list("a§")), 0, NAMES),
    ];
    for language in ["javascript", "typescript", "tsx"] {
        let language = Language::by_name(language).expect("it is in the table");
        for (source, constructs, imports) in &sources {
            let read = outline(source.as_bytes(), language);
            let found = (read.constructs.len(), read.imports.len(), read.broken.len());
            assert_eq!(found, (*constructs, *imports, 0), "{language:?}: {}", &source[..40]);
        }
    }
}

/// What is looked at grows with the names, and not with their square: else this would take minutes.
#[test]
fn so_have_statements_of_a_generator() {
    const NAMES: usize = 30_000;
    let list = |unit: &str| (0..NAMES).map(|at| unit.replace('§', &at.to_string())).collect::<Vec<_>>().join(", ");
    let sources = [
        ("typescript", format!("import {{ {} }} from 'm'\n", list("a§ as b§")), 0, NAMES),
        ("typescript", format!("enum E {{ {} }}\n", list("A§ = §")), NAMES + 1, 0),
        ("python", format!("from m import ({})\n", list("a§ as b§")), 0, NAMES),
        ("bash", format!("declare {}\n", list("a§").replace(',', "")), NAMES, 0),
    ];
    for (language, source, constructs, imports) in sources {
        let read = outline(source.as_bytes(), Language::by_name(language).expect("it is in the table"));
        let found = (read.constructs.len(), read.imports.len(), read.broken.len());
        assert_eq!(found, (constructs, imports, 0), "{language}: {}", &source[..40]);
    }
}

/// Patterns in two halves: what follows the names belongs to those of its own declarator, in the order of the source.
#[test]
fn names_keep_what_they_share() {
    let language = Language::by_name("javascript").expect("it is in the table");
    let read = outline(b"const {a, b: c} = require('x'), d = require('y'), {e} = require('z'), {f} = g()\n", language);
    let imports = read.imports.iter().map(|import| {
        let name = |name: &Option<String>| name.clone().unwrap_or_default();
        format!("{}:{}:{}", import.module, name(&import.name), name(&import.alias))
    });
    let imports: Vec<String> = imports.collect();
    assert_eq!(imports, ["x:a:", "x:b:c", "y::d", "y:default:d", "z:e:"]);
    let names: Vec<&str> = read.constructs.iter().map(|found| found.qualname.as_str()).collect();
    assert_eq!(names, ["a", "c", "d", "e", "f"]);
    // Without a value nothing is taken out of it, and without a module nothing is brought in.
    let read = outline(b"for (const {a} of b) {}\nexport { x }\n", language);
    assert_eq!((read.constructs.len(), read.imports.len(), read.broken.len()), (0, 0, 0));
}
