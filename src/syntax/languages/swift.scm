; What counts as a definition or an import in Swift.
;
; Patterns with a wildcard at their root add to whatever is defined at a node. They are also what keeps this file fast to
; load: the grammar has functions with hundreds of shapes, and compiling a query goes through all of them for every
; pattern that names such a node and something in it.

; -- what all declarations have in common
(_ (modifiers) @interface.modifiers)
(_ (modifiers (attribute) @decorator))
(_ (modifiers (visibility_modifier) @private) (#any-of? @private "private" "fileprivate"))
(_ (modifiers (visibility_modifier) @public) (#any-of? @public "public" "open" "internal" "package"))
(_ ["class" "indirect"] @interface.modifiers)
(_ (type_parameters) @interface.type_parameters)
(_ (type_constraints) @interface.constraints)
(_ body: (_) @body)

; -- types
(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" @interface.kind name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(protocol_declaration name: (type_identifier) @name) @definition.interface
(_ (inheritance_specifier) @interface.bases)
(_ (inheritance_specifier inherits_from: (user_type . (type_identifier) @base .)))
(_ (inheritance_specifier inherits_from: (user_type . (type_identifier) @base . (type_arguments) .)))
(_ (inheritance_specifier inherits_from: (user_type) @base) (#match? @base "^[^<]*[.][^<]*$"))

; -- extensions: what they hold is named as a part of the type, without its type arguments
(class_declaration
  declaration_kind: "extension"
  name: (user_type . (type_identifier) @name .)) @definition.extension
(class_declaration
  declaration_kind: "extension"
  name: (user_type . (type_identifier) @name . (type_arguments) .)) @definition.extension
(class_declaration
  declaration_kind: "extension"
  name: (user_type . (type_identifier) @scope . "." . (type_identifier) @name .)) @definition.extension
(class_declaration
  declaration_kind: "extension"
  name: (user_type . (type_identifier) @scope . "." . (type_identifier) @name . (type_arguments) .)) @definition.extension
(class_declaration
  declaration_kind: "extension"
  name: (user_type
    (type_identifier) . "." . (type_identifier) @scope . "." . (type_identifier) @name .)) @definition.extension
(class_declaration
  declaration_kind: "extension"
  name: [(array_type) (dictionary_type) (optional_type) (tuple_type) (function_type)] @name) @definition.extension
(_
  (modifiers (visibility_modifier) @hides)
  declaration_kind: "extension"
  (#any-of? @hides "private" "fileprivate"))

; -- type aliases and associated types
(typealias_declaration name: (type_identifier) @name) @definition.type
(typealias_declaration "=" (_) @body)
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration ":" (_) @interface.bases)
(associatedtype_declaration "=" (_) @interface.default)

; -- enum cases
(enum_entry name: (simple_identifier) @name) @definition.constant
(enum_entry data_contents: (_) @interface.parameters)
(enum_entry raw_value: (_) @body)

; -- functions
(function_declaration) @definition.function
(protocol_function_declaration) @definition.function
(init_declaration name: "init" @name) @definition.method
(init_declaration ["?" (bang)] @interface.returns)
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(subscript_declaration (computed_property) @body)
(macro_declaration (simple_identifier) @name) @definition.function
(macro_declaration "macro" @interface.kind)
(macro_declaration definition: (_) @body)
(_ "func" . name: _ @name)
(_ "async" @interface.effects)
(_ [(throws) (throws_clause)] @interface.effects)
; The grammar gives types no field that could be asked for: a return type is what stands after the arrow.
(_
  "->"
  [
    (array_type) (bracket_qualified_type) (dictionary_type) (existential_type) (function_type) (metatype) (opaque_type)
    (optional_type) (parameter_modifiers) (protocol_composition_type) (suppressed_constraint) (tuple_type)
    (type_modifiers) (type_pack_expansion) (type_parameter_pack) (user_type)
  ] @interface.returns)
(_ "->" "!" @interface.returns)

; -- parameters: labels are part of the name, what a parameter is called inside counts for nothing
(_ (attribute) @interface.attributes)
(_ (parameter) @parameter @interface.parameter)
(_ default_value: (_) @interface.default)
(_ (parameter external_name: (_) name: (simple_identifier) @parameter.without @omit))
(_
  (parameter external_name: (simple_identifier) @_label @parameter.without ":" @parameter.without)
  (#eq? @_label "_"))
(_ (parameter (parameter_modifiers (parameter_modifier) @parameter.without)) (#match? @parameter.without "^@"))
; Attributes of a type stay: `@Sendable (Int) -> Void` is read as an attribute with arguments and nothing before the arrow.
; Those of subscripts and operators have no labels unless they are written.
(subscript_declaration
  (parameter !external_name name: (simple_identifier) @parameter.without @omit ":" @parameter.without))
(_
  "func"
  . name: _ @_operator
  (parameter name: (simple_identifier) @parameter.without @omit ":" @parameter.without)
  (#not-match? @_operator "^[\\p{L}\\p{N}_`$]"))

; -- variables and properties; `let` declares a constant
(property_declaration) @definition.variable
(protocol_property_declaration) @definition.variable
(_ name: (pattern bound_identifier: (simple_identifier) @name))
(_ name: (pattern (pattern (simple_identifier) @name)))
(_ name: (pattern (pattern (simple_identifier) @name)) value: (_) @body .)
(_ (value_binding_pattern) @interface.binding)
(_ (value_binding_pattern "let") @const)
(_ name: (pattern (value_binding_pattern) @interface.binding))
(_ (type_annotation) @interface.type)
(_ value: (_) @body)
(_ computed_value: (_) @body)
(_ (willset_didset_block) @body)
(_ (protocol_property_requirements) @interface.accessors)
(_ (computed_property (computed_setter (setter_specifier) @interface.accessors)))
(_ (computed_property (computed_getter (getter_specifier ["async" (throws) (throws_clause)] @interface.accessors))))

; -- imports
(import_declaration (identifier) @import.module)
