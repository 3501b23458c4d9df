//! What is special about C. The twins in `formatting/` are those of clang-format 23.1.3, in the styles LLVM and Google.

use super::{assert_differs, assert_names, assert_same, find, read};

const INTERFACE: (bool, bool) = (true, false);
const BODY: (bool, bool) = (false, true);

fn in_function(statement: &str) -> String {
    format!("int f(int a, int b, int *p) {{ {statement} }}")
}

#[test]
fn names_within_declarators() {
    for (source, names) in [
        (
            "int a, *b, **c, d[3], *e[3], (*f)[3], (*g)(int), *(*h[2])(void), (*i(int))(int);",
            &["a", "b", "c", "d", "e", "f", "g", "h", "i"][..],
        ),
        ("char (x), *const y, * restrict z;", &["x", "y", "z"]),
        ("int f(void), x;", &["f", "x"]),
        ("struct { int x; };", &["x"]),
        ("struct { int x; } *p, q;", &["p", "q", "p.x"]),
        ("struct s { int a : 3, b; } __attribute__((packed));", &["s", "s.a", "s.b"]),
        ("struct s { struct { union { int a; }; int b; } c; };", &["s", "s.c", "s.c.a", "s.c.b"]),
        ("typedef struct s s; struct s { int a; };", &["s@declaration", "s", "s.a"]),
        ("typedef struct s s;", &["s"]),
        ("typedef struct s { int a; } s, *sp;", &["sp", "s", "s.a"]),
        ("typedef struct { int a; } const t;", &["t", "t.a"]),
        ("typedef enum e { A } e;", &["e", "e.A"]),
        ("typedef int (*f)(int a), g(int), h[3];", &["f", "g", "h"]),
        ("enum { A, B } x;", &["x", "A", "B"]),
        ("int f(void); int f(void); int f(void) { return 1; }", &["f@declaration", "f@declaration#2", "f"]),
        ("extern int x; int x = 1;", &["x@declaration", "x"]),
        ("#define A\n#define B(x) x\n#undef A\n", &["A", "B"]),
        ("#if X\nint a;\n#else\n#ifdef Y\nint b;\n#endif\n#endif\n", &["a", "b"]),
        ("struct s {\n#ifdef X\nint a;\n#else\nlong a;\n#endif\n};", &["s", "s.a", "s.a#2"]),
        ("enum e {\n#ifdef X\nA,\n#endif\nB };", &["e", "e.A", "e.B"]),
        ("struct s *f(struct t { int a; } *x);", &["f"]),
        ("struct config { int a; } config;", &["config", "config#2", "config#2.a"]),
    ] {
        assert_names("c", source, names);
    }
}

/// What stands in a body or an argument is nobody else's business, and neither is what only announces a type.
#[test]
fn what_is_no_definition() {
    for source in [
        "struct s;",
        "enum e;",
        "DEFINE_THING(x);",
        "#pragma once\n#error no\n",
        "#include <a.h>\n",
        "_Static_assert(sizeof(struct { int a; }) == 4, \"x\");",
    ] {
        assert_eq!(super::qualnames(&read("c", source)), [""; 0], "{source}");
    }
    assert_names(
        "c",
        "int f(void) { int a; struct t { int b; }; enum { C }; extern int d; int g(void); return 0; }",
        &["f"],
    );
    assert_names("c", "int x = sizeof(struct { int a; });", &["x"]);
    assert_names("c", "int f(a, b) int a, b; { return a; }", &["f"]);
}

#[test]
fn private_and_constant() {
    let outline = read(
        "c",
        "static int a; static int f(void); int f(void) { return 1; } int g(void);
         const int c = 1; const char *d; char *const e = 0; const int g2[2]; static const int h;
         const char *k(void); struct s { const int l; const char *m; int *const n; };
         #define O 1\n",
    );
    let private: Vec<&str> = outline.constructs.iter().filter(|c| c.is_private).map(|c| c.qualname.as_str()).collect();
    assert_eq!(private, ["a", "f@declaration", "f", "h"]);
    let constant: Vec<&str> =
        outline.constructs.iter().filter(|c| c.role.is_some()).map(|c| c.qualname.as_str()).collect();
    assert_eq!(constant, ["c", "e", "g2", "h", "s.l", "s.n", "O"]);
}

#[test]
fn spellings_that_mean_the_same() {
    for (one, other) in [
        ("typedef int (*f)(const void *a, const void *b);", "typedef int (*f)(const void *, const void *);"),
        ("struct s { int (*f)(int a); };", "struct s { int (*f)(int b); };"),
        ("int *f(void);", "int* (f)(void);"),
        ("#define A(x) ((x) /* first */ * (x)) /* then */ + 1 // x\n", "#define A(x) ((x) * (x)) + 1\n"),
        ("int x = (1);", "int x = 1;"),
        ("int x = - 1;", "int x = -1;"),
        ("int x[] = {1, 2,};", "int x[] = {1, 2};"),
        ("enum e { A, B, };", "enum e { A, B };"),
        ("char *s = \"ab\" \"cd\";", "char *s = \"abcd\";"),
        ("char *s = (\"a\" X \"b\" \"c\");", "char *s = \"a\" X \"bc\";"),
        ("#define A (1+2) // three\n", "#define  A   (1 + /* and */ 2)\n"),
        ("#define A(x) do { x; } \\\n while (0)\n", "#define A(x) do{x;}while(0)\n"),
        ("#  define A 1\n", "#define A 1\n"),
        ("#pragma   once\nint x;", "#pragma once\nint x;"),
        ("#include \"b.h\"\n#include \"a.h\"\nint x;", "#include \"a.h\"\n#include \"b.h\"\n\nint x;"),
        ("int f(void) { return 1; };", "int f(void) { return 1; }"),
        ("int f(void) { ; return 1; ; }", "int f(void) { return 1; }"),
        ("#if defined(A) && (B)\nint x;\n#endif\n", "#if defined A && B\nint x;\n#endif\n"),
        ("int x = 0XFFu;", "int x = 0xffU;"),
    ] {
        assert_same("c", one, other);
    }
}

#[test]
fn lookalikes_in_a_body() {
    for (one, other) in [
        ("for (a;;) b;", "for (;a;) b;"),
        ("for (;a;) b;", "for (;;a) b;"),
        ("return a++;", "return ++a;"),
        ("return a - b;", "return b - a;"),
        ("return a - (b - a);", "return (a - b) - a;"),
        ("return a + b * a;", "return (a + b) * a;"),
        ("return *p++;", "return (*p)++;"),
        ("return *p;", "return &p;"),
        ("return a & b;", "return a && b;"),
        ("return a ? b : 1;", "return a ? 1 : b;"),
        ("return p->a;", "return p.a;"),
        ("return 'a';", "return \"a\";"),
        ("return \"'a'\";", "return 'a';"),
        ("return L\"a\";", "return \"a\";"),
        ("return L\"a\";", "return u\"a\";"),
        ("return g(a, b);", "return g((a, b));"),
        ("return g(a)(b);", "return g(a, b);"),
        ("g(\"a\" X \"b\");", "g(\"a\", X, \"b\");"),
        ("g(\"a\" X \"b\");", "g(X \"ab\");"),
        ("return (int)a;", "return (long)a;"),
        ("return sizeof(int);", "return sizeof(a);"),
        ("return;", "return a;"),
        ("if (a) ; else b;", "if (a) b;"),
        ("if (a) { b; } p;", "if (a) { b; p; }"),
        ("if (a) if (b) p; else a;", "if (a) { if (b) p; } else a;"),
        ("while (a) b;", "do b; while (a);"),
        ("while (a) ;", "while (a) { }"),
        ("switch (a) { case 1: b; }", "switch (a) { default: b; }"),
        ("switch (a) { case 1: b; case 2: p; }", "switch (a) { case 1: case 2: b; p; }"),
        ("int x[3];", "int x[];"),
        ("int x[] = {1};", "int x[] = {{1}};"),
        ("int *x;", "int **x;"),
        ("const int *x;", "int *const x;"),
        ("int *x, y;", "int x, *y;"),
        ("struct s x = {.a = 1};", "struct s x = {.b = 1};"),
        ("static int x;", "int x;"),
        ("goto a;", "goto b;"),
        ("return 1;", "return 1.0;"),
        ("return -1;", "return 1;"),
        ("return - -1;", "return -1;"),
        ("a = b;", "a == b;"),
        ("a += b;", "a -= b;"),
        ("return a >> b;", "return a > b;"),
        ("#ifdef A\na;\n#endif\n", "#ifndef A\na;\n#endif\n"),
        ("#include \"a.def\"\n", "#include \"b.def\"\n"),
        ("asm(\"x\" : \"=r\"(a));", "asm(\"x\" : : \"=r\"(a));"),
    ] {
        assert_differs("c", "f", &in_function(one), &in_function(other), BODY);
    }
}

#[test]
fn lookalikes_of_definitions() {
    for (name, one, other, differs) in [
        ("f", "int f(int a, char *b[], void (*c)(int d));", "int f(int, char *[], void (*)(int));", (false, false)),
        ("f", "int f(int a);", "int f(long a);", INTERFACE),
        ("f", "int f(int a);", "int f(int *a);", INTERFACE),
        ("f", "int f(int a);", "int f(int a, ...);", INTERFACE),
        ("f", "int f(int a);", "int *f(int a);", INTERFACE),
        ("f", "int f(void);", "int f();", INTERFACE),
        ("f", "int f(int a);", "static int f(int a);", INTERFACE),
        ("f", "int f(int a);", "__attribute__((pure)) int f(int a);", INTERFACE),
        ("f", "int f(void (*a)(int b));", "int f(void (*a)(long b));", INTERFACE),
        ("f", "int f(char a[2]);", "int f(char a[3]);", INTERFACE),
        ("f", "int f(const char *a);", "int f(char *const a);", INTERFACE),
        ("f", "int f(int a, int b) { return a - b; }", "int f(int b, int a) { return a - b; }", BODY),
        ("f", "extern \"C\" int f(int);", "int f(int);", INTERFACE),
        ("x", "int x;", "long x;", INTERFACE),
        ("x", "int x;", "int *x;", INTERFACE),
        ("x", "int x;", "int x[2];", INTERFACE),
        ("x", "int (*x)(int);", "int *x(int);", (true, false)),
        ("x", "int *x[2];", "int (*x)[2];", INTERFACE),
        ("x", "int x = 1, y = 2;", "int x = 1, y = 3;", (false, false)),
        ("y", "int x = 1, y = 2;", "int x = 1, y = 3;", BODY),
        ("y", "int x = 1, y = 2;", "int x = 2, y = 2;", (false, false)),
        ("x", "int x, *y;", "int *x, y;", INTERFACE),
        ("s.a", "struct s { int a : 1, b; };", "struct s { int a : 2, b; };", INTERFACE),
        ("s.b", "struct s { int a : 1, b; };", "struct s { int a : 2, b; };", (false, false)),
        ("s", "struct s { int a, b; };", "struct s { int b, a; };", BODY),
        ("s", "struct s { int a; };", "struct s { int b; };", BODY),
        ("s", "struct s { int a; };", "union s { int a; };", INTERFACE),
        ("s", "typedef struct { int a; } s;", "typedef union { int a; } s;", INTERFACE),
        ("e.B", "enum e { A, B };", "enum e { A, B = 2 };", BODY),
        ("A", "#define A 1\n", "#define A 2\n", BODY),
        ("A", "#define A a ++ b\n", "#define A a + + b\n", BODY),
        ("A", "#define A \"a\"\n", "#define A 'a'\n", BODY),
        ("A", "#define A(x) x\n", "#define A(x, y) x\n", INTERFACE),
        ("t", "typedef int t;", "typedef int *t;", INTERFACE),
        ("t", "typedef int (*t)(int a);", "typedef int (*t)(long a);", INTERFACE),
    ] {
        assert_differs("c", name, one, other, differs);
    }
}

/// SPEC 4.3: a rename keeps both hashes, also where the function calls itself.
#[test]
fn renames() {
    for (before, after, [old, new]) in [
        (
            "int f(int n) { return n ? f(n - 1) : p->f + q.f; }",
            "int g(int n) { return n ? g(n - 1) : p->f + q.f; }",
            ["f", "g"],
        ),
        ("struct s { struct s *next; };", "struct t { struct t *next; };", ["s", "t"]),
        ("typedef struct s { struct s *next; } s;", "typedef struct t { struct t *next; } t;", ["s", "t"]),
        ("int *x = &x;", "int *y = &y;", ["x", "y"]),
        ("#define F(x) F(x + 1)\n", "#define G(x) G(x + 1)\n", ["F", "G"]),
        ("int f(int a, void (*b)(int c));", "int g(int a, void (*b)(int c));", ["f", "g"]),
        ("struct s { int (*a)[3]; };", "struct s { int (*b)[3]; };", ["s.a", "s.b"]),
    ] {
        let [one, other] = [read("c", before), read("c", after)];
        let [one, other] = [find(&one, old), find(&other, new)];
        assert_eq!(one.interface_hash, other.interface_hash, "{before}");
        assert_eq!(one.body_hash, other.body_hash, "{before}");
    }
}

#[test]
fn a_declaration_has_the_interface_of_its_definition() {
    let outline =
        read("c", "static const char *f(int a, char **b); static const char *f(int x, char **y) { return 0; }");
    assert_eq!(find(&outline, "f").interface_hash, find(&outline, "f@declaration").interface_hash);
    assert_eq!(find(&outline, "f").signature.as_deref(), Some("(int x, char**y) -> char"));
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read(
        "c",
        "int before(void) { return 1; }\nint broken(void) { return 1 + ; }\nint after(void) { return 2; }\nstruct s { int a; };",
    );
    assert!(!outline.broken.is_empty());
    assert!(find(&outline, "broken").has_parse_error && !find(&outline, "after").has_parse_error);
    assert!(!find(&outline, "before").has_parse_error);
    assert!(!find(&outline, "s").has_parse_error);
}
