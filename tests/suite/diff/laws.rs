//! Laws that hold for every case of the suite.

use std::fs;
use std::path::Path;

use codesub::config::Target;
use codesub::diff::{self, Diff, IndexRef, Inputs, Means, Mode, Options};
use codesub::git::Repository;
use codesub::index::Informant;
use codesub::output::Look;
use codesub::output::diff::{DiffFormat, write_diff};
use codesub::progress::Progress;
use codesub::report::{Confidence, ProposalReason};
use codesub::syntax::{Language, outline};
use codesub::workers::Workers;

use crate::cases::{Built, built, name};

fn compute(built: &Built, from: &str, to: &str) -> Diff {
    compute_with(built, from, to, Options::default(), true)
}

fn compute_with(built: &Built, from: &str, to: &str, options: Options, has_events: bool) -> Diff {
    let repository = Repository::open(built.fixture.root()).expect("a repository");
    let resolve = |name: &str| IndexRef::parse(name).resolve(&repository, built.fixture.root()).expect("a version");
    let (from, to) = (resolve(from), resolve(to));
    let inputs = Inputs::new(from.side, to.side, &Mode::ALL, options);
    let (progress, index, workers) = (&Progress::default(), &Informant::default(), &Workers::default());
    let means = Means { repository: &repository, progress, index, workers };
    let compute = if has_events { diff::compute } else { diff::summarized };
    compute(&means, [&from.revision, &to.revision], inputs).expect("a diff")
}

fn render(diff: &Diff) -> Vec<u8> {
    let mut bytes = Vec::new();
    for format in [DiffFormat::Text, DiffFormat::Json, DiffFormat::Jsonl, DiffFormat::Markdown] {
        write_diff(diff, &[None, None], format, &Look::default(), &mut bytes).expect("writing to memory");
    }
    bytes
}

#[test]
fn law_same_against_same_is_empty() {
    for (case, built) in built() {
        for revision in [&built.before, &built.after] {
            let diff = compute(built, revision, revision);
            assert_eq!(
                (diff.events.len(), diff.summary.changed(), diff.summary.stats.files_parsed),
                (0, (0, 0), 0),
                "{}",
                name(case)
            );
        }
    }
}

#[test]
fn law_two_runs_give_the_same_bytes() {
    for (case, built) in built() {
        let one = compute(built, &built.before, &built.after);
        assert_eq!(render(&one), render(&compute(built, &built.before, &built.after)), "{}", name(case));
        assert!(!one.events.is_empty() || built.before == built.after, "{}: the two differ", name(case));
    }
}

/// What is not written is counted all the same, and what is written does not depend on what is not.
#[test]
fn law_a_limit_and_a_summary_change_no_count_and_no_event() {
    for (case, built) in built() {
        let all = compute(built, &built.before, &built.after);
        for max_events in [0, 1, 3, all.events.len()] {
            let options = Options { max_events, ..Options::default() };
            let limited = compute_with(built, &built.before, &built.after, options, true);
            let summarized = compute_with(built, &built.before, &built.after, options, false);
            assert_eq!(limited.summary, summarized.summary, "{}", name(case));
            assert_eq!(limited.summary.stats.events, limited.events.len(), "{}", name(case));
            assert_eq!(limited.summary.changed(), all.summary.changed(), "{}", name(case));
            let kept = max_events.min(all.events.len());
            assert_eq!(limited.events[..kept], all.events[..kept], "{}", name(case));
            assert_eq!(limited.events.len(), kept + usize::from(kept < all.events.len()), "{}", name(case));
            assert!(summarized.events.is_empty(), "{}", name(case));
        }
    }
}

#[test]
fn law_events_read_back_as_they_were() {
    for (case, built) in built() {
        let diff = compute(built, &built.before, &built.after);
        let mut bytes = Vec::new();
        write_diff(&diff, &[None, None], DiffFormat::Jsonl, &Look::default(), &mut bytes).expect("writing to memory");
        let lines = String::from_utf8(bytes).expect("UTF-8");
        let back: Vec<diff::Event> = lines.lines().map(|line| serde_json::from_str(line).expect("an event")).collect();
        assert_eq!(back, diff.events, "{}", name(case));
    }
}

/// What a scan proposes for a subscription, a diff says of the construct: it is the same matcher.
#[test]
fn law_a_diff_moves_what_a_scan_moves() {
    let mut seen = 0;
    for (case, built) in built() {
        let report = built.scan();
        let diff = compute(built, &built.before, &built.after);
        for proposal in &report.proposals {
            let is_move = proposal.reasons.contains(&ProposalReason::MovedCrossFile);
            let is_ambiguous = report.triggers.iter().any(|trigger| {
                trigger.subscription.id == proposal.subscription.id
                    && trigger.change_type == codesub::config::ChangeType::Ambiguous
            });
            // A diff pairs by name first (SPEC 11.3): what has the name now is the construct, modified.
            let has_an_heir = is_move && is_defined(&case.join("after"), &proposal.subscription.target);
            if !is_move || proposal.confidence == Confidence::Low || is_ambiguous || has_an_heir {
                continue;
            }
            let found = diff.events.iter().any(|event| match event {
                diff::Event::ChunkMoved(event) => {
                    let after = event.after.as_ref().expect("a moved chunk is somewhere");
                    event.file == proposal.new.path
                        && event.from_file.as_ref() == Some(&proposal.old.path)
                        && after.range.start_line == proposal.new.start_line
                }
                _ => false,
            });
            assert!(
                found,
                "{}: {} -> {}:{}",
                name(case),
                proposal.old.path,
                proposal.new.path,
                proposal.new.start_line
            );
            seen += 1;
        }
    }
    assert!(seen > 10, "moves were compared: {seen}");
}

/// Whether a folder has the construct that a target names.
fn is_defined(folder: &Path, target: &Target) -> bool {
    let Target::Construct { path, qualname } = target else { return false };
    let (Some(language), Ok(source)) = (Language::detect(path, None), fs::read(folder.join(path))) else {
        return false;
    };
    outline(&source, language).constructs.iter().any(|construct| construct.qualname == *qualname)
}
