//! The index (SPEC §12), end to end.

mod add;
#[cfg(unix)]
mod background;
mod build;
mod facts;
mod gate;
#[cfg(unix)]
mod jobs;
#[cfg(unix)]
mod json;
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
