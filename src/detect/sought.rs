//! What is sought in files that are not parsed: a construct, as far as its words tell.

use crate::syntax::words::{add_words, number_of};
use crate::syntax::{Construct, Family};

use super::traces::{Held, Word, distinct, vocabulary, word_of};
use super::view::{Located, View};
use super::weak::{has_telling_interface, has_weak_body, is_common, says_only_its_name};

/// Of the words of a body, in percent: so many does a file gain with a similar one.
const SIMILAR_WORDS: usize = 60;
/// And at least so many, if it has them.
const FEW_WORDS: usize = 3;
/// So many other words may stand between two words of a list of parameters: comments, mostly.
const GAP: usize = 24;

/// What can be told of a construct by its words.
pub struct Sought {
    name: Option<Word>,
    /// The words of which one stands right before the name where such a thing is defined; none where others may.
    before_name: Vec<u32>,
    /// The words of the body.
    body: Vec<Word>,
    /// Whether the body says so little that only files which gained all of its words can have got it.
    weak: bool,
    /// The words of the interface, where an equal one says something.
    interface: Vec<Word>,
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
        let mut last: Option<(&str, Vec<u8>, Vec<Word>)> = None;
        for (position, at) in sought.iter().enumerate() {
            if last.as_ref().is_none_or(|(path, ..)| *path != at.file.path) {
                let text = texts.read(position)?;
                let words = vocabulary(&text);
                last = Some((&at.file.path, text, words));
            }
            let (_, text, words) = last.as_ref().expect("because it was just read");
            let construct = at.construct();
            let mut number = |word: &str| number_of(word.as_bytes(), &mut buffer);
            let name = Word::new(construct.name().as_bytes());
            let is_function = construct.kind.family() == Family::Callable;
            let before_name = if is_function { at.file.language.function_words() } else { &[] };
            let before_name = before_name.iter().map(|word| number(word)).collect();
            let mut body = words_in(words, at.body_tokens());
            body.retain(|word| word.number != name.number);
            let weak = has_weak_body(construct) || body.is_empty();
            if body.is_empty() && !says_only_its_name(at) {
                // Values without identifiers: numbers and the words of strings, as far as no comment may follow.
                let span = construct.span.start as usize..construct.span.end as usize;
                let own = text.get(span)?;
                let comment =
                    own.iter().position(|&byte| matches!(byte, b'#' | b'/' | b'-' | b'\\')).unwrap_or(own.len());
                body = vocabulary(&own[..comment]);
                body.retain(|word| word.number != name.number);
            }
            if body.is_empty() && is_first && !says_only_its_name(at) {
                return None;
            }
            let (mut interface, whole) = interface_words(construct, text);
            interface.retain(|word| word.number != name.number);
            let name = (!is_common(construct.name())).then_some(name);
            let parameters = parameters(construct);
            described.push(Sought { name, before_name, body, weak, interface, whole, parameters });
        }
        Some(described)
    }

    /// Whether a file may hold what became of it, in any tier.
    pub fn may_be_in(&self, file: &dyn Held) -> bool {
        type There<'t> = &'t dyn Fn(Word) -> bool;
        let (now, gained): (There<'_>, There<'_>) = (&|word| file.now(word), &|word| file.gained(word));
        let all = |words: &[Word], there: There<'_>| words.iter().all(|word| there(*word));
        let interface = |there: There<'_>| match self.whole {
            true => !self.interface.is_empty() && all(&self.interface, there) && file.follow(&self.parameters, GAP),
            false => self.interface.iter().any(|word| there(*word)),
        };
        // A name that is only called or imported is no match.
        let defined = |name: Word| {
            let follows = |before: &u32| file.follow(&[*before, name.number], 0);
            self.before_name.is_empty() || self.before_name.iter().any(follows)
        };
        let named = |there: There<'_>| self.name.is_some_and(|name| there(name) && defined(name));
        if self.weak {
            // What says little is believed by its name, or where it is new.
            (all(&self.body, now) || interface(now)) && named(now)
                || named(gained)
                || !self.body.is_empty() && all(&self.body, gained)
                || interface(gained)
        } else {
            named(now) || are_many(&self.body, gained) || all(&self.body, now) || interface(gained)
        }
    }
}

/// The words of a text that are among these tokens, each once.
pub fn words_in(vocabulary: &[Word], tokens: &[u32]) -> Vec<Word> {
    distinct(tokens.to_vec()).into_iter().filter_map(|token| word_of(vocabulary, token)).collect()
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

/// Whether so many of the words are there that code with all of them may be similar.
pub fn are_many(words: &[Word], there: &dyn Fn(Word) -> bool) -> bool {
    let needed = (words.len() * SIMILAR_WORDS).div_ceil(100).max(FEW_WORDS.min(words.len()));
    needed > 0 && words.iter().filter(|word| there(**word)).count() >= needed
}

/// The words that an equal interface has too, if it says something: all of them, or at least one.
fn interface_words(construct: &Construct, text: &[u8]) -> (Vec<Word>, bool) {
    if !has_telling_interface(construct) {
        return (Vec::new(), true);
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
        Some(written) if has_comment => (vocabulary(written.as_bytes()), true),
        Some(written) => (vocabulary(&[written.as_bytes(), &above].join(&b' ')), true),
        // A type, somewhere in the first lines.
        None => (vocabulary(&lines(construct.start_line, construct.definition_line + 1)), false),
    }
}
