//! The documents cannot drift: their commands parse, their words are those of the code, their links lead somewhere, and
//! the output they show is what codesub prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{CommandFactory as _, Parser as _};
use codesub::cli::Cli;
use codesub::config::Config;
use codesub::error::ExitStatus;
use serde_json::Value;

use crate::repository::Fixture;

#[test]
fn every_command_parses() {
    let mut seen = 0;
    for document in documents() {
        for typed in document.commands() {
            let words = shell_words(&typed);
            Cli::try_parse_from(&words).unwrap_or_else(|error| panic!("{}: {typed}\n{error}", document.name));
            seen += 1;
        }
    }
    assert!(seen > 40, "commands were found: {seen}");
}

#[test]
fn the_readme_opens_with_the_two_commands() {
    let readme = Document::read("README.md");
    let first = &readme.blocks()[0];
    let typed: Vec<&str> = first.lines.iter().map(|line| without_comment(line)).collect();
    assert_eq!(typed, ["cargo run --release -- demo", "cargo test"]);
    let ci = read(".ci/run");
    assert!(ci.lines().any(|line| line.starts_with("step cargo test")), ".ci/run runs the same tests");
}

#[test]
fn the_readme_names_every_command_and_exit_status() {
    let readme = read("README.md");
    // What codesub starts itself with is not for people.
    for command in Cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = command.get_name();
        assert!(readme.contains(&format!("| `codesub {name}")), "README has no row for `codesub {name}`");
    }
    for status in [
        ExitStatus::Clean,
        ExitStatus::Findings,
        ExitStatus::Usage,
        ExitStatus::Undecided,
        ExitStatus::SideEffect,
        ExitStatus::Internal,
    ] {
        let code = status.code();
        assert!(readme.contains(&format!("\n| {code} | ")), "README has no row for exit status {code}");
    }
    let help = Cli::command().get_after_help().map(ToString::to_string).unwrap_or_default();
    let in_help = help.lines().filter(|line| line.starts_with("  ") && line.trim().starts_with(char::is_numeric));
    assert_eq!(in_help.count(), readme_rows(&readme, "## Exit status"), "--help and README list the same statuses");
}

#[test]
fn every_word_of_the_report_is_documented() {
    let schema: Value = serde_json::from_str(&read("docs/schemas/report.schema.json")).unwrap();
    let mut words = BTreeSet::new();
    collect_words(&schema, &mut words);
    assert!(words.contains("semantic_target_missing") && words.contains("matching_hunks"), "{words:?}");
    let page = read("docs/report.md");
    for word in words {
        assert!(is_in_code(&page, &word), "docs/report.md does not explain `{word}`");
    }
    let readme = read("README.md");
    for change_type in codesub::config::ChangeType::ALL {
        assert!(readme.contains(&format!("\n| `{}` | ", change_type.as_str())), "{change_type:?}");
        assert!(is_in_code(&readme, change_type.key()), "{change_type:?}");
    }
}

#[test]
fn every_word_of_a_diff_is_documented() {
    let schema: Value = serde_json::from_str(&read("docs/schemas/diff.schema.json")).unwrap();
    let mut words = BTreeSet::new();
    collect_words(&schema, &mut words);
    assert!(
        words.contains("chunk.moved") && words.contains("pathHash") && words.contains("extracted-prose"),
        "{words:?}"
    );
    let page = read("docs/diff.md");
    let is_explained = |word: &str| is_in_code(&page, word) || page.contains(&format!("`{word}`"));
    for word in words {
        assert!(is_explained(&word), "docs/diff.md does not explain `{word}`");
    }
    let fixture = Fixture::new();
    fixture.write("a.py", "X = 1\n").commit("one");
    for arguments in [&["snapshot", "create", "x", "--json"][..], &["snapshot", "list", "--json"]] {
        let mut keys = BTreeSet::new();
        collect_keys(&fixture.codesub(arguments).exits(0).json(), &mut keys);
        assert!(!keys.is_empty() && keys.iter().all(|key| is_explained(key)), "docs/diff.md: {keys:?}");
    }
}

#[test]
fn every_key_of_the_machine_formats_is_documented() {
    let page = read("docs/report.md");
    let source = "class A:\n    def f(self):\n        return 1\n";
    let fixture = Fixture::new();
    fixture.write("a.py", source);
    fixture.codesub(&["add", "a.py::A.f", "--id", "f"]).exits(0);
    fixture.commit("one");
    let check = |arguments: &[&str]| {
        let run = fixture.codesub(arguments).exits(0);
        // Of JSON lines, the first shows all keys.
        let is_lines = arguments.contains(&"chunk-uid-map");
        let text = if is_lines { run.stdout.lines().next().unwrap_or_default() } else { &run.stdout };
        let mut printed: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        if arguments[0] == "show" {
            // The lock's own form is not the report's business.
            printed["lock"] = Value::Null;
        }
        let mut keys = BTreeSet::new();
        collect_keys(&printed, &mut keys);
        for key in keys {
            assert!(is_in_code(&page, &key), "docs/report.md does not explain `{key}` of {arguments:?}");
        }
    };
    check(&["symbols", "a.py", "--json"]);
    check(&["symbols", "a.py", "--format", "chunk-uid-map"]);
    check(&["list", "--json"]);
    check(&["show", "f", "--json"]);
    check(&["languages", "--json"]);
    fixture.remove("a.py").write("b.py", source).write("c.py", source);
    check(&["explain", "f", "--base", "HEAD", "--json"]);
}

#[test]
fn every_key_of_the_list_is_documented() {
    let readme = read("README.md");
    let schema = codesub::config::schema();
    let keys_of = |pointer: &str| -> Vec<String> {
        schema.pointer(pointer).unwrap()["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let groups = [("", ""), ("/$defs/Policy", "policy."), ("/$defs/Subscription", ""), ("/$defs/Members", "members.")];
    let example = read("examples/codesub.yaml");
    for (pointer, prefix) in groups {
        for key in keys_of(pointer) {
            assert!(readme.contains(&format!("\n| `{prefix}{key}` | ")), "README has no row for `{prefix}{key}`");
            assert!(example.contains(&format!("{key}:")), "the example does not show `{key}`");
        }
    }
}

/// Set `CODESUB_BLESS` to rewrite the committed schema.
#[test]
fn the_lists_shown_are_lists() {
    let example = read("examples/codesub.yaml");
    Config::parse(example.as_bytes(), "examples/codesub.yaml").unwrap();
    for document in documents() {
        for block in document.blocks().iter().filter(|block| block.info == "yaml" && block.text().contains("version:"))
        {
            let parsed = Config::parse(block.text().as_bytes(), &document.name);
            parsed.unwrap_or_else(|error| panic!("{}: {error}", document.name));
        }
    }
    // Its targets are there, and it stays on one page with its explanation.
    let fixture = Fixture::new();
    for name in ["codesub.yaml", "shop/pricing.py", "shop/orders.py", "shop/proxy.conf"] {
        let name = format!("examples/{name}");
        fixture.write(&name, read(&name));
    }
    fixture.commit("the examples");
    let scan = fixture.codesub(&["--config", "examples/codesub.yaml", "scan", "--base", "HEAD", "--check"]).exits(0);
    let explained = Document::read("examples/README.md");
    let shown = explained.blocks().into_iter().find(|block| block.info == "text").unwrap();
    assert!(scan.stdout.starts_with(shown.text().trim_end()), "{}", scan.stdout);
    fixture.codesub(&["--config", "examples/codesub.yaml", "accept", "--all"]).exits(0);
}

#[test]
fn links_lead_somewhere() {
    for document in documents() {
        let folder = root().join(&document.name).parent().unwrap().to_owned();
        for link in document.links() {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let path = if file.is_empty() { root().join(&document.name) } else { folder.join(file) };
            assert!(path.exists(), "{}: {link} leads nowhere", document.name);
            if !anchor.is_empty() {
                let text = fs::read_to_string(&path).unwrap();
                assert!(anchors(&text).contains(anchor), "{}: {link} has no such heading", document.name);
            }
        }
    }
    // What CONTRIBUTING names in code is there too; placeholders have angle brackets.
    let contributing = Document::read("CONTRIBUTING.md");
    let folders = ["src/", "tests/", "docs/", "examples/", "benches/", ".ci/"];
    let named = contributing.inline_code().into_iter().filter(|code| folders.iter().any(|it| code.starts_with(it)));
    for path in named.filter(|code| !code.contains(['<', ' '])) {
        assert!(root().join(&path).exists(), "CONTRIBUTING.md names {path}");
    }
}

#[test]
fn the_readme_shows_what_the_demo_prints() {
    let printed = Fixture::new().codesub(&["demo"]).exits(0).stdout;
    let readme = Document::read("README.md");
    let shown: Vec<Block> = readme.blocks().into_iter().filter(|block| block.info == "text").collect();
    assert_eq!(shown.len(), 2, "two excerpts");
    for block in shown {
        assert!(printed.contains(block.text().trim_end()), "the demo does not print\n{}\n{printed}", block.text());
    }
}

#[test]
fn how_it_decides_shows_what_the_cases_print() {
    let page = Document::read("docs/how-it-decides.md");
    let mut seen = 0;
    let mut failures = String::new();
    for block in page.blocks() {
        let Some(case) = block.info.strip_prefix("text case=") else { continue };
        let printed = scan_of_case(case);
        if !printed.contains(block.text().trim_end()) {
            failures += &format!("{case} does not print\n{}but\n{printed}\n", block.text());
        }
        seen += 1;
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(seen > 15, "examples were found: {seen}");
}

#[test]
fn how_it_decides_gives_the_thresholds_of_the_code() {
    let page = read("docs/how-it-decides.md");
    let source = read("src/detect/similarity.rs") + &read("src/detect/weak.rs");
    let value = |name: &str| -> u32 {
        let line = source.lines().find(|line| line.contains(&format!("const {name}: ")));
        let line = line.unwrap_or_else(|| panic!("there is no constant {name}"));
        line.rsplit_once("= ").unwrap().1.trim_end_matches(';').parse().unwrap()
    };
    for (name, sentence) in [
        ("SIMILAR", "the bodies are at least {} % alike"),
        ("SIMILAR_SAME_NAME", "or {} % with the same name"),
        ("VERY_SIMILAR", "the similarity is at least {} %"),
        ("LEAD", "lead the next one by {} percentage points"),
    ] {
        let sentence = sentence.replace("{}", &(value(name) / 10).to_string());
        assert!(page.contains(&sentence), "docs/how-it-decides.md: {name} is {}", value(name));
    }
    for (name, sentence) in [
        ("MIN_TOKENS", "fewer than {} tokens"),
        ("WEAK_BODY", "function with fewer than {} tokens"),
        ("WEAK_VALUE", "value with fewer than {} tokens"),
    ] {
        let sentence = sentence.replace("{}", &value(name).to_string());
        let page = page.replace('\n', " ");
        assert!(page.contains(&sentence), "docs/how-it-decides.md: {name} is {}", value(name));
    }
}

/// A Markdown file.
pub struct Document {
    name: String,
    pub text: String,
}

/// A fenced code block.
pub struct Block {
    pub info: String,
    lines: Vec<String>,
}

impl Block {
    pub fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

impl Document {
    pub fn read(name: &str) -> Self {
        Document { name: name.to_owned(), text: read(name) }
    }

    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        for line in self.text.lines() {
            match (line.strip_prefix("```"), &mut open) {
                (Some(info), None) => open = Some(Block { info: info.to_owned(), lines: Vec::new() }),
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (None, Some(block)) => block.lines.push(line.to_owned()),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: a code block is not closed", self.name);
        blocks
    }

    /// The text without its code blocks.
    fn prose(&self) -> String {
        let mut inside = false;
        let outside = self.text.lines().filter(|line| {
            let fence = line.starts_with("```");
            inside ^= fence;
            !fence && !inside
        });
        outside.collect::<Vec<_>>().join("\n")
    }

    fn inline_code(&self) -> Vec<String> {
        let prose = self.prose();
        let pieces = prose.split('`').skip(1).step_by(2);
        pieces.map(|code| code.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// Every command line of codesub, in blocks and in the text. What is shown as output counts too: people type it.
    fn commands(&self) -> Vec<String> {
        // In what a command prints, only what is there to be typed.
        let is_typed = |info: &str, line: &str| info != "text" || line.trim_start().starts_with("$ ");
        let in_blocks = self.blocks().into_iter().flat_map(|block| {
            let info = block.info;
            block.lines.into_iter().filter(move |line| is_typed(&info, line))
        });
        let typed = in_blocks.map(|line| {
            let line = line.trim_start().trim_start_matches("$ ").to_owned();
            line.strip_prefix("cargo run --release -- ").map_or(line.clone(), |rest| format!("codesub {rest}"))
        });
        // In the text, `codesub explain` alone is a name, not a line to type.
        let command = Cli::command();
        let is_name = |line: &str| {
            line.strip_prefix("codesub ").is_some_and(|name| command.get_subcommands().any(|it| it.get_name() == name))
        };
        let all = typed.chain(self.inline_code().into_iter().filter(|code| !is_name(code)));
        all.filter(|line| line.starts_with("codesub ") && !line.contains('…'))
            .map(|line| without_comment(&line).replace(" SHELL", " bash"))
            .collect()
    }

    fn links(&self) -> Vec<String> {
        let prose = self.prose();
        let targets = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
        targets.map(|(target, _)| target.to_owned()).collect()
    }
}

/// What people read.
fn documents() -> Vec<Document> {
    let mut names = vec!["README.md".to_owned(), "CONTRIBUTING.md".into(), "CHANGELOG.md".into()];
    for folder in ["docs", "examples"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let name = entry.expect("an entry").file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") {
                names.push(format!("{folder}/{name}"));
            }
        }
    }
    names.sort();
    names.iter().map(|name| Document::read(name)).collect()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let path: PathBuf = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace("\r\n", "\n")
}

fn without_comment(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line).trim_end()
}

/// Splits as a shell would, as far as the documents need it.
fn shell_words(line: &str) -> Vec<String> {
    let typed = line.split([';', '|', '>']).next().unwrap_or(line);
    let mut words = Vec::new();
    for (at, piece) in typed.split(['\'', '"']).enumerate() {
        match at % 2 {
            0 => words.extend(piece.split_whitespace().map(str::to_owned)),
            _ => words.push(piece.to_owned()),
        }
    }
    words
}

/// The rows of the table below a heading, without its own heading.
fn readme_rows(text: &str, heading: &str) -> usize {
    let section = text.split(&format!("\n{heading}\n")).nth(1).expect("a heading");
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    rows.count() - 2
}

/// Whether a word stands in the text as code, alone or among others.
fn is_in_code(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_/".contains(c);
    text.split('`').skip(1).step_by(2).any(|code| code.split(|c| !is_part(c)).any(|part| part == word) || code == word)
}

/// Property names and the words of enumerations of a JSON schema.
fn collect_words(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            for (key, value) in object {
                match (key.as_str(), value) {
                    ("properties", Value::Object(properties)) => words.extend(properties.keys().cloned()),
                    ("enum", Value::Array(values)) => {
                        words.extend(values.iter().filter_map(Value::as_str).map(str::to_owned));
                    }
                    ("const", Value::String(word)) => drop(words.insert(word.clone())),
                    _ => {}
                }
                collect_words(value, words);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| collect_words(value, words)),
        _ => {}
    }
}

fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(object) => {
            keys.extend(object.keys().cloned());
            object.values().for_each(|value| collect_keys(value, keys));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_keys(value, keys)),
        _ => {}
    }
}

/// The anchors that GitHub gives to headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
    headings.map(|heading| heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")).collect()
}

/// What a scan of a case prints: its two folders as two commits.
fn scan_of_case(name: &str) -> String {
    let case = root().join("tests/cases").join(name);
    let fixture = Fixture::new();
    let list = fs::read_to_string(case.join("codesub.yaml")).unwrap_or_else(|error| panic!("{name}: {error}"));
    fixture.become_copy_of(&case.join("before"));
    fixture.write("codesub.yaml", &list);
    fixture.commit("before");
    fixture.become_copy_of(&case.join("after"));
    if !fixture.path("codesub.yaml").exists() {
        fixture.write("codesub.yaml", &list);
    }
    fixture.commit("after");
    fixture.codesub(&["scan", "--base", "HEAD~1", "--target", "HEAD"]).exits(0).stdout
}
