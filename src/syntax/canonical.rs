//! The canonical form: how the nodes of a syntax tree are written to the token stream.
//!
//! Named nodes open and close, so that the stream says what belongs together without parentheses, commas and line
//! breaks; those are left out, along with comments and strings that only document. What else is mere formatting in a
//! language is listed in its row.

use std::collections::HashSet;

use tree_sitter::{Node, TreeCursor};

use super::children::{elements, elements_and_symbols};
use super::grammar::{ElementTest, Grammar, KindInfo, Place, TUPLE};
use super::languages::{Row, Shape};
use super::stream::{Stream, Tag};
use super::strings::Style;
use super::texts::{Text, TextFrame, doc_string};

/// Writes a tree in the order of a walk: [`enter`](Self::enter) before a node's children, [`leave`](Self::leave)
/// after them.
pub(super) struct Writer<'t> {
    pub(super) source: &'t [u8],
    pub(super) row: &'static Row,
    pub(super) grammar: &'static Grammar,
    pub stream: Stream,
    pub(super) frames: Vec<Frame<'t>>,
    /// The texts with code in them that are being written.
    pub(super) texts: Vec<Text>,
    /// Looks at a node's children without disturbing the walk.
    pub(super) peek: TreeCursor<'t>,
    /// Nodes that do not count.
    omitted: HashSet<usize>,
}

/// A node on the way from the root.
pub(super) struct Frame<'t> {
    node: Node<'t>,
    kind: u16,
    /// How many nodes to close on leaving.
    closes: u8,
    transparent: bool,
    is_item_list: bool,
    flat: Flat,
    /// The children before which a tuple opens and after which it closes.
    tuple: Option<(u32, u32)>,
    /// How many children have been entered.
    children: u32,
    /// The children that may stand in any order, once the first of them has come: the next to be written is last.
    siblings: Option<Vec<Vec<u8>>>,
    pub(super) text: TextFrame,
}

/// Where a frame stands among chains that are written without nesting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flat {
    Outside,
    /// Chains below are flat.
    Context,
    /// A flat chain, or parentheses right within one.
    Chain,
}

impl<'t> Writer<'t> {
    pub fn new(source: &'t [u8], row: &'static Row, grammar: &'static Grammar, peek: TreeCursor<'t>) -> Self {
        Writer {
            source,
            row,
            grammar,
            stream: Stream::default(),
            frames: Vec::new(),
            texts: Vec::new(),
            peek,
            omitted: HashSet::new(),
        }
    }

    /// Leaves these nodes out when they come.
    pub fn omit(&mut self, nodes: &[Node<'t>]) {
        self.omitted.extend(nodes.iter().map(Node::id));
    }

    /// The kind of the node around the next one.
    pub fn parent(&self) -> Option<u16> {
        self.frames.last().map(|parent| parent.kind)
    }

    /// Whether the field of the next node counts.
    pub fn is_labelled(&self) -> bool {
        self.frames.last().is_some_and(|parent| self.grammar.kind_of_id(parent.kind).is_labelled)
    }

    /// Writes what comes before the node's children; says whether they are to be walked.
    pub fn enter(&mut self, node: Node<'t>, kind: u16, field: Option<&str>) -> bool {
        if let Some(parent) = self.frames.last_mut() {
            if parent.tuple.is_some_and(|(first, _)| first == parent.children) {
                self.stream.open(TUPLE);
            }
            parent.children += 1;
        }
        let mut frame = Frame {
            node,
            kind,
            closes: 0,
            transparent: false,
            is_item_list: false,
            flat: Flat::Outside,
            tuple: None,
            children: 0,
            siblings: None,
            text: TextFrame::None,
        };
        let is_omitted = !self.omitted.is_empty() && self.omitted.remove(&node.id());
        if let Some(field) = field.filter(|_| node.is_named() && !is_omitted) {
            self.open(field, &mut frame);
        }
        let descend = !is_omitted && self.write(node, &mut frame);
        self.frames.push(frame);
        descend
    }

    /// Writes what comes after the node's children.
    pub fn leave(&mut self, node: Node<'t>) {
        let Some(frame) = self.frames.pop() else { return };
        if matches!(frame.text, TextFrame::Holds | TextFrame::Owns) {
            self.read_text(None);
        }
        if matches!(frame.text, TextFrame::Joins | TextFrame::Owns) {
            self.flush_text();
            self.texts.pop();
        }
        for _ in 0..frame.closes {
            self.stream.close();
        }
        let Some(parent) = self.frames.last() else { return };
        if parent.tuple.is_some_and(|(_, last)| last + 1 == parent.children) {
            self.stream.close();
        }
        if matches!(parent.text, TextFrame::Holds | TextFrame::Owns)
            && self.grammar.kind(node).shape == Shape::Interpolation
            && let Some(text) = self.texts.last_mut()
        {
            text.from = node.end_byte();
        }
    }

    fn write(&mut self, node: Node<'t>, frame: &mut Frame<'t>) -> bool {
        let grammar = self.grammar;
        let kind = grammar.kind_of_id(frame.kind);
        if node.is_extra() && !node.is_error() {
            return false;
        }
        if let Some(parent) = self.frames.last()
            && matches!(parent.text, TextFrame::Holds | TextFrame::Owns)
            && kind.shape != Shape::Interpolation
        {
            // Text is read from the source; of the children only code counts.
            return false;
        }
        if !kind.is_named {
            let parent = self.frames.last().map(|parent| parent.kind);
            let is_written = parent.is_some_and(|parent| grammar.kind_of_id(parent).is_unordered);
            if !is_written && (!kind.silent || parent.is_some_and(|parent| kind.loud_in.contains(&parent))) {
                self.stream.push(Tag::Symbol, kind.name.as_bytes(), false);
            }
            return false;
        }
        self.write_node(node, kind, frame)
    }

    fn write_node(&mut self, node: Node<'t>, kind: &'static KindInfo, frame: &mut Frame<'t>) -> bool {
        let parent = self.frames.last().map(|parent| parent.kind);
        let place = kind.places.iter().find(|(place, _)| Some(*place) == parent).map(|(_, place)| *place);
        match place {
            Some(Place::AbsentWhenEmpty) if elements(node, &mut self.peek).next().is_none() => return false,
            Some(Place::WrappedIn(name)) => self.open(name, frame),
            _ => {}
        }
        let is_single = place == Some(Place::TransparentWhenSingle) && self.holds_one_element(node);
        if kind.is_doc_statement && doc_string(node, self.source, self.row, self.grammar, &mut self.peek).is_some() {
            return false;
        }
        frame.is_item_list = kind.is_item_list && elements(node, &mut self.peek).count() == 1;
        frame.tuple = self.implicit_tuple(node, kind, parent);
        let flat = self.frames.last().map_or(Flat::Outside, |parent| parent.flat);
        let is_chain = flat != Flat::Outside
            && kind.flat.is_some_and(|symbol| {
                elements_and_symbols(node, &mut self.peek).any(|child| !child.is_named() && child.kind() == symbol)
            });
        if kind.is_unordered_sibling {
            self.write_next_sibling();
            return false;
        }
        let text = &self.source[node.byte_range()];
        let is_solid = parent.is_some_and(|parent| self.grammar.kind_of_id(parent).has_solid_parentheses)
            && elements_and_symbols(node, &mut self.peek).next().is_some_and(|first| first.kind() == "(");
        match kind.shape {
            _ if place == Some(Place::Transparent) || is_single => frame.transparent = true,
            _ if is_chain && flat == Flat::Chain => frame.transparent = true,
            Shape::Transparent if is_solid => self.open("parentheses", frame),
            Shape::Transparent => frame.transparent = true,
            Shape::Nothing => return false,
            Shape::Prose => {
                let words: Vec<&[u8]> = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
                if !words.is_empty() {
                    self.stream.push(Tag::Other, &words.join(&b' '), true);
                }
                return false;
            }
            Shape::Tuple if self.is_mere_parentheses(node) && is_solid => self.open("parentheses", frame),
            Shape::Tuple if self.is_mere_parentheses(node) => frame.transparent = true,
            Shape::Tuple => self.open(TUPLE, frame),
            Shape::List => self.open("list", frame),
            Shape::As(name) | Shape::Splat(name) => self.open(name, frame),
            Shape::Word => {
                let telling = !self.row.rules.receivers.iter().any(|receiver| receiver.as_bytes() == text);
                self.stream.push(Tag::Word, text, telling);
                return false;
            }
            Shape::Number => {
                self.stream.push(Tag::Number, &(self.row.rules.number)(text), true);
                return false;
            }
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
            Shape::Node if node.child_count() == 0 => {
                self.stream.push(Tag::Other, text, true);
                return false;
            }
            Shape::Node => self.open(kind.name, frame),
        }
        if kind.is_unordered {
            self.write_keywords(node);
        }
        frame.flat = match flat {
            _ if is_chain => Flat::Chain,
            Flat::Chain if !frame.transparent => Flat::Context,
            Flat::Outside if kind.is_flat_context => Flat::Context,
            inherited => inherited,
        };
        true
    }

    pub(super) fn open(&mut self, name: &str, frame: &mut Frame<'t>) {
        self.stream.open(name);
        frame.closes += 1;
    }

    /// Writes the keywords of a node at once, in an order of their own.
    fn write_keywords(&mut self, node: Node<'t>) {
        let children = elements_and_symbols(node, &mut self.peek).filter(|child| !child.is_named());
        let mut keywords: Vec<&str> = children.map(|child| child.kind()).collect();
        keywords.sort_unstable();
        for keyword in keywords {
            self.stream.push(Tag::Symbol, keyword.as_bytes(), false);
        }
    }

    /// Writes the next of the siblings that may stand in any order, in an order of their own.
    fn write_next_sibling(&mut self) {
        let (grammar, source) = (self.grammar, self.source);
        let Some(parent) = self.frames.last_mut() else { return };
        let siblings = parent.siblings.get_or_insert_with(|| {
            let all = elements(parent.node, &mut self.peek).filter(|node| grammar.kind(*node).is_unordered_sibling);
            let texts = all.map(|node| source[node.byte_range()].iter().copied());
            let mut texts: Vec<Vec<u8>> =
                texts.map(|text| text.filter(|byte| !byte.is_ascii_whitespace()).collect()).collect();
            texts.sort_unstable_by(|a, b| b.cmp(a));
            texts
        });
        if let Some(text) = siblings.pop() {
            self.stream.push(Tag::Symbol, &text, false);
        }
    }

    /// Whether a block holds one value and nothing else, not even the end of a statement.
    fn holds_one_element(&mut self, node: Node<'t>) -> bool {
        let mut named = 0;
        for child in elements_and_symbols(node, &mut self.peek) {
            if child.kind() == ";" {
                return false;
            }
            named += usize::from(child.is_named());
        }
        named == 1
    }

    fn implicit_tuple(&mut self, node: Node<'t>, kind: &KindInfo, parent: Option<u16>) -> Option<(u32, u32)> {
        let implicit =
            kind.implicit_tuple.filter(|implicit| implicit.parent.is_none_or(|kind| Some(kind) == parent))?;
        if node.child_count() == 1 {
            return None;
        }
        let mut found: Option<(u32, u32)> = None;
        let mut has_comma = false;
        self.peek.reset(node);
        let mut more = self.peek.goto_first_child();
        let mut index = 0;
        while more {
            let child = self.peek.node();
            let is_element = match implicit.elements {
                ElementTest::All => child.is_named() && !child.is_extra(),
                ElementTest::Field(field) => self.peek.field_id().is_some_and(|id| id.get() == field),
                ElementTest::Kind(kind) => child.kind_id() == kind,
            };
            // Some commas belong to the field they separate.
            if is_element && child.is_named() {
                found = Some((found.map_or(index, |(first, _)| first), index));
            } else if found.is_some() && child.kind() == "," {
                has_comma = true;
            }
            index += 1;
            more = self.peek.goto_next_sibling();
        }
        found.filter(|_| has_comma)
    }

    /// Whether a tuple only looks like one: `(x) = 1`, or `with (a as b, c as d):`.
    fn is_mere_parentheses(&mut self, node: Node<'t>) -> bool {
        let is_only_item = match self.frames.as_slice() {
            [.., list, item] => item.is_item_list || (list.is_item_list && item.transparent),
            _ => false,
        };
        if is_only_item {
            return true;
        }
        let mut named = 0;
        for child in elements_and_symbols(node, &mut self.peek) {
            if child.kind() == "," {
                return false;
            }
            named += usize::from(child.is_named());
        }
        named == 1
    }
}
