//! Names: qualnames that are unique within a file.
//!
//! Same-named siblings are distinct constructs (SPEC 4.2). Accessors carry what their decorator says, `name@setter`;
//! what is still the same is numbered in the order of the source: `parse`, `parse#2`, `parse#3`. What only announces a
//! definition, such as a prototype in C, has the name to itself where the file has no more than that, and is
//! `parse@declaration` beside the definition.

use std::collections::HashMap;

/// The suffix of what only announces a definition.
const DECLARATION: &str = "@declaration";

/// Hands out the names of one file.
#[derive(Default)]
pub(super) struct Names {
    used: HashMap<String, u32>,
    has_declarations: bool,
}

/// The names of one construct.
pub(super) struct Name {
    pub qualname: String,
    pub bare_qualname: String,
}

/// What a name is made of.
#[derive(Clone, Copy, Default)]
pub(super) struct Parts<'n> {
    /// The container's qualname and bare qualname; empty at the top of the file.
    pub scope: (&'n str, &'n str),
    pub name: &'n str,
    /// Parameter types in parentheses, where names carry them.
    pub types: &'n str,
    pub suffix: Option<&'n str>,
    pub is_declaration: bool,
}

impl Names {
    /// The next construct of this name.
    pub fn next(&mut self, parts: Parts<'_>) -> Name {
        let (scope, bare_scope) = parts.scope;
        let mut qualname = join(scope, parts.name);
        qualname.push_str(parts.types);
        if let Some(suffix) = parts.suffix {
            qualname.push('@');
            qualname.push_str(suffix);
        }
        if parts.is_declaration {
            self.has_declarations = true;
            qualname.push_str(DECLARATION);
        }
        let count = self.used.entry(qualname.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            qualname.push_str(&format!("#{count}"));
        }
        Name { qualname, bare_qualname: join(bare_scope, parts.name) }
    }

    /// Whether that name is taken.
    pub fn is_used(&self, scope: &str, name: &str) -> bool {
        self.used.contains_key(&join(scope, name))
    }

    /// The final name of a construct: a declaration without a definition takes the definition's.
    pub fn settled(&self, qualname: &str) -> Option<String> {
        if !self.has_declarations {
            return None;
        }
        let (name, number) = qualname.rsplit_once(DECLARATION)?;
        (!self.used.contains_key(name)).then(|| format!("{name}{number}"))
    }
}

/// The name of the definition that a declaration announces.
pub(super) fn announced(qualname: &str) -> Option<String> {
    qualname.rsplit_once(DECLARATION).map(|(name, _)| name.to_owned())
}

fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { [scope, name].join(".") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_are_told_apart() {
        let mut names = Names::default();
        let parse = Parts { name: "parse", ..Parts::default() };
        assert_eq!(names.next(parse).qualname, "parse");
        assert_eq!(names.next(parse).qualname, "parse#2");
        let setter = Parts { scope: ("A#2", "A"), name: "x", suffix: Some("setter"), ..Parts::default() };
        assert_eq!(names.next(setter).qualname, "A#2.x@setter");
        let second = names.next(setter);
        assert_eq!((second.qualname.as_str(), second.bare_qualname.as_str()), ("A#2.x@setter#2", "A.x"));
        let field = Parts { scope: ("A", "A"), name: "x", ..Parts::default() };
        assert_eq!(names.next(field).qualname, "A.x");
        let overload = Parts { types: "(int)", ..field };
        assert_eq!(names.next(overload).qualname, "A.x(int)");
    }

    #[test]
    fn declarations_yield_to_the_definition() {
        let mut names = Names::default();
        let announced = Parts { name: "f", is_declaration: true, ..Parts::default() };
        let [one, two] = [names.next(announced).qualname, names.next(announced).qualname];
        assert_eq!((one.as_str(), two.as_str()), ("f@declaration", "f@declaration#2"));
        assert_eq!((names.settled(&one).as_deref(), names.settled(&two).as_deref()), (Some("f"), Some("f#2")));
        assert_eq!(names.next(Parts { is_declaration: false, ..announced }).qualname, "f");
        assert_eq!((names.settled(&one), names.settled("f")), (None, None));
    }
}
