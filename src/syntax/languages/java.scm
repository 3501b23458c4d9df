; What counts as a definition or an import in Java.

; -- classes, interfaces, enums, records, annotation types
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

(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration (extends_interfaces) @interface.bases)
(interface_declaration (extends_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(interface_declaration (extends_interfaces (type_list (generic_type . (_) @base))))
(interface_declaration permits: (permits) @interface.permits)
(interface_declaration type_parameters: (_) @interface.type_parameters)
(interface_declaration (modifiers) @interface.modifiers)
(interface_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(interface_declaration (modifiers "private" @private))

(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_declaration interfaces: (super_interfaces) @interface.bases)
(enum_declaration interfaces: (super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(enum_declaration interfaces: (super_interfaces (type_list (generic_type . (_) @base))))
(enum_declaration (modifiers) @interface.modifiers)
(enum_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(enum_declaration (modifiers "private" @private))

(record_declaration name: (identifier) @name parameters: (_) @interface.components body: (_) @body) @definition.class
(record_declaration interfaces: (super_interfaces) @interface.bases)
(record_declaration interfaces: (super_interfaces (type_list [(type_identifier) (scoped_type_identifier)] @base)))
(record_declaration interfaces: (super_interfaces (type_list (generic_type . (_) @base))))
(record_declaration type_parameters: (_) @interface.type_parameters)
(record_declaration (modifiers) @interface.modifiers)
(record_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(record_declaration (modifiers "private" @private))

(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration (modifiers) @interface.modifiers)
(annotation_type_declaration (modifiers [(marker_annotation) (annotation)] @decorator))

; -- enum constants
(enum_constant name: (identifier) @name) @definition.constant
(enum_constant arguments: (_) @body)
(enum_constant body: (_) @body)
(enum_constant (modifiers [(marker_annotation) (annotation)] @decorator))

; -- methods and constructors
(method_declaration name: (identifier) @name parameters: (_) @interface.parameters) @definition.method
(method_declaration type: (_) @interface.returns)
(method_declaration dimensions: (_) @interface.returns)
(method_declaration type_parameters: (_) @interface.type_parameters)
(method_declaration (throws) @interface.throws)
(method_declaration body: (_) @body)
(method_declaration (modifiers) @interface.modifiers)
(method_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(method_declaration (modifiers "private" @private))
(method_declaration parameters: (formal_parameters [(formal_parameter) (spread_parameter)] @parameter))
(method_declaration parameters: (formal_parameters (formal_parameter name: (_) @parameter.without @omit)))
(method_declaration parameters: (formal_parameters (formal_parameter (modifiers) @parameter.without)))
(method_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (_) @parameter.without @omit))))
(method_declaration parameters: (formal_parameters (spread_parameter (modifiers) @parameter.without)))

(constructor_declaration name: (identifier) @name parameters: (_) @interface.parameters body: (_) @body) @definition.method
(constructor_declaration type_parameters: (_) @interface.type_parameters)
(constructor_declaration (throws) @interface.throws)
(constructor_declaration (modifiers) @interface.modifiers)
(constructor_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(constructor_declaration (modifiers "private" @private))
(constructor_declaration parameters: (formal_parameters [(formal_parameter) (spread_parameter)] @parameter))
(constructor_declaration parameters: (formal_parameters (formal_parameter name: (_) @parameter.without @omit)))
(constructor_declaration parameters: (formal_parameters (formal_parameter (modifiers) @parameter.without)))
(constructor_declaration parameters: (formal_parameters (spread_parameter (variable_declarator name: (_) @parameter.without @omit))))
(constructor_declaration parameters: (formal_parameters (spread_parameter (modifiers) @parameter.without)))

; -- fields
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.variable
(field_declaration declarator: (variable_declarator name: (identifier) @name value: (_) @body))
(field_declaration declarator: (variable_declarator name: (identifier) @name dimensions: (_) @interface.type))
(field_declaration type: (_) @interface.type)
(field_declaration (modifiers) @interface.modifiers)
(field_declaration (modifiers [(marker_annotation) (annotation)] @decorator))
(field_declaration (modifiers "private" @private))
(field_declaration (modifiers "static" "final" @const))
(field_declaration (modifiers "final" "static" @const))

; -- imports
(import_declaration (scoped_identifier scope: (_) @import.module name: (_) @import.name) .)
