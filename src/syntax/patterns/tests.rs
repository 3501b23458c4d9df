//! The law of patterns: what they find is what tree-sitter's own engine finds.

use std::path::{Path, PathBuf};

use tree_sitter::{Node, Query, QueryCursor, StreamingIterator, Tree};

use super::Trier;
use crate::syntax::captures::{Capture, capture};
use crate::syntax::language::Language;
use crate::syntax::parse::parse;

type Found = Vec<(usize, Vec<(Capture, usize)>)>;

fn by_engine(query: &Query, node: Node, source: &[u8]) -> Found {
    let mut cursor = QueryCursor::new();
    cursor.set_max_start_depth(Some(0));
    let mut matches = cursor.matches(query, node, source);
    let mut all = Vec::new();
    while let Some(found) = matches.next() {
        let name = |index: u32| query.capture_names()[index as usize];
        let captures = found.captures().iter().map(|captured| (capture(name(captured.index)), captured.node.id()));
        all.push((found.pattern_index, captures.collect()));
    }
    all
}

fn each_node<'t>(tree: &'t Tree, mut see: impl FnMut(Node<'t>)) {
    let mut cursor = tree.walk();
    loop {
        see(cursor.node());
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

fn files(folder: &Path, extensions: &[&str], all: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        if path.is_dir() {
            files(&path, extensions, all);
        } else if extensions.contains(&extension) {
            all.push(path);
        }
    }
}

#[test]
fn the_same_is_found_as_by_the_engine_of_tree_sitter() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut differing = Vec::new();
    for language in Language::all() {
        let row = language.row();
        let query = Query::new(&(row.language)(), row.query).unwrap_or_else(|error| panic!("{}: {error}", row.name));
        let mut paths = Vec::new();
        for folder in ["languages", "cases"] {
            files(&tests.join(folder), row.extensions, &mut paths);
        }
        let mut tried = 0;
        for path in paths {
            let source = std::fs::read(&path).expect("because it was listed");
            let Some(tree) = parse(&source, row) else { continue };
            let mut trier = Trier::new(&source, &row.grammar.patterns, tree.walk());
            each_node(&tree, |node| {
                let starts = row.grammar.kind(node).starts;
                if !node.is_named() || !(starts.definition || starts.import || tried % 16 == 0) {
                    tried += 1;
                    return;
                }
                tried += 1;
                let expected = by_engine(&query, node, &source);
                let (found, is_lost) = trier.run(node);
                let found: Found = found
                    .into_iter()
                    .map(|found| (found.pattern, found.captures.iter().map(|(it, node)| (*it, node.id())).collect()))
                    .collect();
                if found != expected || is_lost {
                    let place = node.start_position();
                    differing.push(format!(
                        "{}:{} {} {found:?} {expected:?}",
                        path.display(),
                        place.row + 1,
                        node.kind()
                    ));
                }
            });
        }
        assert!(tried > 0, "{} has no fixtures", row.name);
    }
    assert!(
        differing.is_empty(),
        "{} differ, the first: {}",
        differing.len(),
        differing[..differing.len().min(12)].join("\n")
    );
}
