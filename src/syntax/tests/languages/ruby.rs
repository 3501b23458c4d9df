//! What is special about Ruby.
