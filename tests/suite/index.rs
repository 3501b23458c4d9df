//! The index (SPEC §12), end to end.

mod add;
mod build;
mod facts;
mod kills;
mod references;
mod serve;
mod trouble;
