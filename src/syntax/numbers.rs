//! Numbers: one spelling for each way of writing the same literal.

/// Lower case, without digit separators, with a digit on both sides of the point: `0XAB` is `0xab`, `1_000` is `1000`,
/// `1.` is `1.0` and `.5E+3` is `0.5e3`.
pub(super) fn canonical(text: &[u8]) -> Vec<u8> {
    if text.iter().all(u8::is_ascii_digit) {
        return text.to_vec();
    }
    let mut number: Vec<u8> = text.iter().filter(|byte| **byte != b'_').map(u8::to_ascii_lowercase).collect();
    let exponent = if number.starts_with(b"0x") { None } else { number.iter().position(|byte| *byte == b'e') };
    if let Some(sign) = exponent.map(|e| e + 1).filter(|sign| number.get(*sign) == Some(&b'+')) {
        number.remove(sign);
    }
    if let Some(point) = number.iter().position(|byte| *byte == b'.') {
        if !number.get(point + 1).is_some_and(u8::is_ascii_digit) {
            number.insert(point + 1, b'0');
        }
        if point == 0 {
            number.insert(0, b'0');
        }
    }
    number
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn spellings() {
        for (written, expected) in [
            ("0XABCdef", "0xabcdef"),
            ("1_000", "1000"),
            ("1.", "1.0"),
            (".5", "0.5"),
            ("1.E5J", "1.0e5j"),
            ("1E+5", "1e5"),
            ("1e-5", "1e-5"),
            ("0x1e", "0x1e"),
            ("10L", "10l"),
            ("1.25", "1.25"),
        ] {
            assert_eq!(String::from_utf8_lossy(&canonical(written.as_bytes())), expected);
        }
    }
}
