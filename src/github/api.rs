//! Requests to GitHub.
//!
//! Octocrab carries them; what an answer means is decided here. Reading and replacing can be repeated, so trouble on the
//! way (a dropped connection, a 5xx) is tried again a few times. Creating is tried once: an answer that did not arrive
//! does not mean that nothing was stored, and the caller has to look first (SPEC 9.2). Waiting is bounded: a rate limit
//! that lasts longer is an answer too.

use std::fmt;
use std::time::{Duration, Instant};

use octocrab::Octocrab;
use octocrab::service::middleware::retry::RetryConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::environment::Token;

/// How often a request that can be repeated is sent at most.
const ATTEMPTS: u32 = 4;
/// The pause before the first repetition; it doubles each time.
const PAUSE: Duration = Duration::from_millis(250);
/// Comments a page; GitHub's maximum.
const PER_PAGE: usize = 100;
/// More pages than any conversation has.
const MAX_PAGES: usize = 200;

/// How long to wait.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For one answer.
    pub answer: Duration,
    /// For everything together, pauses for a rate limit included.
    pub total: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience { answer: Duration::from_secs(15), total: Duration::from_secs(90) }
    }
}

/// Why a request came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// GitHub said no: bad credentials, no permission, nothing there, or something wrong with what was sent.
    Refused { status: u16, message: String },
    /// A rate limit that does not end in time.
    Busy,
    /// GitHub failed, again and again.
    Failed { status: u16 },
    /// No answer, or none in time.
    Unreachable(String),
    /// An answer that makes no sense.
    Garbled(String),
}

impl Trouble {
    /// Whether the token may not do this, as that of a fork's pull request may not.
    pub fn is_missing_permission(&self) -> bool {
        matches!(self, Trouble::Refused { status: 403 | 404, .. })
    }

    /// Whether the request may have been carried out all the same.
    pub fn leaves_doubt(&self) -> bool {
        matches!(self, Trouble::Failed { .. } | Trouble::Unreachable(_) | Trouble::Garbled(_))
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Refused { status: 401, .. } => f.write_str("GitHub does not accept the token (401)"),
            Trouble::Refused { status, message } if message.is_empty() => write!(f, "GitHub refused it ({status})"),
            Trouble::Refused { status, message } => write!(f, "GitHub refused it ({status}): {message}"),
            Trouble::Busy => f.write_str("GitHub's rate limit is used up"),
            Trouble::Failed { status } => write!(f, "GitHub fails ({status})"),
            Trouble::Unreachable(why) => write!(f, "GitHub cannot be reached: {why}"),
            Trouble::Garbled(why) => write!(f, "GitHub's answer makes no sense: {why}"),
        }
    }
}

/// A connection to one API, as one user.
pub struct Client {
    runtime: tokio::runtime::Runtime,
    octocrab: Octocrab,
    patience: Patience,
    deadline: Instant,
}

/// An answer with its body.
struct Answer {
    status: u16,
    body: String,
    has_next: bool,
    /// Seconds after which GitHub wants to be asked again.
    wait: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Get,
    /// For a file, not for what is to be said about it.
    GetRaw,
    Patch,
    Delete,
    Post,
}

impl Client {
    pub fn new(api_url: &str, token: &Token, patience: Patience) -> Result<Self, Trouble> {
        let unusable = |error: &dyn fmt::Display| Trouble::Unreachable(error.to_string());
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| unusable(&error))?;
        // Octocrab starts a task of its own, so it has to be made inside of the runtime.
        let octocrab = runtime.block_on(async {
            Octocrab::builder()
                .base_uri(api_url.trim_end_matches('/'))
                .map_err(|_| Trouble::Unreachable(format!("`{api_url}` is no address")))?
                .personal_token(token.secret())
                // Its own repetitions would store a comment twice.
                .add_retry_config(RetryConfig::None)
                .set_connect_timeout(Some(patience.answer))
                .set_read_timeout(Some(patience.answer))
                .set_write_timeout(Some(patience.answer))
                .build()
                .map_err(|error| unusable(&error))
        })?;
        Ok(Client { runtime, octocrab, patience, deadline: Instant::now() + patience.total })
    }

    pub fn get<T: DeserializeOwned>(&self, route: &str) -> Result<T, Trouble> {
        parse(&self.request(Method::Get, route, None::<&()>)?.body)
    }

    /// A file of a repository as it is; `None` when there is none.
    pub fn get_raw(&self, route: &str) -> Result<Option<String>, Trouble> {
        match self.request(Method::GetRaw, route, None::<&()>) {
            Ok(answer) => Ok(Some(answer.body)),
            Err(Trouble::Refused { status: 404, .. }) => Ok(None),
            Err(trouble) => Err(trouble),
        }
    }

    /// Every entry of a list, page by page.
    pub fn get_all<T: DeserializeOwned>(&self, route: &str) -> Result<Vec<T>, Trouble> {
        let mut all = Vec::new();
        for page in 1..=MAX_PAGES {
            let mark = if route.contains('?') { '&' } else { '?' };
            // The next page is counted, not followed: a link could lead the token elsewhere.
            let route = format!("{route}{mark}per_page={PER_PAGE}&page={page}");
            let answer = self.request(Method::Get, &route, None::<&()>)?;
            all.extend(parse::<Vec<T>>(&answer.body)?);
            if !answer.has_next {
                break;
            }
        }
        Ok(all)
    }

    pub fn patch<T: DeserializeOwned>(&self, route: &str, body: &impl Serialize) -> Result<T, Trouble> {
        parse(&self.request(Method::Patch, route, Some(body))?.body)
    }

    /// Removes; what is gone already counts as removed.
    pub fn delete(&self, route: &str) -> Result<(), Trouble> {
        match self.request(Method::Delete, route, None::<&()>) {
            Ok(_) | Err(Trouble::Refused { status: 404 | 410, .. }) => Ok(()),
            Err(trouble) => Err(trouble),
        }
    }

    /// Creates, once. After trouble that [leaves doubt](Trouble::leaves_doubt) the caller has to look.
    pub fn create<T: DeserializeOwned>(&self, route: &str, body: &impl Serialize) -> Result<T, Trouble> {
        parse(&self.request(Method::Post, route, Some(body))?.body)
    }

    fn request(&self, method: Method, route: &str, body: Option<&impl Serialize>) -> Result<Answer, Trouble> {
        let mut pause = PAUSE;
        let mut attempt = 1;
        loop {
            let trouble = match self.send(method, route, body) {
                Ok(answer) if (200..300).contains(&answer.status) => return Ok(answer),
                Ok(answer) => match (answer.status, answer.wait) {
                    (403 | 429, Some(seconds)) => {
                        self.pause(Duration::from_secs(seconds))?;
                        attempt += 1;
                        if attempt > ATTEMPTS {
                            return Err(Trouble::Busy);
                        }
                        continue;
                    }
                    (status @ 500.., _) => Trouble::Failed { status },
                    (status, _) => return Err(Trouble::Refused { status, message: message(&answer.body) }),
                },
                Err(trouble) => trouble,
            };
            if method == Method::Post || attempt >= ATTEMPTS || self.pause(pause).is_err() {
                return Err(trouble);
            }
            attempt += 1;
            pause *= 2;
        }
    }

    /// Waits, unless that would take too long altogether.
    fn pause(&self, time: Duration) -> Result<(), Trouble> {
        if Instant::now() + time > self.deadline {
            return Err(Trouble::Busy);
        }
        self.runtime.block_on(tokio::time::sleep(time));
        Ok(())
    }

    fn send(&self, method: Method, route: &str, body: Option<&impl Serialize>) -> Result<Answer, Trouble> {
        let limit = self.patience.answer.min(self.deadline.saturating_duration_since(Instant::now()));
        let exchange = async {
            let response = match method {
                Method::Get => self.octocrab._get(route).await,
                Method::GetRaw => self.octocrab._get_with_headers(route, Some(raw())).await,
                Method::Patch => self.octocrab._patch(route, body).await,
                Method::Delete => self.octocrab._delete(route, body).await,
                Method::Post => self.octocrab._post(route, body).await,
            };
            let response = response.map_err(|error| Trouble::Unreachable(cause(&error)))?;
            let status = response.status().as_u16();
            let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
            let has_next = header("link").is_some_and(|link| link.contains("rel=\"next\""));
            let wait = wait(status, header);
            let body = self.octocrab.body_to_string(response).await;
            let body = body.map_err(|error| Trouble::Unreachable(cause(&error)))?;
            Ok(Answer { status, body, has_next, wait })
        };
        let late = || Trouble::Unreachable(format!("no answer within {} seconds", limit.as_secs_f32()));
        self.runtime.block_on(async { tokio::time::timeout(limit, exchange).await.map_err(|_| late())? })
    }
}

fn raw() -> http::HeaderMap {
    let raw = http::HeaderValue::from_static("application/vnd.github.raw+json");
    [(http::header::ACCEPT, raw)].into_iter().collect()
}

/// How long a rate limit asks to wait: what it says, else until it is reset, else a guess. `None` is no rate limit.
fn wait<'a>(status: u16, header: impl Fn(&'static str) -> Option<&'a str>) -> Option<u64> {
    if !matches!(status, 403 | 429) {
        return None;
    }
    if let Some(seconds) = header("retry-after").and_then(|value| value.trim().parse().ok()) {
        return Some(seconds);
    }
    if header("x-ratelimit-remaining").is_some_and(|left| left.trim() == "0") {
        let reset: i64 = header("x-ratelimit-reset")?.trim().parse().ok()?;
        let left = reset.saturating_sub(jiff::Timestamp::now().as_second());
        return Some(u64::try_from(left).unwrap_or(0) + 1);
    }
    (status == 429).then_some(5)
}

fn parse<T: DeserializeOwned>(body: &str) -> Result<T, Trouble> {
    serde_json::from_str(body).map_err(|error| Trouble::Garbled(error.to_string()))
}

/// What GitHub says in an error.
fn message(body: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    value.get("message").and_then(|message| message.as_str()).unwrap_or_default().chars().take(200).collect()
}

/// The innermost cause: the outer ones only say that something failed.
fn cause(error: &octocrab::Error) -> String {
    let mut innermost: &dyn std::error::Error = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}
