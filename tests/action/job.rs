//! One pull request, and the machine that runs workflows for it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::api::{Account, Comment, Pull, Repository, Server};
use crate::repository::Fixture;

pub const REPOSITORY: &str = "acme/shop";
pub const STRANGER: &str = "stranger/shop";
pub const NUMBER: u64 = 7;
/// A value that can be found again wherever it must not be.
pub const TOKEN: &str = "ghs_canary0123456789abcdefghijklmnopqrst";
pub const BOT: &str = "github-actions[bot]";
/// The binary under test.
pub const CODESUB: &str = env!("CARGO_BIN_EXE_codesub");

/// The Action, and what our own workflow needs beside it.
const OURS: [&str; 8] = [
    "action.yml",
    ".github/action/install.sh",
    ".github/action/run.sh",
    "tests/action/shop",
    "examples/codesub.yaml",
    "examples/shop/orders.py",
    "examples/shop/pricing.py",
    "examples/shop/proxy.conf",
];

/// Stands in for the programs with which the Action reaches the network. They write down what they were asked.
const CURL: &str = r#"#!/usr/bin/env bash
set -euo pipefail
while [ $# -gt 1 ]; do
    if [ "$1" = --output ]; then output=$2; fi
    shift
done
printf 'curl %s\n' "$1" >>"$STAND_INS/trace"
cp "$STAND_INS/release/${1##*/}" "$output"
"#;
const GH: &str = r#"#!/usr/bin/env bash
printf 'gh %s\n' "$*" >>"$STAND_INS/trace"
[ -n "$GH_TOKEN" ]
"#;

/// Builds in no time.
const CARGO: &str = r#"#!/usr/bin/env bash
set -euo pipefail
printf 'cargo %s\n' "$*" >>"$STAND_INS/trace"
mkdir -p "${!#}/bin"
cp "$STAND_INS/built" "${!#}/bin/codesub"
"#;

/// Stand in for the actions that move files between runs.
const UPLOAD: &str = r#"
name: upload
description: Keeps a file.
inputs: { name: { description: "" }, path: { description: "" }, if-no-files-found: { description: "" }, retention-days: { description: "" } }
runs:
  using: composite
  steps:
    - { shell: bash, env: { FROM: "${{ inputs.path }}" }, run: 'mkdir -p "$STAND_INS/artifacts" && cp "$FROM" "$STAND_INS/artifacts"' }
"#;
const DOWNLOAD: &str = r#"
name: download
description: Brings it back.
inputs: { name: { description: "" }, path: { description: "" }, run-id: { description: "" }, github-token: { description: "" } }
runs:
  using: composite
  steps:
    - { shell: bash, env: { TO: "${{ inputs.path }}" }, run: 'mkdir -p "$TO" && cp "$STAND_INS"/artifacts/* "$TO"' }
"#;

pub struct Job {
    pub fixture: Fixture,
    pub server: Server,
    folder: TempDir,
    base: String,
    head: String,
    head_repository: std::cell::Cell<&'static str>,
}

/// What a run of act came to.
pub struct Run {
    pub status: i32,
    pub log: String,
}

impl Job {
    /// A pull request that changes subscribed code, checked out as GitHub would: merged into its base.
    pub fn new() -> Self {
        let fixture = Fixture::new();
        fixture.write("pay.py", "LIMIT = 1\n\n\ndef pay(amount):\n    return amount < LIMIT\n");
        fixture.codesub(&["add", "pay.py::LIMIT", "--id", "limit", "--notify", "@acme/payments"]).exits(0);
        // For our own workflow, which uses what is checked out.
        for name in OURS {
            fixture.write(name, read(name));
        }
        fixture.commit("shop");
        fixture.git(&["checkout", "--quiet", "-b", "topic"]);
        fixture.write("pay.py", "LIMIT = 2\n\n\ndef pay(amount):\n    return amount < LIMIT\n");
        let head = fixture.commit("another limit");
        fixture.git(&["checkout", "--quiet", "main"]);
        // The base went on since.
        fixture.write("README.md", "A shop.\n");
        let base = fixture.commit("read me");
        fixture.git(&["checkout", "--quiet", "--detach"]);
        fixture.git(&["merge", "--quiet", "--no-ff", "--message", "trial", "topic"]);
        // act asks for the name of the repository.
        fixture.git(&["remote", "add", "origin", &format!("https://github.com/{REPOSITORY}.git")]);
        fixture.git(&["update-ref", "refs/remotes/origin/main", &base]);

        let server = Server::start();
        let account = Account { login: BOT.to_owned(), may_write: true, is_app: true };
        server.state().accounts.insert(TOKEN.to_owned(), account);
        let mut repository = Repository::default();
        let list = fixture.read("codesub.yaml").into_bytes();
        repository.files.insert(("main".to_owned(), "codesub.yaml".to_owned()), list);
        server.state().repositories.insert(REPOSITORY.to_owned(), repository);

        let folder = tempfile::tempdir().expect("a temporary folder");
        let job = Job { fixture, server, folder, base, head, head_repository: std::cell::Cell::new(REPOSITORY) };
        job.come_from(REPOSITORY);
        for name in &OURS[..3] {
            job.write(&format!("action/{name}"), &read(name));
        }
        job.write("upload/action.yml", UPLOAD);
        job.write("download/action.yml", DOWNLOAD);
        job
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn come_from_fork(&self) {
        self.come_from(STRANGER);
    }

    fn come_from(&self, head_repository: &'static str) {
        self.head_repository.set(head_repository);
        let pull = Pull {
            head: self.head.clone(),
            head_branch: "topic".to_owned(),
            head_repository: Some(head_repository.to_owned()),
            base_branch: "main".to_owned(),
            base_sha: self.base.clone(),
            is_open: true,
        };
        self.server.state().repositories.get_mut(REPOSITORY).expect("a repository").pulls.insert(NUMBER, pull);
    }

    /// Packs the binary under test as a release does, for whoever downloads it.
    pub fn serve_release(&self) {
        let release = self.folder().join("release");
        let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
        let packed = Command::new(root().join(".ci/package")).args([&target, CODESUB]).arg(&release).status();
        assert!(packed.expect("bash runs").success());
        let sums = Command::new("sh").args(["-c", "sha256sum -- *.tar.gz"]).current_dir(&release).output();
        fs::write(release.join("checksums.txt"), sums.expect("sha256sum runs").stdout).expect("a file");
        self.program("curl", CURL);
        self.program("gh", GH);
    }

    /// Lets cargo build the binary under test.
    pub fn serve_source(&self) {
        fs::copy(CODESUB, self.folder().join("built")).expect("a copy");
        self.program("cargo", CARGO);
    }

    fn program(&self, name: &str, script: &str) {
        self.write(&format!("bin/{name}"), script);
        let path = self.folder().join("bin").join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    /// What the stand-ins were asked for.
    pub fn trace(&self) -> String {
        fs::read_to_string(self.folder().join("trace")).unwrap_or_default()
    }

    pub fn comments(&self) -> Vec<Comment> {
        self.server.state().comments(REPOSITORY, NUMBER)
    }

    /// Runs a workflow on an event.
    pub fn act(&self, event: &str, workflow: &str) -> Run {
        self.act_with(event, workflow, &[])
    }

    /// Runs it with more options. The token must never be seen.
    pub fn act_with(&self, event: &str, workflow: &str, options: &[&str]) -> Run {
        let tools = root().join("target/action");
        let act = tools.join("venv/bin/act");
        assert!(act.exists(), "run tests/action/install first");
        self.write("event.json", &self.event(event, &tools).to_string());
        self.write("workflow.yml", workflow);
        self.write("home/.keep", "");
        let path = |name: &str| self.folder().join(name).display().to_string();
        let inherited = std::env::var("PATH").expect("a PATH");
        let mut command = Command::new(act);
        command
            .arg(event)
            .args(options)
            .args(["--workflows", &path("workflow.yml"), "--eventpath", &path("event.json")])
            .args(["--platform", "ubuntu-latest=-self-hosted", "--no-cache-server"])
            .args(["--action-cache-path", &path("cache")])
            .args(["--local-repository", &format!("OWNER/codesub@v0.1.0={}", path("action"))])
            .args(["--secret", "GITHUB_TOKEN"])
            .args(["--env", &format!("GITHUB_API_URL={}", self.server.url())])
            .args(["--env", &format!("STAND_INS={}", self.folder().display())]);
        for (action, folder) in [("actions/upload-artifact", "upload"), ("actions/download-artifact", "download")] {
            if let Some(commit) = pin(workflow, action) {
                command.args(["--local-repository", &format!("{action}@{commit}={}", path(folder))]);
            }
        }
        let output = command
            .current_dir(self.fixture.root())
            .env("HOME", path("home"))
            .env("XDG_CACHE_HOME", path("home"))
            .env("PATH", format!("{}:{inherited}", path("bin")))
            .env("GITHUB_TOKEN", TOKEN)
            .env("NO_COLOR", "1")
            .output()
            .expect("act runs");
        let log = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(!log.contains(TOKEN), "the token is in the log: {log}");
        assert!(!self.trace().contains(TOKEN), "the token is an argument");
        // act says one for any failure.
        Run { status: output.status.code().unwrap_or(-1), log: log.into_owned() }
    }

    /// A real event of this kind, about this pull request.
    fn event(&self, name: &str, tools: &Path) -> Value {
        let file = tools.join("npm/node_modules/@octokit/webhooks-examples/api.github.com/index.json");
        let all: Value = serde_json::from_slice(&fs::read(file).expect("real events")).expect("JSON");
        let kind = all.as_array().expect("a list").iter().find(|it| it["name"] == name).expect("such an event");
        let mut event = kind["examples"][0].clone();
        let merge = self.fixture.git(&["rev-parse", "HEAD"]);
        let from = self.head_repository.get();
        event["repository"]["full_name"] = json!(REPOSITORY);
        match name {
            "pull_request" => {
                event["number"] = json!(NUMBER);
                let pull = &mut event["pull_request"];
                pull["number"] = json!(NUMBER);
                pull["head"]["sha"] = json!(self.head);
                pull["head"]["ref"] = json!("topic");
                pull["head"]["repo"]["full_name"] = json!(from);
                pull["base"]["ref"] = json!("main");
                pull["base"]["repo"]["full_name"] = json!(REPOSITORY);
                // As frozen as it can be.
                pull["base"]["sha"] = json!("0123456789012345678901234567890123456789");
            }
            "merge_group" => {
                event["merge_group"]["base_sha"] = json!(self.base);
                event["merge_group"]["head_sha"] = json!(merge);
            }
            "workflow_run" => {
                let run = &mut event["workflow_run"];
                run["event"] = json!("pull_request");
                run["conclusion"] = json!("failure");
                run["head_sha"] = json!(self.head);
                run["head_branch"] = json!("topic");
                run["head_repository"]["full_name"] = json!(from);
            }
            other => panic!("{other} is not prepared"),
        }
        event
    }

    fn write(&self, name: &str, content: &str) {
        let path = self.folder().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, content).expect("a file");
    }
}

/// A file of this repository.
pub fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The commit at which a workflow uses an action.
fn pin<'a>(workflow: &'a str, action: &str) -> Option<&'a str> {
    let rest = workflow.split(&format!("uses: {action}@")).nth(1)?;
    rest.split_whitespace().next()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
