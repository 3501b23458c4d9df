//! The row of C++.

use std::sync::LazyLock;

use super::c_family::{self, ARRAY, ATTRIBUTED, FUNCTION, PARENTHESES, PLAIN_PARAMETER, POINTER};
use super::c_macros::{self, Dialect};
use super::{CallNode, Declarator, ExactType, OwnNames, Parameter, Row, Rules, Shape, Solid, naming};
use crate::syntax::grammar::Grammar;
use crate::syntax::model::Kind;
use crate::syntax::stream::Tag;

pub(in crate::syntax) static ROW: Row = Row {
    name: "cpp",
    title: "C++",
    // A header may turn from the one into the other by what is added to it.
    family: "c",
    extensions: &["cc", "cpp", "cxx", "c++", "hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp"],
    file_names: &[],
    interpreters: &[],
    language: || tree_sitter_cpp::LANGUAGE.into(),
    query: include_str!("cpp.scm"),
    grammar: LazyLock::new(|| Grammar::compile(&ROW)),
    rules: RULES,
};

const RULES: Rules = Rules {
    readable: |source| c_macros::readable(source, Dialect::Cpp),
    shapes: &[
        ("parenthesized_expression", Shape::Transparent),
        ("parenthesized_declarator", Shape::Transparent),
        ("abstract_parenthesized_declarator", Shape::Transparent),
        ("condition_clause", Shape::Transparent),
        // A parameter without a name is the same as one with it.
        ("abstract_pointer_declarator", Shape::As("pointer_declarator")),
        ("abstract_reference_declarator", Shape::As("reference_declarator")),
        ("abstract_array_declarator", Shape::As("array_declarator")),
        ("abstract_function_declarator", Shape::As("function_declarator")),
        ("identifier", Shape::Word),
        ("type_identifier", Shape::Word),
        ("field_identifier", Shape::Word),
        ("namespace_identifier", Shape::Word),
        ("statement_identifier", Shape::Word),
        ("primitive_type", Shape::Word),
        ("number_literal", Shape::Number),
        ("string_literal", Shape::String),
        ("raw_string_literal", Shape::String),
        ("char_literal", Shape::String),
        ("concatenated_string", Shape::Strings),
        ("attribute_declaration", Shape::Lexed),
        ("preproc_include", Shape::Sorted),
        ("using_declaration", Shape::Sorted),
        ("preproc_directive", Shape::Lexed),
        ("preproc_arg", Shape::Lexed),
    ],
    loud_in: &[("delete_expression", "["), ("operator_name", ","), ("fold_expression", ",")],
    labelled: &["for_statement"],
    absent_when_empty: &[
        ("translation_unit", "expression_statement"),
        ("declaration_list", "expression_statement"),
        ("compound_statement", "expression_statement"),
        ("case_statement", "expression_statement"),
        ("preproc_if", "expression_statement"),
        ("preproc_ifdef", "expression_statement"),
        ("preproc_else", "expression_statement"),
    ],
    // `decltype((x))` is another type than `decltype(x)`.
    solid: Solid {
        exact_type: Some(ExactType {
            name: "decltype(auto)",
            values: &["return_statement", "init_declarator"],
            holders: &["function_definition", "lambda_expression", "declaration"],
        }),
        ..Solid::PLAIN
    },
    wrapped_in: &[("decltype", "parenthesized_expression", "parentheses")],
    signed_number: Some("unary_expression"),
    string: c_family::string,
    number: c_family::number,
    doc_comments: &["/**", "/*!", "///", "//!"],
    live_comment: c_family::has_spliced_end,
    reflowed_comments: Some(&[]),
    overloads: true,
    declarators: &[
        POINTER,
        ARRAY,
        PARENTHESES,
        ATTRIBUTED,
        FUNCTION,
        Declarator::new("reference_declarator"),
        Declarator::new("pointer_type_declarator"),
        Declarator::new("variadic_declarator"),
        Declarator { inner: Some("name"), scope: Some("scope"), ..Declarator::new("qualified_identifier") },
        // Those of conversions, which have no other name: `operator char *()`.
        Declarator::new("abstract_pointer_declarator"),
        Declarator::new("abstract_reference_declarator"),
        Declarator::callable("abstract_function_declarator"),
    ],
    parameters: &[
        PLAIN_PARAMETER,
        Parameter {
            node: "optional_parameter_declaration",
            default: Some("default_value"),
            without: &["=", "attribute_declaration", "attribute_specifier"],
            ..PLAIN_PARAMETER
        },
        Parameter { node: "variadic_parameter_declaration", ..PLAIN_PARAMETER },
    ],
    composed_names: &[
        "operator_name",
        "operator_cast",
        "destructor_name",
        "template_function",
        "template_method",
        "template_type",
    ],
    opaque: &[
        "compound_statement",
        "parameter_list",
        "argument_list",
        "initializer_list",
        "type_descriptor",
        "base_class_clause",
        "lambda_expression",
        "requires_expression",
        "template_parameter_list",
        "template_argument_list",
    ],
    own_names: OwnNames {
        access: ".",
        objects: &[&[(Tag::Open, "field_expression"), (Tag::Other, "this")]],
        keywords: &["field_designator"],
        implicit: true,
        ..OwnNames::PLAIN
    },
    accesses: &["->", "::"],
    sections: &[
        ("access_specifier", "private", true),
        ("access_specifier", "protected", false),
        ("access_specifier", "public", false),
    ],
    kinds: &[
        Kind::Function,
        Kind::Method,
        Kind::Class,
        Kind::Enum,
        Kind::Struct,
        Kind::Module,
        Kind::Type,
        Kind::Field,
        Kind::Variable,
    ],
    naming: naming::c_family::CPP,
    calls: &[CallNode { node: "call_expression", callee: &["function"] }],
    attribute: Some(("field_expression", "argument", "field")),
    module_paths: Some(c_family::module_paths),
    packages: super::Packages { folder: false, implicit_members: true, declarations: true, ..super::Packages::PLAIN },
    ..Rules::PLAIN
};
