//! codesub: subscribe to the code you depend on.

pub mod cli;
pub mod config;
pub mod error;
pub mod git;
pub mod identity;
pub mod output;
pub mod report;
pub mod syntax;
