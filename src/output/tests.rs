//! One rich report, rendered by every format.

use super::{Format, Look, sample, write_report};

fn rendered(report: &crate::report::Report, format: Format, look: &Look) -> String {
    let mut out = Vec::new();
    write_report(report, format, look, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Not a test of anything: prints the sample for a look at it in a real terminal.
/// `CODESUB_WIDTH=80 CODESUB_COLOR=1 cargo test --lib output::tests::look -- --ignored --nocapture`
#[test]
#[ignore = "for the eye only"]
fn look() {
    let set = |name: &str| std::env::var(name).ok();
    let width = set("CODESUB_WIDTH").and_then(|width| width.parse().ok()).unwrap_or(80);
    let look = Look { color: set("CODESUB_COLOR").is_some(), width, verbose: set("CODESUB_VERBOSE").is_some() };
    let format = set("CODESUB_FORMAT").and_then(|name| clap::ValueEnum::from_str(&name, true).ok());
    println!("{}", rendered(&sample::rich(), format.unwrap_or(Format::Text), &look));
}
