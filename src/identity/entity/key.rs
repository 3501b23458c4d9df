//! Entity keys: `python:fn:Order.total:__shop_orders_py:T1767225600`.
//!
//! Five fields, joined by `:`. The kind is that of the construct, with `fn` for functions and methods. The name is the
//! qualname; a `%`, a `:`, white space and control characters in it are written as in a URL (`%3A`), so that a key always
//! has five fields and says which name it means. The path is a slug for people, `__` and the path with `_` for everything
//! that is no letter, digit, `-` or `_`: two paths can have the same one. That, and a name that comes back within one
//! second, is what the number is for: of equal keys the second ends in `-2`, the third in `-3`.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::syntax::Kind;

/// The key of an entity.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EntityKey {
    language: String,
    kind: String,
    name: String,
    path_slug: String,
    birth: i64,
    /// Which of the otherwise equal keys it is, from 1.
    number: u32,
}

/// What a text that is no entity key is told.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no entity key: expected `language:kind:name:__path:T<birth>`")]
pub struct NoEntityKey(String);

impl EntityKey {
    /// The key of something that is new at `birth`, a committer time in seconds.
    pub fn new(language: &str, kind: Kind, qualname: &str, path: &str, birth: i64) -> Self {
        let kind = match kind {
            Kind::Function | Kind::Method => "fn",
            kind => kind.as_str(),
        };
        EntityKey {
            language: language.to_owned(),
            kind: kind.to_owned(),
            name: qualname.to_owned(),
            path_slug: slug(path),
            birth,
            number: 1,
        }
    }

    /// The qualname at its birth.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn birth(&self) -> i64 {
        self.birth
    }

    /// Whether nothing but the birth differs: facts that were built anew count as the same (SPEC §10).
    pub fn is_same_but_for_birth(&self, other: &EntityKey) -> bool {
        let rest = |key: &EntityKey| {
            let EntityKey { language, kind, name, path_slug, birth: _, number } = key.clone();
            (language, kind, name, path_slug, number)
        };
        rest(self) == rest(other)
    }
}

/// How a key writes a path: `src/math.rs` is `__src_math_rs`. Two paths can come out the same.
pub fn slug(path: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '_' };
    format!("__{}", path.chars().map(letter).collect::<String>())
}

/// Keys that are given out, so that no two are equal.
pub(super) struct Register {
    /// The next free number of each key that is taken.
    next: HashMap<EntityKey, u32>,
}

impl Register {
    pub fn new<'k>(taken: impl Iterator<Item = &'k EntityKey>) -> Self {
        let mut next: HashMap<EntityKey, u32> = HashMap::new();
        for key in taken {
            let free = next.entry(EntityKey { number: 1, ..key.clone() }).or_insert(1);
            *free = (*free).max(key.number.saturating_add(1));
        }
        Register { next }
    }

    /// The key, with a number where it is taken.
    pub fn add(&mut self, key: EntityKey) -> EntityKey {
        let free = self.next.entry(key.clone()).or_insert(1);
        let number = *free;
        *free = free.saturating_add(1);
        EntityKey { number, ..key }
    }
}

impl fmt::Display for EntityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EntityKey { language, kind, name, path_slug, birth, number } = self;
        write!(f, "{}:{kind}:{}:{path_slug}:T{birth}", escaped(language), escaped(name))?;
        if *number > 1 { write!(f, "-{number}") } else { Ok(()) }
    }
}

impl FromStr for EntityKey {
    type Err = NoEntityKey;

    fn from_str(text: &str) -> Result<Self, NoEntityKey> {
        // One key has one form: what is not written as we would write it is none.
        parse(text).filter(|key| key.to_string() == text).ok_or_else(|| NoEntityKey(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<EntityKey> {
    let fields: Vec<&str> = text.split(':').collect();
    let [language, kind, name, path_slug, born] = fields.try_into().ok()?;
    let born = born.strip_prefix('T')?;
    // A birth before 1970 starts with a `-` of its own.
    let (birth, number) = match born.rfind('-').filter(|at| *at > 0) {
        Some(at) => (&born[..at], born[at + 1..].parse().ok()?),
        None => (born, 1),
    };
    let is_kind = kind == "fn" || serde_json::from_value::<Kind>(kind.into()).is_ok();
    (is_kind && path_slug.starts_with("__") && path_slug == format!("__{}", &slug(path_slug)[4..])).then_some(())?;
    Some(EntityKey {
        language: unescaped(language)?,
        kind: kind.to_owned(),
        name: unescaped(name)?,
        path_slug: path_slug.to_owned(),
        birth: birth.parse().ok()?,
        number,
    })
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c == ':' || c == '%' || c.is_whitespace() || c.is_control() {
            let mut bytes = [0; 4];
            for byte in c.encode_utf8(&mut bytes).bytes() {
                out.push_str(&format!("%{byte:02X}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

fn unescaped(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            out.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            out.push(byte);
            rest = after;
        }
    }
    String::from_utf8(out).ok()
}

impl TryFrom<String> for EntityKey {
    type Error = NoEntityKey;

    fn try_from(text: String) -> Result<Self, NoEntityKey> {
        text.parse()
    }
}

impl From<EntityKey> for String {
    fn from(key: EntityKey) -> String {
        key.to_string()
    }
}
