; What counts as a definition or an import in C++.
;
; Names stand within declarators, which nest: `@declarator` finds them there, with the scopes before them. What a
; declaration says besides, its specifiers, belongs to every name in it.

; -- functions, methods, constructors, destructors, operators
(function_definition declarator: (_) @declarator.callable) @definition.function
(function_definition body: (_) @body)
(function_definition [(field_initializer_list) (try_statement)] @body)
(function_definition [(default_method_clause) (delete_method_clause) (pure_virtual_clause)] @interface.clause)
(function_definition type: [(primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (dependent_type) (placeholder_type_specifier) (decltype)] @interface.type)
(function_definition type: [(class_specifier !body) (struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(function_definition [(storage_class_specifier) (type_qualifier) (explicit_function_specifier) (ms_declspec_modifier) (ms_call_modifier) "virtual"] @interface.modifier)
(function_definition [(attribute_specifier) (attribute_declaration)] @decorator)
(function_definition (storage_class_specifier "static" @local))

; -- variables and prototypes
(declaration declarator: [(identifier) (pointer_declarator) (reference_declarator) (array_declarator) (function_declarator) (parenthesized_declarator) (attributed_declarator) (qualified_identifier) (operator_cast) (template_function)] @declarator) @definition.variable
(declaration declarator: (init_declarator declarator: (_) @declarator value: (_) @body)) @definition.variable
(declaration declarator: (structured_binding_declarator (identifier) @name)) @definition.variable
(declaration declarator: (init_declarator declarator: (structured_binding_declarator (identifier) @name) value: (_) @body)) @definition.variable
; A body without semicolons, full of macros, is read as a value.
(declaration declarator: (init_declarator declarator: (_) @declarator.callable value: (initializer_list) @body)) @definition.function
; A type without a name: its members are those of the variable.
(declaration type: [(class_specifier !name body: (_) @body) (struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] declarator: [(identifier) (pointer_declarator) (reference_declarator) (array_declarator) (parenthesized_declarator) (attributed_declarator) (qualified_identifier)] @declarator) @definition.object
(declaration type: [(class_specifier !name body: (_) @body) (struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] declarator: (init_declarator declarator: (_) @declarator value: (_) @body)) @definition.object
(declaration declarator: [(identifier) (pointer_declarator) (reference_declarator) (array_declarator) (function_declarator) (parenthesized_declarator) (attributed_declarator) (qualified_identifier) (operator_cast) (template_function)] @declarator.callable @declaration) @definition.function
(declaration type: [(primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (dependent_type) (placeholder_type_specifier) (decltype)] @interface.type)
(declaration type: [(class_specifier !body) (struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(declaration type: [(class_specifier name: (_) @interface.type body: (_)) (struct_specifier name: (_) @interface.type body: (_)) (union_specifier name: (_) @interface.type body: (_)) (enum_specifier name: (_) @interface.type body: (_))])
(declaration type: (enum_specifier !name) @interface.type)
(declaration [(storage_class_specifier) (type_qualifier) (explicit_function_specifier) (ms_declspec_modifier) (ms_call_modifier) "virtual"] @interface.modifier)
(declaration [(attribute_specifier) (attribute_declaration)] @decorator)
(declaration (gnu_asm_expression) @decorator)
(declaration (storage_class_specifier "static" @local))
(declaration (storage_class_specifier "extern" @declaration) declarator: [(identifier) (pointer_declarator) (reference_declarator) (array_declarator) (parenthesized_declarator) (attributed_declarator) (qualified_identifier)] @declarator)
; Constant is what is named, not what it points to.
(declaration (type_qualifier ["const" "constexpr"] @const) declarator: [(identifier) (array_declarator) (qualified_identifier) (template_function)] @declarator)
(declaration (type_qualifier ["const" "constexpr"] @const) declarator: (init_declarator declarator: [(identifier) (array_declarator) (qualified_identifier) (template_function)] @declarator))
(declaration (type_qualifier "constexpr" @const) declarator: (init_declarator declarator: (_) @declarator))
(declaration (type_qualifier ["const" "constexpr"] @const) declarator: (init_declarator declarator: (structured_binding_declarator (identifier) @name)))
(declaration declarator: (pointer_declarator (type_qualifier "const" @const) declarator: [(identifier) (array_declarator)]) @declarator)
(declaration declarator: (init_declarator declarator: (pointer_declarator (type_qualifier "const" @const) declarator: [(identifier) (array_declarator)]) @declarator))

; -- classes, structs, unions, enums
(class_specifier name: (_) @declarator body: (_) @body) @definition.class
(class_specifier "class" @hides)
(struct_specifier name: (_) @declarator body: (_) @body) @definition.struct
(union_specifier name: (_) @declarator body: (_) @body) @definition.struct
(union_specifier "union" @interface.keyword)
(class_specifier (base_class_clause) @interface.bases)
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base))
(class_specifier (virtual_specifier) @interface.modifier)
(class_specifier [(attribute_specifier) (attribute_declaration) (alignas_qualifier) (ms_declspec_modifier)] @decorator)
(struct_specifier (base_class_clause) @interface.bases)
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base))
(struct_specifier (virtual_specifier) @interface.modifier)
(struct_specifier [(attribute_specifier) (attribute_declaration) (alignas_qualifier) (ms_declspec_modifier)] @decorator)
(union_specifier (base_class_clause) @interface.bases)
(union_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base))
(union_specifier (virtual_specifier) @interface.modifier)
(union_specifier [(attribute_specifier) (attribute_declaration) (alignas_qualifier) (ms_declspec_modifier)] @decorator)
(enum_specifier name: (_) @declarator body: (_) @body) @definition.enum
(enum_specifier ["class" "struct"] @interface.keyword)
(enum_specifier base: (_) @interface.type)
(enum_specifier (attribute_specifier) @decorator)
(enumerator name: (identifier) @name) @definition.constant
(enumerator name: (identifier) @name value: (_) @body)

; -- members
(field_declaration declarator: (_) @declarator) @definition.variable
(field_declaration declarator: (_) @declarator . default_value: (_) @body) @definition.variable
(field_declaration type: [(class_specifier !name body: (_) @body) (struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] declarator: (_) @declarator) @definition.object
(field_declaration declarator: (_) @declarator.callable @declaration) @definition.method
(field_declaration declarator: (_) @declarator.callable . default_value: (number_literal) @interface.clause)
; `void f() {};` is read as if the braces were a value.
(field_declaration declarator: (_) @declarator.callable . default_value: (initializer_list) @body) @definition.method
(field_declaration declarator: (_) @declarator . (bitfield_clause) @interface.width)
(field_declaration type: [(primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (dependent_type) (placeholder_type_specifier) (decltype)] @interface.type)
(field_declaration type: [(class_specifier !body) (struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(field_declaration type: [(class_specifier name: (_) @interface.type body: (_)) (struct_specifier name: (_) @interface.type body: (_)) (union_specifier name: (_) @interface.type body: (_)) (enum_specifier name: (_) @interface.type body: (_))])
(field_declaration type: (enum_specifier !name) @interface.type)
(field_declaration [(storage_class_specifier) (type_qualifier) (ms_declspec_modifier) "virtual"] @interface.modifier)
(field_declaration [(attribute_specifier) (attribute_declaration)] @decorator)
(field_declaration (type_qualifier ["const" "constexpr"] @const) declarator: [(field_identifier) (array_declarator)] @declarator)
(field_declaration (type_qualifier "constexpr" @const) declarator: (_) @declarator)
(field_declaration declarator: (pointer_declarator (type_qualifier "const" @const) declarator: [(field_identifier) (array_declarator)]) @declarator)
; It may be defined outside of the class.
(field_declaration (storage_class_specifier "static" @declaration) declarator: (_) @declarator)

; -- types: the name of an untagged one is that of its first declarator; one that repeats the tag adds nothing
(type_definition type: [(primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (dependent_type) (placeholder_type_specifier) (decltype) (class_specifier !body) (class_specifier !name) (struct_specifier !body) (struct_specifier !name) (union_specifier !body) (union_specifier !name) (enum_specifier !body) (enum_specifier !name)] declarator: (_) @declarator) @definition.type
(type_definition type: [(class_specifier name: (_) @_tag body: (_)) (struct_specifier name: (_) @_tag body: (_)) (union_specifier name: (_) @_tag body: (_)) (enum_specifier name: (_) @_tag body: (_))] declarator: (_) @declarator (#not-eq? @_tag @declarator)) @definition.type
(type_definition type: [(class_specifier !name body: (_) @body) (struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] . declarator: (_) @declarator) @definition.struct
(type_definition type: (union_specifier "union" @interface.keyword))
(type_definition type: (enum_specifier !name body: (_) @body) . declarator: (_) @declarator) @definition.enum
(type_definition type: [(class_specifier name: (_) @_tag !body) (struct_specifier name: (_) @_tag !body) (union_specifier name: (_) @_tag !body) (enum_specifier name: (_) @_tag !body)] declarator: (type_identifier) @declarator @declaration (#eq? @_tag @declarator))
(type_definition type: [(primitive_type) (sized_type_specifier) (type_identifier) (qualified_identifier) (template_type) (dependent_type) (placeholder_type_specifier) (decltype)] @interface.type)
(type_definition type: [(class_specifier !body) (struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(type_definition type: [(class_specifier name: (_) @interface.type body: (_)) (struct_specifier name: (_) @interface.type body: (_)) (union_specifier name: (_) @interface.type body: (_)) (enum_specifier name: (_) @interface.type body: (_))])
(type_definition (type_qualifier) @interface.modifier)
(type_definition (attribute_specifier) @decorator)
(alias_declaration name: (type_identifier) @name type: (_) @interface.type) @definition.type
(alias_declaration (attribute_declaration) @decorator)
(concept_definition name: (identifier) @name (_) @body .) @definition.type

; -- namespaces
(namespace_definition name: (namespace_identifier) @name body: (_) @body) @definition.module
(namespace_definition name: (nested_namespace_specifier . (namespace_identifier) @scope (namespace_identifier) @name .) body: (_) @body) @definition.module
(namespace_definition name: (nested_namespace_specifier . (namespace_identifier) @scope (nested_namespace_specifier . (namespace_identifier) @scope (namespace_identifier) @name .)) body: (_) @body) @definition.module
(namespace_definition name: (nested_namespace_specifier . (namespace_identifier) @scope (nested_namespace_specifier . (namespace_identifier) @scope (nested_namespace_specifier . (namespace_identifier) @scope (namespace_identifier) @name .))) body: (_) @body) @definition.module
(namespace_definition "inline" @interface.modifier)
(namespace_definition (attribute_declaration) @decorator)
; What stands in a nameless one is named as if there were none, and is private.
(namespace_definition !name "namespace" @hides) @definition.extension
(namespace_alias_definition name: (namespace_identifier) @name [(namespace_identifier) (nested_namespace_specifier)] @interface.type .) @definition.type

; -- macros
(preproc_def name: (identifier) @name) @definition.constant
(preproc_def value: (_) @body)
(preproc_function_def name: (identifier) @name parameters: (_) @interface.parameters) @definition.function
(preproc_function_def "#define" @untyped)
(preproc_function_def value: (_) @body)

; -- what stands before a definition and belongs to it
(template_declaration parameters: (_) @interface.type_parameters [(declaration) (function_definition) (class_specifier) (struct_specifier) (union_specifier) (alias_declaration) (concept_definition) (friend_declaration) (template_declaration)] @inner) @span
(template_declaration (requires_clause) @interface.requires)
(friend_declaration "friend" @interface.modifier @public [(declaration) (function_definition)] @inner) @span
(linkage_specification value: (_) @interface.linkage body: [(declaration) (function_definition)] @inner) @span

; -- imports
(preproc_include path: (string_literal (string_content) @import.module) @import.everything)
(preproc_include path: (system_lib_string) @import.module @import.everything)
