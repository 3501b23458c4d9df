//! Where names stand in Ruby. A bare name that nothing binds may be a call; the tree does not say so.

use super::{Naming, Part, Parts, Reach, ScopeKind, Scopes};

const PARTS: Parts = &[
    ("*", "superclass", Part::Base),
    ("*", "exception_variable", Part::Target(Reach::Function)),
    ("method_parameters", "*", Part::Local(Reach::Scope)),
    ("block_parameters", "*", Part::Local(Reach::Scope)),
    ("lambda_parameters", "*", Part::Local(Reach::Scope)),
    ("optional_parameter", "value", Part::Plain),
    ("keyword_parameter", "value", Part::Plain),
    ("assignment", "left", Part::Target(Reach::Function)),
    ("operator_assignment", "left", Part::Target(Reach::Function)),
    ("for", "pattern", Part::Target(Reach::Function)),
    ("in_clause", "pattern", Part::Pattern(Reach::Function)),
    ("match_pattern", "pattern", Part::Pattern(Reach::Function)),
    ("test_pattern", "pattern", Part::Pattern(Reach::Function)),
    ("array_pattern", "class", Part::Plain),
    ("find_pattern", "class", Part::Plain),
    ("hash_pattern", "class", Part::Plain),
    ("expression_reference_pattern", "*", Part::Plain),
    ("variable_reference_pattern", "*", Part::Plain),
    ("element_reference", "*", Part::Read),
    ("call require", "arguments", Part::Import),
    ("call", "arguments", Part::Plain),
    ("call", "block", Part::Plain),
];

const SCOPES: Scopes = &[
    ("method", ScopeKind::Function),
    ("singleton_method", ScopeKind::Function),
    ("block", ScopeKind::Function),
    ("do_block", ScopeKind::Function),
    ("lambda", ScopeKind::Function),
    ("class", ScopeKind::Class),
    ("singleton_class", ScopeKind::Class),
    ("module", ScopeKind::Class),
];

pub(in crate::syntax) const NAMING: Naming = Naming {
    names: &["identifier", "constant", "instance_variable", "class_variable", "global_variable"],
    members: &["instance_variable", "class_variable"],
    modules: &["string_content"],
    parts: &[PARTS],
    accesses: &[("call", "method"), ("scope_resolution", "name")],
    scopes: &[SCOPES],
    // Neither a constant nor `$x` is a local.
    binds: |name| !name.first().is_some_and(|first| first.is_ascii_uppercase() || *first == b'$'),
    ..Naming::PLAIN
};
