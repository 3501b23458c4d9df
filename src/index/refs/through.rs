//! Through imports: what somebody gets who imports a name, in whatever file that one got it from.

use std::sync::Arc;

use super::file::FileNames;
use super::meaning::{At, Meaning, Names, Way};
use crate::index::imports::{Place, as_module, is_star, places};
use crate::syntax::Import;

/// How many imports of imports are followed.
const MAX_REEXPORTS: usize = 8;

impl Names<'_> {
    /// What an import leads to; `rest` follows the name that it gave, or the module.
    pub(super) fn through(&self, file: &FileNames, import: &Import, rest: &[&str], way: &mut Way) -> Meaning {
        let named = import.name.as_deref().filter(|_| !is_star(import));
        let wanted: Vec<&str> = named.into_iter().chain(rest.iter().copied()).collect();
        let mut is_there = false;
        for place in places(file.language, &file.path, import) {
            match self.at_place(&place, &wanted, way) {
                Some(Some(found)) => return found,
                Some(None) => is_there = true,
                None => {}
            }
        }
        if let Some(module) = as_module(import) {
            for place in places(file.language, &file.path, &module) {
                match self.at_place(&place, rest, way) {
                    Some(Some(found)) => return found,
                    Some(None) => is_there = true,
                    None => {}
                }
            }
        }
        if is_there { Meaning::Elsewhere } else { Meaning::Outside(import.module.clone()) }
    }

    /// What a name leads to at a place: `None` where nothing is there, `Some(None)` where no such name is.
    fn at_place(&self, place: &Place, wanted: &[&str], way: &mut Way) -> Option<Option<Meaning>> {
        match place {
            Place::File(path) => {
                let file = self.lookup.file(path)?;
                Some(if wanted.is_empty() {
                    Some(Meaning::Module(path.clone()))
                } else {
                    self.exported(&file, wanted, way)
                })
            }
            Place::Folder(path) => {
                if !self.lookup.has_folder(path) {
                    return None;
                }
                let Some((first, rest)) = wanted.split_first() else {
                    return Some(Some(Meaning::Module(path.clone())));
                };
                let defining = self.lookup.in_folder(path, first).into_iter().filter_map(|path| {
                    let bare = self.lookup.file(&path)?.outer(first)?.to_owned();
                    Some(At { path, bare })
                });
                let found: Vec<At> = defining.collect();
                Some((!found.is_empty()).then(|| self.below(&found, rest, way)))
            }
        }
    }

    /// What somebody gets who imports a name from this file.
    fn exported(&self, file: &Arc<FileNames>, wanted: &[&str], way: &mut Way) -> Option<Meaning> {
        if way.depth > MAX_REEXPORTS || !way.asked.insert((file.path.clone(), wanted.join("."))) {
            return None;
        }
        let (first, rest) = (wanted[0], &wanted[1..]);
        if let Some(bare) = file.outer(first) {
            return Some(self.below(&[At { path: file.path.clone(), bare: bare.to_owned() }], rest, way));
        }
        // `exports.login = …`
        if let Some(bare) = file.exported(first) {
            return Some(self.below(&[At { path: file.path.clone(), bare }], rest, way));
        }
        // `import static com.acme.Limits.MAX`: what the type has that the file is named after.
        if file.language.has_folder_packages() {
            let stem = file.path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or_default();
            if let Some(kind) = file.outer(stem)
                && let Some(Meaning::Constructs(found)) = self.member(file, kind, first, way)
            {
                return Some(self.below(&found, rest, way));
            }
        }
        way.depth += 1;
        let named = file.imports_of(first).map(|import| (import, rest));
        let mut found = None;
        for (import, rest) in named.chain(file.stars().map(|import| (import, wanted))) {
            match self.through(file, import, rest, way) {
                meaning @ (Meaning::Constructs(_) | Meaning::Module(_) | Meaning::Unknown) => {
                    found = Some(meaning);
                    break;
                }
                meaning @ Meaning::Outside(_) if !is_star(import) => found = found.or(Some(meaning)),
                _ => {}
            }
        }
        way.depth -= 1;
        found
    }
}
