//! Requests to GitHub.
//!
//! Octocrab carries them; what an answer means is decided here. Reading can be repeated, so trouble on the way (a dropped
//! connection, a 5xx, half an answer) is tried again a few times. Writing is tried once: an answer that did not arrive does
//! not mean that nothing was stored, and the caller has to look first (SPEC 9.2). Only a rate limit is waited for and the
//! request sent again, because then nothing was done. All waiting is bounded, and so is the size of an answer.
//!
//! Redirects are not followed: they would take the token along. Octocrab's client knows no proxies, so `HTTPS_PROXY` and
//! its relatives are ignored; on a runner behind a proxy there is no comment, and everything else works.

use std::fmt;
use std::time::{Duration, Instant};

use http::{Method, Uri};
use http_body_util::{BodyExt, Limited};
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
/// More than any answer has: a page of the longest comments is 7 MB.
const MAX_ANSWER: usize = 32 * 1024 * 1024;
/// What GitHub asks to wait where a rate limit does not say how long.
const UNSAID_WAIT: u64 = 60;

/// How long to wait.
#[derive(Debug, Clone, Copy)]
pub struct Patience {
    /// For one answer.
    answer: Duration,
    /// For everything together, pauses for a rate limit included.
    total: Duration,
}

impl Patience {
    /// So many seconds for one answer, and six times that for all.
    pub fn seconds(seconds: u64) -> Self {
        let answer = Duration::from_secs(seconds);
        Patience { answer, total: answer * 6 }
    }
}

/// Why a request came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// `GITHUB_API_URL` is no address that requests could go to.
    NoAddress(String),
    /// The token has characters that no token has, and that no header takes.
    NoToken,
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
    /// The base branch's list is none; asking again does not help.
    BadList(String),
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
            Trouble::NoAddress(url) => {
                write!(f, "GITHUB_API_URL is `{url}`, which is no address; it should be like `https://api.github.com`")
            }
            Trouble::NoToken => f.write_str("GITHUB_TOKEN is no token; pass `github.token` as it is"),
            Trouble::Refused { status: 401, .. } => {
                f.write_str("GitHub does not accept the token (401); pass `github.token` as GITHUB_TOKEN")
            }
            Trouble::Refused { status: status @ 300..=399, .. } => {
                write!(
                    f,
                    "the API has moved ({status}), and redirects are not followed; set GITHUB_API_URL to where it is"
                )
            }
            Trouble::Refused { status, message } if message.is_empty() => write!(f, "GitHub refused it ({status})"),
            Trouble::Refused { status, message } => write!(f, "GitHub refused it ({status}): {message}"),
            Trouble::Busy => f.write_str("GitHub's rate limit is used up; run the job again later"),
            Trouble::Failed { status } => write!(f, "GitHub fails ({status}); run the job again later"),
            Trouble::Unreachable(why) => write!(f, "GitHub cannot be reached: {why}; run the job again later"),
            Trouble::Garbled(why) => write!(f, "GitHub's answer makes no sense: {why}; run the job again later"),
            Trouble::BadList(why) => f.write_str(why),
        }
    }
}

/// A connection to one API, as one user.
pub struct Client {
    /// There until the client is dropped.
    runtime: Option<tokio::runtime::Runtime>,
    octocrab: Octocrab,
    /// `/api/v3` on a server of one's own, else empty.
    prefix: String,
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

/// What kind of answer is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Accept {
    Json,
    /// A file, not what is to be said about it.
    Raw,
}

impl Client {
    pub fn new(api_url: &str, token: &Token, patience: Patience) -> Result<Self, Trouble> {
        let unusable = |error: &dyn fmt::Display| Trouble::Unreachable(error.to_string());
        let (origin, prefix) = address(api_url).ok_or_else(|| Trouble::NoAddress(api_url.to_owned()))?;
        // Octocrab would panic.
        if !token.secret().bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(Trouble::NoToken);
        }
        let runtime =
            tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| unusable(&error))?;
        // Octocrab starts a task of its own, so it has to be made inside of the runtime.
        let octocrab = runtime.block_on(async {
            Octocrab::builder()
                .base_uri(origin)
                .map_err(|_| Trouble::NoAddress(api_url.to_owned()))?
                .personal_token(token.secret())
                // Its own repetitions would store a comment twice.
                .add_retry_config(RetryConfig::None)
                .build()
                .map_err(|error| unusable(&error))
        })?;
        Ok(Client { runtime: Some(runtime), octocrab, prefix, patience, deadline: Instant::now() + patience.total })
    }

    pub fn get<T: DeserializeOwned>(&self, route: &str) -> Result<T, Trouble> {
        self.read(Accept::Json, route, |answer| parse(&answer.body))
    }

    /// A file of a repository as it is; `None` when there is none.
    pub fn get_raw(&self, route: &str) -> Result<Option<String>, Trouble> {
        match self.read(Accept::Raw, route, |answer| Ok(answer.body)) {
            Err(Trouble::Refused { status: 404, .. }) => Ok(None),
            body => body.map(Some),
        }
    }

    /// Every entry of a list, page by page.
    pub fn get_all<T: DeserializeOwned>(&self, route: &str) -> Result<Vec<T>, Trouble> {
        let mut all = Vec::new();
        for page in 1..=MAX_PAGES {
            let mark = if route.contains('?') { '&' } else { '?' };
            // The next page is counted, not followed: a link could lead the token elsewhere.
            let route = format!("{route}{mark}per_page={PER_PAGE}&page={page}");
            let (entries, has_next) = self
                .read(Accept::Json, &route, |answer| parse::<Vec<T>>(&answer.body).map(|it| (it, answer.has_next)))?;
            all.extend(entries);
            if !has_next {
                break;
            }
        }
        Ok(all)
    }

    /// Creates, once. After trouble that [leaves doubt](Trouble::leaves_doubt) the caller has to look.
    pub fn create<T: DeserializeOwned>(&self, route: &str, body: &impl Serialize) -> Result<T, Trouble> {
        parse(&self.request(&Method::POST, Accept::Json, route, Some(body))?.body)
    }

    /// Replaces, once. To repeat it would do no harm by itself, but what it replaces may be newer by then.
    pub fn patch<T: DeserializeOwned>(&self, route: &str, body: &impl Serialize) -> Result<T, Trouble> {
        parse(&self.request(&Method::PATCH, Accept::Json, route, Some(body))?.body)
    }

    /// Removes; what is gone already counts as removed.
    pub fn delete(&self, route: &str) -> Result<(), Trouble> {
        let gone = |trouble: &Trouble| matches!(trouble, Trouble::Refused { status: 404 | 410, .. });
        match self.repeat(|| self.request(&Method::DELETE, Accept::Json, route, None::<&()>)) {
            Err(trouble) if !gone(&trouble) => Err(trouble),
            _ => Ok(()),
        }
    }

    /// Waits before something is tried again, the longer the more often it failed; not at all when time is up.
    pub fn rest(&self, failures: u32) -> Result<(), Trouble> {
        self.pause(PAUSE * 2_u32.pow(failures.min(8)))
    }

    fn read<T>(
        &self,
        accept: Accept,
        route: &str,
        made_of: impl Fn(Answer) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.repeat(|| made_of(self.request(&Method::GET, accept, route, None::<&()>)?))
    }

    /// Tries until it works, is refused, or has failed too often.
    fn repeat<T>(&self, attempt: impl Fn() -> Result<T, Trouble>) -> Result<T, Trouble> {
        let mut failures = 0;
        loop {
            match attempt() {
                Err(trouble) if trouble.leaves_doubt() => {
                    if failures + 1 == ATTEMPTS || self.rest(failures).is_err() {
                        return Err(trouble);
                    }
                    failures += 1;
                }
                done => return done,
            }
        }
    }

    /// Sends a request; again only after a rate limit, which means that nothing was done.
    fn request(
        &self,
        method: &Method,
        accept: Accept,
        route: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Answer, Trouble> {
        for _ in 0..ATTEMPTS {
            let answer = self.send(method, accept, route, body)?;
            match (answer.status, answer.wait) {
                (200..=299, _) => return Ok(answer),
                (_, Some(seconds)) => self.pause(Duration::from_secs(seconds))?,
                (status @ 500.., _) => return Err(Trouble::Failed { status }),
                (status, None) => return Err(Trouble::Refused { status, message: message(&answer.body) }),
            }
        }
        Err(Trouble::Busy)
    }

    /// Waits, unless that would take too long altogether.
    fn pause(&self, time: Duration) -> Result<(), Trouble> {
        let end = Instant::now().checked_add(time).ok_or(Trouble::Busy)?;
        if end > self.deadline {
            return Err(Trouble::Busy);
        }
        std::thread::sleep(time);
        Ok(())
    }

    fn send(
        &self,
        method: &Method,
        accept: Accept,
        route: &str,
        body: Option<&impl Serialize>,
    ) -> Result<Answer, Trouble> {
        let unreachable = |error: &dyn std::error::Error| Trouble::Unreachable(cause(error));
        let limit = self.patience.answer.min(self.deadline.saturating_duration_since(Instant::now()));
        let exchange = async {
            let mut request = http::Request::builder().method(method).uri(format!("{}{route}", self.prefix));
            if accept == Accept::Raw {
                request = request.header(http::header::ACCEPT, "application/vnd.github.raw+json");
            }
            let request = self.octocrab.build_request(request, body).map_err(|error| unreachable(&error))?;
            let response = self.octocrab.execute(request).await.map_err(|error| unreachable(&error))?;
            let (parts, body) = response.into_parts();
            let body = Limited::new(body, MAX_ANSWER).collect().await;
            let body = body.map_err(|error| Trouble::Unreachable(cause(&*error)))?.to_bytes();
            // What is no text fails where it is read.
            let body = String::from_utf8_lossy(&body).into_owned();
            let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok());
            let has_next = header("link").is_some_and(|link| link.contains("rel=\"next\""));
            let wait = wait(parts.status.as_u16(), header, &body);
            Ok(Answer { status: parts.status.as_u16(), body, has_next, wait })
        };
        // One limit around all of it: an answer that comes a byte at a time is late too.
        let late = || Trouble::Unreachable(format!("no answer within {} seconds", self.patience.answer.as_secs()));
        let runtime = self.runtime.as_ref().expect("because only drop takes it");
        runtime.block_on(async { tokio::time::timeout(limit, exchange).await.map_err(|_| late())? })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Not to wait for a name that is still being looked up.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Where requests go: scheme and host, and what every path begins with.
fn address(url: &str) -> Option<(String, String)> {
    let uri: Uri = url.trim().parse().ok()?;
    let (scheme, authority) = (uri.scheme_str()?, uri.authority()?);
    if !matches!(scheme, "http" | "https") || authority.as_str().contains('@') || uri.query().is_some() {
        return None;
    }
    Some((format!("{scheme}://{authority}"), uri.path().trim_end_matches('/').to_owned()))
}

/// How long a rate limit asks to wait: what it says, else until it is reset, else a guess. `None` is no rate limit.
fn wait<'a>(status: u16, header: impl Fn(&'static str) -> Option<&'a str>, body: &str) -> Option<u64> {
    if !matches!(status, 403 | 429) {
        return None;
    }
    if let Some(seconds) = header("retry-after").and_then(|value| value.trim().parse().ok()) {
        return Some(seconds);
    }
    if header("x-ratelimit-remaining").is_some_and(|left| left.trim() == "0") {
        let reset = header("x-ratelimit-reset").and_then(|reset| reset.trim().parse::<i64>().ok());
        let left = reset.map(|reset| reset.saturating_sub(jiff::Timestamp::now().as_second()));
        return Some(left.map_or(UNSAID_WAIT, |left| u64::try_from(left).unwrap_or(0).saturating_add(1)));
    }
    (status == 429 || message(body).to_ascii_lowercase().contains("rate limit")).then_some(UNSAID_WAIT)
}

fn parse<T: DeserializeOwned>(body: &str) -> Result<T, Trouble> {
    serde_json::from_str(body).map_err(|error| Trouble::Garbled(error.to_string()))
}

/// What GitHub says in an error.
fn message(body: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let text = |value: &serde_json::Value| value.get("message").and_then(|it| it.as_str()).map(str::to_owned);
    // The details of what is wrong with a field.
    let detail = value.pointer("/errors/0").and_then(text);
    let all = [text(&value), detail].into_iter().flatten().collect::<Vec<_>>().join(": ");
    all.chars().take(200).collect()
}

/// The innermost cause: the outer ones only say that something failed.
fn cause(error: &dyn std::error::Error) -> String {
    let mut innermost = error;
    while let Some(source) = innermost.source() {
        innermost = source;
    }
    innermost.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_scheme_a_host_and_perhaps_a_prefix() {
        let parts = |url| address(url).map(|(origin, prefix)| format!("{origin} {prefix}"));
        assert_eq!(parts("https://api.github.com").unwrap(), "https://api.github.com ");
        assert_eq!(parts("https://ghe.example/api/v3/").unwrap(), "https://ghe.example /api/v3");
        for wrong in ["", "nonsense", "api.github.com:443", "file:///etc", "https://", "https://a:b@c", "https://a?b=c"]
        {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_rate_limit_is_told_from_a_refusal() {
        let none = |_: &'static str| None;
        let body = |text: &str| format!(r#"{{"message": "{text}"}}"#);
        assert_eq!(wait(403, none, &body("Resource not accessible by integration")), None);
        assert_eq!(wait(403, none, &body("You have exceeded a secondary rate limit.")), Some(UNSAID_WAIT));
        assert_eq!(wait(429, none, ""), Some(UNSAID_WAIT));
        assert_eq!(wait(500, |_| Some("1"), ""), None);
        assert_eq!(wait(403, |name| (name == "retry-after").then_some("7"), ""), Some(7));
        let past = |name: &'static str| Some(if name == "x-ratelimit-remaining" { "0" } else { "-5" });
        assert_eq!(wait(403, |name| (name != "retry-after").then(|| past(name)).flatten(), ""), Some(1));
    }
}
