; What counts as a definition or an import in C#.
;
; Namespaces are neither constructs nor part of a name: a file that changes from `namespace A { … }` to `namespace A;`
; has not changed. Patterns with a wildcard at their root add to whatever is defined at a node; they also load faster.

; -- what all declarations have in common
(_ (attribute_list) @decorator)
(_ (modifier) @interface.modifiers)
(_ (modifier "private") @private)
(_ (modifier ["public" "internal" "protected"]) @public)
(_ (type_parameter_list) @interface.type_parameters)
(_ (type_parameter_constraints_clause) @interface.constraints)
(_ body: (_) @body)
(_ value: (_) @body)

; -- classes, structs, records, interfaces: what a class or a struct holds is private unless it says otherwise
(class_declaration name: (identifier) @name) @definition.class @hides
(class_declaration (parameter_list) @interface.parameters)

(struct_declaration name: (identifier) @name) @definition.struct @hides
(struct_declaration "ref" @interface.modifiers)
(struct_declaration (parameter_list) @interface.parameters)

(record_declaration name: (identifier) @name) @definition.class @hides
(record_declaration "struct" @interface.modifiers name: (identifier) @name) @definition.struct @hides
(record_declaration (parameter_list) @interface.parameters)
; Its parameters are properties. A default is no body: nothing of it lies in the body of the record.
(parameter_list (parameter type: (_) @interface.type name: (identifier) @name) @definition.variable @public)
(parameter_list (parameter (attribute_list) @decorator name: (identifier) @name))
(parameter_list (parameter name: (identifier) @name "=" (_) @interface.default))

(interface_declaration name: (identifier) @name) @definition.interface

(_ (base_list) @interface.bases)
(_ (base_list (identifier) @base))
(_ (base_list (generic_name (identifier) @base)))
(_ (base_list (qualified_name name: (identifier)) @base))
(_ (base_list (qualified_name name: (generic_name (identifier) @base))))
(_ (base_list (primary_constructor_base_type type: (identifier) @base)))
(_ (base_list (primary_constructor_base_type type: (generic_name (identifier) @base))))
(_ (base_list (primary_constructor_base_type type: (qualified_name name: (identifier)) @base)))
(_ (base_list (primary_constructor_base_type type: (qualified_name name: (generic_name (identifier) @base)))))

; -- enums and their members, delegates
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.constant

(delegate_declaration name: (identifier) @name) @definition.type
(delegate_declaration type: (_) @interface.returns)

; -- methods, constructors, finalizers; what is partial and has no body only announces the other part
(method_declaration name: (identifier) @name) @definition.method
(method_declaration returns: (_) @interface.returns)
(method_declaration !body (modifier "partial") @declaration)

(constructor_declaration name: (identifier) @name) @definition.method
(constructor_declaration (constructor_initializer) @body)
(constructor_declaration (modifier "static") @suffix)

(destructor_declaration "~" @name) @definition.method
(destructor_declaration "extern" @interface.modifiers)

; -- operators are called by their symbol, conversions by what they lead to and from: `implicit(int,Money)`
(operator_declaration operator: _ @name) @definition.method
(operator_declaration type: (_) @interface.returns)
(conversion_operator_declaration ["implicit" "explicit"] @name) @definition.method
(conversion_operator_declaration ["implicit" "explicit"] @interface.modifiers)
(conversion_operator_declaration type: (_) @parameter @interface.returns)
(_ "checked" @suffix @interface.modifiers)

; -- parameters: `params` is not part of a method's signature, nor are `this` and `scoped`
(_ parameters: (_) @interface.parameters)
(_ parameters: (_ (parameter) @parameter))
(_ parameters: (_ (parameter name: (_) @parameter.without)))
(_ parameters: (_ (parameter (attribute_list) @parameter.without)))
(_ parameters: (_ (parameter "=" @parameter.without)))
(_ parameters: (_ (parameter "=" (_) @parameter.without)))
(_ parameters: (_ (parameter (modifier) @parameter.without)) (#any-of? @parameter.without "this" "scoped"))
(_ parameters: (_ type: (_) @parameter))

; -- indexers are called `this` and have parameters; which accessors there are is part of the interface
(indexer_declaration "this" @name) @definition.method
(indexer_declaration type: (_) @interface.returns)
(_ accessors: (_) @body)
(_ accessors: (accessor_list (accessor_declaration name: _ @interface.accessors)))
(_ accessors: (accessor_list (accessor_declaration (modifier) @interface.accessors)))

; -- properties and events
(property_declaration name: (identifier) @name) @definition.variable
(property_declaration type: (_) @interface.type)
(event_declaration name: (identifier) @name) @definition.variable
(event_declaration type: (_) @interface.type)
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.variable
(_ "event" @interface.modifiers)

; -- what implements an interface explicitly is named after it
(_ (explicit_interface_specifier (_) @suffix) @interface.implements @public)

; -- fields
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @definition.variable
(field_declaration (modifier "const") @const)
(field_declaration (modifier "static") (modifier "readonly") @const)
(field_declaration (modifier "readonly") (modifier "static") @const)
(_ (variable_declaration type: (_) @interface.type))
(_ (variable_declaration (variable_declarator name: (identifier) @name "=" (_) @body)))
(_ (variable_declaration (variable_declarator name: (identifier) @name (bracketed_argument_list) @interface.type)))

; -- functions among top-level statements
(local_function_statement name: (identifier) @name) @definition.function
(local_function_statement type: (_) @interface.returns)

; -- imports
(using_directive !name [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @import.module)
(using_directive
  name: (identifier) @import.alias
  "="
  [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @import.module)
