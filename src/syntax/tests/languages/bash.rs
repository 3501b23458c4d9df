//! What is special about Bash.
