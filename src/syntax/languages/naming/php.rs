//! Where names stand in PHP. A variable belongs to the function that uses it, unless that says `global`.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const PARTS: Parts = &[
    ("*", "namespace_use_declaration", Part::Import),
    ("*", "include_expression", Part::Import),
    ("*", "include_once_expression", Part::Import),
    ("*", "require_expression", Part::Import),
    ("*", "require_once_expression", Part::Import),
    ("namespace_definition", "name", Part::Nothing),
    ("*", "base_clause", Part::Base),
    ("*", "class_interface_clause", Part::Base),
    ("*", "named_type", Part::Type),
    ("declaration_list", "use_declaration", Part::Base),
    ("enum_declaration_list", "use_declaration", Part::Base),
    ("use_declaration", "use_list", Part::Plain),
    ("variable_name", "name", Part::Variable),
    ("simple_parameter", "name", Part::Local(Reach::Scope)),
    ("variadic_parameter", "name", Part::Local(Reach::Scope)),
    ("property_promotion_parameter", "name", Part::Local(Reach::Scope)),
    ("global_declaration", "*", Part::Global),
    ("assignment_expression", "left", Part::Write),
    ("augmented_assignment_expression", "left", Part::Write),
    ("reference_assignment_expression", "left", Part::Write),
    ("update_expression", "argument", Part::Write),
    ("list_literal", "*", Part::Same),
    ("attribute", "name", Part::Leads(&Part::Call)),
    ("argument", "name", Part::Leads(&Part::Nothing)),
    ("property_hook", "name", Part::Nothing),
    ("goto_statement", "name", Part::Nothing),
    ("named_label_statement", "name", Part::Nothing),
];

const SCOPES: Scopes = &[
    ("function_definition", ScopeKind::Function),
    ("method_declaration", ScopeKind::Function),
    ("anonymous_function", ScopeKind::Function),
    ("property_hook", ScopeKind::Function),
    ("arrow_function", ScopeKind::Block),
    ("class_declaration", ScopeKind::Class),
    ("interface_declaration", ScopeKind::Class),
    ("trait_declaration", ScopeKind::Class),
    ("enum_declaration", ScopeKind::Class),
    ("anonymous_class", ScopeKind::Class),
];

pub(in crate::syntax) const NAMING: Naming = Naming {
    names: &["name"],
    modules: &["string_content"],
    parts: &[PARTS],
    accesses: &[
        ("member_access_expression", "name"),
        ("nullsafe_member_access_expression", "name"),
        ("member_call_expression", "name"),
        ("nullsafe_member_call_expression", "name"),
        ("scoped_call_expression", "name"),
        ("scoped_property_access_expression", "name"),
        ("class_constant_access_expression", "*"),
        ("qualified_name", "*"),
        ("namespace_name", "*"),
    ],
    scopes: &[SCOPES],
    words: &["this", "self", "parent", "static"],
    ..Naming::PLAIN
};
