//! The index (SPEC §12), end to end.

#[cfg(unix)]
mod background;
mod build;
mod facts;
mod gate;
#[cfg(unix)]
mod jobs;
mod kills;
mod map;
mod refs;
mod scip;
mod scip_made;
mod search;
mod symbol;
