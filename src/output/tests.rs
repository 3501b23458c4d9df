//! One rich report, rendered by every format.

use std::path::Path;

use clap::ValueEnum;

use super::json::{report_schema, v1};
use super::{Format, Look, sample, write_report};
use crate::report::Report;

fn rendered(report: &Report, format: Format, look: &Look) -> String {
    let mut out = Vec::new();
    write_report(report, format, look, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn every_format_renders_the_rich_report() {
    for &format in Format::value_variants() {
        let name = format!("{format:?}").to_lowercase();
        // Formats that name the tool name its version, which no release should have to correct here; and the page's
        // style and script are files of their own.
        let text = rendered(&sample::rich(), format, &Look::default()).replace(env!("CARGO_PKG_VERSION"), "[version]");
        let filters = [
            ("(?s)<style>.*</style>", "<style>…</style>"),
            ("(?s)<script>.*</script>", "<script>…</script>"),
            ("'sha256-[^']+'", "'sha256-…'"),
        ];
        insta::with_settings!({ filters => filters }, { insta::assert_snapshot!(name, text) });
    }
}

/// SPEC 6.1: what was skipped takes nothing from the subscriptions, as long as it is none of their files.
#[test]
fn gaps_are_told_without_casting_doubt_on_subscriptions() {
    let gaps = sample::gaps();
    assert!(!gaps.is_undecided());
    let mut undecided = gaps.clone();
    undecided.notes[0].subscription_id = Some("vendor-sdk".to_owned());
    assert!(undecided.is_undecided());
    for &format in Format::value_variants() {
        let [gaps, undecided] = [&gaps, &undecided].map(|it| rendered(it, format, &Look::default()));
        let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let [gaps, undecided] = [plain(&gaps), plain(&undecided)];
        assert!(gaps.contains("vendor was not compared"), "{format:?}: {gaps}");
        assert!(!gaps.contains("about those subscriptions"), "{format:?}: {gaps}");
        let (said, doubted) = match format {
            Format::Json | Format::Jsonl => ("\"complete\"", "\"complete\""),
            Format::Sarif => ("\"executionSuccessful\": true", "\"executionSuccessful\": false"),
            _ => {
                ("Every subscription was checked, but not everything", "Nothing can be said about those subscriptions")
            }
        };
        assert!(gaps.contains(said), "{format:?}: {gaps}");
        assert!(undecided.contains(doubted), "{format:?}: {undecided}");
    }
    let markdown = rendered(&gaps, Format::Markdown, &Look::default());
    assert!(markdown.starts_with("## ✅ codesub: no subscribed code changed"), "{markdown}");
    assert!(rendered(&gaps, Format::Github, &Look::default()).starts_with("::warning "));
    assert!(rendered(&undecided, Format::Github, &Look::default()).starts_with("::error "));
}

#[test]
fn text_adapts_to_the_width() {
    for width in [60, 140] {
        let text = rendered(&sample::rich(), Format::Text, &Look { width, ..Look::default() });
        insta::assert_snapshot!(format!("text_{width}_columns"), text);
    }
}

#[test]
fn no_row_of_text_is_wider_than_asked_but_a_command() {
    for width in [60, 71, 80, 100, 140] {
        let text = rendered(&sample::rich(), Format::Text, &Look { width, ..Look::default() });
        for row in text.lines().filter(|row| !row.starts_with("  $ ")) {
            assert!(unicode_width::UnicodeWidthStr::width(row) <= width, "{width}: {row}");
        }
    }
}

#[test]
fn colour_only_repeats_what_is_there_without_it() {
    let plain = rendered(&sample::rich(), Format::Text, &Look::default());
    let colored = rendered(&sample::rich(), Format::Text, &Look { color: true, ..Look::default() });
    assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    // 30 and 37 are black and white, 33 is yellow; the bright ones are 90, 97 and 93.
    for unreadable in ["30", "33", "37", "90", "93", "97"] {
        assert!(!colored.contains(&format!("\x1b[{unreadable}m")), "{unreadable}");
    }
    insta::assert_snapshot!("text_in_colour", colored.replace('\x1b', "␛"));
}

#[test]
fn verbose_unfolds() {
    let text = rendered(&sample::rich(), Format::Text, &Look { verbose: true, ..Look::default() });
    assert!(text.contains("→ login-form  shifted to web/cart.ts:8-18 (high)"));
    assert!(text.contains("self.store.put(self)"));
    assert!(!text.contains("only shifted lines"));
}

#[test]
fn a_clean_report_is_one_friendly_line() {
    let shown = |report: &Report| rendered(report, Format::Text, &Look::default());
    let mut report = sample::clean();
    insta::assert_snapshot!(shown(&report), @"✓ 96 subscriptions, all unchanged  (base 1a2b3c4 origin/main → worktree)");
    report.unchanged.truncate(1);
    insta::assert_snapshot!(shown(&report), @"✓ 1 subscription, unchanged  (base 1a2b3c4 origin/main → worktree)");
    report.unchanged.clear();
    report.stats.subscriptions = 0;
    insta::assert_snapshot!(shown(&report), @"No subscriptions yet; codesub add TARGET starts one");
    insta::assert_snapshot!(rendered(&sample::clean(), Format::Markdown, &Look::default()), @"
    ## ✅ codesub: no subscribed code changed

    codesub watches the code that people listed in `codesub.yaml` because they depend on it. This change touches none of it.

    96 unchanged. Base `1a2b3c4` (`origin/main`), head `worktree`.
    ");
}

#[test]
fn nothing_that_steers_reaches_any_sink() {
    for &format in Format::value_variants() {
        let text = rendered(&sample::rich(), format, &Look::default());
        let steering = text.chars().find(|&c| (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c));
        assert_eq!(steering, None, "{format:?}");
    }
}

#[test]
fn markdown_pings_nobody() {
    let text = rendered(&sample::rich(), Format::Markdown, &Look::default());
    for row in text.lines() {
        // Odd pieces stand in code spans; runs of backticks count as one.
        let outside = row.split('`').step_by(2).collect::<String>();
        assert!(row.contains("&#8203;") || !outside.contains('@') || row.starts_with("@@"), "{row}");
        assert!(!row.contains("<script"), "{row}");
    }
}

#[test]
fn json_reads_back() {
    let json = rendered(&sample::rich(), Format::Json, &Look::default());
    let read: v1::Report = serde_json::from_str(&json).unwrap();
    assert_eq!(read, v1::Report::from(&sample::rich()));
}

#[test]
fn json_lines_are_objects_from_scan_to_summary() {
    let text = rendered(&sample::rich(), Format::Jsonl, &Look::default());
    let types: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["type"].as_str().unwrap().to_owned())
        .collect();
    let report = sample::rich();
    assert_eq!(types.len(), 2 + report.triggers.len() + report.proposals.len() + report.notes.len());
    assert_eq!((types[0].as_str(), types[types.len() - 1].as_str()), ("scan", "summary"));
}

#[test]
fn words_of_the_format_are_the_words_of_the_report() {
    let report = sample::rich();
    let json = serde_json::to_value(v1::Report::from(&report)).unwrap();
    for (trigger, json) in report.triggers.iter().zip(json["triggers"].as_array().unwrap()) {
        assert_eq!(json["change_type"], trigger.change_type.as_str());
        assert_eq!(json["origin"], trigger.origin.as_str());
        let reasons: Vec<_> = trigger.reasons.iter().map(|reason| reason.as_str()).collect();
        assert_eq!(json["reasons"], serde_json::json!(reasons));
    }
    for (proposal, json) in report.proposals.iter().zip(json["proposals"].as_array().unwrap()) {
        assert_eq!(json["confidence"], proposal.confidence.as_str());
        assert_eq!(json["match_tier"].as_str(), proposal.tier.map(|tier| tier.as_str()));
    }
}

/// Set `CODESUB_BLESS` to rewrite the committed schema.
#[test]
fn the_committed_schema_is_the_generated_one() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/schemas/report.schema.json");
    let generated = serde_json::to_string_pretty(&report_schema()).unwrap() + "\n";
    if std::env::var_os("CODESUB_BLESS").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "run this test with CODESUB_BLESS=1 and commit docs/schemas/report.schema.json");
}

#[test]
fn reports_satisfy_the_schema() {
    let validator = jsonschema::validator_for(&report_schema()).unwrap();
    for report in [sample::rich(), sample::clean()] {
        let json = serde_json::from_str(&rendered(&report, Format::Json, &Look::default())).unwrap();
        let errors: Vec<String> = validator.iter_errors(&json).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new());
    }
    let mut wrong = serde_json::to_value(v1::Report::from(&sample::rich())).unwrap();
    wrong["triggers"][0]["change_type"] = "GONE".into();
    assert!(!validator.is_valid(&wrong));
}
