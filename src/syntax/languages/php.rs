//! The row of PHP.

use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape, Solid, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::{Import, Kind};
use crate::syntax::numbers;
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "php",
    title: "PHP",
    family: "php",
    extensions: &["php", "phtml"],
    file_names: &[],
    interpreters: &["php"],
    language: || tree_sitter_php::LANGUAGE_PHP.into(),
    query: include_str!("php.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("colon_block", Shape::Transparent),
        // A chain of `elseif` is the same as `else if`, which nests: only the symbols count.
        ("else_clause", Shape::Transparent),
        ("else_if_clause", Shape::Transparent),
        ("empty_statement", Shape::Nothing),
        // `list($a, $b)` is `[$a, $b]`, which the grammar reads as an array in some places.
        ("array_creation_expression", Shape::As("array")),
        ("list_literal", Shape::As("array")),
        ("array_element_initializer", Shape::Transparent),
        ("attribute_list", Shape::Transparent),
        ("attribute_group", Shape::Transparent),
        ("named_type", Shape::Transparent),
        ("name", Shape::Word),
        ("primitive_type", Shape::Keyword),
        ("bottom_type", Shape::Keyword),
        ("cast_type", Shape::Keyword),
        ("relative_scope", Shape::Keyword),
        ("boolean", Shape::Keyword),
        ("null", Shape::Keyword),
        ("integer", Shape::Number),
        ("float", Shape::Number),
        ("string", Shape::String),
        ("encapsed_string", Shape::String),
        ("heredoc", Shape::String),
        ("nowdoc", Shape::String),
        ("shell_command_expression", Shape::String),
        ("heredoc_body", Shape::Transparent),
        ("nowdoc_body", Shape::Transparent),
        ("heredoc_start", Shape::Nothing),
        ("heredoc_end", Shape::Nothing),
        ("text_interpolation", Shape::Transparent),
        ("text", Shape::Prose),
        ("php_tag", Shape::Keyword),
        ("php_end_tag", Shape::Nothing),
    ],
    silent: &[
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        ",",
        ";",
        ":",
        "$",
        "#[",
        "array",
        "list",
        "if",
        "endif",
        "endwhile",
        "endfor",
        "endforeach",
        "endswitch",
        "enddeclare",
    ],
    synonyms: &[
        ("elseif", "else"),
        ("<>", "!="),
        // The node says which access it is.
        ("::", "->"),
        ("?->", "->"),
        ("boolean", "bool"),
        ("integer", "int"),
        ("double", "float"),
        ("real", "float"),
        ("binary", "string"),
    ],
    holes: &["list_literal", "array_creation_expression"],
    labelled: &["for_statement", "conditional_expression"],
    transparent_in: &[
        ("if_statement", "compound_statement"),
        ("else_clause", "compound_statement"),
        ("else_clause", "if_statement"),
        ("else_if_clause", "compound_statement"),
        ("while_statement", "compound_statement"),
        ("do_statement", "compound_statement"),
        ("for_statement", "compound_statement"),
        ("foreach_statement", "compound_statement"),
        // Blocks are no scopes.
        ("case_statement", "compound_statement"),
        ("default_statement", "compound_statement"),
        ("compound_statement", "compound_statement"),
    ],
    absent_when_empty: &[
        ("object_creation_expression", "arguments"),
        ("anonymous_class", "arguments"),
        ("attribute", "arguments"),
    ],
    extras: &["text_interpolation"],
    unordered_siblings: &[
        "var_modifier",
        "visibility_modifier",
        "static_modifier",
        "final_modifier",
        "abstract_modifier",
        "readonly_modifier",
    ],
    texts: &["string_content", "escape_sequence", "nowdoc_string"],
    string,
    decode,
    number,
    solid: Solid {
        chains: &[
            "member_access_expression",
            "member_call_expression",
            "nullsafe_member_access_expression",
            "nullsafe_member_call_expression",
            "subscript_expression",
            "function_call_expression",
        ],
        chain_marks: &["nullsafe_member_access_expression", "nullsafe_member_call_expression"],
        ..Solid::PLAIN
    },
    doc_comments: &["/**"],
    opaque: &["anonymous_function", "arrow_function", "anonymous_class", "arguments"],
    own_names: OwnNames {
        access: "->",
        objects: &[
            &[(Tag::Open, "variable_name"), (Tag::Word, "this"), (Tag::Close, "")],
            &[(Tag::Other, "self")],
            &[(Tag::Other, "static")],
            &[(Tag::Other, "parent")],
        ],
        keywords: &["variable_name", "argument"],
        ..OwnNames::PLAIN
    },
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Class,
        Kind::Interface,
        Kind::Enum,
        Kind::Trait,
        Kind::Field,
        Kind::Variable,
    ],
    naming: naming::php::NAMING,
    calls: &[
        CallNode { node: "function_call_expression", callee: &["function"] },
        CallNode { node: "member_call_expression", callee: &["object", "name"] },
        CallNode { node: "nullsafe_member_call_expression", callee: &["object", "name"] },
        CallNode { node: "scoped_call_expression", callee: &["scope", "name"] },
        CallNode { node: "object_creation_expression", callee: &[] },
    ],
    attribute: Some(("scoped_call_expression", "scope", "name")),
    module_paths: Some(module_paths),
    neighbours: Some(neighbours),
    packages: super::Packages { selves: &["$this", "self", "static"], parents: &["parent"], ..super::Packages::PLAIN },
    spaced: &["simple_parameter", "property_promotion_parameter", "array_element_initializer", "binary_expression"],
    sigils: &[("variable_name", "$"), ("reference_modifier", "&"), ("variadic_parameter", "...")],
    bracketed: &["array_creation_expression"],
    ..Rules::PLAIN
};

/// `1.50` is `1.5` and `1e05` is `1e5`, but `1.0` is no integer.
fn number(text: &[u8]) -> Vec<u8> {
    let number = numbers::canonical(text);
    let is_float = !number.starts_with(b"0x") && number.iter().any(|byte| matches!(byte, b'.' | b'e'));
    if !is_float {
        return number;
    }
    let (mantissa, exponent) = match number.iter().position(|byte| *byte == b'e') {
        Some(at) => (&number[..at], &number[at + 1..]),
        None => (&number[..], &b""[..]),
    };
    let (whole, fraction) = match mantissa.iter().position(|byte| *byte == b'.') {
        Some(at) => (&mantissa[..at], &mantissa[at + 1..]),
        None => (mantissa, &b""[..]),
    };
    let digits = fraction.iter().rposition(|byte| *byte != b'0').map_or(0, |last| last + 1);
    let fraction = if digits == 0 { b"0" } else { &fraction[..digits] };
    let (sign, exponent) = exponent.strip_prefix(b"-").map_or((&b""[..], exponent), |rest| (&b"-"[..], rest));
    let leading = exponent.iter().take_while(|byte| **byte == b'0').count();
    let mut value = [whole, b".", fraction].concat();
    if leading < exponent.len() {
        value.extend([b"e", sign, &exponent[leading..]].concat());
    }
    value
}

/// `'…'`, `"…"`, backticks, and heredocs, whose indentation is that of the closing identifier.
fn string(text: &[u8]) -> Literal {
    if text.starts_with(b"<<<") {
        return heredoc(text);
    }
    let prefix = usize::from(matches!(text.first(), Some(b'b' | b'B')));
    let quote = text.get(prefix).copied().unwrap_or_default();
    let start = (prefix + 1).min(text.len());
    let is_closed = text.len() > start && text.last() == Some(&quote);
    let end = text.len() - usize::from(is_closed);
    let has_code = quote != b'\'' && text.contains(&b'$');
    Literal { style: Style { quote, has_code, template: quote == b'`', ..Style::default() }, start, end }
}

fn heredoc(text: &[u8]) -> Literal {
    let blank = |line: &[u8]| line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let first = text.iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| at + 1);
    let last = text.iter().rposition(|byte| *byte == b'\n').map_or(text.len(), |at| at + 1);
    let raw = text[..first].contains(&b'\'');
    let margin = blank(&text[last..]);
    let start = (first + blank(&text[first..]).min(margin)).min(last);
    let body = &text[start..last];
    let body = body.strip_suffix(b"\n").unwrap_or(body);
    let body = body.strip_suffix(b"\r").unwrap_or(body);
    let style = Style { raw, has_code: !raw, margin, ..Style::default() };
    Literal { style, start, end: start + body.len() }
}

/// What is no escape stays as it is written.
fn decode(text: &[u8], style: Style, value: &mut Vec<u8>) {
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'\r' if rest.first() == Some(&b'\n') => {}
            b'\n' => {
                value.push(b'\n');
                let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
                rest = &rest[blank.min(style.margin)..];
            }
            b'\\' if !style.raw => rest = escape(rest, style.quote, value),
            _ => value.push(byte),
        }
    }
}

/// Decodes one escape, whose backslash is already gone, and gives back the text after it.
fn escape<'t>(text: &'t [u8], quote: u8, value: &mut Vec<u8>) -> &'t [u8] {
    let Some((&letter, rest)) = text.split_first() else {
        value.push(b'\\');
        return text;
    };
    let simple = match letter {
        b'\\' => Some(b'\\'),
        _ if letter == quote => Some(letter),
        _ if quote == b'\'' => None,
        b'$' => Some(b'$'),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        b'v' => Some(0x0b),
        b'e' => Some(0x1b),
        b'f' => Some(0x0c),
        _ => None,
    };
    if let Some(byte) = simple {
        value.push(byte);
        return rest;
    }
    let digits = |text: &[u8], most: usize, radix: u32| {
        text.iter().take(most).take_while(|byte| char::from(**byte).is_digit(radix)).count()
    };
    let code = |text: &[u8], radix: u32| u32::from_str_radix(std::str::from_utf8(text).ok()?, radix).ok();
    let found = match letter {
        _ if quote == b'\'' => None,
        b'0'..=b'7' => {
            let count = digits(text, 3, 8);
            code(&text[..count], 8).map(|code| (vec![code as u8], &text[count..]))
        }
        b'x' => {
            let count = digits(rest, 2, 16);
            code(&rest[..count], 16).map(|code| (vec![code as u8], &rest[count..]))
        }
        b'u' if rest.first() == Some(&b'{') => {
            let count = digits(&rest[1..], 8, 16);
            let character = code(&rest[1..=count], 16).and_then(char::from_u32);
            let after = rest[1 + count..].strip_prefix(b"}");
            character.zip(after).map(|(character, after)| (character.to_string().into_bytes(), after))
        }
        _ => None,
    };
    let Some((bytes, after)) = found else {
        value.push(b'\\');
        return text;
    };
    value.extend(bytes);
    after
}

/// PSR-4 maps a prefix of the namespace to a folder, and the rest to the folders below it; which prefix is said in
/// `composer.json`. So any tail of the namespace may be the path below any folder above the importing file, or below
/// the usual source folders. The longest tail is the most telling.
fn module_paths(from_path: &str, import: &Import) -> Vec<String> {
    let Some(name) = &import.name else { return Vec::new() };
    let parts: Vec<&str> = import.module.split(['\\', '.']).filter(|part| !part.is_empty()).collect();
    let mut folders: Vec<&str> = from_path.split('/').collect();
    folders.pop();
    let mut roots: Vec<String> = (0..=folders.len()).rev().map(|depth| folders[..depth].join("/")).collect();
    roots.extend(["src", "app", "lib"].map(str::to_owned));
    let mut paths = Vec::new();
    for start in 0..=parts.len() {
        for root in &roots {
            let folders = [root.as_str()].into_iter().chain(parts[start..].iter().copied());
            let path: Vec<&str> = folders.chain([name.as_str()]).filter(|part| !part.is_empty()).collect();
            let path = format!("{}.php", path.join("/"));
            if path != from_path && !paths.contains(&path) {
                paths.push(path);
            }
        }
    }
    paths
}

/// A class of the same namespace is in a file of its own name in the same folder.
fn neighbours(path: &str, name: &str) -> Vec<String> {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let name = name.trim_start_matches('\\').replace(['\\', '.'], "/");
    vec![format!("{folder}{name}.php")]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_namespace_is_a_path_below_some_root() {
        let import = |module: &str, name: &str| Import {
            module: module.into(),
            level: 0,
            name: Some(name.into()),
            alias: None,
            line: 1,
        };
        let paths = module_paths("src/Orders/Order.php", &import("Shop\\Catalog", "Product"));
        let position = |path: &str| paths.iter().position(|found| found == path);
        assert!(position("src/Shop/Catalog/Product.php") < position("src/Catalog/Product.php"), "{paths:?}");
        assert!(position("src/Catalog/Product.php").is_some() && position("app/Catalog/Product.php").is_some());
        assert!(position("src/Catalog/Product.php") < position("src/Product.php"));
        assert_eq!(
            module_paths("Order.php", &import("", "Product")),
            ["Product.php", "src/Product.php", "app/Product.php", "lib/Product.php"]
        );
        assert_eq!(module_paths("Order.php", &import("", "Order"))[0], "src/Order.php");
    }

    #[test]
    fn classes_of_the_same_namespace_are_in_the_same_folder() {
        assert_eq!(neighbours("src/Orders/Order.php", "Model"), ["src/Orders/Model.php"]);
        assert_eq!(
            neighbours("src/Orders/Order.php", "Contracts\\Exportable"),
            ["src/Orders/Contracts/Exportable.php"]
        );
        assert_eq!(neighbours("Order.php", "Model"), ["Model.php"]);
    }

    #[test]
    fn numbers_and_texts() {
        for (written, expected) in
            [("1.50", "1.5"), ("1.00", "1.0"), ("1e05", "1.0e5"), ("1E+5", "1.0e5"), ("0x1E", "0x1e")]
        {
            assert_eq!(String::from_utf8_lossy(&number(written.as_bytes())), expected);
        }
        let value = |text: &str| {
            let literal = string(text.as_bytes());
            let mut value = Vec::new();
            decode(&text.as_bytes()[literal.start..literal.end], literal.style, &mut value);
            String::from_utf8_lossy(&value).into_owned()
        };
        assert_eq!(value(r#""\n\$\x41\101\u{e9}\q\"\'""#), "\n$AAé\\q\"\\'");
        assert_eq!(value(r"'\n\\\''"), r"\n\'");
        assert_eq!(value("<<<A\n  x\n\n    y\n  A"), "x\n\n  y");
        assert_eq!((value("<<<A\nA"), value("\""), value("<<<")), (String::new(), String::new(), String::new()));
        for broken in [r#""\u{}"#, r#""\u{"#, "\"\\", "<<<A\n", "b", ""] {
            value(broken);
        }
    }
}
