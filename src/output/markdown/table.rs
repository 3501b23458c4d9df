//! The table of the triggers: one row each, what everybody should see first.

use super::doc::Doc;
use super::section::Section;
use crate::output::comment::Mentions;
use crate::output::escape::Untrusted;
use crate::output::mention::Mention;
use crate::output::wording;
use crate::report::{Place, Trigger};

const HEAD: &str = "| | subscription | what happened | where | notify |\n|:-:|---|---|---|---|\n";

/// A row each, as many as fit into `room` bytes. Whoever is mentioned in a row that fits is told.
pub fn write(triggers: &[&Trigger], mentions: &mut Mentions, room: usize, blank: &Doc) -> Section {
    let mut section = Section::new(blank, room);
    if triggers.is_empty() {
        return section;
    }
    section.head("\n").markup(HEAD);
    for trigger in triggers {
        let mut row = blank.fresh();
        let names = mentions.of(trigger);
        write_row(trigger, &names, &mut row);
        if !section.push(&row) {
            break;
        }
        mentions.tell(trigger, &names);
    }
    section.left = triggers.len() - section.shown;
    section
}

fn write_row(trigger: &Trigger, mentioned: &[Mention<'_>], row: &mut Doc) {
    let subscription = &trigger.subscription;
    row.markup(if trigger.blocking { "| ❌ | " } else { "| 🔔 | " }).cell(Untrusted(&subscription.id));
    if let Some(label) = subscription.label.as_deref().filter(|label| !label.is_empty()) {
        row.markup(" ").text(Untrusted(label));
    }
    row.markup(" | ").words(&wording::happened(trigger)).markup(" | ");
    place(trigger, row);
    row.markup(" | ");
    for (at, name) in subscription.notify.iter().take(MOST_NAMES).enumerate() {
        row.markup(if at == 0 { "" } else { ", " });
        match Mention::of(name).filter(|mention| mentioned.contains(mention)) {
            Some(mention) => row.mention(mention),
            None => row.cell(Untrusted(name)),
        };
    }
    if subscription.notify.len() > MOST_NAMES {
        row.markup(" and ").number(subscription.notify.len() - MOST_NAMES).markup(" more");
    }
    row.markup(" |\n");
}

/// More names make a row that nobody reads.
pub const MOST_NAMES: usize = 20;

/// Where the code is now, and where it was if that is another file.
fn place(trigger: &Trigger, row: &mut Doc) {
    let write = |place: &Place, row: &mut Doc| {
        row.cell(Untrusted(&format!("{}:{}", place.path, place.start_line)));
    };
    match &trigger.details.now {
        Some(now) if now.path != trigger.place.path => {
            write(&trigger.place, row);
            row.markup(" → ");
            write(now, row);
        }
        Some(now) => write(now, row),
        None => write(&trigger.place, row),
    }
}
