//! Laws that hold for every list, however it is written: an edit changes what was asked for and nothing else.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::config::ChangeType;

/// One generated item: its text with the comments that belong to it, and what it means.
#[derive(Debug, Clone)]
struct Item {
    text: String,
    meaning: Subscription,
}

/// A generated list, in parts, so that the expected result of an edit can be put together without the editor.
#[derive(Debug, Clone)]
struct Sample {
    head: String,
    /// Each with the lines before it that belong to nobody.
    items: Vec<(String, Item)>,
    tail: String,
    crlf: bool,
}

impl Sample {
    fn text(&self) -> String {
        let items: String = self.items.iter().map(|(gap, item)| format!("{gap}{}", item.text)).collect();
        self.finished(&format!("{}{items}{}", self.head, self.tail))
    }

    fn finished(&self, text: &str) -> String {
        if self.crlf { text.replace('\n', "\r\n") } else { text.to_owned() }
    }

    fn meanings(&self) -> Vec<Subscription> {
        self.items.iter().map(|(_, item)| item.meaning.clone()).collect()
    }
}

fn targets() -> impl Strategy<Value = Target> {
    let paths = "[a-z]{2,4}(/[a-zé' #,]{0,3}[a-z]){0,2}";
    let names = "[A-Za-zé]{1,3}(\\.[a-z]{1,3})?(\\(int,Map<a,b\\[\\]>\\))?(@setter|#2)?";
    let text = prop_oneof![
        (paths, names).prop_map(|(p, n)| format!("{p}::{n}")),
        (paths, 1..99_u32).prop_map(|(p, l)| format!("{p}:{l}"))
    ];
    text.prop_map(|text| text.parse().expect("because such texts are targets"))
}

/// Text in one of the styles that can hold it; block scalars only where they fit.
fn styled(text: &str, style: u8, flow: bool) -> String {
    match style % 3 {
        0 => format!("'{}'", text.replace('\'', "''")),
        1 => serde_json::to_string(text).expect("because a string is JSON"),
        _ => scalar::write(text, flow),
    }
}

fn items(number: usize, indent: usize, flow_item: bool) -> impl Strategy<Value = Item> {
    (
        targets(),
        proptest::option::of("[a-zé:# ,'\\[]{0,8}"),
        any::<[u8; 3]>(),
        proptest::collection::vec("[ a-z:\\-'\"]{0,6}", 0..3),
        proptest::option::of("[a-z: #'\"-]{0,6}"),
        any::<[bool; 4]>(),
    )
        .prop_map(move |(target, label, styles, comments, trailing, [active, literal, swapped, padded])| {
            let mut meaning = Subscription::new(format!("s{number}"), target);
            let pad = " ".repeat(indent);
            let mut text = String::new();
            for comment in &comments {
                writeln!(text, "{pad}#{comment}").expect("because a string takes everything");
            }
            let trailing = trailing.map_or(String::new(), |comment| format!("  #{comment}"));
            let mut pairs = vec![
                format!("id: {}", styled(&meaning.id, styles[0], flow_item)),
                format!("target: {}", styled(&meaning.target.to_string(), styles[1], flow_item)),
            ];
            if swapped {
                pairs.reverse();
            }
            if let Some(label) = label {
                pairs.push(format!("label: {}", styled(&label, styles[2], flow_item)));
                meaning.label = Some(label);
            }
            if !active {
                pairs.push("active: false".to_owned());
                meaning.active = false;
            }
            if flow_item {
                writeln!(text, "{pad}- {{{}}}{trailing}", pairs.join(if padded { " , " } else { ", " }))
                    .expect("because a string takes everything");
            } else {
                let dash = if padded { "-   " } else { "- " };
                for (position, pair) in pairs.iter().enumerate() {
                    let lead = if position == 0 { dash.to_owned() } else { " ".repeat(dash.len()) };
                    writeln!(text, "{pad}{lead}{pair}{trailing}").expect("because a string takes everything");
                }
                if literal {
                    let lead = " ".repeat(indent + dash.len());
                    writeln!(text, "{lead}description: |-\n{lead} # - id: no\n\n{lead}   x\n{lead}# deeper")
                        .expect("because a string takes everything");
                    meaning.description = Some("# - id: no\n\n  x".to_owned());
                }
            }
            Item { text, meaning }
        })
}

fn samples() -> impl Strategy<Value = Sample> {
    (1..5_usize, 0..4_usize, any::<[bool; 2]>(), any::<u8>()).prop_flat_map(|(count, indent, [crlf, tail], flows)| {
        let items: Vec<_> = (0..count).map(|number| items(number, indent, flows & (1 << number) != 0)).collect();
        let gaps = proptest::collection::vec(any::<bool>(), count);
        (items, gaps).prop_map(move |(items, gaps)| Sample {
            head: "# head\nversion: 1 # é\nsubscriptions:  # all\n".to_owned(),
            items: gaps
                .iter()
                .map(|gap| if *gap { format!("{}# nobody's\n\n", " ".repeat(indent)) } else { String::new() })
                .zip(items)
                .collect(),
            tail: if tail { "\n# tail\nbaseline: 'x' # y\n" } else { "" }.to_owned(),
            crlf,
        })
    })
}

/// The sample as far as it is in plain form: without texts of several lines, and with nothing below the list.
fn plain_form(mut sample: Sample) -> Sample {
    sample.head = sample.head.replace("  # all", "");
    sample.tail = sample.tail.replace("baseline", "# baseline");
    for (_, item) in &mut sample.items {
        if let Some(at) = item.text.find("description: |-") {
            item.text.truncate(at);
            item.text.truncate(item.text.trim_end_matches(' ').len());
        }
    }
    sample
}

fn read(text: &str) -> Vec<Subscription> {
    let config = Config::parse(text.as_bytes(), "sample").unwrap_or_else(|error| panic!("{error}\n{text}"));
    config.subscriptions.into_iter().map(Arc::unwrap_or_clone).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn the_samples_mean_what_they_say(sample in samples()) {
        prop_assert_eq!(read(&sample.text()), sample.meanings());
    }

    #[test]
    fn add_keeps_every_line(sample in samples(), target in targets(), label in proptest::option::of(any::<String>())) {
        let text = sample.text();
        let mut new = Subscription::new("new", target);
        new.label = label;
        let edited = add(&text, &new).expect("because the list can be edited");
        let mut expected = sample.meanings();
        expected.push(new);
        prop_assert_eq!(read(&edited), expected);
        // The old text is the new text without one run of bytes.
        let prefix = text.bytes().zip(edited.bytes()).take_while(|(a, b)| a == b).count();
        prop_assert!(edited.as_bytes().ends_with(&text.as_bytes()[prefix..]), "{}\n{}", text, edited);
        prop_assert_eq!(edited.matches('\n').count() == edited.matches("\r\n").count(), sample.crlf);
        // What was added can be removed without a trace.
        prop_assert_eq!(remove(&edited, "new").expect("because the list can be edited"), text);
    }

    #[test]
    fn remove_takes_the_item_and_its_comments(sample in samples(), position in any::<prop::sample::Index>()) {
        let position = position.index(sample.items.len());
        let id = format!("s{position}");
        let edited = remove(&sample.text(), &id).expect("because the list can be edited");
        let mut rest = sample.clone();
        let (gap, _) = rest.items.remove(position);
        prop_assert_eq!(read(&edited), rest.meanings());
        // Everything else stands there, but for a blank line that had one on both sides.
        let mut gone = sample.clone();
        gone.items[position].1.text.clear();
        if gone.items.len() == 1 {
            gone.head = gone.head.replace("subscriptions:", "subscriptions: []");
        }
        let blank_before = !gap.is_empty();
        let after: String = sample.items[position + 1..].iter().map(|(gap, item)| format!("{gap}{}", item.text)).collect();
        let after = after + &sample.tail;
        if blank_before && (after.is_empty() || after.starts_with('\n')) {
            gone.items[position].0.pop();
        }
        prop_assert_eq!(edited, gone.text());
    }

    #[test]
    fn set_targets_touches_the_targets_alone(sample in samples(), new in proptest::collection::vec(targets(), 5)) {
        let text = sample.text();
        let changes: Vec<(String, Target)> = sample.meanings().into_iter().map(|s| s.id).zip(new).collect();
        let edited = set_targets(&text, &changes).expect("because the list can be edited");
        let mut expected = sample.meanings();
        for (subscription, (_, target)) in expected.iter_mut().zip(&changes) {
            subscription.target = target.clone();
        }
        prop_assert_eq!(read(&edited), expected);
        prop_assert_eq!(edited.lines().count(), text.lines().count());
        for (old, new) in text.lines().zip(edited.lines()) {
            prop_assert!(old == new || old.contains("target"), "{}\n{}", old, new);
        }
        // And back again: byte for byte, unless a plain scalar had to be quoted on the way.
        let back: Vec<(String, Target)> = sample.meanings().into_iter().map(|s| (s.id, s.target)).collect();
        let back = set_targets(&edited, &back).expect("because the list can be edited");
        prop_assert_eq!(back.replace('"', ""), text.replace('"', ""));
    }

    #[test]
    fn a_plain_list_has_the_edits_of_any_form(sample in samples(), new in proptest::collection::vec(targets(), 5), few in any::<[bool; 5]>()) {
        let text = plain_form(sample.clone()).text();
        let changes = sample.meanings().into_iter().map(|s| s.id).zip(new).zip(few).filter(|(_, few)| *few);
        let changes: Vec<(String, Target)> = changes.map(|(change, _)| change).collect();
        let config = Config::parse(text.as_bytes(), "sample").expect("because the sample is a list");
        if let Some(edits) = plain::target_edits(&text, &config, &changes) {
            let expected = edits_of_any_form(&text, &config, &changes).expect("because the list can be edited");
            prop_assert_eq!(edits, expected, "{}", text);
        }
    }

    #[test]
    fn update_makes_it_so(
        sample in samples(),
        target in targets(),
        texts in proptest::collection::vec(proptest::option::of(any::<String>()), 2),
        notify in proptest::collection::vec(any::<String>(), 0..3),
        on in proptest::collection::btree_set(proptest::sample::select(&ChangeType::ALL[..]), 1..7),
        flags in any::<[bool; 2]>(),
    ) {
        let text = sample.text();
        let mut expected = sample.meanings();
        let new = &mut expected[0];
        new.target = target;
        new.label = texts[0].clone();
        new.description = texts[1].clone();
        new.notify = notify;
        new.on = Arc::new(on);
        new.active = flags[0];
        new.trigger_on_duplicate = flags[1];
        let edited = update(&text, "s0", &expected[0]).expect("because the list can be edited");
        prop_assert_eq!(read(&edited), expected.clone());
        // All comments but those within the removed keys' own lines are still there, and a second update is nothing.
        prop_assert_eq!(update(&edited, "s0", &expected[0]).expect("because the list can be edited"), edited.clone());
        for (_, item) in &sample.items[1..] {
            prop_assert!(edited.contains(&sample.finished(&item.text)));
        }
    }

    /// People write YAML in ways nobody thought of: whatever the text, an edit gives what was asked for or an error.
    #[test]
    fn no_text_makes_it_panic_or_lie(
        sample in samples(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), "[ \n\t#:,\\-\\[\\]{}'\"|>?é+a\r\u{2028}]{0,3}", 0..4_usize), 1..4),
    ) {
        let mut text: Vec<char> = sample.text().chars().collect();
        for (at, with, length) in damage {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            text.splice(at..end, with.chars());
        }
        let text: String = text.into_iter().collect();
        let target: Target = "new.py::n".parse().expect("because it is a target");
        let new = Subscription::new("new", target.clone());
        let Ok(before) = Config::parse(text.as_bytes(), "sample") else {
            prop_assert!(remove(&text, "s0").is_err());
            return Ok(());
        };
        let mut expected = before.clone();
        expected.subscriptions.push(Arc::new(new.clone()));
        if let Ok(edited) = add(&text, &new) {
            prop_assert_eq!(Config::parse(edited.as_bytes(), "sample").expect("because an edit leaves a list"), expected);
        }
        for (position, subscription) in before.subscriptions.iter().enumerate() {
            let mut expected = before.clone();
            expected.subscriptions.remove(position);
            if let Ok(edited) = remove(&text, &subscription.id) {
                prop_assert_eq!(Config::parse(edited.as_bytes(), "sample").expect("because an edit leaves a list"), expected);
            }
            let mut changed = Subscription::new(&subscription.id, target.clone());
            changed.label = Some("x".into());
            let mut expected = before.clone();
            expected.subscriptions[position] = Arc::new(changed.clone());
            if let Ok(edited) = update(&text, &subscription.id, &changed) {
                prop_assert_eq!(Config::parse(edited.as_bytes(), "sample").expect("because an edit leaves a list"), expected);
            }
        }
    }
}
