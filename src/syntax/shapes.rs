//! Shapes: how a node of each [`Shape`] enters the token stream.

use tree_sitter::Node;

use super::canonical::Writer;
use super::children::{elements, elements_and_symbols};
use super::frames::{Flat, Frame};
use super::kind_info::{KindInfo, Place};
use super::languages::Shape;
use super::leading::list_items;
use super::lexed::lex;
use super::stream::Tag;
use super::strings::Style;
use super::texts::{Text, TextFrame, doc_string};
use super::token_trees::TokenTree;
use super::types::tokens;

impl<'t> Writer<'t> {
    pub(super) fn write_node(&mut self, node: Node<'t>, kind: &'static KindInfo, frame: &mut Frame<'t>) -> bool {
        if !self.heredocs.is_empty()
            && let Some(text) = self.heredocs.remove(&node.id())
        {
            self.write_heredoc(node, text);
            return false;
        }
        let parent = self.frames.last().map(|parent| parent.kind);
        let flat = self.frames.last().map_or(Flat::Outside, |parent| parent.flat);
        let Ruled { place, is_single, chain } = match kind.has_rules {
            true => match self.apply_rules(node, kind, parent, flat, frame) {
                Some(ruled) => ruled,
                None => return false,
            },
            false => Ruled::default(),
        };
        let text = &self.source[node.byte_range()];
        let is_solid = matches!(kind.shape, Shape::Transparent | Shape::Tuple)
            && elements_and_symbols(node, &mut self.peek)
                .next()
                .is_some_and(|first| self.grammar.kind(first).name == "(")
            && (parent.is_some_and(|parent| self.grammar.kind_of_id(parent).has_solid_parentheses)
                || self.is_solid(node));
        match kind.shape {
            _ if place == Some(Place::Transparent) || is_single => frame.transparent = true,
            _ if chain.is_some_and(|symbol| flat == Flat::Chain(symbol)) => frame.transparent = true,
            Shape::Transparent if is_solid => self.open("parentheses", frame),
            _ if place == Some(Place::Compact) => {
                let text: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
                self.stream.push(Tag::Other, &text, true);
                return false;
            }
            _ if place == Some(Place::Word) => {
                self.stream.push(Tag::Word, text, true);
                return false;
            }
            Shape::Transparent => frame.transparent = true,
            Shape::Several if elements(node, &mut self.peek).count() == 1 => frame.transparent = true,
            Shape::Nothing => {
                // An empty statement may be the end of the one before it.
                if self.frames.last().is_some_and(|parent| parent.is_child_unended) {
                    self.stream.push(Tag::Symbol, text, false);
                }
                return false;
            }
            Shape::Keyword => {
                let keyword = caseless(text);
                let synonym = self.row.rules.synonyms.iter().find(|(word, _)| word.as_bytes() == keyword);
                let keyword = synonym.map_or(keyword.as_slice(), |(_, other)| other.as_bytes());
                self.stream.push(Tag::Other, keyword, true);
                return false;
            }
            Shape::Prose => {
                self.write_prose(node);
                return false;
            }
            Shape::ProseCode if self.is_space(node) => {
                self.write_space();
                return false;
            }
            Shape::ProseCode => {
                self.mark_space(false);
                self.open_kind(kind, frame);
            }
            Shape::Symbol => {
                self.stream.push(Tag::Symbol, text, false);
                return false;
            }
            Shape::Letters => {
                let mut letters = text.to_vec();
                letters.sort_unstable();
                self.stream.push(Tag::Other, &letters, true);
                return false;
            }
            Shape::Lexed => {
                self.open(kind.name, frame);
                lex(text, |tag, token| self.stream.push(tag, token, tag != Tag::Symbol));
                return false;
            }
            Shape::Sorted => {
                let item = tokens(node, self.source).trim_end_matches(';').to_owned();
                if let Some(parent) = self.frames.last_mut() {
                    parent.rare().sorted.push(item);
                }
                return false;
            }
            Shape::Group(_) if self.holds_one_item(node) => frame.transparent = true,
            Shape::ImportTree => {
                self.write_imports(node);
                return false;
            }
            Shape::Tuple if self.is_mere_parentheses(node) && is_solid => self.open("parentheses", frame),
            Shape::Tuple if self.is_mere_parentheses(node) => frame.transparent = true,
            Shape::Tuple | Shape::List | Shape::As(_) | Shape::Splat(_) | Shape::Group(_) => {
                self.open_kind(kind, frame);
            }
            Shape::Word => {
                self.interrupt_text();
                let telling = !self.row.rules.receivers.iter().any(|receiver| receiver.as_bytes() == text);
                self.stream.push(Tag::Word, text, telling);
                return false;
            }
            Shape::Number => {
                let mut text = text;
                if let (Some(name), Some(sign @ (b'-' | b'+'))) = (self.row.rules.signed_number, text.first()) {
                    self.open(name, frame);
                    self.stream.push(Tag::Symbol, &[*sign], false);
                    text = &text[1..];
                }
                self.stream.push(Tag::Number, &(self.row.rules.number)(text), true);
                return false;
            }
            Shape::String if self.write_directive(text) => return false,
            Shape::String => return self.write_string(node, frame),
            Shape::Strings => return self.write_strings(node, frame),
            Shape::Interpolation => {
                self.read_text(Some(node));
                self.flush_text();
                self.open("interpolation", frame);
            }
            Shape::FormatSpecifier => {
                self.open("format_specifier", frame);
                let style = self.texts.last().map_or(Style::default(), |text| text.style);
                let text = Text {
                    pending: Vec::new(),
                    from: node.start_byte() + 1,
                    end: node.end_byte(),
                    style,
                    has_code: true,
                };
                self.texts.push(text);
                frame.text = TextFrame::Owns;
            }
            Shape::Node | Shape::Several | Shape::ProsePart if node.child_count() == 0 => {
                self.stream.push(Tag::Other, text, true);
                return false;
            }
            Shape::Node | Shape::Several | Shape::ProsePart => self.open_kind(kind, frame),
        }
        if kind.is_unordered {
            self.write_keywords(node);
        }
        self.write_expression_body(node, kind);
        self.plan_trailing_lambda(node);
        if kind.is_token_tree {
            let around = self.frames.last().and_then(|parent| parent.tokens.as_deref());
            frame.tokens = Some(Box::new(TokenTree::new(around)));
        }
        frame.flat = match flat {
            Flat::Chain(_) if !frame.transparent => Flat::Context,
            Flat::Outside if kind.is_flat_context => Flat::Context,
            inherited => inherited,
        };
        if let Some(symbol) = chain {
            frame.flat = Flat::Chain(symbol);
        }
        true
    }

    /// What the rules of its kind make of a node in its place; `None` where it is written already, or is not to be.
    fn apply_rules(
        &mut self,
        node: Node<'t>,
        kind: &'static KindInfo,
        parent: Option<u16>,
        flat: Flat,
        frame: &mut Frame<'t>,
    ) -> Option<Ruled> {
        let place = kind.places.iter().find(|(place, _)| Some(*place) == parent).map(|(_, place)| *place);
        match place {
            Some(Place::AbsentWhenEmpty) if elements(node, &mut self.peek).next().is_none() => return None,
            Some(Place::AbsentWhen(text)) if text.as_bytes() == &self.source[node.byte_range()] => return None,
            Some(Place::WrappedIn(name)) => self.open(name, frame),
            _ => {}
        }
        if kind.is_leading
            && let Some((list, items)) = list_items(node, self.source, self.row)
        {
            for item in items {
                self.stream.push(Tag::Other, format!("{list} {item}").as_bytes(), true);
            }
            return None;
        }
        // `=> { { x } }` is `=> x` as well.
        let around = self.frames.last().map(|parent| parent.around);
        let is_block =
            kind.places.iter().any(|(place, how)| Some(*place) == around && *how == Place::TransparentWhenSingle);
        let is_single = match place {
            _ if is_block => self.holds_one_element(node),
            Some(Place::TransparentWhenOnly(field)) => {
                elements(node, &mut self.peek).count() == usize::from(node.child_by_field_id(field).is_some())
            }
            _ => self.ends_anyway(node, kind, frame),
        };
        frame.is_labelled &= !is_single;
        if kind.is_doc_statement && doc_string(node, self.source, self.row, self.grammar, &mut self.peek).is_some() {
            return None;
        }
        frame.is_item_list = kind.is_item_list && elements(node, &mut self.peek).count() == 1;
        frame.tuple = self.implicit_tuple(node, kind, parent);
        let chain = if flat == Flat::Outside { None } else { self.chain(node, kind) };
        if kind.is_unordered_sibling {
            if !parent.is_some_and(|parent| self.grammar.kind_of_id(parent).is_unordered) {
                self.write_next_sibling();
            }
            return None;
        }
        Some(Ruled { place, is_single, chain })
    }
}

/// What the rules of its kind say of a node in its place.
#[derive(Default)]
struct Ruled {
    place: Option<Place>,
    /// Means no more than the one node in it.
    is_single: bool,
    /// The symbol of the chain that it is or joins.
    chain: Option<&'static str>,
}

fn caseless(text: &[u8]) -> Vec<u8> {
    text.iter().filter(|byte| !byte.is_ascii_whitespace()).map(u8::to_ascii_lowercase).collect()
}
