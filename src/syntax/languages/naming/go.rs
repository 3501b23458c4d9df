//! Where names stand in Go.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const PARTS: Parts = &[
    ("*", "import_declaration", Part::Import),
    ("*", "package_clause", Part::Nothing),
    ("function_declaration", "name", Part::Local(Reach::Around)),
    ("type_spec", "name", Part::Local(Reach::Around)),
    ("type_alias", "name", Part::Local(Reach::Around)),
    ("parameter_declaration", "name", Part::Local(Reach::Scope)),
    ("variadic_parameter_declaration", "name", Part::Local(Reach::Scope)),
    ("type_parameter_declaration", "name", Part::LocalType(Reach::Scope)),
    ("short_var_declaration", "left", Part::Local(Reach::After)),
    ("var_spec", "name", Part::Local(Reach::After)),
    ("const_spec", "name", Part::Local(Reach::After)),
    ("range_clause", "left", Part::Local(Reach::Scope)),
    ("receive_statement", "left", Part::Local(Reach::After)),
    ("type_switch_statement", "alias", Part::Local(Reach::Scope)),
    // An embedded field is named after its type.
    ("field_declaration", "type", Part::Type),
    ("type_constraint", "*", Part::Type),
    ("assignment_statement", "left", Part::Write),
    ("inc_statement", "*", Part::Write),
    ("dec_statement", "*", Part::Write),
    ("expression_list", "*", Part::Same),
    ("index_expression", "*", Part::Read),
    ("unary_expression", "*", Part::Read),
    ("composite_literal", "type", Part::Call),
    ("generic_type", "type", Part::Same),
    ("keyed_element", "key", Part::Member),
];

const SCOPES: Scopes = &[
    ("function_declaration", ScopeKind::Function),
    ("method_declaration", ScopeKind::Function),
    ("func_literal", ScopeKind::Function),
    ("function_type", ScopeKind::Function),
    ("method_elem", ScopeKind::Function),
    ("block", ScopeKind::Block),
    ("for_statement", ScopeKind::Block),
    ("if_statement", ScopeKind::Block),
    ("expression_switch_statement", ScopeKind::Block),
    ("type_switch_statement", ScopeKind::Block),
    ("expression_case", ScopeKind::Block),
    ("type_case", ScopeKind::Block),
    ("communication_case", ScopeKind::Block),
    ("default_case", ScopeKind::Block),
    ("type_spec", ScopeKind::Class),
    ("type_alias", ScopeKind::Class),
];

pub(in crate::syntax) const NAMING: Naming = Naming {
    names: &["identifier", "type_identifier", "field_identifier", "package_identifier"],
    types: &["type_identifier"],
    members: &["field_identifier"],
    modules: &["interpreted_string_literal_content", "raw_string_literal_content"],
    parts: &[PARTS],
    accesses: &[("selector_expression", "field"), ("qualified_type", "name")],
    scopes: &[SCOPES],
    ..Naming::PLAIN
};
