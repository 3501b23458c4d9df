//! Mutations: inputs with a few things changed, the same ones for the same seed.

/// Longer inputs find nothing that shorter ones do not, only later.
const LONGEST: usize = 2048;

pub struct Mutations {
    state: u64,
    inputs: Vec<Vec<u8>>,
    words: &'static [&'static str],
}

impl Mutations {
    pub fn new(seed: u64, inputs: Vec<Vec<u8>>, words: &'static [&'static str]) -> Self {
        Mutations { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, inputs, words }
    }

    /// An input with one to five changes.
    pub fn next(&mut self) -> Vec<u8> {
        let from = self.below(self.inputs.len());
        let mut input = self.inputs[from].clone();
        input.truncate(LONGEST);
        for _ in 0..=self.below(5) {
            self.change(&mut input);
        }
        input.truncate(LONGEST);
        input
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        let end = (at + self.below(32)).min(input.len());
        match self.below(9) {
            0 if at < input.len() => input[at] ^= 1 << self.below(8),
            1 if at < input.len() => input[at] = self.random() as u8,
            2 => drop(input.drain(at..end)),
            3 => input.truncate(at),
            4 => input.insert(at, self.random() as u8),
            5 => {
                let copy = input[at..end].to_vec();
                let to = self.below(input.len() + 1);
                input.splice(to..to, copy);
            }
            6 => {
                let other = self.below(self.inputs.len());
                let other = &self.inputs[other].clone();
                let from = self.below(other.len() + 1);
                let to = (from + self.below(200)).min(other.len());
                input.splice(at..end, other[from..to].iter().copied());
            }
            _ => {
                let word = self.words[self.below(self.words.len())];
                let times = if self.below(8) == 0 { 1 + self.below(40) } else { 1 };
                input.splice(at..at, word.repeat(times).into_bytes());
            }
        }
    }

    /// xorshift64*: enough to choose by.
    fn random(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, end: usize) -> usize {
        (self.random() % end.max(1) as u64) as usize
    }
}
