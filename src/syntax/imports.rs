//! Imports: the names that a file brings in, as a query finds them at one node.

use tree_sitter::{Node, StreamingIterator};

use super::captures::Capture;
use super::definitions::{Finder, compact};
use super::model::Import;

/// What a module exports without a name is called so.
const DEFAULT: &str = "default";

impl<'t> Finder<'t> {
    /// The names that the import at this node brings in.
    pub fn imports(&mut self, node: Node<'t>, imports: &mut Vec<Import>) {
        let (source, grammar) = (self.source, self.grammar);
        let mut matches = self.cursor.matches(&grammar.query, node, source);
        let line = node.start_position().row as u32 + 1;
        while let Some(found) = matches.next() {
            let mut import = Import { module: String::new(), level: 0, name: None, alias: None, line };
            let mut is_import = false;
            let (mut module, mut name) = (None, None);
            for capture in found.captures() {
                let text = compact(&source[capture.node.byte_range()]);
                is_import = true;
                match grammar.capture(capture.index) {
                    Capture::ImportModule => (import.module, module) = (text, Some(capture.node)),
                    Capture::ImportRelative => {
                        let module = text.trim_start_matches('.');
                        import.level = (text.len() - module.len()) as u32;
                        import.module = module.to_owned();
                    }
                    Capture::ImportName => (import.name, name) = (Some(text), Some(capture.node)),
                    Capture::ImportAlias => import.alias = Some(text),
                    Capture::ImportEverything => import.name = Some("*".to_owned()),
                    Capture::ImportDefault => (import.name, import.alias) = (Some(DEFAULT.to_owned()), Some(text)),
                    Capture::ImportAsDefault => (import.name, import.alias) = (Some(text), Some(DEFAULT.to_owned())),
                    Capture::Auxiliary => {}
                    _ => {
                        is_import = false;
                        break;
                    }
                }
            }
            // `import a.b.Name` may be one path to the grammar.
            if let (Some(module), Some(name)) = (module, name)
                && module.start_byte() <= name.start_byte()
                && name.end_byte() <= module.end_byte()
            {
                import.module = compact(&source[module.start_byte()..name.start_byte()]).trim_end_matches('.').into();
            }
            if is_import {
                imports.push(import);
            }
        }
        self.is_lost |= self.cursor.did_exceed_match_limit();
    }
}
