//! Names: qualnames that are unique within a file.
//!
//! Same-named siblings are distinct constructs (SPEC 4.2). Accessors carry what their decorator says, `name@setter`;
//! what is still the same is numbered in the order of the source: `parse`, `parse#2`, `parse#3`.

use std::collections::HashMap;

/// Hands out the names of one file.
#[derive(Default)]
pub(super) struct Names {
    used: HashMap<String, u32>,
}

/// The names of one construct.
pub(super) struct Name {
    pub qualname: String,
    pub bare_qualname: String,
}

impl Names {
    /// The next construct of this name in this scope; `scope` holds the container's names.
    pub fn next(&mut self, scope: Option<(&str, &str)>, name: &str, suffix: Option<&str>) -> Name {
        let (scope, bare_scope) = scope.unzip();
        let mut qualname = join(scope, name);
        if let Some(suffix) = suffix {
            qualname.push('@');
            qualname.push_str(suffix);
        }
        let count = self.used.entry(qualname.clone()).or_insert(0);
        *count += 1;
        if *count > 1 {
            qualname.push_str(&format!("#{count}"));
        }
        Name { qualname, bare_qualname: join(bare_scope, name) }
    }
}

fn join(scope: Option<&str>, name: &str) -> String {
    scope.map_or_else(|| name.to_owned(), |scope| format!("{scope}.{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn siblings_are_told_apart() {
        let mut names = Names::default();
        assert_eq!(names.next(None, "parse", None).qualname, "parse");
        assert_eq!(names.next(None, "parse", None).qualname, "parse#2");
        assert_eq!(names.next(Some(("A#2", "A")), "x", Some("setter")).qualname, "A#2.x@setter");
        let second = names.next(Some(("A#2", "A")), "x", Some("setter"));
        assert_eq!((second.qualname.as_str(), second.bare_qualname.as_str()), ("A#2.x@setter#2", "A.x"));
        assert_eq!(names.next(Some(("A", "A")), "x", None).qualname, "A.x");
    }
}
