; What counts as a definition or an import in Go.
;
; Every pattern is tried at its root node alone, and all matches at one node together describe one definition.
; `captures.rs` explains the capture names.

; -- functions: the names of parameters and results are the function's own business
(function_declaration name: (identifier) @name parameters: (_) @interface.parameters) @definition.function
(function_declaration type_parameters: (_) @interface.type_parameters)
(function_declaration result: (_) @interface.returns)
(function_declaration body: (_) @body)
(function_declaration parameters: (parameter_list (parameter_declaration name: (_) @omit)))
(function_declaration parameters: (parameter_list (variadic_parameter_declaration name: (_) @omit)))
(function_declaration result: (parameter_list (parameter_declaration name: (_) @omit)))
(function_declaration
  parameters: (parameter_list
    (_ type: (function_type parameters: (parameter_list (_ name: (_) @omit))))))
(function_declaration
  parameters: (parameter_list
    (_ type: (function_type result: (parameter_list (_ name: (_) @omit))))))

; -- methods: named as a part of the receiver's type
(method_declaration name: (field_identifier) @name parameters: (_) @interface.parameters) @definition.method
(method_declaration receiver: (parameter_list (parameter_declaration name: (identifier) @receiver @omit)))
(method_declaration receiver: (parameter_list (parameter_declaration type: (type_identifier) @scope)))
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (generic_type type: (type_identifier) @scope))))
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (pointer_type "*" @interface.receiver))))
(method_declaration
  receiver: (parameter_list (parameter_declaration type: (pointer_type (type_identifier) @scope))))
(method_declaration
  receiver: (parameter_list
    (parameter_declaration type: (pointer_type (generic_type type: (type_identifier) @scope)))))
(method_declaration result: (_) @interface.returns)
(method_declaration body: (_) @body)
(method_declaration parameters: (parameter_list (parameter_declaration name: (_) @omit)))
(method_declaration parameters: (parameter_list (variadic_parameter_declaration name: (_) @omit)))
(method_declaration result: (parameter_list (parameter_declaration name: (_) @omit)))
(method_declaration
  parameters: (parameter_list
    (_ type: (function_type parameters: (parameter_list (_ name: (_) @omit))))))
(method_declaration
  parameters: (parameter_list
    (_ type: (function_type result: (parameter_list (_ name: (_) @omit))))))

; -- types
((type_declaration . (type_spec) @inner) @span (#not-match? @span "^type\\s*[(]"))
((type_declaration . (type_alias) @inner) @span (#not-match? @span "^type\\s*[(]"))
(type_spec name: (type_identifier) @name type: (_) @body) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type) @body) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @definition.interface
(type_spec type_parameters: (_) @interface.type_parameters)
(type_alias name: (type_identifier) @name "=" @interface.alias type: (_) @body) @definition.type
(type_alias name: (type_identifier) @name "=" @interface.alias type: (struct_type) @body) @definition.struct
(type_alias name: (type_identifier) @name "=" @interface.alias type: (interface_type) @body) @definition.interface
(type_alias type_parameters: (_) @interface.type_parameters)

; -- what is embedded
(type_spec
  type: (struct_type
    (field_declaration_list (field_declaration !name type: [(type_identifier) (qualified_type)] @base))))
(type_spec
  type: (struct_type (field_declaration_list (field_declaration !name type: (generic_type type: (_) @base)))))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type)] @base .)))
(type_spec type: (interface_type (type_elem . (generic_type type: (_) @base) .)))

; -- fields; those of a nameless struct are named as a part of the field. A pattern that found a name and then waited for
; the type would cost the square of the number of names.
(field_declaration name: (field_identifier) @name)
(field_declaration !name type: (type_identifier) @name)
(field_declaration !name type: (qualified_type name: (type_identifier) @name))
(field_declaration !name type: (generic_type type: (type_identifier) @name))
(field_declaration !name type: (generic_type type: (qualified_type name: (type_identifier) @name)))
(field_declaration) @definition.variable
(field_declaration type: (struct_type) @body) @definition.object
(field_declaration type: (pointer_type (struct_type) @body)) @definition.object
(field_declaration type: (slice_type element: (struct_type) @body)) @definition.object
(field_declaration type: (map_type value: (struct_type) @body)) @definition.object
(field_declaration !name "*" @interface.pointer)
(field_declaration type: (_) @interface.type)
(field_declaration tag: (_) @interface.tag)

; -- methods of interfaces
(method_elem name: (field_identifier) @name parameters: (_) @interface.parameters) @definition.method
(method_elem result: (_) @interface.returns)
(method_elem parameters: (parameter_list (parameter_declaration name: (_) @omit)))
(method_elem parameters: (parameter_list (variadic_parameter_declaration name: (_) @omit)))
(method_elem result: (parameter_list (parameter_declaration name: (_) @omit)))

; -- constants and variables
((const_declaration . (const_spec) @inner) @span (#not-match? @span "^const\\s*[(]"))
; The grammar gives the field to the first of several names only.
(const_spec (identifier) @name) @definition.constant
(const_spec type: (_) @interface.type)
(const_spec value: (_) @body)
(var_declaration (var_spec) @inner) @span
(var_spec name: (identifier) @name)
(var_spec) @definition.variable
(var_spec type: (struct_type) @body) @definition.object
(var_spec type: (_) @interface.type)
(var_spec value: (_) @body)

; -- imports
(import_spec !name path: (_ [(interpreted_string_literal_content) (raw_string_literal_content)] @import.module))
(import_spec
  name: (_) @import.alias
  path: (_ [(interpreted_string_literal_content) (raw_string_literal_content)] @import.module))
