//! The index (SPEC §12), end to end.

mod build;
mod facts;
mod gate;
mod kills;
mod map;
mod refs;
mod scip;
mod scip_made;
mod search;
mod symbol;
