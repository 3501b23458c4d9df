//! Where names stand in JavaScript and TypeScript.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const COMMON: Parts = &[
    ("*", "import_statement", Part::Import),
    ("*", "import_attribute", Part::Nothing),
    ("*", "decorator", Part::Plain),
    ("*", "computed_property_name", Part::Plain),
    ("function_declaration", "name", Part::Local(Reach::Around)),
    ("generator_function_declaration", "name", Part::Local(Reach::Around)),
    ("class_declaration", "name", Part::Local(Reach::Around)),
    ("function_expression", "name", Part::Local(Reach::Scope)),
    ("generator_function", "name", Part::Local(Reach::Scope)),
    ("class", "name", Part::Local(Reach::Scope)),
    ("formal_parameters", "*", Part::Local(Reach::Scope)),
    ("arrow_function", "parameter", Part::Local(Reach::Scope)),
    ("catch_clause", "parameter", Part::Local(Reach::Scope)),
    ("lexical_declaration", "variable_declarator", Part::Local(Reach::Scope)),
    ("variable_declaration", "variable_declarator", Part::Local(Reach::Function)),
    ("variable_declarator", "value", Part::Plain),
    ("for_in_statement", "left", Part::Local(Reach::Scope)),
    ("assignment_pattern", "right", Part::Plain),
    ("object_assignment_pattern", "right", Part::Plain),
    ("pair_pattern", "key", Part::Plain),
    ("assignment_expression", "left", Part::Write),
    ("augmented_assignment_expression", "left", Part::Write),
    ("update_expression", "argument", Part::Write),
    ("array_pattern", "*", Part::Same),
    ("object_pattern", "*", Part::Same),
    ("rest_pattern", "*", Part::Same),
    ("assignment_pattern", "left", Part::Same),
    ("object_assignment_pattern", "left", Part::Same),
    ("pair_pattern", "value", Part::Same),
    ("subscript_expression", "*", Part::Read),
    ("class_heritage", "*", Part::Base),
    ("call_expression require(", "arguments", Part::Import),
    ("call_expression import(", "arguments", Part::Import),
    ("call_expression", "arguments", Part::Plain),
    ("new_expression", "arguments", Part::Plain),
];

const USING: Parts = &[("using_declaration", "variable_declarator", Part::Local(Reach::Scope))];

const MARKUP: Parts = &[
    ("jsx_opening_element", "name", Part::Tag),
    ("jsx_self_closing_element", "name", Part::Tag),
    ("jsx_closing_element", "name", Part::Nothing),
    ("jsx_attribute", "property_identifier", Part::Nothing),
    ("jsx_namespace_name", "*", Part::Nothing),
];

const TYPES: Parts = &[
    ("*", "type_annotation", Part::Type),
    ("*", "type_arguments", Part::Type),
    ("*", "type_query", Part::Plain),
    ("*", "accessibility_modifier", Part::Nothing),
    ("abstract_class_declaration", "name", Part::Local(Reach::Around)),
    ("interface_declaration", "name", Part::Local(Reach::Around)),
    ("type_alias_declaration", "name", Part::Local(Reach::Around)),
    ("enum_declaration", "name", Part::Local(Reach::Around)),
    ("type_parameter", "name", Part::Local(Reach::Scope)),
    ("type_parameter", "constraint", Part::Type),
    ("type_parameter", "value", Part::Type),
    ("mapped_type_clause", "name", Part::Local(Reach::Scope)),
    ("infer_type", "type_identifier", Part::Local(Reach::Scope)),
    ("index_signature", "name", Part::Nothing),
    ("required_parameter", "value", Part::Plain),
    ("optional_parameter", "value", Part::Plain),
    ("extends_clause", "value", Part::Base),
    ("extends_type_clause", "type", Part::Base),
    ("property_signature", "name", Part::Member),
    ("method_signature", "name", Part::Member),
    ("non_null_expression", "*", Part::Same),
    ("instantiation_expression", "function", Part::Same),
    ("generic_type", "name", Part::Same),
];

const SCOPES: Scopes = &[
    ("function_declaration", ScopeKind::Function),
    ("generator_function_declaration", ScopeKind::Function),
    ("function_expression", ScopeKind::Function),
    ("generator_function", ScopeKind::Function),
    ("arrow_function", ScopeKind::Function),
    ("method_definition", ScopeKind::Function),
    ("class_static_block", ScopeKind::Function),
    ("statement_block", ScopeKind::Block),
    ("for_statement", ScopeKind::Block),
    ("for_in_statement", ScopeKind::Block),
    ("catch_clause", ScopeKind::Block),
    ("switch_body", ScopeKind::Block),
    ("class_declaration", ScopeKind::Class),
    ("class", ScopeKind::Class),
];

const TYPE_SCOPES: Scopes = &[
    ("function_signature", ScopeKind::Function),
    ("method_signature", ScopeKind::Function),
    ("abstract_method_signature", ScopeKind::Function),
    ("call_signature", ScopeKind::Function),
    ("construct_signature", ScopeKind::Function),
    ("function_type", ScopeKind::Function),
    ("constructor_type", ScopeKind::Function),
    ("index_signature", ScopeKind::Function),
    ("conditional_type", ScopeKind::Block),
    ("abstract_class_declaration", ScopeKind::Class),
    ("interface_declaration", ScopeKind::Class),
    ("type_alias_declaration", ScopeKind::Class),
];

pub(in crate::syntax) const JAVASCRIPT: Naming = Naming {
    names: &[
        "identifier",
        "property_identifier",
        "private_property_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
    ],
    members: &["property_identifier", "private_property_identifier", "shorthand_property_identifier"],
    shorthands: &["shorthand_property_identifier_pattern"],
    modules: &["string_fragment"],
    parts: &[COMMON, USING, MARKUP],
    accesses: &[("member_expression", "property")],
    scopes: &[SCOPES],
    ..Naming::PLAIN
};

pub(in crate::syntax) const TYPESCRIPT: Naming = Naming {
    names: &[
        "identifier",
        "type_identifier",
        "property_identifier",
        "private_property_identifier",
        "shorthand_property_identifier",
        "shorthand_property_identifier_pattern",
    ],
    types: &["type_identifier"],
    parts: &[COMMON, TYPES],
    accesses: &[
        ("member_expression", "property"),
        ("nested_identifier", "property"),
        ("nested_type_identifier", "name"),
    ],
    scopes: &[SCOPES, TYPE_SCOPES],
    ..JAVASCRIPT
};

pub(in crate::syntax) const TSX: Naming = Naming { parts: &[COMMON, TYPES, MARKUP], ..TYPESCRIPT };
