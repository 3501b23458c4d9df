//! What is special about Go.
