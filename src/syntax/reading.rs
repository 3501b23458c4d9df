//! What a file is read for: its constructs, or the prose and the records in it.
//!
//! Whatever it is read for, the result is an [`Outline`], so that everything that compares constructs compares headings,
//! comments and entries as well.

use serde::{Deserialize, Serialize};

use super::documents;
use super::language::Language;
use super::model::Outline;
use super::{broken, outline, parse, versions};

/// What is looked for in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Reading {
    /// Constructs of source files.
    #[default]
    Code,
    /// Sections of Markdown files.
    Prose,
    /// Comments and docstrings of source files.
    Comments,
    /// Entries of JSON, YAML and TOML files.
    Records,
}

impl Reading {
    /// What a file is written in, if it is read at all.
    pub fn detect(self, path: &str, first_bytes: Option<&[u8]>) -> Option<Language> {
        match self {
            Reading::Code | Reading::Comments => Language::detect(path, first_bytes),
            #[cfg(feature = "documents")]
            Reading::Prose => documents::detect(path, documents::PROSE),
            #[cfg(feature = "documents")]
            Reading::Records => documents::detect(path, documents::RECORDS),
            #[cfg(not(feature = "documents"))]
            Reading::Prose | Reading::Records => None,
        }
    }

    /// A language of its files, by name.
    pub fn language(self, name: &str) -> Option<Language> {
        match self {
            Reading::Code | Reading::Comments => Language::by_name(name),
            #[cfg(feature = "documents")]
            Reading::Prose => documents::by_name(name, documents::PROSE),
            #[cfg(feature = "documents")]
            Reading::Records => documents::by_name(name, documents::RECORDS),
            #[cfg(not(feature = "documents"))]
            Reading::Prose | Reading::Records => None,
        }
    }

    /// Whether only the first bytes of a file can tell what it is.
    pub fn needs_bytes(self, path: &str) -> bool {
        let file = path.rsplit('/').next().unwrap_or(path);
        match self {
            Reading::Code | Reading::Comments => !file.contains('.'),
            Reading::Prose | Reading::Records => false,
        }
    }

    /// What two versions of a source hold, as [`Reading::outline`] says it of each.
    pub fn outlines(self, [old, new]: [&[u8]; 2], language: Language) -> [Outline; 2] {
        match self {
            Reading::Code => versions::outlines([old, new], language),
            _ => [self.outline(old, language), self.outline(new, language)],
        }
    }

    /// What a source holds.
    pub fn outline(self, source: &[u8], language: Language) -> Outline {
        if self == Reading::Code {
            return outline(source, language);
        }
        let Some(tree) = parse::parse_as(source, &(language.row().language)()) else {
            return broken::nothing_but_errors(source);
        };
        match self {
            Reading::Code | Reading::Comments => {
                documents::comments::outline(source, &tree, language.row(), &outline(source, language))
            }
            #[cfg(feature = "documents")]
            Reading::Prose => documents::prose::outline(source, &tree),
            #[cfg(feature = "documents")]
            Reading::Records => documents::records::outline(source, &tree),
            #[cfg(not(feature = "documents"))]
            Reading::Prose | Reading::Records => broken::nothing_but_errors(source),
        }
    }
}
