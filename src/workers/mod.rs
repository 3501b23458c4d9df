//! Workers: who parses (SPEC 13.2).
//!
//! A source of a few kilobytes can drive a parser to gigabytes and to hours, and nothing inside of the process can stop it:
//! the parser is a library in C that ends the process when it gets no memory. So sources are parsed by *workers*,
//! processes of the same binary that are started when there is something to parse and are fed over pipes. A worker that
//! takes too long or too much, or that dies, costs its file and nothing else: the file is skipped, with the reason, and
//! another worker takes over.
//!
//! ```text
//! Workers ── Pool (budget, idle workers, clock) ── Process ══ pipes ══ serving (limits) ── syntax
//! ```
//!
//! **One budget.** This process, the outlines that it keeps and all workers share [`Limits::memory`]. A file is given
//! memory by its size; many small ones are parsed at the same time, a large one alone. What turns out to need more than
//! it was given is tried again alone with all that is left, so that whether a file can be read depends on the file and
//! not on how many others were parsed beside it.
//!
//! **Who decides.** A run can be made to wait by one file for [`Limits::patience`], and by all of them together for three
//! times as long; whatever is left then is skipped.
//!
//! What a worker answers is what [`crate::syntax`] says in this process, which is what the default does: tests, and
//! programs that use the library on sources they trust.

mod batches;
mod clock;
mod kept;
mod limits;
mod pool;
mod process;
mod serving;
mod wire;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::Error;
use crate::git::Repository;
use crate::syntax::{
    Language, Mention, Outline, Outlined, Reading, Segment, Span, outline_and_mentions, outline_around, segments,
};
use pool::Pool;
use wire::{Task, Yield};

pub use batches::batches;
pub use limits::{Enforcement, Limits, peak};
pub use serving::serve;

/// Parses sources, in processes of its own unless it is the default one. Clones share them.
#[derive(Clone, Default)]
pub struct Workers {
    /// `None` parses here.
    pool: Option<Arc<Pool>>,
}

/// Why there is no outline.
#[derive(Debug)]
pub enum Refusal {
    /// The file cannot be parsed within the limits; the reason continues a sentence about it.
    Skipped(String),
    /// Nothing can be parsed.
    Trouble(Error),
}

impl Workers {
    /// As git's configuration says, started from that program, which must be this one.
    pub fn of(repository: &Repository, program: Option<&Path>) -> Result<Self, Error> {
        let limits = Limits::of(repository)?;
        match program {
            _ if limits.workers == Some(0) => Ok(Workers::default()),
            Some(program) => Ok(Workers::processes(program.to_owned(), limits)),
            None => {
                Err(Error::undecided("the system does not say where this program is, and parsing needs more of it")
                    .hint("`git config codesub.parseWorkers 0` parses in one process, and without limits"))
            }
        }
    }

    /// Workers are started from that program, which must be this one.
    pub fn processes(program: PathBuf, limits: Limits) -> Self {
        Workers { pool: Some(Arc::new(Pool::new(program, limits))) }
    }

    /// What a source holds, as [`Reading::outline`] says it.
    pub fn outline(&self, reading: Reading, source: &[u8], language: Language) -> Result<Outline, Refusal> {
        let Some(pool) = &self.pool else { return Ok(reading.outline(source, language)) };
        match pool.parse(&Task::Outline(reading), language.name(), source)? {
            Yield::Outline(outline) => Ok(outline),
            _ => Err(process::unexpected()),
        }
    }

    /// What a source holds around passages, as [`outline_around`] says it.
    pub fn outline_around(&self, source: &[u8], language: Language, passages: Vec<Span>) -> Result<Outlined, Refusal> {
        let Some(pool) = &self.pool else { return Ok(outline_around(source, language, &passages)) };
        match pool.parse(&Task::Around(passages), language.name(), source)? {
            Yield::Outline(outline) => Ok(Outlined::Whole(outline)),
            Yield::Around(outline) => Ok(Outlined::Around(outline)),
            _ => Err(process::unexpected()),
        }
    }

    /// What two versions of a source hold, as [`Reading::outline`] says it of each: together they take less time.
    pub fn outlines(
        &self,
        reading: Reading,
        versions: [&[u8]; 2],
        language: Language,
    ) -> [Result<Outline, Refusal>; 2] {
        let Some(pool) = &self.pool else { return reading.outlines(versions, language).map(Ok) };
        let task = Task::Outlines(reading, versions[0].len() as u64);
        match pool.parse(&task, language.name(), &versions.concat()) {
            Ok(Yield::Outlines(outlines)) => outlines.map(Ok),
            // One of them is to blame; the other one is not.
            _ => versions.map(|source| self.outline(reading, source, language)),
        }
    }

    /// What a source holds, as [`outline_and_mentions`] says it.
    pub fn outline_and_mentions(&self, source: &[u8], language: Language) -> Result<(Outline, Vec<Mention>), Refusal> {
        let Some(pool) = &self.pool else { return Ok(outline_and_mentions(source, language)) };
        match pool.parse(&Task::Mentions, language.name(), source)? {
            Yield::Mentions(outline, mentions) => Ok((outline, mentions)),
            _ => Err(process::unexpected()),
        }
    }

    /// The code in a Markdown document, as [`segments`] says it.
    pub fn segments(&self, document: &[u8]) -> Result<Vec<Segment>, Refusal> {
        let Some(pool) = &self.pool else { return Ok(segments(document)) };
        match pool.parse(&Task::Segments, "", document)? {
            Yield::Segments(segments) => segments.into_iter().map(wire::Segment::into_segment).collect(),
            _ => Err(process::unexpected()),
        }
    }

    /// Says that this process keeps what a file holds, if there is room for it, and how many bytes that are.
    pub fn keep(&self, outline: &Outline, mentions: &[Mention]) -> Result<u64, Refusal> {
        let Some(pool) = &self.pool else { return Ok(0) };
        let size = kept::size(outline, mentions);
        pool.keep(size).map(|()| size)
    }

    /// Says that it keeps so many bytes no longer.
    pub fn give_back(&self, bytes: u64) {
        if let Some(pool) = &self.pool {
            pool.give_back(bytes);
        }
    }

    /// Does work on many files, as many at once as there are workers for.
    pub fn at_once<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        // Each of the threads holds a source: more of them than workers would only hold memory.
        match self.pool.as_ref().and_then(|pool| pool.threads()) {
            Some(threads) => threads.install(work),
            None => work(),
        }
    }
}

impl fmt::Debug for Workers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.pool.is_some() { "Workers(processes)" } else { "Workers(here)" })
    }
}

#[cfg(test)]
mod tests;
