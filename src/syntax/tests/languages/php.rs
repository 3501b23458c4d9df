//! What is special about PHP.
