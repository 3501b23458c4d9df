//! What takes how much memory of what a run keeps.

use std::mem::size_of;

use crate::syntax::{BrokenRegion, Construct, Import, Mention, Outline};

/// What the allocator adds to each piece of text.
const TEXT: usize = 16;

/// Bytes, about.
pub fn size(outline: &Outline, mentions: &[Mention]) -> u64 {
    let text = |text: &String| text.len() + TEXT;
    let constructs = outline.constructs.iter().map(|it| {
        let names =
            text(&it.qualname) + if it.bare_qualname() == it.qualname { 0 } else { it.bare_qualname().len() + TEXT };
        let bases: usize = it.base_classes.iter().map(|base| size_of::<String>() + text(base)).sum();
        size_of::<Construct>() + names + bases + it.signature.as_ref().map_or(0, text)
    });
    let imports = outline.imports.iter().map(|it| {
        let names = [&it.name, &it.alias].into_iter().flatten().map(text).sum::<usize>();
        size_of::<Import>() + text(&it.module) + names
    });
    let broken = outline.broken.iter().map(|it| {
        size_of::<BrokenRegion>() + it.names.iter().map(|name| size_of::<String>() + text(name)).sum::<usize>()
    });
    let mentions =
        mentions.iter().map(|it| size_of::<Mention>() + text(&it.name) + it.qualifier.as_ref().map_or(0, text));
    let tokens = outline.tokens.len() * size_of::<u32>();
    (tokens
        + mentions.sum::<usize>()
        + constructs.sum::<usize>()
        + imports.sum::<usize>()
        + outline.calls.size()
        + broken.sum::<usize>()) as u64
}
