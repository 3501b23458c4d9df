//! Imports: the names that a file brings in, as a query finds them at one node.

use tree_sitter::Node;

use super::captures::Capture;
use super::definitions::{Finder, compact};
use super::matched::Matched;
use super::model::Import;

/// What a module exports without a name is called so.
const DEFAULT: &str = "default";

impl<'t> Finder<'t> {
    /// The names that the import at this node brings in.
    pub fn imports(&mut self, node: Node<'t>, imports: &mut Vec<Import>) {
        let source = self.source;
        let line = node.start_position().row as u32 + 1;
        for found in self.matched(node).into_iter().filter(Matched::is_import) {
            let mut import = Import { module: String::new(), level: 0, name: None, alias: None, line };
            let (mut module, mut name) = (None, None);
            for (capture, node) in found.captures {
                let text = compact(&source[node.byte_range()]);
                match capture {
                    Capture::ImportModule => (import.module, module) = (text, Some(node)),
                    Capture::ImportRelative => {
                        let module = text.trim_start_matches('.');
                        import.level = (text.len() - module.len()) as u32;
                        import.module = module.to_owned();
                    }
                    Capture::ImportName => (import.name, name) = (Some(text), Some(node)),
                    Capture::ImportAlias => import.alias = Some(text),
                    Capture::ImportEverything => import.name = Some("*".to_owned()),
                    Capture::ImportDefault => (import.name, import.alias) = (Some(DEFAULT.to_owned()), Some(text)),
                    Capture::ImportAsDefault => (import.name, import.alias) = (Some(text), Some(DEFAULT.to_owned())),
                    _ => {}
                }
            }
            // `import a.b.Name` may be one path to the grammar.
            if let (Some(module), Some(name)) = (module, name)
                && module.start_byte() <= name.start_byte()
                && name.end_byte() <= module.end_byte()
            {
                import.module = compact(&source[module.start_byte()..name.start_byte()]).trim_end_matches('.').into();
            }
            imports.push(import);
        }
    }
}
