//! The comment on a pull request and the summary of a job: Markdown within a limit.
//!
//! People are mentioned once (SPEC 9.2): for a trigger that nobody was told of yet, the names in its row are plain text,
//! which GitHub turns into a notification; from then on they stand in code spans. What somebody was told of is kept in
//! the marker of the comment, so a trigger that could not be remembered there mentions nobody. Nor does one of a
//! subscription that the pull request itself adds: its author would decide who gets mail from the workflow.

use std::collections::{BTreeSet, HashSet};

use super::diff::WhatElse;
use super::markdown::{self, Limits, MOST_NAMES};
use super::mention::Mention;
use crate::config::{ChangeType, Config, check_id};
use crate::report::{Origin, Report, Trigger};

/// Bytes of a comment with its marker. GitHub takes 65,536 characters.
pub const MAX_COMMENT: usize = 60_000;
/// More is not remembered.
pub const MAX_TOLD: usize = 500;
/// Bytes of the marker for what is remembered; ids can be long.
const MAX_TOLD_BYTES: usize = 20_000;
/// Bytes of the marker for everything else.
const MARKER: usize = 200;
/// Different names in one comment. More would be spam, and GitHub may not notify them.
const MOST_MENTIONED: usize = 20;

/// What somebody was mentioned for already: `id CHANGE_TYPE`.
pub type Told = BTreeSet<String>;

/// What there is to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Without the marker.
    pub body: String,
    /// What somebody is mentioned for in it, or was before.
    pub told: Told,
}

/// Whether there is anything to say to people who were not told anything yet.
pub fn is_worth_a_comment(report: &Report) -> bool {
    !report.triggers.is_empty()
        || report.is_undecided()
        || report.proposals.iter().any(|proposal| !proposal.applied && !proposal.is_only_shift())
}

/// The comment. People are mentioned for what nobody was `told` yet, as far as it is on the `trusted` list; where nothing
/// is left to say, it says so. `what_else` changed is added to what there is to say, and is no reason to say something.
pub fn comment(report: &Report, told: &Told, trusted: &Config, what_else: &WhatElse) -> Draft {
    let mut mentions = Mentions::after(told, trusted);
    if !is_worth_a_comment(report) {
        return Draft { body: markdown::all_clear(report), told: mentions.told };
    }
    let reserved = MARKER + mentions.most_bytes(report) + what_else.len();
    let limits = Limits::comment(MAX_COMMENT - reserved);
    let body = markdown::render(report, &limits, &mut mentions);
    Draft { body: what_else.below(body), told: mentions.told }
}

/// The whole report as Markdown, cut at an entry where it would be longer than `limit` bytes.
pub fn summary(report: &Report, limit: usize) -> String {
    markdown::render(report, &Limits::summary(limit), &mut Mentions::nobody())
}

/// Who is mentioned in a comment, and for what.
#[derive(Debug, Default)]
pub struct Mentions {
    /// The subscriptions that mention people.
    trusted: HashSet<String>,
    told: Told,
    /// Of `told`, in the marker.
    bytes: usize,
    /// In lower case, as GitHub compares them.
    names: BTreeSet<String>,
}

impl Mentions {
    /// For what is not posted as a comment.
    pub fn nobody() -> Self {
        Mentions::default()
    }

    /// For a comment that told some of it before.
    fn after(told: &Told, trusted: &Config) -> Self {
        let trusted = trusted.subscriptions.iter().map(|subscription| subscription.id.clone()).collect();
        let mut mentions = Mentions { trusted, ..Mentions::default() };
        for key in told.iter().filter(|key| is_key(key)) {
            mentions.remember(key);
        }
        mentions
    }

    /// Whom to mention for a trigger.
    pub(super) fn of<'t>(&self, trigger: &'t Trigger) -> Vec<Mention<'t>> {
        if !self.is_news(trigger) {
            return Vec::new();
        }
        let key = key(trigger);
        if self.told.contains(&key) || !self.has_room(&key) {
            return Vec::new();
        }
        let mut room = MOST_MENTIONED - self.names.len();
        let mut fits = |mention: &Mention<'_>| {
            let is_new = !self.names.contains(&mention.name().to_lowercase());
            let fits = !is_new || room > 0;
            room -= usize::from(is_new && fits);
            fits
        };
        names(trigger).filter(|mention| fits(mention)).collect()
    }

    /// Notes that they are mentioned for it.
    pub(super) fn tell(&mut self, trigger: &Trigger, names: &[Mention<'_>]) {
        if !names.is_empty() {
            self.remember(&key(trigger));
            self.names.extend(names.iter().map(|mention| mention.name().to_lowercase()));
        }
    }

    /// Drift was there before, and what is acknowledged was seen by somebody: neither is news.
    fn is_news(&self, trigger: &Trigger) -> bool {
        trigger.origin == Origin::Diff && !trigger.acknowledged && self.trusted.contains(&trigger.subscription.id)
    }

    /// What the marker can take in the end.
    fn most_bytes(&self, report: &Report) -> usize {
        let news = report.triggers.iter().filter(|trigger| self.is_news(trigger) && names(trigger).next().is_some());
        let more: usize = news.map(key).filter(|key| !self.told.contains(key)).map(|key| bytes(&key)).sum();
        (self.bytes + more).min(MAX_TOLD_BYTES)
    }

    fn remember(&mut self, key: &str) {
        if self.has_room(key) && self.told.insert(key.to_owned()) {
            self.bytes += bytes(key);
        }
    }

    fn has_room(&self, key: &str) -> bool {
        self.told.len() < MAX_TOLD && self.bytes + bytes(key) <= MAX_TOLD_BYTES
    }
}

fn names(trigger: &Trigger) -> impl Iterator<Item = Mention<'_>> {
    trigger.subscription.notify.iter().take(MOST_NAMES).filter_map(|name| Mention::of(name))
}

fn key(trigger: &Trigger) -> String {
    format!("{} {}", trigger.subscription.id, trigger.change_type.as_str())
}

/// Whether it could be one of ours: a marker is read from a comment, where others may write as well.
fn is_key(key: &str) -> bool {
    let is_type = |word: &str| ChangeType::ALL.iter().any(|change_type| change_type.as_str() == word);
    key.split_once(' ').is_some_and(|(id, word)| check_id(id).is_ok() && is_type(word))
}

/// What a key takes in the marker: quotes and a comma.
fn bytes(key: &str) -> usize {
    key.len() + 3
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
