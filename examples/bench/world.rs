//! The world: a repository of its own, large, packed and always the same, with a branch for each thing that may happen.
//!
//! | branch | what it is |
//! |---|---|
//! | `files` | all modules, no list |
//! | `list-N` | the same with a list of N subscriptions and its lock |
//! | `NAME` | what happened next: one commit on top of a list |
//!
//! A twentieth of the modules in a quick one. Everything goes through `git fast-import`: seconds instead of minutes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::source::Module;

/// How large a world is.
#[derive(Clone, Copy)]
pub struct Size {
    /// In the repository.
    pub modules: usize,
    /// With ten subscriptions each; as many are in the large diffs.
    pub watched: usize,
    /// Subscriptions in the small list, that of an ordinary project.
    pub few: usize,
}

impl Size {
    pub const FULL: Size = Size { modules: 4_000, watched: 1_000, few: 100 };
    pub const QUICK: Size = Size { modules: 200, watched: 50, few: 5 };

    /// How many subscriptions the large lists have.
    pub fn most(self) -> usize {
        self.watched * 10
    }
}

/// The repository.
pub struct World {
    pub root: PathBuf,
    pub size: Size,
    codesub: PathBuf,
    modules: Vec<Module>,
}

/// What one commit does: files by path, `None` where one is deleted.
type Edits = BTreeMap<String, Option<String>>;

impl World {
    pub fn new(root: &Path, size: Size, codesub: &Path) -> Self {
        let modules: Vec<Module> = (0..size.modules).map(|number| Module::new(number as u64)).collect();
        let world = World { root: root.to_owned(), size, codesub: codesub.to_owned(), modules };
        fs::create_dir_all(root).expect("a folder");
        world.git(&["init", "--quiet", "--initial-branch=files"]);
        world.git(&["config", "core.commitGraph", "false"]);
        let all = (0..size.modules).map(|number| (path_of(number), Some(world.modules[number].text()))).collect();
        world.import(&[("files", None, all)]);
        world.git(&["reset", "--quiet", "--hard"]);
        world.make_lists();
        world.make_history();
        // The lists of different scenarios are no versions of one list: none is packed as what another one differs by.
        fs::create_dir_all(root.join(".git/info")).expect("a folder");
        fs::write(root.join(".git/info/attributes"), "codesub.* -delta\n").expect("attributes");
        world.git(&["repack", "-a", "-d", "-f", "--quiet"]);
        world
    }

    /// The names of the lists: how many subscriptions they have.
    pub fn lists(&self) -> Vec<usize> {
        vec![1, self.size.few, self.size.watched, self.size.most()]
    }

    fn make_lists(&self) {
        let all: Vec<String> = (0..self.size.watched)
            .flat_map(|number| {
                let path = path_of(number);
                self.modules[number].targets().into_iter().map(move |name| format!("{path}::{name}"))
            })
            .collect();
        let one_a_file: Vec<String> = all.iter().step_by(10).cloned().collect();
        let commits: Vec<(String, Edits)> = self
            .lists()
            .into_iter()
            .map(|count| {
                let targets = if count == self.size.watched { &one_a_file[..] } else { &all[..count] };
                let (list, lock) = self.locked(&list_of(targets));
                let edits = [("codesub.yaml", list), ("codesub.lock", lock)];
                (format!("list-{count}"), edits.map(|(path, text)| (path.to_owned(), Some(text))).into())
            })
            .collect();
        let commits: Vec<_> =
            commits.iter().map(|(name, edits)| (name.as_str(), Some("files"), edits.clone())).collect();
        self.import(&commits);
    }

    /// A list, and the lock that codesub writes for it.
    fn locked(&self, list: &str) -> (String, String) {
        let path = self.root.join("codesub.yaml");
        fs::write(&path, list).expect("a list");
        let output = Command::new(&self.codesub)
            .current_dir(&self.root)
            .args(["--quiet", "accept", "--all"])
            .output()
            .expect("codesub runs");
        assert!(output.status.success(), "no lock: {}", String::from_utf8_lossy(&output.stderr));
        let lock = fs::read_to_string(self.root.join("codesub.lock")).expect("a lock");
        for name in ["codesub.yaml", "codesub.lock"] {
            fs::remove_file(self.root.join(name)).expect("a file that was just written");
        }
        (list.to_owned(), lock)
    }

    fn make_history(&self) {
        let Size { watched, few, .. } = self.size;
        let small = format!("list-{few}");
        let large = format!("list-{}", self.size.most());
        let one_a_file = format!("list-{watched}");
        let edited = |numbers: &mut dyn Iterator<Item = usize>| -> Edits {
            numbers.map(|number| (path_of(number), Some(self.modules[number].edited(number as u64).text()))).collect()
        };
        let elsewhere = edited(&mut (2 * watched..3 * watched));
        let ordinary = edited(&mut (2 * watched..2 * watched + 4));
        let in_place = edited(&mut (0..watched));
        self.import(&[
            ("nothing", Some(&small), elsewhere.clone()),
            ("nothing-large", Some(&large), elsewhere),
            ("ordinary", Some(&small), ordinary.clone()),
            ("ordinary-large", Some(&large), ordinary),
            ("in-place", Some(&large), in_place.clone()),
            ("in-place-one-a-file", Some(&one_a_file), in_place),
            ("in-place-tenth", Some(&large), edited(&mut (0..watched / 10))),
            ("in-place-hundredth", Some(&large), edited(&mut (0..watched.div_ceil(100)))),
            ("few-gone", Some(&large), self.few_gone()),
            ("vanished", Some(&large), self.vanished()),
        ]);
    }

    /// Of all files in a large diff a twentieth is watched. Two in fifty of the subscriptions in them are gone: every other
    /// one moved to another file of the diff.
    fn few_gone(&self) -> Edits {
        let held = (self.size.watched / 20).max(2);
        let mut modules: BTreeMap<usize, Module> = (0..held)
            .chain(self.size.watched..2 * self.size.watched - held)
            .map(|number| (number, self.modules[number].edited(number as u64)))
            .collect();
        for number in 0..(held * 2 / 5).max(2) {
            let gone = modules.get_mut(&number).expect("because it is in the diff").functions.remove(0);
            if number % 2 == 0 {
                let other = modules.get_mut(&(self.size.watched + number * 7)).expect("because it is in the diff");
                other.functions.push(gone);
            }
        }
        modules.into_iter().map(|(number, module)| (path_of(number), Some(module.text()))).collect()
    }

    /// Of the files of all subscriptions one half is written anew; those of the other half are gone, and their parts are
    /// scattered over new files, so that no file is a rename of another.
    fn vanished(&self) -> Edits {
        let half = self.size.watched / 2;
        let mut edits = Edits::new();
        for number in 0..half {
            edits.insert(path_of(number), Some(Module::new((number + 1_000_000) as u64).text()));
        }
        for number in 0..half {
            let from = |step: usize| &self.modules[half + (number + step * 17) % half];
            let mut module = Module::new((number + 2_000_000) as u64);
            for at in 0..3 {
                module.functions[at] = from(at).functions[at].clone();
            }
            for at in 0..2 {
                module.constants[at] = from(at + 3).constants[at].clone();
            }
            module.classes = vec![from(5).classes[0].clone(), from(6).classes[1].clone()];
            edits.insert(path_of(half + number), None);
            edits.insert(format!("moved/{}", path_of(half + number)), Some(module.text()));
        }
        edits
    }

    /// Commits: each has a name and stands on another one.
    fn import(&self, commits: &[(&str, Option<&str>, Edits)]) {
        let mut stream = Vec::new();
        for (name, parent, edits) in commits {
            let _ = write!(
                stream,
                "commit refs/heads/{name}\ncommitter Ada <ada@example.com> 1700000000 +0000\ndata {}\n{name}\n",
                name.len()
            );
            if let Some(parent) = parent {
                let _ = writeln!(stream, "from refs/heads/{parent}^0");
            }
            for (path, text) in edits {
                let _ = match text {
                    Some(text) => write!(stream, "M 100644 inline {path}\ndata {}\n{text}\n", text.len()),
                    None => writeln!(stream, "D {path}"),
                };
            }
        }
        let mut import = Command::new("git")
            .current_dir(&self.root)
            .args(["fast-import", "--quiet"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("git runs");
        import.stdin.take().expect("because it is piped").write_all(&stream).expect("git reads it");
        assert!(import.wait().expect("git ends").success(), "git fast-import fails");
    }

    pub fn git(&self, arguments: &[&str]) -> String {
        let output = Command::new("git").args(arguments).current_dir(&self.root).output().expect("git runs");
        assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }
}

fn path_of(number: usize) -> String {
    format!("src/package_{}/part_{}/module_{number}.py", number / 200, number / 25 % 8)
}

fn list_of(targets: &[String]) -> String {
    let mut text = String::from("version: 1\nsubscriptions:\n");
    for (number, target) in targets.iter().enumerate() {
        let _ = write!(
            text,
            "  - id: s{number}\n    target: {target}\n    label: Number {number}\n    notify: [\"@acme/team-{}\"]\n",
            number % 20
        );
    }
    text
}
