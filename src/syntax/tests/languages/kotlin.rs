//! What is special about Kotlin.
