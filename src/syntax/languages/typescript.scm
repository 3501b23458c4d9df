; What counts as a definition or an import in TypeScript, with and without JSX.
;
; Every pattern is tried at its root node alone, and all matches at one node together describe one definition, so
; each optional part has a pattern of its own. `captures.rs` explains the capture names. Names of parameters are only
; of use in the body, so they count there; an object pattern names what callers pass, and stays in the interface.
;
; What is plain JavaScript has to read as in `javascript.scm`: files are renamed from one to the other.

; -- functions
(function_declaration
  name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body) @definition.function
(function_declaration "async" @interface.modifier)
(function_declaration parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @body (rest_pattern (identifier) @body)])
  (optional_parameter pattern: (identifier) @body)]))
(function_declaration return_type: (_ (_) @interface.returns))
(function_declaration type_parameters: (_) @interface.type_parameters)
(generator_function_declaration
  name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body) @definition.function
(generator_function_declaration ["async" "*"] @interface.modifier)
(generator_function_declaration parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @body (rest_pattern (identifier) @body)])
  (optional_parameter pattern: (identifier) @body)]))
(generator_function_declaration return_type: (_ (_) @interface.returns))
(generator_function_declaration type_parameters: (_) @interface.type_parameters)
; An overload, or a function that is defined elsewhere.
(function_signature name: (identifier) @name parameters: (_) @interface.parameters) @definition.function @declaration
(function_signature "async" @interface.modifier)
(function_signature parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @omit (rest_pattern (identifier) @omit)])
  (optional_parameter pattern: (identifier) @omit)]))
(function_signature return_type: (_ (_) @interface.returns))
(function_signature type_parameters: (_) @interface.type_parameters)

; -- classes
(class_declaration name: (_) @name body: (_) @body) @definition.class
(class_declaration decorator: (_) @decorator)
(class_declaration type_parameters: (_) @interface.type_parameters)
(class_declaration (class_heritage) @interface.bases)
(class_declaration (class_heritage (extends_clause value: [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))
(abstract_class_declaration name: (_) @name body: (_) @body) @definition.class
(abstract_class_declaration "abstract" @interface.modifier)
(abstract_class_declaration decorator: (_) @decorator)
(abstract_class_declaration type_parameters: (_) @interface.type_parameters)
(abstract_class_declaration (class_heritage) @interface.bases)
(abstract_class_declaration (class_heritage (extends_clause value: [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))

; -- what a name can stand for: functions, classes and objects. They have no `@name` of their own
(arrow_function body: (_) @body) @definition.function
(arrow_function ["async" "=>"] @interface.modifier)
(arrow_function parameters: (_) @interface.parameters)
(arrow_function parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @body (rest_pattern (identifier) @body)])
  (optional_parameter pattern: (identifier) @body)]))
(arrow_function parameter: (_) @interface.parameters @body)
(arrow_function return_type: (_ (_) @interface.returns))
(arrow_function type_parameters: (_) @interface.type_parameters)
(function_expression body: (_) @body) @definition.function
(function_expression ["async" "function"] @interface.modifier)
(function_expression parameters: (_) @interface.parameters)
(function_expression parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @body (rest_pattern (identifier) @body)])
  (optional_parameter pattern: (identifier) @body)]))
(function_expression return_type: (_ (_) @interface.returns))
(function_expression type_parameters: (_) @interface.type_parameters)
(generator_function body: (_) @body) @definition.function
(generator_function ["async" "*"] @interface.modifier)
(generator_function parameters: (_) @interface.parameters)
(generator_function parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @body (rest_pattern (identifier) @body)])
  (optional_parameter pattern: (identifier) @body)]))
(generator_function return_type: (_ (_) @interface.returns))
(generator_function type_parameters: (_) @interface.type_parameters)
(class body: (_) @body) @definition.class
(class decorator: (_) @decorator)
(class type_parameters: (_) @interface.type_parameters)
(class (class_heritage) @interface.bases)
(class (class_heritage (extends_clause value: [(identifier) @base (member_expression) @base (parenthesized_expression [(identifier) (member_expression)] @base)])))
(object) @body @definition.object
(as_expression . (object) @body) @definition.object
(as_expression . (object) (_) @interface.type)
(as_expression . (object) "const" @interface.type)
(satisfies_expression . (object) @body) @definition.object
(satisfies_expression . (object) "satisfies" @interface.type)
(satisfies_expression . (object) (_) @interface.type)

; -- interfaces, and what they hold under a name
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(interface_declaration type_parameters: (_) @interface.type_parameters)
(interface_declaration (extends_type_clause) @interface.bases)
(interface_declaration (extends_type_clause [
  (type_identifier) @base (nested_type_identifier) @base (generic_type name: (_) @base)]))
(property_signature
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]) @definition.variable
(property_signature ["readonly" "?"] @interface.modifier)
(property_signature type: (_) @interface.type)

; -- enums: each name stands in the body itself
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_declaration "const" @interface.modifier)
(enum_body name: [(property_identifier) @name (string . (string_fragment) @name .)] @definition.constant)
(enum_body (enum_assignment
  name: [(property_identifier) @name (string . (string_fragment) @name .)] value: (_) @body) @definition.constant)

; -- types
(type_alias_declaration name: (_) @name value: (_) @body) @definition.type
(type_alias_declaration type_parameters: (_) @interface.type_parameters)

; -- namespaces and modules
(internal_module name: [(identifier) (nested_identifier)] @name body: (_) @body) @definition.module
(module name: [(identifier) @name (nested_identifier) @name (string . (string_fragment) @name .)]) @definition.module
(module body: (_) @body)
(ambient_declaration "global" @name (statement_block) @body) @definition.module

; -- `declare` stands around definitions
(ambient_declaration [
  (function_signature) (class_declaration) (abstract_class_declaration) (interface_declaration) (enum_declaration)
  (type_alias_declaration) (internal_module) (module) (lexical_declaration) (variable_declaration)
  (function_declaration) (generator_function_declaration)] @inner) @span
(ambient_declaration "declare" @interface.modifier)

; -- methods, of classes and of objects
(method_definition
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  parameters: (_) @interface.parameters
  body: (_) @body) @definition.method
(method_definition ["static" "async" "*" "readonly" "?"] @interface.modifier)
(method_definition ["get" "set"] @interface.modifier @suffix)
(method_definition parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @body (rest_pattern (identifier) @body)])
  (optional_parameter pattern: (identifier) @body)]))
(method_definition return_type: (_ (_) @interface.returns))
(method_definition type_parameters: (_) @interface.type_parameters)
(method_definition [(accessibility_modifier) (override_modifier)] @interface.modifier)
(method_definition (accessibility_modifier "private" @private))
; An overload in a class; in an interface, where nothing else is of its name, the method itself.
(method_signature
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  parameters: (_) @interface.parameters) @definition.method @declaration
(method_signature ["static" "async" "*" "readonly" "?"] @interface.modifier)
(method_signature ["get" "set"] @interface.modifier @suffix)
(method_signature parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @omit (rest_pattern (identifier) @omit)])
  (optional_parameter pattern: (identifier) @omit)]))
(method_signature return_type: (_ (_) @interface.returns))
(method_signature type_parameters: (_) @interface.type_parameters)
(method_signature [(accessibility_modifier) (override_modifier)] @interface.modifier)
(method_signature (accessibility_modifier "private" @private))
(abstract_method_signature
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  parameters: (_) @interface.parameters) @definition.method
(abstract_method_signature ["abstract" "*" "?"] @interface.modifier)
(abstract_method_signature ["get" "set"] @interface.modifier @suffix)
(abstract_method_signature parameters: (formal_parameters [
  (required_parameter pattern: [(identifier) @omit (rest_pattern (identifier) @omit)])
  (optional_parameter pattern: (identifier) @omit)]))
(abstract_method_signature return_type: (_ (_) @interface.returns))
(abstract_method_signature type_parameters: (_) @interface.type_parameters)
(abstract_method_signature [(accessibility_modifier) (override_modifier)] @interface.modifier)
(abstract_method_signature (accessibility_modifier "private" @private))

; -- fields
(public_field_definition
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]) @definition.variable
(public_field_definition
  name: [
    (property_identifier) @name (private_property_identifier) @name (number) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  value: (_) @body @value) @definition.variable
(public_field_definition "static" "readonly" @const
  name: [(property_identifier) (private_property_identifier)] @name value: (_) @body @value) @definition.variable
(public_field_definition ["static" "readonly" "declare" "abstract" "accessor" "?" "!"] @interface.modifier)
(public_field_definition [(accessibility_modifier) (override_modifier)] @interface.modifier)
(public_field_definition (accessibility_modifier "private" @private))
(public_field_definition type: (_) @interface.type)
(public_field_definition decorator: (_) @decorator)
; Parameters that are fields as well.
(required_parameter
  ["readonly" (accessibility_modifier) (override_modifier)] pattern: (identifier) @name) @definition.variable
(required_parameter ["readonly" (accessibility_modifier) (override_modifier)] @interface.modifier)
(required_parameter (accessibility_modifier "private" @private))
(required_parameter decorator: (_) @decorator)
(required_parameter type: (_) @interface.type)
(required_parameter value: (_) @body)
(optional_parameter
  ["readonly" (accessibility_modifier) (override_modifier)] pattern: (identifier) @name) @definition.variable
(optional_parameter ["readonly" (accessibility_modifier) (override_modifier) "?"] @interface.modifier)
(optional_parameter (accessibility_modifier "private" @private))
(optional_parameter decorator: (_) @decorator)
(optional_parameter type: (_) @interface.type)
(optional_parameter value: (_) @body)

; -- what an object holds under a name: functions and classes; the objects in it only lend their names
(pair
  key: [
    (property_identifier) @name
    (string . (string_fragment) @name .)
    (computed_property_name [(identifier) @name (string . (string_fragment) @name .)])
    (computed_property_name (member_expression object: (identifier) @suffix property: (property_identifier) @name))]
  value: (_) @value) @span
(pair key: [(property_identifier) @name (string . (string_fragment) @name .)] value: (object) @body) @definition.extension

; -- variables
(lexical_declaration ["let" "const"] @interface.modifier)
(lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable
(lexical_declaration (variable_declarator name: (identifier) @name value: (_) @body @value)) @definition.variable
(lexical_declaration "const" @const (variable_declarator name: (identifier) @name)) @definition.variable
(lexical_declaration "const" @const (variable_declarator name: (identifier) @name value: (_) @body @value)) @definition.variable
(lexical_declaration (variable_declarator name: (identifier) @name type: (_) @interface.type))
(lexical_declaration (variable_declarator name: (identifier) @name "!" @interface.modifier))
(lexical_declaration (variable_declarator name: (identifier) @name) @span . ",")
(lexical_declaration "," . (variable_declarator name: (identifier) @name) @span)
(variable_declaration "var" @interface.modifier)
(variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable
(variable_declaration (variable_declarator name: (identifier) @name value: (_) @body @value)) @definition.variable
(variable_declaration (variable_declarator name: (identifier) @name type: (_) @interface.type))
(variable_declaration (variable_declarator name: (identifier) @name "!" @interface.modifier))
(variable_declaration (variable_declarator name: (identifier) @name) @span . ",")
(variable_declaration "," . (variable_declarator name: (identifier) @name) @span)

; -- names that are taken out of a value: each is told by its key, or else by the whole pattern. They may be many, so the
; value, and the module of an import, has a pattern of its own (`@with`, `@shared`)
(lexical_declaration (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @body
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @body right: (_) @body)
    (pair_pattern key: (_) @body value: [
      (identifier) @name (assignment_pattern left: (identifier) @name right: (_) @body)])])
  ) @with.value) @definition.variable
(lexical_declaration (variable_declarator
  name: (object_pattern [
    (rest_pattern (identifier) @name)
    (pair_pattern value: (object_pattern [
      (shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name)
      (pair_pattern value: (identifier) @name)]))]) @body
  ) @with.value) @definition.variable
(lexical_declaration (variable_declarator
  name: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)
    (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])]) @body
  ) @with.value) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @body
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @body right: (_) @body)
    (pair_pattern key: (_) @body value: [
      (identifier) @name (assignment_pattern left: (identifier) @name right: (_) @body)])])
  ) @with.value) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (object_pattern [
    (rest_pattern (identifier) @name)
    (pair_pattern value: (object_pattern [
      (shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name)
      (pair_pattern value: (identifier) @name)]))]) @body
  ) @with.value) @definition.variable
(lexical_declaration "const" @const (variable_declarator
  name: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)
    (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])]) @body
  ) @with.value) @definition.variable
(variable_declaration (variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @name @body
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name @body right: (_) @body)
    (pair_pattern key: (_) @body value: [
      (identifier) @name (assignment_pattern left: (identifier) @name right: (_) @body)])])
  ) @with.value) @definition.variable
(variable_declaration (variable_declarator
  name: (object_pattern [
    (rest_pattern (identifier) @name)
    (pair_pattern value: (object_pattern [
      (shorthand_property_identifier_pattern) @name (object_assignment_pattern left: (_) @name)
      (pair_pattern value: (identifier) @name)]))]) @body
  ) @with.value) @definition.variable
(variable_declaration (variable_declarator
  name: (array_pattern [
    (identifier) @name (assignment_pattern left: (identifier) @name) (rest_pattern (identifier) @name)
    (object_pattern [(shorthand_property_identifier_pattern) @name (pair_pattern value: (identifier) @name)])]) @body
  ) @with.value) @definition.variable

(variable_declarator value: (_) @body) @shared.value

; -- fields that a constructor sets
(assignment_expression left: (member_expression object: (this)) @target right: (_) @body) @definition.variable

; -- parts that are added to a function or a class: `Foo.bar = () => {}`, `Foo.prototype.bar = function () {}`
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: (_) @value
  (#not-eq? @name "prototype")) @span
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @scope property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: (_) @value
  (#eq? @_prototype "prototype")) @span
(assignment_expression
  left: (member_expression object: (identifier) @name property: (property_identifier) @_prototype)
  right: (object) @body
  (#eq? @_prototype "prototype")) @definition.extension

; -- CommonJS: `exports.x = …`, `module.exports.x = …`, `module.exports = …`
(assignment_expression
  left: (member_expression object: (identifier) @scope property: (property_identifier) @name)
  right: (_) @body @value
  (#eq? @scope "exports")) @definition.variable
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_module property: (property_identifier) @scope)
    property: (property_identifier) @name)
  right: (_) @body @value
  (#eq? @_module "module") (#eq? @scope "exports")) @definition.variable
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (_) @body @value
  (#eq? @_module "module") (#eq? @name "exports")) @definition.variable

; -- `export` stands around definitions; what has no name is called `default`
(export_statement declaration: (_) @inner) @span
(export_statement decorator: (_) @decorator)
(export_statement ["export" "default"] @interface.modifier)
(export_statement "default" @name value: (_) @body @value) @definition.variable
(export_statement "export" @name "=" (_) @body @value) @definition.variable

; -- imports: one match for each name that is brought in
(import_statement . source: (string (string_fragment) @import.module))
(import_statement (import_clause (identifier) @import.default) source: (string (string_fragment) @import.module))
(import_statement (import_clause (namespace_import (identifier) @import.alias)) source: (string (string_fragment) @import.module))
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name !alias)))) @with.source
(import_statement (import_clause (named_imports (import_specifier name: (_) @import.name alias: (_) @import.alias)))) @with.source
(import_statement (import_require_clause (identifier) @import.alias source: (string (string_fragment) @import.module)))
(import_statement (import_require_clause (identifier) @import.default source: (string (string_fragment) @import.module)))
(import_alias . (identifier) @import.alias [(identifier) (nested_identifier)] @import.name)
(import_statement source: (string (string_fragment) @import.module)) @shared.source

; -- names that are passed on: from elsewhere, or from here under another name
(export_statement "*" @import.name source: (string (string_fragment) @import.module))
(export_statement (namespace_export (identifier) @import.alias) source: (string (string_fragment) @import.module))
(export_statement (export_clause (export_specifier name: _ @import.name !alias))) @with.source
(export_statement (export_clause (export_specifier name: _ @import.name alias: _ @import.alias))) @with.source
(export_statement source: (string (string_fragment) @import.module)) @shared.source
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
(export_statement "=" (identifier) @import.as_default)

; -- `require`: a module as it is, what it exports as a whole, and names taken out of it
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
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
  ) @with.require)
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
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import.name
    (pair_pattern key: (property_identifier) @import.name value: (identifier) @import.alias)])
  ) @with.require)
(variable_declarator
  value: (call_expression
    function: (identifier) @_require arguments: (arguments . (string (string_fragment) @import.module)))
  (#eq? @_require "require")) @shared.require
