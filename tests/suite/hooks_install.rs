//! `codesub hook install`, `uninstall` and `status`, with real git, real pushes and the hooks of others.
//!
//! The hooks here call a fake codesub that writes down what it was given: what the real one does is tested elsewhere.
#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::repository::{Fixture, Run, pinned};
use crate::strace::{numbers, strace, trace_of};

const HOOKS: [&str; 3] = ["pre-push", "post-merge", "post-rewrite"];

/// Writes its arguments and its input beside itself, and exits as a file there says.
const RECORDER: &str = r#"#!/bin/sh
here=${0%/*}
printf '%s\n' "$@" > "$here/args"
/bin/cat > "$here/stdin"
read -r status < "$here/status"
exit "$status"
"#;

/// A program in a folder of its own, whose name no shell may trip over.
struct Recorder {
    folder: TempDir,
}

impl Recorder {
    fn new() -> Self {
        let parent = env!("CARGO_TARGET_TMPDIR");
        let folder = tempfile::Builder::new().prefix("it's a \"$(folder)\" ").tempdir_in(parent).expect("a folder");
        let recorder = Recorder { folder };
        fs::write(recorder.file("status"), "0\n").expect("a file");
        recorder
    }

    /// Installs the hooks with a codesub that stands here, and then is this recorder.
    fn install(fixture: &Fixture, arguments: &[&str]) -> (Self, Run) {
        let recorder = Recorder::new();
        let program = recorder.file("codesub");
        fs::hard_link(env!("CARGO_BIN_EXE_codesub"), &program).expect("the same file system");
        let mut command = Command::new(&program);
        let arguments = [&["hook", "install"], arguments].concat();
        let run = Run::new(&pinned(command.args(arguments).current_dir(fixture.root())).output().expect("it runs"));
        fs::remove_file(&program).expect("a file");
        script(&program, RECORDER);
        (recorder, run)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// What the hook of somebody else looks like that calls this.
    fn as_hook(&self) -> String {
        let program = self.file("foreign");
        script(&program, RECORDER);
        let quoted = program.display().to_string().replace('\'', r"'\''");
        format!("#!/bin/sh\nexec '{quoted}' \"$@\"\n")
    }

    fn exits_with(&self, status: u8) {
        fs::write(self.file("status"), format!("{status}\n")).expect("a file");
    }

    /// The arguments and the input of the last call; `None` if there was none since the last question.
    fn take(&self) -> Option<(Vec<String>, Vec<u8>)> {
        let args = fs::read_to_string(self.file("args")).ok()?;
        fs::remove_file(self.file("args")).expect("a file");
        let stdin = fs::read(self.file("stdin")).expect("a file");
        Some((args.lines().map(str::to_owned).collect(), stdin))
    }
}

fn script(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

/// Every file below a folder: its kind, its mode, and its content or target.
fn everything(folder: &Path) -> BTreeMap<PathBuf, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            let metadata = fs::symlink_metadata(&path).expect("metadata");
            let content = match () {
                () if metadata.is_symlink() => {
                    fs::read_link(&path).expect("a link").into_os_string().into_encoded_bytes()
                }
                () if metadata.is_dir() => Vec::new(),
                () => fs::read(&path).expect("a file"),
            };
            if metadata.is_dir() {
                folders.push(path.clone());
            }
            found.insert(path, (metadata.permissions().mode(), content));
        }
    }
    found
}

/// A repository with one commit and a remote to push to.
fn with_remote() -> (Fixture, TempDir) {
    let remote = tempfile::tempdir().expect("a folder");
    let fixture = Fixture::new();
    fixture.git(&["init", "--quiet", "--bare", &remote.path().display().to_string()]);
    fixture.git(&["remote", "add", "origin", &remote.path().display().to_string()]);
    fixture.write("a.txt", "a\n").commit("one");
    (fixture, remote)
}

fn git(fixture: &Fixture, arguments: &[&str]) -> Run {
    Run::new(&pinned(Command::new("git").args(arguments).current_dir(fixture.root())).output().expect("git runs"))
}

/// Runs a hook as git does, with this input.
fn run_hook(mut command: Command, input: &[u8]) -> Output {
    use std::io::Write as _;
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("a hook starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    // Who does not read its input closes the pipe.
    let _ = stdin.write_all(input);
    drop(stdin);
    child.wait_with_output().expect("a hook ends")
}

fn hook_command(fixture: &Fixture, shell: &[&str], name: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(shell[0]);
    command.args(&shell[1..]).arg(format!(".git/hooks/{name}")).args(arguments).current_dir(fixture.root());
    command
}

#[test]
fn a_push_runs_the_earlier_hook_and_then_codesub_with_the_same_input() {
    let (fixture, remote) = with_remote();
    let earlier = Recorder::new();
    script(&fixture.path(".git/hooks/pre-push"), &earlier.as_hook());
    let (codesub, run) = Recorder::install(&fixture, &[]);
    run.exits(0).tells("pre-push: installed as .git/hooks/pre-push; the hook that was there runs first");
    let head = fixture.git(&["rev-parse", "HEAD"]);
    for n in 0..1000 {
        fixture.write(&format!(".git/refs/heads/topic/{n:04}"), format!("{head}\n"));
    }
    git(&fixture, &["push", "--quiet", "--all", "origin"]).exits(0);
    let (arguments, input) = earlier.take().expect("the earlier hook ran");
    assert_eq!(arguments, ["origin", &remote.path().display().to_string()]);
    assert_eq!(input.iter().filter(|&&byte| byte == b'\n').count(), 1001);
    let ran = codesub.take().expect("codesub ran");
    assert_eq!(ran.0, ["hook", "run", "pre-push", "origin", &remote.path().display().to_string()]);
    assert!(ran.1 == input, "the input differs");

    // Either of them can stop the push, the earlier one first.
    fixture.write("a.txt", "b\n").commit("two");
    earlier.exits_with(7);
    git(&fixture, &["push", "--quiet", "origin", "main"]).exits(1);
    assert!(earlier.take().is_some() && codesub.take().is_none());
    earlier.exits_with(0);
    codesub.exits_with(1);
    git(&fixture, &["push", "--quiet", "origin", "main"]).exits(1);
    assert!(earlier.take().is_some() && codesub.take().is_some());
    codesub.exits_with(0);
    git(&fixture, &["push", "--quiet", "origin", "main"]).exits(0);
}

#[test]
fn every_shell_hands_on_every_byte() {
    let fixture = Fixture::new();
    let earlier = Recorder::new();
    for name in HOOKS {
        script(&fixture.path(&format!(".git/hooks/{name}")), &earlier.as_hook());
    }
    let (codesub, run) = Recorder::install(&fixture, &[]);
    run.exits(0);
    let mut bytes: Vec<u8> = (1..=255).collect();
    bytes.extend_from_slice("\\n \u{101}\u{e9}  \n\n last".as_bytes());
    let mut shells = vec![vec!["sh"]];
    for other in [["dash", "-c"], ["bash", "-c"], ["busybox", "true"]] {
        if Command::new(other[0]).args([other[1], "true"]).output().is_ok_and(|output| output.status.success()) {
            shells.push(if other[0] == "busybox" { vec!["busybox", "sh"] } else { vec![other[0]] });
        }
    }
    for shell in shells {
        for input in [&bytes[..], b"", b"\n", b"one\ntwo\n"] {
            for name in ["pre-push", "post-rewrite"] {
                let output = run_hook(hook_command(&fixture, &shell, name, &["a b", "'\"$x"]), input);
                assert!(output.status.success() && output.stderr.is_empty(), "{shell:?}: {output:?}");
                assert_eq!(earlier.take(), Some((vec!["a b".into(), "'\"$x".into()], input.to_vec())), "{shell:?}");
                let arguments = ["hook", "run", name, "a b", "'\"$x"].map(str::to_owned).to_vec();
                assert_eq!(codesub.take(), Some((arguments, input.to_vec())), "{shell:?}");
            }
        }
        // After the fact codesub runs in any case, and the earlier hook's status is the one that counts.
        earlier.exits_with(3);
        for name in ["post-merge", "post-rewrite"] {
            let output = run_hook(hook_command(&fixture, &shell, name, &["0"]), b"old new\n");
            assert_eq!(output.status.code(), Some(3), "{shell:?} {name}");
            assert!(earlier.take().is_some() && codesub.take().is_some(), "{shell:?} {name}");
        }
        earlier.exits_with(0);
    }
    // An earlier hook that does not read much input does no harm.
    script(&fixture.path(".git/hooks/pre-push.before-codesub"), "#!/bin/sh\nexit 0\n");
    let long = b"refs/heads/x 1 refs/heads/x 2\n".repeat(5000);
    let output = run_hook(hook_command(&fixture, &["sh"], "pre-push", &[]), &long);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(codesub.take().is_some_and(|(_, input)| input == long));
}

#[test]
fn codesub_is_found_without_path_and_home_and_its_absence_is_told() {
    let (fixture, _remote) = with_remote();
    let (codesub, run) = Recorder::install(&fixture, &[]);
    run.exits(0).tells("pre-push: installed as .git/hooks/pre-push\n");
    // A file of the repository is not run, whatever PATH says about the current folder.
    script(&fixture.path("codesub"), "#!/bin/sh\necho hijacked >&2\nexit 9\n");
    let bare = |path: Option<&str>| {
        let mut command = hook_command(&fixture, &["/bin/sh"], "pre-push", &["origin"]);
        command.env_clear();
        if let Some(path) = path {
            command.env("PATH", path);
        }
        run_hook(command, b"lines\n")
    };
    for path in [None, Some(""), Some("."), Some("/nonexistent")] {
        let output = bare(path);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert_eq!(codesub.take().expect("it ran").1, b"lines\n");
    }
    let moved = codesub.file("elsewhere/codesub");
    fs::create_dir(codesub.file("elsewhere")).expect("a folder");
    fs::rename(codesub.file("codesub"), &moved).expect("a move");
    fs::copy(codesub.file("status"), codesub.file("elsewhere/status")).expect("a copy");
    for path in [None, Some(""), Some("."), Some("/nonexistent")] {
        let output = bare(path);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(said.lines().count(), 1, "{said}");
        for words in ["codesub: not found", "skipped", "codesub hook install", "remove .git/hooks/pre-push"] {
            assert!(said.contains(words), "{said}");
        }
    }
    // The other places.
    assert!(bare(Some(&codesub.file("elsewhere").display().to_string())).stderr.is_empty());
    for folder in [".cargo/bin", ".local/bin"] {
        let home = tempfile::tempdir().expect("a folder");
        script(&home.path().join(folder).join("codesub"), "#!/bin/sh\necho found \"$@\"\n");
        let mut command = hook_command(&fixture, &["/bin/sh"], "pre-push", &["origin"]);
        command.env_clear().env("HOME", home.path());
        assert_eq!(String::from_utf8_lossy(&run_hook(command, b"").stdout), "found hook run pre-push origin\n");
    }
    git(&fixture, &["push", "--quiet", "origin", "main"]).exits(0).tells("codesub: not found");
    // The earlier hook still decides.
    fixture.codesub(&["hook", "uninstall"]).exits(0);
    script(&fixture.path(".git/hooks/pre-push"), "#!/bin/sh\nexit 5\n");
    let (gone, run) = Recorder::install(&fixture, &[]);
    run.exits(0);
    fs::remove_file(gone.file("codesub")).expect("a file");
    assert_eq!(bare(None).status.code(), Some(5));
    script(&fixture.path(".git/hooks/pre-push.before-codesub"), "#!/bin/sh\nexit 0\n");
    let output = bare(None);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("or move .git/hooks/pre-push.before-codesub to"));
}

#[test]
fn a_stub_copied_by_hand_works() {
    let (fixture, _remote) = with_remote();
    let codesub = Recorder::new();
    script(&codesub.file("codesub"), RECORDER);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks");
    for name in HOOKS {
        fs::copy(source.join(name), fixture.path(&format!(".git/hooks/{name}"))).expect("a copy");
    }
    let path = format!("{}:{}", codesub.folder.path().display(), std::env::var("PATH").expect("PATH"));
    let mut push = Command::new("git");
    let push = pinned(push.args(["push", "--quiet", "origin", "main"]).current_dir(fixture.root())).env("PATH", path);
    assert!(push.status().expect("git runs").success());
    assert_eq!(codesub.take().expect("it ran").0[..3], ["hook", "run", "pre-push"]);
    fixture.codesub(&["hook", "status"]).exits(0).prints("pre-push      installed, .git/hooks/pre-push\n");
}

/// How the hooks folder can look before.
const BEGINNINGS: [&str; 10] = [
    "samples only",
    "no folder",
    "an empty folder",
    "a hook",
    "a private hook",
    "a hook that is not executable",
    "a link",
    "a link to nothing",
    "a program",
    "folders that are not there",
];

fn beginning(what: &str) -> Fixture {
    let fixture = Fixture::new();
    let folder = fixture.path(".git/hooks");
    let hook = folder.join("pre-push");
    match what {
        "samples only" => {}
        "no folder" => fs::remove_dir_all(folder).expect("a folder"),
        "an empty folder" => {
            fs::remove_dir_all(&folder).expect("a folder");
            fs::create_dir(folder).expect("a folder");
        }
        "a hook" => script(&hook, "#!/bin/sh\necho earlier\n"),
        "a private hook" => {
            script(&hook, "#!/bin/sh\necho earlier\n");
            fs::set_permissions(hook, fs::Permissions::from_mode(0o700)).expect("permissions");
        }
        "a hook that is not executable" => fs::write(hook, "#!/bin/sh\nexit 1\n").expect("a file"),
        "a link" => {
            script(&fixture.path("scripts/check"), "#!/bin/sh\necho earlier\n");
            symlink("../../scripts/check", hook).expect("a link");
        }
        "a link to nothing" => symlink("../nothing", hook).expect("a link"),
        "a program" => {
            fs::copy("/bin/echo", hook).expect("a copy");
        }
        "folders that are not there" => drop(fixture.git(&["config", "core.hooksPath", "one/two/three"])),
        other => panic!("{other} is not a beginning"),
    }
    fixture
}

#[test]
fn uninstall_leaves_everything_as_it_was() {
    for what in BEGINNINGS {
        let fixture = beginning(what);
        let before = (everything(&fixture.path(".git/hooks")), fixture.names());
        let exists = fixture.path(".git/hooks").exists();
        let (_codesub, run) = Recorder::install(&fixture, &[]);
        assert_eq!(run.status, 0, "{what}: {}", run.stderr);
        let earlier = before.0.get(&fixture.path(".git/hooks/pre-push"));
        let kept = everything(&fixture.path(".git/hooks"));
        assert_eq!(kept.get(&fixture.path(".git/hooks/pre-push.before-codesub")), earlier, "{what}");
        // What git would not have run does not run, what it would have run does.
        let ran = run_hook(hook_command(&fixture, &["sh"], "pre-push", &[]), b"").stdout == b"earlier\n";
        assert_eq!(ran, ["a hook", "a private hook", "a link"].contains(&what), "{what}");
        Recorder::install(&fixture, &["pre-push"]).1.exits(0);
        fixture.codesub(&["hook", "uninstall"]).exits(0);
        assert_eq!(before, (everything(&fixture.path(".git/hooks")), fixture.names()), "{what}");
        assert_eq!(exists, fixture.path(".git/hooks").exists(), "{what}");
        fixture.codesub(&["hook", "uninstall"]).exits(0);
        assert_eq!(before, (everything(&fixture.path(".git/hooks")), fixture.names()), "{what}, twice");
    }
}

#[test]
fn installing_again_changes_nothing_or_brings_the_present_version() {
    let fixture = Fixture::new();
    fixture.codesub(&["hook", "install"]).exits(0);
    let before = everything(&fixture.path(".git/hooks"));
    assert_eq!(before[&fixture.path(".git/hooks/pre-push")].0 & 0o777, 0o755);
    let run = fixture.codesub(&["hook", "install"]).exits(0);
    assert_eq!(run.stderr.matches("is up to date").count(), 3, "{}", run.stderr);
    assert_eq!(before, everything(&fixture.path(".git/hooks")));
    // Another binary, another mode, an older version.
    Recorder::install(&fixture, &["pre-push"]).1.exits(0).tells("pre-push is replaced by the present version");
    fixture.codesub(&["hook", "install"]).exits(0);
    assert_eq!(before, everything(&fixture.path(".git/hooks")));
    fs::set_permissions(fixture.path(".git/hooks/pre-push"), fs::Permissions::from_mode(0o644)).expect("permissions");
    fixture.codesub(&["hook", "status"]).exits(0).prints("pre-push      not run, .git/hooks/pre-push: not executable");
    fixture.codesub(&["hook", "install"]).exits(0);
    assert_eq!(before, everything(&fixture.path(".git/hooks")));
    let older = "#!/bin/sh\n# codesub hook: pre-push, 0\nexec codesub check\n";
    script(&fixture.path(".git/hooks/pre-push"), older);
    fixture.codesub(&["hook", "status"]).exits(0).prints("version 0: install again");
    fixture.codesub(&["hook", "install"]).exits(0).tells("copied to .git/codesub/pre-push.replaced");
    assert_eq!(before, everything(&fixture.path(".git/hooks")));
    assert_eq!(fixture.read(".git/codesub/pre-push.replaced"), older);
    // Changed by hand.
    let changed = fixture.read(".git/hooks/post-merge") + "echo mine\n";
    fixture.write(".git/hooks/post-merge", &changed);
    fixture.codesub(&["hook", "status"]).exits(0).prints("changed by hand");
    fixture.codesub(&["hook", "uninstall"]).exits(0).tells("had been changed and is copied to");
    assert_eq!(fixture.read(".git/codesub/post-merge.replaced"), changed);
}

#[test]
fn what_cannot_be_kept_is_refused_and_nothing_changes() {
    let refuses = |fixture: &Fixture, arguments: &[&str], error: &str, hint: &str| {
        let before = everything(&fixture.path(".git/hooks"));
        fixture.refuses(&[&["hook", "install"], arguments].concat(), 2, error, hint);
        assert_eq!(before, everything(&fixture.path(".git/hooks")));
    };
    // Somebody installed their hook over codesub's.
    let fixture = Fixture::new();
    script(&fixture.path(".git/hooks/post-rewrite"), "#!/bin/sh\necho first\n");
    fixture.codesub(&["hook", "install"]).exits(0);
    script(&fixture.path(".git/hooks/post-rewrite"), "#!/bin/sh\necho second\n");
    refuses(&fixture, &[], "post-rewrite.before-codesub are hooks of somebody else", "join the two");
    let run = fixture.codesub(&["hook", "uninstall"]).exits(0);
    let run = run.tells("post-rewrite is not codesub's and stays; so does .git/hooks/post-rewrite.before-codesub");
    run.tells("pre-push is removed");
    assert_eq!(fixture.read(".git/hooks/post-rewrite.before-codesub"), "#!/bin/sh\necho first\n");
    // It does what its name says.
    let fixture = Fixture::new();
    script(&fixture.path(".git/hooks/pre-push"), "#!/bin/sh\nexec run-hooks \"$(basename \"$0\")\" \"$@\"\n");
    refuses(&fixture, &[], "asks for its own name", "codesub hook run pre-push");
    fixture.codesub(&["hook", "install", "--force"]).exits(0);
    // A folder, and no folder.
    let fixture = Fixture::new();
    fs::create_dir(fixture.path(".git/hooks/pre-push")).expect("a folder");
    refuses(&fixture, &[], "pre-push is a folder", "move");
    fixture.git(&["config", "core.hooksPath", "/dev/null"]);
    refuses(&fixture, &[], "/dev/null is not a folder", "core.hooksPath");
    fixture.git(&["config", "core.hooksPath", ""]);
    refuses(&fixture, &[], "core.hooksPath is empty", "git config --show-origin");
    // A link in the worktree, which whoever writes the repository can make.
    let outside = tempfile::tempdir().expect("a folder");
    symlink(outside.path(), fixture.path("hooks")).expect("a link");
    fixture.git(&["config", "core.hooksPath", "hooks"]);
    refuses(&fixture, &[], "leads out of the repository", "core.hooksPath");
    assert_eq!(everything(outside.path()), BTreeMap::new());
    // A link to a stub runs codesub already.
    let fixture = Fixture::new();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("hooks/pre-push");
    symlink(&source, fixture.path(".git/hooks/pre-push")).expect("a link");
    let before = fs::read(&source).expect("a file");
    fixture.codesub(&["hook", "install", "pre-push"]).exits(0).tells("leads to a codesub hook already");
    fixture.codesub(&["hook", "uninstall", "pre-push"]).exits(0).tells("is a link to a codesub hook");
    assert_eq!(before, fs::read(&source).expect("a file"));
}

#[test]
fn the_folder_is_the_one_that_git_uses() {
    let home = tempfile::tempdir().expect("a folder");
    let check = |fixture: &Fixture, what: &str| {
        let at_home = |mut command: Command| {
            let output =
                pinned(command.current_dir(fixture.root())).env("HOME", home.path()).output().expect("it runs");
            Run::new(&output).exits(0).stdout
        };
        let mut git = Command::new("git");
        git.args(["rev-parse", "--git-path", "hooks"]);
        let told = fixture.root().join(at_home(git).trim());
        let mut codesub = Command::new(env!("CARGO_BIN_EXE_codesub"));
        codesub.args(["hook", "install", "pre-push"]);
        at_home(codesub);
        assert!(told.join("pre-push").is_file(), "{what}: not in {}", told.display());
        let mut codesub = Command::new(env!("CARGO_BIN_EXE_codesub"));
        codesub.args(["hook", "status", "--json"]);
        let status: serde_json::Value = serde_json::from_str(&at_home(codesub)).expect("JSON");
        let path = PathBuf::from(status["directory"]["path"].as_str().expect("a path"));
        assert_eq!(path.canonicalize().expect("a folder"), told.canonicalize().expect("a folder"), "{what}");
        let stub = fs::read_to_string(told.join("pre-push")).expect("a stub");
        let is_baked = !stub.contains("\ncodesub=''\n");
        assert_eq!(is_baked, status["directory"]["in_worktree"] == false, "{what}");
        status["directory"]["in_worktree"] == true
    };
    let fixture = Fixture::new();
    fixture.write("a", "a").commit("one");
    assert!(!check(&fixture, "plain"));
    let absolute = tempfile::tempdir().expect("a folder");
    let beside = format!("../{}-hooks", fixture.root().file_name().expect("a name").to_string_lossy());
    for (path, in_worktree) in [
        (".githooks", true),
        ("deep/er/hooks/", true),
        (&beside, false),
        ("~/my hooks", false),
        (&absolute.path().display().to_string(), false),
        (&fixture.path("tracked").display().to_string(), true),
    ] {
        fixture.git(&["config", "core.hooksPath", path]);
        assert_eq!(check(&fixture, path), in_worktree, "{path}");
    }
    fs::remove_dir_all(fixture.path(&beside)).expect("a folder");
    // Linked worktrees share the folder, unless it is relative.
    fixture.git(&["config", "--unset", "core.hooksPath"]);
    fixture.codesub(&["hook", "uninstall"]).exits(0);
    let linked = Fixture::new();
    fs::remove_dir_all(linked.root()).expect("a folder");
    fixture.git(&["worktree", "add", "--quiet", "--detach", &linked.root().display().to_string()]);
    assert!(!check(&linked, "linked"));
    assert!(fixture.path(".git/hooks/pre-push").is_file());
    fixture.git(&["config", "core.hooksPath", "shared"]);
    assert!(check(&linked, "linked, relative") && linked.path("shared/pre-push").is_file());
    fixture.git(&["config", "core.hooksPath", &fixture.path("tracked").display().to_string()]);
    assert!(check(&linked, "linked, in the main worktree"));
    // Bare repositories.
    let bare = Fixture::new();
    fs::remove_dir_all(bare.path(".git")).expect("a folder");
    bare.git(&["init", "--quiet", "--bare", "."]);
    assert!(!check(&bare, "bare"));
    bare.git(&["config", "core.hooksPath", "other"]);
    assert!(!check(&bare, "bare, relative") && bare.path("other/pre-push").is_file());
}

#[test]
fn what_others_share_is_said() {
    let fixture = Fixture::new();
    fixture.git(&["config", "core.hooksPath", ".githooks"]);
    fixture.codesub(&["hook", "install"]).exits(0).tells(".githooks is part of the worktree");
    let fixture = Fixture::new();
    let shared = tempfile::tempdir().expect("a folder");
    fixture.write("global", format!("[core]\n\thooksPath = {}\n", shared.path().display()));
    let run = |arguments: &[&str]| {
        let mut command = fixture.command(arguments);
        Run::new(&command.env("GIT_CONFIG_GLOBAL", fixture.path("global")).output().expect("codesub runs"))
    };
    run(&["hook", "install"]).exits(0).tells("is set for more than this repository");
    run(&["hook", "status"]).exits(0).prints("shared with other repositories");
    run(&["hook", "uninstall"]).exits(0);
    assert_eq!(everything(shared.path()), BTreeMap::new());
}

#[test]
fn hook_managers_get_lines_to_paste() {
    let generated = "#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n";
    for (tool, file, content, snippet) in [
        ("husky", ".husky/pre-commit", "npm test\n", "# In .husky/pre-push:\ncodesub hook run pre-push \"$@\"\n"),
        ("lefthook", "lefthook.yml", "", "      run: codesub hook run pre-push '{1}'\n      use_stdin: true\n"),
        ("lefthook", ".lefthook.toml", "", "post-merge:\n  commands:\n    codesub:\n"),
        ("lefthook", ".config/lefthook.json", "", "post-rewrite:\n"),
        ("lefthook", ".git/hooks/pre-push", "#!/bin/sh\ncall_lefthook run \"pre-push\" \"$@\"\n", "lefthook.yml"),
        ("pre-commit", ".pre-commit-config.yaml", "repos: []\n", "      - id: codesub-pre-push\n"),
        ("pre-commit", ".git/hooks/post-merge", generated, "        stages: [post-merge]\n"),
        ("prek", "prek.toml", "", "[[repos.hooks]]\nid = \"codesub-post-rewrite\"\n"),
        (
            "prek",
            ".git/hooks/pre-push",
            "#!/bin/sh\n# File generated by prek: x\n",
            "prek install --hook-type pre-push",
        ),
    ] {
        let fixture = Fixture::new();
        script(&fixture.path(file), content);
        let before = everything(fixture.root());
        let run = fixture.codesub(&["hook", "install"]).exits(2).prints(snippet);
        let run = run.tells(&format!("error: {tool} is in charge of the hooks here")).tells("`--force`");
        for name in HOOKS {
            assert!(run.stdout.contains(&format!("codesub hook run {name}")), "{tool}: {}", run.stdout);
        }
        let printed = fixture.codesub(&["hook", "install", "--print"]).exits(0);
        assert_eq!((printed.stdout, printed.stderr), (run.stdout, String::new()), "{tool}");
        let one = fixture.codesub(&["hook", "install", "--print", "post-merge"]).exits(0).prints("post-merge").stdout;
        assert!(!one.contains("pre-push"), "{tool}: {one}");
        fixture.codesub(&["hook", "status"]).exits(0).prints(&format!("hook manager: {tool}"));
        assert_eq!(before, everything(fixture.root()), "{tool}");
        fixture.codesub(&["hook", "install", "--force"]).exits(0);
        // Once there, it is kept up to date without being asked again.
        fixture.codesub(&["hook", "install"]).exits(0).tells("up to date");
        fixture.codesub(&["hook", "uninstall"]).exits(0);
        fs::remove_dir_all(fixture.path(".git/codesub")).expect("the local state");
        assert_eq!(before, everything(fixture.root()), "{tool}");
    }
    // husky's own folder is never written to: its scripts do what their name says.
    let fixture = Fixture::new();
    script(&fixture.path(".husky/_/pre-push"), "#!/usr/bin/env sh\n. \"$(dirname \"$0\")/h\"");
    fixture.git(&["config", "core.hooksPath", ".husky/_"]);
    let before = everything(&fixture.path(".husky"));
    fixture.codesub(&["hook", "install", "--force"]).exits(2).prints("# In .husky/pre-push:").tells("husky");
    assert_eq!(before, everything(&fixture.path(".husky")));
}

#[test]
fn print_shows_what_would_be_written_and_writes_nothing() {
    let fixture = Fixture::new();
    let before = everything(fixture.root());
    let one = fixture.codesub(&["hook", "install", "--print", "pre-push"]).exits(0);
    let all = fixture.codesub(&["hook", "install", "--print"]).exits(0).prints("# .git/hooks/post-merge\n#!/bin/sh\n");
    assert_eq!(before, everything(fixture.root()));
    let output = run_hook(
        {
            let mut sh = Command::new("sh");
            sh.arg("-n");
            sh
        },
        all.stdout.as_bytes(),
    );
    assert!(output.status.success(), "{output:?}");
    fixture.codesub(&["hook", "install", "pre-push"]).exits(0);
    assert_eq!(one.tells("would be written to .git/hooks/pre-push").stdout, fixture.read(".git/hooks/pre-push"));
}

#[test]
fn status_as_data() {
    let fixture = Fixture::new();
    script(&fixture.path(".git/hooks/pre-push"), "#!/bin/sh\n");
    script(&fixture.path(".git/hooks/post-merge"), "#!/bin/sh\n");
    let (codesub, run) = Recorder::install(&fixture, &["pre-push"]);
    run.exits(0);
    fs::remove_file(codesub.file("codesub")).expect("a file");
    let status = fixture.codesub(&["hook", "status", "--json"]).exits(0).json();
    let path = |name: &str| fixture.path(&format!(".git/hooks/{name}")).display().to_string();
    assert_eq!(
        status["hooks"][0],
        serde_json::json!({
            "name": "pre-push", "installed": true, "via": "file", "path": path("pre-push"), "version": 1,
            "up_to_date": true, "binary": {"path": codesub.file("codesub").display().to_string(), "exists": false},
            "previous": {"path": path("pre-push.before-codesub"), "runs": true}, "foreign": false, "problem": null,
        })
    );
    assert_eq!(status["hooks"][1]["foreign"], true);
    assert_eq!(status["hooks"][1]["installed"], false);
    assert_eq!(status["hooks"][2]["via"], serde_json::Value::Null);
    assert_eq!(status["directory"]["chosen_by"], "default");
}

#[test]
fn hooks_by_configuration_run_where_git_knows_them() {
    let (fixture, _remote) = with_remote();
    let config = fixture.read(".git/config");
    // Another git than the system's can be named, to test what only a newer one does.
    let other = std::env::var_os("CODESUB_TEST_GIT").map(PathBuf::from);
    let folder = other.as_deref().and_then(Path::parent).map_or(String::new(), |path| format!("{}:", path.display()));
    let path = format!("{folder}{}", std::env::var("PATH").expect("PATH"));
    let run = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        pinned(command.args(arguments).current_dir(fixture.root())).env("PATH", &path);
        Run::new(&command.output().expect("it runs"))
    };
    let git = other.clone().unwrap_or_else(|| "git".into());
    let told = run(&git, &["version"]).stdout;
    let mut numbers = told.trim_start_matches("git version ").split('.').map(|part| part.trim().parse().unwrap_or(0));
    let version: (u32, u32) = (numbers.next().expect("a number"), numbers.next().expect("a number"));
    let earlier = Recorder::new();
    script(&fixture.path(".git/hooks/pre-push"), &earlier.as_hook());
    let codesub = Recorder::new();
    let program = codesub.file("codesub");
    fs::hard_link(env!("CARGO_BIN_EXE_codesub"), &program).expect("the same file system");
    if version < (2, 54) {
        let said = run(&program, &["hook", "install", "--via", "config"]).exits(2);
        said.fails(&format!("need git 2.54, and this is git {}.{}", version.0, version.1), "--via config");
        assert_eq!(fixture.read(".git/config"), config);
        return;
    }
    run(&program, &["hook", "install"]).exits(0);
    let switched = run(&program, &["hook", "install", "--via", "config"]).exits(0);
    switched.tells("pre-push: .git/hooks/pre-push is put back as it was, so that it does not run twice");
    run(&program, &["hook", "install", "--via", "config"]).exits(0).tells("hook.codesub-pre-push is up to date");
    run(&program, &["hook", "status"]).exits(0).prints("pre-push      installed, git's configuration");
    let real = codesub.file("real");
    fs::rename(&program, &real).expect("a move");
    script(&program, RECORDER);
    codesub.exits_with(1);
    run(&git, &["push", "--quiet", "origin", "main"]).exits(1);
    let (arguments, input) = codesub.take().expect("codesub ran");
    assert_eq!(arguments[..4], ["hook", "run", "pre-push", "origin"]);
    assert!(String::from_utf8_lossy(&input).starts_with("refs/heads/main "), "{input:?}");
    codesub.exits_with(0);
    earlier.take();
    run(&git, &["push", "--quiet", "origin", "main"]).exits(0);
    assert_eq!(codesub.take().expect("codesub ran").1, earlier.take().expect("so did the hook file").1);
    fs::remove_file(&program).expect("a file");
    fixture.write("a.txt", "b\n").commit("two");
    run(&git, &["push", "--quiet", "origin", "main"]).exits(0).tells("codesub: not found");
    // Back to a file, and away.
    run(&real, &["hook", "install", "pre-push"]).exits(0).tells("pre-push: removed from git's configuration");
    run(&real, &["hook", "uninstall"]).exits(0).tells("post-merge: removed hook.codesub-post-merge");
    assert_eq!(fixture.read(".git/config"), config);
    assert_eq!(fixture.read(".git/hooks/pre-push"), earlier.as_hook());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_kill_at_any_call_leaves_git_with_a_working_hook() {
    const CALLS: [&str; 14] = [
        "openat",
        "write",
        "fsync",
        "?rename",
        "renameat",
        "?renameat2",
        "?unlink",
        "unlinkat",
        "?mkdir",
        "?link",
        "linkat",
        "?symlink",
        "?fchmod",
        "flock",
    ];
    let install: &[&str] = &["hook", "install", "pre-push"];
    let uninstall: &[&str] = &["hook", "uninstall", "pre-push"];
    let mut kills = 0;
    let mut states = BTreeSet::new();
    for what in ["a hook", "a link", "no folder"] {
        let listing = |fixture: &Fixture| -> Vec<(PathBuf, (u32, Vec<u8>))> {
            let found = everything(&fixture.path(".git/hooks")).into_iter();
            found.map(|(path, it)| (path.strip_prefix(fixture.root()).expect("below").to_owned(), it)).collect()
        };
        for arguments in [install, uninstall] {
            let prepared = || {
                let fixture = beginning(what);
                if arguments == uninstall {
                    fixture.codesub(install).exits(0);
                }
                fixture
            };
            let fixture = prepared();
            assert!(strace(&fixture, arguments, &CALLS.join(","), "").status.success());
            let trace = fs::read_to_string(trace_of(&fixture)).expect("a trace");
            let done = listing(&fixture);
            let before = listing(&beginning(what));
            for call in CALLS {
                for number in numbers(&trace, call) {
                    let at = format!("{what}: {arguments:?}, killed at {call} {number}");
                    let fixture = prepared();
                    let run = strace(&fixture, arguments, call, &format!("signal=KILL:when={number}"));
                    assert_eq!(run.status.code(), None, "{at}: {}", run.status);
                    kills += 1;
                    let now = listing(&fixture);
                    if !states.insert((what, arguments, now)) {
                        continue;
                    }
                    if what != "no folder" {
                        let ran = run_hook(hook_command(&fixture, &[".git/hooks/pre-push"], "", &[]), b"");
                        assert_eq!(String::from_utf8_lossy(&ran.stdout), "earlier\n", "{at}");
                    }
                    fixture.codesub(arguments).exits(0);
                    assert_eq!(listing(&fixture), done, "{at}: not completed");
                    fixture.codesub(uninstall).exits(0);
                    assert_eq!(listing(&fixture), before, "{at}: not undone");
                }
            }
        }
    }
    assert!(kills > 60, "only {kills} kills: the calls have other names here");
    assert!(states.len() >= 10, "only {} states were seen", states.len());
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "strace is a program of Linux")]
fn a_hook_is_kept_where_a_file_has_only_one_name() {
    for what in ["a hook", "a private hook", "a hook that is not executable", "a link", "a program"] {
        let fixture = beginning(what);
        let before = everything(&fixture.path(".git/hooks"));
        let run = strace(&fixture, &["hook", "install"], "linkat", "error=EPERM");
        assert!(run.status.success(), "{what}: {}", String::from_utf8_lossy(&run.stderr));
        let kept = everything(&fixture.path(".git/hooks"));
        let [earlier, kept] =
            [&before[&fixture.path(".git/hooks/pre-push")], &kept[&fixture.path(".git/hooks/pre-push.before-codesub")]];
        assert!(earlier == kept, "{what}");
        fixture.codesub(&["hook", "uninstall"]).exits(0);
        assert!(before == everything(&fixture.path(".git/hooks")), "{what}");
    }
}

#[test]
fn twenty_at_once_end_well() {
    let fixture = Fixture::new();
    script(&fixture.path(".git/hooks/pre-push"), "#!/bin/sh\necho earlier\n");
    let before = everything(&fixture.path(".git/hooks"));
    let all = |arguments: &dyn Fn(usize) -> &'static [&'static str]| {
        let start = |n| fixture.command(arguments(n)).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let children: Vec<_> = (0..20).map(|n| start(n).expect("codesub starts")).collect();
        for child in children {
            let output = child.wait_with_output().expect("codesub ends");
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    };
    all(&|_| &["hook", "install"]);
    let run = run_hook(hook_command(&fixture, &["sh"], "pre-push.before-codesub", &[]), b"");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "earlier\n");
    fixture.codesub(&["hook", "install"]).exits(0).tells("up to date");
    all(&|n| if n % 2 == 0 { &["hook", "install"] } else { &["hook", "uninstall"] });
    fixture.codesub(&["hook", "uninstall"]).exits(0);
    assert_eq!(before, everything(&fixture.path(".git/hooks")));
}
