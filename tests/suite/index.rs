//! The index (SPEC §12), end to end.

mod add;
mod build;
mod facts;
mod gate;
mod kills;
mod references;
mod scip;
mod scip_made;
mod serve;
mod trouble;
