//! Hashes in the notation of the identities: lower-case hex digits.

use sha1::{Digest, Sha1};

/// SHA-1 of the parts joined by `|`, 40 digits.
pub(crate) fn sha1(parts: &[&str]) -> String {
    let digest = Sha1::digest(parts.join("|").as_bytes());
    let mut hex = String::with_capacity(2 * digest.len());
    for byte in digest {
        for value in [byte >> 4, byte & 15] {
            hex.push(char::from(b"0123456789abcdef"[usize::from(value)]));
        }
    }
    hex
}

/// Whether a text is that many hex digits.
pub(super) fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits() {
        assert_eq!(sha1(&["abc"]), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(sha1(&["a", "", "b"]), sha1(&["a||b"]));
        assert!(is_hex("09af", 4) && !is_hex("09AF", 4) && !is_hex("09a", 4) && !is_hex("09ag", 4));
    }
}
