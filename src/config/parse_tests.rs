//! What the reader of the list accepts, and how it refuses the rest.

use super::*;
use crate::config::Members;
use crate::error::ExitStatus;

fn parse(text: &str) -> Result<Config> {
    Config::parse(text.as_bytes(), "codesub.yaml")
}

#[test]
fn reads_every_key() {
    let config = parse(concat!(
        "\u{feff}# ours\r\nversion: 1\nbaseline: origin/main\npolicy:\n  check: [missing, parse_error]\n",
        "  pre_push: []\nsubscriptions:\n  - id: token-check\n    target: src/a.py::A.f\n    label: Tökens\n",
        "    description: |\n      two\n      lines\n    notify: ['@a/b', c]\n    on: [content]\n",
        "    trigger_on_duplicate: true\n    members: {private: true}\n    active: false\n",
        "  - { id: \"2\", target: 'b.py:3-4' }\n",
    ))
    .unwrap();
    let mut first = Subscription::new("token-check", "src/a.py::A.f".parse().unwrap());
    first.label = Some("Tökens".into());
    first.description = Some("two\nlines\n".into());
    first.notify = vec!["@a/b".into(), "c".into()];
    first.on = Arc::new([ChangeType::Content].into());
    first.trigger_on_duplicate = true;
    first.members = Some(Members { private: true, decorators: true });
    first.active = false;
    let second = Subscription::new("2", "b.py:3-4".parse().unwrap());
    assert_eq!(config.baseline.as_deref(), Some("origin/main"));
    assert_eq!(config.policy.check, [ChangeType::Missing, ChangeType::ParseError].into());
    assert_eq!(config.policy.pre_push, BTreeSet::new());
    assert_eq!(config.subscriptions, [Arc::new(first), Arc::new(second)]);
}

#[test]
fn little_is_needed() {
    for text in
        ["version: 1", "version: 1\nsubscriptions:\n", "version: 1\nsubscriptions: []\n", "---\nversion: 1\n...\n"]
    {
        assert_eq!(parse(text).unwrap(), Config::default(), "{text}");
    }
}

/// The text, the whole message, and a part of the hint.
#[test]
fn says_what_is_wrong_and_where() {
    let item = |keys: &str| format!("version: 1\nsubscriptions:\n  - id: a\n    target: a.py::f\n    {keys}\n");
    let long = format!("version: 1\nsubscriptions: [{{id: {}, target: 'a.py::f'}}]", "a".repeat(101));
    let cases: Vec<(String, &str, &str)> = vec![
        ("".into(), "codesub.yaml: the file is empty", "version: 1"),
        ("# x\n".into(), "codesub.yaml: the file is empty", "codesub init"),
        ("baseline: x\n".into(), "codesub.yaml: the key `version` is missing", "version: 1"),
        ("- 1\n".into(), "codesub.yaml:1: expected keys such as `version: 1`", "allowed keys: version"),
        (
            "# x\nversion: 2\nnew: 1\n".into(),
            "codesub.yaml:2: version `2` is not supported; this codesub reads version 1",
            "upgrade codesub",
        ),
        ("version: \"1\"\n".into(), "codesub.yaml:1: `version` must be the number 1, not string \"1\"", ""),
        (
            item("label: x\n  - id: b\n    target: \"b.py\u{2028}  ::f\""),
            "codesub.yaml:6: YAML readers do not agree about this subscription",
            "U+2028",
        ),
        ("version:\n".into(), "codesub.yaml:1: version is not supported; this codesub reads version 1", ""),
        (
            "version: 1\nverson: 1\n".into(),
            "codesub.yaml:2: unknown key `verson` in the file; did you mean `version`?",
            "",
        ),
        (
            item("lable: x"),
            "codesub.yaml:5: unknown key `lable` in a subscription; did you mean `label`?",
            "allowed keys: id, target, label, description, notify, on, trigger_on_duplicate, members, active",
        ),
        (item("zzz: x"), "codesub.yaml:5: unknown key `zzz` in a subscription", "allowed keys: id"),
        (
            item("members: { privat: true }"),
            "codesub.yaml:5: unknown key `privat` in `members`; did you mean `private`?",
            "private, decorators",
        ),
        (
            "version: 1\npolicy:\n  pre-push: [lines]\n".into(),
            "codesub.yaml:3: unknown key `pre-push` in `policy`; did you mean `pre_push`?",
            "check, pre_push",
        ),
        (item("label: [x]"), "codesub.yaml:5: `label` must be text, not a list", "quotes"),
        (item("notify: x"), "codesub.yaml:5: `notify` must be a list, not string \"x\"", "@acme"),
        (item("notify: [x, [3]]"), "codesub.yaml:5: `notify` must be a list of texts, not a list", "quotes"),
        (
            "version: 1
subscriptions:
  - id: a
    target:
"
            .into(),
            "codesub.yaml:3: this subscription has no `target`",
            "",
        ),
        (item("active: \"yes\""), "codesub.yaml:5: `active` must be `true` or `false`, not string \"yes\"", ""),
        (item("on: missing"), "codesub.yaml:5: `on` must be a list of change types, not string \"missing\"", ""),
        (item("members: true"), "codesub.yaml:5: `members` must be a mapping, not boolean `true`", ""),
        (item("members:"), "codesub.yaml:5: `members` is empty", "members: {}"),
        (
            "version: 1\nsubscriptions: x\n".into(),
            "codesub.yaml:2: `subscriptions` must be a list, not string \"x\"",
            "- id",
        ),
        (
            "version: 1\nsubscriptions: [x]\n".into(),
            "codesub.yaml:2: `subscriptions` must be a list of subscriptions, not string \"x\"",
            "",
        ),
        ("version: 1\nsubscriptions:\n  - id: a\n".into(), "codesub.yaml:3: this subscription has no `target`", ""),
        (
            "version: 1\nsubscriptions:\n  - target: a.py:1\n".into(),
            "codesub.yaml:3: this subscription has no `id`",
            "",
        ),
        (
            item("on: [missing,\n      gone]"),
            "codesub.yaml:6: unknown change type `gone` in `on`",
            "change types are missing, structural, content, aggregate, lines, parse_error, ambiguous",
        ),
        (
            "version: 1\npolicy: { check: [structral] }\n".into(),
            "codesub.yaml:2: unknown change type `structral` in `check`; did you mean `structural`?",
            "",
        ),
        (item("on: []"), "codesub.yaml:5: `on` is empty, so nothing could ever trigger", "active: false"),
        (item("on:"), "codesub.yaml:5: `on` is empty, so nothing could ever trigger", ""),
        (
            item("label: x\n  - id: a\n    target: b.py::f"),
            "codesub.yaml:6: the id `a` is already used on line 3",
            "rename",
        ),
        (
            "version: 1\nsubscriptions: [{id: Ab, target: 'a.py::f'}]\n".into(),
            "codesub.yaml:2: `Ab` cannot be an id: use lower-case letters, digits, `-`, `_` and `.` only",
            "slug",
        ),
        (
            "version: 1\nsubscriptions: [{id: .a, target: 'a.py::f'}]\n".into(),
            "codesub.yaml:2: `.a` cannot be an id: it must start with a letter or a digit",
            "",
        ),
        (
            "version: 1\nsubscriptions: [{id: '', target: 'a.py::f'}]\n".into(),
            "codesub.yaml:2: `` cannot be an id: it is empty",
            "",
        ),
        (
            "version: 1\nsubscriptions:\n  - id: a\n    target: a.py\n".into(),
            "codesub.yaml:4: `a.py` is not a target: write `path::Qual.name` for a construct or `path:10-20` for lines",
            "targets look like",
        ),
        (
            "version: 1\nsubscriptions:\n  - id: a\n    target: a.py:3\n    members: {}\n".into(),
            "codesub.yaml:5: `members` needs a construct, and this target is lines",
            "container",
        ),
        (item("label: x\n    label: y"), "codesub.yaml:6: the key `label` is written twice, first on line 5", ""),
        (item("label: &x y"), "codesub.yaml:5: anchors (`&name`) are not allowed", ""),
        ("version: 1\n---\nversion: 1\n".into(), "codesub.yaml:2: a second document starts here", ""),
        (
            "version: 1\n<<<<<<< HEAD\nbaseline: a\n=======\nbaseline: b\n>>>>>>> x\n".into(),
            "codesub.yaml:2: a merge conflict is not resolved",
            "resolve",
        ),
        (item("label: \"a\u{1b}[31m\": x"), "codesub.yaml:5: not valid YAML", ""),
    ];
    for (text, message, hint) in &cases {
        let error = parse(text).expect_err(text);
        assert!(error.to_string().starts_with(message), "{text}\n  got {error}\n want {message}");
        assert!(error.hint_text().unwrap_or_default().contains(hint), "{text}\n hint {:?}", error.hint_text());
        assert!(!error.to_string().contains('\n'), "{text}");
        assert_eq!(error.exit_status(), ExitStatus::Usage);
    }
    let error = parse(&long).unwrap_err().to_string();
    assert!(error.ends_with("longer than 100 characters"), "{error}");
}

/// Where text is expected a number is text: an id such as 2024 needs no quotes.
#[test]
fn numbers_and_truth_values_are_text_where_text_is_expected() {
    let config =
        parse("version: 1\nsubscriptions: [{id: 0x1f, target: 'a.py::f', label: true, notify: [1.0]}]").unwrap();
    let subscription = &config.subscriptions[0];
    assert_eq!(subscription.id, "0x1f");
    assert_eq!(subscription.label.as_deref(), Some("true"));
    assert_eq!(subscription.notify, ["1.0"]);
}

#[test]
fn bytes_that_are_not_utf8_are_pointed_at() {
    let error = Config::parse(b"version: 1\n# \xff\n", "codesub.yaml").unwrap_err();
    assert_eq!(error.to_string(), "codesub.yaml:2: the file is not UTF-8 (byte 13)");
}

#[test]
fn the_size_is_bounded() {
    let mut text = b"version: 1\n".to_vec();
    text.resize(MAX_FILE_SIZE as usize + 1, b'#');
    let error = Config::parse(&text, "codesub.yaml").unwrap_err();
    assert_eq!(error.to_string(), "codesub.yaml: the file is larger than 16 MiB");
}

#[test]
fn a_name_in_a_message_cannot_reach_the_terminal() {
    let error = parse("version: 1\n\"a\\e[31m\": x\n").unwrap_err().to_string();
    assert!(!error.contains('\u{1b}'), "{error:?}");
}

#[test]
fn no_text_makes_it_panic() {
    use proptest::prelude::*;
    proptest!(|(text in "(version: 1\n)?[a-z:#\\-\\[\\]{}'\" \n,|>&*!%?é\u{2028}\u{85}\u{feff}\r\t]{0,60}")| {
        let _ = parse(&text);
    });
}
