//! Hundreds of runs at once on one repository (SPEC 13.3): all of them get their turn, nothing is lost, nobody sees a half.

use std::fs::File;
use std::io::Write as _;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::repository::{Fixture, Run};

/// Far more than it takes, far less than for ever.
const LIMIT: Duration = Duration::from_secs(240);

fn functions(count: usize) -> String {
    (0..count).map(|n| format!("def f{n}(value):\n    return value + {n}\n\n\n")).collect()
}

/// Starts a run whose output goes to files, so that no pipe fills up.
fn start(fixture: &Fixture, number: usize, arguments: &[&str], input: Option<&str>) -> Child {
    let file = |name: &str| File::create(fixture.path(&format!(".git/run-{number}.{name}"))).expect("a file");
    let mut command = fixture.command(arguments);
    command.stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() });
    let mut child = command.stdout(file("out")).stderr(file("err")).spawn().expect("codesub starts");
    if let (Some(mut pipe), Some(input)) = (child.stdin.take(), input) {
        // Whoever has seen enough closes it.
        let _ = pipe.write_all(input.as_bytes());
    }
    child
}

/// Waits for all of them and gives what each came to.
fn ends(fixture: &Fixture, children: Vec<Child>) -> Vec<Run> {
    let start = Instant::now();
    let mut runs = Vec::new();
    for (number, mut child) in children.into_iter().enumerate() {
        let status = loop {
            if let Some(status) = child.try_wait().expect("a child") {
                break status;
            }
            assert!(start.elapsed() < LIMIT, "run {number} has not ended");
            std::thread::sleep(Duration::from_millis(20));
        };
        let read = |name: &str| fixture.read(&format!(".git/run-{number}.{name}"));
        runs.push(Run { status: status.code().unwrap_or(-1), stdout: read("out"), stderr: read("err") });
    }
    runs
}

#[test]
fn two_hundred_adds_at_once_give_two_hundred_subscriptions() {
    const RUNS: usize = 200;
    let fixture = Fixture::new();
    fixture.write("code.py", functions(RUNS));
    let targets: Vec<String> = (0..RUNS).map(|n| format!("code.py::f{n}")).collect();
    let children = targets.iter().enumerate().map(|(n, target)| start(&fixture, n, &["add", target], None)).collect();
    for run in ends(&fixture, children) {
        run.exits(0);
    }
    let list = fixture.codesub(&["list", "--json"]).exits(0).json();
    let mut ids: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|it| it["id"].as_str()).collect();
    ids.sort_unstable();
    let mut expected: Vec<String> = (0..RUNS).map(|n| format!("f{n}")).collect();
    expected.sort();
    assert_eq!(ids, expected);
    let lock: serde_json::Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"].as_object().map(serde_json::Map::len), Some(RUNS));
    assert!(!fixture.names().iter().any(|name| name.ends_with(".codesub-tmp")), "{:?}", fixture.names());
    fixture.commit("all");
    fixture.codesub(&["scan", "--base", "HEAD", "--include-drift"]).exits(0).prints("200 subscriptions, all unchanged");
}

/// What runs at once; the numbers tell subscriptions apart.
fn mixed(number: usize) -> (Vec<String>, Option<&'static str>) {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let turn = number / 13;
    match number % 13 {
        0 => (words(&format!("add code.py::f{}", 40 + turn)), None),
        1 => (words(&format!("remove f{turn}")), None),
        2 => (words("scan --base HEAD~1"), None),
        3 => (words("hook run pre-push origin url"), Some("")),
        4 => (words("hook run post-merge 0"), None),
        5 => (words("apply --base HEAD~1"), None),
        6 => (words("accept --all"), None),
        7 => (words("index refresh"), None),
        8 => (words("index build"), None),
        9 => (words("diff compute HEAD~1 HEAD --persist true"), None),
        10 => (words(&format!("snapshot create s{turn}")), None),
        11 => (words("index search value"), None),
        _ => (words(&format!("edit f{} --label at-once", 20 + turn)), None),
    }
}

#[test]
fn two_hundred_mixed_runs_at_once_lose_nothing_and_none_hangs() {
    const RUNS: usize = 200;
    let fixture = Fixture::new();
    fixture.write("code.py", functions(60)).write("codesub.yaml", "version: 1 # kept\nsubscriptions: []\n");
    let first: Vec<String> = (0..40).map(|n| format!("code.py::f{n}")).collect();
    let add: Vec<&str> = ["add"].into_iter().chain(first.iter().map(String::as_str)).collect();
    fixture.codesub(&add).exits(0);
    fixture.commit("start");
    fixture.git(&["config", "codesub.autoApply", "true"]);
    fixture.git(&["config", "codesub.backgroundRefresh", "false"]);
    fixture.write("code.py", functions(60).replace("value", "amount")).write("other.py", functions(3)).commit("next");
    fixture.git(&["update-ref", "ORIG_HEAD", "HEAD~1"]);

    let all: Vec<_> = (0..RUNS).map(mixed).collect();
    let children = all
        .iter()
        .enumerate()
        .map(|(number, (arguments, input))| {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            start(&fixture, number, &arguments, *input)
        })
        .collect();
    let mut wrong = Vec::new();
    for (run, (arguments, _)) in ends(&fixture, children).into_iter().zip(&all) {
        // There is no index to search before one is built.
        let may_be_early = arguments.starts_with(&["index".to_owned(), "search".to_owned()])
            && ["this repository has no index yet", "nothing was indexed in this worktree yet"]
                .iter()
                .any(|words| run.stderr.contains(words));
        let is_troubled = ["cannot be", "damaged", "panicked", "warning"].iter().any(|word| run.stderr.contains(word));
        if (run.status != 0 || is_troubled) && !may_be_early {
            wrong.push(format!("{arguments:?} ended with {}:\n{}{}", run.status, run.stdout, run.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let turns = |kind: usize| (0..RUNS).filter(|number| number % 13 == kind).count();
    let list = fixture.codesub(&["list", "--json"]).exits(0).json();
    let mut ids: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|it| it["id"].as_str()).collect();
    ids.sort_unstable();
    let mut expected: Vec<String> = (turns(1)..40 + turns(0)).map(|n| format!("f{n}")).collect();
    expected.sort();
    assert_eq!(ids, expected, "every add and every removal counts");
    let labels = fixture.read("codesub.yaml").matches("at-once").count();
    assert_eq!(labels, turns(12), "and every edit");
    let lock: serde_json::Value = serde_json::from_str(&fixture.read("codesub.lock")).expect("a lock");
    assert_eq!(lock["subscriptions"].as_object().map(serde_json::Map::len), Some(expected.len()));
    let snapshots = fixture.codesub(&["snapshot", "list", "--json"]).exits(0).stdout;
    assert!((0..turns(10)).all(|n| snapshots.contains(&format!("\"s{n}\""))), "{snapshots}");
    fixture.codesub(&["index", "status"]).exits(0);
    fixture.codesub(&["diff", "list"]).exits(0).prints("diff_");
}

/// Two worktrees at work while git collects garbage, prunes worktrees and checks branches out.
#[test]
fn worktrees_share_a_repository_that_git_tidies_meanwhile() {
    const ROUNDS: usize = 6;
    let fixture = Fixture::new();
    fixture.write("code.py", functions(ROUNDS + 2));
    fixture.codesub(&["add", "code.py::f0"]).exits(0);
    fixture.commit("start");
    let other = tempfile::tempdir().expect("a folder");
    let tree = other.path().join("tree");
    fixture.git(&["worktree", "add", "--quiet", "-b", "side", tree.to_str().expect("UTF-8")]);
    fixture.write("code.py", functions(ROUNDS + 2).replace("value", "amount")).commit("next");
    // What is checked out and back is another file: while git replaces one, it is not there for a moment.
    fixture.write("other.py", functions(1)).commit("beside");
    fixture.codesub(&["index", "build"]).exits(0);
    let mut children = Vec::new();
    for round in 0..ROUNDS {
        let target = format!("code.py::f{}", round + 1);
        for arguments in [
            &["-C", tree.to_str().expect("UTF-8"), "add", &target][..],
            &["add", &target],
            &["-C", tree.to_str().expect("UTF-8"), "index", "refresh"],
            &["scan", "--base", "main~2", "--target", "main"],
            &["snapshot", "create", &format!("round-{round}"), "--revision", "main~2"],
            &["diff", "compute", "main~2", "main", "--persist", "true"],
        ] {
            children.push(start(&fixture, children.len(), arguments, None));
        }
    }
    for _ in 0..ROUNDS {
        fixture.git(&["worktree", "prune"]);
        fixture.git(&["gc", "--quiet", "--prune=now"]);
        fixture.git(&["checkout", "--quiet", "--detach", "HEAD~1"]);
        fixture.git(&["checkout", "--quiet", "main"]);
    }
    for run in ends(&fixture, children) {
        run.exits(0);
    }
    for root in [fixture.root(), &tree] {
        let list = fixture.codesub(&["-C", root.to_str().expect("UTF-8"), "list", "--json"]).exits(0).json();
        assert_eq!(list.as_array().map(Vec::len), Some(ROUNDS + 1), "{}", root.display());
    }
    let snapshots = fixture.codesub(&["snapshot", "list", "--json"]).exits(0).stdout;
    assert!((0..ROUNDS).all(|n| snapshots.contains(&format!("round-{n}"))), "{snapshots}");
    fixture.git(&["fsck", "--strict"]);
}

/// The lock is the system's: it ends with whoever has it, and who hangs is told after a while.
#[cfg(unix)]
#[test]
fn a_killed_holder_is_in_nobodys_way_and_a_hanging_one_is_told() {
    let fixture = Fixture::new();
    fixture.write("code.py", functions(2));
    fixture.codesub(&["add", "code.py::f0"]).exits(0);
    let lock = fixture.path(".git/codesub/config.lock");
    let mut holder = std::process::Command::new("sh")
        .args(["-c", "exec 9>>\"$1\"; flock 9; exec sleep 120", "sh"])
        .arg(&lock)
        .spawn()
        .expect("sh runs");
    while File::options().write(true).open(&lock).expect("a lock file").try_lock().is_ok() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let begin = Instant::now();
    fixture.refuses(&["add", "code.py::f1"], 4, "has been changing the files for 10 seconds", "run this again");
    assert!(begin.elapsed() >= Duration::from_secs(10));
    let waiting = start(&fixture, 0, &["add", "code.py::f1"], None);
    std::thread::sleep(Duration::from_millis(300));
    holder.kill().expect("killed");
    holder.wait().expect("ended");
    for run in ends(&fixture, vec![waiting]) {
        run.exits(0).prints("f1");
    }
}
