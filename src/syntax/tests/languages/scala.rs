//! What is special about Scala.
