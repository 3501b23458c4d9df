; What counts as a definition or an import in Ruby.
;
; Names stand without the sigils of variables and symbols. Methods of the class itself carry `@self`.

; -- modules and classes
(module name: (constant) @name @public) @definition.module
(module name: (scope_resolution scope: (_) @scope name: (constant) @name @public)) @definition.module
(module name: (scope_resolution !scope name: (constant) @name @public)) @definition.module
(module body: (_) @body)

(class name: (constant) @name @public) @definition.class
(class name: (scope_resolution scope: (_) @scope name: (constant) @name @public)) @definition.class
(class name: (scope_resolution !scope name: (constant) @name @public)) @definition.class
(class body: (_) @body)
(class superclass: (superclass) @interface.bases)
(class superclass: (superclass [(constant) (scope_resolution)] @base))
(class superclass: (superclass (call receiver: (_) @base)))

; What a class takes over from modules is part of its interface.
(class body: (body_statement
  (call !receiver method: (identifier) @_mixin arguments: (argument_list [(constant) (scope_resolution)] @base))
  (#any-of? @_mixin "include" "prepend")))
(class body: (body_statement
  (call !receiver method: (identifier) @_mixin) @interface.bases
  (#any-of? @_mixin "include" "prepend" "extend")))
(module body: (body_statement
  (call !receiver method: (identifier) @_mixin arguments: (argument_list [(constant) (scope_resolution)] @base))
  (#any-of? @_mixin "include" "prepend")))
(module body: (body_statement
  (call !receiver method: (identifier) @_mixin) @interface.bases
  (#any-of? @_mixin "include" "prepend" "extend")))

; The class of a class is no construct: its methods are those of the class itself.
(singleton_class value: (self) @name @suffix body: (_) @body) @definition.extension
(call
  !receiver method: (identifier) @name @suffix block: (_) @body
  (#eq? @name "class_methods")) @definition.extension

; -- classes that are made by a call
(assignment
  left: (constant) @name @public
  right: (call receiver: (constant) @_type method: (identifier) @_new)
  (#any-of? @_type "Struct" "OpenStruct") (#eq? @_new "new")) @definition.struct
(assignment
  left: (constant) @name @public
  right: (call receiver: (constant) @_type method: (identifier) @_new)
  (#eq? @_type "Data") (#eq? @_new "define")) @definition.struct
(assignment
  left: (constant) @name @public
  right: (call receiver: (constant) @_type method: (identifier) @_new)
  (#eq? @_type "Class") (#eq? @_new "new")) @definition.class
(assignment
  left: (constant) @name @public
  right: (call receiver: (constant) @_type method: (identifier) @_new)
  (#eq? @_type "Module") (#eq? @_new "new")) @definition.module
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_type method: (identifier) @_new block: (_) @body)
  (#any-of? @_type "Struct" "OpenStruct" "Data" "Class" "Module") (#any-of? @_new "new" "define"))
(assignment
  left: (constant) @name
  right: (call receiver: (constant) @_type method: (identifier) @_new arguments: (_) @interface.fields)
  (#any-of? @_type "Struct" "OpenStruct" "Data" "Class") (#any-of? @_new "new" "define"))
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_type method: (identifier) @_new
    arguments: (argument_list . [(constant) (scope_resolution)] @base .))
  (#eq? @_type "Class") (#eq? @_new "new"))

; -- methods
(method name: (_) @name) @definition.function
(method parameters: (_) @interface.parameters)
(method body: (_) @body)
(method parameters: (method_parameters (identifier) @anonymous))
(method parameters: (method_parameters (optional_parameter name: (_) @anonymous)))
(method parameters: (method_parameters (splat_parameter name: (_) @anonymous)))
(method parameters: (method_parameters (hash_splat_parameter name: (_) @anonymous)))
(method parameters: (method_parameters (block_parameter name: (_) @anonymous)))

(singleton_method object: (_) @suffix @public @interface.receiver name: (_) @name) @definition.method
(singleton_method parameters: (_) @interface.parameters)
(singleton_method body: (_) @body)
(singleton_method parameters: (method_parameters (identifier) @anonymous))
(singleton_method parameters: (method_parameters (optional_parameter name: (_) @anonymous)))
(singleton_method parameters: (method_parameters (splat_parameter name: (_) @anonymous)))
(singleton_method parameters: (method_parameters (hash_splat_parameter name: (_) @anonymous)))
(singleton_method parameters: (method_parameters (block_parameter name: (_) @anonymous)))

; `private def f`, `memoize def f`
(call
  !receiver method: (identifier) @decorator
  arguments: (argument_list . [(method) (singleton_method)] @inner .)) @span
(call
  !receiver method: (identifier) @private arguments: (argument_list . [(method) (singleton_method)] .)
  (#any-of? @private "private" "private_class_method"))

(call
  !receiver method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)])
  block: (_) @body
  (#any-of? @_define "define_method" "define_singleton_method")
  (#match? @name "^:?[^.:\"'\\s]+$")) @definition.method
(call
  !receiver method: (identifier) @_define block: (_ parameters: (block_parameters) @interface.parameters)
  (#any-of? @_define "define_method" "define_singleton_method"))
(call
  !receiver method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) @name (string . (string_content) @name .)] . (_) @body .)
  (#any-of? @_define "define_method" "alias_method")
  (#match? @name "^:?[^.:\"'\\s]+$")) @definition.method
(alias name: (_) @name alias: (_) @body) @definition.function

; -- fields
(call
  !receiver method: (identifier) @_attr @interface.access
  arguments: (argument_list [(simple_symbol) @name (string . (string_content) @name .)])
  (#any-of? @_attr "attr" "attr_reader" "attr_writer" "attr_accessor")
  (#match? @name "^:?\\w+[?!]?$")) @definition.variable

; -- constants and variables
(assignment left: (_) @target) @definition.variable
(assignment right: (_) @body)
(operator_assignment left: (_) @target operator: "||=" right: (_) @body) @definition.variable
(assignment left: (constant) @public)
(assignment left: [(instance_variable) (class_variable)] @private)
(assignment left: (left_assignment_list [(instance_variable) (class_variable)] @private))
(operator_assignment left: [(instance_variable) (class_variable)] @private)

; -- imports
(call
  !receiver method: (identifier) @_require
  arguments: (argument_list . (string . (string_content) @import.relative .) @import.everything .)
  (#any-of? @_require "require" "require_relative" "load"))
