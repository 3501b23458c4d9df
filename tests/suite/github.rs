//! `codesub github` in a workflow job (SPEC §9): the real binary, real repositories, and a server that answers as
//! GitHub does.

mod comments;
mod events;
mod faults;
mod forks;
mod publish;
mod pushes;
mod secrets;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::{Account, Comment, Pull, Repository, Server};
use crate::repository::{Fixture, Run};

pub const REPOSITORY: &str = "acme/shop";
pub const NUMBER: u64 = 7;
/// A value that can be found again wherever it must not be.
pub const TOKEN: &str = "ghs_canary0123456789abcdefghijklmnopqrst";
pub const BOT: &str = "github-actions[bot]";
/// How our comments begin.
pub const MARKER: &str = "<!-- codesub ";
/// An id that is in no repository.
pub const LIE: &str = "0123456789012345678901234567890123456789";

/// A repository with a base branch, as last fetched, and pushes to a pull request.
pub struct Shop {
    pub fixture: Fixture,
    /// Each changes the constant that is subscribed to.
    pub heads: Vec<String>,
    /// Changes nothing that anybody subscribed to.
    pub harmless: String,
}

impl Shop {
    fn new(pushes: usize) -> Self {
        let fixture = Fixture::new();
        fixture.write("pay.py", "LIMIT = 1\n\n\ndef pay(amount):\n    return amount < LIMIT\n");
        fixture.codesub(&["add", "pay.py::LIMIT", "--id", "limit", "--notify", "@acme/payments"]).exits(0);
        let main = fixture.commit("shop");
        fixture.git(&["update-ref", "refs/remotes/origin/main", &main]);
        fixture.git(&["checkout", "--quiet", "-b", "topic"]);
        fixture.write("README.md", "A shop.\n");
        let harmless = fixture.commit("read me");
        let push = |number: usize| {
            let code = fixture.read("pay.py");
            let rest = code.split_once('\n').expect("lines").1;
            fixture.write("pay.py", format!("LIMIT = {}\n{rest}", number + 2));
            fixture.commit("another limit")
        };
        let heads = (0..pushes).map(push).collect();
        Shop { fixture, heads, harmless }
    }

    /// One for all who only read it.
    pub fn shared() -> &'static Self {
        static SHOP: OnceLock<Shop> = OnceLock::new();
        SHOP.get_or_init(|| Shop::new(3))
    }
}

/// One pull request, and the job that runs for it.
pub struct Job<'a> {
    pub fixture: &'a Fixture,
    pub server: Server,
    /// The event, the summary, the outputs and the job's own folder.
    pub folder: TempDir,
    pub variables: BTreeMap<&'static str, String>,
}

impl<'a> Job<'a> {
    /// A job for a pull request of which `head` is the newest commit.
    pub fn new(fixture: &'a Fixture, head: &str) -> Self {
        let server = Server::start();
        let url = server.url();
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir(folder.path().join("temp")).expect("a folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let variables = BTreeMap::from([
            ("GITHUB_EVENT_NAME", "pull_request".to_owned()),
            ("GITHUB_EVENT_PATH", path("event.json")),
            ("GITHUB_STEP_SUMMARY", path("summary.md")),
            ("GITHUB_OUTPUT", path("output.txt")),
            ("RUNNER_TEMP", path("temp")),
            ("GITHUB_REPOSITORY", REPOSITORY.to_owned()),
            ("GITHUB_SHA", LIE.to_owned()),
            ("GITHUB_API_URL", url),
            ("GITHUB_TOKEN", TOKEN.to_owned()),
        ]);
        let account = Account { login: BOT.to_owned(), may_write: true, is_app: true };
        server.state().accounts.insert(TOKEN.to_owned(), account);
        server.state().repositories.insert(REPOSITORY.to_owned(), Repository::default());
        let job = Job { fixture, server, folder, variables };
        job.push(head);
        job.event(&pull_request(head));
        job
    }

    /// Makes a commit the newest of the pull request, for GitHub. The event stays as it is.
    pub fn push(&self, head: &str) {
        let pull = Pull {
            head: head.to_owned(),
            head_branch: "topic".to_owned(),
            head_repository: Some(REPOSITORY.to_owned()),
            base_branch: "main".to_owned(),
            base_sha: LIE.to_owned(),
            is_open: true,
        };
        self.repository(|repository| repository.pulls.insert(NUMBER, pull));
    }

    pub fn repository<T>(&self, change: impl FnOnce(&mut Repository) -> T) -> T {
        change(self.server.state().repositories.get_mut(REPOSITORY).expect("the repository"))
    }

    pub fn event(&self, json: &Value) -> &Self {
        fs::write(self.path("event.json"), json.to_string()).expect("an event");
        self
    }

    pub fn set(&mut self, name: &'static str, value: &str) -> &mut Self {
        self.variables.insert(name, value.to_owned());
        self
    }

    pub fn unset(&mut self, name: &str) -> &mut Self {
        self.variables.remove(name);
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The binary in the environment of the job, and in nothing of the one that the tests run in.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.fixture.command(arguments);
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if name.starts_with("GITHUB_") || name.starts_with("RUNNER_") || name == "GH_TOKEN" {
                command.env_remove(&*name);
            }
        }
        command.envs(&self.variables);
        command
    }

    /// `codesub github`, with enough patience for a busy machine.
    pub fn run(&self, arguments: &[&str]) -> Run {
        self.run_within("20", arguments)
    }

    /// The same with little patience, where an answer is late on purpose.
    pub fn hurry(&self, arguments: &[&str]) -> Run {
        self.run_within("1", arguments)
    }

    fn run_within(&self, seconds: &str, arguments: &[&str]) -> Run {
        let all = [&["github"], arguments, &["--timeout", seconds]].concat();
        Run::new(&self.command(&all).output().expect("codesub runs"))
    }

    /// All that stands on the pull request.
    pub fn comments(&self) -> Vec<Comment> {
        self.server.state().comments(REPOSITORY, NUMBER)
    }

    /// The one comment, which must be about this commit.
    #[track_caller]
    pub fn only_comment(&self, head: &str) -> Comment {
        let mut ours: Vec<Comment> = self
            .comments()
            .into_iter()
            .filter(|it| it.author.as_deref() == Some(BOT) && it.body.starts_with(MARKER))
            .collect();
        assert_eq!(ours.len(), 1, "{ours:#?}");
        let comment = ours.remove(0);
        let first = comment.body.lines().next().unwrap_or_default();
        assert!(first.contains(&format!("\"head\":\"{head}\"")), "not about {head}: {first}");
        assert!(comment.body.contains("limit"), "{}", comment.body);
        comment
    }

    pub fn summary(&self) -> String {
        fs::read_to_string(self.path("summary.md")).unwrap_or_default()
    }

    /// The outputs of the step, as the runner reads them.
    pub fn outputs(&self) -> BTreeMap<String, String> {
        let text = fs::read_to_string(self.path("output.txt")).unwrap_or_default();
        let mut lines = text.lines();
        let mut outputs = BTreeMap::new();
        while let Some((name, end)) = lines.next().and_then(|line| line.split_once("<<")) {
            let value: Vec<&str> = lines.by_ref().take_while(|line| *line != end).collect();
            outputs.insert(name.to_owned(), value.join("\n"));
        }
        outputs
    }

    /// Methods and paths of the requests, in order.
    pub fn asked(&self) -> Vec<String> {
        self.server.requests().iter().map(|request| format!("{} {}", request.method, request.path())).collect()
    }
}

/// The event of a pull request, with a base that is a lie (SPEC 9.2).
pub fn pull_request(head: &str) -> Value {
    json!({
        "action": "synchronize",
        "number": NUMBER,
        "pull_request": {
            "number": NUMBER,
            "base": { "ref": "main", "sha": LIE, "repo": { "full_name": REPOSITORY, "default_branch": "main" } },
            "head": { "ref": "topic", "sha": head, "repo": { "full_name": REPOSITORY } },
        },
        "repository": { "full_name": REPOSITORY, "default_branch": "main" },
    })
}
