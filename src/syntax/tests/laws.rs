//! What holds for every source, also for damaged ones.

use std::collections::HashSet;

use proptest::prelude::*;

use super::python;

const DEFINITIONS: &str = include_str!("../../../tests/fixtures/python/definitions.py");
const FORMATTING: &str = include_str!("../../../tests/fixtures/python/formatting/source.py");

fn check(source: &[u8]) {
    let outline = python(source);
    assert_eq!(outline, python(source), "the same bytes, the same outline");
    let unique: HashSet<_> = outline.constructs.iter().map(|construct| &construct.qualname).collect();
    assert_eq!(unique.len(), outline.constructs.len(), "qualnames are unique");
    for (position, construct) in outline.constructs.iter().enumerate() {
        assert!(construct.span.start <= construct.span.end && construct.span.end as usize <= source.len());
        assert!(construct.body.start <= construct.body.end && construct.body.end as usize <= outline.tokens.len());
        assert!(construct.start_line <= construct.definition_line && construct.definition_line <= construct.end_line);
        if let Some(parent) = construct.parent {
            assert!((parent as usize) < position, "containers stand before their members");
            let parent = &outline.constructs[parent as usize];
            assert!(parent.kind.is_container());
            assert!(parent.span.start <= construct.span.start && construct.span.end <= parent.span.end);
            // An error can push members out of the body of their class, but not out of the class.
            assert!(
                parent.has_parse_error
                    || (parent.body.start <= construct.body.start && construct.body.end <= parent.body.end)
            );
            assert_eq!(construct.bare_qualname, format!("{}.{}", parent.bare_qualname, construct.name));
        }
    }
    assert!(outline.calls.iter().flat_map(|call| call.within).all(|at| (at as usize) < outline.constructs.len()));
}

#[test]
fn the_fixtures_obey_the_laws() {
    check(DEFINITIONS.as_bytes());
    check(FORMATTING.as_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_sources_obey_the_laws(
        formatting in any::<bool>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..40usize, prop::collection::vec(any::<u8>(), 0..4)), 1..6),
    ) {
        let mut source = if formatting { FORMATTING } else { DEFINITIONS }.as_bytes().to_vec();
        for (at, length, inserted) in edits {
            let at = at.index(source.len());
            let end = (at + length).min(source.len());
            source.splice(at..end, inserted);
        }
        check(&source);
    }
}
