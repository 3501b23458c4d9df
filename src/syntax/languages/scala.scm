; What counts as a definition or an import in Scala. Imports are read by code.
;
; Patterns with a wildcard at their root add to whatever is defined at a node.

; -- what all definitions have in common
(_ (modifiers) @interface.modifiers)
(_ (annotation) @decorator)
(_ (modifiers "final" @_final) "val" @const)
(_ (modifiers (access_modifier "private" @private .)))
(_ (modifiers (access_modifier "private" @private (access_qualifier (identifier) @_within)))
  (#eq? @_within "this"))
(_ type_parameters: (type_parameters) @interface.type_parameters)
(_ derive: (_) @interface.derives)
(_ ["val" "var" "case" (opaque_modifier)] @interface.keyword)

; -- bases, without type arguments; what the constructor of one is given is the body's
(_ extend: (extends_clause) @interface.bases)
(_ extend: (extends_clause [(type_identifier) (stable_type_identifier)] @base))
(_ extend: (extends_clause (generic_type type: (_) @base)))
(_ extend: (extends_clause (applied_constructor_type . [(type_identifier) (stable_type_identifier)] @base)))
(_ extend: (extends_clause (applied_constructor_type . (generic_type type: (_) @base))))
(_ extend: (extends_clause (compound_type [(type_identifier) (stable_type_identifier)] @base)))
(_ extend: (extends_clause (compound_type (generic_type type: (_) @base))))

; -- classes, traits and enums; the parameters of the constructor are what a class promises, and some are its fields
(class_definition name: (_) @name) @definition.class
(class_definition name: (_) @name (class_parameters) @interface.parameters @body)
(class_definition name: (_) @name body: (template_body) @body)
(class_definition (access_modifier) @interface.constructor)
(trait_definition name: (_) @name) @definition.trait
(trait_definition name: (_) @name (class_parameters) @interface.parameters @body)
(trait_definition name: (_) @name body: (template_body) @body)
(enum_definition name: (_) @name) @definition.enum
(enum_definition name: (_) @name (class_parameters) @interface.parameters @body)
(enum_definition name: (_) @name body: (enum_body) @body)
(enum_definition (access_modifier) @interface.constructor)

(class_parameter name: (_) @name) @definition.variable
(class_parameter type: (_) @interface.type)
(class_parameter default_value: (_) @body)

; Parameters that are no fields, because they have no `val`: the blank name, `(`, takes them. Of two patterns the later one
; counts: it gives back the first list of a case class, but not its further ones.
((class_definition (class_parameters "(" @name (class_parameter) @body)) @definition.variable
  (#not-match? @body "^([^:]*\\s)?va[lr]\\s"))
((trait_definition (class_parameters "(" @name (class_parameter) @body)) @definition.variable
  (#not-match? @body "^([^:]*\\s)?va[lr]\\s"))
((enum_definition (class_parameters "(" @name (class_parameter) @body)) @definition.variable
  (#not-match? @body "^([^:]*\\s)?va[lr]\\s"))
(class_definition "case" (class_parameters "(" @name)) @definition.variable
((class_definition "case" (class_parameters) (class_parameters "(" @name (class_parameter) @body)) @definition.variable
  (#not-match? @body "^([^:]*\\s)?va[lr]\\s"))

(enum_case_definitions (simple_enum_case name: (_) @name)) @definition.constant
(enum_case_definitions (simple_enum_case name: (_) @name extend: (_) @body))
(enum_case_definitions (full_enum_case name: (_) @name)) @definition.constant
(enum_case_definitions (full_enum_case type_parameters: (_) @interface.type_parameters))
(enum_case_definitions (full_enum_case (class_parameters) @interface.parameters))
(enum_case_definitions (full_enum_case extend: (_) @body))

; -- objects: beside a class of the same name
(object_definition "object" @suffix @interface.keyword name: (_) @name) @definition.class
(object_definition body: (template_body) @body)
(package_object "object" @suffix @interface.keyword name: (_) @name) @definition.class
(package_object body: (template_body) @body)

; -- given instances; one without a name is told by its type
(given_definition name: (_) @name) @definition.variable
(given_definition name: (_) @name body: [(template_body) (with_template_body)]) @definition.class
(given_definition "given" @name !name return_type: (_) @suffix) @definition.variable
(given_definition "given" @name !name return_type: (_) @suffix body: [(template_body) (with_template_body)])
  @definition.class
(given_definition "given" @interface.keyword)
(given_definition (parameters) @interface.parameters)
(given_definition (given_conditional) @interface.parameters)
(given_definition return_type: (_) @interface.returns)
(given_definition [(type_identifier) (stable_type_identifier) (generic_type)] @interface.returns)
(given_definition
  [(type_identifier) (stable_type_identifier)] @base body: [(template_body) (with_template_body)])
(given_definition (generic_type type: (_) @base) body: [(template_body) (with_template_body)])
(given_definition arguments: (_) @body)
(given_definition body: (_) @body)

; -- extension methods are named as a part of the type that they extend, without its type arguments
(extension_definition
  (parameters . "(" . (parameter type: (_) @name))) @definition.extension
(extension_definition
  (parameters . "(" . (parameter type: (generic_type type: (_) @name)))) @definition.extension
(extension_definition (parameters) @interface.receiver)

; -- methods; callers may use the names of parameters. `=` tells a value from what is done for its effect.
(function_definition name: (_) @name) @definition.function
(function_definition "=" @body)
(function_definition body: (_) @body)
(function_definition (parameters) @interface.parameters)
(function_definition (type_parameters) @interface.type_parameters)
(function_definition return_type: (_) @interface.returns)
(function_definition (parameters (parameter) @parameter))
(function_definition (parameters "using"
  [(type_identifier) (stable_type_identifier) (generic_type) (function_type) (tuple_type) (compound_type) (infix_type)
    (projected_type) (annotated_type) (singleton_type)] @parameter))
(function_definition (parameters (parameter name: (_) @parameter.without)))
(function_definition (parameters (parameter [":" "="] @parameter.without)))
(function_definition (parameters (parameter default_value: (_) @parameter.without)))

(function_declaration name: (_) @name) @definition.function
(function_declaration (parameters) @interface.parameters)
(function_declaration (type_parameters) @interface.type_parameters)
(function_declaration return_type: (_) @interface.returns)
(function_declaration (parameters (parameter) @parameter))
(function_declaration (parameters "using"
  [(type_identifier) (stable_type_identifier) (generic_type) (function_type) (tuple_type) (compound_type) (infix_type)
    (projected_type) (annotated_type) (singleton_type)] @parameter))
(function_declaration (parameters (parameter name: (_) @parameter.without)))
(function_declaration (parameters (parameter [":" "="] @parameter.without)))
(function_declaration (parameters (parameter default_value: (_) @parameter.without)))

; -- values and variables; in a pattern, names in upper case are not defined but compared with
(val_definition pattern: [(identifier) (operator_identifier)] @name) @definition.variable
(val_definition pattern: (identifiers (identifier) @name)) @definition.variable
((val_definition pattern: (tuple_pattern (identifier) @name) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
((val_definition pattern: (tuple_pattern (typed_pattern pattern: (identifier) @name)) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
((val_definition pattern: (case_class_pattern (identifier) @name) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
((val_definition pattern: (infix_pattern (identifier) @name) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
(val_definition type: (_) @interface.type)
(val_definition value: (_) @body)
(val_declaration [(identifier) (operator_identifier)] @name) @definition.variable
(val_declaration type: (_) @interface.type)

(var_definition pattern: [(identifier) (operator_identifier)] @name) @definition.variable
(var_definition pattern: (identifiers (identifier) @name)) @definition.variable
((var_definition pattern: (tuple_pattern (identifier) @name) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
((var_definition pattern: (tuple_pattern (typed_pattern pattern: (identifier) @name)) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
((var_definition pattern: (case_class_pattern (identifier) @name) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
((var_definition pattern: (infix_pattern (identifier) @name) @body) @definition.variable
  (#not-match? @name "^[A-Z]"))
(var_definition type: (_) @interface.type)
(var_definition value: (_) @body)
(var_declaration [(identifier) (operator_identifier)] @name) @definition.variable
(var_declaration type: (_) @interface.type)

; -- types
(type_definition name: (_) @name) @definition.type
(type_definition [(lower_bound) (upper_bound) (context_bound)] @interface.bounds)
(type_definition type: (_) @body)
