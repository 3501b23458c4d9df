//! What is special about Rust.
