//! The canonical form: how the nodes of a syntax tree are written to the token stream.
//!
//! Named nodes open and close, so that the stream says what belongs together without parentheses, commas and line
//! breaks; those are left out, along with comments and strings that only document. What else is mere formatting in a
//! language is listed in its row.

use std::collections::{HashMap, HashSet};

use tree_sitter::{Node, TreeCursor};

use super::children::{elements, elements_and_symbols};
use super::grammar::{ElementTest, FieldRule, Grammar, KindInfo, Place, TUPLE};
use super::joined::Joined;
use super::languages::{Row, Shape};
use super::leading::list_items;
use super::lexed::lex;
use super::stream::{Mark, Stream, Tag, Taken};
use super::strings::Style;
use super::texts::{Text, TextFrame, doc_string};
use super::token_trees::TokenTree;
use super::types::tokens;
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
    omitted: HashSet<usize>,
    hidden: HashSet<usize>,
    /// The texts of heredocs by the nodes that stand for them.
    heredocs: HashMap<usize, Node<'t>>,
    /// Nodes that were given a place before they came.
    pub(super) joined: HashMap<usize, Joined>,
}

/// A node on the way from the root.
pub(super) struct Frame<'t> {
    node: Node<'t>,
    kind: u16,
    /// How many nodes to close on leaving.
    closes: u8,
    transparent: bool,
    /// Not even its symbols count.
    is_merged: bool,
    /// Its kind, or that of the node around it if it is transparent.
    around: u16,
    is_item_list: bool,
    flat: Flat,
    /// Where it starts in the stream.
    pub(super) start: Mark,
    /// How many of its children do not count.
    pub(super) omitted: u32,
    /// The last of its children that may come again.
    pub(super) repeated: Option<(Mark, Mark)>,
    /// Where it starts with the attributes before it, and where attributes among its children start.
    pub(super) unit: Mark,
    pub(super) attributes: Option<Mark>,
    /// Children whose order means nothing.
    pub(super) unplaced: Vec<Taken>,
    pub(super) tokens: Option<TokenTree>,
    /// Whether it lacks the token that would end it, and whether its last child does.
    is_unended: bool,
    is_child_unended: bool,
    /// Whether its children are told apart by their field.
    is_labelled: bool,
    /// The children before which a tuple opens and after which it closes.
    tuple: Option<(u32, u32)>,
    /// How many children have been entered.
    children: u32,
    /// Whether an element came since the last comma.
    has_element: bool,
    /// The children that may stand in any order, once the first of them has come: the next to be written is last.
    siblings: Option<Vec<Vec<u8>>>,
    /// The row of [`Shape::Sorted`] children that is not written yet.
    sorted: Vec<String>,
    /// Whether the last child ended with white space that counts.
    after_space: bool,
    pub(super) text: TextFrame,
    /// Literals in it lose the tabs at the start of their lines.
    pub(super) dedents: bool,
    /// Code within a string literal.
    pub(super) is_code: bool,
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
            joined: HashMap::new(),
            hidden: HashSet::new(),
            heredocs: HashMap::new(),
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

    /// Whether the field of the next node counts.
    pub fn needs_field(&self) -> bool {
        self.frames
            .last()
            .is_some_and(|parent| parent.is_labelled || self.grammar.kind_of_id(parent.kind).has_field_rules())
    }

    /// Writes what waits for a node like this one: a row of imports ends with the first other thing after it. To be
    /// called before anything is noted about the node's place in the stream.
    pub fn approach(&mut self, node: Node<'t>, kind: u16) {
        let Some(parent) = self.frames.last_mut().filter(|parent| !parent.sorted.is_empty()) else { return };
        let kind = self.grammar.kind_of_id(kind);
        if kind.shape != Shape::Sorted && !kind.silent && (!node.is_extra() || node.is_error()) {
            let row = std::mem::take(&mut parent.sorted);
            self.write_sorted(row);
        }
    }

    fn write_sorted(&mut self, mut row: Vec<String>) {
        row.sort_unstable();
        row.dedup();
        row.iter().for_each(|item| self.stream.push(Tag::Other, item.as_bytes(), true));
    }

    /// Writes what comes before the node's children; says whether they are to be walked.
    pub fn enter(&mut self, node: Node<'t>, kind: u16, field: Option<&str>) -> bool {
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
        let mut frame = Frame {
            node,
            kind,
            closes: 0,
            transparent: false,
            is_merged: false,
            around: kind,
            is_item_list: false,
            flat: Flat::Outside,
            start: self.stream.mark(),
            omitted: 0,
            repeated: None,
            unit: self.stream.mark(),
            attributes: None,
            unplaced: Vec::new(),
            tokens: None,
            is_unended: false,
            is_child_unended: false,
            is_labelled: self.grammar.kind_of_id(kind).is_labelled,
            tuple: None,
            children: 0,
            has_element: false,
            siblings: None,
            sorted: Vec::new(),
            after_space: false,
            text: TextFrame::None,
            dedents: false,
            is_code: false,
        };
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
        self.frames.push(frame);
        descend
    }

    /// Opens what counts of a field; says whether names stand in it.
    fn enter_field(&mut self, field: &str, is_labelled: bool, frame: &mut Frame<'t>) -> bool {
        let Some(parent) = self.frames.last() else { return false };
        let parent = self.grammar.kind_of_id(parent.kind);
        if is_labelled {
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
                (self.row.rules.decode)(&text[literal.start..literal.end], literal.style, &mut name);
                name
            }
            _ => return false,
        };
        self.stream.push(Tag::Word, &name, true);
        true
    }

    /// Writes what comes after the node's children.
    pub fn leave(&mut self, node: Node<'t>) {
        let Some(mut frame) = self.frames.pop() else { return };
        self.write_sorted(std::mem::take(&mut frame.sorted));
        if matches!(frame.text, TextFrame::Holds | TextFrame::Owns) {
            self.read_text(None);
        }
        if matches!(frame.text, TextFrame::Joins | TextFrame::Owns) {
            self.flush_text();
            self.texts.pop();
        }
        for taken in sorted(&mut frame.unplaced) {
            self.stream.put_back(&taken);
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
        let is_silent =
            if kind.silent { !kind.loud_in.contains(&parent.kind) } else { kind.silent_in.contains(&parent.kind) };
        if is_hole || !is_silent {
            self.stream.push(Tag::Symbol, kind.symbol.as_bytes(), false);
        }
    }

    /// Notes that the parent's text ends with a space or with something else; says whether that is news.
    pub(super) fn mark_space(&mut self, is_space: bool) -> bool {
        self.frames.last_mut().is_some_and(|parent| std::mem::replace(&mut parent.after_space, is_space) != is_space)
    }

    fn write_node(&mut self, node: Node<'t>, kind: &'static KindInfo, frame: &mut Frame<'t>) -> bool {
        if let Some(text) = self.heredocs.remove(&node.id()) {
            self.write_heredoc(node, text);
            return false;
        }
        let parent = self.frames.last().map(|parent| parent.kind);
        let place = kind.places.iter().find(|(place, _)| Some(*place) == parent).map(|(_, place)| *place);
        match place {
            Some(Place::AbsentWhenEmpty) if elements(node, &mut self.peek).next().is_none() => return false,
            Some(Place::AbsentWhen(text)) if text.as_bytes() == &self.source[node.byte_range()] => return false,
            Some(Place::WrappedIn(name)) => self.open(name, frame),
            _ => {}
        }
        if kind.is_leading
            && let Some((list, items)) = list_items(node, self.source, self.row)
        {
            for item in items {
                self.stream.push(Tag::Other, format!("{list} {item}").as_bytes(), true);
            }
            return false;
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
            return false;
        }
        frame.is_item_list = kind.is_item_list && elements(node, &mut self.peek).count() == 1;
        frame.tuple = self.implicit_tuple(node, kind, parent);
        let flat = self.frames.last().map_or(Flat::Outside, |parent| parent.flat);
        let chain = if flat == Flat::Outside { None } else { self.chain(node, kind) };
        if kind.is_unordered_sibling {
            if !parent.is_some_and(|parent| self.grammar.kind_of_id(parent).is_unordered) {
                self.write_next_sibling();
            }
            return false;
        }
        let text = &self.source[node.byte_range()];
        let is_solid = parent.is_some_and(|parent| self.grammar.kind_of_id(parent).has_solid_parentheses)
            && elements_and_symbols(node, &mut self.peek).next().is_some_and(|first| first.kind() == "(");
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
            Shape::Lexed => {
                self.open(kind.name, frame);
                lex(text, |tag, token| self.stream.push(tag, token, tag != Tag::Symbol));
                return false;
            }
            Shape::Sorted => {
                let item = tokens(node, self.source).trim_end_matches(';').to_owned();
                if let Some(parent) = self.frames.last_mut() {
                    parent.sorted.push(item);
                }
                return false;
            }
            Shape::Group(_) if elements(node, &mut self.peek).count() == 1 => frame.transparent = true,
            Shape::ImportTree => {
                self.write_imports(node);
                return false;
            }
            Shape::Tuple if self.is_mere_parentheses(node) && is_solid => self.open("parentheses", frame),
            Shape::Tuple if self.is_mere_parentheses(node) => frame.transparent = true,
            Shape::Tuple => self.open(TUPLE, frame),
            Shape::List => self.open("list", frame),
            Shape::As(name) | Shape::Splat(name) | Shape::Group(name) => self.open(name, frame),
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
        self.write_expression_body(node, kind);
        self.plan_trailing_lambda(node);
        if kind.is_token_tree {
            frame.tokens = Some(TokenTree::new(self.frames.last().and_then(|parent| parent.tokens.as_ref())));
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

    pub(super) fn open(&mut self, name: &str, frame: &mut Frame<'t>) {
        self.stream.open(name);
        frame.closes += 1;
    }

    /// Writes the keywords of a node at once, in an order of their own.
    fn write_keywords(&mut self, node: Node<'t>) {
        let (omitted, grammar, source) = (&self.omitted, self.grammar, self.source);
        let is_keyword = |child: &Node| !child.is_named() || grammar.kind(*child).is_unordered_sibling;
        let children = elements_and_symbols(node, &mut self.peek);
        let children = children.filter(|child| is_keyword(child) && !omitted.contains(&child.id()));
        let mut keywords: Vec<&[u8]> = children.map(|child| &source[child.byte_range()]).collect();
        keywords.sort_unstable();
        for keyword in keywords {
            self.stream.push(Tag::Symbol, keyword, false);
        }
    }

    /// Writes the next of the siblings that may stand in any order, in an order of their own.
    fn write_next_sibling(&mut self) {
        let (grammar, source) = (self.grammar, self.source);
        let Some(parent) = self.frames.last_mut() else { return };
        let siblings = parent.siblings.get_or_insert_with(|| {
            let all = elements(parent.node, &mut self.peek).filter(|node| grammar.kind(*node).is_unordered_sibling);
            let texts = all.map(|node| source[node.byte_range()].iter().copied());
            let mut texts: Vec<Vec<u8>> = texts
                .map(|text| {
                    text.filter(|byte| !byte.is_ascii_whitespace()).map(|byte| byte.to_ascii_lowercase()).collect()
                })
                .collect();
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
            named += usize::from(child.is_named() && self.grammar.kind(child).shape != Shape::Nothing);
        }
        named == 1
    }

    /// Whether a statement means no more than what is in it: it lacks the token that would end it, or ends without.
    fn ends_anyway(&mut self, node: Node<'t>, kind: &KindInfo, frame: &mut Frame) -> bool {
        let Some(end) = kind.transparent_without else { return false };
        let mut has_end = false;
        for child in elements_and_symbols(node, &mut self.peek) {
            if kind.transparent_around.contains(&child.kind_id()) {
                return true;
            }
            has_end |= child.kind() == end;
        }
        frame.is_unended = !has_end;
        !has_end
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

fn caseless(text: &[u8]) -> Vec<u8> {
    text.iter().filter(|byte| !byte.is_ascii_whitespace()).map(u8::to_ascii_lowercase).collect()
}
