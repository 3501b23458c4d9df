//! Sources that are made to hurt: what bounds them (SPEC 13.2). The bounds are counted, never timed.

use super::{outline, python};
use crate::syntax::{Fingerprint, Language};

#[test]
fn noise_is_not_parsed() {
    let noise: Vec<u8> = (0..20_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 13) as u8 | 1).collect();
    let read = python(noise);
    assert_eq!((read.tokens.len(), read.broken.len()), (0, 1));
    // A form feed or an escape here and there is text.
    assert_eq!(python("x = 1\n\x0c\n# \x1b[0m\n".repeat(1000)).broken.len(), 0);
}

#[test]
fn names_do_not_grow_with_the_depth() {
    let language = Language::by_name("python").expect("Python is in the table");
    let source: String = (0..900).map(|depth| format!("{}class A{depth}:\n", " ".repeat(depth))).collect();
    let longest = outline(source.as_bytes(), language).constructs.iter().map(|found| found.qualname.len()).max();
    assert!(longest.is_some_and(|longest| longest < 2000), "{longest:?}");
}

#[test]
fn fingerprints_travel_as_sixteen_bytes() {
    let fingerprint = Fingerprint([7; 16]);
    let bytes = postcard::to_stdvec(&fingerprint).expect("because it is plain data");
    assert_eq!((bytes.len(), postcard::from_bytes(&bytes)), (16, Ok(fingerprint)));
    assert_eq!(serde_json::json!(fingerprint), serde_json::json!(fingerprint.to_hex()));
}
