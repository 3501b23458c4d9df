//! What the server has.

use std::collections::BTreeMap;

/// All of it. Tests read and change it directly.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// `/api/v3` for an enterprise server.
    pub prefix: String,
    /// Who each token belongs to.
    pub accounts: BTreeMap<String, Account>,
    /// By `owner/name`.
    pub repositories: BTreeMap<String, Repository>,
    /// How many requests may still come before the rate limit; without a number there is none.
    pub requests_left: Option<u64>,
    /// When that limit is lifted, in seconds since 1970.
    pub reset_at: u64,
    last_id: u64,
}

/// Who asks.
#[derive(Debug, Clone)]
pub struct Account {
    pub login: String,
    /// Whether comments can be written. A fork's token cannot.
    pub may_write: bool,
    /// Apps cannot ask who they are.
    pub is_app: bool,
}

#[derive(Debug, Clone, Default)]
pub struct Repository {
    pub pulls: BTreeMap<u64, Pull>,
    /// Of all pull requests, by id.
    pub comments: BTreeMap<u64, Comment>,
    /// By branch and path.
    pub files: BTreeMap<(String, String), Vec<u8>>,
}

#[derive(Debug, Clone)]
pub struct Pull {
    pub head: String,
    pub head_branch: String,
    /// `owner/name`; nothing when the fork was deleted.
    pub head_repository: Option<String>,
    pub base_branch: String,
    /// As frozen as GitHub's.
    pub base_sha: String,
    pub is_open: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    pub id: u64,
    /// The number of the pull request.
    pub number: u64,
    /// Nobody when the account is gone.
    pub author: Option<String>,
    pub body: String,
    /// How often it was written.
    pub versions: u64,
}

impl State {
    /// Adds a comment and gives its id. Ids only grow.
    pub fn say(&mut self, repository: &str, number: u64, author: Option<&str>, body: &str) -> u64 {
        self.last_id += 1;
        let id = 1000 + self.last_id;
        let author = author.map(str::to_owned);
        let comment = Comment { id, number, author, body: body.to_owned(), versions: 1 };
        self.repositories.entry(repository.to_owned()).or_default().comments.insert(id, comment);
        id
    }

    /// The conversation of a pull request, oldest first.
    pub fn comments(&self, repository: &str, number: u64) -> Vec<Comment> {
        let Some(repository) = self.repositories.get(repository) else { return Vec::new() };
        repository.comments.values().filter(|comment| comment.number == number).cloned().collect()
    }
}
