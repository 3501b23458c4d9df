//! Masks: what a parser is shown in the place of a text that it could not read, of the same length and with the same line
//! breaks.

/// A range of bytes to be hidden from the parser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mask {
    pub start: usize,
    pub end: usize,
    pub how: How,
}

/// What is put in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Blank,
    Attribute,
    /// After a `*`, where no attribute can stand.
    Qualifier,
    /// Braces as the default of a parameter, which the grammar takes for a body: parentheses, or a number if empty.
    Value,
    /// A number after a sign, so that the two are not taken for one literal.
    Letter,
}

impl Mask {
    pub(super) fn apply(self, text: &mut [u8]) {
        let bytes = &mut text[self.start..self.end];
        let length = bytes.len();
        if self.how == How::Letter {
            bytes[0] = b'x';
            return;
        }
        if self.how == How::Value && !bytes[1..length - 1].trim_ascii().is_empty() {
            (bytes[0], bytes[length - 1]) = (b'(', b')');
            return;
        }
        // Not only line breaks stay, but also what continues a line.
        let mut breaks = bytes.to_vec();
        breaks.push(b' ');
        for (byte, next) in bytes.iter_mut().zip(&breaks[1..]) {
            if !(*byte == b'\n' || (*byte == b'\\' && matches!(next, b'\n' | b'\r'))) {
                *byte = b' ';
            }
        }
        if self.how == How::Attribute && length >= 5 {
            bytes[..3].copy_from_slice(b"[[x");
            bytes[length - 2..].copy_from_slice(b"]]");
        }
        if let (How::Qualifier, Some(start)) = (self.how, bytes.get_mut(..QUALIFIER.len())) {
            start.copy_from_slice(QUALIFIER);
        }
        if self.how == How::Value {
            bytes[0] = b'0';
        }
    }
}

/// It says little, and is rare enough not to be taken for what it says.
const QUALIFIER: &[u8] = b"restrict";
