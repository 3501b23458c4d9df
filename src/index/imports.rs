//! Imports: where that may be which a file brings in.
//!
//! A language says which files or folders of a repository an import may mean, most likely first; whether they are there is
//! another question, and may change without the file that imports. So that whoever appears finds those who wait for it,
//! every import also has *stems*: the last words of all places that it may mean. There are few of them, while the places
//! are as many as folders times extensions.

use std::collections::BTreeSet;

use super::folders::folder;
use crate::syntax::{Import, Language};

/// Brings in everything.
const EVERYTHING: &str = "*";

/// Where an import may lead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    File(String),
    /// All files right in a folder.
    Folder(String),
}

/// Where the module of an import may be, most likely first.
pub fn places(language: Language, from_path: &str, import: &Import) -> Vec<Place> {
    let files = language.import_paths(from_path, import).into_iter().map(Place::File);
    files.chain(language.import_folders(from_path, import).into_iter().map(Place::Folder)).collect()
}

/// The import of the name as a module: `from package import module`. `None` where modules are written as paths of files.
pub fn as_module(import: &Import) -> Option<Import> {
    let name = import.name.as_deref().filter(|name| *name != EVERYTHING)?;
    if import.module.contains('/') {
        return None;
    }
    let module = if import.module.is_empty() { name.to_owned() } else { format!("{}.{name}", import.module) };
    Some(Import { module, name: None, ..import.clone() })
}

/// All that an import depends on: what it names, the module that it takes it from, and the module that it may name.
pub fn modules(import: &Import) -> impl Iterator<Item = Import> {
    let module = import.name.is_some().then(|| Import { name: None, ..import.clone() });
    [Some(import.clone()), module, as_module(import)].into_iter().flatten()
}

/// The name under which a file knows what it imports; `None` for everything of a module, and for nothing of it.
pub fn local(import: &Import) -> Option<&str> {
    match (import.alias.as_deref(), import.name.as_deref()) {
        (Some("_" | "."), _) | (None, Some(EVERYTHING)) => None,
        (Some(alias), _) => Some(alias),
        (None, Some(name)) => Some(name),
        // A file that is run, not named.
        (None, None) if import.module.starts_with('.') => None,
        (None, None) => {
            let mut words = import.module.rsplit('/');
            let last = words.next().unwrap_or_default();
            if !import.module.contains('/') {
                return last.split('.').next();
            }
            // `acme.dev/shop/v2` is called `shop`.
            let is_version = last.strip_prefix('v').is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()));
            if is_version { words.next() } else { Some(last) }
        }
    }
}

/// What follows the name of a module or of what is imported from it in a dotted name; `None` where another module is
/// named.
pub fn after_module<'p, 'n>(import: &Import, parts: &'p [&'n str]) -> Option<&'p [&'n str]> {
    if import.name.is_some() || import.alias.is_some() || import.module.contains('/') {
        return Some(&parts[1..]);
    }
    // `import a.b` makes `a.b`, and `a` too.
    let words = import.module.split('.').count().min(parts.len());
    import.module.split('.').zip(parts).all(|(word, part)| word == *part).then(|| &parts[words..])
}

/// Whether it brings in everything that a module has.
pub fn is_star(import: &Import) -> bool {
    import.name.as_deref() == Some(EVERYTHING) && import.alias.is_none() || import.alias.as_deref() == Some(".")
}

/// Whether files of the one may mention what is defined in files of the other.
pub fn see_each_other(one: Language, other: Language) -> bool {
    let sees = |one: Language, other: Language| {
        one.neighbours("a", "a")
            .iter()
            .any(|path| path.rsplit_once('.').is_some_and(|(_, extension)| other.extensions().contains(&extension)))
    };
    one.is_akin(other) || one.title() == other.title() || sees(one, other) || sees(other, one)
}

/// What the places of all these imports end with: a file that appears has one of them, see [`stems_of`].
pub fn stems(language: Language, from_path: &str, imports: &[Import]) -> BTreeSet<String> {
    let mut stems = BTreeSet::new();
    for import in imports {
        for place in modules(import).flat_map(|import| places(language, from_path, &import)) {
            stems.insert(match place {
                Place::File(path) => stem(&path).to_owned(),
                Place::Folder(folder) => folder_stem(&folder),
            });
        }
    }
    stems
}

/// The stems by which imports may mean a file: its own and that of its folder.
pub fn stems_of(path: &str) -> [String; 2] {
    [stem(path).to_owned(), folder_stem(folder(path))]
}

/// Its last word without extensions; the folder's where the file stands for its folder.
fn stem(path: &str) -> &str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    match file.split('.').next().unwrap_or(file) {
        "__init__" | "index" | "mod" | "lib" | "main" => folder.rsplit('/').next().unwrap_or(folder),
        stem => stem,
    }
}

fn folder_stem(folder: &str) -> String {
    format!("{}/", folder.rsplit('/').next().unwrap_or(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(module: &str, name: Option<&str>, alias: Option<&str>) -> Import {
        Import { module: module.into(), level: 0, name: name.map(Into::into), alias: alias.map(Into::into), line: 1 }
    }

    #[test]
    fn names_that_a_file_gets() {
        for (module, name, alias, expected) in [
            ("a.b", None, None, Some("a")),
            ("a.b", None, Some("c"), Some("c")),
            ("a", Some("f"), None, Some("f")),
            ("a", Some("f"), Some("g"), Some("g")),
            ("a", Some("*"), None, None),
            ("acme.dev/shop/auth", None, None, Some("auth")),
            ("acme.dev/shop/v2", None, None, Some("shop")),
            ("acme.dev/shop", None, Some("_"), None),
            ("./polyfill", None, None, None),
        ] {
            assert_eq!(local(&import(module, name, alias)), expected, "{module} {name:?} {alias:?}");
        }
    }

    /// Whatever place an import may mean, the file there has one of the import's stems.
    #[test]
    fn a_file_that_appears_finds_those_who_wait_for_it() {
        for (language, from, import) in [
            ("python", "shop/web/a.py", import("core.auth", Some("login"), None)),
            ("typescript", "web/a.ts", import("./auth", Some("login"), None)),
            ("java", "src/main/java/com/acme/A.java", import("com.acme.auth", Some("*"), None)),
            ("go", "cmd/main.go", import("acme.dev/shop/auth", None, None)),
            ("rust", "src/a/b.rs", import("crate::auth", Some("login"), None)),
        ] {
            let language = Language::by_name(language).expect("a language");
            let stems = stems(language, from, std::slice::from_ref(&import));
            for import in modules(&import) {
                for place in places(language, from, &import) {
                    let path = match place {
                        Place::File(path) => path,
                        Place::Folder(folder) => format!("{folder}/x.go"),
                    };
                    assert!(stems_of(&path).iter().any(|stem| stems.contains(stem)), "{path}: {stems:?}");
                }
            }
            assert!(!stems.is_empty() && stems.len() <= 4, "{stems:?}");
        }
    }
}
