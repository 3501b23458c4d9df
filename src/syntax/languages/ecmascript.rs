//! What JavaScript and TypeScript have in common.
//!
//! A file may be renamed from `.js` to `.ts` or `.tsx`, so plain JavaScript has the same canonical form in each of the
//! three grammars. They differ little: TypeScript's has a node around every parameter, and some nodes of its own name.

use super::{CallNode, OwnNames, Rules, Shape, Solid, naming};
use crate::syntax::model::Import;
use crate::syntax::numbers;
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

/// The shapes of nodes.
pub(super) type Shapes<const N: usize> = [(&'static str, Shape); N];

/// What every grammar has.
pub(super) const SHAPES: Shapes<15> = [
    ("hash_bang_line", Shape::Nothing),
    ("parenthesized_expression", Shape::Transparent),
    ("empty_statement", Shape::Nothing),
    // `a?.b` is a node of its own in one place and a token in another.
    ("optional_chain", Shape::Symbol),
    // A parameter with a default, also where an array is taken apart.
    ("assignment_pattern", Shape::As("parameter")),
    ("identifier", Shape::Word),
    ("property_identifier", Shape::Word),
    ("private_property_identifier", Shape::Word),
    ("number", Shape::Number),
    ("string", Shape::String),
    ("template_string", Shape::String),
    ("template_substitution", Shape::Interpolation),
    ("regex_flags", Shape::Letters),
    // `{ f }` names a property as well: no rename of `f` alone leaves it as it was.
    ("shorthand_property_identifier", Shape::Node),
    ("shorthand_property_identifier_pattern", Shape::Node),
];

/// What the grammars with JSX have.
pub(super) const JSX: Shapes<3> =
    [("jsx_text", Shape::Prose), ("html_character_reference", Shape::ProsePart), ("jsx_expression", Shape::ProseCode)];

/// Where a literal is a name.
pub(super) const KEYS: [(&str, &str); 3] = [("pair", "key"), ("pair_pattern", "key"), ("method_definition", "name")];

/// Nodes in which nothing is defined, unless it has a name in front.
pub(super) const OPAQUE: [&str; 10] = [
    "arguments",
    "arrow_function",
    "class",
    "class_static_block",
    "for_in_statement",
    "for_statement",
    "function_expression",
    "generator_function",
    "method_definition",
    "object",
];

/// Joins two tables.
pub(super) const fn join<T: Copy, const A: usize, const B: usize, const N: usize>(
    one: [T; A],
    other: [T; B],
) -> [T; N] {
    assert!(A + B == N, "the length of the whole");
    let mut all = [one[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < A { one[at] } else { other[at - A] };
        at += 1;
    }
    all
}

/// The rules that all share; what names nodes that only one grammar has is left to its row.
pub(super) const RULES: Rules = Rules {
    labelled: &["for_statement"],
    wrapped_fields: &[("arrow_function", "parameter", &["formal_parameters", "parameter"])],
    holes: &["array", "array_pattern"],
    absent_when_empty: &[("new_expression", "arguments")],
    solid: Solid {
        chains: &["member_expression", "subscript_expression", "call_expression", "non_null_expression"],
        chain_marks: &["optional_chain", "?."],
        directive: Some("expression_statement"),
        ..Solid::PLAIN
    },
    flat_in: &["program"],
    flat: &[("binary_expression", "&&"), ("binary_expression", "||"), ("binary_expression", "??")],
    string,
    number,
    comments: &["comment", "html_comment"],
    doc_comments: &["/**"],
    quoted_names: &["string_fragment"],
    initializers: &["constructor"],
    declares_fields: true,
    receiver: Some("this"),
    own_names: OwnNames {
        access: ".",
        objects: &[
            &[(Tag::Open, "member_expression"), (Tag::Other, "this")],
            &[(Tag::Open, "member_expression"), (Tag::Other, "super")],
        ],
        keywords: &[
            "pair",
            "pair_pattern",
            "method_definition",
            "method_signature",
            "property_signature",
            "jsx_attribute",
        ],
        implicit: false,
        ..OwnNames::PLAIN
    },
    accesses: &["?."],
    is_const,
    is_private,
    errors_spread: true,
    naming: naming::ecmascript::JAVASCRIPT,
    calls: &[
        CallNode { node: "call_expression", callee: &["function"] },
        CallNode { node: "new_expression", callee: &["constructor"] },
    ],
    attribute: Some(("member_expression", "object", "property")),
    may_inherit,
    module_paths: Some(module_paths),
    ..Rules::PLAIN
};

/// `UPPER_CASE`.
fn is_const(name: &str) -> bool {
    name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase)
}

/// `#x`, which nobody else can use, and `_x`, which nobody else should.
fn is_private(name: &str) -> bool {
    name.starts_with('#') || (name.starts_with('_') && name.len() > 1 && !name.ends_with("__"))
}

/// A class without `extends` in its file has no bases. Those without a name are called `default`.
fn may_inherit(source: &[u8], name: &str) -> bool {
    super::mentions(source, "extends") && super::mentions(source, name)
}

/// Only relative imports can be told without knowing how the project is built. The extension may be missing, that of
/// the compiled file, or the real one.
fn module_paths(from_path: &str, import: &Import) -> Vec<String> {
    let module = import.module.as_str();
    if module.is_empty() {
        return vec![from_path.to_owned()];
    }
    let mut parts: Vec<&str> = from_path.split('/').collect();
    parts.pop();
    if !(module.starts_with("./") || module.starts_with("../") || module == "." || module == "..") {
        return Vec::new();
    }
    for part in module.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.is_empty() => return Vec::new(),
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    let stem = parts.join("/");
    let mut paths = Vec::new();
    let compiled = [
        ("js", ["ts", "tsx", "d.ts"]),
        ("jsx", ["tsx", "d.ts", ""]),
        ("mjs", ["mts", "d.mts", ""]),
        ("cjs", ["cts", "d.cts", ""]),
    ];
    if let Some((bare, extension)) = stem.rsplit_once('.') {
        let is_source = EXTENSIONS.contains(&extension);
        let sources = compiled.iter().filter(|(compiled, _)| *compiled == extension).flat_map(|(_, sources)| sources);
        paths.extend(sources.filter(|source| !source.is_empty()).map(|source| format!("{bare}.{source}")));
        paths.extend(is_source.then(|| stem.clone()));
    }
    let is_directory = stem.is_empty() || module.ends_with(['/', '.']);
    if !is_directory {
        paths.extend(EXTENSIONS.iter().map(|extension| format!("{stem}.{extension}")));
    }
    let index = if stem.is_empty() { "index".to_owned() } else { format!("{stem}/index") };
    paths.extend(EXTENSIONS.iter().map(|extension| format!("{index}.{extension}")));
    paths
}

const EXTENSIONS: [&str; 9] = ["ts", "tsx", "d.ts", "mts", "cts", "js", "jsx", "mjs", "cjs"];

/// `'…'` and `"…"` mean what they say; formatters leave templates alone, and a tag may ask for their source.
fn string(text: &[u8]) -> Literal {
    let is_template = text.first() == Some(&b'`');
    let style = Style { raw: is_template, has_code: is_template, template: is_template, ..Style::default() };
    let closed = text.len() > 1 && text.first() == text.last();
    Literal { style, start: usize::from(!text.is_empty()), end: text.len() - usize::from(closed) }
}

/// All numbers but `1n` are of one type: `1.0` is `1`, and `1e05` is `1e5`.
fn number(text: &[u8]) -> Vec<u8> {
    let number = numbers::canonical(text);
    if number.starts_with(b"0x") || number.starts_with(b"0b") || number.starts_with(b"0o") {
        return number;
    }
    let text = String::from_utf8_lossy(&number);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, ""));
    let mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => match fraction.trim_end_matches('0') {
            "" => whole.to_owned(),
            fraction => format!("{whole}.{fraction}"),
        },
        None => mantissa.to_owned(),
    };
    let (sign, digits) = exponent.strip_prefix('-').map_or(("", exponent), |digits| ("-", digits));
    match digits.trim_start_matches('0') {
        "" => mantissa.into_bytes(),
        digits => format!("{mantissa}e{sign}{digits}").into_bytes(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_spelling() {
        let spelling = |text: &str| String::from_utf8_lossy(&number(text.as_bytes())).into_owned();
        for (one, other) in [
            ("0XFF", "0xff"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1.50", "1.5"),
            ("1.0E+10", "1e10"),
            ("1E05", "1e5"),
            ("1e-07", "1e-7"),
            ("1e0", "1"),
            ("1_000", "1000"),
            ("0.0", "0"),
            ("10n", "10n"),
        ] {
            assert_eq!(spelling(one), other);
        }
        assert_eq!(spelling("0x1e05"), "0x1e05");
        assert_ne!(spelling("1n"), spelling("1"));
    }

    #[test]
    fn constants_and_private_names() {
        assert!(is_const("MAX_SIZE") && !is_const("Max") && !is_const("$"));
        assert!(
            is_private("#x") && is_private("_x") && !is_private("_") && !is_private("__typename__") && !is_private("x")
        );
    }

    #[test]
    fn relative_imports_find_their_file() {
        let import = |module: &str| Import { module: module.into(), level: 0, name: None, alias: None, line: 1 };
        let paths = |from: &str, module: &str| module_paths(from, &import(module));
        assert_eq!(paths("a/b.ts", "./c")[..3], ["a/c.ts", "a/c.tsx", "a/c.d.ts"]);
        assert!(paths("a/b.ts", "./c").contains(&"a/c/index.ts".to_owned()));
        assert_eq!(paths("a/b.ts", "../c.js")[..4], ["c.ts", "c.tsx", "c.d.ts", "c.js"]);
        assert_eq!(paths("a/b.ts", "./c.service")[0], "a/c.service.ts");
        assert_eq!(paths("a/b.mts", "./c.mjs")[..3], ["a/c.mts", "a/c.d.mts", "a/c.mjs"]);
        assert_eq!(paths("a/b.ts", "..")[0], "index.ts");
        assert_eq!(paths("a/b.ts", ".")[0], "a/index.ts");
        assert_eq!(paths("a/b.ts", ""), ["a/b.ts"]);
        assert_eq!(paths("a.ts", "../b"), Vec::<String>::new());
        assert_eq!(paths("a.ts", "react"), Vec::<String>::new());
    }
}
