//! Paths as text.
//!
//! git's paths are bytes, ours are `String`s: valid UTF-8 stands as it is, every other byte is written `\xNN`. The form
//! is for people and reports; [`unescaped`] leads back to the bytes, for looking a path up that was printed before.

use std::fmt::Write;

/// The text form of `path`.
pub(super) fn text(path: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(path) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(path.len() + 8);
    for chunk in path.utf8_chunks() {
        out.push_str(chunk.valid());
        for byte in chunk.invalid() {
            write!(out, "\\x{byte:02X}").expect("because writing to a String cannot fail");
        }
    }
    out
}

/// The bytes that `text` would have been made from, if it holds an escape at all.
pub(super) fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    let mut found = false;
    while let Some((&byte, tail)) = rest.split_first() {
        match escape(rest) {
            Some(value) => {
                found = true;
                out.push(value);
                rest = &rest[4..];
            }
            None => {
                out.push(byte);
                rest = tail;
            }
        }
    }
    found.then_some(out)
}

fn escape(bytes: &[u8]) -> Option<u8> {
    let &[b'\\', b'x', high, low, ..] = bytes else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(high)? * 16 + digit(low)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf8_stands_as_it_is() {
        assert_eq!(text("src/größe.py".as_bytes()), "src/größe.py");
        assert_eq!(unescaped("src/größe.py"), None);
    }

    #[test]
    fn other_bytes_are_escaped_and_lead_back() {
        let path = b"a/\xff\xc3(\xe2\x82.py";
        assert_eq!(text(path), "a/\\xFF\\xC3(\\xE2\\x82.py");
        assert_eq!(unescaped(&text(path)).as_deref(), Some(path.as_slice()));
    }

    #[test]
    fn half_an_escape_is_not_one() {
        assert_eq!(unescaped("a\\x4"), None);
        assert_eq!(unescaped("a\\xzz"), None);
    }
}
