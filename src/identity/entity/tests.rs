//! The fixtures of seed 003, by their names there, and what it leaves open.

use super::*;

fn key(text: &str) -> EntityKey {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

fn new(name: &str, file: &str, line: u32, hash: &str) -> EntityCandidate {
    EntityCandidate {
        language: "rust".into(),
        kind: Kind::Function,
        name: name.into(),
        file: file.into(),
        line,
        hash: hash.into(),
    }
}

fn old(key_text: &str, name: &str, file: &str, line: u32, hash: &str) -> OldEntity {
    OldEntity { key: key(key_text), name: name.into(), file: file.into(), line, hash: hash.into() }
}

fn content(text: &str) -> EntityMatch {
    EntityMatch::ContentMatch { old_key: key(text) }
}

fn position(text: &str) -> EntityMatch {
    EntityMatch::PositionMatch { old_key: key(text) }
}

const CALCULATE: &str = "rust:fn:calculate:__src_math_rs:T1706284800";
const PROCESS: &str = "rust:fn:process:__src_data_rs:T1706284900";

#[test]
fn test_match_by_content_hash_priority1() {
    let found = match_entities(
        &[new("calculate", "src/math.rs", 50, "abc123")],
        &[old(CALCULATE, "calculate", "src/math.rs", 10, "abc123")],
    );
    assert_eq!(found.list, [content(CALCULATE)]);
}

#[test]
fn test_match_by_position_when_hash_differs_priority2() {
    let found = match_entities(
        &[new("process", "src/data.rs", 25, "new_hash_456")],
        &[old(PROCESS, "process", "src/data.rs", 20, "old_hash_789")],
    );
    assert_eq!(found.list, [position(PROCESS)]);
}

#[test]
fn test_new_entity_detection_priority3() {
    let fresh = [new("brand_new_function", "src/data.rs", 20, "x")];
    let known = [old(PROCESS, "process", "src/data.rs", 20, "old_hash_789")];
    assert_eq!(match_entities(&fresh, &known).list, [EntityMatch::NewEntity]);
    let keys = rekey(&fresh, &known, 1_706_285_000);
    assert_eq!(keys, [key("rust:fn:brand_new_function:__src_data_rs:T1706285000")]);
}

#[test]
fn test_position_match_within_tolerance() {
    let known = [old(PROCESS, "process", "src/data.rs", 100, "one")];
    for (line, expected) in [
        (108, position(PROCESS)),
        (110, position(PROCESS)),
        (90, position(PROCESS)),
        (111, EntityMatch::NewEntity),
        (89, EntityMatch::NewEntity),
    ] {
        assert_eq!(match_entities(&[new("process", "src/data.rs", line, "two")], &known).list, [expected], "{line}");
    }
}

#[test]
fn test_hash_priority_over_position() {
    let (near, far) = ("rust:fn:f:__a_rs:T1", "rust:fn:f:__a_rs:T2");
    let known = [old(near, "f", "a.rs", 48, "wrong"), old(far, "f", "a.rs", 200, "right")];
    assert_eq!(match_entities(&[new("f", "a.rs", 50, "right")], &known).list, [content(far)]);
    // Even when somebody else comes first.
    let both = [new("f", "a.rs", 195, "other"), new("f", "a.rs", 50, "right")];
    assert_eq!(match_entities(&both, &known).list, [EntityMatch::NewEntity, content(far)]);
}

#[test]
fn names_and_files_must_be_the_same() {
    let known = [old(CALCULATE, "calculate", "src/math.rs", 10, "abc")];
    for other in [new("compute", "src/math.rs", 10, "abc"), new("calculate", "src/sums.rs", 10, "abc")] {
        assert_eq!(match_entities(&[other], &known).list, [EntityMatch::NewEntity]);
    }
}

#[test]
fn ties_resolve_by_order_of_position_and_an_old_entity_is_matched_once() {
    let keys = ["rust:fn:f:__a_rs:T1", "rust:fn:f:__a_rs:T1-2", "rust:fn:f:__a_rs:T1-3"];
    let twins = |hash: &str| -> Vec<OldEntity> {
        // The index hands them out in any order.
        [2, 0, 1].map(|at| old(keys[at], "f", "a.rs", 10 + 5 * at as u32, hash)).into()
    };
    let fresh: Vec<EntityCandidate> = [40, 30, 35, 45].map(|line| new("f", "a.rs", line, "same")).into();
    let found = match_entities(&fresh, &twins("same")).list;
    assert_eq!(found, [content(keys[2]), content(keys[0]), content(keys[1]), EntityMatch::NewEntity]);
    let edited: Vec<EntityCandidate> = [22, 12, 17, 27].map(|line| new("f", "a.rs", line, "edited")).into();
    let found = match_entities(&edited, &twins("same")).list;
    assert_eq!(found, [position(keys[2]), position(keys[0]), position(keys[1]), EntityMatch::NewEntity]);
}

#[test]
fn equal_keys_are_numbered_also_when_their_owner_is_gone() {
    // Two paths with one slug, and a name that somebody had who was born in the same second.
    let gone = [old("rust:fn:f:__a_b_rs:T7", "f", "a/b.rs", 500, "gone")];
    let fresh = [new("f", "a_b.rs", 1, "x"), new("f", "a/b.rs", 1, "y")];
    let keys: Vec<String> = rekey(&fresh, &gone, 7).iter().map(ToString::to_string).collect();
    assert_eq!(keys, ["rust:fn:f:__a_b_rs:T7-3", "rust:fn:f:__a_b_rs:T7-2"]);
}

#[test]
fn keys_are_as_in_the_seed_and_hold_any_name() {
    let of = |kind, name: &str, path: &str, birth| EntityKey::new("rust", kind, name, path, birth).to_string();
    assert_eq!(of(Kind::Function, "calculate", "src/math.rs", 1_706_284_800), CALCULATE);
    assert_eq!(of(Kind::Method, "A.f", "src/math.rs", 0), "rust:fn:A.f:__src_math_rs:T0");
    assert_eq!(of(Kind::Class, "A", "b.rs", -5), "rust:class:A:__b_rs:T-5");
    assert_eq!(of(Kind::Field, "a:b c%", "x:y/z.rs", 1), "rust:field:a%3Ab%20c%25:__x_y_z_rs:T1");
    assert_eq!(key("rust:field:a%3Ab%20c%25:__x_y_z_rs:T-1-2").name(), "a:b c%");
    for text in [
        "",
        "rust:fn:f:__a_rs",
        "rust:fn:f:__a_rs:7",
        "rust:fn:f:a_rs:T7",
        "rust:fn:f:__a.rs:T7",
        "rust:fn:f:__a_rs:T07",
        "rust:fn:f:__a_rs:T7-1",
        "rust:fn:f:__a_rs:T7-02",
        "rust:fn:f%3a:__a_rs:T7",
        "rust:fn:f g:__a_rs:T7",
        "rust:function:f:__a_rs:T7:x",
        "rust:thing:f:__a_rs:T7",
    ] {
        assert!(text.parse::<EntityKey>().is_err(), "{text}");
    }
}

#[test]
fn comparisons_of_rebuilt_facts_ignore_births() {
    let [one, other] = ["rust:fn:f:__a_rs:T1", "rust:fn:f:__a_rs:T9"].map(key);
    assert!(one != other && one.is_same_but_for_birth(&other));
    assert!(!one.is_same_but_for_birth(&key("rust:fn:f:__a_rs:T1-2")));
    assert!(!one.is_same_but_for_birth(&key("rust:fn:g:__a_rs:T1")));
}
