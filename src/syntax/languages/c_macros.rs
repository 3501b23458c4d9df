//! Macros in places where no grammar of C can read them, made readable before parsing.
//!
//! `class EXPORT Foo : public Bar {` is a class to everybody but a parser, which cannot know that `EXPORT` is nothing or
//! an attribute; it loses the whole class over it. So the parser is given an attribute of the same length in its place:
//! `class [[x]]  Foo`. What is hashed are the real bytes. The search looks at the heads of declarations only, never into
//! bodies, and touches what would be no C otherwise: a type after a type, a word between `class` and its name. Where an
//! attribute cannot stand, or does not fit, the macro becomes white space and does not count.

use std::cell::RefCell;

use super::c_masks::{How, Mask};
use super::c_tokens::{Token, Tokens};

/// Which of the two languages it is: they take attributes in different places.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
}

/// The text for the parser, of the same length; `None` if that is the source itself.
pub(super) fn readable(source: &[u8], dialect: Dialect) -> Option<Vec<u8>> {
    let comments = RefCell::default();
    let mut search = Search { tokens: Tokens::new(source, &comments), dialect, masks: Vec::new() };
    search.run();
    let mut masks = search.masks;
    masks.extend(comments.take());
    masks.extend(signs_after_sizeof(source));
    if masks.is_empty() {
        return None;
    }
    let mut text = source.to_vec();
    for mask in masks {
        mask.apply(&mut text);
    }
    Some(text)
}

/// `sizeof(x)-1` is a difference, but the grammars take `(x)-1` for a cast, and `(x) - 1` for none. Whatever the white
/// space, the number is made a name, which they never take for a literal with a sign.
fn signs_after_sizeof(source: &[u8]) -> Vec<Mask> {
    const SIZEOF: &[u8] = b"sizeof";
    // These nest, and each is read to its end.
    const LONGEST: usize = 256;
    let comments = RefCell::default();
    let mut masks = Vec::new();
    let mut at = 0;
    while let Some(found) = source[at..].windows(SIZEOF.len()).position(|window| window == SIZEOF) {
        at += found + SIZEOF.len();
        let mut tokens = Tokens::new(&source[at..source.len().min(at + LONGEST)], &comments);
        if tokens.peek_symbol() != Some(b'(') {
            continue;
        }
        tokens.skip_group();
        if let (Token::Symbol(b'-' | b'+', _), Token::Text(start)) = (tokens.next(), tokens.next())
            && source[at + start].is_ascii_digit()
        {
            masks.push(Mask { start: at + start, end: at + tokens.last_end, how: How::Letter });
        }
    }
    masks
}

pub(super) struct Search<'s> {
    pub(super) tokens: Tokens<'s>,
    pub(super) dialect: Dialect,
    pub(super) masks: Vec<Mask>,
}

/// A word in the head of a declaration.
#[derive(Clone, Copy)]
pub(super) struct Item {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_macro: bool,
    /// `Foo::` before a `*`, a `~` or `operator`.
    pub(super) ends_in_scope: bool,
    /// No name for sure.
    pub(super) is_type: bool,
}

/// What a word means in the head of a declaration.
pub(super) enum Role {
    /// `static`, `const`: any number of them.
    Modifier,
    /// `unsigned`: a type on its own, or a part of one.
    Sign,
    Primitive,
    /// `class`
    Class,
    /// Followed by something in parentheses that belongs to it.
    WithArguments,
    Template,
    Operator,
    /// Starts something else.
    Other,
    Name,
}

pub(super) fn role(word: &[u8]) -> Role {
    match word {
        b"static" | b"extern" | b"const" | b"volatile" | b"inline" | b"virtual" | b"constexpr" | b"constinit"
        | b"consteval" | b"friend" | b"typedef" | b"typename" | b"register" | b"mutable" | b"thread_local"
        | b"restrict" | b"__restrict" | b"__restrict__" | b"__inline" | b"__inline__" | b"__forceinline"
        | b"__extension__" | b"__thread" | b"_Noreturn" | b"_Atomic" | b"__cdecl" | b"__stdcall" | b"__fastcall"
        | b"__thiscall" | b"__vectorcall" | b"final" | b"override" => Role::Modifier,
        b"unsigned" | b"signed" | b"long" | b"short" => Role::Sign,
        b"void" | b"int" | b"char" | b"bool" | b"float" | b"double" | b"auto" | b"size_t" | b"_Bool" => Role::Primitive,
        b"class" | b"struct" | b"union" | b"enum" => Role::Class,
        b"alignas" | b"_Alignas" | b"__attribute__" | b"__attribute" | b"__declspec" | b"explicit" | b"noexcept" => {
            Role::WithArguments
        }
        b"template" => Role::Template,
        b"operator" => Role::Operator,
        b"return" | b"using" | b"namespace" | b"case" | b"default" | b"public" | b"private" | b"protected"
        | b"goto" | b"if" | b"else" | b"for" | b"while" | b"do" | b"switch" | b"new" | b"delete" | b"throw"
        | b"static_assert" | b"_Static_assert" | b"asm" | b"__asm__" | b"concept" | b"requires" | b"import"
        | b"module" | b"export" | b"decltype" | b"sizeof" | b"try" | b"catch" | b"break" | b"continue" | b"this" => {
            Role::Other
        }
        _ => Role::Name,
    }
}

/// By convention: `EXPORT_API`, `__init`.
pub(super) fn is_macro(word: &[u8]) -> bool {
    let shouts = word.len() > 1
        && word.iter().any(u8::is_ascii_uppercase)
        && word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    shouts || word.starts_with(b"__")
}

impl Search<'_> {
    pub(super) fn run(&mut self) {
        loop {
            match self.tokens.peek() {
                Token::End => return,
                Token::Word(..) => self.declaration(),
                Token::Symbol(b'{' | b'(', _) => self.tokens.skip_group(),
                _ => self.tokens.skip(),
            }
        }
    }

    /// The head of a declaration, and what follows it up to its end or to the braces of a class or a namespace.
    pub(super) fn declaration(&mut self) {
        let mut items: Vec<Item> = Vec::new();
        let mut has_sign = false;
        let Token::Word(first, _) = self.tokens.peek() else { return };
        loop {
            match self.tokens.peek() {
                Token::Word(start, end) => match role(self.tokens.text(start, end)) {
                    Role::Modifier => self.tokens.skip(),
                    Role::Sign => {
                        has_sign = true;
                        self.tokens.next();
                    }
                    Role::Primitive => {
                        self.tokens.next();
                        has_sign = false;
                        items.push(Item { start, end, is_macro: false, is_type: true, ends_in_scope: false });
                    }
                    Role::WithArguments => {
                        self.tokens.next();
                        self.tokens.skip_parentheses();
                    }
                    Role::Template => {
                        self.tokens.next();
                        if !self.tokens.skip_angles() {
                            self.instantiation(first, start, end);
                        }
                    }
                    Role::Operator => {
                        self.tokens.next();
                        if !items.last().is_some_and(|item| item.ends_in_scope) {
                            items.push(Item { start, end, is_macro: false, is_type: false, ends_in_scope: false });
                        }
                        self.hide_extra(&items, 2, has_sign);
                        return self.rest();
                    }
                    Role::Class => {
                        if self.class(&mut items) {
                            self.hide_extra(&items, 0, has_sign);
                            return;
                        }
                    }
                    Role::Other => {
                        self.lone(&items);
                        return self.other();
                    }
                    Role::Name => {
                        if self.lone_call() {
                            return self.lone(&items);
                        }
                        if items.is_empty() && self.section() {
                            return;
                        }
                        self.name(&mut items);
                    }
                },
                Token::Text(..) => self.tokens.skip(),
                Token::Symbol(b'[', _) if items.is_empty() => self.tokens.skip_group(),
                Token::Symbol(symbol, _) => {
                    let ends_with_type = items.last().is_some_and(|item| item.is_type);
                    match symbol {
                        b'*' if items.last().is_some_and(|item| item.ends_in_scope) => {}
                        b'*' | b'&' => self.hide_extra(&items, 1, has_sign),
                        b'(' | b';' if ends_with_type || (symbol == b'(' && self.looks_like_type(&items)) => {
                            self.hide_extra(&items, 1, has_sign);
                        }
                        b'(' | b';' | b'=' | b'[' | b',' | b'{' | b':' => self.hide_extra(&items, 2, has_sign),
                        b'}' => return self.lone(&items),
                        _ => {}
                    }
                    let opens_linkage = symbol == b'{' && items.is_empty();
                    if opens_linkage {
                        return self.tokens.skip();
                    }
                    return self.rest();
                }
                Token::Directive(_) | Token::End => {
                    self.lone(&items);
                    if items.len() > 1 || self.tokens.peek() == Token::End {
                        return self.tokens.skip();
                    }
                    self.tokens.next();
                    items.clear();
                }
            }
        }
    }

    /// `extern template class A<int>;`, of which the grammar reads only the end.
    pub(super) fn instantiation(&mut self, first: usize, start: usize, end: usize) {
        let is_class = match self.tokens.peek() {
            Token::Word(start, end) => matches!(role(self.tokens.text(start, end)), Role::Class),
            _ => false,
        };
        let end = if is_class { end } else { start };
        self.masks.push(Mask { start: first, end, how: How::Blank });
    }

    /// A name with its scopes and type arguments, or a macro with its arguments.
    pub(super) fn name(&mut self, items: &mut Vec<Item>) {
        let Token::Word(start, mut end) = self.tokens.next() else { return };
        let is_macro = is_macro(self.tokens.text(start, end));
        let has_arguments = is_macro && self.tokens.peek_symbol() == Some(b'(') && self.tokens.word_after_group();
        if has_arguments {
            self.tokens.skip_group();
            end = self.tokens.last_end;
            return items.push(Item { start, end, is_macro, is_type: false, ends_in_scope: false });
        }
        let (mut is_plain, mut ends_in_scope) = (true, false);
        loop {
            if self.tokens.peek_symbol() == Some(b'<') && self.tokens.skip_angles() {
                is_plain = false;
            } else if self.tokens.skip_scope() {
                is_plain = false;
                let is_name = match self.tokens.peek() {
                    Token::Word(start, end) => matches!(role(self.tokens.text(start, end)), Role::Name),
                    _ => false,
                };
                if !is_name {
                    ends_in_scope = true;
                    break;
                }
                self.tokens.next();
            } else {
                break;
            }
        }
        items.push(Item { start, end, is_macro: is_macro && is_plain, is_type: false, ends_in_scope });
    }

    /// Hides macros that make one word too many before the name, or before what follows the type; at last the one that
    /// seems to be the name: `int x GUARDED_BY(lock);`
    pub(super) fn hide_extra(&mut self, items: &[Item], allowed: usize, has_sign: bool) {
        let count = items.len() + usize::from(has_sign && !items.iter().any(|item| item.is_type));
        let extra = count.saturating_sub(allowed);
        let candidates = items.split_last().map_or(&[][..], |(_, before)| before);
        let candidates = if allowed == 0 { items } else { candidates };
        let mut found: Vec<&Item> = candidates.iter().filter(|item| item.is_macro).take(extra).collect();
        if found.is_empty() && !items.last().is_some_and(|item| item.is_macro) {
            // `really_inline int f();`: it has to be one of them, and most likely the first.
            found.extend(candidates.iter().filter(|item| !item.is_type).take(extra));
        }
        self.masks.extend(found.iter().map(|item| Mask { start: item.start, end: item.end, how: How::Attribute }));
        if let (true, Some(&Item { start, end, is_macro: true, .. })) =
            (found.len() < extra && allowed == 2, items.last())
        {
            self.hide_after_declarator(start, end);
        }
    }

    /// `uint64_t (*name)(int)`
    pub(super) fn looks_like_type(&self, items: &[Item]) -> bool {
        items.len() > 1 && items.last().is_some_and(|item| self.tokens.text(item.start, item.end).ends_with(b"_t"))
    }

    /// A macro that stands for a whole declaration: `Q_OBJECT`, `END_DECLS`.
    pub(super) fn lone(&mut self, items: &[Item]) {
        if items.iter().all(|item| item.is_macro) {
            self.masks.extend(items.iter().map(|item| Mask { start: item.start, end: item.end, how: How::Blank }));
        }
    }

    /// The same with arguments, where nothing follows that it could belong to.
    pub(super) fn lone_call(&mut self) -> bool {
        let Token::Word(start, end) = self.tokens.peek() else { return false };
        if !is_macro(self.tokens.text(start, end)) {
            return false;
        }
        let mut ahead = self.tokens.clone();
        ahead.next();
        if ahead.peek_symbol() != Some(b'(') {
            return false;
        }
        ahead.skip_group();
        let end = ahead.last_end;
        let is_lone = match ahead.peek() {
            Token::Word(next, end) => matches!(role(ahead.text(next, end)), Role::Other),
            Token::Symbol(b'}', _) | Token::Directive(_) | Token::End => true,
            Token::Symbol(..) | Token::Text(..) => false,
        };
        if is_lone {
            self.masks.push(Mask { start, end, how: How::Blank });
            self.tokens.catch_up(ahead);
        }
        is_lone
    }

    /// Qt: `signals:`
    pub(super) fn section(&mut self) -> bool {
        let Token::Word(start, end) = self.tokens.peek() else { return false };
        if !matches!(self.tokens.text(start, end), b"signals" | b"Q_SIGNALS") {
            return false;
        }
        self.tokens.skip();
        let is_section = self.tokens.peek_symbol() == Some(b':');
        if is_section {
            self.tokens.skip();
            self.masks.push(Mask { start, end: self.tokens.last_end, how: How::Blank });
        }
        is_section
    }

    /// A statement, or a namespace.
    pub(super) fn other(&mut self) {
        let Token::Word(start, end) = self.tokens.next() else { return };
        match self.tokens.text(start, end) {
            b"public" | b"private" | b"protected" => {
                // Qt: `private slots:`
                while let Token::Word(start, end) = self.tokens.peek() {
                    self.masks.push(Mask { start, end, how: How::Blank });
                    self.tokens.next();
                }
                if self.tokens.peek_symbol() == Some(b':') {
                    self.tokens.next();
                }
            }
            b"namespace" => {
                while !matches!(self.tokens.peek_symbol(), Some(b'{' | b';' | b'}')) {
                    if self.tokens.next() == Token::End {
                        return;
                    }
                }
                self.tokens.next();
            }
            b"export" => {}
            _ => self.rest(),
        }
    }
}

#[cfg(test)]
#[path = "c_macros_tests.rs"]
mod tests;
