//! Where names stand in Bash: variables, and the commands that are run. Other words are text.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const PARTS: Parts = &[
    ("*", "word", Part::Nothing),
    ("command_name", "word", Part::Same),
    ("function_definition", "name", Part::Plain),
    ("command source ", "argument", Part::Import),
    ("command . ", "argument", Part::Import),
    ("*", "variable_assignment", Part::Write),
    ("variable_assignment", "name", Part::Same),
    ("variable_assignment", "value", Part::Plain),
    ("subscript", "name", Part::Same),
    ("subscript", "index", Part::Plain),
    ("for_statement", "variable", Part::Write),
    ("declaration_command local", "variable_assignment", Part::Local(Reach::Function)),
    ("declaration_command local", "variable_name", Part::Local(Reach::Function)),
    ("declaration_command declare", "variable_assignment", Part::Local(Reach::Function)),
    ("declaration_command declare", "variable_name", Part::Local(Reach::Function)),
    ("declaration_command typeset", "variable_assignment", Part::Local(Reach::Function)),
    ("declaration_command typeset", "variable_name", Part::Local(Reach::Function)),
];

const SCOPES: Scopes = &[("function_definition", ScopeKind::Function)];

pub(in crate::syntax) const NAMING: Naming = Naming {
    names: &["variable_name", "word"],
    modules: &["string_content", "raw_string"],
    parts: &[PARTS],
    scopes: &[SCOPES],
    ..Naming::PLAIN
};
