use clap::{CommandFactory, Parser};

use super::{ChangeTypes, Cli, Command};
use crate::config::ChangeType;
use crate::output::Format;
use crate::report::Confidence;

fn parsed(line: &str) -> Command {
    Cli::try_parse_from(line.split(' ')).expect("because the line is right").command
}

fn refused(line: &str) -> String {
    Cli::try_parse_from(line.split(' ')).unwrap_err().to_string()
}

#[test]
fn the_definitions_hold_together() {
    Cli::command().debug_assert();
}

#[test]
fn every_command_says_what_it_does_and_shows_how() {
    for command in Cli::command().get_subcommands().filter(|it| !it.is_hide_set()) {
        let name = command.get_name();
        assert!(command.get_about().is_some(), "{name} has no about");
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.starts_with("Examples:\n"), "{name} has no examples");
        assert!(help.contains(&format!(" {name}")), "{name} does not occur in its examples");
        for argument in command.get_arguments().filter(|it| !it.is_hide_set() && it.get_id() != "shell") {
            assert!(argument.get_help().is_some(), "{name} {} has no help", argument.get_id());
        }
    }
}

#[test]
fn every_example_parses() {
    let mut command = Cli::command();
    let mut helps: Vec<String> =
        vec![command.get_after_help().expect("because every command has examples").to_string()];
    helps.extend(
        command
            .get_subcommands_mut()
            .filter(|it| !it.is_hide_set())
            .map(|it| it.get_after_help().expect("because every command has examples").to_string()),
    );
    for line in helps.iter().flat_map(|help| help.lines()).filter(|line| line.starts_with("  codesub ")) {
        // Three spaces start an explanation; pipes and redirections are the shell's.
        let typed =
            line.trim_start().split("   ").next().unwrap_or_default().split([';', '|', '>']).next().unwrap_or_default();
        let mut words = Vec::new();
        for (at, piece) in typed.split('\'').enumerate() {
            match at % 2 {
                0 => words.extend(piece.split_whitespace().map(str::to_owned)),
                _ => words.push(piece.to_owned()),
            }
        }
        Cli::try_parse_from(&words).unwrap_or_else(|error| panic!("{line}\n{error}"));
    }
}

#[test]
fn scan_takes_one_target_and_one_format() {
    let Command::Scan(scan) = parsed("codesub scan --base main --staged --json") else { panic!() };
    assert_eq!((scan.side.base.as_deref(), scan.side.staged, scan.format.get()), (Some("main"), true, Format::Json));
    assert!(!scan.checks());
    let Command::Scan(scan) = parsed("codesub scan --fail-on missing,parse_error --format markdown") else { panic!() };
    assert_eq!(scan.fail_on, Some(ChangeTypes([ChangeType::Missing, ChangeType::ParseError].into())));
    assert!(scan.checks());
    assert_eq!(scan.format.get(), Format::Markdown);
    assert!(refused("codesub scan --staged --worktree").contains("cannot be used with"));
    assert!(refused("codesub scan --json --format text").contains("cannot be used with"));
    assert!(refused("codesub scan --fail-on gone").contains("`gone` is not a change type"));
}

#[test]
fn edit_takes_settings_away() {
    let Command::Edit(edit) = parsed("codesub edit x --no-members --trigger-on-duplicate=false --active false") else {
        panic!()
    };
    assert!(edit.no_members);
    assert_eq!((edit.trigger_on_duplicate, edit.active), (Some(false), Some(false)));
    let empty = Cli::try_parse_from(["codesub", "edit", "x", "--label", "", "--on", ""])
        .expect("because empty values are values");
    let Command::Edit(edit) = empty.command else { panic!() };
    assert_eq!(edit.settings.label.as_deref(), Some(""));
    assert_eq!(edit.settings.on.expect("because it was given").0.len(), 7);
    assert!(refused("codesub edit x --members --no-members").contains("cannot be used with"));
}

#[test]
fn apply_and_accept() {
    let Command::Apply(apply) = parsed("codesub apply a b -n") else { panic!() };
    assert_eq!((apply.ids.len(), apply.min_confidence, apply.dry_run), (2, Confidence::Medium, true));
    let Command::Apply(apply) = parsed("codesub apply --min-confidence low") else { panic!() };
    assert_eq!(apply.min_confidence, Confidence::Low);
    assert!(refused("codesub accept").contains("required"));
    assert!(refused("codesub accept --all x").contains("cannot be used with"));
}

#[test]
fn global_options_may_follow_the_command() {
    let cli = Cli::try_parse_from(["codesub", "list", "-C", "dir", "--color", "never", "-q"])
        .expect("because they are options of every command");
    assert_eq!((cli.global.directory, cli.global.quiet), (Some("dir".into()), true));
}

#[test]
fn help_reads_well() {
    let mut help = Cli::command().term_width(100).render_help().to_string();
    for name in ["add", "edit", "scan"] {
        let mut command = Cli::command().term_width(100);
        command.build();
        let of_one = command.find_subcommand_mut(name).expect("because it is one of them").render_help().to_string();
        help.push_str(&format!("\n=== {name}\n{of_one}"));
    }
    insta::assert_snapshot!("help", help);
}

/// A command line that is parsed in brief means the same as in full; what is wrong or for people is not parsed in brief.
#[test]
fn in_brief_as_in_full() {
    let lines = |text: &'static str| -> Vec<std::ffi::OsString> {
        std::iter::once("codesub").chain(text.split(' ')).map(Into::into).collect()
    };
    for line in [
        "scan",
        "scan --base a --target b --json",
        "-C scan scan --check --fail-on missing",
        "-q --color never scan --staged -C x --config y.yaml --stats --format markdown --output z",
        "hook run pre-push origin url",
        "hook status --json",
        "hook install --via config",
        "parse-worker",
        "parse-worker --watch",
    ] {
        let full = Cli::try_parse_from(lines(line)).unwrap_or_else(|error| panic!("{line}: {error}"));
        let brief = Cli::brief(&lines(line)).unwrap_or_else(|| panic!("{line} is not parsed in brief"));
        assert_eq!(format!("{brief:?}"), format!("{full:?}"), "{line}");
    }
    for line in [
        "list",
        "-C scan list",
        "add scan",
        "scan --help",
        "help scan",
        "scan --bsae x",
        "hook",
        "hook rn x",
        "scan -q -v",
        "--version scan",
        "scan extra",
        "scan --format hook",
        "symbols hook",
        "--config hook show scan",
    ] {
        assert!(Cli::brief(&lines(line)).is_none(), "{line}");
    }
    assert!(Cli::asks_for_version(&lines("--version")) && Cli::asks_for_version(&lines("-V")));
    assert!(!Cli::asks_for_version(&lines("scan -V")));
    let version = Cli::try_parse_from(lines("-V")).unwrap_err().to_string();
    assert_eq!(version, format!("codesub {}\n", env!("CARGO_PKG_VERSION")));
}
