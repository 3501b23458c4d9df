//! Trouble on the way, as it can be scripted.

use std::io::{self, Write};
use std::net::TcpStream;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::wire::{self, Answer};

/// What goes wrong with one request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// The connection ends before the request is read.
    DropUnread,
    /// It is carried out, and the connection ends without an answer.
    StoreThenDrop,
    /// It is carried out, and the answer is this status.
    StoreThenStatus(u16),
    /// It is not carried out; the answer is this status.
    Status(u16),
    /// It is not carried out; the answer is this status in GitHub's words.
    Refuse(u16, &'static str),
    /// A rate limit that says how many seconds to wait.
    RetryAfter(u16, u64),
    /// A rate limit that says when it is lifted, in seconds from now.
    LimitUntil(u16, u64),
    /// It is carried out, and the answer comes after this many milliseconds.
    Slow(u64),
    /// It is carried out, and the answer comes one byte after the other, this many milliseconds apart.
    Dribble(u64),
    /// It is carried out, and the answer is half of what it should be.
    Garbled,
    /// It is carried out, and the answer has this many bytes.
    Huge(usize),
    /// The answer leads elsewhere.
    Redirect(u16, String),
}

impl Fault {
    /// Plays it out. Says whether the connection goes on.
    pub fn play(&self, stream: &TcpStream, answer: impl FnOnce() -> Answer) -> io::Result<bool> {
        let said = |status: u16, message: &str| {
            let body = serde_json::json!({ "message": message, "status": status.to_string() }).to_string();
            Answer { status, headers: Vec::new(), body: body.into_bytes() }
                .with("content-type", "application/json; charset=utf-8")
        };
        let answer = match self {
            Fault::DropUnread => return Ok(false),
            Fault::StoreThenDrop => {
                answer();
                return Ok(false);
            }
            Fault::StoreThenStatus(status) => {
                answer();
                page(*status)
            }
            Fault::Status(status) => page(*status),
            Fault::Refuse(status, message) => said(*status, message),
            Fault::RetryAfter(status, seconds) => {
                said(*status, "You have exceeded a secondary rate limit.").with("retry-after", seconds)
            }
            Fault::LimitUntil(status, seconds) => said(*status, "API rate limit exceeded for installation ID 1.")
                .with("x-ratelimit-limit", 1000)
                .with("x-ratelimit-remaining", 0)
                .with("x-ratelimit-reset", now() + seconds),
            Fault::Slow(milliseconds) => {
                let answer = answer();
                std::thread::sleep(Duration::from_millis(*milliseconds));
                answer
            }
            Fault::Dribble(milliseconds) => {
                let answer = answer();
                (&*stream).write_all(&wire::head(&answer, answer.body.len()))?;
                for byte in &answer.body {
                    (&*stream).write_all(&[*byte])?;
                    std::thread::sleep(Duration::from_millis(*milliseconds));
                }
                return Ok(true);
            }
            Fault::Garbled => {
                let mut answer = answer();
                answer.body.truncate(answer.body.len() / 2);
                answer
            }
            Fault::Huge(length) => {
                let answer = answer();
                (&*stream).write_all(&wire::head(&answer, *length))?;
                let piece = vec![b' '; 1 << 20];
                for _ in 0..length.div_ceil(piece.len()) {
                    (&*stream).write_all(&piece)?;
                }
                return Ok(false);
            }
            Fault::Redirect(status, to) => said(*status, "Moved Permanently").with("location", to),
        };
        wire::write(stream, &answer)?;
        Ok(true)
    }
}

/// What a proxy in front of GitHub says.
fn page(status: u16) -> Answer {
    let body = b"<html><body><h1>Whoa there!</h1></body></html>".to_vec();
    Answer { status, headers: Vec::new(), body }.with("content-type", "text/html")
}

fn now() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map(|now| now.as_secs()).unwrap_or_default()
}

/// Which requests a fault is for.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Only those with this method, which are then counted alone.
    pub method: Option<&'static str>,
    /// Counted from one, since the server last forgot.
    pub requests: RangeInclusive<usize>,
    pub fault: Fault,
}

impl Rule {
    /// For one request, whatever it is.
    pub fn nth(number: usize, fault: Fault) -> Self {
        Rule { method: None, requests: number..=number, fault }
    }

    /// For one request of a method.
    pub fn nth_of(method: &'static str, number: usize, fault: Fault) -> Self {
        Rule { method: Some(method), requests: number..=number, fault }
    }

    /// For all of them.
    pub fn every(fault: Fault) -> Self {
        Rule { method: None, requests: 1..=usize::MAX, fault }
    }
}

/// The rules, and how far the counting is.
#[derive(Debug, Default)]
pub struct Script {
    pub rules: Vec<Rule>,
    seen: Vec<String>,
}

impl Script {
    /// Counts a request and gives its fault: that of the first rule that is for it.
    pub fn next(&mut self, method: &str) -> Option<Fault> {
        self.seen.push(method.to_owned());
        let all = self.seen.len();
        let of_method = self.seen.iter().filter(|it| *it == method).count();
        let is_for = |rule: &&Rule| match rule.method {
            Some(only) => only == method && rule.requests.contains(&of_method),
            None => rule.requests.contains(&all),
        };
        self.rules.iter().find(is_for).map(|rule| rule.fault.clone())
    }
}
