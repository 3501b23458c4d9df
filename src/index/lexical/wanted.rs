//! What somebody looks for, and how well a name answers it.
//!
//! Anything may be typed: what is no letter, digit or `_` only separates, so there is no query language and nothing to
//! get wrong. A name answers in one of five ways, the [`Match`]es, best first. They are told apart by the name alone and
//! never by how often something occurs: the order of answers must not depend on what else was indexed, or when.

use std::borrow::Cow;

use super::words::{LONGEST, Name, names};
use crate::syntax::qualname::bare;

/// More words than anybody looks for are not looked at.
const MOST_WORDS: usize = 32;

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// Distinct, in the order in which they were typed.
    pub words: Vec<String>,
    /// All of it as one name.
    pub whole: String,
    /// The name as it was spelt, scopes joined by `.`.
    pub spelt: String,
}

/// How well something answers, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Match {
    /// It is called that.
    Exact,
    /// It has all the words.
    Words,
    /// It has words that start with all the words.
    Prefix,
    /// It has words that are spelt much like all the words.
    Similar,
    /// It has some of the words.
    Some,
}

impl Match {
    /// The word used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Match::Exact => "exact",
            Match::Words => "words",
            Match::Prefix => "prefix",
            Match::Similar => "similar",
            Match::Some => "some",
        }
    }
}

impl Wanted {
    /// `None` where there is nothing to look for.
    pub fn new(typed: &str) -> Option<Wanted> {
        let mut words: Vec<String> = Vec::new();
        let mut whole = String::new();
        for name in names(typed).take(MOST_WORDS) {
            whole.push_str(&name.whole);
            for word in name.words {
                if words.len() < MOST_WORDS && word.len() <= LONGEST && !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        if whole.len() > LONGEST {
            // Nothing is called that.
            whole.clear();
        }
        let spelt = typed.trim().replace("::", ".");
        (!words.is_empty()).then_some(Wanted { words, whole, spelt })
    }

    /// How well a name answers, if it does in one of these ways.
    pub fn rank(&self, name: &Name, within: &[Match]) -> Option<Match> {
        within.iter().copied().find(|&kind| self.answers(name, kind))
    }

    /// Whether a name answers in this way.
    pub fn answers(&self, name: &Name, kind: Match) -> bool {
        let all = |fits: &dyn Fn(&str, &str) -> bool| {
            self.words.iter().all(|wanted| name.words.iter().any(|word| fits(wanted, word)))
        };
        match kind {
            Match::Exact => !self.whole.is_empty() && name.whole == self.whole,
            Match::Words => all(&|wanted, word| word == wanted),
            Match::Prefix => {
                (self.whole.len() >= 2 && name.whole.starts_with(&self.whole))
                    || all(&|wanted, word| word.starts_with(wanted))
            }
            Match::Similar => is_similar(&self.whole, &name.whole) || all(&is_similar),
            Match::Some => self.words.iter().any(|wanted| name.words.contains(wanted)),
        }
    }

    /// The same for a construct: its qualified name may help, but its own name must have a part in it, or a class would
    /// bring all of its members along.
    pub fn answers_construct(&self, simple: &Name, qualified: &str, kind: Match) -> bool {
        if self.answers(simple, kind) {
            return true;
        }
        // Types of parameters are no part of a name, unless somebody asks for them.
        let qualified = if self.spelt.contains('(') { Cow::Borrowed(qualified) } else { bare(qualified).into() };
        let full = Name::joined(&qualified);
        match kind {
            Match::Exact => {
                let is_longer = self.whole != simple.whole && self.whole.contains(&simple.whole);
                is_longer && full.whole.ends_with(&self.whole) && starts_a_part(&qualified, &self.whole)
            }
            _ => {
                let takes_part = |wanted: &String| match kind {
                    Match::Words | Match::Some => simple.words.contains(wanted),
                    Match::Prefix => simple.words.iter().any(|word| word.starts_with(wanted)),
                    _ => simple.words.iter().any(|word| is_similar(wanted, word)),
                };
                kind != Match::Some && self.words.iter().any(takes_part) && self.answers(&full, kind)
            }
        }
    }
}

/// Whether a qualified name, from the start of one of its parts on, is this whole.
fn starts_a_part(qualified: &str, whole: &str) -> bool {
    let parts = qualified.match_indices(['.', ':', '#', '/']).map(|(at, _)| &qualified[at..]);
    parts.chain([qualified]).any(|rest| Name::joined(rest).whole == whole)
}

/// How many typing errors are looked past in a word.
pub fn errors_in(word: &str) -> u8 {
    match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

fn is_similar(wanted: &str, word: &str) -> bool {
    let errors = usize::from(errors_in(wanted));
    !wanted.is_empty()
        && wanted.len().abs_diff(word.len()) <= 4 * errors
        && strsim::osa_distance(wanted, word) <= errors
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Match; 5] = [Match::Exact, Match::Words, Match::Prefix, Match::Similar, Match::Some];

    fn rank(typed: &str, name: &str) -> Option<Match> {
        Wanted::new(typed).expect("words").rank(&Name::joined(name), &ALL)
    }

    #[test]
    fn is_answered_best_by_what_is_called_that() {
        for (typed, name, kind) in [
            ("validate token", "validateToken", Some(Match::Exact)),
            ("validatetoken", "validate_token", Some(Match::Exact)),
            ("token", "validate_token", Some(Match::Words)),
            ("token validate", "validate_token", Some(Match::Words)),
            ("valid", "validate_token", Some(Match::Prefix)),
            ("validatetok", "validate_token", Some(Match::Prefix)),
            ("valdate_token", "validate_token", Some(Match::Similar)),
            ("tokne", "validate_token", Some(Match::Similar)),
            ("refresh token", "validate_token", Some(Match::Some)),
            ("id", "it", None),
            ("login", "validate_token", None),
        ] {
            assert_eq!(rank(typed, name), kind, "{typed:?} {name}");
        }
    }

    #[test]
    fn of_a_class_does_not_bring_its_members_along() {
        let answers = |typed: &str, simple: &str, qualified: &str| {
            let wanted = Wanted::new(typed).expect("words");
            ALL.into_iter().find(|&kind| wanted.answers_construct(&Name::joined(simple), qualified, kind))
        };
        assert_eq!(answers("auth", "login", "Auth.login"), None);
        assert_eq!(answers("Auth.login", "login", "shop.Auth.login"), Some(Match::Exact));
        assert_eq!(answers("th.login", "login", "shop.Auth.login"), Some(Match::Similar));
        assert_eq!(answers("auth login", "login", "shop.AuthService.login"), Some(Match::Words));
        assert_eq!(answers("au lo", "login", "shop.AuthService.login"), Some(Match::Prefix));
    }

    #[test]
    fn of_a_method_is_not_what_it_takes() {
        let answers = |typed: &str, simple: &str, qualified: &str| {
            let wanted = Wanted::new(typed).expect("words");
            ALL.into_iter().find(|&kind| wanted.answers_construct(&Name::joined(simple), qualified, kind))
        };
        assert_eq!(answers("Gson.toJson", "toJson", "Gson.toJson(Object,Type)"), Some(Match::Exact));
        assert_eq!(answers("Gson.toJson(Object)", "toJson", "Gson.toJson(Object)"), Some(Match::Exact));
        assert_eq!(answers("Gson.toJson(Object)", "toJson", "Gson.toJson(Object,Type)"), Some(Match::Words));
        assert_eq!(answers("json reader", "fromJson", "Gson.fromJson(Reader)"), Some(Match::Some));
    }

    #[test]
    fn is_whatever_was_typed() {
        for nothing in ["", " ", "\"", "*:*", "()", "_", "\u{202e}", "💥"] {
            assert_eq!(Wanted::new(nothing), None, "{nothing:?}");
        }
        let long = "ab ".repeat(5000) + &"c".repeat(10_000);
        assert_eq!(Wanted::new(&long).expect("words").words, ["ab"]);
        let many: String = (0..10_000).map(|n| format!("w{n}x ")).collect();
        assert_eq!(Wanted::new(&many).expect("words").words.len(), MOST_WORDS);
    }
}
