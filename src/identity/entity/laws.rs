//! What holds for all entities.

use std::collections::{HashMap, HashSet};

use proptest::prelude::*;

use super::*;

fn candidates() -> impl Strategy<Value = Vec<EntityCandidate>> {
    let one = ("[fg]", "[ab]\\.rs", 1_u32..60, "[xyz]").prop_map(|(name, file, line, hash)| EntityCandidate {
        language: "rust".into(),
        kind: Kind::Function,
        name,
        file,
        line,
        hash,
    });
    prop::collection::vec(one, 0..24)
}

/// The candidates as an index that was just built knows them.
fn indexed(candidates: &[EntityCandidate], birth: i64) -> Vec<OldEntity> {
    known(candidates, rekey(candidates, &[], birth))
}

fn known(candidates: &[EntityCandidate], keys: Vec<EntityKey>) -> Vec<OldEntity> {
    let known = candidates.iter().zip(keys).map(|(entity, key)| OldEntity {
        key,
        name: entity.name.clone(),
        file: entity.file.clone(),
        line: entity.line,
        hash: entity.hash.clone(),
    });
    known.collect()
}

proptest! {
    #[test]
    fn law_every_match_is_allowed_and_none_that_is_due_is_left_out(new in candidates(), before in candidates()) {
        let old = indexed(&before, 1);
        let by_key: HashMap<&EntityKey, &OldEntity> = old.iter().map(|entity| (&entity.key, entity)).collect();
        let found = match_entities(&new, &old).list;
        let mut used = HashSet::new();
        for (entity, found) in new.iter().zip(&found) {
            let (key, by_content) = match found {
                EntityMatch::ContentMatch { old_key } => (old_key, true),
                EntityMatch::PositionMatch { old_key } => (old_key, false),
                EntityMatch::NewEntity => continue,
            };
            prop_assert!(used.insert(key.clone()), "matched twice: {}", key);
            let old = by_key[key];
            prop_assert_eq!((&old.name, &old.file), (&entity.name, &entity.file));
            prop_assert_eq!(by_content, old.hash == entity.hash);
            prop_assert!(by_content || old.line.abs_diff(entity.line) <= TOLERANCE);
        }
        for (entity, found) in new.iter().zip(&found) {
            for old in old.iter().filter(|old| !used.contains(&old.key)) {
                let same_place = old.name == entity.name && old.file == entity.file;
                let same_content = same_place && old.hash == entity.hash;
                let is_content = matches!(found, EntityMatch::ContentMatch { .. });
                prop_assert!(!same_content || is_content);
                let near = same_place && old.line.abs_diff(entity.line) <= TOLERANCE;
                prop_assert!(!near || *found != EntityMatch::NewEntity, "{:?} was free for {:?}", old, entity);
            }
        }
    }

    #[test]
    fn law_the_order_of_what_comes_in_means_nothing(new in candidates(), before in candidates(), turn in 0_usize..24) {
        // Entities that nothing but their place in the list tells apart may swap their keys.
        let distinct = |entities: &[EntityCandidate]| {
            let mut seen = HashSet::new();
            let mut all = entities.to_vec();
            all.retain(|entity| seen.insert((entity.file.clone(), entity.line)));
            all
        };
        let (new, old) = (distinct(&new), indexed(&distinct(&before), 1));
        let keys = |new: &[EntityCandidate], old: &[OldEntity]| -> HashMap<(String, u32), EntityKey> {
            let places = new.iter().map(|entity| (entity.file.clone(), entity.line));
            places.zip(rekey(new, old, 2)).collect()
        };
        let (mut turned_new, mut turned_old) = (new.clone(), old.clone());
        turned_new.rotate_left(turn % new.len().max(1));
        turned_old.rotate_left(turn % old.len().max(1));
        turned_new.reverse();
        prop_assert_eq!(keys(&new, &old), keys(&turned_new, &turned_old));
    }

    #[test]
    fn law_keys_are_unique_and_reindexing_the_same_keeps_them(entities in candidates()) {
        let keys = rekey(&entities, &[], 1);
        prop_assert_eq!(keys.iter().collect::<HashSet<_>>().len(), keys.len());
        let again = rekey(&entities, &known(&entities, keys.clone()), 2);
        let sorted = |mut keys: Vec<EntityKey>| { keys.sort(); keys };
        prop_assert_eq!(sorted(again), sorted(keys));
    }

    #[test]
    fn law_keys_come_back_as_they_were_written(name in "\\PC*|[:%T_ -]*", path in "\\PC*", birth: i64, number in 1_u32..4) {
        let mut register = key::Register::new(std::iter::empty());
        let mut key = EntityKey::new("c++", Kind::Struct, &name, &path, birth);
        for _ in 0..number {
            key = register.add(EntityKey::new("c++", Kind::Struct, &name, &path, birth));
        }
        let text = key.to_string();
        prop_assert_eq!(text.split(':').count(), 5, "{}", text);
        prop_assert_eq!(text.parse::<EntityKey>(), Ok(key.clone()), "{}", text);
        prop_assert_eq!(key.name(), name);
    }
}

/// Comparisons for `count` entities, made by `at`: (file, name, line, hash) of a number and a side.
fn comparisons(count: u32, at: impl Fn(u32, bool) -> (u32, u32, u32, u32)) -> (usize, usize) {
    let make = |is_new: bool| -> Vec<EntityCandidate> {
        let entity = |number| {
            let (file, name, line, hash) = at(number, is_new);
            EntityCandidate {
                language: "rust".into(),
                kind: Kind::Function,
                name: format!("f{name}"),
                file: format!("{file}.rs"),
                line,
                hash: hash.to_string(),
            }
        };
        (0..count).map(entity).collect()
    };
    // Their keys mean nothing to the matching.
    let key = EntityKey::new("rust", Kind::Function, "f", "a.rs", 1);
    let before = make(false);
    let old = known(&before, vec![key; before.len()]);
    let found = match_entities(&make(true), &old);
    let matched = found.list.iter().filter(|found| **found != EntityMatch::NewEntity).count();
    (found.comparisons, matched)
}

#[test]
fn a_hundred_thousand_entities_match_in_linear_time() {
    const MANY: u32 = 100_000;
    let all = MANY as usize;
    // Different names; half of them edited.
    let (steps, matched) = comparisons(MANY, |n, new| (n % 100, n / 100, n / 100, if new { n / 2 } else { n }));
    assert!(steps <= 2 * all && matched == all, "{steps} {matched}");
    // One name in one file, all alike; and all edited. In the order of the file, as outlines have them.
    let (steps, matched) = comparisons(MANY, |n, _| (0, 0, n, 0));
    assert!(steps <= 2 * all && matched == all, "{steps} {matched}");
    let (steps, matched) = comparisons(MANY, |n, new| (0, 0, 5 * n, if new { n } else { n + MANY }));
    assert!(steps <= 4 * all && matched == all, "{steps} {matched}");
    // Too far away to match, on either side.
    let (steps, matched) =
        comparisons(MANY, |n, new| (0, 0, if new { n } else { n + 2 * MANY }, n + u32::from(new) * MANY));
    assert!(steps <= 4 * all && matched == 0, "{steps} {matched}");
    // Twice as many take twice the work.
    let (half, _) = comparisons(MANY / 2, |n, new| (n % 10, n % 1000, n, if new { n / 3 } else { n }));
    let (whole, _) = comparisons(MANY, |n, new| (n % 10, n % 1000, n, if new { n / 3 } else { n }));
    assert!(whole <= 2 * half + half / 4, "{half} {whole}");
}
