//! GitHub workflow commands: the report as annotations of a workflow run.
//!
//! Blocking triggers are errors, other open ones warnings, proposals and notes notices. A check that could not look at
//! everything is an error too, and the first one, for it fails the job. What somebody already acknowledged or applied
//! needs no annotation. GitHub keeps ten annotations of each level a step and drops the rest without a word: the most
//! serious come first, and where there are more than ten the tenth says how many are left out and where they are.
//!
//! Every line but the last starts with a command of ours, and text from the repository passes through the two workflow
//! encoders, so that it can neither end a command nor start one.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::escape::Untrusted;
use super::wording::{self, Counts};
use super::{Look, anchor};
use crate::report::{Note, NoteKind, Origin, Place, Proposal, Report, Trigger};

/// What GitHub keeps of each level, per step.
const KEPT: usize = 10;
/// Longer words of a user are cut: a title has 255 characters, and a message is read at a glance.
const LONGEST: usize = 160;

/// Writes the report as workflow commands, and a last line for people who read the log.
pub fn write(report: &Report, _look: &Look, out: &mut dyn Write) -> io::Result<()> {
    let (diff, drift) = (wording::open_triggers(report, Origin::Diff), wording::open_triggers(report, Origin::Drift));
    let (blocking, other): (Vec<&Trigger>, Vec<&Trigger>) =
        diff.into_iter().chain(drift).partition(|trigger| trigger.blocking);
    let (skipped, noted): (Vec<&Note>, Vec<&Note>) =
        report.notes.iter().partition(|note| note.kind == NoteKind::Skipped);

    let (mut errors, mut warnings): (Vec<Annotation>, Vec<Annotation>) = Default::default();
    // What leaves the verdict as it is does not stop anything.
    let level = if report.is_undecided() { &mut errors } else { &mut warnings };
    level.extend(incomplete(report, &skipped));
    errors.extend(blocking.into_iter().map(of_trigger));
    warnings.extend(skipped.into_iter().map(of_note));
    warnings.extend(other.into_iter().map(of_trigger));
    let mut notices = of_proposals(report);
    notices.extend(noted.into_iter().map(of_note));

    write_level("error", &errors, out)?;
    write_level("warning", &warnings, out)?;
    write_level("notice", &notices, out)?;
    let parts: Vec<String> =
        Counts::of(report).parts().iter().map(|(count, words)| format!("{count} {words}")).collect();
    writeln!(out, "codesub: {}", parts.join(", "))
}

/// One command; title and message are encoded already.
struct Annotation {
    place: Option<Place>,
    title: String,
    message: String,
}

fn write_level(level: &'static str, annotations: &[Annotation], out: &mut dyn Write) -> io::Result<()> {
    let shown = if annotations.len() > KEPT { KEPT - 1 } else { annotations.len() };
    for annotation in &annotations[..shown] {
        write!(out, "::{level} ")?;
        // A path that has to be shown differently would lead nowhere; the message names it.
        if let Some(place) = annotation.place.as_ref().filter(|place| Untrusted(&place.path).is_plain()) {
            let line = place.start_line.max(1);
            let end = place.end_line.max(line);
            write!(out, "file={},line={line},endLine={end},", Untrusted(&place.path).workflow_property())?;
        }
        writeln!(out, "title={}::{}", annotation.title, annotation.message)?;
    }
    if shown < annotations.len() {
        let left = annotations.len() - shown;
        writeln!(
            out,
            "::{level} title=codesub%3A {left} more::GitHub shows only {KEPT} annotations of a level. \
             `codesub scan`, or `--format markdown` for the summary of the job, shows all of them."
        )?;
    }
    Ok(())
}

fn incomplete(report: &Report, skipped: &[&Note]) -> Option<Annotation> {
    let mut message = wording::incomplete(report)?.to_owned();
    for note in skipped.iter().take(KEPT) {
        message += "%0A";
        message += &Untrusted(&cut(&note.message)).workflow_data();
    }
    Some(Annotation { place: None, title: "codesub%3A the check is incomplete".to_owned(), message })
}

fn of_trigger(trigger: &Trigger) -> Annotation {
    let subscription = &trigger.subscription;
    // Our own words have commas and colons as well.
    let title = format!("codesub: {} {}", cut(&subscription.id), wording::happened(trigger).join(", "));
    let title = Untrusted(&title).workflow_property();
    let mut lines = Vec::new();
    if let Some(label) = subscription.label.as_deref().filter(|label| !label.is_empty()) {
        lines.push(Untrusted(&cut(label)).workflow_data());
    }
    lines.push(data(&subscription.target.to_string()));
    let at = |place: &Place| data(&format!("{}:{}", place.path, place.start_line));
    if let Some(now) = trigger.details.now.as_ref().filter(|now| now.path != trigger.place.path) {
        lines.push(format!("was at {}, now at {}", at(&trigger.place), at(now)));
    }
    lines.extend(wording::used(trigger).map(|words| data(&words)));
    lines.extend(trigger.details.message.iter().map(|message| data(message)));
    lines.extend(subscription.description.iter().filter(|text| !text.is_empty()).map(|text| data(text)));
    if !subscription.notify.is_empty() {
        lines.push(format!("notify {}", data(&subscription.notify.join(", "))));
    }
    if trigger.origin == Origin::Drift {
        lines.push("Already different at the base.".to_owned());
    }
    Annotation { place: anchor::of(trigger), title, message: lines.join("%0A") }
}

/// Those of code that moved, but for subscriptions of which a trigger speaks already; shifted lines are one for all.
fn of_proposals(report: &Report) -> Vec<Annotation> {
    let triggered: BTreeSet<&str> = wording::triggered(report);
    let open = report.proposals.iter().filter(|proposal| !proposal.applied);
    let alone = open.filter(|proposal| !triggered.contains(proposal.subscription.id.as_str()));
    let (shifted, moved): (Vec<&Proposal>, Vec<&Proposal>) = alone.partition(|proposal| proposal.is_only_shift());
    let mut annotations: Vec<Annotation> = moved.into_iter().map(of_proposal).collect();
    if !shifted.is_empty() {
        let count = shifted.len();
        let message = format!("Subscriptions whose lines only shifted: {count}. `codesub apply` records it.");
        annotations.push(Annotation { place: None, title: "codesub%3A shifted lines".to_owned(), message });
    }
    annotations
}

fn of_proposal(proposal: &Proposal) -> Annotation {
    let moved = wording::moved(proposal);
    let id = Untrusted(&cut(&proposal.subscription.id)).workflow_property();
    let target = data(&proposal.new_target().to_string());
    let old = data(&proposal.subscription.target.to_string());
    let confidence = proposal.confidence.as_str();
    Annotation {
        place: Some(proposal.new.clone()),
        title: format!("codesub%3A {id} moved"),
        message: format!("{moved} {target} ({confidence} confidence)%0Awas {old}%0A`codesub apply` records it."),
    }
}

fn of_note(note: &Note) -> Annotation {
    let heading = wording::note_heading(note.kind);
    let title = match &note.subscription_id {
        Some(id) => format!("codesub%3A {} ({heading})", Untrusted(&cut(id)).workflow_property()),
        None => format!("codesub%3A {heading}"),
    };
    let place = note.locations.first().and_then(|location| anchor::parse(location));
    let mut message = data(&note.message);
    for location in note.locations.iter().take(KEPT) {
        message += "%0A";
        message += &data(location);
    }
    Annotation { place, title, message }
}

fn data(text: &str) -> String {
    Untrusted(&cut(text)).workflow_data()
}

/// The text itself, or its beginning.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::sample;

    fn written(report: &Report) -> Vec<String> {
        let mut out = Vec::new();
        write(report, &Look::default(), &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn five_thousand_triggers_are_ten_of_a_level() {
        let mut report = sample::rich();
        report.triggers = report.triggers.iter().cycle().take(5_000).cloned().collect();
        report.proposals = report.proposals.iter().cycle().take(5_000).cloned().collect();
        let lines = written(&report);
        for level in ["::error ", "::warning ", "::notice "] {
            let of_level: Vec<&String> = lines.iter().filter(|line| line.starts_with(level)).collect();
            assert_eq!(of_level.len(), KEPT, "{level}");
            assert!(of_level[KEPT - 1].contains(" more::"), "{level}");
        }
        assert!(lines.iter().all(|line| line.len() < 4_000));
    }

    #[test]
    fn ten_are_shown_without_remark() {
        let mut report = sample::clean();
        let blocking = sample::rich().triggers.swap_remove(0);
        report.triggers = vec![blocking; KEPT];
        let lines = written(&report);
        assert_eq!(lines.iter().filter(|line| line.starts_with("::error ")).count(), KEPT);
        assert!(!lines.iter().any(|line| line.contains(" more::")));
    }

    /// As the runner reads it.
    fn parsed(line: &str) -> (String, Vec<(String, String)>, String) {
        let rest = line.strip_prefix("::").unwrap();
        let (head, data) = rest.split_once("::").unwrap();
        let (command, properties) = head.split_once(' ').unwrap();
        let decode = |text: &str| {
            let names = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")];
            names.iter().fold(text.to_owned(), |text, (name, c)| text.replace(name, c))
        };
        let pairs = properties.split(',').map(|pair| pair.split_once('=').unwrap());
        let pairs = pairs.map(|(name, value)| (name.to_owned(), decode(value))).collect();
        (command.to_owned(), pairs, decode(data))
    }

    #[test]
    fn the_runner_reads_back_what_was_meant() {
        let mut report = sample::rich();
        let place = Place { path: "a:b,line=7,c%.py".into(), start_line: 0, end_line: 0 };
        std::sync::Arc::make_mut(&mut report.triggers[0].subscription).label = Some("50%, or ::error::%0A".into());
        report.triggers[0].details.now = Some(place);
        let lines = written(&report);
        for line in &lines[..lines.len() - 1] {
            let (command, properties, message) = parsed(line);
            assert!(["error", "warning", "notice"].contains(&command.as_str()), "{line}");
            assert!(properties.iter().all(|(name, _)| ["file", "line", "endLine", "title"].contains(&name.as_str())));
            assert!(!message.is_empty());
        }
        let (_, properties, message) = parsed(&lines[1]);
        let expected =
            [("file", "a:b,line=7,c%.py"), ("line", "1"), ("endLine", "1"), ("title", "codesub: session-ttl is gone")];
        assert_eq!(properties, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(message.starts_with("50%, or ::error::%0A\n"), "{message}");
    }

    #[test]
    fn a_deleted_file_is_not_annotated() {
        let mut report = sample::clean();
        report.triggers = vec![sample::rich().triggers.swap_remove(0)];
        report.triggers[0].reasons = vec![crate::report::Reason::FileDeleted];
        assert!(!written(&report)[0].contains("file="));
    }
}
