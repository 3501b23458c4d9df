//! Code in what looks like a comment, and meaning in what looks like formatting: an edit that a reader may miss.

use super::{Language, find, outline};

/// Whether the construct differs in two sources, by its interface or its body.
#[track_caller]
fn differs(language: &str, name: &str, one: impl AsRef<[u8]>, other: impl AsRef<[u8]>) -> bool {
    let Some(language) = Language::by_name(language) else { panic!("{language} is not in the table") };
    let [one, other] = [outline(one.as_ref(), language), outline(other.as_ref(), language)];
    let [one, other] = [find(&one, name), find(&other, name)];
    (one.interface_hash, one.body_hash) != (other.interface_hash, other.body_hash)
        || one.has_parse_error != other.has_parse_error
}

/// A function with a statement and a comment before its last one, in the languages that write comments with slashes.
const FUNCTIONS: &[(&str, &str, &str)] = &[
    #[cfg(feature = "jvm")]
    ("java", "A.f(int)", "class A {\n  int f(int a) {\n    COMMENT\n    return a;\n  }\n}\n"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int): Int {\n  COMMENT\n  return a\n}\n"),
    #[cfg(feature = "jvm")]
    ("scala", "f(Int)", "def f(a: Int): Int = {\n  COMMENT\n  a\n}\n"),
    #[cfg(feature = "dotnet")]
    ("csharp", "A.f(int)", "class A {\n  int f(int a) {\n    COMMENT\n    return a;\n  }\n}\n"),
    #[cfg(feature = "swift")]
    ("swift", "f(Int)", "func f(_ a: Int) -> Int {\n  COMMENT\n  return a\n}\n"),
    #[cfg(feature = "c-family")]
    ("c", "f", "int f(int a) {\n  COMMENT\n  return a;\n}\n"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "int f(int a) {\n  COMMENT\n  return a;\n}\n"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  COMMENT\n  return a;\n}\n"),
    #[cfg(feature = "web")]
    ("typescript", "f", "function f(a: number) {\n  COMMENT\n  return a;\n}\n"),
];

fn with(function: &str, comment: &str) -> String {
    function.replace("COMMENT", comment)
}

#[test]
fn lines_end_where_compilers_end_them() {
    for (language, name, function) in FUNCTIONS {
        for end in ["\r", "\u{2028}", "\u{2029}", "\u{85}"] {
            let hidden = with(function, &format!("// ok {end} if (true) return 2;"));
            assert!(differs(language, name, with(function, "// ok"), &hidden), "{language} {end:?}");
            assert!(differs(language, name, &hidden, hidden.replace('2', "3")), "{language} {end:?}");
        }
        // What only seems to be hidden: the end of the line, other comments, a block.
        for comment in ["// other", "// ok\r", "/* ok\r\n   other */", "/* ok\r */", "", "// o\u{e9}k \u{2026}"] {
            assert!(
                !differs(language, name, with(function, "// ok"), with(function, comment)),
                "{language} {comment:?}"
            );
        }
        let windows = with(function, "// ok").replace('\n', "\r\n");
        assert!(!differs(language, name, with(function, "// ok"), windows), "{language}");
    }
}

#[test]
fn python_ends_lines_with_carriage_returns() {
    let plain =
        "@a\ndef f(a):  # one\n    if a:\n        return 1  # two\n    # three\n    b()\n    # four\n\ndef g(): pass\n";
    for (comment, hidden) in [
        ("# one", "# one\r    return evil()"),
        ("# two", "# two\r    return evil()"),
        ("# three", "# three\r    return evil()"),
        ("# four", "# four\r    return evil()"),
        ("@a\n", "# zero\r@evil\n@a\n"),
        ("@a\n", "# zero\r@evil\n# other\n\n@a\n"),
    ] {
        assert!(differs("python", "f", plain, plain.replace(comment, hidden)), "{hidden:?}");
    }
    assert!(!differs("python", "f", plain, plain.replace("def g", "# x\r@evil\ndef g")), "that is of the next one");
    assert!(differs("python", "g", plain, plain.replace("def g", "# x\r@evil\ndef g")));
    assert!(!differs("python", "f", plain, plain.replace('\n', "\r\n")));
    assert!(differs("python", "x", "x = 1  # a\n", "x = 1  # a\rx = evil()\n"));
}

/// What a file says depends on the codec that it names.
#[test]
fn python_sources_in_codecs_that_hide() {
    let with = |codec: &str, comment: &str| format!("# coding: {codec}\ndef f(a):\n    {comment}\n    return a\n");
    for codec in ["unicode_escape", "raw-unicode-escape", "utf_7", "rot13", "utf-16", "cp037", "punycode"] {
        assert!(differs("python", "f", with(codec, "# ok"), with(codec, "# ok\\n    return evil()")), "{codec}");
        assert!(differs("python", "f", with(codec, "'''ok'''"), with(codec, "'''ok\\'''; evil()'''")), "{codec}");
        assert!(differs("python", "f", with("utf-8", "# ok"), with(codec, "# ok")), "{codec}");
        let second = format!("#!python\r\n{}", with(codec, "# ok"));
        assert!(differs("python", "f", with("utf-8", "# ok"), second), "{codec}");
    }
    for codec in
        ["utf-8", "UTF8", "utf-8-sig", "utf-8-unix", "latin-1", "ISO-8859-15", "iso8859_2", "cp1252", "ascii", "GBK"]
    {
        assert!(!differs("python", "f", with(codec, "# ok"), with("utf-8", "# other")), "{codec}");
    }
    assert!(!differs("python", "f", "\n\n# coding: rot13\ndef f(a): return a\n", "def f(a): return a\n"), "too late");
}

#[cfg(feature = "jvm")]
#[test]
fn escapes_that_end_a_comment() {
    for (language, name, function) in FUNCTIONS.iter().filter(|(language, ..)| matches!(*language, "java" | "scala")) {
        for comment in ["// ok \\u000a return 2;", "// ok \\uu000D return 2;", "/* ok \\u002a\\u002f return 2; /* */"] {
            assert!(differs(language, name, with(function, "// ok"), with(function, comment)), "{language} {comment}");
        }
        for comment in ["// ok \\u00e9", "// ok \\\\u000a", "// C:\\user", "// \\u00", "/* \\u0041 \\ */"] {
            assert!(!differs(language, name, with(function, "// ok"), with(function, comment)), "{language} {comment}");
        }
    }
}

#[cfg(feature = "c-family")]
#[test]
fn lines_that_are_joined_in_comments() {
    for (language, name, function) in FUNCTIONS.iter().filter(|(language, ..)| matches!(*language, "c" | "cpp")) {
        for comment in
            ["// ok ??/", "// ok \\ ", "// ok \\\t", "/* ok *\\\n/ return 2; /* */", "/* ok *??/\n/ return 2; /* */"]
        {
            assert!(differs(language, name, with(function, "// ok"), with(function, comment)), "{language} {comment}");
        }
        for comment in ["// ok ??", "// a\\b", "/* a \\\n * b */", "/* ok \\ */"] {
            assert!(!differs(language, name, with(function, "// ok"), with(function, comment)), "{language} {comment}");
        }
    }
}

#[cfg(feature = "go")]
#[test]
fn directives_of_go() {
    let go = |before: &str| format!("package p\n\nvar a = 1\n\n{before}func f() int {{ return 1 }}\n");
    for directive in ["//go:noinline\n", "//go:linkname f a.b\n", "// Doc.\n//go:nosplit\n// More.\n", "//export f\n"] {
        assert!(differs("go", "f", go(""), go(directive)), "{directive}");
        assert!(!differs("go", "a", go(""), go(directive)), "{directive}");
    }
    assert!(differs("go", "f", go("//go:linkname f a.b\n"), go("//go:linkname f a.c\n")));
    // As gofmt does it.
    assert!(!differs(
        "go",
        "f",
        go("// Doc.\n//go:noinline\n// More.\n"),
        go("// Doc.\n// More.\n//\n//go:noinline\n")
    ));
    for comment in ["// go:noinline\n", "//nolint:errcheck\n", "//go:generate stringer\n", "//exported\n"] {
        assert!(!differs("go", "f", go(""), go(comment)), "{comment}");
    }
    let embed = |path: &str| format!("package p\n\nimport _ \"embed\"\n\n//go:embed {path}\nvar a string\n");
    assert!(differs("go", "a", embed("a.txt"), embed("b.txt")));
    let group = |path: &str| format!("package p\n\nvar (\n\t//go:embed {path}\n\ta string\n)\n");
    assert!(differs("go", "a", group("a.txt"), group("b.txt")));
}

/// (language, construct, file, one, other): pairs that differ by no more than formatting seems to.
const LOOKALIKES: &[(&str, &str, &str, &str, &str)] = &[
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b).c;", "return a?.b.c;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b)[0];", "return a?.b[0];"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b)();", "return a?.b();"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b.c).d;", "return a?.b.c.d;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return ((a?.b)).d;", "return a?.b.d;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b)`c`;", "return a?.b`c`;"),
    #[cfg(feature = "web")]
    ("typescript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b)!.c;", "return a?.b!.c;"),
    #[cfg(feature = "web")]
    ("typescript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b).c;", "return a?.b.c;"),
    #[cfg(feature = "web")]
    ("tsx", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b).c;", "return a?.b.c;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n  return a;\n}\n", "\"use strict\";", "(\"use strict\");"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n  return a;\n}\n", "'use\\x20strict';", "'use strict';"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return /* a */ 1", "return /* a\n */ 1"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  rm -rf HERE\n}\n", "a b", "a\\\nb"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  rm -rf HERE\n}\n", "\"a\" \"b\"", "\"a\"\\\n\"b\""),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  rm -rf HERE\n}\n", "$a $b", "$a\\\n$b"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  x=HERE\n}\n", "$a $b", "$a\\\n$b"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  rmHERE\n}\n", " x", "\\\nx"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  a=(HERE)\n}\n", "b c", "b\\\nc"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  for a in HERE; do g; done\n}\n", "b c", "b\\\nc"),
    #[cfg(feature = "jvm")]
    (
        "kotlin",
        "f(Int,Int)",
        "fun f(a: Int, b: Int): Int {\n  HERE\n  return x\n}\n",
        "val x = a - b",
        "val x = a\n - b",
    ),
    #[cfg(feature = "jvm")]
    (
        "kotlin",
        "f(Int,Int)",
        "fun f(a: Int, b: Int): Int {\n  HERE\n  return x\n}\n",
        "val x = a + b",
        "val x = a\n + b",
    ),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int,Int)", "fun f(a: Int, b: Int): Int {\n  HERE\n}\n", "return a - b", "return a\n - b"),
    #[cfg(feature = "jvm")]
    (
        "kotlin",
        "f(Int,Int)",
        "fun f(a: Int, b: Int): Int {\n  HERE\n}\n",
        "return a * 2 - b",
        "return a * 2 // c\n - b",
    ),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "decltype(auto) f(int a) {\n  HERE\n}\n", "return a;", "return (a);"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "decltype(auto) f(int a) {\n  HERE\n}\n", "return a.b;", "return (a.b);"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "auto f(int a) -> decltype(auto) {\n  HERE\n}\n", "return a;", "return (a);"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "auto f(int a) {\n  HERE\n}\n", "decltype(a) b = a;", "decltype((a)) b = a;"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "auto f(int a) {\n  HERE\n}\n", "decltype(auto) b = a;", "decltype(auto) b = (a);"),
    #[cfg(feature = "rust")]
    ("rust", "f", "fn f() {\n  HERE\n}\n", "m!(/* a */ b);", "m!(/// a\n b);"),
    #[cfg(feature = "rust")]
    ("rust", "f", "fn f() {\n  HERE\n}\n", "m!(/** a */ b);", "m!(/** c */ b);"),
    #[cfg(feature = "rust")]
    ("rust", "f", "fn f() {\n  HERE\n}\n", "m!(x [//! a\n b]);", "m!(x [// a\n b]);"),
    #[cfg(feature = "scripting")]
    ("php", "f", "<?php\nfunction f($a) {\n  HERE\n}\n", "return ($a?->b)->c;", "return $a?->b->c;"),
    #[cfg(feature = "scripting")]
    ("php", "f", "<?php\nfunction f($a) {\n  HERE\n}\n", "return ($a?->b())['x'];", "return $a?->b()['x'];"),
    #[cfg(feature = "scripting")]
    ("ruby", "f", "def f(a)\n  HERE\n  x\nend\n", "x = a - b", "x = a\n  - b"),
    #[cfg(feature = "swift")]
    ("swift", "f(a:Int)", "func f(a: Int) {\n  HERE\n}\n", "let x = a - b", "let x = a\n -b"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "val x = a(b)", "val x = a\n (b)"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "g(); return a", "g(); return\n a"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "g(h {\n a - b })", "g(h {\n a\n - b })"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "if (a == 1) b\n  c", "if (a == 1) b; c - c"),
    #[cfg(feature = "jvm")]
    ("scala", "f(Int)", "def f(a: Int) = {\n  HERE\n  x\n}\n", "val x = a(b)", "val x = a\n  (b)"),
    #[cfg(feature = "c-family")]
    (
        "cpp",
        "f(int)",
        "void f(int a) {\n  HERE\n}\n",
        "g([&]() -> decltype(auto) { return a; });",
        "g([&]() -> decltype(auto) { return (a); });",
    ),
];

#[test]
fn meaning_that_looks_like_formatting() {
    let alike = LOOKALIKES.iter().filter(|(language, name, file, one, other)| {
        !differs(language, name, file.replace("HERE", one), file.replace("HERE", other))
    });
    let alike: Vec<_> = alike.map(|(language, _, _, one, other)| (language, one, other)).collect();
    assert!(alike.is_empty(), "{alike:#?}");
}

/// SPEC 4.5: where the same is mere formatting.
const TWINS: &[(&str, &str, &str, &str, &str)] = &[
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a.b).c;", "return a.b.c;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return a[(b?.c)];", "return a[b?.c];"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "return (a?.b);", "return a?.b;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "g((a?.b));", "g(a?.b);"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "((a?.b)).c;", "(a?.b).c;"),
    #[cfg(feature = "web")]
    ("javascript", "f", "function f(a) {\n  HERE\n}\n", "'use strict';", "\"use strict\""),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  HERE\n}\n", "rm -rf a b", "rm -rf a \\\n  b"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  HERE\n}\n", "rm a && rm b | c", "rm a &&\\\nrm b|\\\nc"),
    #[cfg(feature = "scripting")]
    ("bash", "f", "f() {\n  HERE\n}\n", "rm a > b", "rm a\\\n>\\\nb"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "val x = a - b", "val x = a -\n b"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "g(a - b)", "g(a\n - b)"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "if (a + b == c) g()", "if (a\n + b == c) g()"),
    #[cfg(feature = "jvm")]
    ("kotlin", "f(Int)", "fun f(a: Int) {\n  HERE\n}\n", "val x = (a * b + c)", "val x = (a\n * b\n + c)"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "auto f(int a) {\n  HERE\n}\n", "return a;", "return (a);"),
    #[cfg(feature = "c-family")]
    ("cpp", "f(int)", "auto f(int a) {\n  HERE\n}\n", "auto b = a;", "auto b = (a);"),
    #[cfg(feature = "rust")]
    ("rust", "f", "fn f() {\n  HERE\n}\n", "m!(/* a */ b);", "m!(b /**/ // c\n);"),
];

#[test]
fn formatting_that_looks_like_meaning() {
    let unlike = TWINS.iter().filter(|(language, name, file, one, other)| {
        differs(language, name, file.replace("HERE", one), file.replace("HERE", other))
    });
    let unlike: Vec<_> = unlike.map(|(language, _, _, one, other)| (language, one, other)).collect();
    assert!(unlike.is_empty(), "{unlike:#?}");
}
