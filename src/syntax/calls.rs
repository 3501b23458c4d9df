//! The calls of a file. There are a hundred in a file of usual length, and a run keeps those of thousands of files: so their
//! names stand in one text, one after the other.

use serde::{Deserialize, Serialize};

/// A call, by the name as written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'c> {
    /// The dotted name that is called, e.g. `self.store.get`.
    pub callee: &'c str,
    pub line: u32,
    /// The innermost construct around it, by position in [`Outline::constructs`](super::Outline::constructs).
    pub within: Option<u32>,
}

/// Calls in the order in which they were found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    names: String,
    list: Vec<Listed>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Listed {
    /// Where its name ends, and that of the next one starts.
    end: u32,
    line: u32,
    within: Option<u32>,
}

impl Calls {
    /// Adds a call whose name `write` writes at the end of a text.
    pub fn add(&mut self, line: u32, within: Option<u32>, write: impl FnOnce(&mut String)) {
        write(&mut self.names);
        self.list.push(Listed { end: self.names.len() as u32, line, within });
    }

    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The call of that number.
    pub fn get(&self, number: usize) -> Call<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.list[before].end);
        let Listed { end, line, within } = self.list[number];
        Call { callee: &self.names[start as usize..end as usize], line, within }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = Call<'_>> {
        (0..self.count()).map(|number| self.get(number))
    }

    /// Moves all of them down by so many lines.
    pub fn shift(&mut self, lines: u32) {
        self.list.iter_mut().for_each(|call| call.line += lines);
    }

    /// Bytes, about.
    pub fn size(&self) -> usize {
        self.names.len() + self.list.len() * size_of::<Listed>()
    }

    /// Whether every name is one: what did not come from [`Calls::add`] may have any end.
    pub fn is_sound(&self) -> bool {
        let ends = || self.list.iter().map(|call| call.end as usize);
        ends().is_sorted()
            && ends().all(|end| self.names.is_char_boundary(end))
            && ends().next_back().unwrap_or(0) == self.names.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls() -> Calls {
        let mut calls = Calls::default();
        for (callee, line, within) in [("f", 1, None), ("größe.get", 2, Some(0)), ("g", 2, Some(1))] {
            calls.add(line, within, |names| names.push_str(callee));
        }
        calls
    }

    #[test]
    fn are_given_back_as_they_came() {
        let mut calls = calls();
        calls.shift(10);
        let all: Vec<_> = calls.iter().map(|call| (call.callee, call.line, call.within)).collect();
        assert_eq!(all, [("f", 11, None), ("größe.get", 12, Some(0)), ("g", 12, Some(1))]);
        assert!(calls.is_sound() && Calls::default().is_sound() && Calls::default().iter().next().is_none());
    }

    #[test]
    fn ends_are_checked() {
        for (number, end) in [(0, 4), (0, 40), (1, 0), (2, 11), (2, 12), (2, u32::MAX)] {
            let mut calls = calls();
            calls.list[number].end = end;
            assert!(!calls.is_sound(), "{number}: {end}");
        }
    }
}
