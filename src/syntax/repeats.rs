//! Repetitions: nodes that some languages let one put together, such as parameters of the same type.
//!
//! `f(a, b int)`, `f(a int, b int)` and `f(int, int)` are one interface. Writing a shared type once for each of its
//! names would cost the product of names and nested types; so of equal nodes in a row the first is written, and that it
//! comes again.

use super::canonical::Writer;
use super::frames::Frame;
use super::stream::Tag;

/// What stands for one more of the same; no language has a token of this tag and text.
const AGAIN: &[u8] = b"again";

impl Writer<'_> {
    /// Ends a node that may repeat the one before it, or stand for several.
    pub(super) fn write_repeated(&mut self, frame: &Frame) {
        let own = (frame.start, self.stream.mark());
        let Some(parent) = self.frames.last_mut() else { return };
        let mut again = frame.omitted.saturating_sub(1);
        if parent.rare().repeated.is_some_and(|before| self.stream.is_same(before, own)) {
            self.stream.truncate(frame.start);
            again += 1;
        } else {
            parent.rare().repeated = Some(own);
        }
        for _ in 0..again {
            self.stream.push(Tag::Other, AGAIN, true);
        }
    }
}
