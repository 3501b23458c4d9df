//! Fixture repositories, made by the plain `git` program in a pinned environment, so that object ids are constants.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A repository in a temporary folder.
pub struct Fixture {
    directory: TempDir,
}

impl Fixture {
    pub fn new() -> Self {
        let fixture = Fixture { directory: tempfile::tempdir().expect("a temporary folder") };
        fixture.git(&["init", "--quiet", "--initial-branch=main"]);
        fixture
    }

    /// A clone of this repository, which it calls `origin`.
    pub fn cloned(&self, options: &[&str]) -> Self {
        let clone = Fixture { directory: tempfile::tempdir().expect("a temporary folder") };
        let url = format!("file://{}", self.root().display());
        clone.git(&[&["clone", "--quiet"], options, &[&url, "."]].concat());
        clone
    }

    pub fn root(&self) -> &Path {
        self.directory.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    /// Writes a file, with the folders above it.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file stands in a folder")).expect("folders");
        fs::write(path, content).expect("a file");
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn remove(&self, name: &str) -> &Self {
        fs::remove_file(self.path(name)).expect("a file to remove");
        self
    }

    /// The same repository in another folder.
    pub fn copy(&self) -> Self {
        self.copy_into(&tempfile::env::temp_dir())
    }

    /// The same repository in a folder of that folder.
    pub fn copy_into(&self, folder: &Path) -> Self {
        let directory = tempfile::tempdir_in(folder).expect("a temporary folder");
        copy(self.root(), directory.path());
        Fixture { directory }
    }

    /// Replaces everything but `.git` by a copy of a folder.
    pub fn become_copy_of(&self, folder: &Path) {
        for entry in fs::read_dir(self.root()).expect("a folder") {
            let entry = entry.expect("an entry");
            if entry.file_name() == ".git" {
                continue;
            }
            if entry.file_type().expect("a type").is_dir() {
                fs::remove_dir_all(entry.path()).expect("a folder to remove");
            } else {
                fs::remove_file(entry.path()).expect("a file to remove");
            }
        }
        copy(folder, self.root());
    }

    /// Commits everything and gives the commit's id.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    /// Runs git and gives what it printed, trimmed.
    pub fn git(&self, arguments: &[&str]) -> String {
        let output = pinned(Command::new("git").args(arguments).current_dir(self.root())).output().expect("git runs");
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Runs the codesub binary here.
    pub fn codesub(&self, arguments: &[&str]) -> Run {
        self.codesub_in("", arguments)
    }

    /// Runs it in a folder below.
    pub fn codesub_in(&self, folder: &str, arguments: &[&str]) -> Run {
        Run::new(&self.command(arguments).current_dir(self.path(folder)).output().expect("codesub runs"))
    }

    /// The binary with these arguments, ready to run here.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(binary());
        pinned(command.args(arguments).current_dir(self.root()));
        command
    }

    /// The list and the lock, byte for byte.
    pub fn pair(&self) -> [Option<Vec<u8>>; 2] {
        ["codesub.yaml", "codesub.lock"].map(|name| fs::read(self.path(name)).ok())
    }

    /// Runs what must fail with `error: …` and perhaps `hint: …`, each with these words, and must change nothing.
    #[track_caller]
    pub fn refuses(&self, arguments: &[&str], status: i32, error: &str, hint: &str) {
        let before = (self.pair(), self.names());
        self.codesub(arguments).exits(status).fails(error, hint);
        assert!(before.0 == self.pair(), "{arguments:?} changed the files");
        assert_eq!(before.1, self.names(), "{arguments:?} left something behind");
    }

    /// What stands at the root, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.root()).expect("a folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// The program that is tested: what cargo built, unless `CODESUB_TEST_BINARY` names another.
pub fn binary() -> PathBuf {
    std::env::var_os("CODESUB_TEST_BINARY").map_or_else(|| env!("CARGO_BIN_EXE_codesub").into(), PathBuf::from)
}

/// What a run of codesub came to.
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    pub fn new(output: &Output) -> Self {
        Run {
            status: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts the exit status and hands the run on.
    #[track_caller]
    pub fn exits(self, status: i32) -> Self {
        assert_eq!(self.status, status, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that nothing but an error was said, in one line or two: what failed, and what to do next.
    #[track_caller]
    pub fn fails(self, error: &str, hint: &str) -> Self {
        let said = format!("stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        assert_eq!(self.stdout, "", "{said}");
        let mut lines = self.stderr.lines();
        let first = lines.next().unwrap_or_default();
        assert!(first.starts_with("error: ") && first.contains(error), "no error with {error:?}\n{said}");
        let second = lines.next().unwrap_or("hint: ");
        assert!(second.starts_with("hint: ") && second.contains(hint), "no hint with {hint:?}\n{said}");
        assert_eq!(lines.next(), None, "{said}");
        self
    }

    /// The same in a workflow job, where the error is an annotation as well.
    #[track_caller]
    pub fn fails_in_a_job(mut self, error: &str, hint: &str) -> Self {
        let annotation = std::mem::take(&mut self.stdout);
        let said = annotation.strip_prefix("::error title=codesub::").and_then(|rest| rest.strip_suffix('\n'));
        let is_right = said.is_some_and(|said| !said.contains('\n') && said.contains(error) && said.contains(hint));
        assert!(is_right, "no annotation of {error:?} with {hint:?}: {annotation}");
        self.fails(error, hint)
    }

    /// Asserts that standard output has these words.
    #[track_caller]
    pub fn prints(self, words: &str) -> Self {
        assert!(self.stdout.contains(words), "no {words:?} in\nstdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that standard error has these words.
    #[track_caller]
    pub fn tells(self, words: &str) -> Self {
        assert!(self.stderr.contains(words), "no {words:?} in\nstderr:\n{}\nstdout:\n{}", self.stderr, self.stdout);
        self
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

/// No configuration but ours, fixed people and dates.
pub fn pinned(command: &mut Command) -> &mut Command {
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("GIT_") || name.starts_with("CODESUB_") || name == "NO_COLOR" {
            command.env_remove(&*name);
        }
    }
    command
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_NAME", "Ada")
        .env("GIT_AUTHOR_EMAIL", "ada@example.com")
        .env("GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z")
        .env("GIT_COMMITTER_NAME", "Ada")
        .env("GIT_COMMITTER_EMAIL", "ada@example.com")
        .env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z")
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).unwrap_or_else(|error| panic!("{}: {error}", from.display())) {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("a type").is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}
