//! An excerpt: source lines to show, within limits.
//!
//! What is cut says so where it was cut: a reader must not take half of a line for the whole.

/// Source lines to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    pub path: String,
    /// The line number of the first of `lines`.
    pub start_line: u32,
    /// Without line ends; not valid UTF-8 is replaced.
    pub lines: Vec<String>,
}

/// The most characters of a source line that a report has (SPEC 13.2): a minified file is one line of megabytes.
pub const MAX_LINE: usize = 1_000;

/// The most bytes of source that a whole report quotes. What comes after has no excerpt, and says so.
pub const MAX_QUOTED: usize = 16 * 1024 * 1024;

impl Excerpt {
    /// Takes lines, each cut at [`MAX_LINE`] characters, until `budget` is used up; both cuts are marked.
    pub fn quote<'a>(&mut self, lines: impl Iterator<Item = &'a str>, budget: &mut usize) {
        for line in lines {
            let line = match line.char_indices().nth(MAX_LINE) {
                Some((end, _)) => format!("{}… (line cut)", &line[..end]),
                None => line.to_owned(),
            };
            // A line costs memory even where it is empty.
            let cost = line.len() + 24;
            if cost > *budget {
                *budget = 0;
                self.lines.push("… (not quoted: this report quotes too much already)".to_owned());
                return;
            }
            *budget -= cost;
            self.lines.push(line);
        }
    }
}
