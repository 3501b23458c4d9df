//! What is special about TypeScript with JSX.
