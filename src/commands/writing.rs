//! `codesub completions` and `codesub man`: both are made from the command line's own types.

use clap::CommandFactory as _;

use crate::atomic;
use crate::cli::{Cli, Completions, Man};
use crate::error::{Error, ExitStatus, Result};

use super::{Streams, written};

pub fn completions(args: &Completions, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    // Into memory first: the generator panics when it cannot write.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "codesub", &mut script);
    written(streams.out.write_all(&script))?;
    Ok(ExitStatus::Clean)
}

pub fn man(args: &Man, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let mut command = Cli::command();
    command.build();
    let Some(directory) = &args.dir else {
        written(clap_mangen::Man::new(command).render(streams.out))?;
        return Ok(ExitStatus::Clean);
    };
    std::fs::create_dir_all(directory).map_err(|error| {
        Error::write(format!("cannot create {}: {error}", directory.display()))
            .hint("check the permissions of the folder above it and the free space")
    })?;
    // Pages are named as `man` expects them: codesub-scan(1).
    let mut pages = vec![(String::from("codesub"), command.clone())];
    pages.extend(command.get_subcommands().map(|sub| (format!("codesub-{}", sub.get_name()), sub.clone())));
    for (name, command) in pages {
        let mut page = Vec::new();
        let title = clap::builder::Str::from(&*name.clone().leak());
        written(clap_mangen::Man::new(command.name(title)).render(&mut page))?;
        atomic::write(&directory.join(format!("{name}.1")), &page)?;
    }
    Ok(ExitStatus::Clean)
}
