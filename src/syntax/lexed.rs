//! Code that a grammar leaves whole, cut into tokens: the value of a macro in C may be any part of a program.
//!
//! The tokens are those of the C family. Comments, white space and continued lines are left out.

use super::numbers;
use super::stream::Tag;

/// Operators of several characters, longest first.
const OPERATORS: &[&str] = &[
    "<<=", ">>=", "...", "->*", "<=>", "##", "::", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", ".*",
];

/// Hands the tokens of a text to `push`, in order. Literals in a row are one, for formatters cut long ones.
pub(super) fn lex(text: &[u8], mut push: impl FnMut(Tag, &[u8])) {
    // A continued line goes on as if there were no end.
    let joined: Vec<u8>;
    let mut rest = text;
    if text.contains(&b'\\') {
        joined = without_continuations(text);
        rest = &joined;
    }
    let mut literal: Option<Vec<u8>> = None;
    while let Some(&first) = rest.first() {
        let length = match first {
            byte if byte.is_ascii_whitespace() => {
                rest = &rest[1..];
                continue;
            }
            b'/' if rest.starts_with(b"//") => break,
            b'/' if rest.starts_with(b"/*") => {
                let end = rest[2..].windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |at| at + 4);
                rest = &rest[end..];
                continue;
            }
            b'"' | b'\'' => quoted(rest),
            byte if is_word(byte) => rest.iter().take_while(|byte| is_word(**byte)).count(),
            _ => OPERATORS.iter().find(|own| rest.starts_with(own.as_bytes())).map_or(1, |own| own.len()),
        };
        if first == b'"' {
            let text = &rest[1..length];
            let text = text.strip_suffix(b"\"").unwrap_or(text);
            literal.get_or_insert_default().extend_from_slice(text);
            rest = &rest[length..];
            continue;
        }
        if let Some(text) = literal.take() {
            push(Tag::String, &text);
        }
        let is_number = first.is_ascii_digit() || (first == b'.' && rest.get(1).is_some_and(u8::is_ascii_digit));
        if is_number {
            let length = number(rest);
            push(Tag::Number, &numbers::canonical(&rest[..length]));
            rest = &rest[length..];
            continue;
        }
        let (token, after) = rest.split_at(length);
        let tag = match first {
            b'\'' => Tag::Bytes,
            byte if is_word(byte) => Tag::Word,
            _ => Tag::Symbol,
        };
        push(tag, token);
        rest = after;
    }
    if let Some(text) = literal {
        push(Tag::String, &text);
    }
}

fn without_continuations(text: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, after)) = rest.split_first() {
        let after_break = after.strip_prefix(b"\n").or_else(|| after.strip_prefix(b"\r\n"));
        match after_break.filter(|_| byte == b'\\') {
            Some(next) => rest = next,
            None => {
                joined.push(byte);
                rest = after;
            }
        }
    }
    joined
}

/// The length of a literal up to its closing quote, or of all that is left.
fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 2,
            byte if byte == text[0] => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// The length of a number, with its suffix and the sign of its exponent.
fn number(text: &[u8]) -> usize {
    let is_hex = text.starts_with(b"0x") || text.starts_with(b"0X");
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let is_sign = matches!(byte, b'+' | b'-')
            && at > 0
            && (matches!(text[at - 1], b'p' | b'P') || (!is_hex && matches!(text[at - 1], b'e' | b'E')));
        if !(is_word(byte) || byte == b'.' || byte == b'\'' || is_sign) {
            break;
        }
        at += 1;
    }
    at
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        lex(text.as_bytes(), |_, token| all.push(String::from_utf8_lossy(token).into_owned()));
        all
    }

    #[test]
    fn white_space_comments_and_continued_lines_do_not_count() {
        assert_eq!(tokens("((a)+ /* sum */ \\\n  (b)) // x"), tokens("((a) + (b))"));
        assert_eq!(tokens("do{x;}\\\r\nwhile(0)"), tokens("do { x; } while (0)"));
        assert_eq!(tokens("\"a // b\" 'x' L\"\\\"\""), ["a // b", "'x'", "L", "\\\""]);
        assert_eq!(tokens("\"a\" \"b\" // c"), ["ab"]);
    }

    #[test]
    fn operators_and_numbers_stay_whole() {
        assert_eq!(tokens("a+++b-1E+5f"), ["a", "++", "+", "b", "-", "1e5f"]);
        assert_ne!(tokens("a+ +b"), tokens("a++b"));
        assert_eq!(tokens("0x1e+2 x##y #z ..."), ["0x1e", "+", "2", "x", "##", "y", "#", "z", "..."]);
        assert_eq!(tokens(".5 a.b \"open"), ["0.5", "a", ".", "b", "open"]);
        assert_eq!(tokens("a>>=b->c"), ["a", ">>=", "b", "->", "c"]);
    }
}
