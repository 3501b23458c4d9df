//! Where the classes of a package are, for languages that keep them as Java does: a folder a package, a file a class.
//!
//! Which folders are roots is in a build file, which nobody reads here. So any folder above a file may be one, most
//! likely one below which the file's own path goes on like the package; `src/main` and `src/test` mirror each other.

use crate::syntax::model::Import;

/// Where the class of an import may be, most likely first.
pub(super) fn module_paths(from_path: &str, import: &Import, extensions: &[&str]) -> Vec<String> {
    let package: Vec<&str> = import.module.split('.').filter(|part| !part.is_empty()).collect();
    let mut stems = Vec::new();
    if let Some(name) = import.name.as_deref().filter(|name| *name != "*") {
        stems.push([&package[..], &[name]].concat());
    }
    // `import com.acme.Outer.Inner` or `import static com.acme.Outer.create`.
    let is_class = |part: &&str| part.starts_with(char::is_uppercase);
    if package.last().is_some_and(is_class) || import.name.is_none() {
        stems.push(package);
    }
    let Some(first) = stems.first().and_then(|stem| stem.first()) else { return Vec::new() };
    let roots = roots(from_path, first);
    let mut paths = Vec::new();
    for stem in &stems {
        for root in &roots {
            let path = [&root[..], &stem[..]].concat().join("/");
            add(&mut paths, &path, extensions);
        }
    }
    paths
}

/// The folders in which an import may have its package: a name of it may stand in any file there.
pub(super) fn import_folders(from_path: &str, import: &Import) -> Vec<String> {
    let package: Vec<&str> = import.module.split('.').filter(|part| !part.is_empty()).collect();
    let Some(first) = package.first() else { return Vec::new() };
    let mut folders = Vec::new();
    for root in roots(from_path, first) {
        let folder = [&root[..], &package[..]].concat().join("/");
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

/// Where a class of the same package may be: in the same folder, or in its twin among the tests or the sources.
pub(super) fn neighbours(from_path: &str, name: &str, extensions: &[&str]) -> Vec<String> {
    let folder = folder(from_path);
    let mut paths = Vec::new();
    for folder in [Some(folder.clone()), twin(&folder)].into_iter().flatten() {
        let path = [&folder[..], &[name]].concat().join("/");
        add(&mut paths, &path, extensions);
    }
    paths
}

fn add(paths: &mut Vec<String>, path: &str, extensions: &[&str]) {
    let files = extensions.iter().map(|extension| format!("{path}.{extension}"));
    for file in files {
        if !paths.contains(&file) {
            paths.push(file);
        }
    }
}

fn folder(path: &str) -> Vec<&str> {
    let mut folder: Vec<&str> = path.split('/').collect();
    folder.pop();
    folder
}

/// The folders under which a package may start that begins with `first`.
fn roots<'p>(from_path: &'p str, first: &str) -> Vec<Vec<&'p str>> {
    let folder = folder(from_path);
    let above = || (0..=folder.len()).rev().map(|depth| &folder[..depth]);
    let fits = |root: &&[&str]| folder.get(root.len()) == Some(&first);
    let likely = above().filter(fits).chain(above().filter(|root| !fits(root)));
    let likely: Vec<Vec<&str>> = likely.map(<[&str]>::to_vec).collect();
    let twins: Vec<Vec<&str>> = likely.iter().filter_map(|root| twin(root)).collect();
    let usual = [&["src", "main", "java"][..], &["src", "test", "java"], &["src"]];
    likely.into_iter().chain(twins).chain(usual.map(<[&str]>::to_vec)).collect()
}

/// `src/main/…` for `src/test/…` and the like, and the other way round.
fn twin<'p>(folder: &[&'p str]) -> Option<Vec<&'p str>> {
    let at = folder.iter().rposition(|part| *part == "src")? + 1;
    let mut twin = folder.to_vec();
    let part = twin.get_mut(at)?;
    *part = if *part == "main" { "test" } else { "main" };
    Some(twin)
}

/// Whether an escape in a comment ends it, or its line, in languages that read escapes before anything else.
pub(super) fn has_escaped_end(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        rest = &rest[at + 1..];
        let marks = rest.iter().take_while(|byte| **byte == b'u').count();
        let Some(digits) = rest.get(marks..marks + 4).filter(|_| marks > 0) else {
            // A second backslash is no start of an escape.
            rest = rest.strip_prefix(b"\\").unwrap_or(rest);
            continue;
        };
        let digits = std::str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok());
        if digits.and_then(char::from_u32).is_some_and(|c| matches!(c, '\n' | '\r' | '*' | '/')) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn import(module: &str, name: Option<&str>) -> Import {
        Import { module: module.into(), level: 0, name: name.map(Into::into), alias: None, line: 1 }
    }

    #[test]
    fn packages_start_where_the_path_goes_on_like_them() {
        let from = "app/src/test/java/com/acme/web/PageTest.java";
        let paths = module_paths(from, &import("com.acme", Some("Base")), &["java"]);
        assert_eq!(paths[0], "app/src/test/java/com/acme/Base.java");
        for path in ["app/src/main/java/com/acme/Base.java", "src/main/java/com/acme/Base.java", "com/acme/Base.java"] {
            assert!(paths.contains(&path.to_owned()), "{path} in {paths:?}");
        }
        let paths = module_paths("src/com/acme/A.java", &import("org.other", Some("B")), &["java"]);
        assert!(paths.contains(&"src/org/other/B.java".to_owned()), "{paths:?}");
    }

    #[test]
    fn nested_classes_are_in_the_file_of_the_outer_one() {
        let paths = module_paths("com/acme/A.java", &import("com.acme.Outer", Some("Inner")), &["java"]);
        assert_eq!(paths[0], "com/acme/Outer/Inner.java");
        assert!(paths.contains(&"com/acme/Outer.java".to_owned()));
        let paths = module_paths("com/acme/A.java", &import("com.acme.Outer", None), &["java"]);
        assert_eq!(paths[0], "com/acme/Outer.java");
        let paths = module_paths("com/acme/A.java", &import("com.acme.Outer", Some("*")), &["java"]);
        assert_eq!(paths[0], "com/acme/Outer.java");
        assert_eq!(module_paths("com/acme/A.java", &import("com.acme", Some("*")), &["java"]), Vec::<String>::new());
    }

    #[test]
    fn neighbours_share_the_folder_or_its_twin() {
        let paths = neighbours("app/src/test/java/com/acme/PageTest.java", "Page", &["java"]);
        assert_eq!(paths, ["app/src/test/java/com/acme/Page.java", "app/src/main/java/com/acme/Page.java"]);
        assert_eq!(neighbours("src/main/kotlin/A.kt", "B", &["kt", "java"]).len(), 4);
        assert_eq!(neighbours("A.java", "B", &["java"]), ["B.java"]);
        assert_eq!(neighbours("src/A.java", "B", &["java"]), ["src/B.java"]);
    }
}
