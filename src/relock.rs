//! What the lock records of a target as it is now: the work behind `add`, `accept`, `apply` and `decide`.

use std::sync::Arc;

use crate::config::Target;
use crate::config::lock::{Entry, Seen};
use crate::detect::{self, Bytes, File, Located, ParsedFile, View};
use crate::error::{Error, Result};
use crate::syntax::qualname::simple_name;

/// How many near names an error offers.
const NEAR_NAMES: usize = 3;

/// Finds the construct that a target names. The qualname may leave out suffixes and parameter types where it stays
/// unique (SPEC 4.2).
pub fn locate(view: &dyn View, path: &str, qualname: &str) -> Result<Located> {
    let file = match view.file(path) {
        File::Parsed(file) => file,
        File::Absent => return Err(Error::usage(format!("there is no file {path}"))),
        File::Skipped(reason) => return Err(unexamined(path, &reason)),
        File::Unsupported => {
            return Err(Error::usage(format!("no parser for {path}"))
                .hint(format!("`codesub languages` lists what is known; `{path}:10-20` watches lines of any file")));
        }
    };
    if let Some(index) = file.find(qualname) {
        return Ok(Located { file, index });
    }
    match file.siblings(qualname) {
        [only] => Ok(Located { index: *only, file: Arc::clone(&file) }),
        [] => Err(unknown(&file, qualname)),
        several => {
            let names: Vec<&str> = several.iter().map(|&i| file.outline.constructs[i].qualname.as_str()).collect();
            Err(Error::usage(format!("{qualname} is not unique in {path}"))
                .hint(format!("name one of: {}", names.join(", "))))
        }
    }
}

/// The lock entry of a target as it stands in `view`, without times, and the target in its full form.
pub fn entry(view: &dyn View, target: &Target) -> Result<(Target, Entry)> {
    match target {
        Target::Construct { path, qualname } => {
            let at = locate(view, path, qualname)?;
            Ok((at.target(), entry_of(&at, view)))
        }
        Target::Lines { path, start, end } => {
            let bytes = match view.bytes(path) {
                Bytes::Read(bytes) => bytes,
                Bytes::Absent => return Err(Error::usage(format!("there is no file {path}"))),
                Bytes::Skipped(reason) => return Err(unexamined(path, &reason)),
            };
            let count = String::from_utf8_lossy(&bytes).lines().count();
            if *end as usize > count {
                return Err(Error::usage(format!("{path} has {count} lines, so there is no line {end}"))
                    .hint(format!("the whole file is `{path}:1-{}`", count.max(1))));
            }
            let entry = Entry {
                path: path.clone(),
                start_line: *start,
                end_line: *end,
                blob: view.blob(path),
                seen: Seen::Lines(detect::anchors(&bytes, *start, *end)),
                created_at: String::new(),
                updated_at: String::new(),
                picked: None,
            };
            Ok((target.clone(), entry))
        }
    }
}

/// The lock entry of a construct, without times.
pub fn entry_of(at: &Located, view: &dyn View) -> Entry {
    let place = at.place();
    Entry {
        path: place.path,
        start_line: place.start_line,
        end_line: place.end_line,
        blob: Some(at.file.blob.clone()),
        seen: Seen::Construct(Box::new(detect::seen(at, view))),
        created_at: String::new(),
        updated_at: String::new(),
        picked: None,
    }
}

/// The error for a file that is there, but that nobody looks into (SPEC 5.10).
fn unexamined(path: &str, reason: &str) -> Error {
    Error::undecided(format!("{path} cannot be examined: {reason}"))
        .hint("only plain text files that are in the repository themselves can be watched; name another one")
}

/// The error for a name that a file does not have, with the nearest ones it has.
fn unknown(file: &ParsedFile, qualname: &str) -> Error {
    let error = Error::usage(format!("there is no {qualname} in {}", file.path));
    if file.may_hide(simple_name(qualname)) {
        return error.hint(format!("{} has a syntax error where it may be; fix that first", file.path));
    }
    let wanted = qualname.to_lowercase();
    let score = |name: &str| strsim::jaro_winkler(&wanted, &name.to_lowercase());
    let mut near: Vec<(f64, &str)> = file
        .outline
        .constructs
        .iter()
        .map(|construct| {
            // A forgotten class is the commonest mistake: the simple name counts as much as the whole.
            let by_name = score(construct.name()) * 0.99;
            (score(&construct.qualname).max(by_name), construct.qualname.as_str())
        })
        .filter(|(score, _)| *score > 0.75)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    // A clear winner stands alone.
    let best = near.first().map_or(0.0, |(score, _)| *score);
    let near: Vec<&str> =
        near.into_iter().take(NEAR_NAMES).filter(|(score, _)| *score > best - 0.06).map(|(_, name)| name).collect();
    if near.is_empty() {
        error.hint(format!("`codesub symbols {}` lists what it has", file.path))
    } else {
        error.hint(format!("did you mean {}?", near.join(" or ")))
    }
}
