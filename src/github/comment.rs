//! The one comment on a pull request (SPEC 9.2).
//!
//! It is created once and updated in place. It is recognised by a hidden marker on its first line *and* by its author:
//! anybody can write the marker, nobody else can be the author. The marker also remembers for which commit the comment
//! was written, and which triggers somebody was mentioned for, so that nobody is pinged twice.
//!
//! Whatever fails in between, there is one comment in the end: a write that got no clear answer is followed by a look
//! at what is there, and when two runs created one each, the older one stays. A run whose commit is no longer the head of
//! the pull request writes nothing, so that the newest push has the last word. GitHub cannot be asked to replace a comment
//! only if it is still the same, so a push between that question and the answer to the write is not seen; the run for it
//! starts seconds later, and writes last.

use serde::{Deserialize, Serialize};

use super::api::{Client, Trouble};
use crate::output::comment::{Draft, Told};

/// How the first line of the body begins.
const MARKER: &str = "<!-- codesub ";
const MARKER_END: &str = " -->";
/// How often a comment is looked for and written before giving up.
const ROUNDS: u32 = 4;

/// Where the comment belongs, and who writes it.
#[derive(Debug, Clone)]
pub struct Thread {
    /// `owner/name`.
    pub repository: String,
    pub number: u64,
    /// The commit that was checked: the head of the pull request as the event says.
    pub head: String,
    /// The login under which the token writes.
    pub author: String,
}

/// What became of the comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Created(String),
    Updated(String),
    /// It says so already.
    Unchanged(String),
    /// There is nothing to say, and nothing was said before.
    Silent,
    /// Somebody pushed in the meantime; the run for that push has the word.
    Outdated,
}

/// Brings the comment in line with what was found. `draft` is asked with what was told before; `is_worth_a_comment` says
/// whether there is anything to say that nobody was told yet. Whom the comment turns out to be written by is kept in
/// `thread`.
pub fn publish(
    client: &Client,
    thread: &mut Thread,
    is_worth_a_comment: bool,
    draft: impl Fn(&Told) -> Draft,
) -> Result<Outcome, Trouble> {
    let mut last = Trouble::Garbled("the comment comes and goes".to_owned());
    // What was sent and may have been stored without a clear answer.
    let mut sent: Option<Sent> = None;
    for round in 0..ROUNDS {
        if round > 0 && client.rest(round - 1).is_err() {
            break;
        }
        let mine = mine(client, thread)?;
        // Right before writing, so that hardly any time is left in which somebody could push.
        let is_outdated = is_outdated(client, thread)?;
        // Another run may have created one at the same moment. The one that came first stays, as every run would decide.
        for extra in mine.iter().skip(1) {
            client.delete(&thread.comment_route(extra.id))?;
        }
        if is_outdated {
            return Ok(Outcome::Outdated);
        }
        let kept = mine.first();
        let done = match kept {
            Some(comment) => update(client, thread, comment, &draft, &mut sent),
            None if is_worth_a_comment => create(client, thread, &draft, &mut sent),
            None => return Ok(Outcome::Silent),
        };
        match done {
            Ok(Some(outcome)) => return Ok(outcome),
            Ok(None) => {}
            // It was deleted since, or it may have been stored without an answer: look again.
            Err(trouble) if trouble.leaves_doubt() || trouble.is_missing(kept.is_some()) => last = trouble,
            Err(trouble) => return Err(trouble),
        }
    }
    Err(last)
}

/// A body on its way, and what it is called once it has arrived.
struct Sent {
    body: String,
    arrived: fn(String) -> Outcome,
}

impl Trouble {
    fn is_missing(&self, was_there: bool) -> bool {
        was_there && matches!(self, Trouble::Refused { status: 404 | 410, .. })
    }
}

fn update(
    client: &Client,
    thread: &Thread,
    comment: &Comment,
    draft: &impl Fn(&Told) -> Draft,
    sent: &mut Option<Sent>,
) -> Result<Option<Outcome>, Trouble> {
    if let Some(sent) = sent
        && is_same(&comment.body, &sent.body)
    {
        return Ok(Some((sent.arrived)(comment.html_url.clone())));
    }
    let before = Marker::of(&comment.body).map(|marker| marker.told_before(&thread.head)).unwrap_or_default();
    let body = body(thread, &before, draft(&before));
    if is_same(&comment.body, &body) {
        return Ok(Some(Outcome::Unchanged(comment.html_url.clone())));
    }
    *sent = Some(Sent { body: body.clone(), arrived: Outcome::Updated });
    let written: Comment = client.patch(&thread.comment_route(comment.id), &Body { body: &body })?;
    Ok(Some(Outcome::Updated(written.html_url)))
}

/// `None` when there are two now, and one has to go.
fn create(
    client: &Client,
    thread: &mut Thread,
    draft: &impl Fn(&Told) -> Draft,
    sent: &mut Option<Sent>,
) -> Result<Option<Outcome>, Trouble> {
    let body = first_body(thread, draft);
    *sent = Some(Sent { body: body.clone(), arrived: Outcome::Created });
    let written: Comment = client.create(&thread.comments_route(), &Body { body: &body })?;
    // A token of an unknown kind: under the wrong name, every run would find no comment and create another.
    if let Some(user) = written.user {
        thread.author = user.login;
    }
    // A run at the same moment saw no comment either; whoever came later sees both.
    match mine(client, thread) {
        Ok(mine) if mine.first().is_some_and(|first| first.id != written.id) => Ok(None),
        // Without an answer: it stands there, and if there are two, the next run sees it.
        _ => Ok(Some(Outcome::Created(written.html_url))),
    }
}

/// GitHub may keep line ends its own way.
fn is_same(one: &str, other: &str) -> bool {
    one.replace("\r\n", "\n").trim_end() == other.replace("\r\n", "\n").trim_end()
}

/// The body of a new comment.
pub fn first_body(thread: &Thread, draft: impl Fn(&Told) -> Draft) -> String {
    body(thread, &Told::new(), draft(&Told::new()))
}

fn body(thread: &Thread, before: &Told, draft: Draft) -> String {
    let (told, new) = draft.told.into_iter().partition(|key| before.contains(key));
    let marker = Marker { head: thread.head.clone(), told, new };
    let marker = serde_json::to_string(&marker).expect("because strings can always be written");
    let marker = plain(&marker);
    format!("{MARKER}{marker}{MARKER_END}\n{}", draft.body)
}

/// JSON of which nothing ends the marker early, steers whoever looks at it, or is a workflow command where a dry run prints
/// it. Ids have no such characters; a list that is read some other way may have.
fn plain(json: &str) -> String {
    let mut plain = String::with_capacity(json.len());
    for c in json.replace("##[", "##\\u005b").chars() {
        match c {
            '>' => plain.push_str("\\u003e"),
            ' '..='~' => plain.push(c),
            // Outside of strings JSON has nothing else.
            _ => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| plain.push_str(&format!("\\u{unit:04x}"))),
        }
    }
    plain
}

impl Thread {
    pub fn comments_route(&self) -> String {
        format!("/repos/{}/issues/{}/comments", self.repository, self.number)
    }

    fn comment_route(&self, id: u64) -> String {
        format!("/repos/{}/issues/comments/{id}", self.repository)
    }
}

/// Our own comments, oldest first.
fn mine(client: &Client, thread: &Thread) -> Result<Vec<Comment>, Trouble> {
    let all: Vec<Comment> = client.get_all(&thread.comments_route())?;
    let is_mine = |comment: &Comment| {
        let author = comment.user.as_ref().map(|user| user.login.as_str()).unwrap_or_default();
        author.eq_ignore_ascii_case(&thread.author) && Marker::of(&comment.body).is_some()
    };
    let mut mine: Vec<Comment> = all.into_iter().filter(is_mine).collect();
    mine.sort_by_key(|comment| comment.id);
    Ok(mine)
}

fn is_outdated(client: &Client, thread: &Thread) -> Result<bool, Trouble> {
    let pull: Pull = client.get(&format!("/repos/{}/pulls/{}", thread.repository, thread.number))?;
    Ok(!pull.head.sha.eq_ignore_ascii_case(&thread.head))
}

/// What the first line of a body remembers.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
struct Marker {
    head: String,
    /// What somebody was mentioned for before.
    told: Told,
    /// What somebody is mentioned for in this body.
    #[serde(default)]
    new: Told,
}

impl Marker {
    /// What was told before the run for `head`: repeated, it mentions the same people, and the comment stays as it is.
    fn told_before(mut self, head: &str) -> Told {
        if !self.head.eq_ignore_ascii_case(head) {
            self.told.append(&mut self.new);
        }
        self.told
    }

    fn of(body: &str) -> Option<Self> {
        let json = body.lines().next()?.strip_prefix(MARKER)?.trim_end().strip_suffix(MARKER_END)?;
        serde_json::from_str(json).ok()
    }
}

#[derive(Deserialize)]
struct Comment {
    id: u64,
    #[serde(default)]
    html_url: String,
    /// Null for an author whose account is gone.
    user: Option<User>,
    /// Null for one that has nothing to say.
    #[serde(default, deserialize_with = "text")]
    body: String,
}

fn text<'de, D: serde::Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    Option::deserialize(value).map(Option::unwrap_or_default)
}

#[derive(Deserialize)]
struct User {
    login: String,
}

#[derive(Deserialize)]
struct Pull {
    head: Head,
}

#[derive(Deserialize)]
struct Head {
    sha: String,
}

#[derive(Serialize)]
struct Body<'a> {
    body: &'a str,
}

/// The login under which a token writes. GitHub tells it to people; apps do not have one that they could ask for.
pub fn author(client: &Client, is_of_app: bool) -> Result<String, Trouble> {
    if is_of_app {
        return Ok("github-actions[bot]".to_owned());
    }
    client.get::<User>("/user").map(|user| user.login)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marker_comes_back_and_a_forged_place_does_not_count() {
        let thread = Thread { repository: "a/b".into(), number: 1, head: "f".repeat(40), author: "me".into() };
        let told: Told = ["a--b MISSING".to_owned(), "odd --> MISSING".to_owned()].into();
        let before: Told = ["a--b MISSING".to_owned()].into();
        let body = body(&thread, &before, Draft { body: "text\n".into(), told: told.clone() });
        let marker = || Marker::of(&body).expect("a marker");
        assert_eq!(marker().told_before(&thread.head), before, "the same run again");
        assert_eq!(marker().told_before("another"), told);
        assert_eq!(body.matches("-->").count(), 1, "{body}");
        assert_eq!(Marker::of(&body.replace('\n', "\r\n")).map(|marker| marker.head), Some(thread.head));
        assert_eq!(Marker::of(&format!("quoted:\n{body}")), None);
        assert_eq!(Marker::of(&format!("> {body}")), None);
        assert_eq!(Marker::of("<!-- codesub {} -->"), None);
        assert_eq!(Marker::of(""), None);
    }

    #[test]
    fn the_longest_comment_is_one_that_github_takes() {
        let thread = Thread { repository: "a/b".into(), number: 1, head: "f".repeat(64), author: "me".into() };
        let mut report = crate::output::sample::rich();
        let model = report.triggers[1].clone();
        report.triggers = (0..2000)
            .map(|number| {
                let mut trigger = model.clone();
                let mut subscription = crate::config::Subscription::clone(&model.subscription);
                subscription.id = format!("{number:04}-{}", "x".repeat(number % 90));
                subscription.label = Some("日本語".repeat(90));
                trigger.subscription = subscription.into();
                trigger
            })
            .collect();
        let told: Told = (0..500).map(|number| format!("{number:03}-{} PARSE_ERROR", "x".repeat(96))).collect();
        for told in [told, Told::new()] {
            let list = crate::output::sample::list_of(&report);
            let body =
                body(&thread, &told, crate::output::comment::comment(&report, &told, &list, &Default::default()));
            assert!(body.len() <= 60_000 && body.len() > 30_000, "{} bytes", body.len());
            assert!(Marker::of(&body).is_some_and(|marker| marker.told_before("another").len() > 10));
        }
    }
}
