//! The Action: its page and the README say what `action.yml` and the example workflows say, its inputs are the options of
//! `codesub github`, and its installer refuses what it cannot vouch for.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use clap::CommandFactory as _;
use codesub::cli::Cli;
use serde::Deserialize;

#[derive(Deserialize)]
struct Action {
    inputs: BTreeMap<String, Input>,
    outputs: BTreeMap<String, Output>,
    runs: Runs,
}

#[derive(Deserialize)]
struct Input {
    description: String,
    default: String,
}

#[derive(Deserialize)]
struct Output {
    description: String,
    value: String,
}

#[derive(Deserialize)]
struct Runs {
    using: String,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    run: String,
    env: BTreeMap<String, String>,
}

fn action() -> Action {
    serde_yaml::from_str(&read("action.yml")).expect("action.yml is an action")
}

#[test]
fn no_input_stands_in_a_script_and_every_one_reaches_it() {
    let action = action();
    assert_eq!(action.runs.using, "composite");
    let mut passed = BTreeSet::new();
    for step in &action.runs.steps {
        assert!(!step.run.contains("${{"), "an expression in a script: {}", step.run);
        let file = step.run.split_once("$GITHUB_ACTION_PATH/").expect("a script of the action").1.trim_end_matches('"');
        let script = read(file);
        for (variable, value) in &step.env {
            assert!(script.contains(&format!("${variable}")) || variable.ends_with("_TOKEN"), "{file}: {variable}");
            let input = value.strip_prefix("${{ inputs.").and_then(|rest| rest.strip_suffix(" }}"));
            if let (Some(input), Some(name)) = (input, variable.strip_prefix("INPUT_")) {
                assert_eq!(name.to_lowercase().replace('_', "-"), input, "{variable}");
            }
            passed.extend(input.map(str::to_owned));
        }
    }
    let inputs: BTreeSet<String> = action.inputs.keys().cloned().collect();
    assert_eq!(passed, inputs);
    for (name, output) in &action.outputs {
        assert_eq!(output.value, format!("${{{{ steps.check.outputs.{name} }}}}"));
    }
}

#[test]
fn every_option_of_the_command_has_an_input() {
    let command = Cli::command();
    let github = command.find_subcommand("github").expect("a command");
    let inputs = action().inputs;
    for option in github.get_arguments().filter_map(|argument| argument.get_long()) {
        // Not in a workflow; on by default; and what nobody has needed.
        let expected = match option {
            "dry-run" | "help" | "timeout" => continue,
            "no-comment" => "comment",
            other => other,
        };
        assert!(inputs.contains_key(expected), "--{option} has no input");
    }
    for subcommand in github.get_subcommands().map(clap::Command::get_name).filter(|name| *name != "help") {
        assert!(inputs.contains_key(subcommand), "`codesub github {subcommand}` has no input");
    }
}

#[test]
fn the_page_lists_the_inputs_and_outputs() {
    let action = action();
    let page = read("docs/github.md");
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (name, input) in &action.inputs {
        let default = match input.default.as_str() {
            "" => String::new(),
            default => format!("`{default}`"),
        };
        let row = format!("| `{name}` | {default} | {} |", squeezed(&input.description)).replace("|  |", "| |");
        assert!(page.contains(&row), "docs/github.md has no row\n{row}");
    }
    for (name, output) in &action.outputs {
        let row = format!("| `{name}` | {} |", squeezed(&output.description));
        assert!(page.contains(&row), "docs/github.md has no row\n{row}");
    }
    let rows = page.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, action.inputs.len() + action.outputs.len(), "no row for what is not there");
}

#[test]
fn the_workflows_shown_are_the_examples() {
    let plain = without_heading("codesub.yml");
    for name in ["README.md", "docs/github.md"] {
        assert!(read(name).contains(&format!("```yaml\n{plain}```\n")), "{name} does not show the plain workflow");
    }
    let page = read("docs/github.md");
    for entry in fs::read_dir(root().join("examples/workflows")).expect("a folder") {
        let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
        assert!(page.contains(&format!("(../examples/workflows/{name})")), "docs/github.md does not name {name}");
    }
}

/// Others leave no report: cancelled, skipped, and `action_required`, which waits for somebody's approval.
#[test]
fn the_second_stage_runs_after_a_first_one_that_ran() {
    let text = read("examples/workflows/codesub-forks-comment.yml");
    let workflow: serde_yaml::Value = serde_yaml::from_str(&text).expect("YAML");
    let condition = workflow["jobs"]["comment"]["if"].as_str().expect("a condition");
    let ran = r#"contains(fromJSON('["success", "failure"]'), github.event.workflow_run.conclusion)"#;
    assert_eq!(condition, format!("github.event.workflow_run.event == 'pull_request' && {ran}"));
}

#[test]
fn what_others_wrote_is_pinned_to_a_commit() {
    let mut seen = BTreeMap::new();
    for folder in [".github/workflows", "examples/workflows"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let text = fs::read_to_string(entry.expect("an entry").path()).expect("a workflow");
            assert!(text.contains("\npermissions: {}\n"), "{folder}: a workflow without permissions by default");
            let uses = text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, action)| action);
            for action in uses.filter(|action| !action.starts_with("./") && !action.starts_with("OWNER/")) {
                let (name, pin) = action.split_once('@').expect("a version");
                let (commit, version) = pin.split_once(" # ").expect("a commit and its version");
                assert!(commit.len() == 40 && version.starts_with('v'), "{action}");
                assert_eq!(
                    *seen.entry(name.to_owned()).or_insert_with(|| pin.to_owned()),
                    pin,
                    "one version of {name}"
                );
            }
        }
    }
    assert!(seen.len() > 3, "{seen:?}");
}

/// A workflow of the examples below the comment that says what it is.
fn without_heading(name: &str) -> String {
    let text = read(&format!("examples/workflows/{name}"));
    text.lines().skip_while(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}")).replace("\r\n", "\n")
}

/// The installer, with stand-ins for whatever it would ask from the network.
#[cfg(target_os = "linux")]
mod installer {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::Command;

    use tempfile::TempDir;

    use super::root;

    const ARCHIVE: &str = "codesub-0.1.0-x86_64-unknown-linux-gnu.tar.gz";

    struct Runner {
        folder: TempDir,
    }

    struct Installed {
        status: i32,
        said: String,
        /// What the action would run.
        binary: Option<String>,
    }

    impl Runner {
        /// A runner, and a release whose codesub only says that it runs.
        fn new() -> Self {
            let runner = Runner { folder: tempfile::tempdir().expect("a temporary folder") };
            for folder in ["bin", "temp", "action", "workspace"] {
                fs::create_dir(runner.path(folder)).expect("a folder");
            }
            runner.program("codesub", "echo \"codesub runs, token: ${GH_TOKEN-none}\"");
            runner.program(
                "bin/curl",
                "while [ $# -gt 1 ]; do [ \"$1\" = --output ] && to=$2; shift; done\ncp \"$RELEASE/${1##*/}\" \"$to\"",
            );
            runner.program("bin/gh", "echo \"gh $*\"");
            let packed = Command::new(root().join(".ci/package"))
                .args(["x86_64-unknown-linux-gnu"])
                .args([runner.path("codesub"), runner.path("release")])
                .output()
                .expect("bash runs");
            assert!(packed.status.success(), "{packed:?}");
            let sums = Command::new("sha256sum").arg(ARCHIVE).current_dir(runner.path("release")).output();
            fs::write(runner.path("release/checksums.txt"), sums.expect("sha256sum runs").stdout).expect("a file");
            runner
        }

        fn path(&self, name: &str) -> String {
            self.folder.path().join(name).display().to_string()
        }

        fn program(&self, name: &str, script: &str) {
            let path = self.folder.path().join(name);
            fs::write(&path, format!("#!/usr/bin/env bash\n{script}\n")).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
        }

        fn sha256(&self) -> String {
            let sums = fs::read_to_string(self.path("release/checksums.txt")).expect("a file");
            sums.split(' ').next().expect("a sum").to_owned()
        }

        fn install(&self, variables: &[(&str, &str)]) -> Installed {
            let _ = fs::remove_file(self.path("output"));
            let output = Command::new("bash")
                .arg(root().join(".github/action/install.sh"))
                .current_dir(self.path("workspace"))
                .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", self.path("bin")))
                .envs(["INPUT_VERSION", "INPUT_SHA256", "INPUT_BINARY", "ACTION_REF"].map(|name| (name, "")))
                .env("ACTION_REPOSITORY", "OWNER/codesub")
                .env("GITHUB_ACTION_PATH", self.path("action"))
                .env("GITHUB_SERVER_URL", "https://github.com")
                .env("GITHUB_OUTPUT", self.path("output"))
                .envs([("RUNNER_OS", "Linux"), ("RUNNER_ARCH", "X64")])
                .env("RUNNER_TEMP", self.path("temp"))
                .env("RELEASE", self.path("release"))
                .env("GH_TOKEN", "canary")
                .envs(variables.iter().copied())
                .output()
                .expect("bash runs");
            let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
            let written = fs::read_to_string(self.path("output")).unwrap_or_default();
            let binary = written.trim_end().strip_prefix("binary=").map(str::to_owned);
            Installed { status: output.status.code().unwrap_or(-1), said, binary }
        }

        /// What the second script makes of the inputs, with a codesub that prints its arguments.
        fn check(&self, variables: &[(&str, &str)]) -> (i32, String, String) {
            let _ = fs::remove_file(self.path("output"));
            self.program("codesub", "printf '<%s>' \"$@\"\nexit 3");
            let inputs = [
                ("INPUT_WORKING_DIRECTORY", "."),
                ("INPUT_INCLUDE_DRIFT", "false"),
                ("INPUT_COMMENT", "true"),
                ("INPUT_REQUIRE_COMMENT", "false"),
            ];
            let others = ["BASE", "CONFIG", "FAIL_ON", "COMMENT_AUTHOR", "REPORT", "PUBLISH"];
            let output = Command::new("bash")
                .arg(root().join(".github/action/run.sh"))
                .current_dir(self.path("workspace"))
                .env("CODESUB", self.path("codesub"))
                .env("GITHUB_OUTPUT", self.path("output"))
                .envs(others.map(|name| (format!("INPUT_{name}"), "")))
                .envs(inputs)
                .envs(variables.iter().copied())
                .output()
                .expect("bash runs");
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            (output.status.code().unwrap_or(-1), said, fs::read_to_string(self.path("output")).unwrap_or_default())
        }

        #[track_caller]
        fn refuses(&self, variables: &[(&str, &str)], status: i32, because: &str) {
            let installed = self.install(variables);
            assert_eq!(installed.status, status, "{}", installed.said);
            assert!(installed.said.contains("::error title=codesub::"), "{}", installed.said);
            assert!(installed.said.contains(because), "{}", installed.said);
            assert!(!installed.said.contains("codesub runs"), "{}", installed.said);
            assert_eq!(installed.binary, None);
        }
    }

    #[test]
    fn inputs_stay_values_and_the_step_ends_as_codesub_does() {
        let runner = Runner::new();
        let (status, said, outputs) = runner.check(&[("INPUT_BASE", "--dry-run"), ("INPUT_FAIL_ON", "a b\n$(x)")]);
        assert_eq!((status, outputs.as_str()), (3, "exit-status=3\n"), "{said}");
        assert_eq!(said, "<github><--base=--dry-run><--fail-on=a b\n$(x)>");
        let (_, said, _) = runner.check(&[("INPUT_PUBLISH", "--help"), ("INPUT_REQUIRE_COMMENT", "true")]);
        assert_eq!(said, "<github><publish><--require-comment><--><--help>");
    }

    #[test]
    fn bad_inputs_are_no_verdict() {
        let runner = Runner::new();
        for input in [("INPUT_WORKING_DIRECTORY", "gone"), ("INPUT_COMMENT", "yes"), ("INPUT_INCLUDE_DRIFT", "")] {
            let (status, said, outputs) = runner.check(&[input]);
            assert_eq!((status, outputs.as_str()), (2, "exit-status=2\n"), "{input:?}: {said}");
            assert!(said.starts_with("::error title=codesub::"), "{said}");
        }
    }

    #[test]
    fn a_release_runs_once_its_list_and_its_builder_vouch_for_it() {
        let runner = Runner::new();
        for asked in [("INPUT_VERSION", "0.1.0"), ("INPUT_VERSION", "v0.1.0"), ("ACTION_REF", "v0.1.0")] {
            let installed = runner.install(&[asked]);
            assert_eq!(installed.status, 0, "{}", installed.said);
            assert!(installed.said.contains(&format!("gh attestation verify {ARCHIVE} ")), "{}", installed.said);
            assert!(installed.said.contains("--source-ref refs/tags/v0.1.0"), "{}", installed.said);
            assert!(installed.binary.is_some_and(|binary| binary.ends_with("-gnu/codesub")));
        }
        runner.program("bin/gh", "exit 1");
        runner.refuses(&[("INPUT_VERSION", "0.1.0")], 3, "Nobody attests");
    }

    #[test]
    fn a_checksum_in_the_workflow_needs_nobody_else() {
        let runner = Runner::new();
        let sum = runner.sha256();
        runner.program("bin/gh", "exit 1");
        fs::remove_file(runner.path("release/checksums.txt")).expect("a file to remove");
        let upper = sum.to_uppercase();
        let installed = runner.install(&[("INPUT_VERSION", "0.1.0"), ("INPUT_SHA256", &upper)]);
        assert_eq!(installed.status, 0, "{}", installed.said);
        let other = "0".repeat(64);
        runner.refuses(&[("INPUT_VERSION", "0.1.0"), ("INPUT_SHA256", &other)], 3, "the workflow expects");
    }

    #[test]
    fn what_does_not_fit_is_not_unpacked() {
        let runner = Runner::new();
        let list = fs::read_to_string(runner.path("release/checksums.txt")).expect("a file");
        fs::write(runner.path("release/checksums.txt"), list.replace(ARCHIVE, "other.tar.gz")).expect("a file");
        runner.refuses(&[("INPUT_VERSION", "0.1.0")], 3, "and the release says nothing");
        fs::write(runner.path("release/checksums.txt"), list).expect("a file");
        fs::write(runner.path(&format!("release/{ARCHIVE}")), "another file").expect("a file");
        runner.refuses(&[("INPUT_VERSION", "0.1.0")], 3, "has the SHA-256");
        runner.refuses(&[("INPUT_VERSION", "0.2.0")], 3, "could not be downloaded");
        runner.refuses(&[("INPUT_VERSION", "0.1.0"), ("RUNNER_ARCH", "S390X")], 2, "no releases for Linux on S390X");
    }

    #[test]
    fn versions_are_versions() {
        let runner = Runner::new();
        for version in ["latest", "../../evil", "0.1.0/../x", "0.1", "1.2.3; touch owned", "-0.1.0"] {
            runner.refuses(&[("INPUT_VERSION", version)], 2, "neither a version nor");
        }
        runner.refuses(&[("INPUT_VERSION", "a\n::warning::b")], 2, "a%0A::warning::b");
    }

    #[test]
    fn a_build_stands_in_the_action_and_has_no_token() {
        let runner = Runner::new();
        runner.program(
            "bin/cargo",
            "echo \"cargo $* in $PWD, token: ${GH_TOKEN-none}\"\nmkdir -p \"${!#}/bin\"\ncp \"$RELEASE/../codesub\" \"${!#}/bin\"",
        );
        // A commit or a branch is no release, and neither is `uses: ./`.
        for reference in ["3d3c42e5aac5ba805825da76410c181273ba90b1", "main", ""] {
            let installed = runner.install(&[("ACTION_REF", reference)]);
            assert_eq!(installed.status, 0, "{}", installed.said);
            let said =
                format!("--root {} in {}, token: none", runner.path("temp/codesub-source"), runner.path("action"));
            assert!(installed.said.contains(&said), "{}", installed.said);
            assert_eq!(installed.binary, Some(runner.path("temp/codesub-source/bin/codesub")));
        }
    }

    #[test]
    fn a_binary_is_taken_as_it_is() {
        let runner = Runner::new();
        let path = runner.path("codesub");
        assert_eq!(runner.install(&[("INPUT_BINARY", &path)]).binary, Some(path));
        let relative = runner.install(&[("INPUT_BINARY", "../codesub")]);
        assert_eq!(relative.binary, Some(runner.path("workspace/../codesub")));
        fs::copy(runner.path("codesub"), runner.path("bin/codesub")).expect("a copy");
        assert_eq!(runner.install(&[("INPUT_BINARY", "codesub")]).binary, Some(runner.path("bin/codesub")));
        runner.refuses(&[("INPUT_BINARY", "./nothing")], 2, "There is no program at");
    }
}
