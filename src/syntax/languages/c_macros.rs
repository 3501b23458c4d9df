//! Macros in places where no grammar of C can read them, made readable before parsing.
//!
//! `class EXPORT Foo : public Bar {` is a class to everybody but a parser, which cannot know that `EXPORT` is nothing or
//! an attribute; it loses the whole class over it. So the parser is given an attribute of the same length in its place:
//! `class [[PO]] Foo`. What is hashed are the real bytes. The search looks at the heads of declarations only, never into
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
    if masks.is_empty() {
        return None;
    }
    let mut text = source.to_vec();
    for mask in masks {
        mask.apply(&mut text);
    }
    Some(text)
}

/// A range of bytes to be hidden from the parser.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mask {
    pub start: usize,
    pub end: usize,
    pub as_attribute: bool,
}

impl Mask {
    fn apply(self, text: &mut [u8]) {
        let bytes = &mut text[self.start..self.end];
        let length = bytes.len();
        if self.as_attribute && length >= 5 && !bytes.contains(&b'\n') {
            bytes.fill(b'x');
            bytes[..2].fill(b'[');
            bytes[length - 2..].fill(b']');
        } else {
            bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
    }
}

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
    is_primitive: bool,
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
                        items.push(Item { start, end, is_macro: false, is_primitive: true });
                    }
                    Role::WithArguments => {
                        self.tokens.next();
                        self.tokens.skip_parentheses();
                    }
                    Role::Template => {
                        self.tokens.next();
                        if !self.tokens.skip_angles() {
                            self.instantiation(first, end);
                        }
                    }
                    Role::Operator => {
                        self.tokens.next();
                        items.push(Item { start, end, is_macro: false, is_primitive: false });
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
                            return;
                        }
                        self.name(&mut items);
                    }
                },
                Token::Text(..) => self.tokens.skip(),
                Token::Symbol(b'[', _) if items.is_empty() => self.tokens.skip_group(),
                Token::Symbol(symbol, _) => {
                    let is_called_primitive = symbol == b'(' && items.last().is_some_and(|item| item.is_primitive);
                    match symbol {
                        b'*' | b'&' => self.hide_extra(&items, 1, has_sign),
                        b'(' if is_called_primitive => self.hide_extra(&items, 1, has_sign),
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
    fn instantiation(&mut self, start: usize, end: usize) {
        if matches!(self.tokens.peek(), Token::Word(start, end) if matches!(role(self.tokens.text(start, end)), Role::Class))
        {
            self.masks.push(Mask { start, end, as_attribute: false });
        }
    }

    /// A name with its scopes and type arguments, or a macro with its arguments.
    fn name(&mut self, items: &mut Vec<Item>) {
        let Token::Word(start, mut end) = self.tokens.next() else { return };
        let is_macro = is_macro(self.tokens.text(start, end));
        let has_arguments = is_macro && self.tokens.peek_symbol() == Some(b'(') && self.tokens.word_after_group();
        if has_arguments {
            self.tokens.skip_group();
            end = self.tokens.last_end;
            return items.push(Item { start, end, is_macro, is_primitive: false });
        }
        let mut is_plain = true;
        loop {
            if self.tokens.peek_symbol() == Some(b'<') && self.tokens.skip_angles() {
                is_plain = false;
            } else if self.tokens.skip_scope() {
                is_plain = false;
                // `Foo::~Foo`, `Foo::operator`, `int Foo::*`
                if !matches!(self.tokens.peek(), Token::Word(start, end) if matches!(role(self.tokens.text(start, end)), Role::Name))
                {
                    break;
                }
                self.tokens.next();
            } else {
                break;
            }
        }
        items.push(Item { start, end, is_macro: is_macro && is_plain, is_primitive: false });
    }

    /// Hides macros that make one word too many before the name, or before what follows the type.
    fn hide_extra(&mut self, items: &[Item], allowed: usize, has_sign: bool) {
        let count = items.len() + usize::from(has_sign && !items.iter().any(|item| item.is_primitive));
        let candidates = items.split_last().map_or(&[][..], |(_, before)| before);
        let candidates = if allowed == 0 { items } else { candidates };
        let extra = candidates.iter().filter(|item| item.is_macro).take(count.saturating_sub(allowed));
        self.masks.extend(extra.map(|item| Mask { start: item.start, end: item.end, as_attribute: true }));
    }

    /// A macro that stands for a whole declaration: `Q_OBJECT`, `END_DECLS`.
    fn lone(&mut self, items: &[Item]) {
        if let [item @ Item { is_macro: true, .. }] = items {
            self.masks.push(Mask { start: item.start, end: item.end, as_attribute: false });
        }
    }

    /// The same with arguments: nothing that could go on follows on its line.
    fn lone_call(&mut self) -> bool {
        let Token::Word(start, end) = self.tokens.peek() else { return false };
        if !is_macro(self.tokens.text(start, end)) || !self.tokens.is_first_on_line(start) {
            return false;
        }
        let mut ahead = self.tokens.clone();
        ahead.next();
        if ahead.peek_symbol() != Some(b'(') {
            return false;
        }
        ahead.skip_group();
        let end = ahead.last_end;
        // Before a declaration it may well be an attribute.
        let as_attribute = match ahead.peek() {
            Token::Word(next, _) if !ahead.is_first_on_line(next) => return false,
            Token::Word(next, end) => !matches!(role(ahead.text(next, end)), Role::Other),
            Token::Symbol(b'}', _) | Token::Directive(_) | Token::End => false,
            Token::Symbol(..) | Token::Text(..) => return false,
        };
        self.masks.push(Mask { start, end, as_attribute });
        self.tokens.catch_up(ahead);
        true
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
            items.push(Item { start, end: keyword_end, is_macro: false, is_primitive: false });
            items.extend(names.into_iter().skip(1));
            return false;
        }
        let as_attribute = self.dialect == Dialect::Cpp && !is_enum;
        if let [before @ .., _] = names.as_slice() {
            self.masks.extend(before.iter().map(|item| Mask { start: item.start, end: item.end, as_attribute }));
        }
        while !matches!(self.tokens.peek_symbol(), Some(b'{' | b';' | b'}')) && self.tokens.peek() != Token::End {
            self.tokens.next();
        }
        match self.tokens.peek_symbol() {
            Some(b'{') if is_enum => self.tokens.skip_group(),
            Some(b'{') => self.tokens.skip(),
            _ => {}
        }
        true
    }

    /// What follows the head: parameters, a value, a body.
    fn rest(&mut self) {
        let mut after_parameters = false;
        loop {
            match self.tokens.peek() {
                Token::End | Token::Directive(_) | Token::Symbol(b'}', _) => return,
                Token::Symbol(b';', _) => return self.tokens.skip(),
                Token::Symbol(b'(', _) => {
                    self.tokens.skip_group();
                    after_parameters = true;
                }
                Token::Symbol(b'{', _) => {
                    self.tokens.skip_group();
                    match self.tokens.peek_symbol() {
                        Some(b',' | b'{' | b';' | b'(') => {}
                        _ => return,
                    }
                }
                Token::Symbol(b'[', _) => self.tokens.skip_group(),
                Token::Word(start, end) if after_parameters => self.after_parameters(start, end),
                Token::Symbol(symbol, _) => {
                    // `auto f() -> T`, but `void f() &&`
                    after_parameters &= symbol == b'&';
                    self.tokens.next();
                }
                _ => self.tokens.skip(),
            }
        }
    }

    /// A word after the parameters: `const`, or a macro.
    fn after_parameters(&mut self, start: usize, end: usize) {
        self.tokens.next();
        if !is_macro(self.tokens.text(start, end)) || !matches!(role(self.tokens.text(start, end)), Role::Name) {
            return self.tokens.skip_parentheses();
        }
        let mut end = end;
        if self.tokens.peek_symbol() == Some(b'(') {
            self.tokens.skip_group();
            end = self.tokens.last_end;
        }
        // The grammar of C takes a word before a body as it is.
        let fits = match self.tokens.peek() {
            Token::Symbol(b'{', _) => self.dialect == Dialect::Cpp,
            Token::Symbol(b';' | b'=' | b':', _) | Token::Word(..) => true,
            _ => false,
        };
        if fits {
            self.masks.push(Mask { start, end, as_attribute: true });
        }
    }

    /// A statement, or a namespace.
    fn other(&mut self) {
        let Token::Word(start, end) = self.tokens.next() else { return };
        match self.tokens.text(start, end) {
            b"public" | b"private" | b"protected" => {
                // Qt: `private slots:`
                while let Token::Word(..) = self.tokens.peek() {
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
            ("EXPORT void f();", "[[xx]] void f();"),
            ("static FORCE_INLINE int f(void) {}", "static [[xxxxxxxx]] int f(void) {}"),
            ("int __init f(void);", "int [[xx]] f(void);"),
            ("EXPORT foo_t *f(void);", "[[xx]] foo_t *f(void);"),
            ("EXPORT unsigned f(void);", "[[xx]] unsigned f(void);"),
            ("EXPORT std::vector<int> f();", "[[xx]] std::vector<int> f();"),
            ("EXPORT bool operator==(A, B);", "[[xx]] bool operator==(A, B);"),
            ("DEPRECATED(\"x\") void f();", "[[xxxxxxxxxxx]] void f();"),
            ("LUA_API int (f)(int);", "[[xxx]] int (f)(int);"),
            ("int f(void) NOEXCEPT;", "int f(void) [[xxxx]];"),
            ("int f(void) FORMAT(1, 2);", "int f(void) [[xxxxxxxx]];"),
            ("struct s { EXPORT void f(); };", "struct s { [[xx]] void f(); };"),
            ("namespace a { EXPORT int f(); }", "namespace a { [[xx]] int f(); }"),
            ("extern \"C\" { EXPORT int f(); }", "extern \"C\" { [[xx]] int f(); }"),
            ("API void f();", "    void f();"),
        ] {
            assert_eq!(shown(source, Dialect::Cpp), expected);
            assert_eq!(shown(source, Dialect::C), expected);
        }
        for (source, cpp, c) in [
            ("struct EXPORT s { int a; };", "struct [[xx]] s { int a; };", "struct        s { int a; };"),
            ("enum EXPORT e { A };", "enum        e { A };", "enum        e { A };"),
            ("int f(void) NOEXCEPT {}", "int f(void) [[xxxx]] {}", "int f(void) NOEXCEPT {}"),
        ] {
            assert_eq!(shown(source, Dialect::Cpp), cpp);
            assert_eq!(shown(source, Dialect::C), c);
        }
        for (source, expected) in [
            ("class EXPORT Foo : public Bar<A, B> { int a; };", "class [[xx]] Foo : public Bar<A, B> { int a; };"),
            ("template <class T> class EXPORT Foo final {};", "template <class T> class [[xx]] Foo final {};"),
            ("extern template class A<int>;", "                class A<int>;"),
            ("class A { Q_OBJECT\npublic: int x; };", "class A {         \npublic: int x; };"),
            ("class A {\n  Q_PROPERTY(int a)\n  int x; };", "class A {\n  [[xxxxxxxxxxxxx]]\n  int x; };"),
            ("class A {\n  Q_PROPERTY(int a)\npublic:\n};", "class A {\n                   \npublic:\n};"),
            ("void f() const OVERRIDE { }", "void f() const [[xxxx]] { }"),
        ] {
            assert_eq!(shown(source, Dialect::Cpp), expected);
        }
    }

    #[test]
    fn lone_words_and_comments_within_macros_become_white_space() {
        assert_eq!(shown("END_DECLS\n#endif\n", Dialect::C), "         \n#endif\n");
        assert_eq!(shown("#define A 1 /* x */ + 2\n", Dialect::C), "#define A 1         + 2\n");
        assert_eq!(shown("#define A 1 /* x */\n", Dialect::C), "#define A 1 /* x */\n");
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
            "int Foo::*member;",
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
        ] {
            assert_eq!(readable(source.as_bytes(), Dialect::Cpp), None, "{source}");
        }
    }
}
