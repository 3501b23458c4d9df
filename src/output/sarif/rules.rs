//! The rules of a SARIF log: one a change type, and one for proposals.
//!
//! The level of a rule is that of the default policy, which lets every change type block; what holds for a result is
//! said by the result.

use super::log::{Configuration, Help, Level, Message, Rule};
use crate::config::ChangeType;

/// All rules, in the order of the change types; proposals last.
pub fn all() -> Vec<Rule> {
    ChangeType::ALL.map(Words::of).into_iter().chain([PROPOSAL]).map(Words::rule).collect()
}

/// The id of a change type's rule and its place in [`all`].
pub fn of(change_type: ChangeType) -> (&'static str, usize) {
    let index = ChangeType::ALL.iter().position(|&it| it == change_type).unwrap_or_default();
    (Words::of(change_type).id, index)
}

/// The same for proposals.
pub fn of_proposals() -> (&'static str, usize) {
    (PROPOSAL.id, ChangeType::ALL.len())
}

/// What is said about a rule.
struct Words {
    id: &'static str,
    name: &'static str,
    short: &'static str,
    full: &'static str,
    help: Help,
    level: Level,
}

const PROPOSAL: Words = Words {
    id: "codesub/proposal",
    name: "SubscribedCodeMoved",
    short: "Subscribed code moved",
    full: "The code that a subscription watches is unchanged, but it has another name or stands in another file.",
    help: Help {
        text: "Run codesub apply and commit the result: the subscription then points at the new place.",
        markdown: "Run `codesub apply` and commit the result: the subscription then points at the new place.",
    },
    level: Level::Note,
};

const ACCEPT: Help = Help {
    text: "Look at what depends on the code. If the change is intended, run codesub accept ID and commit codesub.lock with it.",
    markdown: "Look at what depends on the code. If the change is intended, run `codesub accept ID` and commit `codesub.lock` with it.",
};

const DECIDE: Help = Help {
    text: "Say where the code is now with codesub decide ID --pick TARGET. codesub explain ID shows what was looked at.",
    markdown: "Say where the code is now with `codesub decide ID --pick TARGET`. `codesub explain ID` shows what was looked at.",
};

impl Words {
    fn of(change_type: ChangeType) -> Self {
        let (id, name, short, full, help) = match change_type {
            ChangeType::Missing => (
                "codesub/missing",
                "SubscribedCodeMissing",
                "Subscribed code is gone",
                "The code that a subscription watches was removed, and nothing in the change is certain to be what became of it.",
                Help {
                    text: "Say where the code is now with codesub decide ID --pick TARGET, or stop watching it with codesub remove ID.",
                    markdown: "Say where the code is now with `codesub decide ID --pick TARGET`, or stop watching it with `codesub remove ID`.",
                },
            ),
            ChangeType::Structural => (
                "codesub/structural",
                "SubscribedInterfaceChanged",
                "A subscribed interface changed",
                "Parameters, types, decorators, bases or the kind of code that a subscription watches changed.",
                ACCEPT,
            ),
            ChangeType::Content => (
                "codesub/content",
                "SubscribedContentChanged",
                "Subscribed code changed",
                "The body or the value of code that a subscription watches changed. Comments and formatting do not count.",
                ACCEPT,
            ),
            ChangeType::Aggregate => (
                "codesub/aggregate",
                "SubscribedMembersChanged",
                "Members of a subscribed class changed",
                "Members of a class that a subscription watches were added, removed or changed, its own or inherited ones.",
                ACCEPT,
            ),
            ChangeType::Lines => (
                "codesub/lines",
                "SubscribedLinesChanged",
                "Subscribed lines changed",
                "A change falls into lines that a subscription watches.",
                ACCEPT,
            ),
            ChangeType::ParseError => (
                "codesub/parse_error",
                "SubscribedCodeUnreadable",
                "Subscribed code cannot be compared",
                "A syntax error stands where the code of a subscription is, so nothing can be said about it.",
                Help { text: "Repair the file.", markdown: "Repair the file." },
            ),
            ChangeType::Ambiguous => (
                "codesub/ambiguous",
                "SubscribedCodeAmbiguous",
                "It cannot be told where subscribed code is",
                "Several places could be what a subscription watches, too little proves the one, or codesub cannot read the language.",
                DECIDE,
            ),
        };
        Words { id, name, short, full, help, level: Level::Error }
    }

    fn rule(self) -> Rule {
        let text = |words: &str| Message { text: words.to_owned() };
        Rule {
            id: self.id,
            name: self.name,
            short_description: text(self.short),
            full_description: text(self.full),
            help: self.help,
            default_configuration: Configuration { level: self.level },
        }
    }
}
