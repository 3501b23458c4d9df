//! The lexical index: which files have which words, in a Tantivy directory.
//!
//! There is one document for each path and blob that any worktree has. It says what the file is called, what it defines,
//! what it mentions and what its text says, each as words and as wholes ([`words`]), and nothing else: whoever finds a
//! file reads its symbols from the facts store and its lines from git. Nothing is scored. An answer is the set of files
//! that match, in the order of their paths, so it depends on what is indexed and not on how that came about.
//!
//! **With the facts.** The two stores cannot be committed together. A commit here carries a payload, which the facts'
//! transaction then records as the watermark `lexical`. Where the two differ, somebody was killed in between, and
//! [`Lexical::reconcile`] brings the documents in line with the files.
//!
//! **Damage.** Every file carries a checksum, which is verified when the index is opened: Tantivy trusts what it maps and
//! panics on much of what it did not write. What is damaged, or was made by other rules, is [`Trouble`] to whoever asks
//! and made anew by whoever writes.
//!
//! **At once.** Writers exclude each other by `index.lock`; Tantivy's own lock is an flock too and ends with its
//! process. Readers lock nothing: see [`directory`].
//!
//! | module | its noun |
//! |---|---|
//! | [`words`] | what names and text are taken apart into |
//! | [`wanted`] | what somebody looks for, and how well a name answers it |
//! | [`fields`] | the fields of a document |
//! | [`directory`] | the files, as readers and writers see them |
//! | [`writing`] | adding and removing documents, committed at once |
//! | [`query`] | which files answer |

mod directory;
mod fields;
mod query;
pub mod wanted;
pub mod words;
mod writing;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tantivy::directory::error::{Incompatibility, LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::tokenizer::{TextAnalyzer, TokenizerManager, WhitespaceTokenizer};
use tantivy::{Index, IndexReader, ReloadPolicy, Searcher, TantivyError};

use super::store::{Asked, Trouble};
use directory::{Files, verify};
pub use query::Within;
pub use wanted::{Match, Wanted};
pub use writing::{Document, Entry, Merging, Writing};

/// The folder of the lexical index within that of the index.
pub const FOLDER: &str = "lexical";

/// How often a reader starts again because a writer removed what it was about to open.
const ATTEMPTS: usize = 20;

/// What a document is known by.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    pub path: String,
    /// The blob's id, in hexadecimal.
    pub blob: String,
}

/// An open lexical index.
pub struct Lexical {
    index: Index,
    /// As it was when it was opened; `None` in one that is open for writing.
    searcher: Option<Searcher>,
    payload: Option<String>,
}

impl Lexical {
    /// The lexical index in a folder of the index, as it is; `None` where there is none. Changes and locks nothing.
    pub fn open_for_asking(index: &Path) -> Asked<Option<Lexical>> {
        let folder = index.join(FOLDER);
        let mut attempt = 0;
        loop {
            match Lexical::open_to_read(&folder) {
                // A writer may have removed a segment after we learned of it.
                Err(Refusal::Absent(_)) if folder.join("meta.json").exists() && attempt < ATTEMPTS => attempt += 1,
                Err(Refusal::Absent(_)) if !folder.join("meta.json").exists() => return Ok(None),
                Err(Refusal::Absent(why)) => return Err(Trouble::Damaged(why)),
                Err(Refusal::Trouble(trouble)) => return Err(trouble),
                Ok(lexical) => return Ok(Some(lexical)),
            }
        }
    }

    fn open_to_read(folder: &Path) -> Result<Lexical, Refusal> {
        let index = open(Files::for_reading(folder)?)?;
        let searcher = reader(&index)?.searcher();
        let payload = index.load_metas()?.payload;
        Ok(Lexical { index, searcher: Some(searcher), payload })
    }

    /// The lexical index for changing it: made where there is none, and made anew where it is damaged or was made by
    /// other rules. The caller holds [`lock_index`](crate::atomic::lock_index).
    pub fn open_for_writing(index: &Path) -> Asked<Lexical> {
        let folder = index.join(FOLDER);
        let opened = match Lexical::open_to_write(&folder) {
            Err(Refusal::Absent(_) | Refusal::Trouble(Trouble::Damaged(_) | Trouble::Older | Trouble::Newer)) => {
                remove(&folder)?;
                crate::state::make_folder(&folder).map_err(|error| unreadable(&folder, &error))?;
                Lexical::make(&folder)
            }
            other => other,
        };
        opened.map_err(|refusal| match refusal {
            Refusal::Absent(why) => Trouble::Damaged(why),
            Refusal::Trouble(trouble) => trouble,
        })
    }

    fn open_to_write(folder: &Path) -> Result<Lexical, Refusal> {
        let index = open(Files::for_writing(folder)?)?;
        // Misses what is missing.
        reader(&index)?;
        let payload = index.load_metas()?.payload;
        Ok(Lexical { index, searcher: None, payload })
    }

    fn make(folder: &Path) -> Result<Lexical, Refusal> {
        let directory = Files::for_writing(folder)?;
        let index = Index::builder().schema(fields::schema()).tokenizers(tokenizers()).open_or_create(directory)?;
        Ok(Lexical { index, searcher: None, payload: None })
    }

    /// What the last commit carried; `None` before the first one.
    pub fn payload(&self) -> Option<&str> {
        self.payload.as_deref()
    }

    /// What there are documents of.
    pub fn keys(&self) -> Asked<BTreeSet<Key>> {
        query::keys(&self.searcher()?)
    }

    fn searcher(&self) -> Asked<Searcher> {
        if let Some(searcher) = &self.searcher {
            return Ok(searcher.clone());
        }
        Ok(reader(&self.index).map_err(trouble)?.searcher())
    }

    /// How many pieces it is in: each costs a search a little.
    #[cfg(test)]
    fn segments(&self) -> Asked<usize> {
        Ok(self.searcher()?.segment_readers().len())
    }
}

/// Removes the lexical index of a folder.
fn remove(folder: &Path) -> Asked<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            fs::remove_file(folder).map_err(|error| unreadable(folder, &error))
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unreadable(folder, &error)),
        _ => Ok(()),
    }
}

/// Why it cannot be opened.
enum Refusal {
    /// A file is not there.
    Absent(String),
    Trouble(Trouble),
}

impl From<TantivyError> for Refusal {
    fn from(error: TantivyError) -> Refusal {
        match error {
            TantivyError::OpenReadError(OpenReadError::FileDoesNotExist(path))
            | TantivyError::OpenDirectoryError(OpenDirectoryError::DoesNotExist(path)) => {
                Refusal::Absent(format!("{} is missing", path.display()))
            }
            error => Refusal::Trouble(trouble(error)),
        }
    }
}

impl From<Trouble> for Refusal {
    fn from(trouble: Trouble) -> Refusal {
        Refusal::Trouble(trouble)
    }
}

/// Opens what is there, if it is of our making and whole.
fn open(directory: impl tantivy::Directory) -> Result<Index, Refusal> {
    let mut index = Index::open(directory)?;
    if index.schema() != fields::schema() {
        return Err(Trouble::Older.into());
    }
    index.set_tokenizers(tokenizers());
    verify(&index)?;
    Ok(index)
}

/// Opens all segments.
fn reader(index: &Index) -> tantivy::Result<IndexReader> {
    index.reader_builder().reload_policy(ReloadPolicy::Manual).doc_store_cache_num_blocks(1).try_into()
}

/// Documents come as words with spaces between them: [`words`] took them apart.
fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::default();
    manager.register(fields::TOKENIZER, TextAnalyzer::from(WhitespaceTokenizer::default()));
    manager
}

/// What an error of Tantivy is to us.
fn trouble(error: impl std::borrow::Borrow<TantivyError>) -> Trouble {
    let error = error.borrow();
    let of_io = |error: &io::Error, path: Option<&PathBuf>| {
        let place = path.map(|path| format!("{}: ", path.display())).unwrap_or_default();
        match error.kind() {
            // A file that ends too early, or holds what cannot be.
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
                Trouble::Damaged(format!("{FOLDER}: {place}{error}"))
            }
            _ => Trouble::Unreadable(format!("{FOLDER}: {place}{error}")),
        }
    };
    match error {
        TantivyError::IoError(io) => of_io(io, None),
        TantivyError::OpenReadError(OpenReadError::IoError { io_error, filepath })
        | TantivyError::OpenWriteError(OpenWriteError::IoError { io_error, filepath }) => {
            of_io(io_error, Some(filepath))
        }
        TantivyError::OpenDirectoryError(OpenDirectoryError::IoError { io_error, directory_path }) => {
            of_io(io_error, Some(directory_path))
        }
        TantivyError::LockFailure(LockError::IoError(io), _) => of_io(io, None),
        TantivyError::LockFailure(LockError::LockBusy, _) => {
            Trouble::Unreadable(format!("{FOLDER}: another process writes it"))
        }
        TantivyError::ErrorInThread(_) | TantivyError::SystemError(_) | TantivyError::Poisoned => {
            Trouble::Unreadable(format!("{FOLDER}: {error}"))
        }
        TantivyError::IncompatibleIndex(Incompatibility::IndexMismatch { .. }) => Trouble::Older,
        _ => Trouble::Damaged(format!("{FOLDER}: {error}")),
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Trouble {
    Trouble::Unreadable(format!("{}: {error}", path.display()))
}
