//! Who can be mentioned on GitHub.
//!
//! `notify` takes any text: a team, a mail address, a channel. Only what is certainly the name of a user (`@name`) or of
//! a team (`@org/team`) may stand in a comment so that GitHub notifies them; the rest is shown as code.

/// A name that GitHub may notify. There is nothing in it that Markdown would read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mention<'a>(&'a str);

/// GitHub's own limit for users and organisations; longer slugs of teams are not mentioned.
const LONGEST: usize = 39;

impl<'a> Mention<'a> {
    /// `None` for anything else than `@name` and `@org/team`.
    pub fn of(text: &'a str) -> Option<Self> {
        let name = text.strip_prefix('@')?;
        let parts: Vec<&str> = name.split('/').collect();
        (parts.len() <= 2 && parts.iter().all(|part| is_name(part))).then_some(Mention(name))
    }

    /// Without the `@`.
    pub fn name(self) -> &'a str {
        self.0
    }
}

/// Letters and digits, with single hyphens and underscores between them.
fn is_name(part: &str) -> bool {
    let joins = |byte: &u8| matches!(byte, b'-' | b'_');
    let bytes = part.as_bytes();
    let is_joined_well = |pair: &[u8]| !(joins(&pair[0]) && joins(&pair[1]));
    !bytes.is_empty()
        && bytes.len() <= LONGEST
        && bytes.iter().all(|byte| byte.is_ascii_alphanumeric() || joins(byte))
        && !bytes.first().is_some_and(joins)
        && !bytes.last().is_some_and(joins)
        && bytes.windows(2).all(is_joined_well)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_users_and_teams_can_be_mentioned() {
        let long = format!("@{}", "a".repeat(39));
        for name in ["@octocat", "@acme/security", "@Acme-1/web_platform-2", "@x", "@name_acme", &long] {
            assert_eq!(Mention::of(name).map(Mention::name), Some(&name[1..]));
        }
        let longer = format!("@acme/{}", "a".repeat(40));
        for name in [
            "",
            "@",
            "octocat",
            "me@acme.example",
            "#payments",
            "@a/b/c",
            "@/b",
            "@a/",
            "@-a",
            "@a-",
            "@a--b",
            "@a__b",
            "@_a_",
            "@a b",
            "@a\n",
            "@a`",
            "@é",
            "@a/*",
            "@@a",
            "@a.b",
            "@a|b",
            " @a",
            "@a ",
            &longer,
        ] {
            assert_eq!(Mention::of(name), None, "{name:?}");
        }
    }
}
