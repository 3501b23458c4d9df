//! Reports made of a stranger's bytes: choices, then texts, with a byte between them that no text has.

use std::sync::Arc;

use codesub::config::{ChangeType, Members, Subscription, Target};
use codesub::git::Hunk;
use codesub::report::{
    Candidate, Certainty, Confidence, Details, Excerpt, ListChanges, ListPatch, MemberChange, MemberChangeType, Note,
    NoteKind, Origin, Place, Proposal, ProposalReason, Reason, ReferencePlace, References, Report, RevisionLabel,
    Stats, Tier, Trigger,
};
use codesub::syntax::Kind;

/// Stands between two texts.
pub const BETWEEN: u8 = 0xff;

/// The report that an input stands for.
pub fn report(data: &[u8]) -> Report {
    let mut parts = data.split(|byte| *byte == BETWEEN);
    let choices = parts.next().unwrap_or_default().to_vec();
    let texts = parts.take(12).map(|part| String::from_utf8_lossy(part).into_owned()).collect();
    Maker { choices, texts, next_choice: 0, next_text: 0 }.report()
}

/// Makes values out of choices and texts; when they are used up it starts again.
struct Maker {
    choices: Vec<u8>,
    texts: Vec<String>,
    next_choice: usize,
    next_text: usize,
}

impl Maker {
    fn byte(&mut self) -> u8 {
        self.next_choice += 1;
        self.choices.get((self.next_choice - 1) % self.choices.len().max(1)).copied().unwrap_or(self.next_choice as u8)
    }

    fn text(&mut self) -> String {
        self.next_text += 1;
        self.texts.get((self.next_text - 1) % self.texts.len().max(1)).cloned().unwrap_or_default()
    }

    fn some<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        (!self.byte().is_multiple_of(3)).then(|| make(self))
    }

    fn several<T>(&mut self, most: u8, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.byte() % (most + 1)).map(|_| make(self)).collect()
    }

    fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[usize::from(self.byte()) % all.len()]
    }

    fn line(&mut self) -> u32 {
        self.one_of(&[1, 2, 3, 10, 99, 100_000, u32::MAX])
    }

    fn kind(&mut self) -> Kind {
        self.one_of(&[Kind::Function, Kind::Method, Kind::Class, Kind::Enum, Kind::Field, Kind::Variable, Kind::Module])
    }

    fn place(&mut self) -> Place {
        let (path, start_line) = (self.text(), self.line());
        Place { path, start_line, end_line: start_line.saturating_add(u32::from(self.byte() % 9)) }
    }

    fn subscription(&mut self, number: usize) -> Subscription {
        let target = match self.byte() % 3 {
            0 => Target::Lines { path: self.text(), start: 1, end: 3 },
            _ => Target::Construct { path: self.text(), qualname: self.text() },
        };
        let id = self.text();
        let mut subscription = Subscription::new(format!("fuzz-{number}{id}"), target);
        if self.byte().is_multiple_of(2) {
            subscription.id = format!("fuzz-{number}");
        }
        subscription.label = self.some(Maker::text);
        subscription.description = self.some(Maker::text);
        subscription.notify = self.several(3, Maker::text);
        subscription.members = self.some(|_| Members::default());
        subscription
    }

    fn excerpt(&mut self) -> Excerpt {
        let (path, start_line) = (self.text(), u32::from(self.byte()) + 1);
        let lines = self
            .several(3, Maker::text)
            .iter()
            .flat_map(|text| text.split('\n').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        Excerpt { path, start_line, lines }
    }

    fn details(&mut self) -> Details {
        const TIERS: [Tier; 4] = [Tier::Exact, Tier::Body, Tier::Interface, Tier::Similar];
        const CHANGES: [MemberChangeType; 4] = [
            MemberChangeType::Added,
            MemberChangeType::Missing,
            MemberChangeType::Structural,
            MemberChangeType::Content,
        ];
        const CERTAIN: [Certainty; 3] = [Certainty::Semantic, Certainty::Resolved, Certainty::NameOnly];
        Details {
            now: self.some(Maker::place),
            now_qualname: self.some(Maker::text),
            locations: self.several(3, Maker::text),
            resolution: None,
            candidates: self.several(2, |it| Candidate {
                path: it.text(),
                line: it.line(),
                qualname: it.text(),
                kind: it.kind(),
                tier: it.one_of(&TIERS),
                similarity: it.some(|it| u16::from(it.byte()) * 4),
                symbol: None,
            }),
            twins: self.several(2, Maker::text),
            members: self.several(3, |it| MemberChange {
                name: it.text(),
                kind: it.kind(),
                change: it.one_of(&CHANGES),
                reason: it.one_of(&[Reason::MemberAdded, Reason::MemberRemoved, Reason::InheritedMemberChanged]),
                chain: it.several(2, Maker::text),
                line: it.some(Maker::line),
                symbol: None,
            }),
            message: self.some(Maker::text),
            references: self.some(|it| {
                References::of(it.several(12, |it| ReferencePlace {
                    certainty: it.one_of(&CERTAIN),
                    path: it.text(),
                    line: it.line(),
                }))
            }),
            in_index: self.several(2, Maker::text),
        }
    }

    fn trigger(&mut self, number: usize) -> Trigger {
        const REASONS: [Reason; 8] = [
            Reason::InterfaceChanged,
            Reason::BodyChanged,
            Reason::FileDeleted,
            Reason::SemanticTargetMissing,
            Reason::DuplicateFound,
            Reason::WeakMatch,
            Reason::OverlapHunk,
            Reason::ContainerRenamed,
        ];
        Trigger {
            subscription: Arc::new(self.subscription(number)),
            place: self.place(),
            change_type: self.one_of(&ChangeType::ALL),
            reasons: (0..=self.byte() % 3).map(|_| self.one_of(&REASONS)).collect(),
            origin: self.one_of(&[Origin::Diff, Origin::Drift]),
            acknowledged: self.byte().is_multiple_of(4),
            blocking: self.byte().is_multiple_of(2),
            symbol: None,
            hunks: self.several(2, |it| Hunk {
                old_start: it.line(),
                old_count: it.line(),
                new_start: it.line(),
                new_count: it.line(),
            }),
            details: self.details(),
            before: self.some(Maker::excerpt),
            after: self.some(Maker::excerpt),
        }
    }

    fn proposal(&mut self, number: usize) -> Proposal {
        const REASONS: [ProposalReason; 5] = [
            ProposalReason::LineShift,
            ProposalReason::Rename,
            ProposalReason::SemanticLocation,
            ProposalReason::MovedCrossFile,
            ProposalReason::FoundInIndex,
        ];
        let line = |it: &mut Maker| it.text().replace('\n', " ");
        Proposal {
            subscription: Arc::new(self.subscription(number)),
            old: self.place(),
            new: self.place(),
            reasons: (0..=self.byte() % 2).map(|_| self.one_of(&REASONS)).collect(),
            confidence: self.one_of(&[Confidence::Low, Confidence::Medium, Confidence::High]),
            tier: self.some(|it| it.one_of(&[Tier::Exact, Tier::Similar])),
            similarity: self.some(|it| u16::from(it.byte()) * 4),
            shift: self.some(|it| i64::from(it.byte()) - 100),
            new_qualname: self.some(Maker::text),
            new_kind: self.some(Maker::kind),
            applied: self.byte().is_multiple_of(4),
            symbol: None,
            patch: self.some(|it| ListPatch {
                line: it.line(),
                before: it.several(2, line),
                old: vec![line(it)],
                new: vec![line(it)],
                after: it.several(2, line),
                unterminated: it.byte().is_multiple_of(2),
            }),
        }
    }

    fn report(&mut self) -> Report {
        const NOTES: [NoteKind; 6] = [
            NoteKind::Duplicate,
            NoteKind::Skipped,
            NoteKind::BodyElsewhere,
            NoteKind::Shadowed,
            NoteKind::Muted,
            NoteKind::Limit,
        ];
        let revision = |it: &mut Maker| RevisionLabel { name: it.text(), commit: it.some(Maker::text) };
        let (triggers, proposals) = (usize::from(self.byte() % 4), usize::from(self.byte() % 4));
        Report {
            base: revision(self),
            target: revision(self),
            triggers: (0..triggers).map(|number| self.trigger(number)).collect(),
            proposals: (0..proposals).map(|number| self.proposal(number)).collect(),
            notes: self.several(2, |it| Note {
                subscription_id: it.some(Maker::text),
                kind: it.one_of(&NOTES),
                message: it.text(),
                locations: it.several(2, Maker::text),
            }),
            unchanged: self.several(2, Maker::text),
            subscriptions_changed: ListChanges {
                added: self.several(2, Maker::text),
                removed: self.several(2, Maker::text),
                edited: self.several(2, Maker::text),
            },
            complete: self.byte().is_multiple_of(2),
            stats: Stats { subscriptions: 3, files_changed: 2, files_parsed: 1 },
        }
    }
}
