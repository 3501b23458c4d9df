//! Verbatim: what stands in a changed file byte by byte as it was accepted.
//!
//! Most of what is subscribed to in a changed file did not change. Where the lock was taken from the very blob that the
//! base revision has, the text of a construct is at hand; if it stands in the target, line for line, its body need not be
//! read again: the file is parsed [around](crate::syntax::outline_around) it, and the lock says the rest. That is done where
//! it pays, and only for files in which everything that is subscribed to may be as it was accepted: a file in which
//! something has to be sought is parsed as a whole. So nothing is found out otherwise than it would have been (SPEC 5.2); a
//! test compares both.
//!
//! The lock is taken at its word: that the blob it names has the fingerprint it names, on these lines. codesub writes it so,
//! and whoever can write something else there can as well write whatever fingerprint the code has now.

use std::cmp::Reverse;
use std::collections::HashMap;

use memchr::{memchr_iter, memmem};
use rayon::prelude::*;

use crate::config::Target;
use crate::config::lock::{Entry, Seen, SeenConstruct};
use crate::syntax::qualname::simple_name;
use crate::syntax::{Family, Language, MOST_PASSAGES, Outline, Span};

use super::in_place::now_path;
use super::view::Texts;
use super::{Input, Watched, sieve};

/// One line in so many of a file must be passed over, or it does not pay to look for them.
const LINES_A_LINE: u64 = 4;
/// So few files are looked at one after the other.
const FEW_FILES: usize = 8;
/// So many files are looked at before it is decided whether to look at more.
const AT_ONCE: usize = 64;
/// Of a hundred files: where so many changed, to look at the others hardly pays.
const MOST_CHANGED: usize = 75;
/// How many constructs of a file may stand above one that stood above them before: a text is searched from its start for
/// each.
const MOST_REORDERED: usize = 32;

/// A changed file in which everything that is subscribed to may be as it was accepted.
pub struct Standing<'a> {
    pub path: &'a str,
    expected: Vec<Expected<'a>>,
}

/// A subscribed construct of such a file.
struct Expected<'a> {
    entry: &'a Entry,
    seen: &'a SeenConstruct,
    /// Where its text stands, and on which line; for what has a body of statements.
    passage: Option<(Span, u32)>,
}

impl Standing<'_> {
    /// The texts that are known.
    pub fn passages(&self) -> Vec<Span> {
        let mut passages: Vec<Span> =
            self.expected.iter().filter_map(|it| it.passage.as_ref()).map(|(span, _)| *span).collect();
        passages.sort_unstable_by_key(|span| (Reverse(span.end - span.start), span.start));
        passages.truncate(MOST_PASSAGES);
        passages
    }

    /// Whether the outline around the passages has every construct as it was accepted, and each that is passed over on the
    /// lines of its passage: only then it was parsed as it is (see [`outline_around`](crate::syntax::outline_around)). What
    /// the passages hold is added to it.
    pub fn is_borne_out(&self, outline: &mut Outline) -> bool {
        let places = outline.constructs.iter().enumerate().map(|(at, construct)| (construct.qualname.as_str(), at));
        let places: HashMap<&str, usize> = places.collect();
        let found: Option<Vec<usize>> =
            self.expected.iter().map(|expected| places.get(expected.seen.qualname.as_str()).copied()).collect();
        drop(places);
        let Some(found) = found else { return false };
        for (expected, at) in self.expected.iter().zip(&found) {
            let (construct, entry) = (&mut outline.constructs[*at], expected.entry);
            let Some((_, start_line)) = expected.passage else { continue };
            let end_line = start_line + (entry.end_line - entry.start_line);
            if (construct.start_line, construct.end_line) != (start_line, end_line) {
                return false;
            }
            construct.body_hash = expected.seen.body_hash;
        }
        self.expected.iter().zip(found).all(|(expected, at)| {
            let (construct, seen) = (&outline.constructs[at], expected.seen);
            // Bases that nobody saw in the text would have to be looked up.
            construct.kind == seen.kind
                && construct.base_classes.is_empty()
                && construct.interface_hash == seen.interface_hash
                && construct.body_hash == seen.body_hash
        })
    }
}

/// The files of unsettled subscriptions that can be parsed around what stands in them verbatim.
pub fn standing<'a>(input: &Input<'a>, settled: &[bool]) -> Vec<Standing<'a>> {
    if input.everywhere || input.explain.is_some() {
        return Vec::new();
    }
    let mut standing = Vec::new();
    let (mut looked, mut changed) = (0, 0);
    for files in worth_it(input, settled).chunks_mut(AT_ONCE) {
        let old_paths: Vec<Option<&str>> = files.iter().map(|file| Some(file.old_path)).collect();
        let new_paths: Vec<Option<&str>> = files.iter().map(|file| Some(file.standing.path)).collect();
        let (old_texts, new_texts) = (input.before.texts(&old_paths), input.after.texts(&new_paths));
        let look = |(number, file): (usize, &mut Subscribed<'a>)| file.look(number, &*old_texts, &*new_texts);
        let found: Vec<Look<'a>> = if files.len() < FEW_FILES {
            files.iter_mut().enumerate().map(look).collect()
        } else {
            files.par_iter_mut().enumerate().map(look).collect()
        };
        looked += found.len();
        for found in found {
            match found {
                Look::Standing(file) => standing.push(file),
                Look::Changed => changed += 1,
                Look::Unclear => {}
            }
        }
        // What is gone may be sought in all of the diff.
        let is_searched = changed > 0 && !sieve::may_sift(changed, input.changes);
        if is_searched || changed * 100 > looked * MOST_CHANGED {
            return Vec::new();
        }
    }
    standing
}

/// What a look at the texts of a file came to.
enum Look<'a> {
    Standing(Standing<'a>),
    /// Something is no longer there as it was.
    Changed,
    /// The texts do not tell.
    Unclear,
}

/// A file that is to be looked at, with what is subscribed to in it.
struct Subscribed<'a> {
    old_path: &'a str,
    standing: Standing<'a>,
}

/// The files of which enough may stand verbatim, in the order of their paths.
fn worth_it<'a>(input: &Input<'a>, settled: &[bool]) -> Vec<Subscribed<'a>> {
    let mut all: Vec<(&str, &Watched)> = Vec::new();
    for (watched, _) in input.watched.iter().zip(settled).filter(|(_, settled)| !**settled) {
        if let Target::Construct { path, .. } = &watched.subscription.target {
            all.push((now_path(watched, input.changes.fate(path)), watched));
        }
    }
    all.sort_by_key(|(path, _)| *path);
    let files = all.chunk_by(|(path, _), (other, _)| path == other);
    files
        .filter_map(|subscribed| {
            let (path, first) = subscribed[0];
            let old_path = first.subscription.target.path();
            let language = Language::detect(path, None).filter(|language| language.passes_over_bodies())?;
            let blob = input.before.blob(old_path)?;
            let expected = subscribed.iter().map(|(_, watched)| expected(watched, old_path, &blob));
            let mut expected = expected.collect::<Option<Vec<Expected<'a>>>>()?;
            if expected.iter().any(|it| it.seen.language != language.name()) {
                return None;
            }
            expected.sort_by_key(|it| (it.entry.start_line, Reverse(it.entry.end_line)));
            pays(&expected).then_some(Subscribed { old_path, standing: Standing { path, expected } })
        })
        .collect()
}

/// A subscription of which the lock tells all, if it does.
fn expected<'a>(watched: &'a Watched, old_path: &str, blob: &str) -> Option<Expected<'a>> {
    let (subscription, entry) = (&watched.subscription, &**watched.locked.as_ref()?);
    let Seen::Construct(seen) = &entry.seen else { return None };
    let is_simple = subscription.members.is_none() && !watched.added && !watched.later && seen.bases.is_empty();
    // Within an error the parser goes by all that is around.
    let is_simple = is_simple && !seen.has_parse_error;
    let is_told = entry.blob.as_deref() == Some(blob) && entry.path == old_path && entry.start_line <= entry.end_line;
    (is_simple && is_told).then_some(Expected { entry, seen, passage: None })
}

/// Whether enough lines may be passed over. How long the file is nobody knows yet; it goes at least to the last of them.
fn pays(expected: &[Expected<'_>]) -> bool {
    let last = expected.iter().map(|it| it.entry.end_line).max().unwrap_or_default();
    let lines = |it: &Expected<'_>| u64::from(it.entry.end_line - it.entry.start_line) + 1;
    expected.iter().filter(|it| it.has_body()).map(lines).sum::<u64>() * LINES_A_LINE >= u64::from(last)
}

impl Expected<'_> {
    fn has_body(&self) -> bool {
        matches!(self.seen.kind.family(), Family::Callable | Family::Type)
    }
}

impl<'a> Subscribed<'a> {
    /// Finds the texts of its constructs.
    fn look(&mut self, number: usize, old_texts: &dyn Texts, new_texts: &dyn Texts) -> Look<'a> {
        let (Some(old), Some(new)) = (old_texts.read(number), new_texts.read(number)) else { return Look::Unclear };
        let Some(language) = Language::detect(self.standing.path, None) else { return Look::Unclear };
        if ![&old, &new].into_iter().all(|text| language.is_read_by_lines(text)) {
            return Look::Unclear;
        }
        let (old_lines, new_lines) = (Lines::of(&old), Lines::of(&new));
        let (mut from, mut reordered) = (0, 0);
        for expected in &mut self.standing.expected {
            let (entry, seen) = (expected.entry, expected.seen);
            let Some(text) = old_lines.text(entry.start_line, entry.end_line) else { return Look::Unclear };
            // What a class inherits is looked up with all that its file has.
            if seen.kind.family() == Family::Type && language.may_inherit(text, simple_name(&seen.qualname)) {
                return Look::Unclear;
            }
            if !expected.has_body() {
                continue;
            }
            let is_whole = |start: &usize| {
                let after = new[start + text.len()..].first();
                (*start == 0 || new[start - 1] == b'\n') && matches!(after, None | Some(b'\n' | b'\r'))
            };
            let first = |from: usize| memmem::find_iter(&new[from..], text).map(|at| from + at).find(is_whole);
            // The first from there. If it is another one of the same text, that is not borne out.
            let start = match first(from) {
                None if from > 0 && reordered < MOST_REORDERED => {
                    reordered += 1;
                    first(0)
                }
                start => start,
            };
            let Some(start) = start else { return Look::Changed };
            from = start;
            expected.passage =
                Some((Span { start: start as u32, end: (start + text.len()) as u32 }, new_lines.number(start)));
        }
        let Standing { path, expected } = &mut self.standing;
        match expected.iter().any(|expected| expected.passage.is_some()) {
            true => Look::Standing(Standing { path, expected: std::mem::take(expected) }),
            false => Look::Unclear,
        }
    }
}

/// The lines of a text.
struct Lines<'t> {
    text: &'t [u8],
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t [u8]) -> Self {
        let starts = std::iter::once(0).chain(memchr_iter(b'\n', text).map(|at| at + 1)).collect();
        Lines { text, starts }
    }

    /// Those from the first number to the last, without the line break at the end; `None` where there are no such.
    fn text(&self, first: u32, last: u32) -> Option<&'t [u8]> {
        let start = *self.starts.get((first as usize).checked_sub(1)?)?;
        self.starts.get(last as usize - 1)?;
        let end = self.starts.get(last as usize).copied().unwrap_or(self.text.len());
        let text = &self.text[start..end];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        Some(text.strip_suffix(b"\r").unwrap_or(text)).filter(|text| !text.is_empty())
    }

    /// The number of the line that starts there.
    fn number(&self, start: usize) -> u32 {
        self.starts.partition_point(|at| *at <= start) as u32
    }
}
