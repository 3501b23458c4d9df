//! Kills at random moments of a build or a refresh (SPEC 13.3): the next command works, and the facts come out as those of
//! a build from nothing.

use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::build::shop;
use super::facts::{assert_same, facts};
use crate::repository::Fixture;

/// `tests/faults` kills at each call; here all facts are compared, which takes longer.
const KILLS: u64 = 40;

/// A branch of its own, so that going back and forth changes, adds and removes files.
fn two_branches() -> Fixture {
    let fixture = shop();
    for number in 0..24 {
        let text = format!(
            "from shop.prices import TAX\n\n\ndef f{number}(x):\n    return g{number}(x) * TAX\n\n\ndef g{number}(x):\n    return x\n"
        );
        fixture.write(&format!("lib/m{number}.py"), text);
    }
    fixture.commit("many");
    fixture.git(&["checkout", "-qb", "other"]);
    for number in 0..12 {
        fixture.write(&format!("lib/m{number}.py"), format!("def h{number}():\n    return {number}\n"));
    }
    fixture.remove("shop/prices.py").write("shop/taxes.py", "TAX = 3\n").commit("other");
    fixture
}

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

#[test]
fn after_a_kill_at_any_moment_the_facts_are_those_of_a_build_from_nothing() {
    let fixture = two_branches();
    let branches = ["main", "other"];
    let expected = branches.map(|branch| {
        fixture.git(&["checkout", "-q", branch]);
        fixture.codesub(&["index", "build", "--from-nothing"]).exits(0);
        facts(&fixture)
    });
    assert_ne!(expected[0], expected[1]);
    // A kill after the end shows nothing: each way is given about as long as it takes.
    let ways: [&[&str]; 3] = [&["index", "build", "--from-nothing"], &["index", "build"], &["index", "refresh"]];
    let times = ways.map(|arguments| {
        fixture.git(&["checkout", "-q", "main"]);
        fixture.codesub(&["index", "refresh"]).exits(0);
        fixture.git(&["checkout", "-q", "other"]);
        let timed = Instant::now();
        fixture.codesub(arguments).exits(0);
        u64::try_from(timed.elapsed().as_micros()).expect("a short time")
    });

    let mut dice = Dice(0x9E37_79B9_7F4A_7C15);
    let (mut killed, mut unfinished) = (0, 0);
    for round in 0..KILLS {
        let at = usize::try_from(dice.below(2)).expect("0 or 1");
        fixture.git(&["checkout", "-q", branches[at]]);
        let way = usize::try_from(dice.below(4).min(2)).expect("0 to 2");
        let arguments = ways[way];
        let mut run = fixture.command(arguments);
        let mut child = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("codesub starts");
        sleep(Duration::from_micros(dice.below(times[way])));
        killed += u64::from(child.kill().is_ok());
        unfinished += u64::from(!child.wait().expect("its end").success());

        let what = format!("round {round}: {arguments:?} on {}", branches[at]);
        // Asking works at once, with whatever is there.
        let asked = fixture.codesub(&["index", "status"]);
        assert!([0, 2].contains(&asked.status), "{what}: {} {}", asked.status, asked.stderr);
        fixture.codesub(&["index", "refresh"]).exits(0);
        assert_same(&facts(&fixture), &expected[at], &what);
    }
    assert_eq!(killed, KILLS);
    assert!(unfinished * 3 > KILLS, "only {unfinished} of {KILLS} runs were killed before their end");
}
