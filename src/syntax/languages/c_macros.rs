//! Macros in places where no grammar of C can read them, made readable before parsing.
//!
//! `class EXPORT Foo : public Bar {` is a class to everybody but a parser, which cannot know that `EXPORT` is nothing or
//! an attribute; it loses the whole class over it. So the parser is given an attribute of the same length in its place:
//! `class [[x]]  Foo`. What is hashed are the real bytes. The search looks at the heads of declarations only, never into
//! bodies, and touches what would be no C otherwise: a type after a type, a word between `class` and its name. Where an
//! attribute cannot stand, or does not fit, the macro becomes white space and does not count.

use std::cell::RefCell;

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

/// A range of bytes to be hidden from the parser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mask {
    pub start: usize,
    pub end: usize,
    pub how: How,
}

/// What is put in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Blank,
    Attribute,
    /// After a `*`, where no attribute can stand.
    Qualifier,
    /// Braces as the default of a parameter, which the grammar takes for a body: parentheses, or a number if empty.
    Value,
    /// A number after a sign, so that the two are not taken for one literal.
    Letter,
}

impl Mask {
    fn apply(self, text: &mut [u8]) {
        let bytes = &mut text[self.start..self.end];
        let length = bytes.len();
        if self.how == How::Letter {
            bytes[0] = b'x';
            return;
        }
        if self.how == How::Value && !bytes[1..length - 1].trim_ascii().is_empty() {
            (bytes[0], bytes[length - 1]) = (b'(', b')');
            return;
        }
        // Not only line breaks stay, but also what continues a line.
        let mut breaks = bytes.to_vec();
        breaks.push(b' ');
        for (byte, next) in bytes.iter_mut().zip(&breaks[1..]) {
            if !(*byte == b'\n' || (*byte == b'\\' && matches!(next, b'\n' | b'\r'))) {
                *byte = b' ';
            }
        }
        if self.how == How::Attribute && length >= 5 {
            bytes[..3].copy_from_slice(b"[[x");
            bytes[length - 2..].copy_from_slice(b"]]");
        }
        if let (How::Qualifier, Some(start)) = (self.how, bytes.get_mut(..QUALIFIER.len())) {
            start.copy_from_slice(QUALIFIER);
        }
        if self.how == How::Value {
            bytes[0] = b'0';
        }
    }
}

/// It says little, and is rare enough not to be taken for what it says.
const QUALIFIER: &[u8] = b"restrict";

struct Search<'s> {
    tokens: Tokens<'s>,
    dialect: Dialect,
    masks: Vec<Mask>,
}

/// A word in the head of a declaration.
#[derive(Clone, Copy)]
struct Item {
    start: usize,
    end: usize,
    is_macro: bool,
    /// `Foo::` before a `*`, a `~` or `operator`.
    ends_in_scope: bool,
    /// No name for sure.
    is_type: bool,
}

/// What a word means in the head of a declaration.
enum Role {
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

fn role(word: &[u8]) -> Role {
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
fn is_macro(word: &[u8]) -> bool {
    let shouts = word.len() > 1
        && word.iter().any(u8::is_ascii_uppercase)
        && word.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    shouts || word.starts_with(b"__")
}

impl Search<'_> {
    fn run(&mut self) {
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
    fn declaration(&mut self) {
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
                            self.hide_extra(&items, 1, has_sign)
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
    fn instantiation(&mut self, first: usize, start: usize, end: usize) {
        let is_class = match self.tokens.peek() {
            Token::Word(start, end) => matches!(role(self.tokens.text(start, end)), Role::Class),
            _ => false,
        };
        let end = if is_class { end } else { start };
        self.masks.push(Mask { start: first, end, how: How::Blank });
    }

    /// A name with its scopes and type arguments, or a macro with its arguments.
    fn name(&mut self, items: &mut Vec<Item>) {
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
    fn hide_extra(&mut self, items: &[Item], allowed: usize, has_sign: bool) {
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
    fn looks_like_type(&self, items: &[Item]) -> bool {
        items.len() > 1 && items.last().is_some_and(|item| self.tokens.text(item.start, item.end).ends_with(b"_t"))
    }

    /// A macro that stands for a whole declaration: `Q_OBJECT`, `END_DECLS`.
    fn lone(&mut self, items: &[Item]) {
        if items.iter().all(|item| item.is_macro) {
            self.masks.extend(items.iter().map(|item| Mask { start: item.start, end: item.end, how: How::Blank }));
        }
    }

    /// The same with arguments, where nothing follows that it could belong to.
    fn lone_call(&mut self) -> bool {
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
    fn section(&mut self) -> bool {
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

    /// The head of a class. Says whether its body has been entered or skipped; else it was a type, which is an item.
    fn class(&mut self, items: &mut Vec<Item>) -> bool {
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
    fn enumerators(&mut self) {
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
    fn rest(&mut self) {
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
    fn pointer(&mut self) {
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
    fn parameters(&mut self) {
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
    fn hide_after_declarator(&mut self, start: usize, end: usize) {
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

    /// A statement, or a namespace.
    fn other(&mut self) {
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
mod tests {
    use super::*;

    fn shown(source: &str, dialect: Dialect) -> String {
        let text = readable(source.as_bytes(), dialect).unwrap_or_else(|| source.as_bytes().to_vec());
        assert_eq!(text.len(), source.len());
        String::from_utf8(text).expect("UTF-8")
    }

    #[test]
    fn what_would_be_no_declaration_becomes_an_attribute() {
        for (source, expected) in [
            ("EXPORT void f();", "[[x ]] void f();"),
            ("static FORCE_INLINE int f(void) {}", "static [[x       ]] int f(void) {}"),
            ("int __init f(void);", "int [[x ]] f(void);"),
            ("EXPORT foo_t *f(void);", "[[x ]] foo_t *f(void);"),
            ("EXPORT unsigned f(void);", "[[x ]] unsigned f(void);"),
            ("EXPORT std::vector<int> f();", "[[x ]] std::vector<int> f();"),
            ("EXPORT bool operator==(A, B);", "[[x ]] bool operator==(A, B);"),
            ("DEPRECATED(\"x\") void f();", "[[x          ]] void f();"),
            ("LUA_API int (f)(int);", "[[x  ]] int (f)(int);"),
            ("int f(void) NOEXCEPT;", "int f(void) [[x   ]];"),
            ("int f(void) FORMAT(1, 2);", "int f(void) [[x       ]];"),
            ("struct s { EXPORT void f(); };", "struct s { [[x ]] void f(); };"),
            ("namespace a { EXPORT int f(); }", "namespace a { [[x ]] int f(); }"),
            ("extern \"C\" { EXPORT int f(); }", "extern \"C\" { [[x ]] int f(); }"),
            ("API void f();", "    void f();"),
            ("int x GUARDED_BY(lock);", "int x [[x           ]];"),
            ("struct s { T *x GUARDED(a) = 0, y[2] GUARDED; };", "struct s { T *x [[x     ]] = 0, y[2] GUARDED; };"),
            ("void f(T x UNUSED, int y = BAD);", "void f(T x [[x ]], int y = BAD);"),
            ("T *absl_nonnull f(T *absl_null x);", "T *restrict     f(T *restrict  x);"),
            ("BEGIN_DECLS\nclass A;", "[[x      ]]\nclass A;"),
            ("void f(int) const LOCKED(a) OVERRIDE;", "void f(int) const [[x    ]] [[x   ]];"),
        ] {
            assert_eq!(shown(source, Dialect::Cpp), expected);
            assert_eq!(shown(source, Dialect::C), expected);
        }
        for (source, cpp, c) in [
            ("struct EXPORT s { int a; };", "struct [[x ]] s { int a; };", "struct        s { int a; };"),
            ("enum EXPORT e { A };", "enum        e { A };", "enum        e { A };"),
            ("int f(void) NOEXCEPT {}", "int f(void) [[x   ]] {}", "int f(void) NOEXCEPT {}"),
        ] {
            assert_eq!(shown(source, Dialect::Cpp), cpp);
            assert_eq!(shown(source, Dialect::C), c);
        }
        for (source, expected) in [
            ("class EXPORT Foo : public Bar<A, B> { int a; };", "class [[x ]] Foo : public Bar<A, B> { int a; };"),
            ("template <class T> class EXPORT Foo final {};", "template <class T> class [[x ]] Foo final {};"),
            ("extern template class A<int>;", "                class A<int>;"),
            ("class A { Q_OBJECT\npublic: int x; };", "class A {         \npublic: int x; };"),
            ("class A {\n  Q_PROPERTY(int a)\n  int x; };", "class A {\n  [[x            ]]\n  int x; };"),
            ("class A {\n  Q_PROPERTY(int a)\npublic:\n};", "class A {\n                   \npublic:\n};"),
            ("void f() const OVERRIDE { }", "void f() const [[x   ]] { }"),
            (
                "class A { private Q_SLOTS: void f(); signals: void g(); };",
                "class A { private        : void f();          void g(); };",
            ),
            ("void f(A a = {}, B b = { 1, {2} }, int c);", "void f(A a = 0 , B b = ( 1, {2} ), int c);"),
            (
                "enum E { A DEPRECATED(x) = 1, B UNUSED, C = X | Y };",
                "enum E { A               = 1, B       , C = X | Y };",
            ),
            ("really_inline constexpr int f(int);", "[[x        ]] constexpr int f(int);"),
            ("API_FUNC uint64_t (*f)(int);", "[[x   ]] uint64_t (*f)(int);"),
        ] {
            assert_eq!(shown(source, Dialect::Cpp), expected);
        }
    }

    #[test]
    fn lone_words_and_comments_within_macros_become_white_space() {
        assert_eq!(shown("END_DECLS\n#endif\n", Dialect::C), "         \n#endif\n");
        assert_eq!(shown("#define A 1 /* x */ + 2\n", Dialect::C), "#define A 1         + 2\n");
        assert_eq!(shown("#define A 1 /* x */\n", Dialect::C), "#define A 1 /* x */\n");
        assert_eq!(shown("#define A 1 /* x \\\n */ + 2\n", Dialect::C), "#define A 1      \\\n    + 2\n");
        assert_eq!(shown("int a = sizeof(b)-1 + sizeof(c) - 20;", Dialect::C), "int a = sizeof(b)-x + sizeof(c) - x0;");
        assert_eq!(shown("GEN(a, b) GEN(c)\n#if A\n", Dialect::C), "                \n#if A\n");
    }

    #[test]
    fn everything_else_stays() {
        for source in [
            "FILE *open(void);",
            "BOOL f(DWORD a, HANDLE b);",
            "UINT32 x, y = MAX;",
            "DWORD WINAPI;",
            "struct FOO bar, *baz;",
            "typedef struct FOO BAR;",
            "typedef unsigned int UINT;",
            "unsigned long long int x;",
            "TEST(Foo, Bar) { int x; }",
            "DEFINE(x);",
            "static DEFINE_MUTEX(lock);",
            "int f(void) { EXPORT int x; FOREACH(a)\n b(); return X Y; }",
            "T Foo<T>::operator()(int) const;",
            "Foo::Foo() : a{1}, b(2) { }",
            "int Foo::*member; T Foo::*other; EXPORT Foo::Foo();",
            "enum E { A, B = X };",
            "const std::map<std::string, FOO> table = {{A, B}};",
            "template <typename T, int N = (1 < 2)> struct S;",
            "using FOO = BAR;",
            "auto f() -> FOO;",
            "public: int x;",
            "#define EXPORT a b c\n",
            "// EXPORT void f();\n/* EXPORT int g(); */",
            "const char *s = R\"(EXPORT int f();)\";",
            "PyAPI_FUNC(PyObject *) f(void);",
            "static const int x = (unsigned) FOO;",
            "int f(DWORD x, const FOO *y, BAR z[2], void (*w)(FOO), T* const v);",
            "int x = a *b;",
            "FOO(BAR baz);",
            "int x[] = { A }, y = sizeof(int) BAR;",
        ] {
            assert_eq!(readable(source.as_bytes(), Dialect::Cpp), None, "{source}");
        }
    }
}
