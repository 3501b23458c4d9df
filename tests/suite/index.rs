//! The index (SPEC §12), end to end.

mod build;
mod facts;
mod gate;
mod kills;
mod scip;
mod scip_made;
mod search;
