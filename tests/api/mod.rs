//! A server that answers as GitHub's REST API does, for tests.
//!
//! It has what codesub talks to: pull requests, their conversation, files of the base branch, and who a token belongs
//! to. It keeps what it is told, refuses what GitHub refuses, in GitHub's words, and can be told to fail in the middle:
//! a comment that is stored and then answered with 502 is the case that matters most (SPEC 9.2). Every request is
//! recorded. It depends on nothing else in the tests, so that any test target can include it.

#![allow(dead_code, reason = "every test target that includes it uses another part of it")]

mod answers;
mod fault;
mod state;
mod wire;

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::JoinHandle;

pub use fault::{Fault, Rule};
pub use state::{Account, Comment, Pull, Repository, State};
pub use wire::Request;

/// A running server on a port of its own. It ends with its value.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    requests: Mutex<Vec<Request>>,
    script: Mutex<fault::Script>,
    is_over: AtomicBool,
}

impl Server {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared::default());
        let accepting = std::thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &shared)
        });
        Server { address, shared, accepting: Some(accepting) }
    }

    /// What `GITHUB_API_URL` should be.
    pub fn url(&self) -> String {
        format!("http://{}{}", self.address, self.state().prefix)
    }

    /// What it has, to be looked at and to be changed. No request is answered while this is held.
    pub fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Every request so far, in the order in which they came.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }

    /// Forgets the requests and the faults; counting starts again at one.
    pub fn forget(&self) {
        self.shared.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
        *self.shared.script.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = fault::Script::default();
    }

    /// Adds trouble to come.
    pub fn on(&self, rule: Rule) {
        self.shared.script.lock().unwrap_or_else(std::sync::PoisonError::into_inner).rules.push(rule);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // The listener waits for a connection; this is one.
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.is_over.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let shared = Arc::clone(shared);
        // It ends when the other side closes the connection.
        std::thread::spawn(move || {
            let _ = serve(&stream, &shared);
        });
    }
}

/// Answers one request after the other until the connection is closed.
fn serve(stream: &TcpStream, shared: &Shared) -> std::io::Result<()> {
    let host = stream.local_addr()?.to_string();
    let mut reader = std::io::BufReader::new(stream);
    loop {
        let Some(head) = wire::read_head(&mut reader)? else { return Ok(()) };
        let lock = || shared.script.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let fault = lock().next(&head.method);
        if fault == Some(Fault::DropUnread) {
            record(shared, head);
            return stream.shutdown(std::net::Shutdown::Both);
        }
        let request = wire::read_body(head, &mut reader)?;
        record(shared, request.clone());
        let answer = || {
            let mut state = shared.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            answers::answer(&mut state, &request, &host)
        };
        let goes_on = match fault {
            Some(fault) => fault.play(stream, answer)?,
            None => wire::write(stream, &answer()).map(|()| true)?,
        };
        if !goes_on {
            return stream.shutdown(std::net::Shutdown::Both);
        }
    }
}

fn record(shared: &Shared, request: Request) {
    shared.requests.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(request);
}
