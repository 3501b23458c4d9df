//! The index (SPEC §12), end to end.

mod build;
mod facts;
mod kills;
mod serve;
mod trouble;
