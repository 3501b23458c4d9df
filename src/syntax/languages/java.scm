; What counts as a definition or an import in Java.

; -- classes
(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration superclass: (superclass) @interface.bases)
(class_declaration superclass: (superclass [(type_identifier) (scoped_type_identifier)] @base))
(class_declaration superclass: (superclass (generic_type . (_) @base)))
(class_declaration interfaces: (super_interfaces) @interface.bases)
(class_declaration interfaces: (super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(class_declaration interfaces: (super_interfaces (type_list (generic_type . (_) @base))))
(class_declaration permits: (permits) @interface.permits)
(class_declaration type_parameters: (_) @interface.type_parameters)
(class_declaration (modifiers) @interface.modifiers)
(class_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(class_declaration (modifiers "private" @private))

; -- interfaces and annotation types
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration (extends_interfaces) @interface.bases)
(interface_declaration (extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(interface_declaration (extends_interfaces (type_list (generic_type . (_) @base))))
(interface_declaration permits: (permits) @interface.permits)
(interface_declaration type_parameters: (_) @interface.type_parameters)
(interface_declaration (modifiers) @interface.modifiers)
(interface_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(interface_declaration (modifiers "private" @private))

; The keyword tells it from an interface with the same members.
(annotation_type_declaration
  "@interface" @interface.keyword name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration (modifiers) @interface.modifiers)
(annotation_type_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(annotation_type_declaration (modifiers "private" @private))

; -- enums and their constants
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_declaration interfaces: (super_interfaces) @interface.bases)
(enum_declaration interfaces: (super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(enum_declaration interfaces: (super_interfaces (type_list (generic_type . (_) @base))))
(enum_declaration (modifiers) @interface.modifiers)
(enum_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(enum_declaration (modifiers "private" @private))

(enum_constant name: (identifier) @name) @definition.constant
(enum_constant arguments: (_) @body)
(enum_constant body: (_) @body)
(enum_constant (modifiers [(marker_annotation) (annotation)] @decorator))

; -- records: their components are fields, and part of what the record promises
(record_declaration
  "record" @interface.keyword
  name: (identifier) @name
  parameters: (_) @interface.components @body
  body: (_) @body) @definition.class
(record_declaration interfaces: (super_interfaces) @interface.bases)
(record_declaration interfaces: (super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(record_declaration interfaces: (super_interfaces (type_list (generic_type . (_) @base))))
(record_declaration type_parameters: (_) @interface.type_parameters)
(record_declaration (modifiers) @interface.modifiers)
(record_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(record_declaration (modifiers "private" @private))

; Lists of parameters are opaque; only that of a record is a body as well.
(formal_parameter type: (_) @interface.type name: (identifier) @name) @definition.variable
(formal_parameter dimensions: (_) @interface.type)
(formal_parameter (modifiers [(marker_annotation) (annotation)] @decorator))
(spread_parameter (variable_declarator name: (identifier) @name)) @definition.variable
(spread_parameter [(type_identifier) (scoped_type_identifier) (generic_type) (array_type) (integral_type)
  (floating_point_type) (boolean_type)] @interface.type)
(spread_parameter "..." @interface.type)
(spread_parameter (modifiers [(marker_annotation) (annotation)] @decorator))

; -- methods and constructors; nobody outside sees what a parameter is called, nor whether it is final
(method_declaration name: (identifier) @name parameters: (_) @interface.parameters) @definition.method
(method_declaration type: (_) @interface.returns)
(method_declaration dimensions: (_) @interface.returns)
(method_declaration type_parameters: (_) @interface.type_parameters)
(method_declaration (throws) @interface.throws)
(method_declaration body: (_) @body)
(method_declaration (modifiers) @interface.modifiers)
(method_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(method_declaration [(marker_annotation) (annotation)] @decorator)
(method_declaration (modifiers "private" @private))
(method_declaration parameters: (formal_parameters [(formal_parameter) (spread_parameter)] @parameter))
(method_declaration parameters: (formal_parameters (formal_parameter name: (_) @parameter.without @omit)))
(method_declaration parameters: (formal_parameters (formal_parameter (modifiers "final" @omit))))
(method_declaration
  parameters: (formal_parameters (spread_parameter (variable_declarator name: (_) @parameter.without @omit))))
(method_declaration parameters: (formal_parameters (spread_parameter (modifiers "final" @omit))))

(constructor_declaration name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body)
  @definition.method
(constructor_declaration type_parameters: (_) @interface.type_parameters)
(constructor_declaration (throws) @interface.throws)
(constructor_declaration (modifiers) @interface.modifiers)
(constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(constructor_declaration (modifiers "private" @private))
(constructor_declaration parameters: (formal_parameters [(formal_parameter) (spread_parameter)] @parameter))
(constructor_declaration parameters: (formal_parameters (formal_parameter name: (_) @parameter.without @omit)))
(constructor_declaration parameters: (formal_parameters (formal_parameter (modifiers "final" @omit))))
(constructor_declaration
  parameters: (formal_parameters (spread_parameter (variable_declarator name: (_) @parameter.without @omit))))
(constructor_declaration parameters: (formal_parameters (spread_parameter (modifiers "final" @omit))))

; It has the parameters of its record without listing them.
(compact_constructor_declaration name: (identifier) @name @untyped body: (_) @body) @definition.method
(compact_constructor_declaration (modifiers) @interface.modifiers)
(compact_constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(compact_constructor_declaration (modifiers "private" @private))

; The value of an annotation's element is what users get who leave it out.
(annotation_type_element_declaration type: (_) @interface.returns name: (identifier) @name) @definition.method
(annotation_type_element_declaration dimensions: (_) @interface.returns)
(annotation_type_element_declaration value: (_) @interface.default)
(annotation_type_element_declaration (modifiers) @interface.modifiers)
(annotation_type_element_declaration (modifiers [(marker_annotation) (annotation)] @decorator))

; -- fields; those of interfaces are constants
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.variable
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @body))
(field_declaration declarator: (variable_declarator name: (identifier) @name dimensions: (_) @interface.type))
(field_declaration type: (_) @interface.type)
(field_declaration (modifiers) @interface.modifiers)
(field_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(field_declaration (modifiers "private" @private))
(field_declaration (modifiers "static" "final" @const))
(field_declaration (modifiers "final" "static" @const))

(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @body))
(constant_declaration declarator: (variable_declarator name: (identifier) @name dimensions: (_) @interface.type))
(constant_declaration type: (_) @interface.type)
(constant_declaration (modifiers) @interface.modifiers)
(constant_declaration (modifiers [(marker_annotation) (annotation)] @decorator))

; -- modules
(module_declaration name: (identifier) @name body: (_) @body) @definition.module
(module_declaration name: (scoped_identifier scope: (_) @scope name: (_) @name) body: (_) @body) @definition.module
(module_declaration "open" @interface.modifiers)
(module_declaration [(marker_annotation) (annotation)] @decorator)

; -- imports
(import_declaration (scoped_identifier scope: (_) @import.module name: (_) @import.name) .)
(import_declaration [(identifier) (scoped_identifier)] @import.module (asterisk) @import.name)
