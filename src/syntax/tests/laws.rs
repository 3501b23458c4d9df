//! What holds for every source, also for damaged ones.

use std::collections::HashSet;

use super::super::{Family, Language, outline};

pub(super) fn check(language: Language, source: &[u8]) {
    let outline = {
        let [one, other] = [outline(source, language), outline(source, language)];
        assert_eq!(one, other, "the same bytes, the same outline");
        one
    };
    let unique: HashSet<_> = outline.constructs.iter().map(|construct| &construct.qualname).collect();
    assert_eq!(unique.len(), outline.constructs.len(), "qualnames are unique");
    for construct in &outline.constructs {
        assert!(construct.span.start <= construct.span.end && construct.span.end as usize <= source.len());
        assert!(construct.body.start <= construct.body.end && construct.body.end as usize <= outline.tokens.len());
        assert!(construct.start_line <= construct.definition_line && construct.definition_line <= construct.end_line);
        if let Some(parent) = construct.parent {
            let parent = &outline.constructs[parent as usize];
            assert!(parent.kind.family() != Family::Callable);
            assert_eq!(construct.bare_qualname(), format!("{}.{}", parent.bare_qualname(), construct.name()));
            // Members may stand outside of their type, as in Go.
            let encloses = parent.span.start <= construct.span.start && construct.span.end <= parent.span.end;
            // An error can push members out of the body of their class, but not out of the class.
            let holds = parent.body.start <= construct.body.start && construct.body.end <= parent.body.end;
            assert!(!encloses || parent.has_parse_error || holds || construct.body_weight() == 0, "{construct:?}");
        }
    }
    assert!(outline.calls.iter().flat_map(|call| call.within).all(|at| (at as usize) < outline.constructs.len()));
}
