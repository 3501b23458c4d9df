//! The index (SPEC §12), end to end.

mod add;
mod build;
mod facts;
mod kills;
mod serve;
mod trouble;
