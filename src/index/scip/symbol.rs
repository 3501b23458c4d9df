//! Symbols as SCIP writes them: `scheme manager package version descriptors`, each descriptor with a suffix that says
//! what sort of thing it names.
//!
//! ```text
//! scip-python python shop 1.0 `shop.base`/Base#run().(n)
//!                             └ module    │    │     └ parameter
//!                                         type method
//! ```
//!
//! The reader here is ours: the crate's own one formats everything that is left for every descriptor it meets, which a
//! long symbol makes quadratic. It is lenient about which characters a name may have, since indexers are as well.

use crate::identity::SymbolId;

/// Longer ones name nothing that people wrote.
pub(super) const MAX_SYMBOL: usize = 4096;

/// What a descriptor names, by its suffix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Suffix {
    /// A package, a module, a namespace.
    Namespace,
    Type,
    Term,
    Method,
    TypeParameter,
    Parameter,
    Macro,
    /// Things about things; scip-python has `__init__:` for a module itself.
    Meta,
}

/// A global symbol, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symbol {
    /// The whole text.
    pub text: Box<str>,
    /// How much of the text says whose it is: the scheme, the manager and the package, without the version.
    package: usize,
    descriptors: Vec<(Suffix, String)>,
}

impl Symbol {
    /// `None` for what is no global symbol: locals, which mean something else in every document, and everything that
    /// cannot be read.
    pub fn read(text: &str) -> Option<Symbol> {
        if text.len() > MAX_SYMBOL || is_local(text) {
            return None;
        }
        let mut rest = text;
        let mut package = 0;
        // The scheme, the manager, the package and the version; a space within is doubled.
        for part in 0..4 {
            let end = ends_alone(rest, b' ')?;
            rest = &rest[end + 1..];
            if part == 2 {
                package = text.len() - rest.len();
            }
        }
        let mut descriptors = Vec::new();
        while !rest.is_empty() {
            let (descriptor, after) = descriptor(rest)?;
            descriptors.push(descriptor);
            rest = after;
        }
        (!descriptors.is_empty()).then(|| Symbol { text: text.into(), package, descriptors })
    }

    /// About how many bytes it takes.
    pub fn size(&self) -> usize {
        // A name is in memory of its own, of which there is always a little more than was asked for.
        let names: usize = self.descriptors.iter().map(|(_, name)| name.len() + 16).sum();
        size_of::<Symbol>() + self.text.len() + 16 + self.descriptors.capacity() * size_of::<(Suffix, String)>() + names
    }

    /// Its id in the store and in every output.
    pub fn id(&self) -> String {
        SymbolId::Scip(self.text.to_string()).to_string()
    }

    /// Whose it is; equal for all versions of a package.
    pub fn package(&self) -> &str {
        &self.text[..self.package]
    }

    /// The simple name, as it stands in the text where the symbol is used by its own name.
    pub fn name(&self) -> &str {
        let (suffix, name) = self.last();
        match (suffix, self.container()) {
            // scip-python calls a module `shop.base`/__init__:
            (Suffix::Meta, Some((Suffix::Namespace, module))) => module,
            _ => name,
        }
    }

    /// The names within the module, joined by `.`; the module's own name where there are none.
    pub fn qualified_name(&self) -> String {
        let within = self.descriptors.iter().filter(|(suffix, _)| !matches!(suffix, Suffix::Namespace | Suffix::Meta));
        let names: Vec<&str> = within.map(|(_, name)| name.as_str()).collect();
        if names.is_empty() { self.name().to_owned() } else { names.join(".") }
    }

    /// The kind in codesub's words, as far as the suffixes tell.
    pub fn kind(&self) -> &'static str {
        let in_type = self.container().is_some_and(|(suffix, _)| *suffix == Suffix::Type);
        match self.last().0 {
            Suffix::Namespace | Suffix::Meta => "module",
            Suffix::Type => "class",
            Suffix::Method if in_type => "method",
            Suffix::Method => "function",
            Suffix::Term if in_type => "field",
            Suffix::Term => "variable",
            Suffix::Parameter => "parameter",
            Suffix::TypeParameter => "type_parameter",
            Suffix::Macro => "macro",
        }
    }

    /// Whether it names a module or a namespace: something that several files may make up together.
    pub fn is_module(&self) -> bool {
        matches!(self.last().0, Suffix::Namespace | Suffix::Meta)
    }

    /// Whether others can use it: neither a parameter nor anything within a function.
    pub fn is_exported(&self) -> bool {
        let within = &self.descriptors[..self.descriptors.len() - 1];
        !matches!(self.last().0, Suffix::Parameter | Suffix::TypeParameter)
            && !within.iter().any(|(suffix, _)| *suffix == Suffix::Method)
    }

    /// Whether its name is to be expected in the text where it stands: names that indexers invent, such as
    /// `<constructor>`, are not.
    pub fn is_written(&self) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
        !self.is_module() && self.name().chars().all(is_word) && !self.name().is_empty()
    }

    fn last(&self) -> &(Suffix, String) {
        self.descriptors.last().expect("because a symbol without descriptors is none")
    }

    fn container(&self) -> Option<&(Suffix, String)> {
        self.descriptors.iter().nth_back(1)
    }
}

/// SCIP: `local <id>` is a symbol of one document.
pub(super) fn is_local(symbol: &str) -> bool {
    symbol.starts_with("local ")
}

/// Where the first `mark` is that is not doubled.
fn ends_alone(text: &str, mark: u8) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == mark {
            if bytes.get(at + 1) != Some(&mark) {
                return Some(at);
            }
            at += 1;
        }
        at += 1;
    }
    None
}

fn descriptor(text: &str) -> Option<((Suffix, String), &str)> {
    let enclosed = |suffix, closing| {
        let (name, rest) = name(&text[1..])?;
        Some(((suffix, name), rest.strip_prefix(closing)?))
    };
    match text.as_bytes()[0] {
        b'(' => return enclosed(Suffix::Parameter, ')'),
        b'[' => return enclosed(Suffix::TypeParameter, ']'),
        _ => {}
    }
    let (name, rest) = name(text)?;
    let (suffix, after) = (rest.chars().next()?, rest.get(1..)?);
    let (suffix, rest) = match suffix {
        '/' => (Suffix::Namespace, after),
        '#' => (Suffix::Type, after),
        '.' => (Suffix::Term, after),
        ':' => (Suffix::Meta, after),
        '!' => (Suffix::Macro, after),
        // The disambiguator tells overloads apart.
        '(' => (Suffix::Method, &after[after.find(").")? + 2..]),
        _ => return None,
    };
    Some(((suffix, name), rest))
}

/// A name, in backticks where it has unusual characters.
fn name(text: &str) -> Option<(String, &str)> {
    if let Some(quoted) = text.strip_prefix('`') {
        let end = ends_alone(quoted, b'`')?;
        return Some((quoted[..end].replace("``", "`"), &quoted[end + 1..]));
    }
    let end = text.find(['/', '#', '.', ':', '!', '(', ')', '[', ']', '`', ' '])?;
    (end > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_kinds_and_packages() {
        for (text, name, qualified, kind, is_exported) in [
            ("scip-python python shop 1 `shop.base`/Base#run().", "run", "Base.run", "method", true),
            ("scip-python python shop 1 `shop.base`/Base#`größe`.", "größe", "Base.größe", "field", true),
            ("scip-python python shop 1 `shop.base`/net().(price)", "price", "net.price", "parameter", false),
            ("scip-python python shop 1 `shop.base`/__init__:", "shop.base", "shop.base", "module", true),
            ("scip-typescript npm shop 1.0.0 src/`base.ts`/", "base.ts", "base.ts", "module", true),
            ("scip-java maven a 1 a/B#c(+1).[T]", "T", "B.c.T", "type_parameter", false),
            ("rust-analyzer cargo a 0.1.0 `a``b`!", "a`b", "a`b", "macro", true),
            ("scip-go gomod a  b 1 f().inner().", "inner", "f.inner", "function", false),
            ("scip-typescript npm a 1 `b.ts`/C#d.e.", "e", "C.d.e", "variable", true),
        ] {
            let symbol = Symbol::read(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((symbol.name(), symbol.qualified_name().as_str(), symbol.kind()), (name, qualified, kind));
            assert_eq!(symbol.is_exported(), is_exported, "{text}");
        }
        let package = |text| Symbol::read(text).expect("a symbol").package().to_owned();
        assert_eq!(package("a b c 1 d."), "a b c ");
        assert_eq!(package("a b c 1 d."), package("a b c 2 e#"));
        assert_ne!(package("a b c 1 d."), package("a b  b c 1 d."));
    }

    #[test]
    fn what_is_no_global_symbol_is_none() {
        for text in [
            "",
            " ",
            "    ",
            "local 1",
            "a b c d",
            "a b c d ",
            "a b c 1 e",
            "a b c 1 `e",
            "a b c 1 (e",
            "a b c 1 e(+1)",
            "a b c 1 é",
            "a b c 1 é€",
            "a b c 1 .",
            "a b c 1 e@",
            &format!("a b c 1 {}.", "x".repeat(MAX_SYMBOL)),
        ] {
            assert_eq!(Symbol::read(text), None, "{text:.40}");
        }
    }

    #[test]
    fn only_names_that_people_write_are_expected_in_the_text() {
        let is_written = |descriptors: &str| Symbol::read(&format!("s . . . {descriptors}")).expect("one").is_written();
        for descriptors in ["a.", "A#b().", "`größe`.", "$x!", "f().(p)"] {
            assert!(is_written(descriptors), "{descriptors}");
        }
        for descriptors in ["`<constructor>`().", "`operator+`().", "m/", "m/__init__:"] {
            assert!(!is_written(descriptors), "{descriptors}");
        }
    }
}
