; What counts as a definition or an import in JavaScript.
;
; Every pattern is tried at its root node alone, and all matches at one node together describe one definition, so
; each optional part has a pattern of its own. `grammar.rs` explains the capture names. Names of parameters are only
; of use in the body, so they count there; an object pattern names what callers pass, and stays in the interface.

; -- functions
(function_declaration
  name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body) @definition.function
(function_declaration "async" @interface.modifier)
(function_declaration parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)]))
(generator_function_declaration
  name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body) @definition.function
(generator_function_declaration ["async" "*"] @interface.modifier)
(generator_function_declaration parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)]))

; -- classes
(class_declaration name: (_) @name body: (_) @body) @definition.class
(class_declaration decorator: (_) @decorator)
(class_declaration (class_heritage) @interface.bases)
(class_declaration (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)]))

; -- methods, of classes and of objects
(method_definition
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  parameters: (_) @interface.parameters
  body: (_) @body) @definition.method
(method_definition ["static" "static get" "async" "*"] @interface.modifier)
(method_definition decorator: (_) @decorator)
(method_definition ["get" "set"] @interface.modifier @suffix)
(method_definition parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)]))

; -- fields
(field_definition
  property: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  !value) @definition.variable
(field_definition
  property: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  value: (_) @body) @definition.variable
(field_definition
  property: [(property_identifier) @name (private_property_identifier) @name (string . (string_fragment) @name .)]
  value: (object) @body) @definition.object
(field_definition
  property: [(property_identifier) @name (private_property_identifier) @name (string . (string_fragment) @name .)]
  value: (class body: (_) @body)) @definition.class
(field_definition
  property: [(property_identifier) @name (private_property_identifier) @name (string . (string_fragment) @name .)]
  value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(field_definition "static" @interface.modifier)
(field_definition decorator: (_) @decorator)
(field_definition value: (_ ["async" "function" "*" "=>"] @interface.modifier))
(field_definition value: (_ parameters: (_) @interface.parameters))
(field_definition value: (arrow_function parameter: (_) @interface.parameters @body))
(field_definition value: (_ parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)])))
(field_definition value: (class (class_heritage) @interface.bases))
(field_definition value: (class (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))
(field_definition value: (class decorator: (_) @decorator))

; -- what an object holds under a name of its own: functions and classes; objects in it only lend their names
(pair
  key: [
    (property_identifier) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(pair
  key: [(property_identifier) @name (string . (string_fragment) @name .)]
  value: (class body: (_) @body)) @definition.class
(pair
  key: [(property_identifier) @name (string . (string_fragment) @name .)]
  value: (object) @body) @definition.extension
(pair value: (_ ["async" "function" "*" "=>"] @interface.modifier))
(pair value: (_ parameters: (_) @interface.parameters))
(pair value: (arrow_function parameter: (_) @interface.parameters @body))
(pair value: (_ parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)])))
(pair value: (class (class_heritage) @interface.bases))
(pair value: (class (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))
(pair value: (class decorator: (_) @decorator))

; -- variables
(lexical_declaration ["let" "const"] @interface.modifier)
(lexical_declaration (variable_declarator name: (identifier) @name !value)) @definition.variable
(lexical_declaration (variable_declarator name: (identifier) @name value: (_) @body)) @definition.variable
(lexical_declaration "const" @const (variable_declarator name: (identifier) @name !value)) @definition.variable
(lexical_declaration "const" @const (variable_declarator name: (identifier) @name value: (_) @body)) @definition.variable
(lexical_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @definition.object
(lexical_declaration "const" @const (variable_declarator name: (identifier) @name value: (object) @body)) @definition.object
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]))
  @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (_ ["async" "function" "*" "=>"] @interface.modifier)))
(lexical_declaration (variable_declarator name: (identifier) @name value: (_ parameters: (_) @interface.parameters)))
(lexical_declaration (variable_declarator
  name: (identifier) @name value: (arrow_function parameter: (_) @interface.parameters @body)))
(lexical_declaration (variable_declarator name: (identifier) @name value: (_ parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)]))))
(lexical_declaration (variable_declarator name: (identifier) @name value: (class (class_heritage) @interface.bases)))
(lexical_declaration (variable_declarator name: (identifier) @name value: (class (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)]))))
(lexical_declaration (variable_declarator name: (identifier) @name value: (class decorator: (_) @decorator)))
; Each of several has its own lines.
(lexical_declaration (variable_declarator name: (identifier) @name) @span . ",")
(lexical_declaration "," . (variable_declarator name: (identifier) @name) @span)
(variable_declaration "var" @interface.modifier)
(variable_declaration (variable_declarator name: (identifier) @name !value)) @definition.variable
(variable_declaration (variable_declarator name: (identifier) @name value: (_) @body)) @definition.variable
(variable_declaration (variable_declarator name: (identifier) @name value: (object) @body)) @definition.object
(variable_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]))
  @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: (_ ["async" "function" "*" "=>"] @interface.modifier)))
(variable_declaration (variable_declarator name: (identifier) @name value: (_ parameters: (_) @interface.parameters)))
(variable_declaration (variable_declarator
  name: (identifier) @name value: (arrow_function parameter: (_) @interface.parameters @body)))
(variable_declaration (variable_declarator name: (identifier) @name value: (_ parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)]))))
(variable_declaration (variable_declarator name: (identifier) @name value: (class (class_heritage) @interface.bases)))
(variable_declaration (variable_declarator name: (identifier) @name value: (class (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)]))))
(variable_declaration (variable_declarator name: (identifier) @name value: (class decorator: (_) @decorator)))
; Each of several has its own lines.
(variable_declaration (variable_declarator name: (identifier) @name) @span . ",")
(variable_declaration "," . (variable_declarator name: (identifier) @name) @span)

; -- names that are taken out of a value; what is not told by its key is told by the whole pattern
(lexical_declaration (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @body
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @body right: (_) @body)
    (pair_pattern key: (_) @body value: [(identifier) @name (assignment_pattern left: (identifier) @name right: (_) @body)])])
  value: (_) @body)) @definition.variable
(lexical_declaration (variable_declarator
  name: (object_pattern (rest_pattern (identifier) @name)) @body
  value: (_) @body)) @definition.variable
(lexical_declaration (variable_declarator
  name: (object_pattern (pair_pattern key: (_) @body value: [
    (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name) (pair_pattern value: (identifier) @name)]) @body
    (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name)]) @body]))
  value: (_) @body)) @definition.variable
(lexical_declaration (variable_declarator
  name: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)
    (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])]) @body
  value: (_) @body)) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @body
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @body right: (_) @body)
    (pair_pattern key: (_) @body value: [(identifier) @name (assignment_pattern left: (identifier) @name right: (_) @body)])])
  value: (_) @body)) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (object_pattern (rest_pattern (identifier) @name)) @body
  value: (_) @body)) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (object_pattern (pair_pattern key: (_) @body value: [
    (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name) (pair_pattern value: (identifier) @name)]) @body
    (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name)]) @body]))
  value: (_) @body)) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)
    (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])]) @body
  value: (_) @body)) @definition.variable
(variable_declaration (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @body
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @body right: (_) @body)
    (pair_pattern key: (_) @body value: [(identifier) @name (assignment_pattern left: (identifier) @name right: (_) @body)])])
  value: (_) @body)) @definition.variable
(variable_declaration (variable_declarator
  name: (object_pattern (rest_pattern (identifier) @name)) @body
  value: (_) @body)) @definition.variable
(variable_declaration (variable_declarator
  name: (object_pattern (pair_pattern key: (_) @body value: [
    (object_pattern [(shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name) (pair_pattern value: (identifier) @name)]) @body
    (array_pattern [(identifier) @name (assignment_pattern left: (identifier) @name)]) @body]))
  value: (_) @body)) @definition.variable
(variable_declaration (variable_declarator
  name: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)
    (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])]) @body
  value: (_) @body)) @definition.variable

; -- fields that a constructor sets
(assignment_expression left: (member_expression object: (this)) @target right: (_) @body) @definition.variable

; -- parts that are added to a function or a class: `Foo.bar = () => {}`, `Foo.prototype.bar = function () {}`
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: (class body: (_) @body)) @definition.class
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @scope property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression object: (identifier) @name property: (property_identifier) @_prototype)
  right: (object) @body
  (#eq? @_prototype "prototype")) @definition.extension

; -- CommonJS: `exports.x = …`, `module.exports.x = …`, `module.exports = …`
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: (_) @body
  (#eq? @scope "exports")) @definition.variable
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: (object) @body
  (#eq? @scope "exports")) @definition.object
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#eq? @scope "exports")) @definition.class
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#eq? @scope "exports")) @definition.function
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @scope)
    property: (property_identifier) @name)
  right: (_) @body
  (#eq? @_module "module") (#eq? @scope "exports")) @definition.variable
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @scope)
    property: (property_identifier) @name)
  right: (object) @body
  (#eq? @_module "module") (#eq? @scope "exports")) @definition.object
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @scope)
    property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#eq? @_module "module") (#eq? @scope "exports")) @definition.class
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @scope)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#eq? @_module "module") (#eq? @scope "exports")) @definition.function
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (_) @body
  (#eq? @_module "module") (#eq? @name "exports")) @definition.variable
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (object) @body
  (#eq? @_module "module") (#eq? @name "exports")) @definition.object
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#eq? @_module "module") (#eq? @name "exports")) @definition.class
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]
  (#eq? @_module "module") (#eq? @name "exports")) @definition.function
; What is assigned to a part of something may be a function or a class.
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (_ ["async" "function" "*" "=>"] @interface.modifier))
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (_ parameters: (_) @interface.parameters))
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (arrow_function parameter: (_) @interface.parameters @body))
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (_ parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)])))
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (class (class_heritage) @interface.bases))
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (class (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))
(assignment_expression left: (member_expression object: [(identifier) (member_expression)]) right: (class decorator: (_) @decorator))

; -- `export` stands around definitions; without a name it exports `default`
(export_statement declaration: (_) @inner) @span
(export_statement decorator: (_) @decorator)
(export_statement ["export" "default"] @interface.modifier)
(export_statement "default" @name value: (_) @body) @definition.variable
(export_statement "default" @name value: (object) @body) @definition.object
(export_statement "default" @name value: (class body: (_) @body)) @definition.class
(export_statement "default" @name value: [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)]) @definition.function
(export_statement value: (_ ["async" "function" "*" "=>"] @interface.modifier))
(export_statement value: (_ parameters: (_) @interface.parameters))
(export_statement value: (arrow_function parameter: (_) @interface.parameters @body))
(export_statement value: (_ parameters: (formal_parameters [
  (identifier) @body (assignment_pattern left: (identifier) @body) (rest_pattern (identifier) @body)])))
(export_statement value: (class (class_heritage) @interface.bases))
(export_statement value: (class (class_heritage [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))
(export_statement value: (class decorator: (_) @decorator))

; -- imports: one match for each name that is brought in
(import_statement . source: (string (string_fragment) @import.module))
(import_statement (import_clause (identifier) @import.default) source: (string (string_fragment) @import.module))
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string (string_fragment) @import.module))
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name !alias))) source: (string (string_fragment) @import.module))
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_) @import.alias))) source: (string (string_fragment) @import.module))

; -- names that are passed on: from elsewhere, and under another name from here
(export_statement "*" @import.name source: (string (string_fragment) @import.module))
(export_statement (namespace_export (identifier) @import.alias) source: (string (string_fragment) @import.module))
(export_statement (export_clause (export_specifier name: _ @import.name !alias)) source: (string (string_fragment) @import.module))
(export_statement (export_clause (export_specifier name: _ @import.name alias: _ @import.alias)) source: (string (string_fragment) @import.module))
(export_statement !source (export_clause (export_specifier name: (identifier) @import.name alias: _ @import.alias)))
(export_statement "default" value: (identifier) @import.as_default)
(export_statement "default" declaration: (_ name: (_) @import.as_default))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: (identifier) @import.as_default
  (#eq? @_module "module") (#eq? @_exports "exports"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @import.as_default)
  right: (class)
  (#eq? @_module "module") (#eq? @import.as_default "exports"))

; -- `require`: a module as it is, what it exports, and names taken out of it
(lexical_declaration (variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(lexical_declaration (variable_declarator
  name: (identifier) @import.default
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(lexical_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(lexical_declaration (variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(variable_declaration (variable_declarator
  name: (identifier) @import.alias
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(variable_declaration (variable_declarator
  name: (identifier) @import.default
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(variable_declaration (variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @import.name)
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
(variable_declaration (variable_declarator
  name: (object_pattern (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias))
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module))))
  (#eq? @_require "require"))
