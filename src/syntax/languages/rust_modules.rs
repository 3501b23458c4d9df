//! Where the module of a Rust path is.
//!
//! A module `a::b` is `a/b.rs` or `a/b/mod.rs` below the root of its crate, which is the last `src` above a file, or the
//! folder of the file. Other crates are looked for in folders of their name; `Cargo.toml` is not read here.

use crate::syntax::model::Import;

/// The files of the module that an import names, without the imported name; most likely first.
pub(super) fn paths(from_path: &str, import: &Import) -> Vec<String> {
    let wanted: Vec<&str> = import.module.split([':', '.']).filter(|part| !part.is_empty()).collect();
    let Some((&first, rest)) = wanted.split_first() else { return Vec::new() };
    let (root, own) = module_of(from_path);
    let mut paths = Vec::new();
    match first {
        "std" | "core" | "alloc" => {}
        "crate" => add(&mut paths, &root, rest),
        "self" => add(&mut paths, &root, &[&own[..], rest].concat()),
        "super" => {
            let ups = wanted.iter().take_while(|part| **part == "super").count();
            if let Some(above) = own.len().checked_sub(ups) {
                add(&mut paths, &root, &[&own[..above], &wanted[ups..]].concat());
            }
        }
        _ => {
            add(&mut paths, &root, &[&own[..], &wanted[..]].concat());
            let folders: Vec<&str> = from_path.split('/').collect();
            let dashed = first.replace('_', "-");
            let names = if dashed == first { vec![first] } else { vec![first, &dashed] };
            for depth in (0..folders.len()).rev() {
                let above = &folders[..depth];
                for name in &names {
                    add(&mut paths, &[above, &[name, "src"]].concat(), rest);
                    add(&mut paths, &[above, &["crates", name, "src"]].concat(), rest);
                }
                // Tests, benches and examples stand beside the sources of the crate that they use.
                if !root.ends_with(&["src"]) && depth < folders.len() {
                    add(&mut paths, &[above, &["src"]].concat(), rest);
                }
            }
        }
    }
    paths
}

/// The root of the crate that a file is of, and the path of its module below it.
fn module_of(path: &str) -> (Vec<&str>, Vec<&str>) {
    let mut parts: Vec<&str> = path.split('/').collect();
    let file = parts.pop().unwrap_or_default();
    let root = parts.iter().rposition(|part| *part == "src").map_or(parts.len(), |at| at + 1);
    let mut module = parts.split_off(root);
    let stem = file.strip_suffix(".rs").unwrap_or(file);
    let is_root = module.is_empty() && matches!(stem, "lib" | "main");
    if !is_root && stem != "mod" {
        module.push(stem);
    }
    (parts, module)
}

fn add(paths: &mut Vec<String>, root: &[&str], module: &[&str]) {
    let files: &[&str] = if module.is_empty() { &["lib.rs", "main.rs"] } else { &[".rs", "/mod.rs"] };
    let folder = [root, module].concat().join("/");
    for file in files {
        let separator = if module.is_empty() && !folder.is_empty() { "/" } else { "" };
        let path = format!("{folder}{separator}{file}");
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_files_below_the_root_of_the_crate() {
        let paths = |from: &str, module: &str| {
            paths(from, &Import { module: module.into(), level: 0, name: None, alias: None, line: 1 })
        };
        assert_eq!(paths("src/a/b.rs", "crate::index::store"), ["src/index/store.rs", "src/index/store/mod.rs"]);
        assert_eq!(paths("src/a/b.rs", "crate"), ["src/lib.rs", "src/main.rs"]);
        assert_eq!(paths("src/a/b.rs", "super::c"), ["src/a/c.rs", "src/a/c/mod.rs"]);
        assert_eq!(paths("src/a/mod.rs", "self::c"), ["src/a/c.rs", "src/a/c/mod.rs"]);
        assert_eq!(paths("src/lib.rs", "super::super"), Vec::<String>::new());
        assert_eq!(paths("src/lib.rs", "std::fmt"), Vec::<String>::new());
        assert!(paths("crates/a/src/x.rs", "my_b::auth").contains(&"crates/my-b/src/auth.rs".to_owned()));
        assert!(paths("tests/suite.rs", "shop::auth").contains(&"src/auth.rs".to_owned()));
        assert!(!paths("src/main.rs", "tokio::sync").contains(&"src/src/sync.rs".to_owned()));
    }
}
