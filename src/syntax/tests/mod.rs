//! Tests of the whole way from bytes to fingerprints.

mod definitions;
mod errors;
mod formatting;
mod hidden;
mod hostile;
mod languages;
mod laws;
mod lookalikes;
mod meaning;
mod mentions;
mod versions;

use super::{Construct, Language, Outline, outline};

fn python(source: impl AsRef<[u8]>) -> Outline {
    outline(source.as_ref(), Language::by_name("python").expect("Python is in the table"))
}

fn find<'o>(outline: &'o Outline, qualname: &str) -> &'o Construct {
    let found = outline.constructs.iter().find(|construct| construct.qualname == qualname);
    found.unwrap_or_else(|| panic!("no {qualname} in {:?}", qualnames(outline)))
}

fn qualnames(outline: &Outline) -> Vec<&str> {
    outline.constructs.iter().map(|construct| construct.qualname.as_str()).collect()
}

/// Everything about a construct that formatting must not change.
fn essence(construct: &Construct) -> impl PartialEq + std::fmt::Debug {
    (
        construct.kind,
        construct.role,
        construct.qualname.clone(),
        construct.interface_hash,
        construct.bare_interface_hash,
        construct.body_hash,
        construct.doc_hash,
        construct.interface_weight,
        construct.body_weight(),
        (construct.signature.clone(), construct.base_classes.clone(), construct.has_parse_error),
    )
}

/// Asserts that formatting is all that tells two sources apart.
#[track_caller]
fn assert_twins(language: Language, one: impl AsRef<[u8]>, other: impl AsRef<[u8]>, label: &str) {
    let [one, other] = [outline(one.as_ref(), language), outline(other.as_ref(), language)];
    assert_eq!((one.broken.len(), other.broken.len()), (0, 0), "{label}: {:?} {:?}", one.broken, other.broken);
    assert_eq!(qualnames(&one), qualnames(&other), "{label}");
    for (a, b) in one.constructs.iter().zip(&other.constructs) {
        assert_eq!(essence(a), essence(b), "{label}");
    }
    assert_eq!(one.tokens, other.tokens, "{label}");
}
