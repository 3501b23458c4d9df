//! Where names stand in Kotlin.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const PARTS: Parts = &[
    ("*", "import", Part::Import),
    ("*", "package_header", Part::Nothing),
    ("*", "user_type", Part::Type),
    ("*", "type_arguments", Part::Type),
    ("*", "value_arguments", Part::Plain),
    ("*", "modifiers", Part::Plain),
    ("*", "delegation_specifiers", Part::Base),
    ("delegation_specifier", "user_type", Part::Same),
    ("explicit_delegation", "user_type", Part::Same),
    ("explicit_delegation", "*", Part::Plain),
    ("constructor_invocation", "user_type", Part::Same),
    ("annotation", "constructor_invocation", Part::Call),
    ("annotation", "user_type", Part::Plain),
    ("file_annotation", "constructor_invocation", Part::Call),
    ("file_annotation", "user_type", Part::Plain),
    ("class_declaration", "name", Part::Local(Reach::Around)),
    ("object_declaration", "name", Part::Local(Reach::Around)),
    ("function_declaration", "name", Part::Local(Reach::Around)),
    ("type_parameter", "identifier", Part::Local(Reach::Scope)),
    ("class_parameter", "identifier", Part::Leads(&Part::Local(Reach::Scope))),
    ("parameter", "identifier", Part::Local(Reach::Scope)),
    ("setter", "identifier", Part::Local(Reach::Scope)),
    ("catch_block", "identifier", Part::Local(Reach::Scope)),
    ("lambda_parameters", "*", Part::Local(Reach::Scope)),
    ("for_statement", "variable_declaration", Part::Local(Reach::Scope)),
    ("for_statement", "multi_variable_declaration", Part::Local(Reach::Scope)),
    ("when_subject", "variable_declaration", Part::Local(Reach::Scope)),
    ("property_declaration", "variable_declaration", Part::Local(Reach::After)),
    ("property_declaration", "multi_variable_declaration", Part::Local(Reach::After)),
    ("value_argument", "identifier", Part::Leads(&Part::Nothing)),
    ("assignment", "left", Part::Write),
    ("return_expression", "label", Part::Nothing),
    ("this_expression", "*", Part::Nothing),
    ("super_expression", "identifier", Part::Nothing),
];

const SCOPES: Scopes = &[
    ("function_declaration", ScopeKind::Function),
    ("anonymous_function", ScopeKind::Function),
    ("lambda_literal", ScopeKind::Function),
    ("secondary_constructor", ScopeKind::Function),
    ("anonymous_initializer", ScopeKind::Function),
    ("getter", ScopeKind::Function),
    ("setter", ScopeKind::Function),
    ("function_type", ScopeKind::Function),
    ("block", ScopeKind::Block),
    ("for_statement", ScopeKind::Block),
    ("when_expression", ScopeKind::Block),
    ("catch_block", ScopeKind::Block),
    ("class_declaration", ScopeKind::Class),
    ("object_declaration", ScopeKind::Class),
    ("companion_object", ScopeKind::Class),
    ("object_literal", ScopeKind::Class),
    ("type_alias", ScopeKind::Class),
];

pub(in crate::syntax) const NAMING: Naming = Naming {
    parts: &[PARTS],
    accesses: &[
        ("navigation_expression", "identifier"),
        ("qualified_identifier", "*"),
        ("callable_reference", "*"),
        ("user_type", "*"),
    ],
    scopes: &[SCOPES],
    // The parameter of a lambda that names none, and what the grammar takes for a name.
    words: &["it", "null", "true", "false"],
    ..Naming::PLAIN
};
