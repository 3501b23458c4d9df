//! A part of the document that takes as many entries as there is room for.

use super::doc::Doc;

/// Entries of one sort, cut between two of them.
#[derive(Debug)]
pub struct Section {
    body: Doc,
    /// What ends it, where anything is in it.
    tail: &'static str,
    room: usize,
    /// Entries in it.
    pub shown: usize,
    /// Entries for which there was no room.
    pub left: usize,
}

impl Section {
    /// An empty one, of at most `room` bytes.
    pub fn new(blank: &Doc, room: usize) -> Self {
        Section { body: blank.fresh(), tail: "", room, shown: 0, left: 0 }
    }

    /// What begins and what ends it; neither is written unless an entry is.
    pub fn head(&mut self, tail: &'static str) -> &mut Doc {
        self.tail = tail;
        &mut self.body
    }

    /// Takes an entry, if it fits.
    pub fn push(&mut self, entry: &Doc) -> bool {
        let fits = self.body.len() + entry.len() + self.tail.len() <= self.room;
        if fits {
            self.body.append(entry);
            self.shown += 1;
        } else {
            self.left += 1;
        }
        fits
    }

    /// Takes what belongs to the section as a whole, if it fits.
    pub fn add(&mut self, more: &Doc) -> bool {
        let fits = self.body.len() + more.len() + self.tail.len() <= self.room;
        if fits {
            self.body.append(more);
        }
        fits
    }

    /// Bytes that are left.
    pub fn room(&self) -> usize {
        self.room.saturating_sub(self.body.len() + self.tail.len())
    }

    /// Bytes that it takes in the document.
    pub fn len(&self) -> usize {
        if self.shown == 0 { 0 } else { self.body.len() + self.tail.len() }
    }

    pub fn write(&self, doc: &mut Doc) {
        if self.shown > 0 {
            doc.append(&self.body).markup(self.tail);
        }
    }
}
