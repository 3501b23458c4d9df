//! The command lines that programs write: `scan` in CI, `hook run` in git, the workers of codesub itself.
//!
//! To know every command and option takes as long as a small scan, and what git runs at each push shall not wait for it. So
//! where one of these few commands is named, only that one is made ready. What does not parse then (a mistake, a question
//! for help, a file called `scan`) is parsed again with all that there is, which alone answers people.

use std::ffi::OsString;

use clap::{ArgMatches, Args as _, Command as Builder, Error, FromArgMatches as _};

use super::{Cli, Command, Global, Hook, ParseWorker, Scan};

impl Cli {
    /// A command line that names one of these commands and is right; `None` for every other.
    pub fn brief(arguments: &[OsString]) -> Option<Cli> {
        let (command, read) = arguments.iter().skip(1).find_map(|argument| one_of(argument.to_str()?))?;
        let all = Global::augment_args(Builder::new("codesub")).subcommand(command);
        let matches = all.try_get_matches_from(arguments).ok()?;
        let (_, own) = matches.subcommand()?;
        Some(Cli { global: Global::from_arg_matches(&matches).ok()?, command: read(own).ok()? })
    }

    /// Whether nothing but the version is asked for.
    pub fn asks_for_version(arguments: &[OsString]) -> bool {
        matches!(arguments, [_, only] if only == "--version" || only == "-V")
    }
}

type Read = fn(&ArgMatches) -> Result<Command, Error>;

fn one_of(name: &str) -> Option<(Builder, Read)> {
    let (command, read): (Builder, Read) = match name {
        "scan" => (Scan::augment_args(Builder::new("scan")), |own| Scan::from_arg_matches(own).map(Command::Scan)),
        "hook" => (Hook::augment_args(Builder::new("hook")), |own| Hook::from_arg_matches(own).map(Command::Hook)),
        "parse-worker" => (ParseWorker::augment_args(Builder::new("parse-worker")), |own| {
            ParseWorker::from_arg_matches(own).map(Command::ParseWorker)
        }),
        _ => return None,
    };
    Some((command, read))
}
