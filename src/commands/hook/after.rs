//! `codesub hook run post-merge` and `post-rewrite`.
//!
//! Both always exit with 0, and everything they have to say goes to standard error: the merge or the rebase is done,
//! and what git printed about it is what its user reads.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::commands::{Session, Streams, now};
use crate::error::{Error, ExitStatus, Result};
use crate::hooks;
use crate::hooks::after::{self, Ended, Event, Ground, Outcome, within};
use crate::output::Brief;
use crate::output::escape::Untrusted;

/// How long standard input is waited for; git has it ready before it runs the hook.
const INPUT: Duration = Duration::from_secs(2);

/// After a merge; git says `1` after one with `--squash`, else `0`.
pub fn merge(arguments: &[String], session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let squash = hooks::argument(arguments, &["PRE_COMMIT_IS_SQUASH_MERGE", "PRE_COMMIT_SQUASH_MERGE"]);
    let event = match squash.as_deref() {
        Some("0") | None => Ok(Event::Merge),
        Some("1") => Ok(Event::Squash),
        Some(_) => Err(Error::usage("post-merge takes `0`, or `1` after a squash merge")),
    };
    match event {
        Ok(event) => tell(&event, session, streams),
        Err(error) => say(streams, &warning(&error)),
    }
    Ok(ExitStatus::Clean)
}

/// After commits were rewritten; git says by which command, and lists them on standard input.
pub fn rewrite(arguments: &[String], session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let last = last_rewritten();
    // Whoever amends a commit has the change before their eyes.
    if hooks::argument(arguments, &["PRE_COMMIT_REWRITE_COMMAND"]).is_some_and(|command| command == "rebase") {
        tell(&Event::Rebase { last }, session, streams);
    }
    Ok(ExitStatus::Clean)
}

/// More rewritten commits than any rebase has; without a limit a line without end would fill the memory.
const MAX_INPUT: u64 = 64 * 1024 * 1024;

/// The old id of the last `old new` line on standard input, which is read to its end; `None` where there is none, or
/// where somebody runs this by hand and would have to type it.
fn last_rewritten() -> Option<String> {
    if io::stdin().is_terminal() {
        return None;
    }
    let read = || {
        io::stdin().lock().take(MAX_INPUT).split(b'\n').map_while(io::Result::ok).filter(|line| !line.is_empty()).last()
    };
    match within(INPUT, read) {
        Ended::Done(line) => Some(String::from_utf8(line?).ok()?.split(' ').next()?.to_owned()),
        Ended::Late | Ended::Panicked => None,
    }
}

fn tell(event: &Event, session: &Session, streams: &mut Streams<'_>) {
    let (directory, config) = (session.directory.clone(), session.config_path());
    let ground = Ground { directory, config, now: now(), program: session.program.clone() };
    // A defect of codesub is no reason for a merge to look failed.
    let text = catch_unwind(AssertUnwindSafe(|| rendered(&after::after(event, &ground), session)));
    say(streams, &text.unwrap_or_else(|_| warning(&after::defect())));
}

fn rendered(outcome: &Outcome, session: &Session) -> Vec<u8> {
    let mut text = Vec::new();
    let look = &session.look_of_err;
    for error in outcome.remarks.iter().filter(|_| look.verbose).chain(&outcome.warnings) {
        text.extend(warning(error));
    }
    if let Some(news) = &outcome.news {
        let brief = Brief {
            report: &news.report,
            after: news.after,
            base: &news.base,
            whole: &news.whole,
            followed: &news.followed,
            held: news.held,
        };
        if brief.is_news() {
            brief.write(look, &mut text).expect("because memory takes all that is written to it");
        }
    }
    text
}

/// One or two lines: what failed, and what to do next.
fn warning(error: &Error) -> Vec<u8> {
    let story = error.story();
    let lines = [Some(story.as_str()), error.hint_text()];
    lines.iter().flatten().flat_map(|line| format!("codesub: {}\n", Untrusted(line).terminal()).into_bytes()).collect()
}

fn say(streams: &mut Streams<'_>, text: &[u8]) {
    // What cannot be shown is no reason to fail.
    let _ = streams.err.write_all(text).and_then(|()| streams.err.flush());
}
