; What counts as a definition or an import in Python.
;
; Every pattern is tried at its root node alone, and all matches at one node together describe one definition, so
; each optional part has a pattern of its own. `captures.rs` explains the capture names.

; -- functions and methods
(function_definition
  name: (identifier) @name
  parameters: (parameters) @interface.parameters
  body: (block) @body) @definition.function
(function_definition "async" @interface.modifier)
(function_definition type_parameters: (type_parameter) @interface.type_parameters)
(function_definition return_type: (type) @interface.returns)

; -- classes
(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class
(class_definition type_parameters: (type_parameter) @interface.type_parameters)
(class_definition superclasses: (argument_list) @interface.bases)
(class_definition superclasses: (argument_list (identifier) @base))
(class_definition superclasses: (argument_list (attribute) @base))
(class_definition superclasses: (argument_list (subscript value: (identifier) @base)))
(class_definition superclasses: (argument_list (subscript value: (attribute) @base)))

; -- decorators stand around either
(decorated_definition definition: (_) @inner) @span
(decorated_definition (decorator) @decorator)
; A pattern that also waited for the definition would cost the square of the number of decorators.
(decorated_definition
  (decorator (attribute object: (identifier) @suffix.of attribute: (identifier) @suffix))
  (#any-of? @suffix "getter" "setter" "deleter"))

; -- variables, fields and `self.x`
(assignment left: (_) @target) @definition.variable
(assignment type: (type) @interface.type)
(assignment right: (_) @body)

; -- type aliases
(type_alias_statement left: (type (identifier) @name) right: (type) @body) @definition.type
(type_alias_statement
  left: (type (generic_type (identifier) @name (type_parameter) @interface.type_parameters))
  right: (type) @body) @definition.type

; -- imports: one match for each name that is brought in
(import_statement name: (dotted_name) @import.module)
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.alias))
(import_from_statement
  module_name: (dotted_name) @import.module name: (dotted_name) @import.name)
(import_from_statement
  module_name: (dotted_name) @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (dotted_name) @import.module (wildcard_import) @import.name)
(import_from_statement
  module_name: (relative_import) @import.relative name: (dotted_name) @import.name)
(import_from_statement
  module_name: (relative_import) @import.relative
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
(import_from_statement module_name: (relative_import) @import.relative (wildcard_import) @import.name)
(future_import_statement "__future__" @import.module name: (dotted_name) @import.name)
(future_import_statement
  "__future__" @import.module
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.alias))
