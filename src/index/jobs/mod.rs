//! Jobs of semantic indexers: what has to be run again, who runs it, and when its output counts (SPEC 12.2, 12.4).
//!
//! An indexer takes seconds to minutes, so nobody waits for one unless they ask to. What is wanted is queued; a worker,
//! which is any process that runs `codesub index jobs run`, claims a job, runs the indexer, and lets its output count only
//! if HEAD is still where it was. Workers share nothing but the store and [lock files](presence); each may be killed at any
//! moment.
//!
//! | module | its noun |
//! |---|---|
//! | [`scope`] | what a job looks at again; scopes only widen |
//! | [`queue`] | jobs and their transitions |
//! | [`settings`] | which indexers there are, from git's configuration alone |
//! | [`indexer`] | one run of one of them |
//! | [`import`] | its output on the way into the store |
//! | [`worker`] | a job from its claim to its end |
//! | [`presence`] | whether a worker lives |
//! | [`recovery`] | jobs whose worker is gone |
//! | [`wanted`] | what a change of the tree asks for |
//! | [`background`] | the refresh that starts by itself after a merge |

pub mod background;
mod import;
pub mod indexer;
pub mod presence;
pub mod queue;
pub mod recovery;
pub mod scope;
pub mod settings;
pub mod wanted;
pub mod worker;

#[cfg(test)]
mod tests;

pub use queue::{Enqueued, Job, Status};
pub use scope::RefreshScope;
pub use wanted::{enqueue, enqueue_for_changes};
pub use worker::{Ran, run_queued};
