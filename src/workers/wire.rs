//! What goes over the pipes between a run and its workers.
//!
//! A worker first says who it is: another codesub may have been installed since the run began, and would read the same
//! bytes differently. Then it answers one request after the other. Both directions are frames, a length and that many
//! bytes; the source follows its request as it is.
//!
//! What a worker says is not believed blindly, for a hostile source may have taken it over: a frame has a limit, and an
//! outline whose parts do not fit together is no answer.

use std::io::{self, Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Refusal;
use super::process::unexpected;
use crate::syntax::{self, Language, Mention, Outline, Reading, Span};

/// The longest answer, in bytes: it takes several times as much when it is unfolded.
pub const MAX_ANSWER: usize = 64 * 1024 * 1024;

/// Up to so many bytes of a source are sent together with the request: what a pipe holds.
const TOGETHER: usize = 60 * 1024;

/// The longest request, without its source.
const MAX_REQUEST: usize = 4096;

/// Who a worker is.
pub const HELLO: &str = concat!("codesub parse worker ", env!("CARGO_PKG_VERSION"), " ", env!("CODESUB_ENGINE"));

/// What to do with a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Task {
    Outline(Reading),
    /// The same of code, around these passages where that can be.
    Around(Vec<Span>),
    /// Two versions of a source, the first of which has so many bytes.
    Outlines(Reading, u64),
    Mentions,
    Segments,
}

impl Task {
    /// How many sources it is about.
    pub fn sources(&self) -> u32 {
        if matches!(self, Task::Outlines(..)) { 2 } else { 1 }
    }

    /// Whether constructs are looked for, not only what a document holds.
    pub fn needs_a_query(&self) -> bool {
        let reads = |reading| matches!(reading, Reading::Code | Reading::Comments);
        match self {
            Task::Outline(reading) | Task::Outlines(reading, _) => reads(*reading),
            Task::Around(_) | Task::Mentions => true,
            Task::Segments => false,
        }
    }
}

/// A source to parse; its bytes follow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub task: Task,
    /// Empty for segments.
    pub language: String,
    /// What the worker may take for it, in bytes.
    pub memory: u64,
    /// For how long, in milliseconds.
    pub time: u64,
    pub size: u64,
}

/// What became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// What the worker has in memory now, beyond what it began with.
    pub grown: u64,
    /// What it found or why there is nothing, as it was sent.
    folded: Vec<u8>,
}

/// What a worker found, or why there is nothing.
pub type Found = Result<Yield, String>;

impl Answer {
    /// What the worker found, or why there is nothing.
    pub fn unfold(self) -> io::Result<Found> {
        unfold(&self.folded)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Yield {
    Outline(Outline),
    Around(Outline),
    Outlines([Outline; 2]),
    Mentions(Outline, Vec<Mention>),
    Segments(Vec<Segment>),
}

/// A segment whose language is named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    id: String,
    language: String,
    outline: Outline,
}

impl Segment {
    pub fn new(segment: syntax::Segment) -> Self {
        Segment { id: segment.id, language: segment.language.name().to_owned(), outline: segment.outline }
    }

    pub fn into_segment(self) -> Result<syntax::Segment, Refusal> {
        let language = Language::by_name(&self.language).ok_or_else(unexpected)?;
        Ok(syntax::Segment { id: self.id, language, outline: self.outline })
    }
}

impl Yield {
    /// Whether its parts fit together.
    pub fn is_sound(&self) -> bool {
        match self {
            Yield::Outline(outline) | Yield::Around(outline) => outline.is_sound(),
            Yield::Outlines(outlines) => outlines.iter().all(Outline::is_sound),
            Yield::Mentions(outline, mentions) => {
                let known = outline.constructs.len();
                outline.is_sound() && mentions.iter().all(|it| it.within.is_none_or(|at| (at as usize) < known))
            }
            Yield::Segments(segments) => segments.iter().all(|segment| segment.outline.is_sound()),
        }
    }
}

/// Writes an answer, in one piece: each piece wakes whoever waits for it. One that is too long for the other side is none.
pub fn write_answer(to: &mut impl Write, grown: u64, result: &Found) -> io::Result<()> {
    let head = frame(&grown, Vec::new())?;
    let start = head.len();
    let mut bytes = frame(result, head)?;
    if bytes.len() - start > MAX_ANSWER {
        bytes.truncate(start);
        bytes = frame(&Found::Err("it holds more than can be kept of a file".to_owned()), bytes)?;
    }
    to.write_all(&bytes)?;
    to.flush()
}

/// The answer that comes next.
pub fn read_answer(from: &mut impl Read) -> io::Result<Answer> {
    let grown = read(from)?;
    let folded = read_bytes(from, MAX_ANSWER)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    Ok(Answer { grown, folded })
}

/// Writes a request and its source, in one piece where that is not large.
pub fn write_request(to: &mut impl Write, request: &Request, source: &[u8]) -> io::Result<()> {
    let mut bytes = frame(request, Vec::new())?;
    let (with, after) = if source.len() <= TOGETHER { (source, &[][..]) } else { (&[][..], source) };
    bytes.extend_from_slice(with);
    to.write_all(&bytes)?;
    to.write_all(after)?;
    to.flush()
}

/// Writes a value as a frame.
pub fn write(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    to.write_all(&frame(value, Vec::new())?)?;
    to.flush()
}

/// Adds a value to `bytes`, with its length in front of it.
fn frame(value: &impl Serialize, mut bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let start = bytes.len();
    bytes.extend_from_slice(&[0; 4]);
    let mut bytes = postcard::to_extend(value, bytes).map_err(io::Error::other)?;
    // Nobody takes a frame that is as long as that.
    let length = u32::try_from(bytes.len() - start - 4).unwrap_or(u32::MAX);
    bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    Ok(bytes)
}

/// The request that comes next, with its source; `None` where nobody asks any more.
pub fn read_request(from: &mut impl Read) -> io::Result<Option<(Request, Vec<u8>)>> {
    let Some(request) = read_at_most::<Request>(from, MAX_REQUEST)? else { return Ok(None) };
    let mut source = Vec::with_capacity(usize::try_from(request.size).unwrap_or_default().min(MAX_ANSWER));
    let read = from.take(request.size).read_to_end(&mut source)?;
    if read as u64 != request.size {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some((request, source)))
}

/// A value of any other kind.
pub fn read<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    read_at_most(from, MAX_ANSWER)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

fn read_at_most<T: DeserializeOwned>(from: &mut impl Read, most: usize) -> io::Result<Option<T>> {
    read_bytes(from, most)?.map(|bytes| unfold(&bytes)).transpose()
}

fn unfold<T: DeserializeOwned>(bytes: &[u8]) -> io::Result<T> {
    postcard::from_bytes(bytes).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn read_bytes(from: &mut impl Read, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u32::from_le_bytes(length) as usize;
    if length > most {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a longer frame than anybody sends"));
    }
    let mut bytes = Vec::new();
    if from.take(length as u64).read_to_end(&mut bytes)? != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(bytes))
}
