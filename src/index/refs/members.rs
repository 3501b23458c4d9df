//! Members: what stands after a type or a namespace and a dot, its own or inherited.

use super::file::{FileNames, is_type};
use super::meaning::{At, Meaning, Names, Way};
use crate::index::folders::folder;
use crate::syntax::qualname;

/// How many bases of bases are looked at.
const MAX_BASES: usize = 256;

impl Names<'_> {
    /// What stands after a construct and a dot.
    pub(super) fn below(&self, at: &[At], rest: &[&str], way: &mut Way) -> Meaning {
        let mut at = at.to_vec();
        for name in rest {
            match self.first_member(&at, name, way) {
                Some(Meaning::Constructs(found)) => at = found,
                _ => return Meaning::Unknown,
            }
        }
        Meaning::Constructs(at)
    }

    pub(super) fn first_member(&self, at: &[At], name: &str, way: &mut Way) -> Option<Meaning> {
        at.iter().find_map(|at| self.member(&*self.lookup.file(&at.path)?, &at.bare, name, way))
    }

    /// A member of a type or a namespace, its own or an inherited one.
    pub(super) fn member(&self, file: &FileNames, bare: &str, name: &str, way: &mut Way) -> Option<Meaning> {
        let wanted = format!("{bare}.{name}");
        if !file.of_bare(&wanted).is_empty() {
            return Some(Meaning::Constructs(vec![At { path: file.path.clone(), bare: wanted }]));
        }
        // Parts of a type may stand in other files of its package.
        if file.language.has_folder_packages() {
            let others = self.lookup.in_folder(folder(&file.path), name).into_iter();
            let parts: Vec<At> = others
                .filter(|path| *path != file.path)
                .filter(|path| self.lookup.file(path).is_some_and(|other| !other.of_bare(&wanted).is_empty()))
                .map(|path| At { path, bare: wanted.clone() })
                .collect();
            if !parts.is_empty() {
                return Some(Meaning::Constructs(parts));
            }
        }
        file.of_bare(bare).iter().find_map(|position| self.inherited(file, Some(*position), name, way))
    }

    /// A member that the type at a position inherits.
    pub(super) fn inherited(
        &self,
        file: &FileNames,
        position: Option<u32>,
        name: &str,
        way: &mut Way,
    ) -> Option<Meaning> {
        let position = position?;
        let kind = file.construct(position).filter(|construct| is_type(construct.kind))?;
        let here = At { path: file.path.clone(), bare: kind.bare.clone() };
        if way.bases.len() >= MAX_BASES || !way.bases.insert((here, name.to_owned())) {
            return None;
        }
        file.bases(position).iter().find_map(|base| {
            let mut other = Way { bases: std::mem::take(&mut way.bases), ..Way::default() };
            let meaning = self.written(file, kind.parent, base.qualifier.as_deref(), &base.name, &mut other);
            way.bases = other.bases;
            let Meaning::Constructs(mut bases) = meaning else { return None };
            // Constructors are not inherited: where their name stands alone, it is the type's.
            bases.retain(|at| !(file.language.has_implicit_members() && qualname::simple_name(&at.bare) == name));
            self.first_member(&bases, name, way)
        })
    }
}
