//! Spelling: how a name that stands in a source is written in a qualname or in a list of bases.

use xxhash_rust::xxh64::xxh64;

use super::definitions::compact;

/// Longer names, in bytes, are cut.
const MAX_NAME: usize = 255;

/// A base class as it is written, without the type arguments that a grammar does not tell from its name.
pub(super) fn base_name(text: &[u8]) -> String {
    let mut depth = 0_u32;
    let outside = |c: &char| {
        let is_outside = depth == 0 && *c != '<';
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_outside
    };
    compact(text).chars().filter(outside).collect()
}

/// A name without what separates the parts of a qualname, which becomes `_`. In front that would only look private:
/// `@scope/package`.
pub(super) fn readable(name: &str) -> String {
    let is_safe = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '/');
    if name.chars().all(is_safe) {
        return name.to_owned();
    }
    let name = name.trim_start_matches(|c: char| !is_safe(c));
    if name.is_empty() { "_".to_owned() } else { name.replace(|c: char| !is_safe(c), "_") }
}

/// A name that every member can carry in its qualname: beyond what anybody types it is cut, and told apart by a hash.
pub(super) fn cut(name: String) -> String {
    if name.len() <= MAX_NAME {
        return name;
    }
    let start: String = name.chars().take(MAX_NAME / 4).collect();
    let end = if name.ends_with(')') { ")" } else { "" };
    format!("{start}_{:016x}{end}", xxh64(name.as_bytes(), 0))
}
