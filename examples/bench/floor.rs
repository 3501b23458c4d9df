//! The floor: what nobody who parses can do without.
//!
//! One tree diff, every changed Python blob read, parsed once by the bare parser and walked once over its tokens, each of
//! which is hashed; one thread, nothing kept. Of each change the target side, or both. It runs as a process of its own, so
//! that its start counts as that of codesub does.

use std::hash::Hasher as _;
use std::path::Path;

use gix::object::tree::diff::ChangeDetached;
use tree_sitter::{Parser, TreeCursor};
use xxhash_rust::xxh64::Xxh64;

/// Which sides of a change are read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sides {
    Target,
    Both,
}

/// Does it all; the number only shows that it was done.
pub fn run(repository: &Path, base: &str, target: &str, sides: Sides) -> u64 {
    let mut repository = gix::open(repository).expect("a repository");
    repository.object_cache_size_if_unset(4 * 1024 * 1024);
    let tree = |name: &str| {
        let id = repository.rev_parse_single(name).expect("a revision");
        id.object().expect("an object").peel_to_tree().expect("a tree")
    };
    let mut options = gix::diff::Options::default();
    options.track_path().track_rewrites(None);
    let changes = repository.diff_tree_to_tree(&tree(base), &tree(target), options).expect("a diff of two trees");
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_python::LANGUAGE.into()).expect("a grammar of this version");
    let mut sum = Xxh64::new(0);
    let mut read = |id: gix::ObjectId, mode: gix::objs::tree::EntryMode, path: &[u8]| {
        if !mode.is_blob() || !path.ends_with(b".py") {
            return;
        }
        let blob = repository.find_object(id).expect("a blob");
        let tree = parser.parse(&blob.data, None).expect("a tree");
        walk(&mut tree.walk(), &blob.data, &mut sum);
    };
    for change in changes {
        match change {
            ChangeDetached::Addition { location, id, entry_mode, .. } => read(id, entry_mode, &location),
            ChangeDetached::Deletion { location, id, entry_mode, .. } if sides == Sides::Both => {
                read(id, entry_mode, &location);
            }
            ChangeDetached::Deletion { .. } => {}
            ChangeDetached::Modification { location, previous_id, previous_entry_mode, id, entry_mode, .. } => {
                read(id, entry_mode, &location);
                if sides == Sides::Both {
                    read(previous_id, previous_entry_mode, &location);
                }
            }
            ChangeDetached::Rewrite { .. } => unreachable!("nobody asked for renames"),
        }
    }
    sum.finish()
}

/// The tokens, in their order.
fn walk(cursor: &mut TreeCursor<'_>, source: &[u8], sum: &mut Xxh64) {
    loop {
        if cursor.goto_first_child() {
            continue;
        }
        let token = cursor.node();
        sum.write_u16(token.kind_id());
        sum.write(&source[token.byte_range()]);
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
