//! The score: recall over labels, precision over relocations, each by confidence and by kind of change.

use std::collections::BTreeMap;
use std::fmt;

use codesub::report::Confidence;
use codesub::syntax::qualname::bare;

use crate::labels::{Case, Judged, Label};
use crate::scanned::{Relocation, Scanned, Spot};

#[derive(Default)]
pub struct Score {
    /// By kind of change; the first row is all of them.
    recall: BTreeMap<String, Recall>,
    /// By confidence.
    precision: BTreeMap<Level, Precision>,
    /// Wrong re-attachments that nothing warns of: neither `low` nor AMBIGUOUS.
    unmarked: usize,
    /// `rename` proposals of what kept its name in a file that git says was renamed.
    file_renames: usize,
    /// Proposals from one sibling to another of the same name, after an overload or a redefinition came or went (SPEC 4.2).
    siblings: usize,
}

/// Best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    High,
    Medium,
    Low,
}

#[derive(Default)]
struct Recall {
    labels: usize,
    high: usize,
    medium: usize,
    low: usize,
    /// A note names the right place while the name stayed (SPEC 5.3).
    noted: usize,
    /// MISSING, and the right place is among the candidates.
    resembling: usize,
    /// The old name is in place with the very code: nothing is lost for who watches it.
    unchanged: usize,
    /// The old name is in place with other code, and nothing says where the old one went.
    in_place: usize,
    /// A proposal to another place.
    elsewhere: usize,
    missing: usize,
}

#[derive(Default)]
struct Precision {
    labelled: usize,
    judged: usize,
    wrong: usize,
}

/// The least that must be reached: recall over all and at medium or better, precision likewise and at high.
const RECORDED: [(&str, f64); 7] = [
    ("recall over all confidences", 0.993),
    ("recall at medium or better", 0.947),
    ("the same, without what is unchanged", 0.993),
    ("the same at medium or better", 0.947),
    ("precision over all confidences", 1.0),
    ("precision at medium or better", 1.0),
    ("precision at high", 1.0),
];

impl Score {
    /// Counts one commit; what is not as labelled comes back in words.
    pub fn count(&mut self, case: &Case, scanned: &Scanned, judged: &Judged) -> Vec<String> {
        let mut remarks = Vec::new();
        for label in case.expected.iter().filter(|label| label.visible) {
            let (from, to) = (label.from.place(), label.to.place());
            let found = scanned.relocations.get(&from);
            // A construct that was split has several labels; a subscription can follow one of them.
            let split = || case.expected.iter().filter(|other| other.from.place() == from);
            let right = found.filter(|it| split().any(|other| same(&it.to, &other.to.place())));
            for row in rows(label) {
                let recall = self.recall.entry(row).or_default();
                recall.labels += 1;
                let named = |places: &BTreeMap<Spot, _>| names(places, &from, &to);
                let counter = match (right, found) {
                    (Some(relocation), _) => match level(relocation) {
                        Level::High => &mut recall.high,
                        Level::Medium => &mut recall.medium,
                        Level::Low => &mut recall.low,
                    },
                    (None, Some(_)) => &mut recall.elsewhere,
                    (None, None) if named(&scanned.noted) => &mut recall.noted,
                    (None, None) if named(&scanned.resembling) => &mut recall.resembling,
                    (None, None) if scanned.missing.contains(&from) => &mut recall.missing,
                    (None, None) if scanned.unchanged.contains(&from) => &mut recall.unchanged,
                    (None, None) => &mut recall.in_place,
                };
                *counter += 1;
            }
            let survives = if label.old_name_survives { ", its old name survives" } else { "" };
            match (right, found) {
                (Some(relocation), _) if relocation.confidence == Confidence::Low => {
                    remarks.push(format!("LOW {}: {}", words(&from), tell(relocation)));
                }
                (Some(_), _) => {}
                (None, Some(relocation)) => {
                    remarks.push(format!("MISSED {} -> {}{survives}: {}", words(&from), words(&to), tell(relocation)));
                }
                (None, None) => {
                    let what = if names(&scanned.noted, &from, &to) {
                        "noted"
                    } else if names(&scanned.resembling, &from, &to) {
                        "a candidate"
                    } else if scanned.missing.contains(&from) {
                        "missing"
                    } else if scanned.unchanged.contains(&from) {
                        "in place, the same code"
                    } else {
                        "in place"
                    };
                    remarks.push(format!("MISSED {} -> {}{survives}: {what}", words(&from), words(&to)));
                }
            }
        }
        for (from, relocation) in &scanned.relocations {
            let about = |label: &&Label| same(from, &label.from.place());
            let labels: Vec<&Label> = case.expected.iter().filter(about).collect();
            let labelled = labels.iter().any(|label| same(&relocation.to, &label.to.place()));
            if relocation.file_renamed && labels.is_empty() {
                self.file_renames += 1;
                continue;
            }
            if labels.is_empty() && from.0 == relocation.to.0 && bare(&from.1) == bare(&relocation.to.1) {
                self.siblings += 1;
                continue;
            }
            let precision = self.precision.entry(level(relocation)).or_default();
            if labelled {
                precision.labelled += 1;
            } else if judged.is_right(&case.commit, from, &relocation.to) {
                precision.judged += 1;
            } else {
                precision.wrong += 1;
                self.unmarked += usize::from(relocation.confidence != Confidence::Low && !relocation.ambiguous);
                remarks.push(format!("UNLISTED {}: {}", words(from), tell(relocation)));
            }
        }
        remarks
    }

    /// The scores that are below the recorded ones.
    pub fn worse_than_recorded(&self) -> Vec<String> {
        let mut worse: Vec<String> = Vec::new();
        for ((name, recorded), is) in RECORDED.iter().zip(self.figures()) {
            // Figures are recorded with three digits.
            if is + 0.0005 < *recorded {
                worse.push(format!("{name}: {is:.3}, recorded {recorded:.3}"));
            }
        }
        if self.unmarked > 0 {
            worse.push(format!("{} wrong re-attachments are neither low nor AMBIGUOUS", self.unmarked));
        }
        worse
    }

    fn figures(&self) -> [f64; 7] {
        let all = self.recall.get(ALL).unwrap_or(&NO_RECALL);
        let precision = |worst: Level| {
            let rows = || self.precision.range(..=worst).map(|(_, row)| row);
            let right: usize = rows().map(|row| row.labelled + row.judged).sum();
            ratio(right, right + rows().map(|row| row.wrong).sum::<usize>())
        };
        [
            ratio(all.found(), all.labels),
            ratio(all.high + all.medium, all.labels),
            ratio(all.found(), all.labels - all.unchanged),
            ratio(all.high + all.medium, all.labels - all.unchanged),
            precision(Level::Low),
            precision(Level::Medium),
            precision(Level::High),
        ]
    }
}

const ALL: &str = " all";
const NO_RECALL: Recall = Recall {
    labels: 0,
    high: 0,
    medium: 0,
    low: 0,
    noted: 0,
    resembling: 0,
    unchanged: 0,
    in_place: 0,
    elsewhere: 0,
    missing: 0,
};

impl Recall {
    fn found(&self) -> usize {
        self.high + self.medium + self.low
    }
}

/// The rows of the table in which a label counts.
fn rows(label: &Label) -> Vec<String> {
    let own = if label.implied { "with its class or file" } else { "by itself" };
    let survives = if label.old_name_survives { "old name taken over" } else { "old name gone" };
    vec![
        ALL.to_owned(),
        format!("{}, {own}", label.relation.replace('_', " ")),
        survives.to_owned(),
        format!("kind: {}", label.from.kind.replace('_', " ")),
    ]
}

/// Labels know no suffixes of siblings (SPEC 4.2).
fn same(ours: &Spot, label: &Spot) -> bool {
    ours == label || (ours.0 == label.0 && bare(&ours.1) == label.1)
}

fn names(places: &BTreeMap<Spot, std::collections::BTreeSet<Spot>>, from: &Spot, to: &Spot) -> bool {
    places.get(from).is_some_and(|places| places.iter().any(|place| same(place, to)))
}

fn level(relocation: &Relocation) -> Level {
    match relocation.confidence {
        Confidence::High => Level::High,
        Confidence::Medium => Level::Medium,
        Confidence::Low => Level::Low,
    }
}

fn words(spot: &Spot) -> String {
    format!("{}::{}", spot.0, spot.1)
}

fn tell(relocation: &Relocation) -> String {
    let tier = relocation.tier.map_or("name", |tier| tier.as_str());
    let score = relocation.similarity.map(|score| format!(" {score}")).unwrap_or_default();
    let ambiguous = if relocation.ambiguous { ", AMBIGUOUS" } else { "" };
    format!("-> {} ({}, {tier}{score}{ambiguous})", words(&relocation.to), relocation.confidence.as_str())
}

fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = "labels   high medium    low | noted resembling unchanged in place elsewhere missing";
        writeln!(f, "{:38}{columns} | found  medium or better", "recall")?;
        for (row, it) in &self.recall {
            writeln!(
                f,
                "{row:38}{:6} {:6} {:6} {:6} | {:5} {:10} {:9} {:8} {:9} {:7} | {:.3}  {:.3}",
                it.labels,
                it.high,
                it.medium,
                it.low,
                it.noted,
                it.resembling,
                it.unchanged,
                it.in_place,
                it.elsewhere,
                it.missing,
                ratio(it.found(), it.labels),
                ratio(it.high + it.medium, it.labels)
            )?;
        }
        writeln!(f, "\n{:38}labelled judged wrong", "precision")?;
        for (level, it) in &self.precision {
            let name = match level {
                Level::High => "high",
                Level::Medium => "medium",
                Level::Low => "low",
            };
            writeln!(
                f,
                "{name:38}{:8} {:6} {:5} | {:.3}",
                it.labelled,
                it.judged,
                it.wrong,
                ratio(it.labelled + it.judged, it.labelled + it.judged + it.wrong)
            )?;
        }
        writeln!(f, "wrong, and neither low nor AMBIGUOUS: {}", self.unmarked)?;
        writeln!(f, "kept their name in a renamed file, not counted above: {}", self.file_renames)?;
        writeln!(f, "siblings of one name counted anew, not counted above: {}\n", self.siblings)?;
        for ((name, _), figure) in RECORDED.iter().zip(self.figures()) {
            writeln!(f, "{name:38}{figure:.3}")?;
        }
        Ok(())
    }
}
