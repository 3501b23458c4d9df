//! Serving: what a worker does, from its first word to its end.
//!
//! It has one thread that parses. It opens nothing, asks nobody, and ends when nobody asks it any more.

use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::limits::{Enforcement, Guard, Memory};
use super::wire::{self, HELLO, Request, Segment, Task, Yield};
use crate::syntax::{Language, Outlined, outline_and_mentions, outline_around, segments};

/// Said on standard error by a worker that ends itself; the allocator and the parser have words of their own.
pub const TOO_MUCH: &str = "codesub: more memory than this file may take";

/// Answers requests until there are none.
pub fn serve(enforcement: Enforcement, mut requests: impl Read, mut answers: impl Write) -> io::Result<()> {
    let (mut guard, mut has) = (Guard::new(enforcement), Memory::now());
    let (at_first, mut prepared) = (has.resident, Vec::new());
    wire::write(&mut answers, &HELLO)?;
    while let Some((request, source)) = wire::read_request(&mut requests)? {
        let time = Duration::from_millis(request.time);
        // What a language needs whatever the file is no file's fault, nor held to what the file before might take.
        let is_new = |language: &Language| request.task.needs_a_query() && !prepared.contains(&language.name());
        if let Some(language) = language(&request).filter(is_new) {
            guard.allow(has, u64::MAX, time);
            language.prepare();
            prepared.push(language.name());
            has = Memory::now();
        }
        guard.allow(has, request.memory, time);
        let result = catch_unwind(AssertUnwindSafe(|| parse(&request, &source)));
        let result = result
            .unwrap_or_else(|_| Err("codesub failed on it in a way it should not; please report this".to_owned()));
        drop(source);
        has = Memory::now();
        wire::write_answer(&mut answers, has.resident.saturating_sub(at_first), &result)?;
    }
    Ok(())
}

fn language(request: &Request) -> Option<Language> {
    match request.task {
        Task::Outline(reading) | Task::Outlines(reading, _) => reading.language(&request.language),
        Task::Around(_) | Task::Mentions => Language::by_name(&request.language),
        Task::Segments => None,
    }
}

fn parse(request: &Request, source: &[u8]) -> Result<Yield, String> {
    let known = || language(request).ok_or_else(|| format!("`{}` is no language of this codesub", request.language));
    Ok(match &request.task {
        Task::Outline(reading) => Yield::Outline(reading.outline(source, known()?)),
        Task::Around(passages) => match outline_around(source, known()?, passages) {
            Outlined::Whole(outline) => Yield::Outline(outline),
            Outlined::Around(outline) => Yield::Around(outline),
        },
        Task::Outlines(reading, first) => {
            let versions = usize::try_from(*first).ok().and_then(|first| source.split_at_checked(first));
            let (old, new) = versions.ok_or("the request does not fit its source")?;
            Yield::Outlines(reading.outlines([old, new], known()?))
        }
        Task::Mentions => {
            let (outline, mentions) = outline_and_mentions(source, known()?);
            Yield::Mentions(outline, mentions)
        }
        Task::Segments => Yield::Segments(segments(source).into_iter().map(Segment::new).collect()),
    })
}

/// Ends the process from the thread that watches it: the one that parses cannot be stopped otherwise.
pub fn out_of_memory() -> ! {
    let _ = writeln!(io::stderr(), "{TOO_MUCH}");
    std::process::abort()
}
