; What counts as a definition or an import in Kotlin.

; -- classes, interfaces, enums; the parameters of the constructor are what a class promises, and some are its fields
(class_declaration name: (identifier) @name) @definition.class
(class_declaration "interface" name: (identifier) @name) @definition.interface
; By its text, because the parser may have been given another word, see `kotlin_source.rs`.
((class_declaration (modifiers (_) @_enum) name: (identifier) @name) @definition.enum
  (#eq? @_enum "enum"))
(class_declaration "fun" @interface.modifiers)
(class_declaration (modifiers) @interface.modifiers)
(class_declaration (modifiers (annotation) @decorator))
(class_declaration (modifiers (visibility_modifier "private" @private)))
(class_declaration (type_parameters) @interface.type_parameters)
(class_declaration (primary_constructor) @interface.constructor @body)
(class_declaration (delegation_specifiers) @interface.bases)
(class_declaration (delegation_specifiers (delegation_specifier (user_type) @base)))
(class_declaration (delegation_specifiers (delegation_specifier (constructor_invocation (user_type) @base))))
(class_declaration (delegation_specifiers (delegation_specifier (explicit_delegation (user_type) @base))))
(class_declaration (type_constraints) @interface.constraints)
(class_declaration [(class_body) (enum_class_body)] @body)

(class_parameter ["val" "var"] @interface.keyword . (identifier) @name) @definition.variable
(class_parameter ":" . (_) @interface.type)
(class_parameter "=" . (_) @body)
(class_parameter (modifiers) @interface.modifiers)
(class_parameter (modifiers (annotation) @decorator))
(class_parameter (modifiers (visibility_modifier "private" @private)))

(enum_entry (identifier) @name) @definition.constant
(enum_entry [(value_arguments) (class_body)] @body)
(enum_entry (modifiers (annotation) @decorator))

; -- objects
(object_declaration "object" @interface.keyword name: (identifier) @name) @definition.class
(object_declaration (modifiers) @interface.modifiers)
(object_declaration (modifiers (annotation) @decorator))
(object_declaration (modifiers (visibility_modifier "private" @private)))
(object_declaration (delegation_specifiers) @interface.bases)
(object_declaration (delegation_specifiers (delegation_specifier (user_type) @base)))
(object_declaration (delegation_specifiers (delegation_specifier (constructor_invocation (user_type) @base))))
(object_declaration (delegation_specifiers (delegation_specifier (explicit_delegation (user_type) @base))))
(object_declaration (class_body) @body)

(companion_object "object" @interface.keyword name: (identifier) @name) @definition.class
(companion_object "companion" @name "object" @interface.keyword !name) @definition.class
(companion_object (modifiers) @interface.modifiers)
(companion_object (modifiers (annotation) @decorator))
(companion_object (modifiers (visibility_modifier "private" @private)))
(companion_object (delegation_specifiers) @interface.bases)
(companion_object (delegation_specifiers (delegation_specifier (user_type) @base)))
(companion_object (delegation_specifiers (delegation_specifier (constructor_invocation (user_type) @base))))
(companion_object (delegation_specifiers (delegation_specifier (explicit_delegation (user_type) @base))))
(companion_object (class_body) @body)

; -- functions and secondary constructors; callers may use the names of parameters
(function_declaration
  name: (identifier) @name (function_value_parameters) @interface.parameters) @definition.function
(function_declaration (user_type) @scope @interface.receiver . "." . name: (_))
(function_declaration (nullable_type (user_type) @scope) @interface.receiver . "." . name: (_))
(function_declaration (parenthesized_type) @scope @interface.receiver . "." . name: (_))
(function_declaration (type_parameters) @interface.type_parameters)
(function_declaration (function_value_parameters) . ":" . (_) @interface.returns)
(function_declaration (type_constraints) @interface.constraints)
(function_declaration (function_body) @body)
(function_declaration (modifiers) @interface.modifiers)
(function_declaration (modifiers (annotation) @decorator))
(function_declaration (modifiers (visibility_modifier "private" @private)))
(function_declaration (function_value_parameters (parameter) @parameter))
(function_declaration (function_value_parameters (parameter . (identifier) @parameter.without)))
(function_declaration (function_value_parameters (parameter ":" @parameter.without)))
; `: Unit` says nothing about a function whose body is a block, or would be one that only throws.
(function_declaration
  (function_value_parameters) . ":" @omit . (user_type . (identifier) @_type .) @omit
  (function_body [(block) (throw_expression)])
  (#eq? @_type "Unit"))

(secondary_constructor
  "constructor" @name (function_value_parameters) @interface.parameters) @definition.method
(secondary_constructor [(constructor_delegation_call) (block)] @body)
(secondary_constructor (modifiers) @interface.modifiers)
(secondary_constructor (modifiers (annotation) @decorator))
(secondary_constructor (modifiers (visibility_modifier "private" @private)))
(secondary_constructor (function_value_parameters (parameter) @parameter))
(secondary_constructor (function_value_parameters (parameter . (identifier) @parameter.without)))
(secondary_constructor (function_value_parameters (parameter ":" @parameter.without)))

; -- properties with their accessors
(property_declaration (variable_declaration (identifier) @name)) @definition.variable
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @name))) @definition.variable
(property_declaration ["val" "var"] @interface.keyword)
(property_declaration (user_type) @scope @interface.receiver . "." . (variable_declaration))
(property_declaration (nullable_type (user_type) @scope) @interface.receiver . "." . (variable_declaration))
(property_declaration (type_parameters) @interface.type_parameters)
(property_declaration (type_constraints) @interface.constraints)
(property_declaration (variable_declaration ":" . (_) @interface.type))
(property_declaration "=" . (_) @body)
(property_declaration [(property_delegate) (getter) (setter)] @body)
(property_declaration (setter (modifiers) @interface.setter))
(property_declaration (modifiers) @interface.modifiers)
(property_declaration (modifiers (annotation) @decorator))
(property_declaration (modifiers (visibility_modifier "private" @private)))
((property_declaration (modifiers (_) @const))
  (#eq? @const "const"))

; -- type aliases
(type_alias type: (identifier) @name) @definition.type
(type_alias "=" . (_) @body)
(type_alias (type_parameters) @interface.type_parameters)
(type_alias (modifiers) @interface.modifiers)
(type_alias (modifiers (visibility_modifier "private" @private)))

; -- imports
((import (qualified_identifier (identifier) @import.name .) @import.module .) @_import
  (#not-match? @_import "[*]"))
(import (qualified_identifier (identifier) @import.name .) @import.module (identifier) @import.alias)
(import (qualified_identifier) @import.module "*" @import.name)
