; What counts as a definition or an import in PHP.
;
; Namespaces are no constructs and no part of a name. Names of properties stand without their `$`.

; -- functions
(function_definition
  name: (name) @name
  parameters: (formal_parameters) @interface.parameters
  body: (compound_statement) @body) @definition.function
(function_definition (reference_modifier) @interface.returns_reference)
(function_definition return_type: (_) @interface.returns)
(function_definition attributes: (attribute_list (attribute_group (attribute) @decorator)))

; -- classes, interfaces, traits, enums
(class_declaration name: (name) @name body: (declaration_list) @body) @definition.class
(class_declaration [(final_modifier) (abstract_modifier) (readonly_modifier)] @interface.modifiers)
(class_declaration (base_clause) @interface.bases)
(class_declaration (base_clause [(name) (qualified_name) (relative_name)] @base))
(class_declaration (class_interface_clause) @interface.bases)
(class_declaration (class_interface_clause [(name) (qualified_name) (relative_name)] @base))
(class_declaration body: (declaration_list (use_declaration) @interface.bases))
(class_declaration body: (declaration_list (use_declaration [(name) (qualified_name) (relative_name)] @base)))
(class_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

(interface_declaration name: (name) @name body: (declaration_list) @body) @definition.interface
(interface_declaration (base_clause) @interface.bases)
(interface_declaration (base_clause [(name) (qualified_name) (relative_name)] @base))
(interface_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

(trait_declaration name: (name) @name body: (declaration_list) @body) @definition.trait
(trait_declaration body: (declaration_list (use_declaration) @interface.bases))
(trait_declaration body: (declaration_list (use_declaration [(name) (qualified_name) (relative_name)] @base)))
(trait_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

(enum_declaration name: (name) @name body: (enum_declaration_list) @body) @definition.enum
(enum_declaration (primitive_type) @interface.type)
(enum_declaration (class_interface_clause) @interface.bases)
(enum_declaration (class_interface_clause [(name) (qualified_name) (relative_name)] @base))
(enum_declaration body: (enum_declaration_list (use_declaration) @interface.bases))
(enum_declaration body: (enum_declaration_list (use_declaration [(name) (qualified_name) (relative_name)] @base)))
(enum_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

(enum_case name: (name) @name) @definition.constant
(enum_case value: (_) @body)
(enum_case attributes: (attribute_list (attribute_group (attribute) @decorator)))

; -- methods
(method_declaration name: (name) @name parameters: (formal_parameters) @interface.parameters) @definition.method
(method_declaration body: (compound_statement) @body)
(method_declaration
  [(visibility_modifier) (static_modifier) (final_modifier) (abstract_modifier)] @interface.modifiers)
(method_declaration (visibility_modifier "private") @private)
(method_declaration (reference_modifier) @interface.returns_reference)
(method_declaration return_type: (_) @interface.returns)
(method_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

; -- properties
(property_declaration (property_element name: (variable_name (name) @name))) @definition.variable
(property_declaration (property_element name: (variable_name (name) @name) default_value: (_) @body))
(property_declaration (property_hook_list) @body)
(property_declaration type: (_) @interface.type)
(property_declaration
  [(var_modifier) (visibility_modifier) (static_modifier) (final_modifier) (abstract_modifier) (readonly_modifier)]
  @interface.modifiers)
(property_declaration (visibility_modifier . "private" .) @private)
(property_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))

; -- parameters of a constructor that are properties as well
(property_promotion_parameter name: (variable_name (name) @name)) @definition.variable
(property_promotion_parameter name: (by_ref (variable_name (name) @name))) @definition.variable
(property_promotion_parameter type: (_) @interface.type)
(property_promotion_parameter default_value: (_) @body)
(property_promotion_parameter (property_hook_list) @body)
(property_promotion_parameter [(visibility_modifier) (readonly_modifier)] @interface.modifiers)
(property_promotion_parameter (visibility_modifier . "private" .) @private)
(property_promotion_parameter attributes: (attribute_list (attribute_group (attribute) @decorator)))

; -- constants
(const_declaration (const_element . (name) @name (_) @body .)) @definition.constant
(const_declaration type: (_) @interface.type)
(const_declaration [(visibility_modifier) (final_modifier)] @interface.modifiers)
(const_declaration (visibility_modifier "private") @private)
(const_declaration attributes: (attribute_list (attribute_group (attribute) @decorator)))
(expression_statement
  (function_call_expression
    function: [(name) (qualified_name)] @_define
    arguments: (arguments
      . (argument [(string . (string_content) @name .) (encapsed_string . (string_content) @name .)])
      . (argument) @body))
  (#match? @_define "^\\\\?(?i)define$")
  (#match? @name "^[A-Za-z_][A-Za-z0-9_]*$")) @definition.constant

; -- variables of the file
(expression_statement
  (assignment_expression left: (variable_name (name) @name) right: (_) @body)) @definition.variable

; -- imports: one match for each name that is brought in
(namespace_use_declaration
  (namespace_use_clause . (qualified_name prefix: (namespace_name) @import.module (name) @import.name) .))
(namespace_use_declaration
  (namespace_use_clause
    (qualified_name prefix: (namespace_name) @import.module (name) @import.name) alias: (name) @import.alias))
(namespace_use_declaration (namespace_use_clause . (name) @import.name .))
(namespace_use_declaration (namespace_use_clause . (name) @import.name alias: (name) @import.alias))
(namespace_use_declaration
  (namespace_name) @import.module body: (namespace_use_group (namespace_use_clause . (name) @import.name .)))
(namespace_use_declaration
  (namespace_name) @import.module
  body: (namespace_use_group (namespace_use_clause (name) @import.name alias: (name) @import.alias)))
