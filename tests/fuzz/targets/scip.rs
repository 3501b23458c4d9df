//! SCIP files: protobuf from who knows where is held against a small repository and written to its index, or refused. The
//! index stays as it was: what was written is taken back.

use std::cell::RefCell;
use std::fs;
use std::process::Command;

use codesub::git::Repository;
use codesub::index::refresh::{How, refresh};
use codesub::index::{Index, scip};
use codesub::progress::Progress;
use codesub::workers::Workers;
use tempfile::TempDir;

pub const WORDS: &[&str] = &[
    "a.py",
    "b/c.py",
    "../x",
    "file:///",
    "scip-python python x 1 `a`/f().",
    "scip-python python x 1 `a`/A#m().",
    "local 1",
    "\u{0a}",
    "\u{12}",
    "\u{1a}",
    "\u{22}",
    "\u{2a}",
    "python",
    "UTF-8",
];

const A: &str = "class A:\n    def m(self):\n        return f('\u{e9}\u{1f600}')\n\n\ndef f(x):\n    return x\n";

pub fn seeds() -> Vec<Vec<u8>> {
    let text = |field: u8, bytes: &[u8]| [&[field << 3 | 2, bytes.len() as u8], bytes].concat();
    let number = |field: u8, value: u8| vec![field << 3, value];
    let f = b"scip-python python x 1 `a`/f().";
    let tool = text(2, &[text(1, b"scip-python"), text(2, b"1.0"), text(3, b"--x")].concat());
    let metadata = text(1, &[tool, text(3, b"file:///x"), number(4, 1)].concat());
    let defined = text(2, &[text(1, &[5, 4, 5]), text(2, f), number(3, 1)].concat());
    let used = text(2, &[text(1, &[2, 15, 16]), text(2, f), text(7, &[0, 0, 7, 0])].concat());
    let information = text(3, &[text(1, f), text(3, b"doc"), number(5, 17), text(6, b"f")].concat());
    let mut seeds = Vec::new();
    for encoding in 0..4 {
        let document = [
            text(1, b"a.py"),
            text(4, b"python"),
            defined.clone(),
            used.clone(),
            information.clone(),
            number(6, encoding),
        ]
        .concat();
        // Longer than one byte of length can say.
        let length = [(document.len() & 0x7f) as u8 | 0x80, (document.len() >> 7) as u8];
        let document = [&[2 << 3 | 2][..], &length, &document].concat();
        seeds.push([metadata.clone(), document, text(3, &text(1, b"scip-python python y 2 `b`/g()."))].concat());
    }
    seeds.push(metadata);
    seeds
}

/// A repository with an index, made once for each thread.
struct Indexed {
    repository: Repository,
    index: Index,
    _folder: TempDir,
}

thread_local! {
    static INDEXED: RefCell<Indexed> = RefCell::new(indexed());
}

fn indexed() -> Indexed {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("b")).expect("a folder");
    fs::write(folder.path().join("a.py"), A).expect("a file");
    fs::write(folder.path().join("b/c.py"), "from a import f\nf(1)\n").expect("a file");
    for arguments in [&["init", "--quiet"][..], &["add", "."], &["commit", "--quiet", "--message", "one"]] {
        let mut git = Command::new("git");
        git.current_dir(folder.path()).args([
            "-c",
            "user.name=x",
            "-c",
            "user.email=x@example.com",
            "-c",
            "commit.gpgSign=false",
        ]);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        assert!(git.args(arguments).status().expect("git runs").success(), "{arguments:?}");
    }
    let repository = Repository::open(folder.path()).expect("a repository");
    refresh(&repository, How::Build, &Progress::default(), &Workers::default()).expect("an index");
    let index = Index::for_writing(&repository).expect("the index");
    Indexed { repository, index, _folder: folder }
}

pub fn run(data: &[u8]) {
    INDEXED.with_borrow_mut(|Indexed { repository, index, .. }| {
        for root in ["", "b"] {
            let Ok(prepared) = scip::prepare(repository, index, data, root) else { return };
            let transaction = index.store.transaction().expect("a transaction");
            prepared
                .write(&transaction)
                .unwrap_or_else(|trouble| panic!("what was prepared can be written: {trouble}"));
            transaction.rollback().expect("all is as it was");
        }
    });
}
