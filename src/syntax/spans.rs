//! Spans: the lines that a node takes, and what stands around a range of a source.

use tree_sitter::{Node, Point};
use xxhash_rust::xxh64::xxh64;

use super::model::Span;

/// Bytes on each side of a construct that its `chunkUid` depends on (seed 004 §3.3).
const CONTEXT: usize = 64;

/// The inputs of `chunkUid` besides the span itself: the hashes of what stands before and after it.
pub(super) fn context_hashes(source: &[u8], span: Span) -> [u64; 2] {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = &source[start.saturating_sub(CONTEXT)..start];
    let after = &source[end..source.len().min(end + CONTEXT)];
    [before, after].map(|bytes| xxh64(bytes, 0))
}

/// 1-based.
pub(super) fn line(point: Point) -> u32 {
    point.row as u32 + 1
}

/// The last line with something on it: some nodes end with the line break.
pub(super) fn last_line(node: Node) -> u32 {
    let (start, end) = (node.start_position(), node.end_position());
    if end.column == 0 && end.row > start.row { end.row as u32 } else { line(end) }
}
