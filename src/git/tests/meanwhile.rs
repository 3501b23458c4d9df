//! What is read while somebody else writes it: git packs refs, an editor replaces files.

use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

/// Runs `read` so often while `write` runs again and again beside it.
fn while_others(write: impl Fn(usize) + Sync, times: usize, mut read: impl FnMut()) {
    struct Done<'a>(&'a AtomicBool);
    impl Drop for Done<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // Also when an assertion of `read` fails, or the scope would wait for ever.
        let _done = Done(&is_done);
        scope.spawn(|| {
            for turn in 0.. {
                if is_done.load(Ordering::Relaxed) {
                    break;
                }
                write(turn);
            }
        });
        for _ in 0..times {
            read();
        }
    });
}

#[test]
fn refs_are_found_while_git_packs_them() {
    let fixture = Fixture::new();
    fixture.write("a.py", "1\n").commit("one");
    let repository = fixture.open();
    let head = repository.resolve("main").unwrap();
    repository.pin("snap-0", None, &head, 1).unwrap();
    repository.pin("snap-1", None, &head, 1).unwrap();
    let commit = head.commit().unwrap();
    let tag = fixture.git(&["rev-parse", "refs/codesub/snapshots/snap-0"]);
    // A ref that is packed is made a file again, the same, and packed again: it is there all the time.
    let pack = |_| {
        for (name, id) in [("refs/heads/main", &commit), ("refs/codesub/snapshots/snap-0", &tag)] {
            let (new, place) = (fixture.path(".git/new"), fixture.path(&format!(".git/{name}")));
            std::fs::write(&new, format!("{id}\n")).unwrap();
            std::fs::create_dir_all(place.parent().unwrap()).unwrap();
            std::fs::rename(&new, &place).unwrap();
        }
        fixture.git(&["pack-refs", "--all", "--prune"]);
    };
    while_others(pack, 3000, || {
        assert_eq!(repository.resolve("main").unwrap().commit(), head.commit());
        assert!(repository.head().unwrap().is_some());
        let ids: Vec<String> = repository.pins().unwrap().into_iter().map(|pin| pin.id).collect();
        assert_eq!(ids, ["snap-0", "snap-1"]);
    });
}

#[test]
fn a_file_is_read_while_it_is_replaced() {
    let fixture = Fixture::new();
    fixture.write("a.py", "0\n").commit("one");
    fixture.write("a.py", "1\n");
    let replace = |turn| {
        let new = fixture.path(".git/new");
        std::fs::write(&new, format!("{}\n", 1 + turn % 9)).unwrap();
        std::fs::rename(&new, fixture.path("a.py")).unwrap();
    };
    let repository = fixture.open();
    while_others(replace, 400, || {
        let worktree = repository.worktree().unwrap();
        let text = read(&repository, &worktree, "a.py");
        assert!(text.len() == 2 && (b'1'..=b'9').contains(&text[0]), "{text:?}");
    });
}
