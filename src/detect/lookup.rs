//! A look-up: which numbers stand under a key.
//!
//! Two sorted lists in place of a map of lists: tens of thousands of small lists would take more time and memory than the
//! searching does.

/// Numbers by key.
pub struct Lookup<K> {
    keys: Vec<K>,
    numbers: Vec<usize>,
}

impl<K: Copy + Ord> Lookup<K> {
    pub fn new(mut all: Vec<(K, usize)>) -> Self {
        all.sort_unstable();
        let (keys, numbers) = all.into_iter().unzip();
        Lookup { keys, numbers }
    }

    /// What stands under a key, in order.
    pub fn get(&self, key: K) -> &[usize] {
        let start = self.keys.partition_point(|it| *it < key);
        // Mostly there is none or one.
        let rest = &self.keys[start..];
        let length = match rest {
            [first, ..] if *first != key => 0,
            [_, second, ..] if *second != key => 1,
            _ => rest.partition_point(|it| *it == key),
        };
        &self.numbers[start..start + length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_under_their_keys_in_order() {
        let lookup = Lookup::new(vec![('c', 4), ('a', 2), ('c', 1), ('c', 3), ('b', 7)]);
        assert_eq!(lookup.get('a'), [2]);
        assert_eq!(lookup.get('b'), [7]);
        assert_eq!(lookup.get('c'), [1, 3, 4]);
        assert_eq!(lookup.get('d'), [0; 0]);
        assert_eq!(lookup.get('_'), [0; 0]);
        assert_eq!(Lookup::<char>::new(Vec::new()).get('a'), [0; 0]);
    }
}
