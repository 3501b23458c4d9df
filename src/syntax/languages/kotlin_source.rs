//! What the grammar of Kotlin reads wrongly, made readable before parsing.
//!
//! Words such as `data` are modifiers or names. After an annotation the grammar prefers the name, and takes
//! `@A data class B` for a call of a function called `class`. A word of the same length that can only be a modifier is put
//! in its place; queries and fingerprints see the source itself.

/// Modifiers that are also names, with what stands in for them.
const SOFT: &[(&[u8], &[u8])] = &[
    (b"actual", b"sealed"),
    (b"annotation", b"open      "),
    (b"const", b"final"),
    (b"data", b"open"),
    (b"enum", b"open"),
    (b"expect", b"sealed"),
    (b"inner", b"final"),
    (b"value", b"final"),
];

/// Other modifiers that may stand between those and the keyword.
const MODIFIERS: &[&[u8]] = &[
    b"abstract",
    b"external",
    b"final",
    b"infix",
    b"inline",
    b"internal",
    b"lateinit",
    b"open",
    b"operator",
    b"override",
    b"private",
    b"protected",
    b"public",
    b"sealed",
    b"suspend",
    b"tailrec",
];

/// Words that start a definition, and cannot follow a name.
const KEYWORDS: &[&[u8]] = &[b"class", b"fun", b"interface", b"object", b"typealias", b"val", b"var"];

/// No definition has more modifiers than this.
const MAX_MODIFIERS: usize = 8;

/// A text that the grammar reads as the source is meant, with the same line breaks and offsets.
pub(super) fn readable(source: &[u8]) -> Option<Vec<u8>> {
    let mut readable = None;
    mark_modifiers(source, &mut readable);
    end_annotations(source, &mut readable);
    readable
}

fn mark_modifiers(source: &[u8], readable: &mut Option<Vec<u8>>) {
    let mut at = 0;
    while at < source.len() {
        let length = word(&source[at..]).len();
        let stand_in = SOFT.iter().find(|(soft, _)| *soft == &source[at..at + length]);
        if let Some((_, stand_in)) = stand_in.filter(|_| starts_definition(&source[at + length..])) {
            readable.get_or_insert_with(|| source.to_vec())[at..at + length].copy_from_slice(stand_in);
        }
        at += length.max(1);
    }
}

/// Whether a definition starts here, on the same line.
fn starts_definition(mut rest: &[u8]) -> bool {
    for _ in 0..MAX_MODIFIERS {
        let blank = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let next = word(&rest[blank..]);
        if blank == 0 || next.is_empty() {
            return false;
        }
        if KEYWORDS.contains(&next) {
            return true;
        }
        if !MODIFIERS.contains(&next) && !SOFT.iter().any(|(soft, _)| *soft == next) {
            return false;
        }
        rest = &rest[blank + next.len()..];
    }
    false
}

/// The scanner of the grammar looks for the end of an annotation and does not stop at that of the file: an annotation
/// that goes up to there is taken out.
fn end_annotations(source: &[u8], readable: &mut Option<Vec<u8>>) {
    let last_line = source.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    // Nobody writes so many on one line that it would take long; whoever does has none.
    let mut budget = 64 * source.len();
    for at in (last_line..source.len()).filter(|at| source[*at] == b'@') {
        let mut in_parentheses = false;
        let end = source[at..].iter().take(budget).position(|byte| {
            in_parentheses = (in_parentheses || *byte == b'(') && *byte != b')';
            !in_parentheses && byte.is_ascii_whitespace()
        });
        budget = budget.saturating_sub(end.unwrap_or(source.len() - at));
        if end.is_none() {
            readable.get_or_insert_with(|| source.to_vec())[at] = b' ';
        }
    }
}

/// The word at the start of a text.
fn word(text: &[u8]) -> &[u8] {
    let length = text.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_' || !byte.is_ascii());
    &text[..length.count()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn soft_modifiers_are_told_from_names() {
        for (source, expected) in [
            ("data class A", "open class A"),
            ("@A annotation class B", "@A open       class B"),
            ("actual suspend inline fun f()", "sealed suspend inline fun f()"),
            ("private const val x = 1", "private final val x = 1"),
            ("expect value class A", "sealed final class A"),
        ] {
            assert_eq!(readable(source.as_bytes()).as_deref(), Some(expected.as_bytes()), "{source}");
        }
        for source in ["val data = 1", "data.f()", "return data\nclass A", "metadata class", "value", "f(data) fun"] {
            assert_eq!(readable(source.as_bytes()), None, "{source}");
        }
    }

    #[test]
    fn annotations_end_before_the_file_does() {
        for source in ["@A fun f() {}", "@A\n", "@A(\n", "@A(1) fun f() {}", "a@b\nc"] {
            assert_eq!(readable(source.as_bytes()), None, "{source}");
        }
        for (source, expected) in [("class A\n@B", "class A\n B"), ("@A @B(c d", "@A  B(c d"), ("@", " ")] {
            assert_eq!(readable(source.as_bytes()).as_deref(), Some(expected.as_bytes()), "{source}");
        }
    }
}
