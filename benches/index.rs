//! What the index costs and what it saves.
//!
//! `cargo bench --bench index` makes a repository of 3,000 files in Python and TypeScript that import each other, and
//! measures in one run, as the best of several rounds, with the real binary:
//!
//! - build: from nothing
//! - refresh: after a commit that changes ten files, beside the build (at most 5 % of it) and beside `git status`
//! - search: on a warm start, beside the start of the process itself and beside `git grep`
//! - refs and map: the same
//!
//! `CODESUB_BENCH_REPOSITORY=DIR cargo bench --bench index` takes a clone of DIR instead.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

const FILES: usize = 3_000;
const CHANGED: usize = 10;
/// In each file, so that it is about as long as files are: 150 lines.
const METHODS: usize = 16;
const ROUNDS: usize = 5;

fn main() {
    let directory = tempfile::tempdir().expect("a temporary folder");
    let root = directory.path().join("repository");
    let word = match env::var_os("CODESUB_BENCH_REPOSITORY") {
        Some(real) => {
            git(directory.path(), &["clone", "--quiet", "--no-hardlinks", &real.to_string_lossy(), "repository"]);
            env::var("CODESUB_BENCH_WORD").unwrap_or_else(|_| "main".to_owned())
        }
        None => {
            write_files(&root);
            git(&root, &["init", "--quiet", "--initial-branch=main"]);
            commit(&root);
            "price_1500".to_owned()
        }
    };
    let files = sources(&root);
    println!("{} source files", files.len());

    let start = best(ROUNDS * 2, || codesub(&root, &["--version"]));
    let build = best(2, || codesub(&root, &["index", "build", "--from-nothing"]));
    let nothing = best(ROUNDS, || codesub(&root, &["index", "refresh"]));
    let mut rounds = 0;
    let mut refresh = Duration::MAX;
    for _ in 0..ROUNDS {
        rounds += 1;
        for number in 0..CHANGED {
            let path = &files[number * (files.len() / CHANGED)];
            let text = fs::read(path).expect("a file");
            let mark = if path.extension().is_some_and(|it| it == "py") { "#" } else { "//" };
            fs::write(path, [&text[..], format!("{mark} round {rounds}\n").as_bytes()].concat()).expect("a file");
        }
        commit(&root);
        refresh = refresh.min(time(|| codesub(&root, &["index", "refresh"])));
    }
    let status = best(ROUNDS, || git(&root, &["status", "--porcelain"]));
    let search = best(ROUNDS * 2, || codesub(&root, &["index", "search", &word]));
    let grep = best(ROUNDS, || quiet(Command::new("git").current_dir(&root).args(["grep", "-n", "-w", &word])));
    let map = best(2, || codesub(&root, &["index", "map"]));

    let ratio = |one: Duration, other: Duration| one.as_secs_f64() / other.as_secs_f64();
    println!("{:<28} {:>10}", "start of the process", milliseconds(start));
    println!("{:<28} {:>10}", "build from nothing", milliseconds(build));
    println!(
        "{:<28} {:>10}  {:.1} % of the build, {:.1}x git status",
        format!("refresh, {CHANGED} files changed"),
        milliseconds(refresh),
        100.0 * ratio(refresh, build),
        ratio(refresh, status)
    );
    println!("{:<28} {:>10}", "refresh, nothing changed", milliseconds(nothing));
    println!(
        "{:<28} {:>10}  the start and {}; {:.2}x git grep",
        "search",
        milliseconds(search),
        milliseconds(search.saturating_sub(start)),
        ratio(search, grep)
    );
    println!("{:<28} {:>10}", "map", milliseconds(map));
}

/// Modules that import from the one before them.
fn write_files(root: &Path) {
    for file in 0..FILES {
        let (path, text) =
            if file % 3 == 2 { (typescript_path(file), typescript(file)) } else { (python_path(file), python(file)) };
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        fs::write(path, text).expect("a file");
    }
}

fn python_path(file: usize) -> String {
    format!("package_{}/module_{file}.py", file / 60)
}

fn typescript_path(file: usize) -> String {
    format!("web_{}/part_{file}.ts", file / 60)
}

fn python(file: usize) -> String {
    let mut text = format!("\"\"\"Module {file}.\"\"\"\n\nimport os\n");
    if let Some(before) = file.checked_sub(3).filter(|before| before % 3 != 2) {
        let module = format!("package_{}.module_{before}", before / 60);
        let _ = writeln!(text, "from {module} import Order_{before}, price_{before}");
    }
    let before = file.checked_sub(3).filter(|before| before % 3 != 2).unwrap_or(file);
    let _ = write!(
        text,
        "\nRATE_{file} = 1.{file}\n\n\ndef price_{file}(item, currency=\"EUR\"):\n    \"\"\"What an item costs.\"\"\"\n    \
         base = item.amount * RATE_{file}\n    return round(base, 2), currency\n\n\nclass Order_{file}:\n    def __init__(self, \
         items, owner):\n        self.items = items\n        self.owner = owner\n"
    );
    for method in 0..METHODS {
        let _ = write!(
            text,
            "\n    def step_{method}(self, limit={method}):\n        total = 0\n        for item in self.items[:limit]:\n            \
             value, currency = price_{before}(item)\n            if currency != self.owner.currency:\n                value = \
             self.convert(value, currency)\n            total += value * RATE_{file}\n        return total, \
             os.environ.get(\"MODE_{file}\")\n"
        );
    }
    text
}

fn typescript(file: usize) -> String {
    let mut text = String::new();
    let before = file.checked_sub(3).unwrap_or(file);
    if before != file {
        let folder = if before / 60 == file / 60 { ".".to_owned() } else { format!("../web_{}", before / 60) };
        let _ = writeln!(text, "import {{ total_{before}, Cart_{before} }} from \"{folder}/part_{before}\";\n");
    }
    let _ = write!(
        text,
        "export const RATE_{file} = {file};\n\nexport function total_{file}(items: Item[], limit = {file}): number {{\n  return \
         items.slice(0, limit).reduce((sum, item) => sum + item.price * RATE_{file}, 0);\n}}\n\nexport class Cart_{file} {{\n  \
         constructor(private items: Item[]) {{}}\n"
    );
    for method in 0..METHODS {
        let _ = write!(
            text,
            "\n  step{method}(limit: number): number {{\n    const rest = total_{before}(this.items, limit);\n    if (rest > \
             RATE_{file}) {{\n      return Math.round(rest / {method});\n    }}\n    return this.items.length;\n  }}\n"
        );
    }
    text.push_str("}\n");
    text
}

/// The files whose text can be changed without being made wrong.
fn sources(root: &Path) -> Vec<PathBuf> {
    let listed = git(root, &["ls-files"]);
    let is_source = |path: &&str| [".py", ".ts", ".rs", ".go", ".java", ".js"].iter().any(|end| path.ends_with(end));
    listed.lines().filter(is_source).map(|path| root.join(path)).collect()
}

fn commit(root: &Path) {
    git(root, &["add", "--all"]);
    git(root, &["-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message=more"]);
}

fn git(root: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git").current_dir(root).args(arguments).output().expect("git runs");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn codesub(root: &Path, arguments: &[&str]) {
    let status = quiet(Command::new(env!("CARGO_BIN_EXE_codesub")).current_dir(root).args(arguments));
    assert!(status.success(), "codesub {arguments:?} ends with {status}");
}

fn quiet(command: &mut Command) -> std::process::ExitStatus {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("it runs")
}

fn best<T>(rounds: usize, mut work: impl FnMut() -> T) -> Duration {
    (0..rounds).map(|_| time(&mut work)).min().expect("at least one round")
}

fn time<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}
