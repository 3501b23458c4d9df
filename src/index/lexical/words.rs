//! Words: what names and text are taken apart into, so that the same thing is found however it is written.
//!
//! A **name** is a run of letters, digits and `_`. Its **words** are its parts in lower case: `_`, a change from small to
//! capital letters and from letters to digits separate them. Its **whole** is all of its words without anything between
//! them, so `validate_token`, `validateToken` and `ValidateToken` have the same one. What is looked for is taken apart by
//! the same rules.
//!
//! Words of more than [`LONGEST`] bytes are left out: nobody types them, and generated files are full of them.

use std::collections::BTreeSet;

/// The longest word and the longest whole, in bytes.
pub const LONGEST: usize = 100;

/// A name, taken apart.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Name {
    pub words: Vec<String>,
    pub whole: String,
}

impl Name {
    /// All names of a text as if they were one: `validate token` is `validate_token`.
    pub fn joined(text: &str) -> Name {
        let mut all = Name::default();
        for name in names(text) {
            all.whole.push_str(&name.whole);
            all.words.extend(name.words);
        }
        all
    }
}

/// The names of a text, in order.
pub fn names(text: &str) -> impl Iterator<Item = Name> {
    text.split(|c: char| !is_part_of_name(c)).filter(|name| name.len() < 16 * LONGEST).filter_map(|name| {
        let words: Vec<String> = words(name).map(str::to_lowercase).collect();
        let whole = words.concat();
        (!whole.is_empty()).then_some(Name { words, whole })
    })
}

/// The distinct words of something, and its distinct wholes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Terms {
    pub words: BTreeSet<String>,
    pub wholes: BTreeSet<String>,
}

impl Terms {
    pub fn add(&mut self, name: Name) {
        let fits = |word: &String| word.len() <= LONGEST;
        if fits(&name.whole) {
            self.wholes.insert(name.whole);
        }
        self.words.extend(name.words.into_iter().filter(fits));
    }

    /// Of a text: its names. A whole that is a word already is left out, which is most of them.
    pub fn of_text(text: &str) -> Terms {
        let mut terms = Terms::default();
        // Most of a text is repetition, and taking apart is what costs.
        let mut seen = std::collections::HashSet::new();
        for name in text.split(|c: char| !is_part_of_name(c)).filter(|name| !name.is_empty() && seen.insert(*name)) {
            for name in names(name) {
                if let [word] = &name.words[..] {
                    if word.len() <= LONGEST {
                        terms.words.insert(word.clone());
                    }
                } else {
                    terms.add(name);
                }
            }
        }
        terms
    }

    /// Of qualified names: with everything that such a name can be asked for by, `Auth.login` and `login`.
    pub fn of_qualified<'a>(names: impl IntoIterator<Item = &'a str>) -> Terms {
        let mut terms = Terms::default();
        for qualified in names {
            let name = Name::joined(qualified);
            for (at, _) in qualified.match_indices(|c: char| !is_part_of_name(c)) {
                let rest = &qualified[at..];
                let suffix = Name::joined(rest).whole;
                if !suffix.is_empty() && suffix.len() <= LONGEST {
                    terms.wholes.insert(suffix);
                }
            }
            terms.add(name);
        }
        terms
    }

    /// Of a path: the whole is the path, the name of the file, and that without its ending.
    pub fn of_path(path: &str) -> Terms {
        let mut terms = Terms::default();
        terms.add(Name::joined(path));
        let file = path.rsplit('/').next().unwrap_or(path);
        terms.add(Name::joined(file));
        if let Some((stem, _)) = file.rsplit_once('.') {
            terms.add(Name::joined(stem));
        }
        terms
    }
}

fn is_part_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The words of one name, as written.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split('_').flat_map(|part| {
        let chars: Vec<(usize, char)> = part.char_indices().collect();
        let mut starts: Vec<usize> = vec![0];
        for at in 1..chars.len() {
            let (before, (place, here)) = (chars[at - 1].1, chars[at]);
            let next = chars.get(at + 1).map(|&(_, c)| c);
            let after_small = here.is_uppercase() && before.is_lowercase();
            // `HTTPServer` is HTTP and Server.
            let before_small = here.is_uppercase() && before.is_uppercase() && next.is_some_and(char::is_lowercase);
            let at_digits = before.is_numeric() != here.is_numeric();
            if after_small || before_small || at_digits {
                starts.push(place);
            }
        }
        starts.push(part.len());
        starts.windows(2).map(|pair| &part[pair[0]..pair[1]]).filter(|word| !word.is_empty()).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> (String, String) {
        let name = Name::joined(text);
        (name.words.join(" "), name.whole)
    }

    #[test]
    fn of_names_are_the_same_however_they_are_written() {
        for name in
            ["validate_token", "validateToken", "ValidateToken", "VALIDATE_TOKEN", "validate token", "validate-token"]
        {
            assert_eq!(split(name), ("validate token".to_owned(), "validatetoken".to_owned()), "{name}");
        }
        for (name, words) in [
            ("HTTPServer2Go", "http server 2 go"),
            ("sha256sum", "sha 256 sum"),
            ("__init__", "init"),
            ("XMLHttpRequest", "xml http request"),
            ("ÄpfelÖl", "äpfel öl"),
            ("getURL", "get url"),
            ("日本語_名前", "日本語 名前"),
            ("a.b::c#d", "a b c d"),
            ("x", "x"),
            ("_", ""),
            ("\"*:(", ""),
        ] {
            assert_eq!(split(name).0, words, "{name}");
            assert_eq!(split(name).1, words.replace(' ', ""), "{name}");
        }
    }

    #[test]
    fn of_a_text_are_there_once_and_none_is_endless() {
        let long = "x".repeat(LONGEST + 1);
        let terms = Terms::of_text(&format!("def getUser(user): return user  # {long} {long}_y"));
        let list = |terms: &BTreeSet<String>| terms.iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(list(&terms.words), "def get return user y");
        assert_eq!(list(&terms.wholes), "getuser");
        assert_eq!(Terms::of_text(&"a".repeat(1 << 20)), Terms::default());
    }

    #[test]
    fn of_a_qualified_name_can_be_asked_for_from_any_part_on() {
        let terms = Terms::of_qualified(["shop.AuthService.log_in"]);
        let wholes: Vec<_> = terms.wholes.iter().map(String::as_str).collect();
        assert_eq!(wholes, ["authservicelogin", "login", "shopauthservicelogin"]);
        let words: Vec<_> = terms.words.iter().map(String::as_str).collect();
        assert_eq!(words, ["auth", "in", "log", "service", "shop"]);
    }

    #[test]
    fn of_a_path_are_its_parts() {
        let terms = Terms::of_path("src/auth/userService.test.ts");
        let words: Vec<_> = terms.words.iter().map(String::as_str).collect();
        assert_eq!(words, ["auth", "service", "src", "test", "ts", "user"]);
        let wholes: Vec<_> = terms.wholes.iter().map(String::as_str).collect();
        assert_eq!(wholes, ["srcauthuserservicetestts", "userservicetest", "userservicetestts"]);
    }
}
