//! What is sought in files that are not parsed: a construct, as far as its words tell.

use crate::syntax::Construct;
use crate::syntax::words::{add_words, number_of};

use super::matching::{WEAK_INTERFACE, has_weak_body, is_common, says_only_its_name};
use super::traces::{Traces, Words, distinct, has, words_of};
use super::view::{Located, View};

/// Of the words of a body, in percent: so many does a file gain with a similar one.
const SIMILAR_WORDS: usize = 60;
/// And at least so many, if it has them.
const FEW_WORDS: usize = 3;
/// So many other words may stand between two words of a list of parameters: comments, mostly.
const GAP: usize = 24;

/// What can be told of a construct by its words.
pub struct Sought {
    name: Option<u32>,
    /// The words of the body.
    body: Words,
    /// Whether the body says so little that only files which gained all of its words can have got it.
    weak: bool,
    /// The words of the interface, where an equal one says something.
    interface: Words,
    /// Whether an equal interface has all of these words, or only one of them.
    whole: bool,
    /// The words of the parameters, in their order, which is that of an equal interface too.
    parameters: Vec<u32>,
}

impl Sought {
    /// What the words of constructs tell; `None` where one of the first has no word to go by. A rival without words is
    /// one by its name.
    pub fn describe(sought: &[Located], before: &dyn View, is_first: bool) -> Option<Vec<Sought>> {
        let paths: Vec<Option<&str>> = sought.iter().map(|at| Some(at.file.path.as_str())).collect();
        let texts = before.texts(&paths);
        let mut buffer = Vec::new();
        let mut described = Vec::with_capacity(sought.len());
        let mut last: Option<(&str, Vec<u8>, Words)> = None;
        for (position, at) in sought.iter().enumerate() {
            if last.as_ref().is_none_or(|(path, ..)| *path != at.file.path) {
                let text = texts.read(position)?;
                let words = words_of(&text);
                last = Some((&at.file.path, text, words));
            }
            let (_, text, words) = last.as_ref().expect("because it was just read");
            let construct = at.construct();
            let name = number_of(construct.name.as_bytes(), &mut buffer);
            let mut body = distinct(at.body_tokens().to_vec());
            body.retain(|token| *token != name && has(words, *token));
            let weak = has_weak_body(construct) || body.is_empty();
            if body.is_empty() && !says_only_its_name(at) {
                // Values without identifiers: numbers and the words of strings, as far as no comment may follow.
                let span = construct.span.start as usize..construct.span.end as usize;
                let own = text.get(span)?;
                let comment =
                    own.iter().position(|&byte| matches!(byte, b'#' | b'/' | b'-' | b'\\')).unwrap_or(own.len());
                body = words_of(&own[..comment]);
                body.retain(|word| *word != name);
            }
            if body.is_empty() && is_first && !says_only_its_name(at) {
                return None;
            }
            let (mut interface, whole) = interface_words(construct, text);
            interface.retain(|word| *word != name);
            let name = (!is_common(&construct.name)).then_some(name);
            let parameters = parameters(construct);
            described.push(Sought { name, body, weak, interface, whole, parameters });
        }
        Some(described)
    }

    /// Whether a file may hold what became of it, in any tier; `words` are all words of its text in their order, which are
    /// seldom asked for.
    pub fn may_be_in<'w>(&self, traces: &Traces, words: &dyn Fn() -> &'w [u32]) -> bool {
        let all = |words: &Words, of: &Words| words.iter().all(|word| has(of, *word));
        let interface = |of: &Words| match self.whole {
            true => !self.interface.is_empty() && all(&self.interface, of) && follow(&self.parameters, words()),
            false => self.interface.iter().any(|word| has(of, *word)),
        };
        let named = self.name.is_some_and(|name| has(&traces.now, name));
        if self.weak {
            // What says little is believed by its name, or where it is new.
            named && (all(&self.body, &traces.now) || interface(&traces.now))
                || !self.body.is_empty() && all(&self.body, &traces.gained)
                || interface(&traces.gained)
        } else {
            named || are_many(&self.body, &traces.gained) || all(&self.body, &traces.now) || interface(&traces.gained)
        }
    }
}

/// The words of the parameters, in their order.
fn parameters(construct: &Construct) -> Vec<u32> {
    let Some(signature) = &construct.signature else { return Vec::new() };
    let mut depth = 0;
    let end = signature.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    });
    let mut words = Vec::new();
    add_words(&signature.as_bytes()[..end.unwrap_or(signature.len())], &mut words);
    words
}

/// Whether words stand in a text one after the other, with little between them.
fn follow(words: &[u32], text: &[u32]) -> bool {
    let Some((first, rest)) = words.split_first() else { return true };
    let starts = text.iter().enumerate().filter(|(_, word)| *word == first).map(|(at, _)| at + 1);
    starts.into_iter().any(|start| {
        let mut at = start;
        rest.iter().all(|word| {
            let next = text[at..].iter().take(GAP + 1).position(|it| it == word);
            at += next.map_or(0, |skipped| skipped + 1);
            next.is_some()
        })
    })
}

/// Whether so many of the words are there that code with all of them may be similar.
pub fn are_many(words: &Words, there: &Words) -> bool {
    let needed = (words.len() * SIMILAR_WORDS).div_ceil(100).max(FEW_WORDS.min(words.len()));
    needed > 0 && shared(words, there) >= needed
}

/// The words that an equal interface has too, if it says something: all of them, or at least one.
fn interface_words(construct: &Construct, text: &[u8]) -> (Words, bool) {
    if construct.interface_weight < WEAK_INTERFACE {
        return (Words::new(), true);
    }
    let lines = |from: u32, to: u32| {
        let lines = text.split(|&byte| byte == b'\n').skip(from as usize - 1).take(to.saturating_sub(from) as usize);
        lines.collect::<Vec<_>>().join(&b' ')
    };
    let bases = construct.base_classes.join(" ");
    // Decorators and annotations stand on lines of their own; a comment among them need not be there elsewhere.
    let above = lines(construct.start_line, construct.definition_line);
    let has_comment = above.contains(&b'#') || above.windows(2).any(|it| it == b"//" || it == b"/*");
    match construct.signature.as_ref().or((!bases.is_empty()).then_some(&bases)) {
        Some(written) if has_comment => (words_of(written.as_bytes()), true),
        Some(written) => (words_of(&[written.as_bytes(), &above].join(&b' ')), true),
        // A type, somewhere in the first lines.
        None => (words_of(&lines(construct.start_line, construct.definition_line + 1)), false),
    }
}

fn shared(some: &Words, words: &Words) -> usize {
    some.iter().filter(|word| has(words, **word)).count()
}
