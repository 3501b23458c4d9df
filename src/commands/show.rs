//! `codesub show`: a subscription, its lock entry and its code.

use std::io::Write;

use serde::Serialize;

use crate::cli::{DataFormat, Show};
use crate::config::Subscription;
use crate::config::lock::{Entry, Seen};
use crate::detect::{Bytes, View};
use crate::error::{Error, ExitStatus, Result};
use crate::index::Informant;
use crate::output::escape::Untrusted;
use crate::output::json::{self, v1};
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::relock;
use crate::snapshot::{Outlines, Snapshot};

use super::{Session, Streams, read_list, unknown_id, written};

/// How many lines of code are shown without `--verbose`.
const SHOWN_LINES: usize = 20;

#[derive(Serialize)]
struct Shown {
    subscription: v1::Subscription,
    /// What the lock remembers; `null` when nothing was accepted yet, or for another target.
    lock: Option<serde_json::Value>,
    state: State,
    /// Where the code stands in the worktree.
    place: Option<v1::Place>,
}

/// How the worktree compares with the lock.
#[derive(Serialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum State {
    Accepted,
    Changed,
    NotAccepted,
    NotFound,
}

pub fn run(args: &Show, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let repository = session.repository()?;
    let files = session.files(&repository)?;
    let config = read_list(&files, &repository)?;
    let lock = files.read_lock()?;
    let subscription = config.subscription(&args.id).ok_or_else(|| unknown_id(&config, &args.id))?;

    let worktree = repository.worktree()?;
    let index = Informant::of(&repository);
    let outlines = Outlines::new(&session.workers(&repository)?).through(&index);
    let view = Snapshot::new(&repository, &worktree, &outlines);
    let locked = lock.entry_for(subscription).map(|locked| &**locked);
    let current = relock::entry(&view, &subscription.target);
    view.check()?;
    session.tell_trouble(&index, streams);
    let state = match (&current, locked) {
        (Err(_), _) => State::NotFound,
        (Ok(_), None) => State::NotAccepted,
        (Ok((_, now)), Some(then)) if same_code(&now.seen, &then.seen) => State::Accepted,
        (Ok(_), Some(_)) => State::Changed,
    };
    let entry = current.as_ref().ok().map(|(_, entry)| entry);
    if args.format.get() == DataFormat::Json {
        let mut alone = crate::config::lock::Lock::new();
        let lock = locked.map(|entry| {
            alone.subscriptions.insert(args.id.clone(), entry.clone().into());
            // The lock's own writer knows the form of an entry.
            let text = alone.to_json();
            serde_json::from_str::<serde_json::Value>(&text).map(|lock| lock["subscriptions"][&args.id].clone())
        });
        let shown = Shown {
            subscription: v1::Subscription::from(subscription),
            lock: lock.transpose().map_err(|error| Error::internal(format!("the lock entry: {error}")))?,
            state,
            place: entry.map(|entry| v1::Place {
                path: entry.path.clone(),
                start_line: entry.start_line,
                end_line: entry.end_line,
            }),
        };
        written(json::write_value(&shown, streams.out))?;
        return Ok(ExitStatus::Clean);
    }
    let trouble = current.as_ref().err().map(ToString::to_string);
    written(write_text(subscription, locked, entry, state, trouble.as_deref(), &view, session, streams.out))?;
    Ok(ExitStatus::Clean)
}

fn same_code(now: &Seen, then: &Seen) -> bool {
    match (now, then) {
        (Seen::Construct(now), Seen::Construct(then)) => {
            now.interface_hash == then.interface_hash && now.body_hash == then.body_hash
        }
        (Seen::Lines(now), Seen::Lines(then)) => now.lines == then.lines,
        _ => false,
    }
}

#[expect(clippy::too_many_arguments, reason = "one page, written once")]
fn write_text(
    subscription: &Subscription,
    locked: Option<&Entry>,
    entry: Option<&Entry>,
    state: State,
    trouble: Option<&str>,
    view: &dyn View,
    session: &Session,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let palette = Palette::new(session.look.color);
    let width = session.look.columns();
    let mut title = Line::new().show(palette.strong, Untrusted(&subscription.id));
    if let Some(label) = &subscription.label {
        title = title.word(palette.plain, "  ").show(palette.plain, Untrusted(label));
    }
    title.write(width, 2, out)?;
    let mut field = |name: &'static str, value: Line| -> std::io::Result<()> {
        let pad = 13usize.saturating_sub(name.len());
        Line::new().space(2).word(palette.dim, name).space(pad).then(value).write(width, 15, out)
    };
    let text = |value: &str| Line::new().show(palette.plain, Untrusted(value));
    field("target", Line::new().show(palette.place, Untrusted(&subscription.target.to_string())))?;
    if let Some(description) = &subscription.description {
        field("description", text(&description.split_whitespace().collect::<Vec<_>>().join(" ")))?;
    }
    if !subscription.notify.is_empty() {
        field("notify", text(&subscription.notify.join(" ")))?;
    }
    if subscription.on.len() < crate::config::ChangeType::ALL.len() {
        let on: Vec<&str> = subscription.on.iter().map(|change| change.key()).collect();
        field("on", text(&on.join(", ")))?;
    }
    if let Some(members) = subscription.members {
        let words = match (members.private, members.decorators) {
            (false, true) => "one by one",
            (true, true) => "one by one, private ones too",
            (false, false) => "one by one, without decorators",
            (true, false) => "one by one, private ones too, without decorators",
        };
        field("members", Line::new().word(palette.plain, words))?;
    }
    if subscription.trigger_on_duplicate {
        field("duplicates", Line::new().word(palette.plain, "trigger"))?;
    }
    if !subscription.active {
        field("active", Line::new().word(palette.warning, "no: paused"))?;
    }
    let state_words = match state {
        State::Accepted => Line::new().word(palette.good, "as accepted"),
        State::Changed => Line::new().word(palette.warning, "changed since it was accepted"),
        State::NotAccepted => {
            Line::new().word(palette.plain, "not in the lock yet; scans compare with the base revision")
        }
        State::NotFound => {
            Line::new().word(palette.danger, "not found: ").show(palette.plain, Untrusted(trouble.unwrap_or_default()))
        }
    };
    field("state", state_words)?;
    if let Some(locked) = locked {
        field("accepted", text(&locked.updated_at))?;
        if let Seen::Construct(seen) = &locked.seen {
            field("kind", Line::new().word(palette.plain, seen.kind.as_str()))?;
            field("interface", text(&seen.interface_hash.to_hex()))?;
            field("body", text(&seen.body_hash.to_hex()))?;
            if !seen.bases.is_empty() {
                field("inherits", text(&seen.bases.join(", ")))?;
            }
        }
    }
    let Some(entry) = entry else { return Ok(()) };
    let Bytes::Read(bytes) = view.bytes(&entry.path) else { return Ok(()) };
    writeln!(out)?;
    write_code(&String::from_utf8_lossy(&bytes), entry, session, out)
}

fn write_code(source: &str, entry: &Entry, session: &Session, out: &mut dyn Write) -> std::io::Result<()> {
    let palette = Palette::new(session.look.color);
    let total = (entry.end_line - entry.start_line + 1) as usize;
    let shown = if session.look.verbose { total } else { total.min(SHOWN_LINES) };
    let lines = source.lines().skip(entry.start_line as usize - 1).take(shown);
    for (number, line) in (entry.start_line..).zip(lines) {
        Line::new()
            .show(palette.dim, Untrusted(&format!("{number:>6}  ")))
            .code(palette.plain, Untrusted(line))
            .cut(session.look.columns())
            .write(usize::MAX, 0, out)?;
    }
    if shown < total {
        let rest = format!("{:>6}  {} more lines; --verbose shows them", "…", total - shown);
        Line::new().show(palette.dim, Untrusted(&rest)).write(usize::MAX, 0, out)?;
    }
    Ok(())
}
