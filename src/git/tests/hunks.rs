use super::*;
use crate::git::{Hunk, hunks};

/// A small generator of random numbers, so that a failure can be repeated.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % limit
    }

    fn line(&mut self, variety: usize) -> String {
        let end = if self.below(8) == 0 { "\r\n" } else { "\n" };
        format!("line {}{end}", self.below(variety))
    }
}

/// The hunks as git counts them.
fn oracle(fixture: &Fixture, old: &str, new: &str) -> Vec<Hunk> {
    fixture.write("old", old).write("new", new);
    let arguments = ["diff", "--no-index", "-U0", "--no-indent-heuristic", "--diff-algorithm=myers", "old", "new"];
    let output = std::process::Command::new("git")
        .current_dir(fixture.root())
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(arguments)
        .output()
        .expect("because git is installed where the tests run");
    let text = String::from_utf8(output.stdout).expect("because the lines are ASCII");
    text.lines().filter_map(|line| line.strip_prefix("@@ -")).map(parse).collect()
}

/// `1,2 +3 @@ …`
fn parse(header: &str) -> Hunk {
    let mut sides = header.split(' ').map(|side| {
        let (start, count) =
            side.trim_start_matches('+').split_once(',').unwrap_or((side.trim_start_matches('+'), "1"));
        (start.parse().unwrap(), count.parse().unwrap())
    });
    let ((old_start, old_count), (new_start, new_count)) = (sides.next().unwrap(), sides.next().unwrap());
    Hunk { old_start, old_count, new_start, new_count }
}

#[test]
fn random_edits_have_the_hunks_of_git() {
    let fixture = Fixture::empty();
    for seed in 0..60 {
        let mut random = Random(seed);
        let variety = [3, 10, 1000][seed as usize % 3];
        let old: Vec<String> = (0..random.below(60)).map(|_| random.line(variety)).collect();
        let mut new = old.clone();
        for _ in 0..random.below(8) {
            let at = random.below(new.len() + 1);
            match random.below(3) {
                0 => new.insert(at, random.line(variety)),
                1 if at < new.len() => drop(new.remove(at)),
                _ if at < new.len() => new[at] = random.line(variety),
                _ => {}
            }
        }
        let (old, mut new) = (old.concat(), new.concat());
        if random.below(4) == 0 {
            new.truncate(new.trim_end().len());
        }
        let ours = hunks(old.as_bytes(), new.as_bytes());
        assert_eq!(ours, oracle(&fixture, &old, &new), "seed {seed}\n--- old\n{old}--- new\n{new}");
    }
}
