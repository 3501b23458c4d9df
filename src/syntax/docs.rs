//! Docstrings: text that is compared without the way it is indented.

use std::borrow::Cow;

use super::fingerprint;
use super::model::Fingerprint;
use super::strings::{Style, decode};

/// What `inspect.cleandoc` leaves of a docstring, and trailing white space gone. The indentation is taken off the text
/// as it stands in the source, before escapes are decoded, because that is what formatters change.
pub(super) fn clean(text: &[u8], style: Style) -> Vec<u8> {
    let lines: Vec<Cow<[u8]>> = text.split(|byte| *byte == b'\n').map(expand_tabs).collect();
    let indents = lines.iter().skip(1).filter(|line| !line.is_empty()).map(|line| indent(line));
    let margin = indents.min().unwrap_or(0);
    let mut cleaned = Vec::with_capacity(text.len());
    for (number, line) in lines.iter().enumerate() {
        let cut = if number == 0 { indent(line) } else { margin.min(line.len()) };
        cleaned.extend_from_slice(&line[cut..]);
        cleaned.push(b'\n');
    }
    let mut value = Vec::with_capacity(cleaned.len());
    decode(cleaned.trim_ascii(), style, &mut value);
    value
}

/// The same for a docstring that consists of several literals.
pub(super) fn clean_joined<'s>(literals: impl Iterator<Item = (&'s [u8], Style)>) -> Vec<u8> {
    let mut value = Vec::new();
    for (text, style) in literals {
        decode(text, style, &mut value);
    }
    clean(&value, Style { raw: true, ..Style::default() })
}

/// The hash of a comment that documents what follows it: its words, without the marks and the indentation of each
/// line. Where formatters break lines anew, `reflowed` has the words that they put in or take out.
pub(super) fn clean_comment(text: &[u8], reflowed: Option<&[&str]>) -> Fingerprint {
    let mut cleaned = Vec::with_capacity(text.len());
    for line in text.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        let line = line.strip_suffix(b"*/").unwrap_or(line).trim_ascii_end();
        let mark = line.iter().take_while(|byte| b"/*#!".contains(byte)).count();
        cleaned.extend_from_slice(line[mark..].trim_ascii_start());
        cleaned.push(b'\n');
    }
    let Some(noise) = reflowed else { return fingerprint::doc_hash(cleaned.trim_ascii()) };
    // Tags may stand next to words or on lines of their own.
    let words = cleaned.split_inclusive(|byte| byte.is_ascii_whitespace() || *byte == b'>');
    let words = words.flat_map(|word| {
        let (text, tag) = word.split_at(word.iter().rposition(|byte| *byte == b'<').unwrap_or(0));
        [text.trim_ascii(), tag.trim_ascii()]
    });
    let words = words.filter(|word| !word.is_empty() && !noise.iter().any(|noise| noise.as_bytes() == *word));
    fingerprint::doc_hash(&words.collect::<Vec<&[u8]>>().join(&b' '))
}

/// One line with its leading tabs as spaces and without white space at its end.
fn expand_tabs(line: &[u8]) -> Cow<'_, [u8]> {
    let line = line.trim_ascii_end();
    let (blank, text) = line.split_at(indent(line));
    if !blank.contains(&b'\t') {
        return Cow::Borrowed(line);
    }
    let mut expanded = Vec::with_capacity(line.len());
    for &byte in blank {
        match byte {
            b'\t' => expanded.resize(expanded.len() / 8 * 8 + 8, b' '),
            _ => expanded.push(byte),
        }
    }
    expanded.extend_from_slice(text);
    Cow::Owned(expanded)
}

fn indent(line: &[u8]) -> usize {
    line.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_may_be_broken_anew() {
        let hash = |text: &str| clean_comment(text.as_bytes(), Some(&["<p>", "</li>"]));
        let one = hash("/** One two. <ul><li>a</li> <li>b</li></ul> */");
        assert_eq!(one, hash("/**\n * One\n * two.\n *\n * <p><ul>\n *   <li>a\n *   <li>b\n * </ul>\n */"));
        assert_ne!(one, hash("/** One. <ul><li>a</li> <li>b</li></ul> */"));
    }

    #[test]
    fn indentation_and_outer_blanks_do_not_count() {
        let clean = |text: &str| String::from_utf8(clean(text.as_bytes(), Style::default())).expect("UTF-8");
        assert_eq!(clean(" One.\r\n\n    Two\n      three.  \n    "), "One.\n\nTwo\n  three.");
        assert_eq!(clean("One.\n\n\tTwo\n\t  three."), "One.\n\nTwo\n  three.");
        assert_eq!(clean("\n        Two\n    three.\n"), "Two\nthree.".replace("Two", "    Two").trim_start());
        assert_eq!(clean(""), "");
    }
}
