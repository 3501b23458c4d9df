//! GitHub: where codesub runs on a pull request (SPEC §9). This module is the only user of octocrab, and the only
//! place with async code.
//!
//! A run reads the [`Environment`] of its workflow job and the [`Event`] in it, finds out [what to
//! compare](revisions::sides), and tells what it found in three places: annotations and a step summary, which need no
//! permission, and one [comment] on the pull request, which does.
//!
//! Two rules hold throughout. The verdict never depends on the network: what cannot be told is a warning (SPEC 6.1). And
//! whoever opened the pull request is not trusted: names and code are escaped where they are written, and nothing in the
//! repository decides where requests go.

pub mod api;
pub mod comment;
pub mod environment;
pub mod event;
pub mod files;
pub mod revisions;
pub mod second_stage;

pub use environment::Environment;
pub use event::Event;
