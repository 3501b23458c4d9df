//! What is special about Swift.
