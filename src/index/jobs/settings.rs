//! Which indexers there are: git's configuration says so, and nothing else (SPEC 12.2, 13.1).
//!
//! | setting | meaning |
//! |---|---|
//! | `codesub.scip.LANGUAGE.command` | the program that writes a SCIP file, with its arguments |
//! | `codesub.scip.LANGUAGE.root` | the folder below the repository's root to run it in; all of it otherwise |
//! | `codesub.scip.LANGUAGE.timeout` | after how many seconds it is ended; 1800 otherwise |
//!
//! **The command.** It is split into words at spaces, and no shell reads it. `'…'` and `"…"` keep spaces together; a
//! backslash takes the meaning from a quote, a space or a backslash that follows it, and is itself anywhere else, so that
//! paths of Windows can stand as they are. In each word `{output}` is the file to write and `{root}` the folder it runs in;
//! a word `{files}` becomes one word for each file of the job's scope, as seen from that folder.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use super::scope;
use crate::error::{Error, Result};
use crate::git::Repository;
use crate::syntax::Language;

/// After how long an indexer is ended that was given no time of its own.
const TIMEOUT: Duration = Duration::from_secs(30 * 60);

/// How many bytes of file names a command line takes everywhere that is not Windows; that takes a third of it.
const LONGEST: usize = 96 * 1024;

/// A configured indexer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexer {
    pub language: Language,
    /// Below the repository's root; empty for all of it.
    pub root: String,
    pub timeout: Duration,
    command: Vec<String>,
}

/// What a command line is made for.
#[derive(Debug, Clone, Copy)]
pub struct Run<'a> {
    pub output: &'a Path,
    /// The folder it runs in.
    pub folder: &'a Path,
    /// As seen from that folder.
    pub files: &'a [String],
}

/// All that are configured, by language.
pub fn indexers(repository: &Repository) -> Result<Vec<Indexer>> {
    let mut found = Vec::new();
    for name in repository.config_names("codesub", "scip.") {
        found.extend(indexer(repository, &name)?);
    }
    found.sort_by_key(|indexer| indexer.language.name());
    Ok(found)
}

/// That of a language, if one is configured.
pub fn indexer(repository: &Repository, language: &str) -> Result<Option<Indexer>> {
    let key = |name: &str| format!("codesub.scip.{language}.{name}");
    let Some(command) = repository.config_program(&key("command"))? else { return Ok(None) };
    let wrong = |name: &str, why: &str| {
        let key = key(name);
        Error::usage(format!("`{key}` in git's configuration {why}"))
            .hint(format!("`git config --show-origin {key}` shows where it is set"))
    };
    let language = Language::by_name(language)
        .ok_or_else(|| wrong("command", "names no language that codesub knows; see `codesub languages`"))?;
    let command = words(&command).ok_or_else(|| wrong("command", "has a quote that does not end"))?;
    if command.is_empty() {
        return Err(wrong("command", "is empty"));
    }
    let root = repository.config_program(&key("root"))?.unwrap_or_default();
    let root = scope::checked(&root).map_err(|_| wrong("root", "is not a folder below the repository's root"))?;
    let timeout = match repository.config_program(&key("timeout"))? {
        None => TIMEOUT,
        Some(seconds) => {
            let seconds = seconds.parse().ok().filter(|seconds| *seconds > 0);
            Duration::from_secs(seconds.ok_or_else(|| wrong("timeout", "is not a number of seconds"))?)
        }
    };
    Ok(Some(Indexer { language, root, timeout, command }))
}

impl Indexer {
    /// The program and its arguments.
    pub fn command_line(&self, run: &Run<'_>) -> Result<Vec<OsString>> {
        let mut line = Vec::new();
        for word in &self.command {
            if word == "{files}" {
                // Never an option, whatever a file of the repository is called.
                line.extend(run.files.iter().map(|file| OsString::from(format!("./{file}"))));
            } else {
                line.push(filled(word, run));
            }
        }
        let longest = if cfg!(windows) { LONGEST / 4 } else { LONGEST };
        if line.iter().map(|word| word.len() + 1).sum::<usize>() > longest {
            return Err(Error::usage(format!("{} files are too many for a command line", run.files.len()))
                .hint("let the indexer read their names from the file that CODESUB_SCIP_FILES names"));
        }
        Ok(line)
    }

    /// Changes when the command or where it runs does.
    pub fn config_hash(&self) -> String {
        let mut parts = vec!["codesub.scip", self.language.name(), &self.root];
        parts.extend(self.command.iter().map(String::as_str));
        crate::identity::hash::sha1(&parts)
    }

    /// The program, for people.
    pub fn program(&self) -> &str {
        self.command.first().map(String::as_str).unwrap_or_default()
    }
}

/// A word with its placeholders filled in; paths need not be text.
fn filled(word: &str, run: &Run<'_>) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    while let Some((at, name, path)) = [("{output}", run.output), ("{root}", run.folder)]
        .into_iter()
        .filter_map(|(name, path)| Some((rest.find(name)?, name, path)))
        .min_by_key(|(at, ..)| *at)
    {
        filled.push(&rest[..at]);
        filled.push(path);
        rest = &rest[at + name.len()..];
    }
    filled.push(rest);
    filled
}

/// The words of a command; `None` where a quote does not end.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = command.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => {
                let is_taken = |next: &char| matches!(next, '"' | '\'' | '\\' | ' ');
                word.get_or_insert_default().push(chars.next_if(is_taken).unwrap_or(c));
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_without_a_shell() {
        let split = |command| words(command).expect("quotes end");
        assert_eq!(split("scip-go  --output {output}"), ["scip-go", "--output", "{output}"]);
        assert_eq!(split(r#"'my tool' "a b"c '' \"x a\ b"#), ["my tool", "a bc", "", "\"x", "a b"]);
        assert_eq!(split(r"C:\tools\scip.exe 'it''s' '\n'"), [r"C:\tools\scip.exe", "its", r"\n"]);
        assert_eq!(
            split("a; rm -rf $HOME `b` | c > d && e"),
            ["a;", "rm", "-rf", "$HOME", "`b`", "|", "c", ">", "d", "&&", "e"]
        );
        assert_eq!(split(" \t "), [""; 0]);
        assert_eq!(words("a 'b"), None);
        assert_eq!(words("a \"b\\\""), None);
    }

    fn indexer(command: &str) -> Indexer {
        Indexer {
            language: Language::by_name("python").expect("always there"),
            root: String::new(),
            timeout: TIMEOUT,
            command: words(command).expect("quotes end"),
        }
    }

    #[test]
    fn placeholders_are_filled_in_words() {
        let files = ["--plugin=evil.js".to_owned(), "a b.py".to_owned(), "{output}".to_owned()];
        let run = Run { output: Path::new("/x/{root}.scip"), folder: Path::new("/r"), files: &files };
        let line = indexer("scip --out={output} {root}/x {files} {unknown}").command_line(&run).expect("short");
        assert_eq!(
            line,
            ["scip", "--out=/x/{root}.scip", "/r/x", "./--plugin=evil.js", "./a b.py", "./{output}", "{unknown}"]
        );
    }

    #[test]
    fn too_many_files_are_told() {
        let files: Vec<String> = (0..10_000).map(|n| format!("src/some/package/file{n}.py")).collect();
        let run = Run { output: Path::new("o"), folder: Path::new("r"), files: &files };
        assert!(indexer("scip {files}").command_line(&run).is_err());
        assert!(indexer("scip {output}").command_line(&run).is_ok());
    }

    #[test]
    fn another_command_is_another_configuration() {
        assert_ne!(indexer("scip a").config_hash(), indexer("scip b").config_hash());
        assert_eq!(indexer("scip  a").config_hash(), indexer("scip 'a'").config_hash());
    }
}
