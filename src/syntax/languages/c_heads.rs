//! Heads of declarations behind their first words: classes, enumerators, declarators and parameters, and the macros in
//! them.

use super::c_macros::{Dialect, Item, Role, Search, is_macro, role};
use super::c_masks::{How, Mask};
use super::c_tokens::{Token, Tokens};

impl Search<'_> {
    /// The head of a class. Says whether its body has been entered or skipped; else it was a type, which is an item.
    pub(super) fn class(&mut self, items: &mut Vec<Item>) -> bool {
        let Token::Word(start, keyword_end) = self.tokens.next() else { return false };
        let is_enum = self.tokens.text(start, keyword_end) == b"enum";
        let mut names: Vec<Item> = Vec::new();
        loop {
            match self.tokens.peek() {
                Token::Word(start, end) => match role(self.tokens.text(start, end)) {
                    Role::Class | Role::Modifier => self.tokens.skip(),
                    Role::WithArguments => {
                        self.tokens.next();
                        self.tokens.skip_parentheses();
                    }
                    Role::Name => self.name(&mut names),
                    _ => break,
                },
                Token::Symbol(b'[', _) if names.is_empty() => self.tokens.skip_group(),
                _ => break,
            }
        }
        let opens = matches!(self.tokens.peek_symbol(), Some(b'{' | b':'));
        if !opens {
            // `struct foo bar`: the first name belongs to the keyword.
            items.push(Item { start, end: keyword_end, is_macro: false, is_type: true, ends_in_scope: false });
            items.extend(names.into_iter().skip(1));
            return false;
        }
        let how = if self.dialect == Dialect::Cpp && !is_enum { How::Attribute } else { How::Blank };
        if let [before @ .., _] = names.as_slice() {
            self.masks.extend(before.iter().map(|item| Mask { start: item.start, end: item.end, how }));
        }
        while !matches!(self.tokens.peek_symbol(), Some(b'{' | b';' | b'}')) && self.tokens.peek() != Token::End {
            self.tokens.next();
        }
        match self.tokens.peek_symbol() {
            Some(b'{') if is_enum => self.enumerators(),
            Some(b'{') => self.tokens.skip(),
            _ => {}
        }
        true
    }

    /// Between the name of an enumerator and its value there is room for nothing else.
    pub(super) fn enumerators(&mut self) {
        let mut after_name = false;
        let mut in_value = false;
        self.tokens.skip();
        loop {
            match self.tokens.peek() {
                Token::End => return,
                Token::Symbol(b'}', _) => return self.tokens.skip(),
                Token::Symbol(b'(' | b'[' | b'{', _) => self.tokens.skip_group(),
                Token::Word(start, mut end) => {
                    self.tokens.skip();
                    if after_name && !in_value {
                        if self.tokens.peek_symbol() == Some(b'(') {
                            self.tokens.skip_group();
                            end = self.tokens.last_end;
                        }
                        self.masks.push(Mask { start, end, how: How::Blank });
                    }
                    after_name = true;
                }
                Token::Symbol(symbol, _) => {
                    in_value = symbol == b'=' || (in_value && symbol != b',');
                    after_name &= symbol != b',';
                    self.tokens.skip();
                }
                Token::Directive(_) => {
                    (after_name, in_value) = (false, false);
                    self.tokens.skip();
                }
                Token::Text(_) => self.tokens.skip(),
            }
        }
    }

    /// What follows the head: parameters, a value, a body.
    pub(super) fn rest(&mut self) {
        // Whether a declarator may have ended, and whether values have begun, where anything goes.
        let (mut after_declarator, mut in_values) = (false, false);
        loop {
            match self.tokens.peek() {
                Token::End | Token::Directive(_) | Token::Symbol(b'}', _) => return,
                Token::Symbol(b';', _) => return self.tokens.skip(),
                Token::Symbol(b'(', _) if !in_values => {
                    self.parameters();
                    after_declarator = true;
                }
                Token::Symbol(b'(' | b'[', _) => {
                    self.tokens.skip_group();
                    after_declarator = true;
                }
                Token::Symbol(b'{', _) => {
                    self.tokens.skip_group();
                    match self.tokens.peek_symbol() {
                        Some(b',' | b'{' | b';' | b'(') => in_values = true,
                        _ => return,
                    }
                }
                Token::Symbol(b':', _) if self.tokens.skip_scope() => {}
                Token::Symbol(b'*', _) if !in_values => {
                    self.pointer();
                    after_declarator = false;
                }
                Token::Symbol(symbol, _) => {
                    in_values |= matches!(symbol, b'=' | b':');
                    // `auto f() -> T`, but `void f() &&`
                    after_declarator &= symbol == b'&';
                    self.tokens.skip();
                }
                Token::Word(start, end) => {
                    self.tokens.skip();
                    let is_name = matches!(role(self.tokens.text(start, end)), Role::Name);
                    if !is_name {
                        self.tokens.skip_parentheses();
                    } else if after_declarator && !in_values && is_macro(self.tokens.text(start, end)) {
                        self.hide_after_declarator(start, end);
                    }
                    after_declarator = true;
                }
                Token::Text(_) => self.tokens.skip(),
            }
        }
    }

    /// After a `*` there is room for one name only: `T *absl_nonnull name`.
    pub(super) fn pointer(&mut self) {
        self.tokens.skip();
        let Token::Word(start, end) = self.tokens.peek() else { return };
        let mut ahead = self.tokens.clone();
        ahead.skip();
        let is_name =
            |tokens: &Tokens, start, end| matches!(role(tokens.text(start, end)), Role::Name | Role::Operator);
        if is_name(&ahead, start, end)
            && matches!(ahead.peek(), Token::Word(next, last) if is_name(&ahead, next, last) && !is_macro(ahead.text(next, last)))
        {
            self.masks.push(Mask { start, end, how: How::Qualifier });
            self.tokens.catch_up(ahead);
        }
    }

    /// What is in parentheses after a name. Only what follows the name of a parameter, or a `*`, is looked at.
    pub(super) fn parameters(&mut self) {
        let mut depth = 0_usize;
        let (mut after_name, mut in_value) = (false, false);
        let mut equals = false;
        loop {
            let was_equals = std::mem::replace(&mut equals, self.tokens.peek_symbol() == Some(b'='));
            match self.tokens.peek() {
                Token::End | Token::Directive(_) => return,
                Token::Symbol(b'(' | b'[', _) => {
                    depth += 1;
                    self.tokens.skip();
                    after_name = false;
                }
                Token::Symbol(symbol @ (b')' | b']'), _) => {
                    self.tokens.skip();
                    depth -= 1;
                    after_name = symbol == b']' || depth > 0;
                    if depth == 0 {
                        return;
                    }
                }
                Token::Symbol(b'{', start) => {
                    self.tokens.skip_group();
                    if was_equals {
                        self.masks.push(Mask { start, end: self.tokens.last_end, how: How::Value });
                    }
                }
                Token::Symbol(b'*', _) if !in_value => {
                    self.pointer();
                    after_name = false;
                }
                Token::Symbol(symbol, _) => {
                    in_value = symbol == b'=' || (in_value && symbol != b',');
                    after_name = false;
                    self.tokens.skip();
                }
                Token::Word(start, end) => {
                    self.tokens.skip();
                    let is_name = matches!(role(self.tokens.text(start, end)), Role::Name);
                    if after_name && is_name && !in_value && is_macro(self.tokens.text(start, end)) {
                        self.hide_after_declarator(start, end);
                    }
                    after_name = is_name;
                }
                Token::Text(_) => self.tokens.skip(),
            }
        }
    }

    /// Hides a macro after parameters or a name; it has been read, its arguments have not.
    pub(super) fn hide_after_declarator(&mut self, start: usize, end: usize) {
        let mut ahead = self.tokens.clone();
        let mut end = end;
        if ahead.peek_symbol() == Some(b'(') {
            ahead.skip_group();
            end = ahead.last_end;
        }
        // The grammar of C takes a word before a body as it is.
        let fits = match ahead.peek() {
            Token::Symbol(b'{', _) => self.dialect == Dialect::Cpp,
            Token::Symbol(b';' | b'=' | b':' | b',' | b')', _) | Token::Word(..) => true,
            _ => false,
        };
        if fits {
            self.masks.push(Mask { start, end, how: How::Attribute });
            self.tokens.catch_up(ahead);
        }
    }
}
