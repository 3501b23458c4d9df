//! Laws of the comment, held against a real renderer: whatever names, paths, labels and code say, GitHub sees text.

use std::sync::Arc;

use comrak::nodes::{AstNode, NodeValue};
use comrak::{Arena, Options, parse_document};
use proptest::prelude::*;

use super::*;
use crate::config::Subscription;
use crate::config::Target;
use crate::output::escape::laws::hostile;
use crate::output::sample;
use crate::report::{Excerpt, ListPatch, Note, NoteKind, Place};

/// Stands at the end of every row of the table.
const LAST: &str = "last";
const ALLOWED: &str = "@acme/security";

proptest! {
    // With 50 names each, these are 10,000.
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_name_is_more_than_text(names in prop::collection::vec(hostile(), 50)) {
        let report = report_of(&names);
        let list = sample::list_of(&report);
        let whole = markdown::render(&report, &Limits::NONE, &mut Mentions::after(&Told::new(), &list));
        check(&whole, names.len());
        let draft = comment(&report, &Told::new(), &list, &WhatElse::default());
        prop_assert!(draft.body.len() < MAX_COMMENT);
        check(&draft.body, 10);
    }
}

/// A report in which every text is one of the names.
fn report_of(names: &[String]) -> Report {
    let mut report = sample::rich();
    let (model, moved) = (report.triggers.clone(), report.proposals.clone());
    (report.triggers, report.proposals, report.notes) = Default::default();
    report.base.name.clone_from(&names[0]);
    report.target.commit = Some(names[1].clone());
    for (at, name) in names.iter().enumerate() {
        let mut trigger = model[at % model.len()].clone();
        let mut subscription = Subscription::clone(&trigger.subscription);
        subscription.id.clone_from(name);
        subscription.target = Target::Construct { path: name.clone(), qualname: name.clone() };
        (subscription.label, subscription.description) = (Some(name.clone()), Some(name.clone()));
        // What is the name of a team is mentioned by right; with a space at the end it is none.
        let nobody = if Mention::of(name).is_some() { format!("{name} ") } else { name.clone() };
        subscription.notify = vec![nobody, ALLOWED.to_owned(), LAST.to_owned()];
        trigger.subscription = Arc::new(subscription);
        trigger.place.path.clone_from(name);
        trigger.acknowledged = false;
        trigger.origin = Origin::Diff;
        let details = &mut trigger.details;
        details.now = Some(Place { path: format!("{name}x"), start_line: 1, end_line: 2 });
        details.locations = vec![name.clone(), name.clone()];
        details.twins = vec![name.clone()];
        details.message = Some(name.clone());
        details.candidates.iter_mut().for_each(|it| it.qualname.clone_from(name));
        details.members.iter_mut().for_each(|it| (it.name, it.chain) = (name.clone(), vec![name.clone()]));
        let excerpt = |text: &str| Excerpt { path: name.clone(), start_line: 1, lines: vec![text.to_owned(); 2] };
        (trigger.before, trigger.after) = (Some(excerpt(name)), Some(excerpt(&format!("{name}{name}"))));
        let mut proposal = moved[at % 3].clone();
        proposal.subscription = Arc::clone(&trigger.subscription);
        proposal.new.path.clone_from(name);
        proposal.new_qualname = Some(name.clone());
        proposal.patch = (at % 2 == 0).then(|| ListPatch {
            line: 10 * at as u32 + 2,
            before: vec![name.clone()],
            old: vec![name.clone()],
            new: vec![name.clone()],
            after: vec![name.clone()],
            unterminated: false,
        });
        let kind = NoteKind::Duplicate;
        let (id, locations) = (Some(name.clone()), vec![name.clone()]);
        report.notes.push(Note { subscription_id: id, kind, message: name.clone(), locations });
        report.triggers.push(trigger);
        report.proposals.push(proposal);
    }
    report
}

fn check(body: &str, least_rows: usize) {
    let arena = Arena::new();
    let root = parse_document(&arena, body, &options());
    let mut seen = Seen::default();
    for node in root.descendants() {
        look(node, &mut seen, body);
    }
    let fences = body.lines().filter(|line| line.starts_with("```")).count();
    assert_eq!(seen.code_blocks * 2, fences, "{body}");
    assert!(seen.rows > least_rows, "{} rows: {body}", seen.rows);
    assert_eq!((seen.opened, seen.opened > 0), (seen.closed, true), "{body}");
    let last = root.last_child().map(text_of).unwrap_or_default();
    assert!(last.starts_with("Then commit "), "{last}: {body}");
}

fn options() -> Options<'static> {
    let mut options = Options::default();
    let extension = &mut options.extension;
    extension.table = true;
    extension.autolink = true;
    extension.strikethrough = true;
    extension.tasklist = true;
    extension.footnotes = true;
    extension.alerts = true;
    extension.math_dollars = true;
    extension.math_code = true;
    options
}

#[derive(Default)]
struct Seen {
    code_blocks: usize,
    rows: usize,
    opened: usize,
    closed: usize,
}

fn look<'a>(node: &'a AstNode<'a>, seen: &mut Seen, body: &str) {
    match &node.data.borrow().value {
        NodeValue::CodeBlock(block) => {
            seen.code_blocks += 1;
            assert!(block.fenced && ["diff", "sh"].contains(&block.info.as_str()), "{:?}: {body}", block.info);
        }
        NodeValue::HtmlBlock(block) => html(&block.literal, seen, body),
        NodeValue::TableRow(_) => {
            seen.rows += 1;
            let cells: Vec<String> = node.children().map(text_of).collect();
            // More cells than the head has are dropped by the renderer, so the last one tells whether it is the last.
            let last = cells.last().map(String::as_str).unwrap_or_default();
            assert!(
                cells.len() == 5 && (last == "notify" || last.ends_with(&format!("\u{1}{LAST}\u{1}"))),
                "{cells:?}"
            );
            assert!(["", "❌", "🔔"].contains(&cells[0].as_str()), "{cells:?}");
        }
        NodeValue::Paragraph | NodeValue::TableCell => only_text(&text_of(node), body),
        NodeValue::Heading(_) => {
            let text = text_of(node);
            assert!(["⚠", "Moved code", "Notes", "What to do"].iter().any(|own| text.starts_with(own)), "{text}");
        }
        NodeValue::Strong => assert!(text_of(node).ends_with(" blocking"), "{body}"),
        NodeValue::Document
        | NodeValue::Table(_)
        | NodeValue::List(_)
        | NodeValue::Item(_)
        | NodeValue::Alert(_)
        | NodeValue::Text(_)
        | NodeValue::Code(_)
        | NodeValue::SoftBreak => {}
        other => panic!("{other:?}: {body}"),
    }
}

/// Our own folds, and nothing in them but names in `<code>`.
fn html(block: &str, seen: &mut Seen, body: &str) {
    if block == "</details>\n" {
        seen.closed += 1;
        return;
    }
    seen.opened += 1;
    let inside = block.strip_prefix("<details><summary>").and_then(|rest| rest.strip_suffix("</summary>\n"));
    let Some(inside) = inside else { panic!("{block}: {body}") };
    let words = match inside.strip_prefix("<code>").map(|rest| rest.split_once("</code>: ")) {
        Some(Some((name, words))) => {
            assert!(!name.contains(['<', '>']), "{block}");
            words
        }
        _ => inside,
    };
    assert!(words.chars().all(|c| c.is_ascii_alphanumeric() || ",: ".contains(c)), "{words}: {block}");
}

/// What GitHub would make of the text after Markdown is read: mentions, references, addresses.
fn only_text(text: &str, body: &str) {
    let text = text.replace(ALLOWED, "").to_lowercase();
    let chars: Vec<char> = text.chars().collect();
    for pair in chars.windows(2) {
        let word = pair[1].is_ascii_alphanumeric();
        assert!(!(word && (pair[0] == '@' || pair[0] == '#')), "{text}: {body}");
    }
    for digit in '0'..='9' {
        assert!(!text.contains(&format!("gh-{digit}")), "{text}: {body}");
    }
    // Outside of code, every other part between two marks.
    for word in text.split('\u{1}').step_by(2).flat_map(|part| part.split(|c: char| !c.is_alphanumeric())) {
        let is_commit = (7..=64).contains(&word.len()) && word.chars().all(|c| c.is_ascii_hexdigit());
        assert!(!is_commit, "{word} in {text}: {body}");
    }
    for address in ["://", "www.", ":tada:"] {
        assert!(!text.contains(address), "{text}: {body}");
    }
}

/// The text of a block, with a mark on both sides of code.
fn text_of<'a>(node: &'a AstNode<'a>) -> String {
    let mut text = String::new();
    for node in node.descendants() {
        match &node.data.borrow().value {
            NodeValue::Text(part) => text.push_str(part),
            NodeValue::Code(code) => {
                text.push_str(&format!("\u{1}{}\u{1}", code.literal.replace(['@', '#', ':', '-', '.'], " ")));
            }
            NodeValue::SoftBreak => text.push(' '),
            _ => {}
        }
    }
    text
}
