//! The queue on a real store, step by step. Processes at once and kills are in the suite.

use proptest::prelude::*;
use tempfile::TempDir;

use super::presence::Presence;
use super::queue::{self, End, Enqueued, Job, Status, Wanted};
use super::scope::RefreshScope;
use crate::index::Store;

struct Queue {
    store: Store,
    folder: TempDir,
}

impl Queue {
    fn new() -> Queue {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open_for_writing(folder.path()).expect("a store");
        let mut queue = Queue { store, folder };
        queue.within(|transaction| queue::context(transaction, "python", "", "c0ffee").expect("a context"));
        queue
    }

    fn within<T>(&mut self, work: impl FnOnce(&rusqlite::Transaction<'_>) -> T) -> T {
        let transaction = self.store.transaction().expect("a transaction");
        let result = work(&transaction);
        queue::commit(transaction).expect("committed");
        result
    }

    fn ask(&mut self, scope: &RefreshScope, head: &str) -> Enqueued {
        self.ask_in("", scope, head)
    }

    fn ask_in(&mut self, worktree: &str, scope: &RefreshScope, head: &str) -> Enqueued {
        let wanted = Wanted { context: 1, worktree, scope, reason: "test", head };
        self.within(|transaction| queue::enqueue(transaction, &wanted).expect("queued"))
    }

    fn claim(&mut self, job: i64, worker: &str) -> bool {
        self.within(|transaction| queue::claim(transaction, job, worker).expect("an answer"))
    }

    fn finish(&mut self, job: i64, worker: &str, end: &End) -> bool {
        self.within(|transaction| queue::finish(transaction, job, worker, end).expect("an answer"))
    }

    fn job(&self, id: i64) -> Job {
        queue::find(self.store.connection(), id).expect("readable").expect("there")
    }

    fn statuses(&self) -> Vec<Status> {
        let mut jobs = queue::all(self.store.connection()).expect("readable");
        jobs.reverse();
        jobs.into_iter().map(|job| job.status).collect()
    }
}

fn file(name: &str) -> RefreshScope {
    RefreshScope::files([name])
}

/// Seed 002, "Monotonic scope".
#[test]
fn for_the_same_head_a_job_that_waits_is_widened_and_never_superseded() {
    let mut queue = Queue::new();
    assert_eq!(queue.ask(&file("a.py"), "A"), Enqueued::Created { job: 1, superseded: 0 });
    assert_eq!(queue.ask(&file("a.py"), "A"), Enqueued::Covered(1));
    assert_eq!(queue.ask(&file("b.py"), "A"), Enqueued::Widened(1));
    assert_eq!(queue.job(1).scope, RefreshScope::files(["a.py", "b.py"]));
    assert_eq!(queue.ask(&RefreshScope::Everything, "A"), Enqueued::Widened(1));
    assert_eq!(queue.ask(&RefreshScope::changed_since(0), "A"), Enqueued::Covered(1));
    assert_eq!(queue.statuses(), [Status::Queued]);
}

/// SPEC 12.4: the seed would lose `b.py` here.
#[test]
fn widening_a_job_that_runs_queues_one_follow_up() {
    let mut queue = Queue::new();
    queue.ask(&file("a.py"), "A");
    assert!(queue.claim(1, "w"));
    assert_eq!(queue.ask(&file("a.py"), "A"), Enqueued::Covered(1));
    assert_eq!(queue.ask(&file("b.py"), "A"), Enqueued::FollowUp(2));
    assert_eq!(queue.ask(&file("c.py"), "A"), Enqueued::Widened(2));
    assert_eq!(queue.job(1).scope, file("a.py"), "what runs is not changed under its worker");
    assert_eq!(queue.job(2).scope, RefreshScope::files(["a.py", "b.py", "c.py"]));
    assert!(!queue.claim(2, "v"), "not while the other one runs");
    assert!(queue.finish(1, "w", &End::Completed));
    assert!(queue.claim(2, "v"));
}

#[test]
fn when_head_moved_jobs_are_superseded_and_their_scopes_live_on() {
    let mut queue = Queue::new();
    queue.ask(&file("a.py"), "A");
    assert!(queue.claim(1, "w"));
    queue.ask(&file("b.py"), "A");
    assert_eq!(queue.ask(&file("c.py"), "B"), Enqueued::Created { job: 3, superseded: 2 });
    assert_eq!(queue.statuses(), [Status::Superseded, Status::Superseded, Status::Queued]);
    assert_eq!(queue.job(1).superseded_reason.as_deref(), Some("HEAD moved from A to B"));
    assert_eq!(queue.job(3).scope, RefreshScope::files(["a.py", "b.py", "c.py"]));
    assert!(!queue.finish(1, "w", &End::Completed), "superseded stays superseded");
    assert!(queue.claim(3, "w"));
}

#[test]
fn worktrees_have_heads_of_their_own() {
    let mut queue = Queue::new();
    queue.ask(&file("a.py"), "A");
    assert_eq!(queue.ask_in("other", &file("a.py"), "B"), Enqueued::Created { job: 2, superseded: 0 });
    assert!(queue.claim(1, "w") && queue.claim(2, "v"));
}

/// Seed 002, "Atomic job transitions".
#[test]
fn transitions_happen_once_and_only_from_where_they_start() {
    let mut queue = Queue::new();
    queue.ask(&file("a.py"), "A");
    assert!(!queue.finish(1, "w", &End::Completed), "it does not run");
    assert!(queue.claim(1, "w"));
    assert!(!queue.claim(1, "v"), "claimed already");
    assert!(!queue.finish(1, "v", &End::Completed), "another worker's");
    assert!(queue.finish(1, "w", &End::Failed("why".into())));
    assert!(!queue.finish(1, "w", &End::Completed) && !queue.claim(1, "w"), "over is over");
    assert_eq!(queue.job(1).error.as_deref(), Some("why"));
    assert_eq!(queue.ask(&file("a.py"), "A"), Enqueued::Created { job: 2, superseded: 0 });
}

#[test]
fn the_schema_holds_what_the_code_promises() {
    let mut queue = Queue::new();
    queue.ask(&file("a.py"), "A");
    let another = "INSERT INTO refresh_jobs (context_id, status, head_at_enqueue) VALUES (1, ?1, 'A')";
    assert!(queue.store.connection().execute(another, ["queued"]).is_err());
    assert!(queue.claim(1, "w"));
    assert!(queue.store.connection().execute(another, ["running"]).is_err());
    assert!(queue.store.connection().execute(another, ["queued"]).is_ok());
}

#[test]
fn a_job_whose_worker_is_gone_waits_again() {
    let mut queue = Queue::new();
    queue.ask(&file("a.py"), "A");
    let lives = Presence::announce(queue.folder.path()).expect("announced");
    assert!(queue.claim(1, lives.name()));
    let taken = |queue: &mut Queue| {
        let store = Store::open_for_writing(queue.folder.path()).expect("a store");
        let directory = queue.folder.path().to_owned();
        let mut index = crate::index::Index { store, worktree: String::new(), directory };
        super::recovery::recover(&mut index).expect("recovered").len()
    };
    assert_eq!(taken(&mut queue), 0);
    let name = lives.name().to_owned();
    drop(lives);
    assert_eq!(taken(&mut queue), 1);
    let job = queue.job(1);
    assert_eq!((job.status, job.scope, job.worker), (Status::Queued, file("a.py"), None));
    assert!(!queue.finish(1, &name, &End::Completed), "a worker that is not gone after all has lost it");

    // With a follow-up, that one does it all.
    assert!(queue.claim(1, "gone"));
    queue.ask(&file("b.py"), "A");
    assert_eq!(taken(&mut queue), 1);
    assert_eq!(queue.statuses(), [Status::Failed, Status::Queued]);
    assert_eq!(queue.job(2).scope, RefreshScope::files(["a.py", "b.py"]));
}

#[test]
fn what_is_over_is_forgotten_after_a_while() {
    let mut queue = Queue::new();
    for n in 0..300 {
        let job = queue.ask(&file("a.py"), &n.to_string()).job();
        assert!(queue.claim(job, "w") && queue.finish(job, "w", &End::Completed));
    }
    let kept = queue.statuses().len();
    assert!((100..=102).contains(&kept), "{kept}");
    assert_eq!(queue.ask(&file("a.py"), "A").job(), 301, "ids are not used again");
}

/// What can happen to a queue.
#[derive(Debug, Clone)]
enum Step {
    Ask { file: u8, head: u8 },
    Claim,
    Complete,
    Fail,
    Die,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => (0..6_u8, 0..2_u8).prop_map(|(file, head)| Step::Ask { file, head }),
        2 => Just(Step::Claim),
        1 => Just(Step::Complete),
        1 => Just(Step::Fail),
        1 => Just(Step::Die),
    ];
    prop::collection::vec(step, 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// SPEC 12.4: whatever happens, what was asked for is done, or failed as such, or still going to be done.
    #[test]
    fn nothing_that_was_asked_for_is_lost(steps in steps()) {
        let mut queue = Queue::new();
        let mut owed: Vec<RefreshScope> = Vec::new();
        for step in steps {
            let live = queue::all_live(queue.store.connection()).expect("readable");
            let running = live.iter().find(|job| job.status == Status::Running).cloned();
            match step {
                Step::Ask { file: number, head } => {
                    let scope = file(&format!("{number}.py"));
                    queue.ask(&scope, if head == 0 { "A" } else { "B" });
                    owed.push(scope);
                }
                Step::Claim => {
                    if let Some(job) = live.iter().find(|job| job.status == Status::Queued) {
                        prop_assert_eq!(queue.claim(job.id, "w"), running.is_none());
                    }
                }
                Step::Complete => if let Some(job) = running {
                    prop_assert!(queue.finish(job.id, "w", &End::Completed));
                    owed.retain(|scope| !job.scope.covers(scope));
                },
                Step::Fail => if let Some(job) = running {
                    prop_assert!(queue.finish(job.id, "w", &End::Failed(String::new())));
                    // Its scope is given up as failed, unless a follow-up has it.
                    let waits = live.iter().any(|job| job.status == Status::Queued);
                    owed.retain(|scope| waits || !job.scope.covers(scope));
                },
                Step::Die => if let Some(job) = running {
                    prop_assert!(queue.within(|transaction| queue::take_back(transaction, &job).expect("taken")));
                },
            }
            let live = queue::all_live(queue.store.connection()).expect("readable");
            prop_assert!(live.len() <= 2);
            for scope in &owed {
                prop_assert!(live.iter().any(|job| job.scope.covers(scope)), "{scope:?} is lost: {live:?}");
            }
        }
    }
}
