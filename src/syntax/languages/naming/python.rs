//! Where names stand in Python.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const PARTS: Parts = &[
    ("*", "import_statement", Part::Import),
    ("*", "import_from_statement", Part::Import),
    ("*", "future_import_statement", Part::Import),
    ("*", "type", Part::Type),
    ("*", "as_pattern_target", Part::Target(Reach::Function)),
    ("function_definition", "name", Part::Local(Reach::Around)),
    ("class_definition", "name", Part::Local(Reach::Around)),
    ("class_definition", "superclasses", Part::Base),
    ("parameters", "*", Part::Local(Reach::Scope)),
    ("lambda_parameters", "*", Part::Local(Reach::Scope)),
    ("default_parameter", "value", Part::Plain),
    ("typed_default_parameter", "value", Part::Plain),
    ("assignment", "left", Part::Target(Reach::Function)),
    ("augmented_assignment", "left", Part::Target(Reach::Function)),
    ("named_expression", "name", Part::Target(Reach::Function)),
    ("for_statement", "left", Part::Target(Reach::Function)),
    ("for_in_clause", "left", Part::Target(Reach::Scope)),
    ("except_clause", "alias", Part::Target(Reach::Function)),
    ("case_clause", "case_pattern", Part::Pattern(Reach::Function)),
    ("class_pattern", "dotted_name", Part::Plain),
    ("keyword_pattern", "identifier", Part::Member),
    ("dict_pattern", "key", Part::Plain),
    ("subscript", "value", Part::Read),
    ("subscript", "subscript", Part::Argument),
    ("call", "arguments", Part::Plain),
    ("keyword_argument", "name", Part::Nothing),
    ("keyword_argument", "value", Part::Plain),
    ("global_statement", "*", Part::Global),
    ("nonlocal_statement", "*", Part::Nothing),
];

const SCOPES: Scopes = &[
    ("function_definition", ScopeKind::Function),
    ("lambda", ScopeKind::Function),
    ("list_comprehension", ScopeKind::Block),
    ("set_comprehension", ScopeKind::Block),
    ("dictionary_comprehension", ScopeKind::Block),
    ("generator_expression", ScopeKind::Block),
    ("class_definition", ScopeKind::Class),
];

pub(in crate::syntax) const NAMING: Naming = Naming {
    parts: &[PARTS],
    accesses: &[("attribute", "attribute"), ("dotted_name", "*"), ("member_type", "*")],
    scopes: &[SCOPES],
    ..Naming::PLAIN
};
