//! Git hooks: where codesub runs by itself (SPEC §8).
//!
//! A hook in a repository is a short stub that finds the binary and calls `codesub hook run NAME`; everything it then
//! does is here.

pub mod after;
mod name;

pub use name::Name;

/// Whether the user asked to go without the hook this once (SPEC 6.0).
pub fn is_skipped() -> bool {
    std::env::var_os("CODESUB_SKIP").is_some_and(|value| !value.is_empty() && value != "0")
}
