//! The table: what was measured, beside what, and whether that is as good as it shall be.

use std::time::Duration;

use crate::measure::ratio;

/// One comparison.
pub struct Row {
    pub scenario: &'static str,
    /// What codesub does, and beside what.
    pub what: String,
    pub beside: String,
    pub took: Amount,
    pub other: Amount,
    pub ratio: f64,
    /// The most that the ratio may be.
    pub target: Option<f64>,
    /// What else is worth knowing.
    pub note: String,
}

/// What is compared.
#[derive(Clone, Copy)]
pub enum Amount {
    Cpu(Duration),
    Wall(Duration),
    /// In bytes.
    Memory(f64),
}

impl Row {
    pub fn new(scenario: &'static str, what: impl Into<String>, took: Amount) -> Self {
        let (what, beside, note) = (what.into(), String::new(), String::new());
        Row { scenario, what, beside, took, other: took, ratio: 1.0, target: None, note }
    }

    pub fn beside(self, beside: impl Into<String>, other: Amount) -> Self {
        let ratio = match (self.took, other) {
            (Amount::Cpu(one), Amount::Cpu(other)) | (Amount::Wall(one), Amount::Wall(other)) => ratio(one, other),
            (Amount::Memory(one), Amount::Memory(other)) => one / other,
            _ => unreachable!("only like is compared with like"),
        };
        Row { beside: beside.into(), other, ratio, ..self }
    }

    pub fn at_most(self, target: f64) -> Self {
        Row { target: Some(target), ..self }
    }

    pub fn note(self, note: impl Into<String>) -> Self {
        Row { note: note.into(), ..self }
    }

    fn cells(&self) -> [String; 8] {
        [
            self.scenario.to_owned(),
            self.what.clone(),
            self.took.shown(),
            format!("{} {}", self.beside, self.other.shown()),
            format!("{:.2}", self.ratio),
            self.target.map_or_else(|| "-".to_owned(), |target| format!("≤ {target}")),
            match self.target {
                None => "",
                Some(target) if self.ratio <= target => "met",
                Some(_) => "not met",
            }
            .to_owned(),
            self.note.clone(),
        ]
    }
}

impl Amount {
    fn shown(self) -> String {
        let milliseconds = |time: Duration| format!("{:.1} ms", time.as_secs_f64() * 1000.0);
        match self {
            Amount::Cpu(time) => format!("{} CPU", milliseconds(time)),
            Amount::Wall(time) => format!("{} wall", milliseconds(time)),
            Amount::Memory(bytes) => format!("{:.1} MB", bytes / 1e6),
        }
    }
}

const HEAD: [&str; 8] = ["scenario", "codesub", "took", "beside", "ratio", "target", "", "besides"];

pub fn text(rows: &[Row], markdown: bool) -> String {
    let mut lines = vec![HEAD.map(str::to_owned)];
    lines.extend(rows.iter().map(Row::cells));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default();
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        if markdown {
            text.push_str(&format!("| {} |\n", line.join(" | ")));
            if number == 0 {
                text.push_str("|---|---|--:|--:|--:|--:|---|---|\n");
            }
            continue;
        }
        for (column, cell) in line.iter().enumerate() {
            let fill = " ".repeat(widths[column] - cell.chars().count());
            let right = (2..6).contains(&column);
            text.push_str(&if right { format!("{fill}{cell}  ") } else { format!("{cell}{fill}  ") });
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
