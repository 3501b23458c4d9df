//! Examining: from the blobs of a tree to contents, in parallel and a batch at a time.
//!
//! What was parsed of a batch is kept before the next one begins, in a transaction of its own: contents are true of their
//! blobs whatever becomes of the refresh, so one that was killed goes on where it ended.

use rayon::prelude::*;

use super::contents::{self, Content};
use super::refresh::Failure;
use super::store::Store;
use crate::error::Result;
use crate::git::{FileId, MAX_BLOB, Reader};
use crate::progress::Progress;
use crate::snapshot::{BINARY, Read, is_binary, read};
use crate::syntax::Language;
use crate::workers::{Refusal, Workers, batches};

/// Who reads, who parses, and who is told how far it is.
pub struct Means<'a> {
    pub reader: &'a Reader,
    pub progress: &'a Progress,
    pub workers: &'a Workers,
}

/// A file whose content is new to the worktree.
pub struct Wanted {
    pub path: String,
    pub file: FileId,
}

/// What a file turned out to be.
pub struct Examined {
    pub path: String,
    pub blob: String,
    /// `None` where codesub does not know it.
    pub language: Option<Language>,
    /// Why nothing of it is known.
    pub skipped: Option<String>,
    /// Its bytes, unless it was skipped; gone once it was delivered.
    pub text: Option<Vec<u8>>,
    /// What it holds, if it has a language; gone once it was delivered.
    pub content: Option<Content>,
}

/// Examines files; afterwards the contents of all that have a language are kept. Each is delivered once, with its text,
/// to whoever wants more of it. Also says how many had to be parsed.
pub fn examine(
    store: &mut Store,
    means: &Means<'_>,
    wanted: Vec<Wanted>,
    now: f64,
    deliver: &mut dyn FnMut(&Examined) -> Result<(), Failure>,
) -> Result<(Vec<Examined>, usize), Failure> {
    let (mut all, mut parsed) = (Vec::with_capacity(wanted.len()), 0);
    let Means { reader, progress, workers } = *means;
    progress.during("indexing", wanted.len(), |step| {
        let size = |wanted: &Wanted| reader.size(wanted.file.id).unwrap_or_default().min(MAX_BLOB);
        for batch in batches(wanted, size) {
            let batch: Vec<Result<Examined>> = batch.into_par_iter().map(|wanted| open(reader, wanted)).collect();
            let mut batch = batch.into_iter().collect::<Result<Vec<Examined>>>()?;
            for file in &mut batch {
                if let Some(language) = file.language {
                    file.content = contents::content(store.connection(), &file.blob, language.name())?;
                }
            }
            let is_new = workers.at_once(|| {
                let is_new = batch.par_iter_mut().map(|file| {
                    let is_new = parse(workers, file);
                    step();
                    is_new
                });
                is_new.collect::<Result<Vec<bool>>>()
            })?;
            parsed += is_new.iter().filter(|is_new| **is_new).count();
            keep(store, &batch, &is_new, now)?;
            for mut file in batch {
                deliver(&file)?;
                (file.text, file.content) = (None, None);
                all.push(file);
            }
        }
        Ok((all, parsed))
    })
}

fn open(reader: &Reader, wanted: Wanted) -> Result<Examined> {
    let Wanted { path, file } = wanted;
    let blob = file.id.to_string();
    let (text, skipped) = match read(reader, &path, file) {
        // A picture is nothing that anybody would look for here; a binary file that is called a source is.
        Read::Bytes(bytes) if is_binary(&bytes) => (None, Language::detect(&path, None).map(|_| BINARY.to_owned())),
        Read::Bytes(bytes) => (Some(bytes), None),
        Read::Skipped(reason) => (None, Some(reason)),
        Read::Trouble(error) => return Err(error),
    };
    let language = text.as_deref().and_then(|text| Language::detect(&path, Some(text)));
    Ok(Examined { path, blob, language, skipped, text, content: None })
}

/// Parses what is not known yet; says whether it did.
fn parse(workers: &Workers, file: &mut Examined) -> Result<bool> {
    let (Some(language), Some(text), None) = (file.language, &file.text, &file.content) else { return Ok(false) };
    match workers.outline_and_mentions(text, language) {
        Ok((outline, mentions)) => file.content = Some(Content { outline, mentions }),
        Err(Refusal::Skipped(reason)) => (file.language, file.skipped) = (None, Some(reason)),
        Err(Refusal::Trouble(error)) => return Err(error),
    }
    Ok(file.content.is_some())
}

fn keep(store: &mut Store, batch: &[Examined], is_new: &[bool], now: f64) -> Result<(), Failure> {
    let transaction = store.transaction()?;
    for (file, is_new) in batch.iter().zip(is_new) {
        let (Some(language), Some(content)) = (file.language, &file.content) else { continue };
        if *is_new {
            contents::keep(&transaction, &file.blob, language.name(), content, now)?;
        } else {
            contents::touch(&transaction, &file.blob, language.name(), now)?;
        }
    }
    transaction.commit().map_err(super::Trouble::from)?;
    Ok(())
}
