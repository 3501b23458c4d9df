//! The clock: ends workers that take too long.
//!
//! One thread for all of them, which sleeps until the next deadline.

use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// Watches over what is under way. Ends with the last handle.
pub struct Clock {
    face: Arc<Face>,
}

struct Face {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    running: Vec<(Instant, Arc<Watched>)>,
    /// When the thread looks again by itself; `None` where it waits to be told, or has not started.
    looks_at: Option<Instant>,
    is_over: bool,
    has_thread: bool,
}

/// A process with a deadline.
pub struct Watched {
    pub child: Mutex<Child>,
    /// Whether the clock ended it.
    pub is_late: AtomicBool,
}

impl Watched {
    /// Ends the process, whatever it does, and leaves nothing of it behind.
    pub fn end(&self) -> Option<std::process::ExitStatus> {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // One that has ended already cannot be killed, and need not be.
        let _ = child.kill();
        child.wait().ok()
    }
}

impl Clock {
    pub fn new() -> Self {
        Clock { face: Arc::new(Face { state: Mutex::default(), changed: Condvar::new() }) }
    }

    /// Does work with a process, which is ended at the deadline.
    pub fn until<T>(&self, deadline: Instant, watched: &Arc<Watched>, work: impl FnOnce() -> T) -> T {
        // Thousands of small files are parsed within one patience: the thread need not hear of each.
        let is_told = {
            let mut state = self.face.lock();
            state.running.push((deadline, Arc::clone(watched)));
            if !state.has_thread {
                let face = Arc::clone(&self.face);
                // Where there is no thread to be had, the kernel's count of seconds is all that ends a worker.
                state.has_thread = thread::Builder::new().name("clock".to_owned()).spawn(move || face.watch()).is_ok();
            }
            state.looks_at.is_none_or(|looks_at| deadline < looks_at)
        };
        if is_told {
            self.face.changed.notify_all();
        }
        let result = work();
        self.face.lock().running.retain(|(_, other)| !Arc::ptr_eq(other, watched));
        result
    }
}

impl Drop for Clock {
    fn drop(&mut self) {
        self.face.lock().is_over = true;
        self.face.changed.notify_all();
    }
}

impl Face {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) {
        let mut state = self.lock();
        while !state.is_over {
            let now = Instant::now();
            for (_, watched) in state.running.iter().filter(|(deadline, _)| *deadline <= now) {
                watched.is_late.store(true, Ordering::SeqCst);
                let _ = watched.child.lock().unwrap_or_else(PoisonError::into_inner).kill();
            }
            state.running.retain(|(deadline, _)| *deadline > now);
            let next = state.running.iter().map(|(deadline, _)| *deadline).min();
            state.looks_at = next;
            state = match next {
                Some(next) => {
                    let wait = next.saturating_duration_since(now);
                    self.changed.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}
