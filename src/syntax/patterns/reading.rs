//! Reading a query file into patterns.

use std::sync::OnceLock;

use tree_sitter::Language;

use super::{Condition, Pattern, Predicate, Slot, Step, Test};

/// The patterns of a text, and the names of the captures in them.
pub(super) fn read(text: &str, language: &Language) -> (Vec<Pattern>, Vec<String>) {
    let mut reader = Reader { text, rest: text, language, captures: Vec::new(), predicates: Vec::new() };
    let mut patterns = Vec::new();
    while !reader.is_at_end() {
        let mut root = reader.slot(false);
        assert!(root.len() == 1, "a pattern starts with one node: {}", reader.place());
        let mut root = root.remove(0);
        settle(&mut root);
        let may_repeat = may_repeat(&root);
        patterns.push(Pattern { root, predicates: std::mem::take(&mut reader.predicates), may_repeat });
    }
    (patterns, reader.captures)
}

/// Notes which steps hold captures.
fn settle(step: &mut Step) {
    step.children.iter_mut().flatten().for_each(settle);
    step.has_captures = !step.captures.is_empty() || step.children.iter().flatten().any(|child| child.has_captures);
}

/// Whether there is more than one way to the same captures.
fn may_repeat(root: &Step) -> bool {
    let of_slot = |slot: &Slot| {
        let uncaptured = slot.iter().filter(|step| !step.has_captures);
        uncaptured.count() > usize::from(slot.len() == 1 && slot[0].children.is_empty() && root.test != Test::Named)
            || slot.iter().any(may_repeat)
    };
    root.children.iter().any(of_slot)
}

struct Reader<'q> {
    text: &'q str,
    rest: &'q str,
    language: &'q Language,
    captures: Vec<String>,
    predicates: Vec<Predicate>,
}

impl<'q> Reader<'q> {
    /// Where it is, for whoever has to find what is wrong.
    fn place(&self) -> String {
        let line = self.text[..self.text.len() - self.rest.len()].lines().count();
        format!("line {line} of the query, before {:?}", self.rest.chars().take(40).collect::<String>())
    }

    fn skip_blank(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with(';') {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    fn is_at_end(&mut self) -> bool {
        self.skip_blank();
        self.rest.is_empty()
    }

    fn take(&mut self, symbol: char) -> bool {
        self.skip_blank();
        let rest = self.rest.strip_prefix(symbol);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn is_before(&mut self, symbols: &[char]) -> bool {
        self.skip_blank();
        self.rest.starts_with(symbols)
    }

    fn expect(&mut self, symbol: char) {
        assert!(self.take(symbol), "expected {symbol} at {}", self.place());
    }

    fn word(&mut self) -> &'q str {
        self.skip_blank();
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '?' | '!');
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        assert!(!word.is_empty(), "expected a word at {}", self.place());
        self.rest = rest;
        word
    }

    /// A text in quotes.
    fn literal(&mut self) -> String {
        self.expect('"');
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, c)) = characters.next() {
            match c {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return text;
                }
                '\\' => text.extend(characters.next().map(|(_, c)| match c {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    c => c,
                })),
                c => text.push(c),
            }
        }
        panic!("a text without an end at {}", self.place());
    }

    fn capture(&mut self, name: &str) -> u16 {
        let at = self.captures.iter().position(|own| own == name).unwrap_or_else(|| {
            self.captures.push(name.to_owned());
            self.captures.len() - 1
        });
        u16::try_from(at).expect("because nobody writes so many captures")
    }

    fn kind(&self, name: &str, is_named: bool) -> u16 {
        let kind = self.language.id_for_node_kind(name, is_named);
        assert!(kind != 0, "there is no node {name}: {}", self.place());
        assert!(!self.language.node_kind_is_supertype(kind), "{name} is a supertype: {}", self.place());
        kind
    }

    fn field(&self, name: &str) -> u16 {
        let field = self.language.field_id_for_name(name).map(u16::from);
        field.unwrap_or_else(|| panic!("there is no field {name}: {}", self.place()))
    }

    /// The next node or alternation, with its captures.
    fn slot(&mut self, is_immediate: bool) -> Slot {
        let mut steps = if self.take('[') {
            let mut steps = Vec::new();
            while !self.take(']') {
                steps.extend(self.slot(is_immediate));
            }
            steps
        } else if self.is_before(&['"']) {
            let name = self.literal();
            vec![self.step(Test::Kind(self.kind(&name, false)), is_immediate)]
        } else if self.take('(') {
            if self.is_before(&['(', '[', '"']) { self.group(is_immediate) } else { vec![self.node(is_immediate)] }
        } else {
            let name = self.word();
            if self.take(':') {
                let field = self.field(name);
                let mut steps = self.slot(is_immediate);
                steps.iter_mut().for_each(|step| step.field = Some(field));
                return steps;
            }
            assert!(name == "_", "a node stands in parentheses: {}", self.place());
            vec![self.step(Test::Any, is_immediate)]
        };
        while self.take('@') {
            let name = self.word();
            let capture = self.capture(name);
            steps.iter_mut().for_each(|step| step.captures.push(capture));
        }
        steps
    }

    fn step(&self, test: Test, is_immediate: bool) -> Step {
        Step {
            test,
            field: None,
            absent: Vec::new(),
            captures: Vec::new(),
            is_immediate,
            is_last: false,
            has_captures: false,
            children: Vec::new(),
        }
    }

    /// One node with predicates about it.
    fn group(&mut self, is_immediate: bool) -> Slot {
        let steps = self.slot(is_immediate);
        while !self.take(')') {
            self.expect('(');
            self.predicate();
        }
        steps
    }

    /// A named node, after its parenthesis.
    fn node(&mut self, is_immediate: bool) -> Step {
        let test = match self.word() {
            "_" => Test::Named,
            name => Test::Kind(self.kind(name, true)),
        };
        let mut step = self.step(test, is_immediate);
        loop {
            let is_immediate = self.take('.');
            if self.take(')') {
                if is_immediate && let Some(last) = step.children.last_mut() {
                    last.iter_mut().for_each(|step| step.is_last = true);
                }
                return step;
            }
            if self.take('!') {
                let name = self.word();
                step.absent.push(self.field(name));
                continue;
            }
            if self.is_predicate() {
                self.expect('(');
                self.predicate();
                continue;
            }
            let slot = self.slot(is_immediate);
            step.children.push(slot);
        }
    }

    fn is_predicate(&mut self) -> bool {
        self.skip_blank();
        self.rest.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with('#'))
    }

    /// A predicate, after its parenthesis.
    fn predicate(&mut self) {
        self.expect('#');
        let name = self.word();
        self.expect('@');
        let capture = self.word();
        let capture = self.capture(capture);
        let (is_negated, name) = match name.strip_prefix("not-") {
            Some(name) => (true, name),
            None => (false, name),
        };
        let condition = match name {
            "eq?" if self.take('@') => {
                let other = self.word();
                Condition::Same(self.capture(other))
            }
            "eq?" => Condition::OneOf(vec![self.literal()]),
            "any-of?" => {
                let mut texts = Vec::new();
                while self.is_before(&['"']) {
                    texts.push(self.literal());
                }
                Condition::OneOf(texts)
            }
            "match?" => Condition::Matches(self.literal(), OnceLock::new()),
            _ => panic!("there is no predicate {name}: {}", self.place()),
        };
        self.expect(')');
        self.predicates.push(Predicate { capture, is_negated, condition });
    }
}
