//! Adding and removing documents: all of it becomes visible in one commit, or none of it.
//!
//! Tantivy queues what it is given, up to ten thousand documents of any size, so a [`Writing`] counts the bytes that wait
//! and lets its caller wait as well. A commit writes a new segment and leaves the old ones alone: a small one costs
//! milliseconds whatever else is indexed. Small segments are merged into larger ones in the background, eight of one size
//! at a time; [`Merging`] waits for that. Whoever is killed meanwhile leaves the commit as it was, and files that the
//! next commit removes.

use std::collections::BTreeSet;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::schema::Field;
use tantivy::schema::document::OwnedValue;
use tantivy::{IndexWriter, Term};

use super::fields::fields;
use super::words::Terms;
use super::{Key, Lexical, trouble};
use crate::index::store::Asked;
use crate::snapshot::is_binary;
use crate::syntax::qualname::bare;

/// What the writer may use before it starts another segment.
const HEAP: usize = 50_000_000;

/// How many bytes of words may wait for the writer.
const QUEUE: usize = 16_000_000;

/// Longer than a writer ever takes for what waits. One that failed takes nothing any more, and says so when it is given
/// the next document: waiting for it must end.
const PATIENCE: Duration = Duration::from_secs(30);

/// Of longer texts only so many bytes are looked at.
const LONGEST_TEXT: usize = 1 << 20;

/// A file to be found.
#[derive(Debug, Clone, Copy)]
pub struct Document<'a> {
    pub path: &'a str,
    /// The blob's id, in hexadecimal.
    pub blob: &'a str,
    /// The qualified names of its constructs.
    pub defined: &'a [&'a str],
    /// The simple names that it mentions. May repeat, and may name what it defines.
    pub mentioned: &'a [&'a str],
    pub text: &'a [u8],
}

/// A document taken apart. Making one is most of the work and needs no index: it can be done on any thread.
#[derive(Debug)]
pub struct Entry {
    values: Vec<(Field, OwnedValue)>,
    /// Bytes that the queue is relieved of when this is dropped.
    permit: Option<Permit>,
}

impl Entry {
    pub fn new(document: &Document<'_>) -> Entry {
        let fields = fields();
        let text = text(document.text);
        // With and without the types of parameters.
        let defined = document.defined.iter().flat_map(|qualname| [bare(qualname), (*qualname).to_owned()]);
        let defined: BTreeSet<String> = defined.collect();
        let mut values = vec![(fields.key, OwnedValue::Str(key_text(document.path, document.blob)))];
        for (pair, terms) in [
            (fields.path, Terms::of_path(document.path)),
            (fields.defined, Terms::of_qualified(defined.iter().map(String::as_str))),
            (fields.mentioned, Terms::of_qualified(document.mentioned.iter().copied())),
            (fields.content, Terms::of_text(&text)),
        ] {
            values.push((pair.words, joined(&terms.words)));
            values.push((pair.wholes, joined(&terms.wholes)));
        }
        Entry { values, permit: None }
    }

    fn bytes(&self) -> usize {
        self.values.iter().map(|(_, value)| if let OwnedValue::Str(text) = value { text.len() } else { 0 }).sum()
    }
}

fn joined(terms: &BTreeSet<String>) -> OwnedValue {
    let mut text = String::with_capacity(terms.iter().map(|term| term.len() + 1).sum());
    for term in terms {
        text.push_str(term);
        text.push(' ');
    }
    OwnedValue::Str(text)
}

/// What of a text is looked at.
fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    if is_binary(bytes) {
        return "".into();
    }
    String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST_TEXT)])
}

pub(super) fn key_text(path: &str, blob: &str) -> String {
    format!("{path}\0{blob}")
}

impl tantivy::Document for Entry {
    type Value<'a> = &'a OwnedValue;
    type FieldsValuesIter<'a> = EntryValues<'a>;

    fn iter_fields_and_values(&self) -> EntryValues<'_> {
        EntryValues(self.values.iter())
    }
}

/// The fields of an entry, one by one.
pub struct EntryValues<'a>(std::slice::Iter<'a, (Field, OwnedValue)>);

impl<'a> Iterator for EntryValues<'a> {
    type Item = (Field, &'a OwnedValue);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(field, value)| (*field, value))
    }
}

/// Changes to the lexical index that nobody sees yet. Dropped without a commit, they never happened.
pub struct Writing<'a> {
    lexical: &'a mut Lexical,
    writer: IndexWriter<Entry>,
    queue: Arc<Queue>,
}

/// What goes on after a commit: the index is merged into fewer pieces. May be dropped at any time.
#[must_use = "segments are never merged unless somebody waits for it"]
pub struct Merging {
    writer: IndexWriter<Entry>,
}

impl Lexical {
    /// Starts to change it.
    pub fn write(&mut self) -> Asked<Writing<'_>> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(HEAP)
            .build();
        let writer: IndexWriter<Entry> = self.index.writer_with_options(options).map_err(trouble)?;
        let mut policy = LogMergePolicy::default();
        // By default, segments of up to ten thousand documents count as equally small: a large one would be written anew
        // with every eighth small one.
        policy.set_min_layer_size(32);
        policy.set_del_docs_ratio_before_merge(0.5);
        writer.set_merge_policy(Box::new(policy));
        Ok(Writing { lexical: self, writer, queue: Arc::default() })
    }

    /// Makes it have documents of exactly these keys, in one commit: for when somebody was killed between committing
    /// here and committing the facts.
    pub fn reconcile<E: From<crate::index::Trouble>>(
        &mut self,
        wanted: &BTreeSet<Key>,
        mut make: impl FnMut(&Key) -> Result<Entry, E>,
        payload: &str,
    ) -> Result<Merging, E> {
        let there = self.keys()?;
        let mut writing = self.write()?;
        there.difference(wanted).for_each(|key| writing.remove(key));
        for key in wanted.difference(&there) {
            writing.add(make(key)?)?;
        }
        Ok(writing.commit(payload)?)
    }
}

impl Writing<'_> {
    /// Adds a document. Whoever adds one that is there removes it first.
    pub fn add(&mut self, mut entry: Entry) -> Asked<()> {
        entry.permit = Some(Queue::wait(&self.queue, entry.bytes()));
        self.writer.add_document(entry).map_err(trouble)?;
        Ok(())
    }

    /// Removes a document that was there before, if it was.
    pub fn remove(&mut self, key: &Key) {
        self.writer.delete_term(Term::from_field_text(fields().key, &key_text(&key.path, &key.blob)));
    }

    /// Makes the changes visible, together with a payload.
    pub fn commit(mut self, payload: &str) -> Asked<Merging> {
        let mut commit = self.writer.prepare_commit().map_err(trouble)?;
        commit.set_payload(payload);
        commit.commit().map_err(trouble)?;
        self.lexical.payload = Some(payload.to_owned());
        Ok(Merging { writer: self.writer })
    }
}

impl Merging {
    /// Waits until what was to be merged is.
    pub fn wait(self) {
        // Trouble with it, a full disk say, takes nothing from what is committed: the pieces stay as they were, and the
        // next commit merges them or fails with the reason.
        let _ = self.writer.wait_merging_threads();
    }
}

/// How much waits for the writer.
#[derive(Debug, Default)]
struct Queue {
    bytes: Mutex<usize>,
    relieved: Condvar,
}

/// A part of the queue.
#[derive(Debug)]
struct Permit {
    queue: Arc<Queue>,
    bytes: usize,
}

impl Queue {
    /// Waits until there is room.
    fn wait(queue: &Arc<Queue>, bytes: usize) -> Permit {
        let waiting = queue.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |waiting: &mut usize| *waiting > 0 && *waiting + bytes > QUEUE;
        let (mut waiting, _) =
            queue.relieved.wait_timeout_while(waiting, PATIENCE, is_full).unwrap_or_else(PoisonError::into_inner);
        *waiting += bytes;
        Permit { queue: Arc::clone(queue), bytes }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *self.queue.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= self.bytes;
        self.queue.relieved.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_adds_too_much_waits() {
        let queue = Arc::new(Queue::default());
        let first = Queue::wait(&queue, QUEUE - 10);
        let second = Queue::wait(&queue, 10);
        let waiting = std::thread::spawn({
            let queue = Arc::clone(&queue);
            // More than fits at all has to be let in when nothing else is there.
            move || Queue::wait(&queue, QUEUE * 2).bytes
        });
        drop(second);
        std::thread::sleep(Duration::from_millis(50));
        assert!(!waiting.is_finished());
        drop(first);
        assert_eq!(waiting.join().expect("no panic"), QUEUE * 2);
        assert_eq!(*queue.bytes.lock().expect("not poisoned"), 0);
    }
}
