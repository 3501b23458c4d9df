//! What is special about TypeScript.
