//! Renames against gix's own search, which compares every added file with every deleted one.

use std::convert::Infallible;
use std::ops::ControlFlow;

use gix::diff::rewrites::Tracker;
use gix::diff::tree::visit::Change as Tracked;

use super::hunks::Random;
use super::*;
use crate::git::changes::{pair, plain_blobs};

/// Old path, new path and similarity of each rename.
type Renames = Vec<(String, String, f32)>;

fn theirs(repository: &Repository, base: &Revision, target: &Revision) -> Renames {
    let rewrites = gix::diff::Rewrites { copies: None, percentage: Some(0.5), limit: 0, track_empty: true };
    let mut tracker = Tracker::new(rewrites);
    for it in repository.compare(base.tree, target.tree, 1000).unwrap().list {
        let relation = it.relation;
        let change = match (it.old, it.new) {
            (None, Some(new)) => Tracked::Addition { entry_mode: new.mode, oid: new.id, relation },
            (Some(old), None) => Tracked::Deletion { entry_mode: old.mode, oid: old.id, relation },
            _ => continue,
        };
        tracker.try_push_change(change, it.path.as_ref());
    }
    let mut renames = Renames::new();
    let emitted = tracker.emit(
        |to, from| {
            if let (Some(from), false) = (from, to.change.oid_and_entry_mode().1.is_tree()) {
                let similarity = from.diff.map_or(1.0, |diff| diff.similarity);
                renames.push((from.location.to_string(), to.location.to_string(), similarity));
            }
            ControlFlow::Continue(())
        },
        &mut plain_blobs(base.tree.kind()),
        &repository.objects,
        |_| Ok::<(), Infallible>(()),
    );
    emitted.unwrap();
    renames.sort_by(|a, b| a.partial_cmp(b).unwrap());
    renames
}

fn ours(repository: &Repository, base: &Revision, target: &Revision) -> Renames {
    let found = repository.compare(base.tree, target.tree, 1000).unwrap();
    let mut list = Vec::new();
    assert!(!pair(&repository.objects, base.tree.kind(), found.list, 1 << 20, &mut list).unwrap());
    let mut renames: Renames = list
        .into_iter()
        .filter_map(|change| match change.kind {
            ChangeKind::Renamed { similarity } => Some((change.old?.path, change.new?.path, similarity?)),
            _ => None,
        })
        .collect();
    renames.sort_by(|a, b| a.partial_cmp(b).unwrap());
    renames
}

/// Files of few different lines, edited, shuffled and cut, so that many are about half of another one, and some are as
/// similar to one as to the next.
#[test]
fn are_those_of_comparing_all() {
    let mut found = 0;
    for seed in 0..12 {
        let mut random = Random(seed);
        let words = [3, 12, 60, 400][seed as usize % 4];
        let line = |random: &mut Random| match random.below(words) {
            0 => "\n".to_owned(),
            word => format!("{}{word}\n", "line ".repeat(word % 5)),
        };
        let fixture = Fixture::new();
        let mut texts: Vec<Vec<String>> = Vec::new();
        for number in 0..24 {
            let text: Vec<String> = (0..random.below(40)).map(|_| line(&mut random)).collect();
            fixture.write(&format!("{}/{}.py", ["a", "b"][number % 2], number / 3), text.concat());
            texts.push(text);
        }
        fixture.write("binary", "a\0b\n".repeat(20)).write("stays", "stays\n").commit("one");
        for number in 0..24 {
            let path = format!("{}/{}.py", ["a", "b"][number % 2], number / 3);
            if fixture.path(&path).exists() {
                fixture.remove(&path);
            }
        }
        fixture.remove("binary").write("binary-too", "a\0b\n".repeat(21));
        for number in 0..24 {
            let mut text = texts[random.below(texts.len())].clone();
            for _ in 0..random.below(1 + text.len()) {
                let at = random.below(text.len());
                match random.below(4) {
                    0 => drop(text.remove(at)),
                    1 => text.insert(at, line(&mut random)),
                    2 => text[at] = line(&mut random),
                    _ => text.rotate_left(at),
                }
                if text.is_empty() {
                    break;
                }
            }
            fixture.write(&format!("c/{}.py", number / 2 + 100 * (number % 2)), text.concat());
        }
        fixture.commit("two");
        let repository = fixture.open();
        let (base, target) = (repository.resolve("HEAD~1").unwrap(), repository.resolve("HEAD").unwrap());
        let theirs = theirs(&repository, &base, &target);
        assert_eq!(ours(&repository, &base, &target), theirs, "seed {seed}");
        found += theirs.iter().filter(|(.., similarity)| *similarity < 1.0).count();
    }
    assert!(found > 60, "only {found} renames");
}
