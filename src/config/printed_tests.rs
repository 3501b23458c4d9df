//! The printed form of the lock: what is taken there is what the JSON reader says.

use std::sync::Arc;

use proptest::prelude::*;

use crate::config::lock_format;

/// Whether a text is taken as printed; if so, the JSON reader must say the same.
fn is_printed(text: &str) -> bool {
    let Some(lock) = super::read(&Arc::new(text.to_owned())) else { return false };
    match lock_format::parse(text, "codesub.lock") {
        Ok(parsed) => {
            for (id, entry) in &parsed.subscriptions {
                let target = entry.target();
                let locked = &lock.subscriptions[id];
                assert!(locked.is_of(&target), "{id}");
                assert_eq!((locked.is_lines(), locked.has_bases()), (entry.is_lines(), entry.has_bases()), "{id}");
            }
            assert_eq!(lock, parsed, "{text}");
        }
        Err(error) => panic!("taken although it is refused: {error}\n{text}"),
    }
    true
}

fn sample() -> String {
    let own = include_str!("../../codesub.lock");
    let mut lock = lock_format::parse(own, "codesub.lock").unwrap();
    let rich = crate::config::lock::tests::full_lock();
    let mut kept = 0;
    lock.subscriptions.retain(|_, entry| {
        kept += usize::from(!entry.is_lines());
        !entry.is_lines() && kept < 3
    });
    lock.subscriptions.extend(rich.subscriptions);
    lock.to_json()
}

#[test]
fn what_is_printed_is_taken() {
    assert!(is_printed(include_str!("../../codesub.lock")));
    assert!(is_printed(&sample()));
}

/// Every line left out, written twice, or with something else in it: taken as a whole, or not at all.
#[test]
fn nothing_is_taken_that_the_json_reader_refuses() {
    let text = sample();
    let lines: Vec<&str> = text.lines().collect();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let mut taken = 0;
    for (at, line) in lines.iter().enumerate() {
        let mut left_out = lines.clone();
        left_out.remove(at);
        is_printed(&(left_out.join("\n") + "\n"));
        is_printed(&with(at, &format!("{line}\n{line}")));
        for (from, to) in [
            (",", ""),
            ("\"", ""),
            (": ", ":"),
            ("{", "["),
            ("}", "]"),
            ("null", "1"),
            ("1", "01"),
            ("0", "-"),
            ("a", "A"),
            ("a", "\\u0061"),
            ("a", "\\"),
            ("a", "\""),
            ("a", "\t"),
            ("e", "é"),
            ("src/", "../"),
            ("src/", "./"),
            ("3", "0"),
            ("  ", " "),
            ("a", ""),
            ("s", "ss"),
        ] {
            taken += usize::from(is_printed(&with(at, &line.replacen(from, to, 1))));
        }
        is_printed(&with(at, &format!("{line},")));
        is_printed(&with(at, &format!("{line} ")));
        is_printed(&with(at, "        \"x\""));
        is_printed(&with(at, "<<<<<<< HEAD"));
    }
    assert!(taken > lines.len(), "only {taken} of {}", lines.len());
    for end in ["", "\n\n", "}\n", " "] {
        assert!(!is_printed(&format!("{}{end}", text.trim_end())));
    }
}

#[test]
fn no_mix_of_lines_is_taken_that_the_json_reader_refuses() {
    let text = sample();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let count = lines.len();
    proptest!(|(moves in prop::collection::vec((0..count, 0..count), 1..4), cut in 0..count)| {
        let mut mixed = lines.clone();
        for (from, to) in moves {
            mixed.swap(from, to);
        }
        is_printed(&(mixed.join("\n") + "\n"));
        is_printed(&(mixed[..cut].join("\n") + "\n"));
        mixed.remove(cut);
        is_printed(&(mixed.join("\n") + "\n"));
    });
}
