//! What a workflow job says of itself, in `GITHUB_…` variables.

use std::fmt;
use std::path::PathBuf;

use crate::error::{Error, Result};

/// The variables of a job that codesub uses. Empty ones count as absent, as GitHub itself treats them.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    pub event_name: Option<String>,
    pub event_path: Option<PathBuf>,
    /// `owner/name`.
    pub repository: Option<String>,
    /// The commit that the job was started for.
    pub sha: Option<String>,
    pub api_url: Option<String>,
    pub token: Option<Token>,
    pub summary: Option<PathBuf>,
    pub output: Option<PathBuf>,
    /// A folder of the job's own, emptied when it ends.
    pub temp: Option<PathBuf>,
}

/// A secret. It has no `Display`, and `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The secret itself, for the one who sends it.
    pub(super) fn secret(&self) -> &str {
        &self.0
    }

    /// Whether it belongs to an app, as the one of a workflow job does, and not to a person.
    pub fn is_of_app(&self) -> bool {
        self.0.starts_with("ghs_")
            || !["ghp_", "gho_", "ghu_", "github_pat_"].iter().any(|kind| self.0.starts_with(kind))
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Environment {
    /// Reads the variables.
    pub fn read() -> Self {
        let path = |name| variable(name).map(PathBuf::from);
        Environment {
            event_name: variable("GITHUB_EVENT_NAME"),
            event_path: path("GITHUB_EVENT_PATH"),
            repository: variable("GITHUB_REPOSITORY"),
            sha: variable("GITHUB_SHA"),
            api_url: variable("GITHUB_API_URL"),
            token: variable("GITHUB_TOKEN")
                .or_else(|| variable("GH_TOKEN"))
                .map(|token| Token(token.trim().to_owned())),
            summary: path("GITHUB_STEP_SUMMARY"),
            output: path("GITHUB_OUTPUT"),
            temp: path("RUNNER_TEMP"),
        }
    }

    /// `owner/name`, which must be there and must be no more than that: it becomes part of every request.
    pub fn repository(&self) -> Result<&str> {
        let name = self.repository.as_deref().ok_or_else(|| absent("GITHUB_REPOSITORY"))?;
        let is_part = |part: &str| {
            !part.is_empty()
                && !part.starts_with('.')
                && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
        };
        match name.split_once('/') {
            Some((owner, repository)) if is_part(owner) && is_part(repository) => Ok(name),
            _ => Err(Error::usage(format!("GITHUB_REPOSITORY is `{name}`, not `owner/name`"))),
        }
    }

    /// Where requests go.
    pub fn api_url(&self) -> &str {
        self.api_url.as_deref().unwrap_or("https://api.github.com")
    }
}

/// The error for a variable that a job always has.
pub(super) fn absent(name: &str) -> Error {
    Error::usage(format!("{name} is not set, so this is no GitHub workflow job"))
        .hint("run `codesub github` in a workflow, or `codesub scan --check --base REVISION` anywhere else")
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty())
}
