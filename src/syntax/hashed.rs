//! Hashed: what constructs come to once the whole stream is written.

use super::constructs::Constructs;
use super::definitions::Part;
use super::fingerprint::{self, Interface, Piece};
use super::live_comments::LiveComments;
use super::model::{Construct, Fingerprint, Kind, Span};
use super::own_name::OwnName;
use super::qualname::{container, last_part};
use super::shared_values::Values;
use super::stream::Stream;

/// The hashes of a construct, and where the tokens of its body are.
struct Hashed {
    interface: Interface,
    body_hash: Fingerprint,
    body: Option<Span>,
}

impl Constructs<'_> {
    /// All constructs, with their fingerprints.
    pub fn finish(mut self, stream: &Stream, live: &LiveComments) -> Vec<Construct> {
        self.settle_names();
        self.pieces.iter_mut().for_each(|pieces| pieces.sort_by_key(|piece| piece.from.token));
        let mut values = Values::new(&self.pieces);
        for at in 0..self.list.len() {
            let hashed = self.hashed(at, stream, live, &mut values);
            let construct = &mut self.list[at];
            construct.interface_hash = hashed.interface.hash;
            construct.bare_interface_hash = hashed.interface.bare;
            construct.interface_weight = hashed.interface.weight;
            construct.body_hash = hashed.body_hash;
            construct.body = hashed.body.unwrap_or(construct.body);
        }
        self.list
    }

    /// What a construct comes to once the whole stream is written.
    fn hashed(&self, at: usize, stream: &Stream, live: &LiveComments, values: &mut Values) -> Hashed {
        let (construct, pieces, traits) = (&self.list[at], self.pieces[at].as_slice(), &self.traits[at]);
        let container = match construct.parent {
            Some(parent) => Some(self.list[parent as usize].name()),
            // Its type may be in another file.
            None => Some(last_part(container(construct.bare_qualname()))).filter(|name| !name.is_empty()),
        };
        let own = OwnName {
            contexts: &self.grammar.own_names,
            name: construct.name().as_bytes(),
            member_of: container.filter(|_| construct.kind == Kind::Method).map(str::as_bytes),
            receiver: traits.receiver,
        };
        // What makes it a constant may stand far from its name, in front of a whole group.
        let constant = traits.is_constant.then_some("constant");
        let header = traits.header.map(Fingerprint::to_hex);
        let words = [Some(construct.kind.as_str()), constant, header.as_deref()];
        let interface = fingerprint::interface(stream, words.into_iter().flatten(), own, pieces);
        let body = || pieces.iter().filter(|piece| piece.part == Part::Body);
        let mut body_hash = values.hash(stream, own, pieces);
        let is_used = |name: &&&[u8]| body().any(|piece| stream.mentions(name, (piece.from, piece.to)));
        let mut used = traits.arguments.iter().filter(is_used).copied().peekable();
        if used.peek().is_some() {
            let parts = [body_hash.0.as_slice()].into_iter().chain(used);
            body_hash = Fingerprint::of("codesub arguments 1", parts);
        }
        // What stands within the interface says little about how much code there is.
        let is_apart =
            |piece: &&Piece| !pieces.iter().any(|part| matches!(part.part, Part::Interface(_)) && part.holds(piece));
        let mut apart = body().filter(is_apart);
        let tokens = apart.next().map(|first| {
            let end = apart.map(|piece| piece.to.token).fold(first.to.token, u32::max);
            Span { start: first.from.token, end }
        });
        Hashed { interface, body_hash: live.body(construct.span, body_hash), body: tokens }
    }
}
