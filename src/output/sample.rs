//! One rich report for the tests of every format: each sort of finding once, and a hostile one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::config::{ChangeType, Config, Members, Subscription, Target};
use crate::git::Hunk;
use crate::identity::{
    Ambiguity, ChunkRef, Confidence as SymbolConfidence, Evidence, Range, Resolution, Scheme, SymbolRef,
};
use crate::report::{
    Candidate, Certainty, Confidence, Details, Excerpt, ListChanges, ListPatch, MemberChange, MemberChangeType, Note,
    NoteKind, Origin, Place, Proposal, ProposalReason, Reason, ReferencePlace, References, Report, RevisionLabel,
    Stats, Tier, Trigger,
};
use crate::syntax::Kind;

/// Everything at once.
pub fn rich() -> Report {
    let mut report = clean();
    report.triggers = vec![
        gone(),
        signature_changed(),
        value_changed(),
        members_changed(),
        lines_changed(),
        unreadable(),
        weak(),
        drifted(),
        acknowledged(),
        found_elsewhere(),
    ];
    report.proposals = proposals();
    report.notes = notes();
    report.complete = false;
    report.subscriptions_changed = ListChanges {
        added: vec!["refund-window".into()],
        removed: vec!["old-audit".into()],
        edited: vec!["api-limits".into(), "token-check".into()],
    };
    report
}

/// A list with every subscription that a report speaks of.
pub fn list_of(report: &Report) -> Config {
    let noted = report.notes.iter().filter_map(|note| note.subscription_id.as_deref());
    let mut by_id: BTreeMap<&str, Arc<Subscription>> =
        noted.map(|id| (id, Arc::new(construct(id, "noted.py", "it")))).collect();
    let triggers = report.triggers.iter().map(|it| &it.subscription);
    let found = triggers.chain(report.proposals.iter().map(|it| &it.subscription));
    by_id.extend(found.map(|it| (it.id.as_str(), Arc::clone(it))));
    Config { subscriptions: by_id.into_values().collect(), ..Config::default() }
}

/// Nothing to say, but that something was skipped which is nobody's.
pub fn gaps() -> Report {
    let message = "vendor was not compared: there is more in it than what is listed of one revision".to_owned();
    let note = Note { subscription_id: None, kind: NoteKind::Skipped, message, locations: Vec::new() };
    Report { complete: false, notes: vec![note], ..clean() }
}

/// Nothing to say.
pub fn clean() -> Report {
    Report {
        base: RevisionLabel {
            name: "origin/main".into(),
            commit: Some("1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d".into()),
        },
        target: RevisionLabel { name: "worktree".into(), commit: None },
        triggers: Vec::new(),
        proposals: Vec::new(),
        notes: Vec::new(),
        unchanged: (1..=96).map(|number| format!("sub-{number:02}")).collect(),
        subscriptions_changed: ListChanges::default(),
        complete: true,
        stats: Stats { subscriptions: 117, files_changed: 23, files_parsed: 31 },
    }
}

fn gone() -> Trigger {
    let mut subscription = construct("session-ttl", "src/auth/session.py", "Session.renew");
    subscription.label = Some("Session renewal".into());
    subscription.description = Some("The mobile app renews with the same rules, see docs/mobile/session.md.".into());
    subscription.notify = vec!["@acme/mobile".into()];
    let mut trigger = trigger(subscription, 30, 47, ChangeType::Missing, &[Reason::SemanticTargetMissing]);
    trigger.symbol = Some(symbol(Kind::Method, "Session.renew"));
    trigger.details.candidates = vec![
        candidate("src/auth/lease.py", 12, "Lease.extend", Kind::Method, Tier::Similar, Some(742)),
        candidate("src/auth/tokens.py", 88, "renew_all", Kind::Function, Tier::Interface, None),
    ];
    trigger.details.twins = vec!["legacy/session.py:18".into()];
    trigger.details.in_index = vec!["src/a|b`.py:4".into(), "src/lease/renewal.py:8".into()];
    trigger.details.references = Some(References {
        files: 7,
        semantic: 1,
        resolved: 8,
        name_only: 3,
        places: vec![
            used(Certainty::Semantic, "src/auth/login.py", 31),
            used(Certainty::Resolved, "src/mobile/sync.py", 112),
            used(Certainty::NameOnly, "src/\u{202e}`|<b>.py", 9),
        ],
    });
    trigger.before = Some(excerpt(
        "src/auth/session.py",
        30,
        "def renew(self, now=None):\n    now = now or time.time()\n    if self.revoked:\n        raise SessionRevoked(self.id)\n    if now > self.expires_at + GRACE:\n        return False\n    self.expires_at = now + TTL\n    self.renewals += 1\n    if self.renewals > MAX_RENEWALS:\n        self.revoke(\"too many renewals\")\n        return False\n    self.store.put(self)\n    return True",
    ));
    trigger
}

/// Gone from the diff, but a file that did not change has the same.
fn found_elsewhere() -> Trigger {
    let subscription = construct("vat-rate", "src/vat.py", "vat_rate");
    let mut trigger = trigger(subscription, 3, 12, ChangeType::Missing, &[Reason::FileDeleted]);
    trigger.symbol = Some(symbol(Kind::Function, "vat_rate"));
    trigger.details.references = Some(References::of(vec![used(Certainty::NameOnly, "src/cart.py", 3)]));
    trigger
}

fn signature_changed() -> Trigger {
    let mut subscription = construct("token-check", "src/auth/service.py", "AuthService.validate_token");
    subscription.label = Some("Token validation".into());
    subscription.description = Some("The gateway mirrors this check, see docs/auth.md".into());
    subscription.notify = vec!["@acme/security".into(), "@acme/gateway".into()];
    let reasons = [Reason::InterfaceChanged, Reason::BodyChanged];
    let mut trigger = trigger(subscription, 42, 60, ChangeType::Structural, &reasons);
    trigger.symbol = Some(symbol(Kind::Method, "AuthService.validate_token"));
    trigger.hunks = vec![Hunk { old_start: 42, old_count: 2, new_start: 17, new_count: 2 }];
    trigger.details.now = Some(Place { path: "src/auth/tokens.py".into(), start_line: 17, end_line: 35 });
    trigger.details.now_qualname = Some("TokenService.validate".into());
    let body = "    payload = self._decode(raw)\n    if payload is None:\n        return False\n    if payload[\"aud\"] not in self.audiences:\n        log.warning(\"audience %r\", payload[\"aud\"])\n        return False\n    key = self.keys.get(payload[\"kid\"])\n    if key is None or key.revoked:\n        return False\n";
    let before = format!(
        "def validate_token(self, raw: str) -> bool:\n    \"\"\"Whether a token is good.\"\"\"\n{body}    return payload[\"exp\"] > time.time()\n"
    );
    let after = format!(
        "def validate(self, raw: str, *, leeway: int = 0) -> bool:\n    \"\"\"Whether a token is good.\"\"\"\n{body}    now = time.time()\n    return payload[\"exp\"] + leeway > now and payload.get(\"nbf\", now) <= now\n"
    );
    trigger.before = Some(excerpt("src/auth/service.py", 42, before.trim_end()));
    trigger.after = Some(excerpt("src/auth/tokens.py", 17, after.trim_end()));
    trigger
}

fn value_changed() -> Trigger {
    let mut subscription = construct("api-limits", "src/api/limits.py", "MAX_RATE");
    subscription.label = Some("Requests a minute".into());
    let mut trigger = trigger(subscription, 8, 8, ChangeType::Content, &[Reason::BodyChanged]);
    trigger.symbol = Some(symbol(Kind::Variable, "MAX_RATE"));
    trigger.blocking = false;
    trigger.details.references = Some(References::default());
    trigger.hunks = vec![Hunk { old_start: 8, old_count: 1, new_start: 9, new_count: 1 }];
    trigger.details.now = Some(Place { path: "src/api/limits.py".into(), start_line: 9, end_line: 9 });
    trigger.before = Some(excerpt("src/api/limits.py", 8, "MAX_RATE: Final = 600  # a minute"));
    trigger.after = Some(excerpt("src/api/limits.py", 9, "MAX_RATE: Final = 300  # a minute"));
    trigger
}

fn members_changed() -> Trigger {
    let mut subscription = construct("order-fields", "src/orders/models.py", "Order");
    subscription.label = Some("Order, as exported nightly".into());
    subscription.notify = vec!["data-platform@acme.example".into()];
    subscription.members = Some(Members::default());
    let reasons =
        [Reason::MemberAdded, Reason::MemberRemoved, Reason::MemberBodyChanged, Reason::InheritedMemberChanged];
    let mut trigger = trigger(subscription, 21, 90, ChangeType::Aggregate, &reasons);
    trigger.symbol = Some(symbol(Kind::Class, "Order"));
    let member = |name: &str, kind, change, reason, line| MemberChange {
        name: name.into(),
        kind,
        change,
        reason,
        chain: Vec::new(),
        line,
        symbol: Some(symbol(kind, &format!("Order.{name}"))),
    };
    trigger.details.members = vec![
        member("currency", Kind::Field, MemberChangeType::Added, Reason::MemberAdded, Some(27)),
        member("legacy_id", Kind::Field, MemberChangeType::Missing, Reason::MemberRemoved, None),
        member("total", Kind::Method, MemberChangeType::Content, Reason::MemberBodyChanged, Some(52)),
        MemberChange {
            chain: vec!["src/orders/models.py::Document".into(), "src/db/base.py::Model".into()],
            ..member("save", Kind::Method, MemberChangeType::Structural, Reason::InheritedMemberChanged, Some(114))
        },
    ];
    trigger
}

fn lines_changed() -> Trigger {
    let target = Target::Lines { path: "deploy/nginx.conf".into(), start: 12, end: 14 };
    let mut subscription = Subscription::new("proxy-timeouts", target);
    subscription.label = Some("Proxy timeouts".into());
    let mut trigger = trigger(subscription, 12, 14, ChangeType::Lines, &[Reason::OverlapHunk]);
    trigger.details.now = Some(Place { path: "deploy/nginx.conf".into(), start_line: 12, end_line: 14 });
    trigger.hunks = vec![Hunk { old_start: 13, old_count: 1, new_start: 13, new_count: 1 }];
    trigger.before = Some(excerpt(
        "deploy/nginx.conf",
        12,
        "\tproxy_connect_timeout 5s;\n\tproxy_read_timeout 30s;\n\tproxy_send_timeout 30s;",
    ));
    trigger.after = Some(excerpt(
        "deploy/nginx.conf",
        12,
        "\tproxy_connect_timeout 5s;\n\tproxy_read_timeout 90s;\n\tproxy_send_timeout 30s;",
    ));
    trigger
}

fn unreadable() -> Trigger {
    let subscription = construct("invoice-pdf", "src/billing/pdf.py", "render");
    let mut trigger = trigger(subscription, 5, 40, ChangeType::ParseError, &[Reason::SyntaxError]);
    trigger.details.message = Some("the parser lost its way at line 17".into());
    trigger.blocking = false;
    trigger
}

/// Everything in it tries to be more than text.
fn weak() -> Trigger {
    let mut subscription = construct("hostile", "src/\u{202e}gnp.py", "f\n::error::x`|<b>");
    subscription.label =
        Some("**Ping** @acme/admins, closes #1 | <script>alert(1)</script> https://evil.example".into());
    subscription.notify = vec!["@acme/`everyone`|x".into()];
    let mut trigger = trigger(subscription, 1, 2, ChangeType::Ambiguous, &[Reason::WeakMatch]);
    trigger.blocking = false;
    trigger.details.locations = vec!["a|b\x1b[2J.py:3".into(), "c`d`.py:9".into()];
    let copies = vec![symbol(Kind::Function, "f\n"), symbol(Kind::Function, "f`")];
    trigger.details.resolution = Some(Resolution::of(copies, Ambiguity::IdenticalCopies));
    trigger.before = Some(excerpt("x.py", 1, "x = '```'\ny = '\x1b]0;owned\x07'"));
    trigger.after = Some(excerpt("x.py", 1, "x = '````'\ny = '\x1b]0;owned\x07'"));
    trigger
}

fn drifted() -> Trigger {
    let subscription = construct("retry-policy", "src/net/retry.py", "backoff");
    let mut trigger = trigger(subscription, 3, 3, ChangeType::Content, &[Reason::BodyChanged]);
    trigger.symbol = Some(symbol(Kind::Function, "backoff"));
    trigger.origin = Origin::Drift;
    trigger.blocking = false;
    trigger.before = Some(excerpt("src/net/retry.py", 3, "def backoff(n):\n    return 2 ** n"));
    trigger.after = Some(excerpt("src/net/retry.py", 3, "def backoff(n):\n    return min(2 ** n, 60)"));
    trigger
}

fn acknowledged() -> Trigger {
    let mut subscription = construct("audit-log", "src/audit.py", "write_entry");
    subscription.label = Some("Audit entries".into());
    let mut trigger = trigger(subscription, 70, 84, ChangeType::Structural, &[Reason::InterfaceChanged]);
    trigger.symbol = Some(symbol(Kind::Function, "write_entry"));
    trigger.acknowledged = true;
    trigger.blocking = false;
    trigger
}

fn proposals() -> Vec<Proposal> {
    let mut proposals = vec![
        Proposal {
            reasons: vec![ProposalReason::MovedCrossFile],
            confidence: Confidence::Medium,
            tier: Some(Tier::Similar),
            similarity: Some(913),
            new_qualname: Some("TokenService.validate".into()),
            patch: patch(
                14,
                "token-check",
                "src/auth/service.py::AuthService.validate_token",
                "src/auth/tokens.py::TokenService.validate",
                "  # see docs/auth.md",
            ),
            ..proposal(signature_changed().subscription, (42, 60), ("src/auth/tokens.py", 17, 35))
        },
        Proposal {
            reasons: vec![ProposalReason::MovedCrossFile],
            patch: patch(21, "fee-table", "src/fees.py::FEES", "src/billing/fees.py::FEES", ""),
            ..proposal(construct("fee-table", "src/fees.py", "FEES").into(), (4, 19), ("src/billing/fees.py", 11, 26))
        },
        Proposal {
            reasons: vec![ProposalReason::SemanticLocation],
            confidence: Confidence::Low,
            tier: Some(Tier::Interface),
            similarity: None,
            new_qualname: Some("normalise_iban".into()),
            ..proposal(construct("iban", "src/iban.py", "clean_iban").into(), (9, 14), ("src/iban.py", 12, 20))
        },
        Proposal {
            reasons: vec![ProposalReason::FoundInIndex],
            confidence: Confidence::Medium,
            ..proposal(found_elsewhere().subscription, (3, 12), ("src/tax/vat.py", 8, 17))
        },
        Proposal {
            reasons: vec![ProposalReason::Rename],
            applied: true,
            ..proposal(construct("tax-rules", "src/tax.py", "rules").into(), (2, 9), ("src/taxes/rules.py", 2, 9))
        },
    ];
    for (id, shift) in [("cart-total", 3), ("cart-tax", 3), ("login-form", -2)] {
        let target = Target::Lines { path: "web/cart.ts".into(), start: 10, end: 20 };
        proposals.push(Proposal {
            reasons: vec![ProposalReason::LineShift],
            tier: None,
            similarity: None,
            shift: Some(shift),
            ..proposal(
                Subscription::new(id, target).into(),
                (10, 20),
                ("web/cart.ts", (10 + shift) as u32, (20 + shift) as u32),
            )
        });
    }
    proposals
}

fn notes() -> Vec<Note> {
    let note = |id: Option<&str>, kind, message: &str, locations: &[&str]| Note {
        subscription_id: id.map(str::to_owned),
        kind,
        message: message.to_owned(),
        locations: locations.iter().map(|&place| place.to_owned()).collect(),
    };
    vec![
        note(Some("slug"), NoteKind::Duplicate, "identical copies appeared", &["src/a/slug.py:3", "src/b/slug.py:7"]),
        note(Some("vendor-sdk"), NoteKind::Skipped, "vendor/sdk.py is 9.1 MiB, over the limit of 8 MiB", &[]),
        note(
            Some("banner"),
            NoteKind::Muted,
            "body changed, but the subscription is not on content",
            &["web/banner.py:5"],
        ),
        note(None, NoteKind::Limit, "more than 1000 files could be renames; not all pairs were compared", &[]),
    ]
}

fn construct(id: &str, path: &str, qualname: &str) -> Subscription {
    Subscription::new(id, Target::Construct { path: path.into(), qualname: qualname.into() })
}

fn trigger(
    subscription: Subscription,
    start_line: u32,
    end_line: u32,
    change_type: ChangeType,
    reasons: &[Reason],
) -> Trigger {
    Trigger {
        place: Place { path: subscription.target.path().to_owned(), start_line, end_line },
        subscription: Arc::new(subscription),
        change_type,
        reasons: reasons.to_vec(),
        origin: Origin::Diff,
        acknowledged: false,
        blocking: true,
        symbol: None,
        hunks: Vec::new(),
        details: Details::default(),
        before: None,
        after: None,
    }
}

fn proposal(subscription: Arc<Subscription>, old: (u32, u32), new: (&str, u32, u32)) -> Proposal {
    Proposal {
        old: Place { path: subscription.target.path().to_owned(), start_line: old.0, end_line: old.1 },
        new: Place { path: new.0.into(), start_line: new.1, end_line: new.2 },
        subscription,
        reasons: Vec::new(),
        confidence: Confidence::High,
        tier: Some(Tier::Exact),
        similarity: Some(1000),
        shift: None,
        new_qualname: None,
        new_kind: None,
        applied: false,
        symbol: None,
        patch: None,
    }
}

/// The lines of a list in which one target changes; a blank line and another item below.
fn patch(line: u32, id: &str, old: &str, new: &str, tail: &str) -> Option<ListPatch> {
    Some(ListPatch {
        line,
        before: vec![String::new(), format!("  - id: {id}")],
        old: vec![format!("    target: {old}{tail}")],
        new: vec![format!("    target: {new}{tail}")],
        after: vec!["    label: |".into(), "      as it was".into(), String::new()],
        unterminated: false,
    })
}

fn candidate(path: &str, line: u32, qualname: &str, kind: Kind, tier: Tier, similarity: Option<u16>) -> Candidate {
    Candidate {
        path: path.into(),
        line,
        qualname: qualname.into(),
        kind,
        tier,
        similarity,
        symbol: Some(symbol(kind, qualname)),
    }
}

fn used(certainty: Certainty, path: &str, line: u32) -> ReferencePlace {
    ReferencePlace { certainty, path: path.into(), line }
}

fn excerpt(path: &str, start_line: u32, text: &str) -> Excerpt {
    Excerpt { path: path.into(), start_line, lines: text.split('\n').map(str::to_owned).collect() }
}

fn symbol(kind: Kind, qualname: &str) -> SymbolRef {
    SymbolRef {
        symbol_id: None,
        scoped_id: Some("sid:v1:sha1:0123456789abcdef0123456789abcdef01234567".into()),
        symbol_key: format!("sk:v1:python::{qualname}"),
        signature_key: None,
        kind: Some(kind.as_str().into()),
        qualified_name: Some(qualname.into()),
        language_id: Some("python".into()),
        defining_chunk: Some(ChunkRef {
            doc_id: 0,
            chunk_uid: "cu:v1:xxh64:0123456789abcdef".parse().expect("because it has the form"),
            chunk_id: "chunk_0123456789abcdef0123456789abcdef01234567".into(),
            file: "src/file.py".into(),
            segment_id: None,
            range: Some(Range { start: 100, end: 420 }),
        }),
        evidence: Some(Evidence { scheme: Scheme::HeuristicV1, confidence: SymbolConfidence::Medium, notes: None }),
    }
}
