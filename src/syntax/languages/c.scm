; What counts as a definition or an import in C.
;
; Names stand within declarators, which nest: `@declarator` finds them there. What a declaration says besides, its
; specifiers, belongs to every name in it.

; -- functions
(function_definition declarator: (_) @declarator.callable body: (_) @body) @definition.function
(function_definition type: [(primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)] @interface.type)
(function_definition type: [(struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(function_definition [(storage_class_specifier) (type_qualifier) (ms_declspec_modifier) (ms_call_modifier)] @interface.modifier)
(function_definition [(attribute_specifier) (attribute_declaration)] @decorator)
(function_definition (storage_class_specifier "static" @local))
; The types of parameters as they were written before 1989.
(function_definition (declaration) @interface.parameters @body)

; -- variables and prototypes
(declaration declarator: [(identifier) (pointer_declarator) (array_declarator) (function_declarator) (parenthesized_declarator) (attributed_declarator)] @declarator) @definition.variable
(declaration declarator: (init_declarator declarator: (_) @declarator value: (_) @body)) @definition.variable
; A type without a tag: its members are those of the variable.
(declaration type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] declarator: [(identifier) (pointer_declarator) (array_declarator)] @declarator) @definition.object
(declaration type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] declarator: (init_declarator declarator: (_) @declarator value: (_) @body)) @definition.object
(declaration declarator: (_) @declarator.callable @declaration) @definition.function
(declaration type: [(primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)] @interface.type)
(declaration type: [(struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(declaration type: [(struct_specifier name: (_) @interface.type body: (_)) (union_specifier name: (_) @interface.type body: (_)) (enum_specifier name: (_) @interface.type body: (_))])
(declaration type: (enum_specifier !name) @interface.type)
(declaration [(storage_class_specifier) (type_qualifier) (ms_declspec_modifier) (ms_call_modifier)] @interface.modifier)
(declaration [(attribute_specifier) (attribute_declaration)] @decorator)
(declaration (gnu_asm_expression) @decorator)
(declaration (storage_class_specifier "static" @local))
(declaration (storage_class_specifier "extern" @declaration) declarator: [(identifier) (pointer_declarator) (array_declarator) (parenthesized_declarator) (attributed_declarator)] @declarator)
; Constant is what is named, not what it points to.
(declaration (type_qualifier ["const" "constexpr"] @const) declarator: [(identifier) (array_declarator)] @declarator)
(declaration (type_qualifier ["const" "constexpr"] @const) declarator: (init_declarator declarator: [(identifier) (array_declarator)] @declarator))
(declaration declarator: (pointer_declarator (type_qualifier "const" @const) declarator: [(identifier) (array_declarator)]) @declarator)
(declaration declarator: (init_declarator declarator: (pointer_declarator (type_qualifier "const" @const) declarator: [(identifier) (array_declarator)]) @declarator))

; -- structs, unions, enums
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(struct_specifier [(attribute_specifier) (ms_declspec_modifier)] @decorator)
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.struct
(union_specifier "union" @interface.keyword)
(union_specifier [(attribute_specifier) (ms_declspec_modifier)] @decorator)
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(enum_specifier underlying_type: (_) @interface.type)
(enum_specifier (attribute_specifier) @decorator)
(enumerator name: (identifier) @name) @definition.constant
(enumerator name: (identifier) @name value: (_) @body)

; -- fields
(field_declaration declarator: (_) @declarator) @definition.variable
(field_declaration type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] declarator: (_) @declarator) @definition.object
(field_declaration declarator: (_) @declarator . (bitfield_clause) @interface.width)
(field_declaration type: [(primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)] @interface.type)
(field_declaration type: [(struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(field_declaration type: [(struct_specifier name: (_) @interface.type body: (_)) (union_specifier name: (_) @interface.type body: (_)) (enum_specifier name: (_) @interface.type body: (_))])
(field_declaration type: (enum_specifier !name) @interface.type)
(field_declaration [(storage_class_specifier) (type_qualifier)] @interface.modifier)
(field_declaration [(attribute_specifier) (attribute_declaration)] @decorator)
(field_declaration (type_qualifier "const" @const) declarator: [(field_identifier) (array_declarator)] @declarator)
(field_declaration declarator: (pointer_declarator (type_qualifier "const" @const) declarator: (field_identifier)) @declarator)

; -- types: the name of an untagged one is that of its first declarator; one that repeats the tag adds nothing
(type_definition type: [(primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier) (struct_specifier !body) (struct_specifier !name) (union_specifier !body) (union_specifier !name) (enum_specifier !body) (enum_specifier !name)] declarator: (_) @declarator) @definition.type
(type_definition type: [(struct_specifier name: (_) @_tag body: (_)) (union_specifier name: (_) @_tag body: (_)) (enum_specifier name: (_) @_tag body: (_))] declarator: (_) @declarator (#not-eq? @_tag @declarator)) @definition.type
(type_definition type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] . declarator: (_) @declarator) @definition.struct
(type_definition type: [(struct_specifier !name body: (_) @body) (union_specifier !name body: (_) @body)] (type_qualifier) . declarator: (_) @declarator) @definition.struct
(type_definition type: (union_specifier "union" @interface.keyword))
(type_definition type: (enum_specifier !name body: (_) @body) . declarator: (_) @declarator) @definition.enum
(type_definition type: [(struct_specifier name: (_) @_tag !body) (union_specifier name: (_) @_tag !body) (enum_specifier name: (_) @_tag !body)] declarator: (type_identifier) @declarator @declaration (#eq? @_tag @declarator))
(type_definition type: [(primitive_type) (sized_type_specifier) (type_identifier) (macro_type_specifier)] @interface.type)
(type_definition type: [(struct_specifier !body) (union_specifier !body) (enum_specifier !body)] @interface.type)
(type_definition type: [(struct_specifier name: (_) @interface.type body: (_)) (union_specifier name: (_) @interface.type body: (_)) (enum_specifier name: (_) @interface.type body: (_))])
(type_definition (type_qualifier) @interface.modifier)
(type_definition (attribute_specifier) @decorator)
(type_definition type: [(struct_specifier !name (attribute_specifier) @decorator) (union_specifier !name (attribute_specifier) @decorator)])

; -- macros
(preproc_def name: (identifier) @name) @definition.constant
(preproc_def value: (_) @body)
(preproc_function_def name: (identifier) @name parameters: (_) @interface.parameters) @definition.function
(preproc_function_def value: (_) @body)

; -- `extern "C"` before one declaration
(linkage_specification value: (_) @interface.linkage body: [(declaration) (function_definition)] @inner) @span

; -- imports
(preproc_include path: (string_literal (string_content) @import.module) @import.everything)
(preproc_include path: (system_lib_string) @import.module @import.everything)
