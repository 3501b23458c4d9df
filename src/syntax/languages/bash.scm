; What counts as a definition or an import in Bash.

; -- functions
(function_definition name: (word) @name body: (_) @body) @definition.function
(function_definition redirect: (_) @body)

; -- variables of the script
(variable_assignment name: (variable_name) @name "=") @definition.variable
(variable_assignment value: (_) @body)

(declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable
(declaration_command (variable_assignment name: (variable_name) @name value: (_) @body))
(declaration_command ["declare" "typeset"] (variable_name) @name) @definition.variable
(declaration_command ["declare" "typeset" "export" "readonly" "local"] @interface.keyword)
(declaration_command (word) @interface.flags)
(declaration_command "readonly" @const)
(declaration_command ["declare" "typeset" "export"] (word) @const (#match? @const "^-[A-Za-z]*r"))

; -- aliases
(command
  name: (command_name (word) @_alias) argument: (concatenation . (word) @name) @body
  (#eq? @_alias "alias") (#match? @name "^[A-Za-z0-9_:+-]+=$")) @definition.function

; -- imports
(command
  name: (command_name (word) @_source) . argument: (word) @import.relative @import.everything
  (#any-of? @_source "source" "."))
(command
  name: (command_name (word) @_source) . argument: (string . (string_content) @import.relative .) @import.everything
  (#any-of? @_source "source" "."))
