//! Git hooks: where codesub runs by itself (SPEC §8).
//!
//! A hook in a repository is a short stub that finds the binary and calls `codesub hook run NAME`; everything it then
//! does is here.

pub mod after;
pub mod git_config;
pub mod in_charge;
pub mod install;
mod name;
pub mod place;
pub mod pre_push;
pub mod program;
pub mod push_check;
pub mod stub;

pub use name::Name;

/// Whether the user asked to go without the hook this once (SPEC 6.0).
pub fn is_skipped() -> bool {
    std::env::var_os("CODESUB_SKIP").is_some_and(|value| !value.is_empty() && value != "0")
}

/// The first argument of a hook. pre-commit and prek keep it to themselves and set a variable instead, not always the
/// same one.
pub fn argument(arguments: &[String], variables: &[&str]) -> Option<String> {
    arguments.first().cloned().or_else(|| variables.iter().find_map(|name| variable(name)))
}

/// A variable of the environment; an empty one counts as none.
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}
