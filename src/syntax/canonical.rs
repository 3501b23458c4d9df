//! The canonical form: how the nodes of a syntax tree are written to the token stream.
//!
//! Named nodes open and close, so that the stream says what belongs together without parentheses, commas and line
//! breaks; those are left out, along with comments and strings that only document. What else is mere formatting in a
//! language is listed in its row.

use std::collections::{HashMap, HashSet};

use tree_sitter::{Node, TreeCursor};

use super::frames::Frame;
use super::grammar::{Grammar, TUPLE};
use super::joined::Joined;
use super::kind_info::KindInfo;
use super::languages::{Row, Shape};
use super::stream::{Stream, Tag};
use super::texts::{Text, TextFrame};
use super::unplaced::sorted;

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
    /// Nodes that do not count, and nodes of which only counts that they are there.
    pub(super) omitted: HashSet<usize>,
    pub(super) hidden: HashSet<usize>,
    /// The texts of heredocs by the nodes that stand for them.
    pub(super) heredocs: HashMap<usize, Node<'t>>,
    /// Nodes that were given a place before they came.
    pub(super) joined: HashMap<usize, Joined>,
    /// Whether the last node that was asked has the exact type of its values, by its id.
    pub(super) exact: Option<(usize, bool)>,
    /// Whether leaves may be written without looking at anything but their parent.
    pub(super) has_plain_leaves: bool,
}

impl<'t> Writer<'t> {
    pub fn new(source: &'t [u8], row: &'static Row, grammar: &'static Grammar, peek: TreeCursor<'t>) -> Self {
        let rules = &row.rules;
        Writer {
            source,
            row,
            grammar,
            stream: Stream::default(),
            frames: Vec::new(),
            texts: Vec::new(),
            peek,
            omitted: HashSet::new(),
            joined: HashMap::new(),
            hidden: HashSet::new(),
            exact: None,
            heredocs: HashMap::new(),
            has_plain_leaves: rules.unplaced.is_empty()
                && rules.solid.line_operators.is_empty()
                && !rules.solid.joins_lines,
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

    /// Writes these nodes without their text when they come.
    pub fn hide(&mut self, nodes: &[Node<'t>]) {
        self.hidden.extend(nodes.iter().map(Node::id));
    }

    /// Writes these texts where other nodes stand for them.
    pub fn place(&mut self, heredocs: &[(Node<'t>, Node<'t>)]) {
        self.heredocs.extend(heredocs.iter().map(|(start, text)| (start.id(), *text)));
    }

    /// Writes what comes before the node's children; says whether they are to be walked.
    pub fn enter(&mut self, node: Node<'t>, kind: u16, field: Option<&str>) -> bool {
        if let Some(descend) = self.enter_plain(node, kind) {
            return descend;
        }
        if let Some(parent) = self.frames.last_mut() {
            if parent.tuple.is_some_and(|(first, _)| first == parent.children) {
                self.stream.open(TUPLE);
            }
            parent.children += 1;
        }
        let is_omitted = !self.omitted.is_empty() && self.omitted.remove(&node.id());
        let mut is_labelled = false;
        let mut bare = None;
        if let Some(parent) = self.frames.last_mut() {
            parent.omitted += u32::from(is_omitted);
            is_labelled = parent.is_labelled;
            bare = self.grammar.kind_of_id(parent.kind).bare_item;
        }
        let mut frame = Frame::new(node, kind, self.stream.mark());
        frame.is_labelled = self.grammar.kind_of_id(kind).is_labelled;
        frame.in_brackets = self.frames.last().is_some_and(|parent| parent.brackets.unwrap_or(parent.in_brackets));
        self.begin_unit(node, &mut frame);
        let mut is_key = false;
        if let Some(field) = field.filter(|_| node.is_named() && !is_omitted) {
            is_key = self.enter_field(field, is_labelled, &mut frame);
            if let Some(bare) = bare.filter(|bare| bare.field == field && bare.list != kind) {
                self.open(self.grammar.kind_of_id(bare.list).name, &mut frame);
                self.open(bare.item, &mut frame);
            }
        }
        let is_key = is_key && self.write_key(node, kind);
        let is_hidden = !self.hidden.is_empty() && self.hidden.remove(&node.id());
        if is_hidden {
            self.stream.push(Tag::Symbol, b"", false);
        }
        let descend = !is_omitted && !is_key && !is_hidden && self.write(node, &mut frame);
        if let Some(parent) = self.frames.last().filter(|_| frame.transparent) {
            frame.around = parent.around;
        }
        let info = self.grammar.kind_of_id(kind);
        frame.needs_field = frame.is_labelled || info.has_field_rules();
        frame.takes_leaves = self.has_plain_leaves
            && !(frame.needs_field || frame.is_merged || info.is_unordered || info.has_holes)
            && frame.text == TextFrame::None
            && frame.tokens.is_none()
            && frame.tuple.is_none();
        self.frames.push(frame);
        descend
    }

    /// Writes what comes after the node's children.
    pub fn leave(&mut self, node: Node<'t>) {
        let Some(mut frame) = self.frames.pop() else { return };
        if frame.is_plain && frame.rare.is_none() {
            return self.leave_plain(&frame);
        }
        let mut rare = frame.rare.take();
        if let Some(rare) = &mut rare {
            self.write_sorted(std::mem::take(&mut rare.sorted));
        }
        if matches!(frame.text, TextFrame::Holds | TextFrame::Owns) {
            self.read_text(None);
        }
        if matches!(frame.text, TextFrame::Joins | TextFrame::Owns) {
            self.flush_text();
            self.texts.pop();
        }
        if let Some(rare) = &mut rare {
            for taken in sorted(&mut rare.unplaced) {
                self.stream.put_back(&taken);
            }
        }
        for _ in 0..frame.closes {
            self.stream.close();
        }
        if self.grammar.kind_of_id(frame.kind).repeats && !node.has_error() {
            self.write_repeated(&frame);
        }
        self.end_unit(node, &frame);
        let Some(parent) = self.frames.last_mut() else { return };
        if !node.is_extra() {
            parent.is_child_unended = frame.is_unended;
        }
        if parent.tuple.is_some_and(|(_, last)| last + 1 == parent.children) {
            self.stream.close();
        }
        if frame.is_code
            && let Some(text) = self.texts.last_mut()
        {
            text.from = node.end_byte();
        }
    }

    fn write(&mut self, node: Node<'t>, frame: &mut Frame<'t>) -> bool {
        let grammar = self.grammar;
        let kind = grammar.kind_of_id(frame.kind);
        if node.is_extra() && !node.is_error() && !kind.is_extra {
            self.skip_in_token_tree(node);
            return false;
        }
        if self.frames.last().is_some_and(|parent| parent.text.holds()) && !self.write_code(node, kind, frame) {
            return frame.text == TextFrame::Part;
        }
        if self.frames.last().is_some_and(|parent| parent.tokens.is_some()) {
            self.write_in_token_tree(node, kind);
        }
        if !kind.is_named {
            self.note_bracket(kind.name);
            let is_in_tree = self.frames.last().is_none_or(|parent| parent.tokens.is_some());
            if !is_in_tree && !self.frames.last().is_some_and(|parent| parent.is_merged) {
                self.write_symbol(kind);
            }
            return false;
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.after_space &= matches!(kind.shape, Shape::Prose | Shape::ProseCode);
            parent.has_element = true;
        }
        if let Some(symbol) = kind.joins.filter(|_| !self.joined.contains_key(&node.id())) {
            self.plan_joins(node, symbol);
        }
        let place = if self.joined.is_empty() { None } else { self.joined.remove(&node.id()) };
        match place {
            Some(Joined::Dropped) => return false,
            Some(Joined::Text(text)) => {
                self.stream.push(Tag::String, &text, true);
                return false;
            }
            Some(Joined::Merged) => {
                (frame.transparent, frame.is_merged) = (true, true);
                return true;
            }
            Some(Joined::Chain) | None => {}
        }
        self.write_line_breaks(node, kind, frame);
        self.write_node(node, kind, frame)
    }

    fn write_symbol(&mut self, kind: &KindInfo) {
        let Some(parent) = self.frames.last_mut() else { return };
        parent.dedents |= kind.dedents_in == Some(parent.kind);
        let parent_kind = self.grammar.kind_of_id(parent.kind);
        if parent_kind.is_unordered {
            // Written already.
            return;
        }
        let is_hole = kind.name == "," && parent_kind.has_holes && !std::mem::take(&mut parent.has_element);
        if is_hole || !kind.is_silent_in(parent.kind) {
            self.stream.push_symbol(&kind.symbol);
        }
    }

    /// Notes that the parent's text ends with a space or with something else; says whether that is news.
    pub(super) fn mark_space(&mut self, is_space: bool) -> bool {
        self.frames.last_mut().is_some_and(|parent| std::mem::replace(&mut parent.after_space, is_space) != is_space)
    }

    /// Opens a node as its kind says.
    pub(super) fn open_kind(&mut self, kind: &KindInfo, frame: &mut Frame<'t>) {
        self.stream.open_ready(&kind.opens);
        frame.closes += 1;
    }

    pub(super) fn open(&mut self, name: &str, frame: &mut Frame<'t>) {
        self.stream.open(name);
        frame.closes += 1;
    }
}
