//! String literals, compared by the value they denote.
//!
//! Quotes, prefixes, escapes and the way a long literal is cut into parts are formatting; the text is not.

/// Where the text of a literal is, and how it is to be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Literal {
    pub style: Style,
    /// The text without prefix and quotes, relative to the literal.
    pub start: usize,
    pub end: usize,
}

/// How the text of a literal is to be read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Style {
    /// Backslashes stand for themselves.
    pub raw: bool,
    /// Bytes rather than characters.
    pub bytes: bool,
    /// There may be code in it.
    pub has_code: bool,
    /// `{{` is a brace, because `{…}` is code.
    pub double_braces: bool,
    /// Its lines are indented with the code around them, up to the least indented one, which the last one may be.
    pub indented: bool,
    /// Yields a template, not a text, even without code in it.
    pub template: bool,
    /// The quote, where it decides which escapes there are.
    pub quote: u8,
    /// How much white space at the start of each further line is the indentation of the literal, not its text.
    pub margin: usize,
}

/// A literal between two quotes of one character, compared as it is written: for languages whose formatters leave
/// literals alone.
pub(super) fn quoted(text: &[u8]) -> Literal {
    let style = Style { raw: true, has_code: true, ..Style::default() };
    let start = usize::from(!text.is_empty());
    let closed = text.len() > 1 && text.first() == text.last();
    Literal { style, start, end: text.len() - usize::from(closed) }
}

/// A literal compared as it is written, quotes and all: for languages in which the quotes decide how to read the text.
pub(super) fn verbatim(text: &[u8]) -> Literal {
    Literal { style: Style { raw: true, has_code: true, ..Style::default() }, start: 0, end: text.len() }
}

/// A literal whose text has lines of its own between the quotes, which end and start at these places. The closing
/// quotes say how far the lines are indented, which is formatting. It counts as a template, so that it is not taken for
/// a literal whose quotes are part of what is compared.
pub(super) fn block(text: &[u8], open: usize, close: usize) -> Option<Literal> {
    let inside = text.get(open..close)?;
    let first = inside.iter().position(|byte| *byte == b'\n')?;
    let last = inside.iter().rposition(|byte| *byte == b'\n')?;
    let is_blank = |text: &[u8]| text.iter().all(u8::is_ascii_whitespace);
    let margin = inside.len() - last - 1;
    if !is_blank(&inside[..first]) || !is_blank(&inside[last..]) {
        return None;
    }
    let start = first + 1;
    let start = inside.len() - indented(&inside[start..], margin).len();
    let end = if inside[..last].ends_with(b"\r") { last - 1 } else { last };
    let style = Style { raw: true, has_code: true, template: true, margin, ..Style::default() };
    Some(Literal { style, start: open + start, end: open + end.max(start) })
}

/// Marks what cannot be decoded here; it occurs in no UTF-8 text.
const OPAQUE: u8 = 0xff;

/// Appends the value of a literal's text. What is no valid escape stays as written, as in Python; `\N{…}` needs a
/// table of all character names and stays opaque.
pub(super) fn decode(text: &[u8], style: Style, value: &mut Vec<u8>) {
    let stripped = style.indented.then(|| strip_indent(text));
    let mut rest = stripped.as_deref().unwrap_or(text);
    let is_special = |byte: &u8| match byte {
        b'\r' => true,
        b'\n' => style.margin > 0,
        b'{' | b'}' => style.double_braces,
        b'\\' => !style.raw,
        _ => false,
    };
    loop {
        let plain = rest.iter().position(is_special).unwrap_or(rest.len());
        value.extend_from_slice(&rest[..plain]);
        let Some((&byte, after)) = rest[plain..].split_first() else { return };
        rest = after;
        match byte {
            b'\r' => {
                value.push(b'\n');
                rest = indented(rest.strip_prefix(b"\n").unwrap_or(rest), style.margin);
            }
            b'\n' if style.margin > 0 => {
                value.push(b'\n');
                rest = indented(rest, style.margin);
            }
            b'{' | b'}' if style.double_braces && rest.first() == Some(&byte) => {
                value.push(byte);
                rest = &rest[1..];
            }
            b'\\' if !style.raw => rest = escape(rest, style, value),
            _ => value.push(byte),
        }
    }
}

/// The text without the indentation that all of its lines share, and without white space at their ends.
fn strip_indent(text: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let is_blank = |line: &[u8]| line.trim_ascii().is_empty();
    let indents = lines.iter().enumerate().filter(|(number, line)| number + 1 == lines.len() || !is_blank(line));
    let margin = indents.map(|(_, line)| line.len() - line.trim_ascii_start().len()).min().unwrap_or(0);
    let mut stripped: Vec<u8> = Vec::with_capacity(text.len());
    for (number, line) in lines.iter().enumerate() {
        // A backslash at the end of a line joins it to the next.
        if stripped.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1 {
            stripped.pop();
        } else if number > 0 {
            stripped.push(b'\n');
        }
        stripped.extend_from_slice(line.get(margin..).unwrap_or_default().trim_ascii_end());
    }
    stripped
}

/// A line without so much of the white space at its start.
fn indented(line: &[u8], margin: usize) -> &[u8] {
    let blank = line.iter().take(margin).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &line[blank..]
}

/// Decodes one escape, whose backslash is already gone, and gives back the text after it.
fn escape<'t>(text: &'t [u8], style: Style, value: &mut Vec<u8>) -> &'t [u8] {
    let Some((&letter, rest)) = text.split_first() else {
        value.push(b'\\');
        return text;
    };
    let simple = match letter {
        b'\n' => return rest,
        b'\r' => return rest.strip_prefix(b"\n").unwrap_or(rest),
        b'\\' | b'\'' | b'"' => Some(letter),
        b'a' => Some(0x07),
        b'b' => Some(0x08),
        b'f' => Some(0x0c),
        b'n' => Some(b'\n'),
        b'r' => Some(b'\r'),
        b't' => Some(b'\t'),
        b'v' => Some(0x0b),
        _ => None,
    };
    if let Some(byte) = simple {
        value.push(byte);
        return rest;
    }
    let digits = match letter {
        b'0'..=b'7' => return octal(text, style, value),
        b'x' => 2,
        b'u' if !style.bytes => 4,
        b'U' if !style.bytes => 8,
        b'N' if !style.bytes => {
            if let Some(end) = rest.iter().position(|byte| *byte == b'}').filter(|_| rest[0] == b'{') {
                value.push(OPAQUE);
                value.extend(rest[1..end].iter().map(u8::to_ascii_uppercase));
                value.push(OPAQUE);
                return &rest[end + 1..];
            }
            0
        }
        _ => 0,
    };
    let code = rest.get(..digits).filter(|code| digits > 0 && code.iter().all(u8::is_ascii_hexdigit));
    let code = code.and_then(|code| u32::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
    match code.filter(|code| *code <= 0x10_ffff) {
        Some(code) => {
            push(code, style, value);
            &rest[digits..]
        }
        None => {
            value.push(b'\\');
            text
        }
    }
}

fn octal<'t>(text: &'t [u8], style: Style, value: &mut Vec<u8>) -> &'t [u8] {
    let digits = text.iter().take(3).take_while(|byte| matches!(byte, b'0'..=b'7')).count();
    let code = text[..digits].iter().fold(0, |code, digit| code * 8 + u32::from(digit - b'0'));
    push(code, style, value);
    &text[digits..]
}

/// A byte, or a character in UTF-8; lone surrogates, which Python allows, get the three bytes UTF-8 would give them.
fn push(code: u32, style: Style, value: &mut Vec<u8>) {
    if style.bytes {
        value.push(code as u8);
    } else if let Some(character) = char::from_u32(code) {
        value.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else {
        value.extend([0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 0x3f) as u8, 0x80 | (code & 0x3f) as u8]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str, style: Style) -> Vec<u8> {
        let mut value = Vec::new();
        decode(text.as_bytes(), style, &mut value);
        value
    }

    #[test]
    fn escapes_become_what_they_mean() {
        let plain = Style::default();
        assert_eq!(value(r#"a\n\t\\\"\'"#, plain), b"a\n\t\\\"'");
        assert_eq!(value(r"\x41\u00e9\U0001F600\101", plain), "Aé😀A".as_bytes());
        assert_eq!(value("a\\\nb\\\r\nc\r\nd", plain), b"abc\nd");
        assert_eq!(value(r"\d\xg\8", plain), br"\d\xg\8");
        assert_eq!(value(r"\N{bullet}", plain), value(r"\N{BULLET}", plain));
        assert_ne!(value(r"\N{bullet}", plain), value(r"\\N{bullet}", plain));
        assert_eq!(value(r"\N", plain), br"\N");
        assert_eq!(value("\\", plain), b"\\");
    }

    #[test]
    fn shared_indentation_is_no_text() {
        let style = Style { raw: true, indented: true, ..Style::default() };
        assert_eq!(value("  a\n    b  \n\n  c", style), b"a\n  b\n\nc");
        assert_eq!(value("    a\r\n  ", style), b"  a\n");
        assert_eq!(value("  a\\\n  b\\\\\n  c\\\n  ", style), b"ab\\\\\nc");
        assert_eq!(value("", style), b"");
    }

    #[test]
    fn lines_of_a_block_lose_the_indentation_of_its_end() {
        let text = |source: &str| {
            let literal = block(source.as_bytes(), 3, source.len() - 3)?;
            let mut value = Vec::new();
            decode(&source.as_bytes()[literal.start..literal.end], literal.style, &mut value);
            String::from_utf8(value).ok()
        };
        let expected = Some("a\n  b\n\nc".to_owned());
        assert_eq!(text("'''\n  a\n    b\n\n  c\n  '''"), expected);
        assert_eq!(text("''' \r\na\r\n  b\r\n\r\nc\r\n'''"), expected);
        assert_eq!((text("'''\n'''"), text("'''\n\n'''")), (Some(String::new()), Some(String::new())));
        assert_eq!((text("'''a'''"), text("'''a\nb\n'''"), text("'''\na'''")), (None, None, None));
    }

    #[test]
    fn bytes_raw_and_format() {
        assert_eq!(value(r"\xff\u0041", Style { bytes: true, ..Style::default() }), b"\xff\\u0041");
        assert_eq!(value(r"\n", Style { raw: true, ..Style::default() }), br"\n");
        assert_eq!(value("{{}}", Style { has_code: true, double_braces: true, ..Style::default() }), b"{}");
        assert_eq!(value("{{}}", Style::default()), b"{{}}");
    }
}
