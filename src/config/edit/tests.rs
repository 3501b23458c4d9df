//! Edits of the list: what is not touched stays byte for byte.

use super::*;
use crate::config::{ChangeType, Members};

fn subscription(id: &str, target: &str) -> Subscription {
    Subscription::new(id, target.parse().unwrap())
}

const LIST: &str = "\
# ours
version: 1   # the format

subscriptions: # all of them
  # about a
  # more about a
  - id: a   # why
    target: 'a.py::f'  # moved once
    # label: later

  # about b
  - target: \"b.py:3\"
    id: b
    description: |
      # not a comment

      - id: neither
    on:
      - missing # gone
      - content

  # a comment of its own

  - {id: c, target: c.py::C}
  # the end
policy: {}
";

#[test]
fn adds_in_the_style_that_is_there() {
    let cases = [
        ("", "version: 1\nsubscriptions:\n  - id: new\n    target: n.py::n\n"),
        ("# only", "# only\nversion: 1\nsubscriptions:\n  - id: new\n    target: n.py::n\n"),
        ("version: 1", "version: 1\nsubscriptions:\n  - id: new\n    target: n.py::n"),
        ("version: 1\n# end\n", "version: 1\n# end\nsubscriptions:\n  - id: new\n    target: n.py::n\n"),
        ("---\nversion: 1\n...\n", "---\nversion: 1\nsubscriptions:\n  - id: new\n    target: n.py::n\n...\n"),
        (
            "version: 1\nsubscriptions: [] # none\n",
            "version: 1\nsubscriptions: # none\n  - id: new\n    target: n.py::n\n",
        ),
        ("version: 1\nsubscriptions:\n", "version: 1\nsubscriptions:\n  - id: new\n    target: n.py::n\n"),
        ("subscriptions: null\nversion: 1\n", "subscriptions:\n  - id: new\n    target: n.py::n\nversion: 1\n"),
        (
            "version: 1\r\nsubscriptions:\r\n- id: a\r\n  target: a.py::f",
            "version: 1\r\nsubscriptions:\r\n- id: a\r\n  target: a.py::f\r\n- id: new\r\n  target: n.py::n",
        ),
        (
            "version: 1\nsubscriptions:\n   -   id: a\n       target: a.py::f\n       # label: x\n# end\n",
            "version: 1\nsubscriptions:\n   -   id: a\n       target: a.py::f\n       # label: x\n   -   id: new\n       target: n.py::n\n# end\n",
        ),
        (
            "version: 1\nsubscriptions:\n  -\n    id: a\n    target: a.py::f\n\n  -\n    id: b\n    target: a.py::f\n",
            "version: 1\nsubscriptions:\n  -\n    id: a\n    target: a.py::f\n\n  -\n    id: b\n    target: a.py::f\n\n  - id: new\n    target: n.py::n\n",
        ),
        (
            "version: 1\nsubscriptions:\n  - { id: a, target: 'a.py::f' }\n",
            "version: 1\nsubscriptions:\n  - { id: a, target: 'a.py::f' }\n  - { id: new, target: n.py::n }\n",
        ),
        ("{version: 1}", "{version: 1, subscriptions: [{id: new, target: n.py::n}]}"),
        ("{version: 1, subscriptions: []}", "{version: 1, subscriptions: [{id: new, target: n.py::n}]}"),
        ("{version: 1, subscriptions: }", "{version: 1, subscriptions: [{id: new, target: n.py::n}] }"),
        (
            "version: 1\nsubscriptions: [{id: a, target: 'a.py::f'}, ] # c\n",
            "version: 1\nsubscriptions: [{id: a, target: 'a.py::f'}, {id: new, target: n.py::n}, ] # c\n",
        ),
        (
            "version: 1\nsubscriptions: [\n  {id: a, target: 'a.py::f'} # c\n]\n",
            "version: 1\nsubscriptions: [\n  {id: a, target: 'a.py::f'}, # c\n  {id: new, target: n.py::n}\n]\n",
        ),
        (
            "\u{feff}version: 1\nsubscriptions:\n- id: a\n  target: a.py::f\n  description: |+\n    x\n\n",
            "\u{feff}version: 1\nsubscriptions:\n- id: a\n  target: a.py::f\n  description: |+\n    x\n\n- id: new\n  target: n.py::n\n",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(add(text, &subscription("new", "n.py::n")).unwrap(), expected, "{text}");
    }
}

#[test]
fn adds_what_is_not_the_default() {
    let mut new = subscription("new", "n.java::N.put(Map<String,int[]>)");
    new.label = Some("yes".into());
    new.description = Some("two\nlines: #x".into());
    new.notify = vec!["@a/b".into(), "c".into()];
    new.on = Arc::new([ChangeType::Missing, ChangeType::ParseError].into());
    new.trigger_on_duplicate = true;
    new.members = Some(Members::default());
    new.active = false;
    let block = add("version: 1\n", &new).unwrap();
    assert_eq!(
        block,
        "version: 1\nsubscriptions:\n  - id: new\n    target: n.java::N.put(Map<String,int[]>)\n    label: \"yes\"\n    \
         description: \"two\\nlines: #x\"\n    notify: [\"@a/b\", c]\n    on: [missing, parse_error]\n    \
         trigger_on_duplicate: true\n    members: { private: false, decorators: true }\n    active: false\n"
    );
    assert!(add("{version: 1}", &new).unwrap().contains("target: \"n.java::N.put(Map<String,int[]>)\", label"));
}

#[test]
fn removes_an_item_with_its_comments() {
    let without_a = LIST.replace(
        "  # about a\n  # more about a\n  - id: a   # why\n    target: 'a.py::f'  # moved once\n    # label: later\n",
        "",
    );
    assert_eq!(remove(LIST, "a").unwrap(), without_a);
    let b_start = LIST.find("  # about b").unwrap();
    let b_end = LIST.find("\n  # a comment of its own").unwrap() + 1;
    assert_eq!(remove(LIST, "b").unwrap(), format!("{}{}", &LIST[..b_start], &LIST[b_end..]));
    assert_eq!(remove(LIST, "c").unwrap(), LIST.replace("  - {id: c, target: c.py::C}\n", ""));
    let cases = [
        ("version: 1\nsubscriptions: # x\n  - id: a\n    target: a.py::f\n", "version: 1\nsubscriptions: [] # x\n"),
        ("version: 1\nsubscriptions:\n- id: a\n  target: a.py::f", "version: 1\nsubscriptions: []\n"),
        ("{version: 1, subscriptions: [{id: a, target: 'a.py::f'}, ]}", "{version: 1, subscriptions: [ ]}"),
        (
            "version: 1\nsubscriptions: [{id: b, target: 'b.py::f'}, {id: a, target: 'a.py::f'}]\n",
            "version: 1\nsubscriptions: [{id: b, target: 'b.py::f'}]\n",
        ),
        (
            "version: 1\nsubscriptions: [\n  {id: a, target: 'a.py::f'}, # one\n  {id: b, target: 'b.py::f'}\n]\n",
            "version: 1\nsubscriptions: [\n   # one\n  {id: b, target: 'b.py::f'}\n]\n",
        ),
        (
            "version: 1\nsubscriptions: [\n  {id: b, target: 'b.py::f'}, # one\n  {id: a, target: 'a.py::f'}\n]\n",
            "version: 1\nsubscriptions: [\n  {id: b, target: 'b.py::f'} # one\n  \n]\n",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(remove(text, "a").unwrap(), expected, "{text}");
    }
}

#[test]
fn sets_targets_in_their_own_quotes() {
    let targets = [("c", "x.java::C.f(int,int)"), ("a", "it's.py::f"), ("b", "z.py:7-9")];
    let targets: Vec<(&str, Target)> = targets.map(|(id, target)| (id, target.parse().unwrap())).into();
    let expected = LIST
        .replace("'a.py::f'", "'it''s.py::f'")
        .replace("\"b.py:3\"", "\"z.py:7-9\"")
        .replace("c.py::C", "\"x.java::C.f(int,int)\"");
    assert_eq!(set_targets(LIST, &targets).unwrap(), expected);
    let folded = "version: 1\nsubscriptions:\n- id: a\n  target: >- # c\n    a.py::f\n  label: x\n";
    let target = "b.py::g".parse().unwrap();
    assert_eq!(
        set_target(folded, "a", &target).unwrap(),
        "version: 1\nsubscriptions:\n- id: a\n  target: b.py::g\n  label: x\n"
    );
}

#[test]
fn updates_only_what_differs() {
    let change = |text: &str, id: &str, change: fn(&mut Subscription)| {
        let config = Config::parse(text.as_bytes(), "x").unwrap();
        let mut new = config.subscription(id).unwrap().clone();
        change(&mut new);
        update(text, id, &new).unwrap()
    };
    assert_eq!(change(LIST, "b", |_| {}), LIST);
    assert_eq!(
        change(LIST, "a", |new| new.label = Some("x: y".into())),
        LIST.replace("  # moved once\n", "  # moved once\n    label: \"x: y\"\n")
    );
    assert_eq!(
        change(LIST, "b", |new| new.on = Arc::new([ChangeType::Lines, ChangeType::Missing].into())),
        LIST.replace("- missing # gone\n      - content", "- missing\n      - lines")
    );
    let block = &LIST[LIST.find("    description").unwrap()..LIST.find("    on:").unwrap()];
    assert_eq!(change(LIST, "b", |new| new.description = None), LIST.replace(block, ""));
    assert_eq!(
        change(LIST, "c", |new| {
            new.id = "d".into();
            new.active = false;
            new.members = Some(Members { private: true, decorators: false });
        }),
        LIST.replace(
            "{id: c, target: c.py::C}",
            "{id: d, target: c.py::C, members: { private: true, decorators: false }, active: false}"
        )
    );

    let all = "version: 1\nsubscriptions:\n  - label: x # c\n    # about the id\n    id: a\n    target: a.py::f\n    active: false # d\n    members:\n      private: true # e\n      decorators: true\n    notify: [a]";
    assert_eq!(
        change(all, "a", |new| new.active = true),
        all.replace("false # d", "true # d"),
        "a default that is there"
    );
    assert_eq!(change(all, "a", |new| new.members = Some(Members::default())), all.replace("true # e", "false # e"));
    assert_eq!(change(all, "a", |new| new.label = None), all.replace("- label: x # c", "-"));
    assert_eq!(change(all, "a", |new| new.notify.clear()), all.replace("    notify: [a]", ""));
    assert_eq!(
        change(all, "a", |new| {
            new.notify.push("b".into());
            new.trigger_on_duplicate = true;
        }),
        all.replace("[a]", "[a, b]\n    trigger_on_duplicate: true")
    );
    let joined = "version: 1\nsubscriptions:\n  - label: x # c\n    description: y\n    id: a\n    target: a.py::f\n    on:\n    - lines\n    notify:\n";
    assert_eq!(change(joined, "a", |new| new.label = None), joined.replace("label: x # c\n    ", ""));
    assert_eq!(
        change(joined, "a", |new| {
            new.label = None;
            new.description = None;
        }),
        joined.replace("- label: x # c\n    description: y\n", "-\n")
    );
    assert_eq!(change(joined, "a", |new| new.notify = vec!["x".into()]), joined.replace("notify:", "notify: [x]"));
    let flow = "{version: 1, subscriptions: [{id: a, target: 'a.py::f', label: x, description: y}]}";
    assert_eq!(
        change(flow, "a", |new| {
            new.label = None;
            new.description = None;
            new.active = false;
        }),
        "{version: 1, subscriptions: [{id: a, target: 'a.py::f', , active: false}]}".replace(", ,", ",")
    );
}

#[test]
fn says_what_it_cannot_do() {
    let text = "version: 1\nsubscriptions:\n- id: a\n  target: a.py::f\n  description: |+\n    x\n- id: b\n  target: b.py::f\n\n- id: c\n  target: a.py::f\n";
    let error = remove(text, "b").unwrap_err();
    assert!(error.to_string().contains("a form that codesub cannot edit; nothing was changed"), "{error}");
    assert_eq!(error.hint_text(), Some("remove the subscription `b` by hand"));

    let mut empty = subscription("new", "n.py::n");
    empty.on = Arc::default();
    let mut lines = subscription("new", "n.py:3");
    lines.members = Some(Members::default());
    let outside = Target::Lines { path: "../x".into(), start: 1, end: 1 };
    let cases = [
        (add(LIST, &subscription("a", "a.py::f")), "the id `a` is already used"),
        (update(LIST, "b", &subscription("a", "a.py::f")), "the id `a` is already used"),
        (add(LIST, &Subscription::new("n", outside.clone())), "is not a target"),
        (set_target(LIST, "a", &outside), "is not a target"),
        (add(LIST, &Subscription::new("N", lines.target.clone())), "cannot be an id"),
        (add(LIST, &empty), "`on` is empty"),
        (add(LIST, &lines), "`members` needs a construct"),
        (remove(LIST, "x"), "no subscription `x`"),
        (set_target(LIST, "x", &lines.target), "no subscription `x`"),
        (add("version: 1\nx: &a\n", &subscription("new", "n.py::n")), "codesub.yaml:2: anchors"),
    ];
    for (result, message) in cases {
        let error = result.expect_err(message);
        assert!(error.to_string().contains(message), "want {message}, got {error}");
        assert_eq!(error.exit_status(), crate::error::ExitStatus::Usage);
    }
}

#[test]
fn ten_thousand_targets_are_one_pass() {
    use std::fmt::Write;
    let mut text = String::from("version: 1\nsubscriptions:\n");
    let mut targets = Vec::new();
    for number in 0..10_000 {
        writeln!(text, "  - id: s{number} # é\n    target: src/f{number}.py::f").unwrap();
        targets.push((format!("s{number}"), format!("new/f{number}.py::g").parse::<Target>().unwrap()));
    }
    let started = std::time::Instant::now();
    let edited = set_targets(&text, &targets).unwrap();
    // About a second in a debug build; a pass per target would take an hour.
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
    assert_eq!(edited, text.replace("src/", "new/").replace("::f", "::g"));
}

#[test]
fn a_plain_list_is_edited_line_by_line() {
    let text = "version: 1\r\nsubscriptions:\r\n- id: a\r\n  target:   'old.py::A'  # why\r\n- target: old.py::B # b\r\n  id: b\r\n- id: c\r\n  target: \"old.py::C\"";
    let config = Config::parse(text.as_bytes(), NAME).unwrap();
    let told = |targets: &[(&str, &str)]| {
        let targets: Vec<(&str, Target)> = targets.iter().map(|(id, target)| (*id, target.parse().unwrap())).collect();
        let lines = |edits: Vec<LineEdit>| edits.into_iter().map(|edit| edit.new).collect::<Vec<_>>();
        let any_form = edits_of_any_form(text, &config, &targets).ok();
        let plain = plain::target_edits(text, &config, &targets);
        assert!(plain.is_none() || plain == any_form, "{plain:?} {any_form:?}");
        plain.map(lines)
    };
    assert_eq!(
        told(&[("c", "new.py::C"), ("b", "new.py::B"), ("a", "new.py::A")]).unwrap(),
        ["  target: \"new.py::C\"", "- target: new.py::B # b\r\n", "  target:   'new.py::A'  # why\r\n"]
    );
    assert_eq!(told(&[]).unwrap(), [""; 0]);
    for other in [
        &[("a", "it's.py::A")][..],
        &[("a", "old.py::A")],
        &[("nobody", "new.py::A")],
        &[("a", "new.py::A"), ("a", "newer.py::A")],
    ] {
        assert_eq!(told(other), None, "{other:?} is left to the editor of any form");
    }
    let flow = text.replace("- id: a\r\n  target:   'old.py::A'", "- {id: a, target: old.py::A}");
    let config = Config::parse(flow.as_bytes(), NAME).unwrap();
    assert_eq!(plain::target_edits(&flow, &config, &[("b", "new.py::B".parse::<Target>().unwrap())]), None);
}
