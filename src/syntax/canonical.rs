//! The canonical form: how the nodes of a syntax tree are written to the token stream.
//!
//! Named nodes open and close, so that the stream says what belongs together without parentheses, commas and line
//! breaks; those are left out, along with comments and strings that only document. What else is mere formatting in a
//! language is listed in its row.

use std::collections::HashSet;

use tree_sitter::{Node, TreeCursor};

use super::children::{elements, elements_and_symbols};
use super::grammar::{ElementTest, FieldRule, Grammar, KindInfo, Place, TUPLE};
use super::languages::{Row, Shape};
use super::stream::{Stream, Tag};
use super::strings::{Style, decode};
use super::texts::{Text, TextFrame, doc_string};

/// Writes a tree in the order of a walk: [`enter`](Self::enter) before a node's children, [`leave`](Self::leave)
/// after them.
pub(super) struct Writer<'t> {
    pub(super) source: &'t [u8],
    pub(super) row: &'static Row,
    pub(super) grammar: &'static Grammar,
    pub stream: Stream,
    pub(super) frames: Vec<Frame>,
    /// The texts with code in them that are being written.
    pub(super) texts: Vec<Text>,
    /// Looks at a node's children without disturbing the walk.
    pub(super) peek: TreeCursor<'t>,
    /// Nodes that do not count.
    omitted: HashSet<usize>,
}

/// A node on the way from the root.
pub(super) struct Frame {
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
    /// Whether the last child was a comma, or there was none.
    expects_item: bool,
    /// Whether the last child ended with white space that counts.
    after_space: bool,
    pub(super) text: TextFrame,
}

/// Where a frame stands among chains that are written without nesting.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flat {
    Outside,
    /// Chains below are flat.
    Context,
    /// A flat chain of that symbol, or parentheses right within one.
    Chain(&'static str),
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

    /// Whether it matters in which field the next node stands.
    pub fn asks_for_field(&self) -> bool {
        self.frames.last().is_some_and(|parent| {
            let kind = self.grammar.kind_of_id(parent.kind);
            kind.is_labelled || !kind.fields.is_empty()
        })
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
            kind,
            closes: 0,
            transparent: false,
            is_item_list: false,
            flat: Flat::Outside,
            tuple: None,
            children: 0,
            expects_item: true,
            after_space: false,
            text: TextFrame::None,
        };
        let is_omitted = !self.omitted.is_empty() && self.omitted.remove(&node.id());
        let mut is_key = false;
        if let Some(field) = field.filter(|_| node.is_named() && !is_omitted) {
            is_key = self.enter_field(field, &mut frame);
        }
        let is_key = is_key && self.write_key(node, kind);
        let descend = !is_omitted && !is_key && self.write(node, &mut frame);
        self.frames.push(frame);
        descend
    }

    /// Opens what counts of a field; says whether names stand in it.
    fn enter_field(&mut self, field: &str, frame: &mut Frame) -> bool {
        let Some(parent) = self.frames.last() else { return false };
        let parent = self.grammar.kind_of_id(parent.kind);
        if parent.is_labelled {
            self.open(field, frame);
        }
        match parent.fields.iter().find(|(own, _)| *own == field) {
            Some((_, FieldRule::WrappedIn(names))) => {
                names.iter().for_each(|name| self.open(name, frame));
                false
            }
            Some((_, FieldRule::Key)) => true,
            None => false,
        }
    }

    /// Writes a literal as the name that it is.
    fn write_key(&mut self, node: Node<'t>, kind: u16) -> bool {
        let text = &self.source[node.byte_range()];
        let name = match self.grammar.kind_of_id(kind).shape {
            Shape::Number => (self.row.rules.number)(text),
            Shape::String => {
                let literal = (self.row.rules.string)(text);
                let mut name = Vec::new();
                decode(&text[literal.start..literal.end], literal.style, &mut name);
                name
            }
            _ => return false,
        };
        self.stream.push(Tag::Word, &name, true);
        true
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

    fn write(&mut self, node: Node<'t>, frame: &mut Frame) -> bool {
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
            let is_hole = self.is_hole(kind);
            let is_loud = !kind.silent || is_hole || parent.is_some_and(|parent| kind.loud_in.contains(&parent));
            if !is_written && is_loud {
                self.stream.push(Tag::Symbol, kind.name.as_bytes(), false);
            }
            return false;
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.expects_item = false;
            parent.after_space &= matches!(kind.shape, Shape::Prose | Shape::ProseCode);
        }
        self.write_node(node, kind, frame)
    }

    /// Whether a comma follows nothing where something could stand.
    fn is_hole(&mut self, symbol: &KindInfo) -> bool {
        if symbol.name != "," {
            return false;
        }
        let Some(parent) = self.frames.last_mut() else { return false };
        let had_item = !std::mem::replace(&mut parent.expects_item, true);
        !had_item && self.grammar.kind_of_id(parent.kind).has_holes
    }

    /// Notes that the parent's text ends with a space or with something else; says whether that is news.
    pub(super) fn mark_space(&mut self, is_space: bool) -> bool {
        self.frames.last_mut().is_some_and(|parent| std::mem::replace(&mut parent.after_space, is_space) != is_space)
    }

    fn write_node(&mut self, node: Node<'t>, kind: &'static KindInfo, frame: &mut Frame) -> bool {
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
        let chain = if flat == Flat::Outside { None } else { self.chain(node, kind) };
        let text = &self.source[node.byte_range()];
        match kind.shape {
            _ if place == Some(Place::Transparent) || is_single => frame.transparent = true,
            _ if chain.is_some_and(|symbol| flat == Flat::Chain(symbol)) => frame.transparent = true,
            Shape::Transparent => frame.transparent = true,
            Shape::Several if elements(node, &mut self.peek).count() == 1 => frame.transparent = true,
            Shape::Nothing => return false,
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
                self.open(kind.name, frame);
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
            Shape::Node | Shape::Several | Shape::ProsePart if node.child_count() == 0 => {
                self.stream.push(Tag::Other, text, true);
                return false;
            }
            Shape::Node | Shape::Several | Shape::ProsePart => self.open(kind.name, frame),
        }
        if kind.is_unordered {
            self.write_keywords(node);
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

    /// The symbol of the chain that a node is or joins.
    fn chain(&mut self, node: Node<'t>, kind: &'static KindInfo) -> Option<&'static str> {
        if kind.flat.is_empty() {
            return None;
        }
        let mut symbols = elements_and_symbols(node, &mut self.peek).filter(|child| !child.is_named());
        symbols.find_map(|child| kind.flat.iter().find(|symbol| **symbol == child.kind())).copied()
    }

    pub(super) fn open(&mut self, name: &str, frame: &mut Frame) {
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
