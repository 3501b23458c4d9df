//! The index (SPEC §12), end to end.

#[cfg(unix)]
mod background;
mod build;
mod facts;
#[cfg(unix)]
mod jobs;
mod kills;
