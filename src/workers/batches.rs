//! Batches: how many files are in memory at once.
//!
//! What a batch of files holds is in memory before any of it can be kept, written or refused, so a batch is bounded by
//! the bytes of its sources too.

/// The most files, and the most bytes of them unless a single one has more.
const FILES: usize = 128;
const BYTES: u64 = 8 * 1024 * 1024;

/// Cuts a list into batches, in order.
pub fn batches<T>(all: Vec<T>, size: impl Fn(&T) -> u64) -> impl Iterator<Item = Vec<T>> {
    let mut all = all.into_iter().peekable();
    std::iter::from_fn(move || {
        let mut batch = vec![all.next()?];
        let mut bytes = size(&batch[0]);
        while batch.len() < FILES {
            let fits = |next: &T| {
                bytes = bytes.saturating_add(size(next));
                bytes <= BYTES
            };
            let Some(next) = all.next_if(fits) else { break };
            batch.push(next);
        }
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn are_bounded_by_number_and_by_bytes_and_lose_nothing() {
        let lengths = |sizes: Vec<u64>| batches(sizes, |size| *size).map(|batch| batch.len()).collect::<Vec<_>>();
        assert_eq!(lengths(vec![1; 300]), [128, 128, 44]);
        assert_eq!(lengths(vec![BYTES / 2, BYTES / 2, 1, BYTES + 1, BYTES, 0, u64::MAX]), [2, 1, 1, 2, 1]);
        assert_eq!(lengths(Vec::new()), [0; 0]);
    }
}
