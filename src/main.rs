//! The binary: arguments → commands → exit status.

use std::cell::OnceCell;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::Parser as _;

use codesub::cli::{Cli, Color, Command, Global, ParseWorker};
use codesub::commands::{self, Session, Streams};
use codesub::error::{Error, ExitStatus};
use codesub::output::Look;
use codesub::progress::Progress;
use codesub::workers::Enforcement;

/// So many bytes are written at once: a report can have millions.
const OUT: usize = 64 * 1024;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    if Cli::asks_for_version(&arguments) {
        // As clap says it, which may go to a pipe that nobody reads any more.
        let _ = writeln!(std::io::stdout(), "codesub {}", env!("CARGO_PKG_VERSION"));
        return ExitCode::SUCCESS;
    }
    let cli = Cli::brief(&arguments).unwrap_or_else(Cli::parse);
    if let Command::ParseWorker(args) = &cli.command {
        return parse_worker(args);
    }
    // A panic is a defect of codesub and must not look like a finding (SPEC 6.1).
    let status = std::panic::catch_unwind(|| run(&cli)).unwrap_or_else(|_| {
        eprintln!("error: codesub failed in a way it should not; please report this with the message above");
        ExitStatus::Internal
    });
    ExitCode::from(status.code())
}

fn run(cli: &Cli) -> ExitStatus {
    let stdout = std::io::stdout();
    let is_terminal = stdout.is_terminal();
    let session = session(&cli.global, is_terminal, std::io::stderr().is_terminal());
    // What is not coloured has no escapes; on a terminal it is looked through once more.
    let choice = choice(session.look.color || !is_terminal);
    let mut out = std::io::BufWriter::with_capacity(OUT, anstream::AutoStream::new(stdout.lock(), choice));
    // Not locked: threads that show progress or panic write to it as well.
    let mut err = std::io::stderr();
    let result = commands::run(&cli.command, &session, &mut Streams { out: &mut out, err: &mut err });
    // What cannot be written does not change what was found.
    let result = result.and_then(|status| {
        commands::written(out.flush()).map(|()| status).map_err(|error| error.after_verdict(status))
    });
    commands::refresh_in_background(&cli.command, &session);
    result.unwrap_or_else(|error| {
        // An error that cannot be shown still has its exit status.
        let _ = report(&error, &mut err);
        error.exit_status()
    })
}

/// What the global options and the terminal ask for.
fn session(global: &Global, out_on_terminal: bool, err_on_terminal: bool) -> Session {
    Session {
        directory: global.directory.clone().unwrap_or_else(|| ".".into()),
        config: global.config.clone(),
        look: look(global, out_on_terminal),
        look_of_err: look(global, err_on_terminal),
        quiet: global.quiet,
        program: std::env::current_exe().ok(),
        progress: if err_on_terminal && !global.quiet { Progress::on_terminal() } else { Progress::default() },
        state: OnceCell::new(),
    }
}

/// One of the processes that parse: it talks to codesub, not to people.
fn parse_worker(args: &ParseWorker) -> ExitCode {
    let enforcement = if args.watch { Enforcement::Watch } else { Enforcement::default() };
    let served =
        unbuffered_stdout().and_then(|answers| codesub::workers::serve(enforcement, std::io::stdin().lock(), answers));
    // Whoever asked has gone.
    if served.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Standard output as it is: the usual one looks for the ends of lines, and what a worker says is no text.
#[cfg(unix)]
fn unbuffered_stdout() -> std::io::Result<std::fs::File> {
    use std::os::fd::AsFd as _;
    std::io::stdout().as_fd().try_clone_to_owned().map(Into::into)
}

#[cfg(windows)]
fn unbuffered_stdout() -> std::io::Result<std::fs::File> {
    use std::os::windows::io::AsHandle as _;
    std::io::stdout().as_handle().try_clone_to_owned().map(Into::into)
}

fn look(global: &Global, on_terminal: bool) -> Look {
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let color = match global.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => on_terminal && !no_color && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
    };
    // Without a terminal, lines go to files and other programs: nothing is wrapped or cut.
    let width = on_terminal.then(terminal_size::terminal_size).flatten();
    let width = width.map_or(Look::UNBOUNDED, |(width, _)| usize::from(width.0));
    Look { color, width, verbose: global.verbose }
}

fn choice(color: bool) -> anstream::ColorChoice {
    if color { anstream::ColorChoice::Always } else { anstream::ColorChoice::Never }
}

/// Prints the error, the causes that add something, and the hint.
fn report(error: &Error, err: &mut impl Write) -> std::io::Result<()> {
    writeln!(err, "error: {}", codesub::output::escape::Untrusted(&error.story()).terminal())?;
    if let Some(hint) = error.hint_text() {
        writeln!(err, "hint: {}", codesub::output::escape::Untrusted(hint).terminal())?;
    }
    Ok(())
}
