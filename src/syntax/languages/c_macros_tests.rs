//! Macros where no grammar of C can read them, before and after they are hidden.

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
