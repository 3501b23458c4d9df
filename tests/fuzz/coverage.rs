//! The long run: the targets driven by libFuzzer, which keeps what reaches code that nothing reached before.
//!
//! One program for all of them, because linking it is what takes time; `CODESUB_FUZZ_TARGET` says which one it is. It is
//! built and started by `tests/fuzz/run`.
#![no_main]

mod targets;

use std::path::Path;
use std::sync::LazyLock;
use std::{env, fs};

use targets::Target;

/// Where the product's sources are.
pub const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = env::var("CODESUB_FUZZ_TARGET").expect("CODESUB_FUZZ_TARGET names a target");
    targets::ALL.iter().find(|target| target.name == name).unwrap_or_else(|| panic!("there is no target `{name}`"))
});

libfuzzer_sys::fuzz_target!(
    init: {
        // What to start from is written before libFuzzer looks at its folders.
        if let Some(folder) = env::var_os("CODESUB_FUZZ_SEEDS") {
            let seeds = (TARGET.seeds)().into_iter().chain(targets::corpus(TARGET.name).into_iter().map(|(_, seed)| seed));
            for (number, seed) in seeds.enumerate() {
                fs::write(Path::new(&folder).join(format!("seed-{number:04}")), seed).expect("a seed is written");
            }
        }
    },
    |data: &[u8]| (TARGET.run)(data)
);
