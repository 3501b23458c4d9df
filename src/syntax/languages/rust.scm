; What counts as a definition or an import in Rust.
;
; Every pattern is tried at its root node alone, and all matches at one node together describe one definition.
; `captures.rs` explains the capture names. Imports are read by `import_tree` in `rust.rs`.

; -- functions, and methods where they stand in a trait or an `impl`; nobody else uses the names of parameters
(function_item name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body) @definition.function
(function_item (visibility_modifier) @interface.visibility @public)
(function_item (function_modifiers) @interface.modifiers)
(function_item type_parameters: (_) @interface.type_parameters)
(function_item return_type: (_) @interface.returns)
(function_item (where_clause) @interface.where)
(function_item parameters: (parameters (parameter (mutable_specifier) @omit)))
((function_item parameters: (parameters (parameter pattern: [(_) "_"] @omit))) (#not-eq? @omit "self"))

(function_signature_item name: (identifier) @name parameters: (_) @interface.parameters) @definition.function
(function_signature_item (visibility_modifier) @interface.visibility @public)
(function_signature_item (function_modifiers) @interface.modifiers)
(function_signature_item type_parameters: (_) @interface.type_parameters)
(function_signature_item return_type: (_) @interface.returns)
(function_signature_item (where_clause) @interface.where)
(function_signature_item parameters: (parameters (parameter (mutable_specifier) @omit)))
((function_signature_item parameters: (parameters (parameter pattern: [(_) "_"] @omit))) (#not-eq? @omit "self"))

; -- what an `impl` holds is a part of its type; a trait tells same-named members apart
(impl_item
  type: [(type_identifier) (scoped_type_identifier) (primitive_type) (array_type) (tuple_type) (unit_type)
    (pointer_type) (function_type) (never_type) (macro_invocation) (metavariable)] @name) @definition.extension
(impl_item type: (generic_type type: (_) @name)) @definition.extension
(impl_item type: (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @name)) @definition.extension
(impl_item type: (dynamic_type trait: (generic_type type: (_) @name))) @definition.extension
(impl_item type: (bounded_type . (dynamic_type trait: (_) @name))) @definition.extension
; A reference is named like what it refers to.
(impl_item
  type: (reference_type type: [(type_identifier) (scoped_type_identifier) (primitive_type) (array_type) (tuple_type)
    (function_type) (metavariable) (dynamic_type) (reference_type)] @name)) @definition.extension
(impl_item type: (reference_type type: (generic_type type: (_) @name))) @definition.extension
(impl_item trait: (_) @suffix @shows)
; For whom it holds is a part of every member's interface.
(impl_item type_parameters: (_) @interface.type_parameters)
(impl_item type: (generic_type type_arguments: (_) @interface.type_arguments))
(impl_item (where_clause) @interface.where)

; -- structs and unions
(struct_item "struct" @interface.keyword name: (type_identifier) @name) @definition.struct
(struct_item body: (_) @body)
(struct_item (visibility_modifier) @interface.visibility @public)
(struct_item type_parameters: (_) @interface.type_parameters)
(struct_item (where_clause) @interface.where)

(union_item "union" @interface.keyword name: (type_identifier) @name body: (_) @body) @definition.struct
(union_item (visibility_modifier) @interface.visibility @public)
(union_item type_parameters: (_) @interface.type_parameters)
(union_item (where_clause) @interface.where)

(field_declaration name: (field_identifier) @name type: (_) @interface.type) @definition.variable
(field_declaration (visibility_modifier) @interface.visibility @public)

; -- enums
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum @shows
(enum_item (visibility_modifier) @interface.visibility @public)
(enum_item type_parameters: (_) @interface.type_parameters)
(enum_item (where_clause) @interface.where)

(enum_variant name: (identifier) @name) @definition.constant
(enum_variant name: (identifier) @name body: (field_declaration_list) @body) @definition.object @const @shows
(enum_variant body: (_) @interface.fields)
(enum_variant value: (_) @body)

; -- traits
(trait_item name: (type_identifier) @name body: (_) @body) @definition.trait @shows
(trait_item "unsafe" @interface.modifier)
(trait_item (visibility_modifier) @interface.visibility @public)
(trait_item type_parameters: (_) @interface.type_parameters)
(trait_item bounds: (_) @interface.bases)
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier)] @base))
(trait_item bounds: (trait_bounds (generic_type type: (_) @base)))
(trait_item (where_clause) @interface.where)

; -- types
(type_item name: (type_identifier) @name type: (_) @body) @definition.type
(type_item (visibility_modifier) @interface.visibility @public)
(type_item type_parameters: (_) @interface.type_parameters)
(type_item (where_clause) @interface.where)

(associated_type name: (type_identifier) @name) @definition.type
(associated_type type_parameters: (_) @interface.type_parameters)
(associated_type bounds: (_) @interface.bounds)
(associated_type (where_clause) @interface.where)

; -- constants and statics
(const_item name: (identifier) @name type: (_) @interface.type) @definition.constant
(const_item value: (_) @body)
(const_item (visibility_modifier) @interface.visibility @public)

(static_item "static" @interface.keyword name: (identifier) @name type: (_) @interface.type) @definition.variable
(static_item (mutable_specifier) @interface.modifier)
(static_item value: (_) @body)
(static_item (visibility_modifier) @interface.visibility @public)

; -- modules with a body; `mod x;` only says that there is a file
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(mod_item (visibility_modifier) @interface.visibility @public)

; -- macros: what they match is their interface; who may use them is said elsewhere
(macro_definition name: (identifier) @name) @definition.function @public
(macro_definition (macro_rule left: (_) @interface.parameters_of_rule))
(macro_definition (macro_rule right: (_) @body))
