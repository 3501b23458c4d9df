//! The row of Ruby.

use std::borrow::Cow;
use std::sync::LazyLock;

use super::{CallNode, OwnNames, Row, Rules, Shape, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::{Import, Kind};
use crate::syntax::stream::Tag;
use crate::syntax::strings::{Literal, Style};

pub(in crate::syntax) static ROW: Row = Row {
    name: "ruby",
    title: "Ruby",
    family: "ruby",
    extensions: &["rb", "rake", "gemspec", "ru"],
    file_names: &["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile"],
    interpreters: &["ruby", "jruby"],
    language: || tree_sitter_ruby::LANGUAGE.into(),
    query: include_str!("ruby.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    later_wins: &[Kind::Function, Kind::Method],
    readable,
    declares_fields: true,
    shapes: &[
        // `(a)` is `a`, but `(a; b)` is not.
        ("parenthesized_statements", Shape::Tuple),
        ("empty_statement", Shape::Nothing),
        ("do_block", Shape::As("block")),
        ("body_statement", Shape::Transparent),
        ("block_body", Shape::Transparent),
        ("left_assignment_list", Shape::Tuple),
        ("right_assignment_list", Shape::Tuple),
        ("destructured_left_assignment", Shape::Tuple),
        ("rest_assignment", Shape::Splat("splat")),
        ("identifier", Shape::Word),
        ("constant", Shape::Word),
        ("instance_variable", Shape::Word),
        ("class_variable", Shape::Word),
        ("global_variable", Shape::Word),
        ("integer", Shape::Number),
        ("float", Shape::Number),
        ("string", Shape::String),
        ("bare_string", Shape::String),
        ("bare_symbol", Shape::String),
        ("subshell", Shape::String),
        ("regex", Shape::String),
        ("chained_string", Shape::Strings),
        ("interpolation", Shape::Interpolation),
    ],
    silent: &["(", ")", "[", "]", "{", "}", ",", ";", "then", "do", "end"],
    // `|a,|` takes the first of several, `|a|` takes one.
    loud_in: &[("block_parameters", ",")],
    absent_when_empty: &[
        ("call", "argument_list"),
        ("method", "method_parameters"),
        ("singleton_method", "method_parameters"),
    ],
    heredoc: Some(("heredoc_beginning", "heredoc_body")),
    string,
    decode,
    doc_comments: &["#", "=begin"],
    opaque: &["block", "do_block", "lambda", "argument_list"],
    initializers: &["initialize"],
    fields: &["instance_variable"],
    locals: &["identifier"],
    plain_name,
    mixins: true,
    receiver: Some("self"),
    own_names: OwnNames { objects: &[&[(Tag::Other, "self")]], implicit: true, ..OwnNames::PLAIN },
    is_const: |name| name.starts_with(char::is_uppercase),
    sections: &[("identifier", "private", true), ("identifier", "protected", false), ("identifier", "public", false)],
    kinds: &[Kind::Function, Kind::Method, Kind::Class, Kind::Struct, Kind::Module, Kind::Field, Kind::Variable],
    naming: naming::ruby::NAMING,
    calls: &[CallNode { node: "call", callee: &["receiver", "method"] }],
    attribute: Some(("call", "receiver", "method")),
    module_paths: Some(module_paths),
    neighbours: Some(neighbours),
    packages: super::Packages { folder: false, implicit_members: true, ..super::Packages::PLAIN },
    spaced: &["optional_parameter", "binary"],
    sigils: &[("splat_parameter", "*"), ("hash_splat_parameter", "**"), ("block_parameter", "&")],
    ..Rules::PLAIN
};

/// Without the heredocs that the grammar's scanner does not survive: they lose their second `<`.
fn readable(source: &[u8]) -> Option<Vec<u8>> {
    let hazards = hazards(source);
    let mut text = (!hazards.is_empty()).then(|| source.to_vec())?;
    for hazard in hazards {
        text[hazard] = b' ';
    }
    Some(text)
}

/// The name of a heredoc is limited to 255 bytes: a longer one, which only an unfinished quote makes, ends the process.
fn hazards(source: &[u8]) -> Vec<usize> {
    const LONGEST: usize = 200;
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = source[from..].windows(2).position(|two| two == b"<<").map(|at| from + at) {
        from = at + 1;
        let mut name = &source[at + 2..];
        name = name.strip_prefix(b"-").or_else(|| name.strip_prefix(b"~")).unwrap_or(name);
        let length = match name.first() {
            Some(quote @ (b'\'' | b'"' | b'`')) => {
                name.iter().skip(1).take(LONGEST).take_while(|byte| *byte != quote).count()
            }
            _ => name
                .iter()
                .take(LONGEST)
                .take_while(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80 || **byte == b'_')
                .count(),
        };
        if length == LONGEST {
            found.push(at + 1);
        }
    }
    found
}

/// Without the sigils of variables and symbols. `@` begins a suffix in a qualname, so that the unary operators `+@` and
/// `-@` are spelled out.
fn plain_name(name: &str) -> Cow<'_, str> {
    match name {
        "+@" => Cow::Borrowed("unary+"),
        "-@" => Cow::Borrowed("unary-"),
        "!@" | "~@" => Cow::Borrowed(&name[..1]),
        _ => {
            let name = name.trim_start_matches(['@', '$', ':']);
            if name.contains(char::is_whitespace) {
                // `def name =(value)`
                return Cow::Owned(name.split_whitespace().collect());
            }
            Cow::Borrowed(name)
        }
    }
}

/// `'…'`, `"…"`, `%q(…)` and the like, heredocs, and the words of `%w[…]`, which have no quotes.
fn string(text: &[u8]) -> Literal {
    if text.starts_with(b"<<") {
        return heredoc(text);
    }
    let letters = usize::from(text.len() > 1 && matches!(text[1], b'q' | b'Q' | b'x'));
    let (prefix, single, template) = match text {
        [b'\'', ..] => (1, true, false),
        [b'"', ..] => (1, false, false),
        [b'`', ..] => (1, false, true),
        // With its delimiters: the options stand behind the second.
        [b'/', ..] | [b'%', b'r', ..] => {
            let style = Style { raw: true, has_code: true, template: true, ..Style::default() };
            return Literal { style, start: 0, end: text.len() };
        }
        [b'%', b'q', ..] => (3, true, false),
        [b'%', b'x', ..] => (3, false, true),
        [b'%', _, ..] => (2 + letters, false, false),
        _ => {
            return Literal {
                style: Style { raw: true, has_code: true, ..Style::default() },
                start: 0,
                end: text.len(),
            };
        }
    };
    let start = prefix.min(text.len());
    let end = if text.len() > start { text.len() - 1 } else { start };
    let quote = if single { b'\'' } else { b'"' };
    Literal { style: Style { quote, has_code: !single, template, ..Style::default() }, start, end }
}

/// What stands for the heredoc and its text are one here: `<<~SQL`, a line break, the text, the last line.
fn heredoc(text: &[u8]) -> Literal {
    let blank = |line: &[u8]| line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let first = text.iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| at + 1);
    let last = text.iter().rposition(|byte| *byte == b'\n').map_or(text.len(), |at| at + 1).max(first);
    let is_squiggly = text.starts_with(b"<<~");
    let lines = text[first..last].split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let margin = lines.map(blank).min().filter(|_| is_squiggly).unwrap_or(0);
    let raw = text[..first].contains(&b'\'');
    let start = (first + blank(&text[first..]).min(margin)).min(last);
    Literal { style: Style { raw, has_code: !raw, margin, ..Style::default() }, start, end: last }
}

/// What is no escape loses its backslash between double quotes, and keeps it between single ones.
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
            b'\\' if style.quote == b'\'' => match rest.first() {
                Some(b'\\' | b'\'') => {
                    value.push(rest[0]);
                    rest = &rest[1..];
                }
                _ => value.push(b'\\'),
            },
            b'\\' if !style.raw => rest = escape(rest, value),
            _ => value.push(byte),
        }
    }
}

/// Decodes one escape, whose backslash is already gone, and gives back the text after it. Numbers stay as written: no
/// formatter touches them.
fn escape<'t>(text: &'t [u8], value: &mut Vec<u8>) -> &'t [u8] {
    let Some((&letter, rest)) = text.split_first() else {
        value.push(b'\\');
        return text;
    };
    match letter {
        b'\n' => return rest,
        b'\r' if rest.first() == Some(&b'\n') => return &rest[1..],
        b'n' => value.push(b'\n'),
        b't' => value.push(b'\t'),
        b'r' => value.push(b'\r'),
        b's' => value.push(b' '),
        b'e' => value.push(0x1b),
        b'a' => value.push(0x07),
        b'b' => value.push(0x08),
        b'f' => value.push(0x0c),
        b'v' => value.push(0x0b),
        b'0'..=b'7' | b'x' | b'u' | b'c' | b'C' | b'M' => value.extend([b'\\', letter]),
        _ => value.push(letter),
    }
    rest
}

/// `require_relative` starts at the file itself, `require` in a `lib` folder somewhere above it, or in a folder above.
fn module_paths(from_path: &str, import: &Import) -> Vec<String> {
    let mut folders: Vec<&str> = from_path.split('/').collect();
    folders.pop();
    let dots = ".".repeat(import.level as usize);
    let module = format!("{dots}{}", import.module);
    let module = module.strip_suffix(".rb").unwrap_or(&module);
    let roots = (0..=folders.len()).rev();
    let roots = roots.flat_map(|depth| [folders[..depth].to_vec(), [&folders[..depth], &["lib"]].concat()]);
    let mut paths = Vec::new();
    for root in roots {
        let mut parts = root;
        let is_inside = module.split('/').all(|part| match part {
            "" | "." => true,
            ".." => parts.pop().is_some(),
            _ => {
                parts.push(part);
                true
            }
        });
        let path = format!("{}.rb", parts.join("/"));
        if is_inside && path != from_path && !paths.contains(&path) {
            paths.push(path);
        }
        // Dots start at the file.
        if module.starts_with('.') {
            break;
        }
    }
    paths
}

/// Where a loader by convention looks for a constant: a file of its name in the same folder, or in one above.
fn neighbours(path: &str, name: &str) -> Vec<String> {
    let mut file = String::new();
    let mut before: Option<char> = None;
    let mut characters = name.trim_start_matches(':').chars().peekable();
    while let Some(c) = characters.next() {
        let is_start = c.is_uppercase()
            && before.is_some_and(|before| {
                !before.is_uppercase() || characters.peek().is_some_and(|next| next.is_lowercase())
            });
        if is_start && before != Some('/') {
            file.push('_');
        }
        file.extend(c.to_lowercase());
        before = Some(c);
    }
    let mut folders: Vec<&str> = path.split('/').collect();
    folders.pop();
    let depths = (0..=folders.len()).rev();
    let paths = depths.map(|depth| [&folders[..depth], &[file.as_str()]].concat().join("/") + ".rb");
    paths.filter(|found| found != path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_names_of_heredocs() {
        let long = "x".repeat(300);
        assert_eq!(hazards(b"a << b; <<~SQL; <<'A'; x <<\"short\""), Vec::<usize>::new());
        assert_eq!(hazards(format!("a <<\"{long}").as_bytes()), [3]);
        assert_eq!(hazards(format!("a <<~{long}").as_bytes()), [3]);
        assert_eq!(hazards(format!("<<<'{long}").as_bytes()), [2]);
    }

    #[test]
    fn files_by_require() {
        let import = |module: &str, level| Import { module: module.into(), level, name: None, alias: None, line: 1 };
        assert_eq!(module_paths("lib/shop/cart.rb", &import("model", 0))[0], "lib/shop/model.rb");
        assert_eq!(module_paths("lib/shop/cart.rb", &import("/base.rb", 2)), ["lib/base.rb"]);
        assert_eq!(module_paths("cart.rb", &import("/base", 2)), Vec::<String>::new());
        let paths = module_paths("app/cart.rb", &import("shop/model", 0));
        assert_eq!(paths, ["app/shop/model.rb", "app/lib/shop/model.rb", "shop/model.rb", "lib/shop/model.rb"]);
    }

    #[test]
    fn files_by_convention() {
        assert_eq!(neighbours("app/models/order.rb", "OrderLine")[0], "app/models/order_line.rb");
        assert_eq!(neighbours("app/models/order.rb", "HTMLParser")[0], "app/models/html_parser.rb");
        assert_eq!(neighbours("order.rb", "Model"), ["model.rb"]);
    }

    #[test]
    fn names_and_texts() {
        for (written, expected) in
            [("@x", "x"), ("@@x", "x"), (":x?", "x?"), ("$x", "x"), ("-@", "unary-"), ("x =", "x=")]
        {
            assert_eq!(plain_name(written), expected);
        }
        let value = |text: &str| {
            let literal = string(text.as_bytes());
            let mut value = Vec::new();
            decode(&text.as_bytes()[literal.start..literal.end], literal.style, &mut value);
            String::from_utf8_lossy(&value).into_owned()
        };
        assert_eq!((value("'a\\'\\n'"), value("\"a'\\n\\q\"")), ("a'\\n".into(), "a'\nq".into()));
        assert_eq!((value("%q(a)"), value("%(a)"), value("%Q[a]")), ("a".into(), "a".into(), "a".into()));
        assert_eq!(value("<<~A\n  x\n\n    y\n  A"), "x\n\n  y\n");
        assert_eq!(value("<<-A\n  x\n  A"), "  x\n");
        for broken in ["%", "%q", "'", "<<", "<<~A", "\"\\", ""] {
            value(broken);
        }
    }
}
