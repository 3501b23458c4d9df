//! `codesub.yaml`: whatever its text, it is read or refused; an edit of what is read says exactly what was asked for, and
//! leaves every other byte as it was (SPEC 3.2).

use std::sync::Arc;

use codesub::config::{Config, Subscription, edit};

use super::{files, is_part_of};

pub const WORDS: &[&str] = &[
    "version: 1",
    "subscriptions:",
    "baseline:",
    "policy:",
    "  - id: ",
    "target: ",
    "label: ",
    "description: |\n",
    "notify: []",
    "on: [missing]",
    "members: {}",
    "active: false",
    "a.py::f",
    "a.py:1-2",
    "&a ",
    "*a",
    "<<: ",
    "!!str ",
    "- ",
    "? ",
    "'",
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ": ",
    "#",
    "|-\n",
    ">\n",
    "\r\n",
    "\t",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "~",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let lists = files("tests/cases", 2_000).into_iter().filter(|(path, _)| path.ends_with("codesub.yaml"));
    let mut seeds: Vec<Vec<u8>> = lists.map(|(_, bytes)| bytes).step_by(6).collect();
    seeds.push(
        b"# head\nversion: 1 # one\nbaseline: main\npolicy: { check: [missing], pre_push: [missing, ambiguous] }\nsubscriptions:\n  # of s0\n  \
          - id: s0\n    target: 'a b.py::A.f(int)@x#2' # why\n    label: |-\n      # no comment\n\n      more\n    notify: ['@a/b', c]\n    on:\n    - missing\n    \
          - content\n\n  - {id: s1, target: \"a.py:1-2\", active: false}\n  - id: s2\n    members: {private: true}\n    target: >-\n      \
          c.py::D\n# tail\n"
            .to_vec(),
    );
    seeds.push(
        b"{version: 1, subscriptions: [{id: a, target: 'a.py::f'}, {id: b, target: 'a.py::g', label: x}]}".to_vec(),
    );
    seeds.push(b"\xef\xbb\xbfversion: 1\r\nsubscriptions: []\r\n".to_vec());
    seeds
}

pub fn run(data: &[u8]) {
    let Ok(before) = Config::parse(data, "codesub.yaml") else {
        if let Ok(text) = std::str::from_utf8(data) {
            assert!(edit::remove(text, "s0").is_err(), "what is no list cannot be edited");
        }
        return;
    };
    let text = std::str::from_utf8(data).expect("what was read is text");
    adding(text, &before);
    let count = before.subscriptions.len();
    // The first ones and the last one stand for all: what an edit costs grows with the list.
    for position in (0..count.min(2)).chain((count > 2).then(|| count - 1)) {
        removing(text, &before, position);
        pointing_elsewhere(text, &before, position);
        saying_more(text, &before, position);
    }
}

fn read(text: &str) -> Config {
    Config::parse(text.as_bytes(), "codesub.yaml").expect("an edit leaves a list")
}

fn adding(text: &str, before: &Config) {
    let mut new = Subscription::new("fuzz-new", "new.py::N.f".parse().expect("a target"));
    new.label = Some("it's \"new\": # \u{e9}\n- x".into());
    let Ok(edited) = edit::add(text, &new) else { return };
    let mut expected = before.clone();
    expected.subscriptions.push(Arc::new(new));
    assert_eq!(read(&edited), expected);
    if !before.subscriptions.is_empty() {
        assert!(is_part_of(text, &edited), "something was lost: {edited}");
    }
}

fn removing(text: &str, before: &Config, position: usize) {
    let Ok(edited) = edit::remove(text, &before.subscriptions[position].id) else { return };
    let mut expected = before.clone();
    expected.subscriptions.remove(position);
    assert_eq!(read(&edited), expected);
    if !expected.subscriptions.is_empty() {
        assert!(is_part_of(&edited, text), "something was written: {edited}");
    }
}

fn pointing_elsewhere(text: &str, before: &Config, position: usize) {
    let target: codesub::config::Target = "dir/else where.py::It's.m(a::b)".parse().expect("a target");
    let targets = [(before.subscriptions[position].id.as_str(), target.clone())];
    let Ok(edited) = edit::set_targets(text, &targets) else { return };
    let mut expected = before.clone();
    Arc::make_mut(&mut expected.subscriptions[position]).target = target;
    assert_eq!(read(&edited), expected);
    // What is told of the edit is the edit: all outside of those lines stands as it stood.
    if let Ok(told) = edit::target_edits(text, before, &targets) {
        let [line] = &told[..] else { panic!("one edit, not {told:?}") };
        let (head, tail) = (&text[..line.old.start], &text[line.old.end..]);
        assert_eq!(format!("{head}{}{tail}", line.new), edited);
        assert!(head.is_empty() || head.ends_with('\n') || head == "\u{feff}", "whole lines: {line:?}");
    }
    // And back again.
    let old = before.subscriptions[position].target.clone();
    if let Ok(back) = edit::set_target(&edited, &before.subscriptions[position].id, &old) {
        assert_eq!(read(&back), *before);
    }
}

fn saying_more(text: &str, before: &Config, position: usize) {
    let old = &before.subscriptions[position];
    if let Ok(same) = edit::update(text, &old.id, old) {
        assert_eq!(same, text, "nothing was to be changed");
    }
    let mut new = Subscription::clone(old);
    new.label = Some("other: \u{2028} 'x'".into());
    new.active = !old.active;
    new.notify.push("@a/b".into());
    if let Ok(edited) = edit::update(text, &old.id, &new) {
        let mut expected = before.clone();
        expected.subscriptions[position] = Arc::new(new.clone());
        assert_eq!(read(&edited), expected);
        assert_eq!(edit::update(&edited, &old.id, &new).expect("it was edited before"), edited);
    }
}
