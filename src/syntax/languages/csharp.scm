; What counts as a definition or an import in C#.
;
; Namespaces are neither constructs nor part of a name: a file that changes from `namespace A { … }` to `namespace A;`
; has not changed. Attributes, modifiers and parameter lists look the same everywhere; each kind of declaration has its
; own patterns for them, because patterns are tried at their root alone.

; -- classes, structs, records, interfaces: what a class or a struct holds is private unless it says otherwise
(class_declaration name: (identifier) @name) @definition.class @hides
(class_declaration (parameter_list) @interface.parameters)
(class_declaration body: (_) @body)
(class_declaration (base_list) @interface.bases)
(class_declaration (base_list (identifier) @base))
(class_declaration (base_list (generic_name (identifier) @base)))
(class_declaration (base_list (qualified_name name: (identifier)) @base))
(class_declaration (base_list (qualified_name name: (generic_name (identifier) @base))))
(class_declaration (type_parameter_list) @interface.type_parameters)
(class_declaration (type_parameter_constraints_clause) @interface.constraints)
(class_declaration (attribute_list) @decorator)
(class_declaration (modifier) @interface.modifiers)
(class_declaration (modifier "private") @private)
(class_declaration (modifier ["public" "internal" "protected"]) @public)

(struct_declaration name: (identifier) @name) @definition.struct @hides
(struct_declaration "ref" @interface.modifiers)
(struct_declaration (parameter_list) @interface.parameters)
(struct_declaration body: (_) @body)
(struct_declaration (base_list) @interface.bases)
(struct_declaration (base_list (identifier) @base))
(struct_declaration (base_list (generic_name (identifier) @base)))
(struct_declaration (base_list (qualified_name name: (identifier)) @base))
(struct_declaration (base_list (qualified_name name: (generic_name (identifier) @base))))
(struct_declaration (type_parameter_list) @interface.type_parameters)
(struct_declaration (type_parameter_constraints_clause) @interface.constraints)
(struct_declaration (attribute_list) @decorator)
(struct_declaration (modifier) @interface.modifiers)
(struct_declaration (modifier "private") @private)
(struct_declaration (modifier ["public" "internal" "protected"]) @public)

(record_declaration name: (identifier) @name) @definition.class @hides
(record_declaration "struct" @interface.modifiers name: (identifier) @name) @definition.struct @hides
(record_declaration (parameter_list) @interface.parameters)
(record_declaration body: (_) @body)
(record_declaration (base_list) @interface.bases)
(record_declaration (base_list (identifier) @base))
(record_declaration (base_list (generic_name (identifier) @base)))
(record_declaration (base_list (qualified_name name: (identifier)) @base))
(record_declaration (base_list (qualified_name name: (generic_name (identifier) @base))))
(record_declaration (base_list (primary_constructor_base_type type: (identifier) @base)))
(record_declaration (base_list (primary_constructor_base_type type: (generic_name (identifier) @base))))
(record_declaration (base_list (primary_constructor_base_type type: (qualified_name name: (identifier)) @base)))
(record_declaration (base_list (primary_constructor_base_type type: (qualified_name name: (generic_name (identifier) @base)))))
(record_declaration (type_parameter_list) @interface.type_parameters)
(record_declaration (type_parameter_constraints_clause) @interface.constraints)
(record_declaration (attribute_list) @decorator)
(record_declaration (modifier) @interface.modifiers)
(record_declaration (modifier "private") @private)
(record_declaration (modifier ["public" "internal" "protected"]) @public)
; Its parameters are properties, each `init` only. A default is no body: nothing of it lies in the body of the record.
(parameter_list (parameter type: (_) @interface.type name: (identifier) @name) @definition.variable @public)
(parameter_list (parameter (attribute_list) @decorator name: (identifier) @name))
(parameter_list (parameter name: (identifier) @name "=" (_) @interface.default))

(interface_declaration name: (identifier) @name) @definition.interface
(interface_declaration body: (_) @body)
(interface_declaration (base_list) @interface.bases)
(interface_declaration (base_list (identifier) @base))
(interface_declaration (base_list (generic_name (identifier) @base)))
(interface_declaration (base_list (qualified_name name: (identifier)) @base))
(interface_declaration (base_list (qualified_name name: (generic_name (identifier) @base))))
(interface_declaration (type_parameter_list) @interface.type_parameters)
(interface_declaration (type_parameter_constraints_clause) @interface.constraints)
(interface_declaration (attribute_list) @decorator)
(interface_declaration (modifier) @interface.modifiers)
(interface_declaration (modifier "private") @private)
(interface_declaration (modifier ["public" "internal" "protected"]) @public)

; -- enums and their members, delegates
(enum_declaration name: (identifier) @name) @definition.enum
(enum_declaration (base_list) @interface.bases)
(enum_declaration body: (_) @body)
(enum_declaration (attribute_list) @decorator)
(enum_declaration (modifier) @interface.modifiers)
(enum_declaration (modifier "private") @private)
(enum_declaration (modifier ["public" "internal" "protected"]) @public)

(enum_member_declaration name: (identifier) @name) @definition.constant
(enum_member_declaration value: (_) @body)
(enum_member_declaration (attribute_list) @decorator)

(delegate_declaration name: (identifier) @name) @definition.type
(delegate_declaration type: (_) @interface.returns)
(delegate_declaration parameters: (_) @interface.parameters)
(delegate_declaration (type_parameter_list) @interface.type_parameters)
(delegate_declaration (type_parameter_constraints_clause) @interface.constraints)
(delegate_declaration (attribute_list) @decorator)
(delegate_declaration (modifier) @interface.modifiers)
(delegate_declaration (modifier "private") @private)
(delegate_declaration (modifier ["public" "internal" "protected"]) @public)

; -- methods, constructors, finalizers; what is partial and has no body only announces the other part
(method_declaration name: (identifier) @name) @definition.method
(method_declaration returns: (_) @interface.returns)
(method_declaration body: (_) @body)
(method_declaration !body (modifier "partial") @declaration)
(method_declaration (explicit_interface_specifier (_) @suffix) @interface.implements @public)
(method_declaration (type_parameter_list) @interface.type_parameters)
(method_declaration (type_parameter_constraints_clause) @interface.constraints)
(method_declaration parameters: (parameter_list) @interface.parameters)
(method_declaration parameters: (parameter_list (parameter) @parameter))
(method_declaration parameters: (parameter_list (parameter name: (_) @parameter.without)))
(method_declaration parameters: (parameter_list (parameter (attribute_list) @parameter.without)))
(method_declaration parameters: (parameter_list (parameter "=" @parameter.without)))
(method_declaration parameters: (parameter_list (parameter "=" (_) @parameter.without)))
(method_declaration parameters: (parameter_list (parameter (modifier) @parameter.without))
  (#any-of? @parameter.without "this" "scoped"))
(method_declaration parameters: (parameter_list type: (_) @parameter))
(method_declaration (attribute_list) @decorator)
(method_declaration (modifier) @interface.modifiers)
(method_declaration (modifier "private") @private)
(method_declaration (modifier ["public" "internal" "protected"]) @public)

(constructor_declaration name: (identifier) @name) @definition.method
(constructor_declaration (constructor_initializer) @body)
(constructor_declaration body: (_) @body)
(constructor_declaration (modifier "static") @suffix)
(constructor_declaration parameters: (parameter_list) @interface.parameters)
(constructor_declaration parameters: (parameter_list (parameter) @parameter))
(constructor_declaration parameters: (parameter_list (parameter name: (_) @parameter.without)))
(constructor_declaration parameters: (parameter_list (parameter (attribute_list) @parameter.without)))
(constructor_declaration parameters: (parameter_list (parameter "=" @parameter.without)))
(constructor_declaration parameters: (parameter_list (parameter "=" (_) @parameter.without)))
(constructor_declaration parameters: (parameter_list (parameter (modifier) @parameter.without))
  (#any-of? @parameter.without "this" "scoped"))
(constructor_declaration parameters: (parameter_list type: (_) @parameter))
(constructor_declaration (attribute_list) @decorator)
(constructor_declaration (modifier) @interface.modifiers)
(constructor_declaration (modifier "private") @private)
(constructor_declaration (modifier ["public" "internal" "protected"]) @public)

(destructor_declaration "~" @name) @definition.method
(destructor_declaration "extern" @interface.modifiers)
(destructor_declaration body: (_) @body)
(destructor_declaration (attribute_list) @decorator)

; -- operators are called by their symbol, conversions by what they lead to and from: `implicit(int,Money)`
(operator_declaration operator: _ @name) @definition.method
(operator_declaration type: (_) @interface.returns)
(operator_declaration "checked" @suffix @interface.modifiers)
(operator_declaration body: (_) @body)
(operator_declaration (explicit_interface_specifier (_) @suffix) @interface.implements @public)
(operator_declaration parameters: (parameter_list) @interface.parameters)
(operator_declaration parameters: (parameter_list (parameter) @parameter))
(operator_declaration parameters: (parameter_list (parameter name: (_) @parameter.without)))
(operator_declaration parameters: (parameter_list (parameter (attribute_list) @parameter.without)))
(operator_declaration parameters: (parameter_list (parameter "=" @parameter.without)))
(operator_declaration parameters: (parameter_list (parameter "=" (_) @parameter.without)))
(operator_declaration parameters: (parameter_list (parameter (modifier) @parameter.without))
  (#any-of? @parameter.without "this" "scoped"))
(operator_declaration parameters: (parameter_list type: (_) @parameter))
(operator_declaration (attribute_list) @decorator)
(operator_declaration (modifier) @interface.modifiers)
(operator_declaration (modifier "private") @private)
(operator_declaration (modifier ["public" "internal" "protected"]) @public)

(conversion_operator_declaration ["implicit" "explicit"] @name) @definition.method
(conversion_operator_declaration ["implicit" "explicit"] @interface.modifiers)
(conversion_operator_declaration type: (_) @parameter @interface.returns)
(conversion_operator_declaration "checked" @suffix @interface.modifiers)
(conversion_operator_declaration body: (_) @body)
(conversion_operator_declaration (explicit_interface_specifier (_) @suffix) @interface.implements @public)
(conversion_operator_declaration parameters: (parameter_list) @interface.parameters)
(conversion_operator_declaration parameters: (parameter_list (parameter) @parameter))
(conversion_operator_declaration parameters: (parameter_list (parameter name: (_) @parameter.without)))
(conversion_operator_declaration parameters: (parameter_list (parameter (attribute_list) @parameter.without)))
(conversion_operator_declaration parameters: (parameter_list (parameter "=" @parameter.without)))
(conversion_operator_declaration parameters: (parameter_list (parameter "=" (_) @parameter.without)))
(conversion_operator_declaration parameters: (parameter_list (parameter (modifier) @parameter.without))
  (#any-of? @parameter.without "this" "scoped"))
(conversion_operator_declaration parameters: (parameter_list type: (_) @parameter))
(conversion_operator_declaration (attribute_list) @decorator)
(conversion_operator_declaration (modifier) @interface.modifiers)
(conversion_operator_declaration (modifier "private") @private)
(conversion_operator_declaration (modifier ["public" "internal" "protected"]) @public)

; -- indexers are called `this` and have parameters; which accessors there are is part of the interface
(indexer_declaration "this" @name) @definition.method
(indexer_declaration type: (_) @interface.returns)
(indexer_declaration accessors: (_) @body)
(indexer_declaration accessors: (accessor_list (accessor_declaration name: _ @interface.accessors)))
(indexer_declaration accessors: (accessor_list (accessor_declaration (modifier) @interface.accessors)))
(indexer_declaration value: (_) @body)
(indexer_declaration (explicit_interface_specifier (_) @suffix) @interface.implements @public)
(indexer_declaration parameters: (bracketed_parameter_list) @interface.parameters)
(indexer_declaration parameters: (bracketed_parameter_list (parameter) @parameter))
(indexer_declaration parameters: (bracketed_parameter_list (parameter name: (_) @parameter.without)))
(indexer_declaration parameters: (bracketed_parameter_list (parameter (attribute_list) @parameter.without)))
(indexer_declaration parameters: (bracketed_parameter_list (parameter "=" @parameter.without)))
(indexer_declaration parameters: (bracketed_parameter_list (parameter "=" (_) @parameter.without)))
(indexer_declaration parameters: (bracketed_parameter_list (parameter (modifier) @parameter.without))
  (#any-of? @parameter.without "this" "scoped"))
(indexer_declaration parameters: (bracketed_parameter_list type: (_) @parameter))
(indexer_declaration (attribute_list) @decorator)
(indexer_declaration (modifier) @interface.modifiers)
(indexer_declaration (modifier "private") @private)
(indexer_declaration (modifier ["public" "internal" "protected"]) @public)

; -- properties and events
(property_declaration name: (identifier) @name) @definition.variable
(property_declaration type: (_) @interface.type)
(property_declaration accessors: (_) @body)
(property_declaration accessors: (accessor_list (accessor_declaration name: _ @interface.accessors)))
(property_declaration accessors: (accessor_list (accessor_declaration (modifier) @interface.accessors)))
(property_declaration value: (_) @body)
(property_declaration (explicit_interface_specifier (_) @suffix) @interface.implements @public)
(property_declaration (attribute_list) @decorator)
(property_declaration (modifier) @interface.modifiers)
(property_declaration (modifier "private") @private)
(property_declaration (modifier ["public" "internal" "protected"]) @public)

(event_declaration name: (identifier) @name) @definition.variable
(event_declaration "event" @interface.modifiers)
(event_declaration type: (_) @interface.type)
(event_declaration accessors: (_) @body)
(event_declaration (explicit_interface_specifier (_) @suffix) @interface.implements @public)
(event_declaration (attribute_list) @decorator)
(event_declaration (modifier) @interface.modifiers)
(event_declaration (modifier "private") @private)
(event_declaration (modifier ["public" "internal" "protected"]) @public)

(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.variable
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name "=" (_) @body)))
(event_field_declaration "event" @interface.modifiers)
(event_field_declaration (variable_declaration type: (_) @interface.type))
(event_field_declaration (attribute_list) @decorator)
(event_field_declaration (modifier) @interface.modifiers)
(event_field_declaration (modifier "private") @private)
(event_field_declaration (modifier ["public" "internal" "protected"]) @public)

; -- fields
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.variable
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name "=" (_) @body)))
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name (bracketed_argument_list) @interface.type)))
(field_declaration (variable_declaration type: (_) @interface.type))
(field_declaration (modifier "const") @const)
(field_declaration (modifier "static") (modifier "readonly") @const)
(field_declaration (modifier "readonly") (modifier "static") @const)
(field_declaration (attribute_list) @decorator)
(field_declaration (modifier) @interface.modifiers)
(field_declaration (modifier "private") @private)
(field_declaration (modifier ["public" "internal" "protected"]) @public)

; -- functions among top-level statements
(local_function_statement name: (identifier) @name) @definition.function
(local_function_statement type: (_) @interface.returns)
(local_function_statement body: (_) @body)
(local_function_statement (type_parameter_list) @interface.type_parameters)
(local_function_statement (type_parameter_constraints_clause) @interface.constraints)
(local_function_statement parameters: (parameter_list) @interface.parameters)
(local_function_statement parameters: (parameter_list (parameter) @parameter))
(local_function_statement parameters: (parameter_list (parameter name: (_) @parameter.without)))
(local_function_statement parameters: (parameter_list (parameter (attribute_list) @parameter.without)))
(local_function_statement parameters: (parameter_list (parameter "=" @parameter.without)))
(local_function_statement parameters: (parameter_list (parameter "=" (_) @parameter.without)))
(local_function_statement parameters: (parameter_list (parameter (modifier) @parameter.without))
  (#any-of? @parameter.without "this" "scoped"))
(local_function_statement parameters: (parameter_list type: (_) @parameter))
(local_function_statement (attribute_list) @decorator)
(local_function_statement (modifier) @interface.modifiers)

; -- imports
(using_directive !name [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @import.module)
(using_directive
  name: (identifier) @import.alias
  "="
  [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @import.module)
