//! Whether a header is C++: the extension `.h` does not say.
//!
//! What only C++ has counts wherever it stands in the file, save in comments, in literals, and under `__cplusplus`, where
//! headers of C show a face of theirs to C++. Words of C++ are names in C (`struct class *class`), so they count only
//! where a declaration begins, and with what follows them.

use std::cell::RefCell;

use super::c_tokens::{Token, Tokens};

/// Whether this text is C++ rather than C.
pub(super) fn is_cpp(source: &[u8]) -> bool {
    let comments = RefCell::default();
    let mut tokens = Tokens::new(source, &comments);
    let mut before = Before { begins: true, word: None, symbol: 0 };
    // The conditionals around, and which of them is the outermost that C does not see.
    let (mut depth, mut hidden_from) = (0_usize, None);
    loop {
        let token = tokens.next();
        if let Token::Directive(start) = token {
            let line = &source[start..tokens.last_end];
            match directive(line) {
                Directive::If { for_cpp } => {
                    depth += 1;
                    if for_cpp && hidden_from.is_none() {
                        hidden_from = Some(depth);
                    }
                }
                Directive::Else if hidden_from == Some(depth) => hidden_from = None,
                Directive::End => {
                    if hidden_from == Some(depth) {
                        hidden_from = None;
                    }
                    depth = depth.saturating_sub(1);
                }
                Directive::CppHeader if hidden_from.is_none() => return true,
                _ => {}
            }
            before = Before { begins: true, word: None, symbol: 0 };
            continue;
        }
        if token == Token::End {
            return false;
        }
        if hidden_from.is_none() && tells(token, before, &mut tokens) {
            return true;
        }
        before = match token {
            Token::Word(start, end) => Before { begins: false, word: Some((start, end)), symbol: 0 },
            Token::Symbol(symbol, _) => {
                Before { begins: matches!(symbol, b';' | b'{' | b'}' | b'>' | b':'), word: None, symbol }
            }
            _ => Before { begins: false, word: None, symbol: 0 },
        };
    }
}

/// What came right before a token.
#[derive(Clone, Copy)]
struct Before {
    /// Whether a declaration may begin.
    begins: bool,
    word: Option<(usize, usize)>,
    symbol: u8,
}

/// Whether a token, with what comes before and after it, is C++ for sure.
fn tells(token: Token, before: Before, tokens: &mut Tokens) -> bool {
    match token {
        // `std::string`, but not `[[gnu::pure]]`
        Token::Symbol(b'[', _) if tokens.peek_symbol() == Some(b'[') => {
            tokens.skip_group();
            false
        }
        Token::Symbol(b':', at) => {
            let is_scope = matches!(tokens.peek(), Token::Symbol(b':', next) if next == at + 1);
            is_scope && (before.word.is_some() || before.symbol == b'>')
        }
        Token::Word(start, end) => {
            let word = tokens.text(start, end);
            let follows = tokens.peek();
            let is_word = matches!(follows, Token::Word(..));
            let symbol = match follows {
                Token::Symbol(symbol, _) => symbol,
                _ => 0,
            };
            let after = before.word.map(|(start, end)| tokens.text(start, end));
            match word {
                b"template" => before.begins && symbol == b'<',
                b"namespace" => before.begins && (is_word || symbol == b'{'),
                b"class" => {
                    (before.begins || matches!(after, Some(b"enum" | b"friend"))) && (is_word || symbol == b'[')
                }
                b"using" | b"virtual" | b"friend" | b"explicit" => before.begins && (is_word || symbol == b'~'),
                b"public" | b"private" | b"protected" => before.begins && symbol == b':',
                b"static_cast" | b"dynamic_cast" | b"reinterpret_cast" | b"const_cast" => symbol == b'<',
                b"noexcept" => before.symbol == b')',
                b"operator" => {
                    let is_typed = after.is_some() || matches!(before.symbol, b'&' | b'*' | b'>');
                    is_typed && b"=<>+-*/[(!&|^%~\"".contains(&symbol) && symbol != b';'
                }
                b"delete" | b"default" => before.symbol == b'=' && symbol == b';',
                // `struct A : B {`
                _ if symbol == b':' && matches!(after, Some(b"struct")) => {
                    let mut ahead = tokens.clone();
                    ahead.next();
                    matches!(ahead.next(), Token::Word(..))
                        && matches!(ahead.peek(), Token::Word(..) | Token::Symbol(b'{' | b',' | b'<' | b':', _))
                }
                _ => false,
            }
        }
        _ => false,
    }
}

enum Directive {
    If {
        /// Whether C leaves out what follows.
        for_cpp: bool,
    },
    Else,
    End,
    /// `#include <vector>`: the headers of C all end with `.h`.
    CppHeader,
    Other,
}

fn directive(line: &[u8]) -> Directive {
    let rest = line[1..].trim_ascii_start();
    let length = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, rest) = rest.split_at(length);
    let rest = rest.trim_ascii();
    match name {
        b"ifdef" => Directive::If { for_cpp: rest.starts_with(b"__cplusplus") },
        b"if" => {
            let for_cpp = rest.starts_with(b"defined(__cplusplus)")
                || rest.starts_with(b"defined __cplusplus")
                || rest.starts_with(b"defined (__cplusplus)")
                || rest.starts_with(b"__cplusplus");
            Directive::If { for_cpp }
        }
        b"ifndef" => Directive::If { for_cpp: false },
        b"else" | b"elif" | b"elifdef" | b"elifndef" => Directive::Else,
        b"endif" => Directive::End,
        b"include" => {
            let header = rest.strip_prefix(b"<").and_then(|rest| rest.split(|byte| *byte == b'>').next());
            let is_plain =
                |name: &[u8]| !name.is_empty() && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
            if header.is_some_and(is_plain) { Directive::CppHeader } else { Directive::Other }
        }
        _ => Directive::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_cpp_has() {
        for source in [
            "class Foo;",
            "namespace a { }",
            "namespace { int x; }",
            "template <class T> T f(T);",
            "using A = int;",
            "std::string f();",
            "struct A : B { };",
            "struct A : public ns::B { };",
            "struct A { virtual ~A(); };",
            "struct A {\npublic:\n  int x; };",
            "struct A { A(const A&) = delete; };",
            "bool operator==(A, B);",
            "enum class E { A };",
            "#include <vector>\n",
            "int f() noexcept;",
            "#ifndef __cplusplus\n#error C++ only\n#endif\nnamespace a {}",
            "#ifdef __cplusplus\n#else\n#endif\nclass A;",
            "inline int f(long x) { return static_cast<int>(x); }",
        ] {
            assert!(is_cpp(source.as_bytes()), "{source}");
            let after_a_licence = format!("/*\n{}*/\n{source}", " * class words, not code\n".repeat(400));
            assert!(is_cpp(after_a_licence.as_bytes()), "{source}");
        }
    }

    #[test]
    fn what_c_has_as_well() {
        for source in [
            "",
            "// class Foo;\n/* namespace a {} */ const char *s = \"std::string\";",
            "struct class *class; void *private; int new, delete, template, namespace, this, virtual;",
            "struct s { int private : 1; int operator; };",
            "int f(struct class *class, int template);",
            "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n",
            "#if defined(__cplusplus)\nnamespace a { class B; }\n#endif\nint f(void);",
            "#ifdef __cplusplus\n#if X\nclass A;\n#endif\n#endif\n",
            "#include <stdio.h>\n#include <sys/types.h>\n#include \"a\"\n",
            "[[gnu::pure]] int f(void);",
            "#define CLASS class Foo\n",
            "static inline int f(int a) { return a ? b : c; }",
            "enum e { A }; union u { int a; };",
            "struct s : 3;",
        ] {
            assert!(!is_cpp(source.as_bytes()), "{source}");
        }
    }
}
