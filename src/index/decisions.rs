//! Decisions: what people said where an indexer was not sure (seed 002, "decision cache for ambiguity replay").
//!
//! An ambiguity has a *signature*, which is the same whenever the same symbols of the same files are open to the same
//! candidates. A decision about it is kept under that signature and the commit that was checked out, together with the
//! contents of the files that it was made on. It is replayed only while all of them are what they were; afterwards the
//! question is open again. Decisions are for the gate alone: what `codesub decide` settles stands in the list and the
//! lock.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Serialize;

use super::ambiguity::AmbiguityFlag;
use super::store::{Asked, Trouble};
use crate::identity::hash::sha1;

/// Something that an indexer was not sure of in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ambiguity {
    pub signature: String,
    /// Why it is open.
    pub flag: AmbiguityFlag,
    pub path: String,
    pub symbol: Option<String>,
    /// What may be chosen, sorted.
    pub choices: Vec<String>,
    /// What was chosen, while that still holds.
    pub decision: Option<String>,
    /// The contents that a decision about it rests on, by path.
    #[serde(skip)]
    pub file_hashes: BTreeMap<String, String>,
}

/// The one choice where no candidates are known: the facts are good enough as they are.
pub const PROCEED: &str = "proceed";

impl Ambiguity {
    pub fn new(flag: AmbiguityFlag, path: &str, symbol: Option<&str>, candidates: &[String]) -> Ambiguity {
        let mut choices = candidates.to_vec();
        choices.sort();
        choices.dedup();
        let signature = signature(flag, path, symbol, &choices);
        if choices.is_empty() {
            choices.push(PROCEED.to_owned());
        }
        Ambiguity {
            signature,
            flag,
            path: path.to_owned(),
            symbol: symbol.map(str::to_owned),
            choices,
            decision: None,
            file_hashes: BTreeMap::new(),
        }
    }
}

fn signature(flag: AmbiguityFlag, path: &str, symbol: Option<&str>, candidates: &[String]) -> String {
    let named = [Some(("flag", flag.as_str())), Some(("path", path)), symbol.map(|symbol| ("symbol", symbol))];
    let candidates = candidates.iter().map(|candidate| ("candidate", candidate.as_str()));
    // Quoted, so that no text can be taken for two parts.
    let parts = named.into_iter().flatten().chain(candidates).map(|(name, text)| format!("{name}={text:?}"));
    let mut parts: Vec<String> = parts.collect();
    parts.sort();
    sha1(&parts.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Keeps what was chosen at a commit. What was said before about the same there is replaced.
pub fn remember(connection: &Connection, ambiguity: &Ambiguity, choice: &str, head: &str, now: f64) -> Asked<()> {
    let proof = serde_json::json!({
        "flag": ambiguity.flag, "path": ambiguity.path, "symbol": ambiguity.symbol, "choices": ambiguity.choices,
    });
    let hashes = serde_json::to_string(&ambiguity.file_hashes).expect("because text can be written");
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO decision_cache \
             (ambiguity_signature, repo_head, file_hashes, decision, proof_payload, created_at) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            ambiguity.signature,
            head,
            hashes,
            serde_json::json!([choice]).to_string(),
            proof.to_string(),
            now
        ])?;
    Ok(())
}

/// What was chosen, if that was at this commit and on these contents.
pub fn recall(
    connection: &Connection,
    signature: &str,
    head: &str,
    file_hashes: &BTreeMap<String, String>,
) -> Asked<Option<String>> {
    let found: Option<(String, String)> = connection
        .prepare_cached(
            "SELECT file_hashes, decision FROM decision_cache WHERE ambiguity_signature = ?1 AND repo_head = ?2",
        )?
        .query_row([signature, head], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((hashes, decision)) = found else { return Ok(None) };
    let damaged = |error: serde_json::Error| Trouble::Damaged(format!("a decision cannot be read: {error}"));
    let hashes: BTreeMap<String, String> = serde_json::from_str(&hashes).map_err(damaged)?;
    let chosen: Vec<String> = serde_json::from_str(&decision).map_err(damaged)?;
    Ok(chosen.into_iter().next().filter(|_| hashes == *file_hashes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::Store;

    fn ambiguity() -> Ambiguity {
        let candidates = ["b.py:3".to_owned(), "a.py:1".to_owned()];
        let mut ambiguity = Ambiguity::new(AmbiguityFlag::MultipleDefinitions, "a.py", Some("scip:f"), &candidates);
        ambiguity.file_hashes = [("a.py".to_owned(), "1".to_owned()), ("b.py".to_owned(), "2".to_owned())].into();
        ambiguity
    }

    /// Seed 002: keyed by signature and HEAD, with the hashes of files.
    #[test]
    fn are_replayed_while_the_commit_and_the_files_are_what_they_were() {
        let folder = tempfile::tempdir().expect("a folder");
        let ambiguity = ambiguity();
        let store = Store::open_for_writing(folder.path()).expect("a store");
        remember(store.connection(), &ambiguity, "a.py:1", "c0ffee", 1.0).expect("kept");
        drop(store);

        let store = Store::open_for_asking(folder.path()).expect("readable").expect("there");
        let recall = |head: &str, hashes: &BTreeMap<String, String>| {
            recall(store.connection(), &ambiguity.signature, head, hashes).expect("an answer")
        };
        assert_eq!(recall("c0ffee", &ambiguity.file_hashes).as_deref(), Some("a.py:1"));
        assert_eq!(recall("decade", &ambiguity.file_hashes), None);
        let mut edited = ambiguity.file_hashes.clone();
        edited.insert("b.py".to_owned(), "3".to_owned());
        assert_eq!(recall("c0ffee", &edited), None);
        edited.remove("b.py");
        assert_eq!(recall("c0ffee", &edited), None);
    }

    #[test]
    fn the_last_word_counts() {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_for_writing(folder.path()).expect("a store");
        let ambiguity = ambiguity();
        for choice in ["a.py:1", "b.py:3"] {
            remember(store.connection(), &ambiguity, choice, "c0ffee", 1.0).expect("kept");
        }
        let found = recall(store.connection(), &ambiguity.signature, "c0ffee", &ambiguity.file_hashes);
        assert_eq!(found.expect("an answer").as_deref(), Some("b.py:3"));
    }

    #[test]
    fn a_signature_depends_on_what_is_open_and_not_on_its_order() {
        const ONE: AmbiguityFlag = AmbiguityFlag::MultipleDefinitions;
        let names = |list: &[&str]| list.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let one = Ambiguity::new(ONE, "p", Some("s"), &names(&["a", "b"]));
        assert_eq!(one.signature, Ambiguity::new(ONE, "p", Some("s"), &names(&["b", "a", "b"])).signature);
        for other in [
            Ambiguity::new(AmbiguityFlag::IndexerError, "p", Some("s"), &names(&["a", "b"])),
            Ambiguity::new(ONE, "q", Some("s"), &names(&["a", "b"])),
            Ambiguity::new(ONE, "p", None, &names(&["a", "b"])),
            Ambiguity::new(ONE, "p", Some("s"), &names(&["a\"|candidate=\"b"])),
        ] {
            assert_ne!(one.signature, other.signature, "{other:?}");
        }
        assert_eq!(Ambiguity::new(ONE, "p", None, &[]).choices, [PROCEED]);
    }
}
