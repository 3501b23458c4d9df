//! The index (SPEC §12), end to end.

#[cfg(unix)]
mod add;
mod background;
mod build;
mod facts;
mod gate;
mod jobs;
mod kills;
mod map;
mod references;
mod refs;
mod scip;
mod scip_made;
mod search;
mod serve;
mod symbol;
mod trouble;
#[cfg(unix)]
