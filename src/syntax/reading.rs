//! What a file is read for: its constructs, or the prose and the records in it.
//!
//! Whatever it is read for, the result is an [`Outline`], so that everything that compares constructs compares headings,
//! comments and entries as well.

use super::language::Language;
use super::model::Outline;
use super::outline;

/// What is looked for in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// Constructs of source files.
    #[default]
    Code,
}

impl Reading {
    /// What a file is written in, if it is read at all.
    pub fn detect(self, path: &str, first_bytes: Option<&[u8]>) -> Option<Language> {
        match self {
            Reading::Code => Language::detect(path, first_bytes),
        }
    }

    /// Whether only the first bytes of a file can tell what it is.
    pub fn needs_bytes(self, path: &str) -> bool {
        let file = path.rsplit('/').next().unwrap_or(path);
        match self {
            Reading::Code => !file.contains('.'),
        }
    }

    /// What a source holds.
    pub fn outline(self, source: &[u8], language: Language) -> Outline {
        match self {
            Reading::Code => outline(source, language),
        }
    }
}
