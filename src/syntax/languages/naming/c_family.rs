//! Where names stand in C and C++. The names in the values of macros are not seen: to the grammar they are text.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const COMMON: Parts = &[
    ("*", "preproc_include", Part::Import),
    ("*", "preproc_params", Part::Nothing),
    ("*", "ms_declspec_modifier", Part::Nothing),
    ("*", "argument_list", Part::Plain),
    ("function_definition", "declarator", Part::Local(Reach::Around)),
    // A declaration is a scope, so that the parameters of a function that is only declared are known to nobody.
    ("declaration", "declarator", Part::Local(Reach::Around)),
    ("type_definition", "declarator", Part::Local(Reach::Around)),
    ("parameter_declaration", "declarator", Part::Local(Reach::Scope)),
    ("parameter_declaration", "type", Part::Plain),
    ("init_declarator", "value", Part::Plain),
    ("array_declarator", "size", Part::Plain),
    ("compound_literal_expression", "type", Part::Call),
    ("assignment_expression", "left", Part::Write),
    ("update_expression", "argument", Part::Write),
];

const CPP_ONLY: Parts = &[
    ("*", "using_declaration", Part::Import),
    ("*", "attribute_declaration", Part::Nothing),
    ("*", "base_class_clause", Part::Base),
    ("*", "template_argument_list", Part::Plain),
    ("*", "trailing_return_type", Part::Plain),
    ("*", "requires_clause", Part::Plain),
    ("*", "noexcept", Part::Plain),
    ("declaration", "default_value", Part::Plain),
    ("declaration", "value", Part::Plain),
    ("optional_parameter_declaration", "declarator", Part::Local(Reach::Scope)),
    ("optional_parameter_declaration", "type", Part::Plain),
    ("optional_parameter_declaration", "default_value", Part::Plain),
    ("variadic_parameter_declaration", "declarator", Part::Local(Reach::Scope)),
    ("variadic_parameter_declaration", "type", Part::Plain),
    ("type_parameter_declaration", "type_identifier", Part::Local(Reach::Scope)),
    ("variadic_type_parameter_declaration", "type_identifier", Part::Local(Reach::Scope)),
    ("optional_type_parameter_declaration", "name", Part::Local(Reach::Scope)),
    ("alias_declaration", "name", Part::Local(Reach::Around)),
    ("for_range_loop", "declarator", Part::Local(Reach::Scope)),
    ("lambda_capture_initializer", "left", Part::Local(Reach::Scope)),
    ("template_function", "name", Part::Same),
    ("template_method", "name", Part::Same),
    ("template_type", "name", Part::Same),
    ("dependent_name", "*", Part::Same),
    ("new_expression", "type", Part::Call),
    ("field_initializer", "field_identifier", Part::Write),
];

const SCOPES: Scopes = &[
    ("function_definition", ScopeKind::Function),
    ("compound_statement", ScopeKind::Block),
    ("for_statement", ScopeKind::Block),
    ("if_statement", ScopeKind::Block),
    ("while_statement", ScopeKind::Block),
    ("switch_statement", ScopeKind::Block),
    ("declaration", ScopeKind::Block),
    ("field_declaration", ScopeKind::Block),
    ("type_definition", ScopeKind::Block),
    ("type_descriptor", ScopeKind::Block),
    ("struct_specifier", ScopeKind::Class),
    ("union_specifier", ScopeKind::Class),
];

const CPP_SCOPES: Scopes = &[
    ("lambda_expression", ScopeKind::Function),
    ("for_range_loop", ScopeKind::Block),
    ("catch_clause", ScopeKind::Block),
    ("class_specifier", ScopeKind::Class),
    ("template_declaration", ScopeKind::Class),
];

pub(in crate::syntax) const C: Naming = Naming {
    names: &["identifier", "type_identifier", "field_identifier"],
    types: &["type_identifier"],
    members: &["field_identifier"],
    modules: &["string_content", "system_lib_string"],
    parts: &[COMMON],
    accesses: &[("field_expression", "field")],
    scopes: &[SCOPES],
    ..Naming::PLAIN
};

pub(in crate::syntax) const CPP: Naming = Naming {
    names: &["identifier", "type_identifier", "field_identifier", "namespace_identifier"],
    parts: &[COMMON, CPP_ONLY],
    accesses: &[("field_expression", "field"), ("qualified_identifier", "name"), ("nested_namespace_specifier", "*")],
    scopes: &[SCOPES, CPP_SCOPES],
    ..C
};
