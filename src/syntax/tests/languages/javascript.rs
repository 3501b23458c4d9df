//! What is special about JavaScript.
