//! Facts: what the store holds of one file of the syntactic layer.
//!
//! A file's rows are written together from its content, and removed together before they are written again. They say
//! nothing that depends on other files; what leads from one file to another is the graph's.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension as _, params};

use super::contents::Content;
use super::store::Asked;
use crate::identity::entity::{EntityCandidate, EntityKey, OldEntity, rekey};
use crate::identity::identify;
use crate::syntax::{Fingerprint, Language, Mention, Outline, Use};

/// A file of the tree, as it is to be told of.
pub struct File<'a> {
    pub id: i64,
    pub path: &'a str,
    pub language: Language,
}

/// Names that have a number already.
#[derive(Default)]
pub struct Names(HashMap<String, i64>);

impl Names {
    fn id(&mut self, connection: &Connection, text: &str) -> Asked<i64> {
        if let Some(id) = self.0.get(text) {
            return Ok(*id);
        }
        let known = connection
            .prepare_cached("SELECT id FROM names WHERE text = ?1")?
            .query_row([text], |row| row.get(0))
            .optional()?;
        let id = match known {
            Some(id) => id,
            None => connection.prepare_cached("INSERT INTO names (text) VALUES (?1)")?.insert([text])?,
        };
        self.0.insert(text.to_owned(), id);
        Ok(id)
    }
}

/// The entities that a file held, for those that take its place.
pub fn entities(connection: &Connection, file: i64, path: &str) -> Asked<Vec<OldEntity>> {
    let mut statement = connection.prepare_cached(
        "SELECT entity_key, qualified_name, line, interface_hash || body_hash FROM symbols \
         WHERE file_id = ?1 AND layer = 'syntactic' ORDER BY position",
    )?;
    let mut rows = statement.query([file])?;
    let mut old = Vec::new();
    while let Some(row) = rows.next()? {
        // A key that cannot be read is one that nobody has: its construct is born anew.
        let key: Option<EntityKey> = row.get::<_, String>(0)?.parse().ok();
        let (name, line, hash) = (row.get(1)?, row.get(2)?, row.get(3)?);
        old.extend(key.map(|key| OldEntity { key, name, file: path.to_owned(), line, hash }));
    }
    Ok(old)
}

/// Removes what the syntactic layer says of a file.
pub fn forget(connection: &Connection, file: i64) -> Asked<()> {
    for statement in [
        "DELETE FROM occurrences WHERE file_id = ?1 AND layer = 'syntactic'",
        "DELETE FROM symbols WHERE file_id = ?1 AND layer = 'syntactic'",
        "DELETE FROM imports WHERE file_id = ?1",
    ] {
        connection.prepare_cached(statement)?.execute([file])?;
    }
    Ok(())
}

/// Writes what a content says of a file. `old` are the entities that it, and files of the same slug, held before.
pub fn write(
    connection: &Connection,
    names: &mut Names,
    file: &File<'_>,
    content: &Content,
    old: &[OldEntity],
    birth: i64,
) -> Asked<()> {
    let outline = &content.outline;
    let ids = symbols(connection, file, content, &keys(file, outline, old, birth))?;
    exports(connection, file.id, outline, &ids)?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO imports (file_id, module, level, name, alias, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for import in &outline.imports {
        let crate::syntax::Import { module, level, name, alias, line } = import;
        insert.execute(params![file.id, module, level, name, alias, line])?;
    }
    let mut insert = connection.prepare_cached(
        "INSERT INTO occurrences (file_id, symbol_id, start_line, start_col, end_line, end_col, role, layer, name_id, \
         qualifier, within) VALUES (?1, ?2, ?3, ?4, ?3, ?5, ?6, 'syntactic', ?7, ?8, ?9)",
    )?;
    for mention in &content.mentions {
        let Mention { name, qualifier, purpose, line, start_column, end_column, within } = mention;
        let own = within.filter(|_| *purpose == Use::Definition).and_then(|at| ids.get(at as usize));
        let name = names.id(connection, name)?;
        insert.execute(params![
            file.id,
            own,
            line,
            start_column,
            end_column,
            role(*purpose),
            name,
            qualifier,
            within
        ])?;
    }
    Ok(())
}

/// The word of `occurrences.role`.
pub fn role(purpose: Use) -> &'static str {
    match purpose {
        Use::Definition => "definition",
        Use::Import => "import",
        Use::Call => "call",
        Use::Base => "base",
        Use::Type => "type",
        Use::Write => "write",
        Use::Reference => "reference",
    }
}

/// The use that a word of `occurrences.role` names.
pub fn purpose(word: &str) -> Use {
    match word {
        "definition" => Use::Definition,
        "import" => Use::Import,
        "call" => Use::Call,
        "base" => Use::Base,
        "type" => Use::Type,
        "write" => Use::Write,
        _ => Use::Reference,
    }
}

/// The hash of all that others can use of a file: another one means that who depends on it must look again.
pub fn interface_hash(outline: &Outline) -> Fingerprint {
    let mut parts: Vec<(&str, &str, Fingerprint)> = exported(outline)
        .map(|at| &outline.constructs[at])
        .map(|construct| (construct.qualname.as_str(), construct.kind.as_str(), construct.interface_hash))
        .collect();
    parts.sort_unstable();
    let bytes = parts.iter().flat_map(|(name, kind, hash)| [name.as_bytes(), kind.as_bytes(), &hash.0[..]]);
    Fingerprint::of("file-interface", bytes)
}

/// Constructs that are not private, nor within something that is.
fn exported(outline: &Outline) -> impl Iterator<Item = usize> {
    let constructs = &outline.constructs;
    (0..constructs.len()).filter(|&at| {
        let mut holder = Some(at);
        // A chain of containers is no longer than there are constructs, whatever a damaged outline says.
        for _ in 0..constructs.len() {
            let Some(construct) = holder.and_then(|at| constructs.get(at)) else { return true };
            if construct.is_private {
                return false;
            }
            holder = construct.parent.map(|parent| parent as usize);
        }
        true
    })
}

fn keys(file: &File<'_>, outline: &Outline, old: &[OldEntity], birth: i64) -> Vec<EntityKey> {
    let new = |construct| EntityCandidate::new(file.path, file.language.name(), construct);
    rekey(&outline.constructs.iter().map(new).collect::<Vec<_>>(), old, birth)
}

/// Writes the symbols; their numbers, in the order of the outline.
fn symbols(connection: &Connection, file: &File<'_>, content: &Content, keys: &[EntityKey]) -> Asked<Vec<i64>> {
    let outline = &content.outline;
    let mut columns: Vec<Option<u32>> = vec![None; outline.constructs.len()];
    for mention in content.mentions.iter().filter(|mention| mention.purpose == Use::Definition) {
        if let Some(column) = mention.within.and_then(|at| columns.get_mut(at as usize)) {
            column.get_or_insert(mention.start_column);
        }
    }
    let identities = identify(file.path, file.language.name(), outline);
    let mut insert = connection.prepare_cached(
        "INSERT INTO symbols (file_id, name, qualified_name, kind, line, \"column\", signature, layer, end_line, role, \
         position, parent, interface_hash, body_hash, body_weight, is_private, symbol_key, entity_key, scoped_id) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'syntactic', ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
    )?;
    let mut ids = Vec::with_capacity(outline.constructs.len());
    for (at, construct) in outline.constructs.iter().enumerate() {
        ids.push(insert.insert(params![
            file.id,
            construct.name(),
            construct.qualname,
            construct.kind.as_str(),
            construct.start_line,
            columns[at],
            construct.signature,
            construct.end_line,
            construct.role.map(|_| "const"),
            at as i64,
            construct.parent,
            construct.interface_hash.to_hex(),
            construct.body_hash.to_hex(),
            construct.body_weight(),
            construct.is_private,
            identities[at].symbol_key,
            keys[at].to_string(),
            identities[at].scoped_id,
        ])?);
    }
    Ok(ids)
}

fn exports(connection: &Connection, file: i64, outline: &Outline, ids: &[i64]) -> Asked<()> {
    let mut insert = connection.prepare_cached("INSERT INTO exports (file_id, name, symbol_id) VALUES (?1, ?2, ?3)")?;
    for at in exported(outline) {
        insert.execute(params![file, outline.constructs[at].bare_qualname(), ids[at]])?;
    }
    Ok(())
}
