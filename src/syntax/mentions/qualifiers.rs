//! Qualifiers: what stands before a name, as one dotted name.

use std::ops::Range;

/// Longer qualifiers say nothing that a reader could look up, and would make the mentions of a long chain grow with its
/// square.
const MAX_QUALIFIER: usize = 200;

/// What a text before a name says: `None` where there is nothing but the mark of an absolute path, the empty string
/// where it is no dotted name, as in `f().x`.
pub(super) fn qualifier(before: &[u8]) -> Option<String> {
    let text = before.trim_ascii();
    if matches!(text, b"::" | b"\\") {
        return None;
    }
    Some(dotted(text).unwrap_or_default())
}

/// The name that a qualifier starts with, with its mark: `$cart` of `$cart->items->`.
pub(super) fn object(before: &[u8]) -> &[u8] {
    let before = before.trim_ascii_start();
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_$@".contains(byte) || !byte.is_ascii();
    &before[..before.iter().take_while(is_name).count()]
}

/// Whether a name behind this text is a part of something.
pub(super) fn ends_with_separator(text: &[u8]) -> bool {
    text.trim_ascii_end().ends_with(b"->") || text.trim_ascii_end().last().is_some_and(|byte| b".:\\".contains(byte))
}

/// The dotted name that a text with a separator at its end is, type arguments left out.
fn dotted(text: &[u8]) -> Option<String> {
    if text.len() > MAX_QUALIFIER {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let mut name = String::with_capacity(text.len());
    let mut depth = 0_u32;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '-' if characters.peek() == Some(&'>') => {
                characters.next();
                push_dot(&mut name);
            }
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            _ if depth > 0 || c.is_whitespace() => {}
            '.' | ':' | '\\' => push_dot(&mut name),
            // `a?.b`, `a!.b`, `a!!.b`, `a&.b`
            '?' | '!' | '&' if matches!(characters.peek(), Some('.' | '-' | '!' | ':')) => {}
            _ if c.is_alphanumeric() || matches!(c, '_' | '$' | '@' | '#' | '`') => name.push(c),
            _ => return None,
        }
    }
    let name = name.trim_start_matches('.').trim_end_matches(['.', '$']);
    let starts_well = name.chars().next().is_some_and(|c| !c.is_ascii_digit());
    (depth == 0 && starts_well).then(|| name.to_owned())
}

fn push_dot(name: &mut String) {
    if !name.ends_with('.') {
        name.push('.');
    }
}

/// What stands around a name among raw tokens, of which no tree says what belongs together.
pub(super) struct Around {
    pub qualifier: Option<Range<usize>>,
    pub is_called: bool,
}

impl Around {
    pub fn of(source: &[u8], name: Range<usize>) -> Around {
        let before = &source[..name.start];
        let is_member = before.ends_with(b"::") || (before.ends_with(b".") && !before.ends_with(b".."));
        let is_path = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.:".contains(byte) || !byte.is_ascii();
        let length = || before.iter().rev().take(MAX_QUALIFIER).take_while(is_path).count();
        let after = source[name.end..].trim_ascii_start();
        let arguments = after.strip_prefix(b"!").map_or(after, |arguments| arguments.trim_ascii_start());
        let opens = |byte: &u8| *byte == b'(' || (arguments.len() < after.len() && b"[{".contains(byte));
        let is_called = arguments.first().is_some_and(opens);
        Around { qualifier: is_member.then(|| name.start - length()..name.start), is_called }
    }
}
