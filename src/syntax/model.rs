//! The plain values that parsing yields.
//!
//! Everything here is data without borrowed parts: it can be sent from a parse worker, stored by blob id, and compared
//! long after the source is gone. No path and no revision appears: the same bytes always give the same [`Outline`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::calls::Calls;
use super::packed;

/// What sort of construct this is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Function,
    Method,
    Class,
    Interface,
    Enum,
    Struct,
    Trait,
    Module,
    Type,
    Field,
    Variable,
}

impl Kind {
    /// The word used in every output.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Function => "function",
            Kind::Method => "method",
            Kind::Class => "class",
            Kind::Interface => "interface",
            Kind::Enum => "enum",
            Kind::Struct => "struct",
            Kind::Trait => "trait",
            Kind::Module => "module",
            Kind::Type => "type",
            Kind::Field => "field",
            Kind::Variable => "variable",
        }
    }

    /// Kinds that may stand in for each other when code moves (SPEC 5.6).
    pub fn family(self) -> Family {
        match self {
            Kind::Function | Kind::Method => Family::Callable,
            Kind::Field | Kind::Variable => Family::Value,
            Kind::Class | Kind::Struct | Kind::Interface | Kind::Trait | Kind::Enum | Kind::Type => Family::Type,
            Kind::Module => Family::Module,
        }
    }

    /// Whether constructs of this kind hold members.
    pub fn is_container(self) -> bool {
        matches!(self, Kind::Class | Kind::Interface | Kind::Enum | Kind::Struct | Kind::Trait | Kind::Module)
    }
}

/// A group of kinds within which a construct can be recognised after a move (SPEC 5.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    Callable,
    Value,
    Type,
    Module,
}

/// What the language or its naming says beyond the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Const,
}

/// A BLAKE3 hash cut to 128 bits, written as 32 hex digits (SPEC 4.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 16]);

impl Fingerprint {
    /// The 32 hex digits.
    pub fn to_hex(self) -> String {
        let mut hex = Vec::with_capacity(32);
        for byte in self.0 {
            hex.extend([byte >> 4, byte & 15].map(|digit| b"0123456789abcdef"[usize::from(digit)]));
        }
        String::from_utf8(hex).expect("because digits are text")
    }

    /// Reads the 32 hex digits back.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.as_bytes();
        if digits.len() != 32 {
            return None;
        }
        let mut bytes = [0; 16];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16)?;
            let low = char::from(pair[1]).to_digit(16)?;
            *byte = (high * 16 + low) as u8;
        }
        Some(Fingerprint(bytes))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex())
    }
}

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_hex())
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Where nobody reads along, workers and the index, half the bytes do.
        if serializer.is_human_readable() {
            serializer.serialize_str(&self.to_hex())
        } else {
            serializer.serialize_bytes(&self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            return packed::of_bytes(deserializer, "the bytes of a fingerprint", |bytes| {
                bytes.try_into().ok().map(Fingerprint)
            });
        }
        let text = String::deserialize(deserializer)?;
        Fingerprint::from_hex(&text).ok_or_else(|| serde::de::Error::custom("expected 32 hex digits"))
    }
}

/// A half-open range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

/// A named piece of source (SPEC 4.1 to 4.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Construct {
    pub kind: Kind,
    pub role: Option<Role>,
    /// The scope chain joined by `.`, with a suffix where siblings share a name (SPEC 4.2): unique within the file.
    pub qualname: String,
    pub bare: Bare,
    /// Where the container stands in [`Outline::constructs`]: before this one, save where members stand outside of
    /// their type, as in Go. Its bare qualname is the start of this one's.
    pub parent: Option<u32>,
    /// The whole construct, decorators included.
    pub span: Span,
    /// 1-based, inclusive; decorators included.
    pub start_line: u32,
    pub end_line: u32,
    /// The line of the definition itself, after decorators and annotations.
    pub definition_line: u32,
    pub interface_hash: Fingerprint,
    /// The interface hash without decorators or annotations, for `members: { decorators: false }` (SPEC 3.1).
    pub bare_interface_hash: Fingerprint,
    pub body_hash: Fingerprint,
    pub doc_hash: Option<Fingerprint>,
    /// How much the interface says: its telling tokens (names, types, defaults), without `self` and punctuation.
    pub interface_weight: u32,
    /// The body's tokens in [`Outline::tokens`]; its length is the body's weight.
    pub body: Span,
    /// Nobody else's business, by its naming or by a keyword.
    pub is_private: bool,
    pub has_parse_error: bool,
    /// Base classes as written, e.g. `models.Model`; type arguments left out.
    pub base_classes: Vec<String>,
    /// The canonical one-line signature, for callables (SPEC §10 `signatureKey`).
    pub signature: Option<String>,
    /// Inputs of `chunkUid` (SPEC §10): xxHash64 of the span and of up to 64 bytes on each side.
    pub span_hash: u64,
    pub pre_hash: u64,
    pub post_hash: u64,
}

/// The bare qualname of a construct, and how much of it is the simple name: the texts themselves are mostly in the qualname
/// already, and a run keeps those of tens of thousands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bare {
    /// `None` where the qualname is bare.
    qualname: Option<Box<str>>,
    /// The bytes of the simple name, at its end.
    name: u32,
}

impl Bare {
    /// `name` is the end of `bare`.
    pub fn new(qualname: &str, bare: &str, name: &str) -> Self {
        debug_assert!(bare.ends_with(name), "{bare} does not end with {name}");
        Bare { qualname: (qualname != bare).then(|| bare.into()), name: name.len() as u32 }
    }
}

impl Construct {
    /// The qualname without parameter types and sibling suffixes; equal for all overloads and accessors of one name.
    pub fn bare_qualname(&self) -> &str {
        self.bare.qualname.as_deref().unwrap_or(&self.qualname)
    }

    /// The last part of the bare qualname.
    pub fn name(&self) -> &str {
        let bare = self.bare_qualname();
        &bare[bare.len() - self.bare.name as usize..]
    }

    /// How many tokens the body has; few of them prove little (SPEC 5.8).
    pub fn body_weight(&self) -> u32 {
        self.body.end - self.body.start
    }
}

/// A name that a file brings in from elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Import {
    /// The module as written, without leading dots; may be empty for `from . import x`.
    pub module: String,
    /// Leading dots of a relative import.
    pub level: u32,
    /// The imported name; `None` imports the module itself, `*` everything.
    pub name: Option<String>,
    /// The name it has in this file.
    pub alias: Option<String>,
    pub line: u32,
}

/// What a name stands somewhere for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// The construct of that name is defined here.
    Definition,
    /// It is brought in from elsewhere.
    Import,
    /// It is called, or an object of it is made.
    Call,
    /// Something inherits from it.
    Base,
    /// It is the type of something.
    Type,
    /// It is written to.
    Write,
    /// Anything else.
    Reference,
}

/// A name where it stands in a file. Names of locals and parameters of a function are left out: nobody outside can
/// mean them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mention {
    /// The simple name.
    pub name: String,
    /// What stands before it, as written and without white space and type arguments, separators turned into `.`:
    /// `self.store` of `self.store.get`. Empty where it is a member of something that is no dotted name, as in `f().x`,
    /// or that is not written, as in `Point { x: 1 }`; none for a bare name, a definition, and the first part of a path.
    pub qualifier: Option<String>,
    pub purpose: Use,
    /// 1-based.
    pub line: u32,
    /// Bytes from the start of the line; the name ends on the same line.
    pub start_column: u32,
    pub end_column: u32,
    /// The innermost construct around it, by position in [`Outline::constructs`]; for a definition, the construct itself.
    pub within: Option<u32>,
}

/// A region the parser could not make sense of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokenRegion {
    pub start_line: u32,
    pub end_line: u32,
    /// The identifiers that occur in it, sorted: a construct of that name may still be in there (SPEC 4.6).
    pub names: Vec<String>,
}

/// What one source file holds: the result of [`crate::syntax::outline`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// In document order; a container stands before the members that it encloses.
    pub constructs: Vec<Construct>,
    pub imports: Vec<Import>,
    pub calls: Calls,
    /// One hash per canonical token of the file, in order; constructs refer to ranges of it.
    #[serde(with = "packed")]
    pub tokens: Vec<u32>,
    pub broken: Vec<BrokenRegion>,
}

impl Outline {
    /// Whether its parts fit together, as they do in everything that parsing yields; what comes from elsewhere may not.
    pub fn is_sound(&self) -> bool {
        let (constructs, tokens) = (self.constructs.len(), self.tokens.len());
        let is_known = |at: Option<u32>| at.is_none_or(|at| (at as usize) < constructs);
        let has_place = |span: Span, end: usize| span.start <= span.end && span.end as usize <= end;
        let is_sound = |(at, it): (usize, &Construct)| {
            let bare = it.bare_qualname();
            let name = bare.len().checked_sub(it.bare.name as usize);
            name.is_some_and(|start| bare.is_char_boundary(start))
                && is_known(it.parent)
                && it.parent != u32::try_from(at).ok()
                && has_place(it.body, tokens)
                && has_place(it.span, u32::MAX as usize)
                && 1 <= it.start_line
                && it.start_line <= it.definition_line.max(it.end_line)
        };
        self.constructs.iter().enumerate().all(is_sound)
            && self.calls.is_sound()
            && self.calls.iter().all(|call| is_known(call.within))
    }
}
