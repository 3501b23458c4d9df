//! Every format over reports in which every text is a stranger's: what is for programs is read back, what is for people
//! steers no terminal, commands no runner, opens no element and stays within its limits (SPEC 9.4).
//!
//! How an input stands for a report, [`made_report`](super::made_report) says; its first byte chooses the format.

use codesub::config::Config;
use codesub::github::comment::{Thread, first_body};
use codesub::output::comment::{MAX_COMMENT, comment, summary};
use codesub::output::diff::WhatElse;
use codesub::output::json::v1;
use codesub::output::{Brief, Format, Look, Stop, write_report, write_stops};
use codesub::report::Report;

use super::made_report::{BETWEEN, report};

pub const WORDS: &[&str] = &[
    "`",
    "```",
    "~~~",
    "@team",
    "#1",
    "gh-7",
    "-->",
    "<!--",
    "::error::",
    "\n::set-output name=x::",
    "##[error]",
    "\n",
    "\r\n",
    "\t",
    "\u{1b}[2J",
    "\u{9b}31m",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\0",
    "<script>",
    "</script>",
    "</style>",
    "\"",
    "'",
    "&lt;",
    "%0A",
    "|",
    "](http://e)",
    "$(x)",
    "javascript:",
    "</details>",
    "\u{e9}",
    "a.py",
    "def f():",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let texts = |choices: &[u8], texts: &[&str]| {
        let mut seed = choices.to_vec();
        for text in texts {
            seed.push(BETWEEN);
            seed.extend(text.as_bytes());
        }
        seed
    };
    vec![
        texts(b"", &[]),
        texts(b"abcdefghijklmnopqrstuvwxyz", &["src/a.py", "A.f", "def f():\n    return 1", "A label", "@acme/team"]),
        texts(b"01234567899876543210", &["a`b|c.py", "<b>&amp;</b>", "::error::x", "\u{1b}]0;x\u{7}", "```\n"]),
        texts(&[0; 40], &["@a/b #1 gh-1 https://e.example", "-->", "\u{202e}x", "%0A::x", "--- a\n+++ b"]),
        texts(&[255 - 1; 40], &["x"]),
        texts(b"zyxwvutsrqponmlkjihgfedcba", &["\r", "a\rb", "\t\tx", "##[group]", "&#60;script>", "\u{e0041}"]),
    ]
}

pub fn run(data: &[u8]) {
    let report = report(data);
    let mut list = Config::default();
    for trigger in &report.triggers {
        if list.subscription(&trigger.subscription.id).is_none() {
            list.subscriptions.push(std::sync::Arc::clone(&trigger.subscription));
        }
    }
    check(&report, &list, data.first().copied().unwrap_or_default());
}

/// What holds for every report, in one of the formats: an execution is quick, and there are many.
pub fn check(report: &Report, list: &Config, which: u8) {
    let formats = [
        (Format::Text, Look { color: false, width: 60, verbose: true }),
        (Format::Text, Look { color: false, width: Look::UNBOUNDED, verbose: false }),
        (Format::Json, Look::default()),
        (Format::Jsonl, Look::default()),
        (Format::Markdown, Look::default()),
        (Format::Sarif, Look::default()),
        (Format::Github, Look::default()),
        (Format::Html, Look::default()),
    ];
    match formats.get(usize::from(which) % (formats.len() + 2)) {
        Some((format, look)) => a_format_holds(report, *format, look),
        None if which.is_multiple_of(2) => a_comment_holds(report, list),
        None => the_words_of_hooks_hold(report),
    }
}

fn a_format_holds(report: &Report, format: Format, look: &Look) {
    let text = written(|out| write_report(report, format, look, out));
    nothing_steers(&text);
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    match format {
        Format::Text => no_command(&text, &[]),
        Format::Json => {
            let again: v1::Report = serde_json::from_str(&text).expect("a report");
            assert_eq!(again, v1::Report::from(report));
        }
        Format::Jsonl => text.lines().for_each(|line| assert!(value(line).is_object())),
        Format::Markdown => fences_close(&text),
        Format::Sarif => assert_eq!(value(&text)["version"], "2.1.0"),
        Format::Github => no_command(&text, &["error ", "warning ", "notice ", "error::", "warning::", "notice::"]),
        Format::Html => only_our_elements(&text),
    }
}

fn written(write: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).expect("bytes take everything");
    String::from_utf8(bytes).expect("formats are text")
}

fn nothing_steers(text: &str) {
    let steers = |c: char| {
        (c.is_control() && c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
    };
    // SARIF puts one in on purpose, against mentions.
    let text = text.replace("@\u{200b}", "@");
    if let Some(at) = text.find(steers) {
        panic!("{:?} at {at} of {text}", text[at..].chars().next());
    }
    assert!(!text.contains("##["), "{text}");
}

/// No line is a workflow command but our own.
fn no_command(text: &str, own: &[&str]) {
    for line in text.lines() {
        if let Some(command) = line.trim_start().strip_prefix("::") {
            assert!(own.iter().any(|own| command.starts_with(own)), "{line}");
        }
    }
}

/// Whatever stands in a fence, the fence is closed by its like.
fn fences_close(text: &str) {
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let ticks = line.bytes().take_while(|byte| *byte == b'`').count();
        match open {
            None if ticks >= 3 && !line[ticks..].contains('`') => open = Some(ticks),
            Some(own) if ticks >= own && line[ticks..].trim().is_empty() => open = None,
            _ => {}
        }
    }
    assert_eq!(open, None, "{text}");
}

fn only_our_elements(text: &str) {
    // What is between these is ours, and names of elements may stand in it.
    let mut rest = text;
    let mut scripts = 0;
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let name: String = rest.trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        let end = rest.find('>').unwrap_or_else(|| panic!("an element is not closed: {rest}"));
        let inside = &rest[..end];
        assert!(!inside.contains('<'), "{inside}");
        for bad in [" on", "javascript:", "srcdoc", "http-equiv=\"refresh"] {
            assert!(!inside.to_ascii_lowercase().split('"').step_by(2).any(|part| part.contains(bad)), "{inside}");
        }
        assert!(!["iframe", "object", "embed", "base", "img", "svg", "math"].contains(&name.as_str()), "{inside}");
        if ["script", "style"].contains(&name.as_str()) && !inside.starts_with('/') {
            scripts += 1;
            let close = rest.find(&format!("</{name}>")).unwrap_or_else(|| panic!("{name} is not closed"));
            rest = &rest[close..];
        }
    }
    assert!(scripts <= 4, "{scripts}: {text}");
}

fn a_comment_holds(report: &Report, list: &Config) {
    let thread = Thread { repository: "a/b".into(), number: 1, head: "1".repeat(40), author: "bot".into() };
    let body = first_body(&thread, |told| comment(report, told, list, &WhatElse::default()));
    assert!(body.len() <= MAX_COMMENT, "{} bytes", body.len());
    let marker = body.lines().next().unwrap_or_default();
    let inside = marker.strip_prefix("<!-- codesub ").and_then(|rest| rest.strip_suffix(" -->"));
    let inside = inside.unwrap_or_else(|| panic!("{marker}"));
    assert!(!inside.contains("-->") && serde_json::from_str::<serde_json::Value>(inside).is_ok(), "{marker}");
    nothing_steers(&body);
    fences_close(&body);
    // What leads on from here is never cut, and takes a few thousand bytes with the longest names; GitHub takes a mebibyte.
    for limit in [10_000, 60_000] {
        let summary = summary(report, limit);
        assert!(summary.len() <= limit, "{} bytes, not {limit}: {summary}", summary.len());
        fences_close(&summary);
    }
}

fn the_words_of_hooks_hold(report: &Report) {
    let followed: Vec<String> =
        report.proposals.iter().take(1).map(|proposal| proposal.subscription.id.clone()).collect();
    let brief = Brief {
        report,
        after: "merge",
        base: &report.base.name,
        whole: "codesub scan",
        followed: &followed,
        held: false,
    };
    let text = written(|out| brief.write(&Look::default(), out));
    nothing_steers(&text);
    no_command(&text, &[]);
    let refs = vec![report.base.name.clone(), report.target.name.clone()];
    let stops: Vec<Stop> = report
        .triggers
        .iter()
        .map(|trigger| Stop {
            trigger: trigger.clone(),
            proposal: report.proposals.first().cloned(),
            refs: refs.clone(),
        })
        .collect();
    let text = written(|out| write_stops(&stops, true, &Look::default(), out));
    nothing_steers(&text);
    no_command(&text, &[]);
}
