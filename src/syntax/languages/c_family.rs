//! What C and C++ have in common.

use super::{Declarator, Parameter};
use crate::syntax::model::Import;
use crate::syntax::numbers;
use crate::syntax::strings::{Literal, Style};

pub(super) const PLAIN_PARAMETER: Parameter = Parameter {
    node: "parameter_declaration",
    declarator: "declarator",
    default: None,
    without: &["attribute_declaration", "attribute_specifier"],
};

/// A field that leads to the name, which is there in most declarators, would only repeat what the first child says.
pub(super) const POINTER: Declarator = Declarator::new("pointer_declarator");
pub(super) const ARRAY: Declarator = Declarator::new("array_declarator");
pub(super) const PARENTHESES: Declarator = Declarator::new("parenthesized_declarator");
pub(super) const ATTRIBUTED: Declarator = Declarator::new("attributed_declarator");
pub(super) const FUNCTION: Declarator = Declarator::callable("function_declarator");

/// A plain literal is its text, so that it can be joined with others. A prefix stays with its quotes, and characters
/// are told from strings as bytes are.
pub(super) fn string(text: &[u8]) -> Literal {
    let quote = text.iter().find(|byte| matches!(byte, b'"' | b'\''));
    let style = Style { raw: true, bytes: quote == Some(&b'\''), ..Style::default() };
    if text.first() != Some(&b'"') {
        return Literal { style, start: 0, end: text.len() };
    }
    let closed = text.len() > 1 && text.ends_with(b"\"");
    Literal { style, start: 1, end: text.len() - usize::from(closed) }
}

/// As elsewhere; digits may be grouped with `'`.
pub(super) fn number(text: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'\'').collect();
    numbers::canonical(&digits)
}

/// Where an included file may be. Compilers are told where to look, which nobody knows here: beside the including file
/// if the name is in quotes, then in every folder above it, and in the usual folders for headers there.
pub(super) fn module_paths(from_path: &str, import: &Import) -> Vec<String> {
    let system = import.module.strip_prefix('<').and_then(|name| name.strip_suffix('>'));
    let name = system.unwrap_or(&import.module);
    let mut folder: Vec<&str> = from_path.split('/').collect();
    folder.pop();
    let mut paths: Vec<String> = Vec::new();
    let mut add = |folder: &[&str], below: Option<&str>| {
        let path = joined(folder.iter().copied().chain(below), name);
        if let Some(path) = path.filter(|path| path != from_path && !paths.contains(path)) {
            paths.push(path);
        }
    };
    if system.is_none() {
        add(&folder, None);
    }
    for depth in (0..=folder.len()).rev() {
        for below in [None, Some("include"), Some("src")] {
            add(&folder[..depth], below);
        }
    }
    paths
}

/// A path without `.` and `..`; `None` if it leads out of the repository.
fn joined<'p>(folder: impl Iterator<Item = &'p str>, name: &'p str) -> Option<String> {
    let mut parts: Vec<&str> = folder.collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Whether a comment of C ends elsewhere than the grammar thinks: `??/` is a backslash to some compilers, and a
/// backslash joins lines also with blanks behind it, and between the two signs that end a block.
pub(super) fn has_spliced_end(text: &[u8]) -> bool {
    let splices = |(at, two): (usize, &[u8])| {
        two == b"*\\" && text[at + 2..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r')) == Some(&b'\n')
    };
    text.windows(3).any(|three| three == b"??/")
        || if text.starts_with(b"/*") {
            text.windows(2).enumerate().any(splices)
        } else {
            text.trim_ascii_end().ends_with(b"\\")
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(from: &str, module: &str) -> Vec<String> {
        module_paths(from, &Import { module: module.into(), level: 0, name: None, alias: None, line: 1 })
    }

    #[test]
    fn includes_in_quotes_are_first_looked_for_beside_the_file() {
        assert_eq!(paths("src/net/a.cpp", "b.h")[..3], ["src/net/b.h", "src/net/include/b.h", "src/net/src/b.h"]);
        assert!(paths("src/net/a.cpp", "<app/b.h>").contains(&"include/app/b.h".to_owned()));
        assert_eq!(paths("src/a.cpp", "../lib/b.h")[0], "lib/b.h");
        assert!(paths("a.cpp", "../b.h").iter().all(|path| !path.contains("..")));
        assert!(!paths("src/a.h", "a.h").contains(&"src/a.h".to_owned()));
    }

    #[test]
    fn literals() {
        let text = |literal: &'static str| {
            let read = string(literal.as_bytes());
            (&literal[read.start..read.end], read.style.bytes)
        };
        assert_eq!(text("\"a\\n\""), ("a\\n", false));
        assert_eq!(text("L\"a\""), ("L\"a\"", false));
        assert_eq!(text("'a'"), ("'a'", true));
        assert_eq!(text("R\"x(a\"')x\""), ("R\"x(a\"')x\"", false));
        assert_eq!(text("\""), ("", false));
        assert_eq!(number(b"1'000'000UL"), b"1000000ul");
    }
}
