//! The scenarios: what is run beside what, and how good it shall be.
//!
//! The targets are those that were set before anything was measured; a row says honestly whether it is met.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::time::Duration;

use crate::measure::{Cost, Subject, best};
use crate::table::Amount::{Cpu, Memory, Wall};
use crate::table::Row;
use crate::world::{Size, World};

/// The most memory that codesub may take itself.
const MOST_MEMORY: f64 = 64e6;

/// What all scenarios need.
pub struct Bench {
    pub world: Rc<World>,
    pub codesub: PathBuf,
    /// This program, which is the floor as well.
    pub own: PathBuf,
    pub rounds: usize,
    /// The most memory of each scan that was looked at.
    pub peaks: RefCell<Vec<(String, f64)>>,
}

pub type Scenario = fn(&Bench) -> Vec<Row>;

/// In the order of the table.
pub const SCENARIOS: &[(&str, Scenario)] = &[
    ("start", start),
    ("nothing", nothing),
    ("ordinary", ordinary),
    ("in-place", in_place),
    ("threads", threads),
    ("few-gone", few_gone),
    ("vanished", vanished),
    ("diff", diff),
    ("many", many),
    ("index", index),
    ("workers", workers),
    ("files", files),
    ("repository", repository),
    ("memory", memory),
];

fn start(bench: &Bench) -> Vec<Row> {
    let version = |program: &Path| -> Subject {
        let program = program.to_owned();
        Box::new(move || {
            let mut command = Command::new(&program);
            command.arg("--version");
            command
        })
    };
    let costs = best(bench.rounds * 20, &[version(&bench.codesub), version(Path::new("git"))]);
    vec![
        Row::new("start", "`--version`", Cpu(costs[0].cpu)).beside("git --version", Cpu(costs[1].cpu)).at_most(2.0),
        Row::new("start", "`--version`", Wall(costs[0].wall)).beside("git --version", Wall(costs[1].wall)).at_most(2.0),
    ]
}

fn nothing(bench: &Bench) -> Vec<Row> {
    let Size { watched, few, .. } = bench.world.size;
    let most = bench.world.size.most();
    let costs = best(
        bench.rounds * 2,
        &[
            bench.scan("nothing"),
            bench.scan("nothing-large"),
            bench.git_diff("nothing"),
            bench.floor("nothing", "target"),
        ],
    );
    let git = costs[2].cpu;
    let of = |count: usize| format!("{watched} files changed, {count} subscriptions elsewhere");
    vec![
        bench.told(Row::new("nothing", of(few), Cpu(costs[0].cpu)).beside(GIT, Cpu(git)).at_most(2.0), "nothing"),
        bench.told(Row::new("nothing", of(most), Cpu(costs[1].cpu)).beside(GIT, Cpu(git)), "nothing-large"),
        Row::new("nothing", of(few), Cpu(costs[0].cpu)).beside(FLOOR, Cpu(costs[3].cpu)),
    ]
}

fn ordinary(bench: &Bench) -> Vec<Row> {
    let (few, most) = (bench.world.size.few, bench.world.size.most());
    let same = |count: usize| bench.scan_of(&format!("list-{count}"), &format!("list-{count}"), &[]);
    let costs = best(
        bench.rounds * 4,
        &[bench.scan("ordinary"), bench.scan("ordinary-large"), same(few), same(most), bench.git_diff("ordinary")],
    );
    let more = |large: Cost, small: Cost| large.cpu.saturating_sub(small.cpu);
    vec![
        bench.told(
            Row::new("ordinary", format!("4 files changed, {few} subscriptions elsewhere"), Cpu(costs[0].cpu))
                .beside(GIT, Cpu(costs[4].cpu))
                .at_most(2.0),
            "ordinary",
        ),
        bench.told(
            Row::new("ordinary", format!("{most} elsewhere instead of {few}: more"), Cpu(more(costs[1], costs[0])))
                .beside("loading them", Cpu(more(costs[3], costs[2])))
                .at_most(1.1),
            "ordinary-large",
        ),
        Row::new("ordinary", format!("{most} elsewhere"), Cpu(costs[1].cpu)).beside(GIT, Cpu(costs[4].cpu)),
    ]
}

fn in_place(bench: &Bench) -> Vec<Row> {
    beside_floor(bench, "in-place", "all in place", 1.1)
}

fn few_gone(bench: &Bench) -> Vec<Row> {
    beside_floor(bench, "few-gone", "a twentieth of the files watched, few gone", 0.15)
}

fn vanished(bench: &Bench) -> Vec<Row> {
    beside_floor(bench, "vanished", "everything gone or moved", 1.3)
}

fn beside_floor(bench: &Bench, branch: &'static str, what: &str, target: f64) -> Vec<Row> {
    let costs = best(bench.rounds, &[bench.scan(branch), bench.floor(branch, "target"), bench.git_diff(branch)]);
    let what = format!("{} subscriptions, {what}", bench.world.size.most());
    vec![
        bench.told(
            Row::new(branch, what.clone(), Cpu(costs[0].cpu)).beside(FLOOR, Cpu(costs[1].cpu)).at_most(target),
            branch,
        ),
        Row::new(branch, what.clone(), Wall(costs[0].wall)).beside(FLOOR, Wall(costs[1].wall)),
        Row::new(branch, what, Cpu(costs[0].cpu)).beside(GIT, Cpu(costs[2].cpu)),
    ]
}

fn threads(bench: &Bench) -> Vec<Row> {
    let threads = |count: &'static str| bench.scan_with("in-place", "0", Some(count));
    let worker = |count: &'static str| bench.scan_with("in-place", count, Some(count));
    let costs = best(bench.rounds, &[worker("2"), worker("1"), threads("2"), threads("1")]);
    let what = |who: &str| format!("all in place, two {who}");
    vec![
        Row::new("threads", what("workers"), Wall(costs[0].wall)).beside("one", Wall(costs[1].wall)).at_most(0.6),
        Row::new("threads", what("threads"), Wall(costs[2].wall)).beside("one", Wall(costs[3].wall)).at_most(0.6),
    ]
}

fn diff(bench: &Bench) -> Vec<Row> {
    let compute: Subject = {
        let (world, codesub) = (Rc::clone(&bench.world), bench.codesub.clone());
        Box::new(move || {
            let mut command = Command::new(&codesub);
            command.current_dir(&world.root).args(["diff", "compute", "--from", "in-place~1", "--to", "in-place"]);
            command.args(["--persist", "false", "--max-changed-files", "100000", "--json"]);
            command
        })
    };
    let costs = best(bench.rounds, &[compute, bench.floor("in-place", "both")]);
    let what = format!("diff compute, {} files", bench.world.size.watched);
    vec![Row::new("diff", what, Cpu(costs[0].cpu)).beside("floor of both sides", Cpu(costs[1].cpu)).at_most(1.25)]
}

/// With a single subscription a single file would be parsed. So the cost of one is that of one in each file, less what
/// the others of them cost, which the difference to ten in each file tells.
fn many(bench: &Bench) -> Vec<Row> {
    let costs = best(bench.rounds * 2, &[bench.scan("in-place"), bench.scan("in-place-one-a-file")]);
    let (one_a_file, most) = (bench.world.size.watched as f64, bench.world.size.most() as f64);
    let each = (costs[0].cpu.as_secs_f64() - costs[1].cpu.as_secs_f64()) / (most - one_a_file);
    let one = Duration::from_secs_f64(costs[1].cpu.as_secs_f64() - each * (one_a_file - 1.0));
    vec![
        Row::new("many", format!("{most} subscriptions, all in place"), Cpu(costs[0].cpu))
            .beside("one, the same files parsed", Cpu(one))
            .at_most(1.1)
            .note(format!("{:.1} µs a subscription", each * 1e6)),
    ]
}

/// The index is of the target, and is put aside for every other run.
fn index(bench: &Bench) -> Vec<Row> {
    let world = &bench.world;
    world.git(&["checkout", "--quiet", "--force", "in-place"]);
    let built = Command::new(&bench.codesub).current_dir(&world.root).args(["index", "build"]).output();
    assert!(built.expect("codesub runs").status.success(), "no index");
    let home = world.root.join(".git/codesub/index");
    let aside = world.root.join(".git/codesub/aside");
    let with = |from: PathBuf, to: PathBuf| -> Subject {
        let scan = bench.scan("in-place");
        Box::new(move || {
            if from.exists() {
                fs::rename(&from, &to).expect("a folder of ours");
            }
            scan()
        })
    };
    let costs = best(bench.rounds, &[with(aside.clone(), home.clone()), with(home.clone(), aside.clone())]);
    fs::remove_dir_all(aside).expect("a folder of ours");
    world.git(&["checkout", "--quiet", "--force", "files"]);
    vec![
        Row::new("index", "all in place, warm index", Cpu(costs[0].cpu))
            .beside("no index", Cpu(costs[1].cpu))
            .at_most(0.5),
        Row::new("index", "all in place, warm index", Wall(costs[0].wall))
            .beside("no index", Wall(costs[1].wall))
            .at_most(0.5),
    ]
}

fn workers(bench: &Bench) -> Vec<Row> {
    let costs = best(bench.rounds, &[bench.scan("in-place"), bench.scan_with("in-place", "0", None)]);
    vec![
        Row::new("workers", "all in place, workers", Cpu(costs[0].cpu)).beside("one process", Cpu(costs[1].cpu)),
        Row::new("workers", "all in place, workers", Wall(costs[0].wall)).beside("one process", Wall(costs[1].wall)),
    ]
}

fn files(bench: &Bench) -> Vec<Row> {
    let branches = ["in-place-hundredth", "in-place-tenth", "in-place"];
    let mut subjects: Vec<Subject> = Vec::new();
    for branch in branches {
        subjects.extend([bench.scan(branch), bench.floor(branch, "target")]);
    }
    let costs = best(bench.rounds, &subjects);
    let watched = bench.world.size.watched;
    let counts = [watched.div_ceil(100), watched / 10, watched];
    let row = |at: usize| {
        let what = format!("{} files changed, all in place", counts[at]);
        bench.told(
            Row::new("files", what, Cpu(costs[2 * at].cpu)).beside(FLOOR, Cpu(costs[2 * at + 1].cpu)),
            branches[at],
        )
    };
    (0..branches.len()).map(row).collect()
}

/// The same commit in a repository of a quarter of the size.
fn repository(bench: &Bench) -> Vec<Row> {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let Size { modules, watched, few } = bench.world.size;
    let size = Size { modules: modules / 4, watched: watched / 4, few };
    let world = Rc::new(World::new(&directory.path().join("quarter"), size, &bench.codesub));
    let (codesub, own) = (bench.codesub.clone(), bench.own.clone());
    let small = Bench { world, codesub, own, rounds: bench.rounds, peaks: RefCell::default() };
    let costs = best(bench.rounds * 4, &[bench.scan("ordinary"), small.scan("ordinary")]);
    let what = format!("an ordinary commit among {modules} files");
    vec![Row::new("repository", what, Cpu(costs[0].cpu)).beside(format!("among {}", size.modules), Cpu(costs[1].cpu))]
}

fn memory(bench: &Bench) -> Vec<Row> {
    for branch in ["nothing-large", "in-place", "few-gone", "vanished"] {
        bench.stats(branch);
    }
    let peaks = bench.peaks.borrow();
    let most = peaks.iter().max_by(|one, other| one.1.total_cmp(&other.1));
    let row = |(branch, peak): &(String, f64)| {
        let what = format!("the most, in {branch}");
        Row::new("memory", what, Memory(*peak)).beside("limit", Memory(MOST_MEMORY)).at_most(1.0)
    };
    most.map(row).into_iter().collect()
}

const GIT: &str = "git diff --raw -M";
const FLOOR: &str = "floor";

impl Bench {
    /// As everybody runs it.
    fn scan(&self, branch: &str) -> Subject {
        self.scan_of(&format!("{branch}~1"), branch, &[])
    }

    fn scan_of(&self, base: &str, target: &str, more: &[&str]) -> Subject {
        let (world, codesub) = (Rc::clone(&self.world), self.codesub.clone());
        let mut arguments = ["scan", "--base", base, "--target", target, "--json"].map(str::to_owned).to_vec();
        arguments.extend(more.iter().map(|&it| it.to_owned()));
        Box::new(move || {
            let mut command = Command::new(&codesub);
            command.current_dir(&world.root).args(&arguments);
            command
        })
    }

    /// With that many workers, 0 of which parse in one process, and that many threads.
    fn scan_with(&self, branch: &str, workers: &'static str, threads: Option<&'static str>) -> Subject {
        let scan = self.scan(branch);
        Box::new(move || {
            let mut command = scan();
            command.env("GIT_CONFIG_COUNT", "1");
            command.env("GIT_CONFIG_KEY_0", "codesub.parseWorkers").env("GIT_CONFIG_VALUE_0", workers);
            if let Some(threads) = threads {
                command.env("RAYON_NUM_THREADS", threads);
            }
            command
        })
    }

    fn git_diff(&self, branch: &str) -> Subject {
        let world = Rc::clone(&self.world);
        let (base, target) = (format!("{branch}~1"), branch.to_owned());
        Box::new(move || {
            let mut command = Command::new("git");
            command.current_dir(&world.root).args(["diff", "--raw", "-M", &base, &target]);
            command
        })
    }

    /// See [`crate::floor`].
    fn floor(&self, branch: &str, sides: &'static str) -> Subject {
        let (world, own) = (Rc::clone(&self.world), self.own.clone());
        let (base, target) = (format!("{branch}~1"), branch.to_owned());
        Box::new(move || {
            let mut command = Command::new(&own);
            command.arg("floor").arg(&world.root).args([&base, &target]).arg(sides);
            command
        })
    }

    /// Adds what the scan says of itself.
    fn told(&self, row: Row, branch: &str) -> Row {
        row.note(self.stats(branch))
    }

    /// What a scan found and looked at, and the most memory that it had.
    fn stats(&self, branch: &str) -> String {
        let mut command = self.scan_of(&format!("{branch}~1"), branch, &["--stats"])();
        let output = command.output().expect("codesub runs");
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
        assert_eq!(report["complete"], true, "{branch}: the scan is not complete");
        let count = |what: &str| report[what].as_array().map_or(0, Vec::len);
        // Only Linux tells.
        let told = String::from_utf8_lossy(&output.stderr);
        let peak = told.split_once("peak memory ").and_then(|(_, rest)| rest.split_once(" MB")).map(|(peak, _)| peak);
        let peak = peak.and_then(|peak| peak.parse::<f64>().ok());
        self.peaks.borrow_mut().extend(peak.map(|peak| (branch.to_owned(), peak * 1e6)));
        let peak = peak.map_or_else(String::new, |peak| format!(", {peak} MB"));
        format!(
            "{} parsed, {} triggers, {} proposals{peak}",
            report["stats"]["files_parsed"],
            count("triggers"),
            count("proposals")
        )
    }
}
