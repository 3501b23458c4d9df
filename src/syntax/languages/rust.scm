; What counts as a definition or an import in Rust.
