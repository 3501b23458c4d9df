//! Where the package of a Go import is: a folder.
//!
//! An import starts with the path of a module, which `go.mod` names and nobody reads here; what follows is a folder below
//! the module's root. So any end of the path may be the folder, the longest most likely. Packages of the standard
//! library are in no repository but its own.

use crate::syntax::model::Import;

/// What paths into the standard library start with.
const STANDARD: &[&str] = &[
    "archive",
    "bufio",
    "builtin",
    "bytes",
    "cmp",
    "compress",
    "container",
    "context",
    "crypto",
    "database",
    "debug",
    "embed",
    "encoding",
    "errors",
    "expvar",
    "flag",
    "fmt",
    "go",
    "hash",
    "html",
    "image",
    "index",
    "io",
    "iter",
    "log",
    "maps",
    "math",
    "mime",
    "net",
    "os",
    "path",
    "plugin",
    "reflect",
    "regexp",
    "runtime",
    "slices",
    "sort",
    "strconv",
    "strings",
    "structs",
    "sync",
    "syscall",
    "testing",
    "text",
    "time",
    "unicode",
    "unique",
    "unsafe",
    "weak",
];

/// The folders that an import may mean, most likely first.
pub(super) fn folders(_from_path: &str, import: &Import) -> Vec<String> {
    let parts: Vec<&str> = import.module.split('/').filter(|part| !part.is_empty()).collect();
    match parts.first() {
        None | Some(&("." | "..")) => Vec::new(),
        Some(first) if STANDARD.contains(first) => Vec::new(),
        Some(_) => (0..parts.len()).map(|start| parts[start..].join("/")).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_end_of_the_path_but_not_the_standard_library() {
        let folders = |module: &str| {
            folders("a.go", &Import { module: module.into(), level: 0, name: None, alias: None, line: 1 })
        };
        assert_eq!(folders("acme.dev/shop/auth"), ["acme.dev/shop/auth", "shop/auth", "auth"]);
        assert_eq!(folders("net/http"), Vec::<String>::new());
    }
}
