//! What is special about Java.
