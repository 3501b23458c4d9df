//! What is special about Bash. The twins were made by shfmt 3.14.1, with its defaults and with
//! `-i 2 -ci -bn -s -sr -fn`.

use super::{assert_differs, assert_names, assert_same, find, qualnames, read};
use crate::syntax::Language;

fn function(body: &str) -> String {
    format!("f() {{\n{body}\n}}\n")
}

#[test]
fn names() {
    for (source, expected) in [
        ("f() { x=1; g() { :; }; readonly Y=1; }", &["f"][..]),
        ("X=1 cmd; (Y=1); z=$(w=1); cat <(v=1); arr[0]=1; arr+=(x); for i in a; do :; done; read name", &["z"]),
        ("X=1; X=2; x() { :; }", &["X", "X#2", "x"]),
        ("if a; then X=1; f() { :; }; else X=2; fi; a && Y=1; ! Z=1", &["X", "f", "X#2", "Y", "Z"]),
        ("a::b() { :; }; c-d() { :; }; e.f() { :; }; e_f() { :; }", &["a:b", "c-d", "e_f", "e_f#2"]),
        ("alias ll='ls -l' || true; alias x=y; aliased z='1'", &["ll"]),
        ("declare A; declare B=1 C; export D; export E=1; local F=1", &["A", "B", "C", "E", "F"]),
        ("for ((i = 0; i < 1; i++)); do x=1; done", &[]),
    ] {
        assert_names("bash", source, expected);
    }
}

/// `readonly` makes a constant; mere capitals do not, for variables of the environment have them as well.
#[test]
fn constants() {
    let outline =
        read("bash", "A=1; readonly B=1; declare -r C=1; declare -xr D=1; export -n E=1; typeset -ir F=1; declare G");
    let constant: Vec<&str> = outline
        .constructs
        .iter()
        .filter(|construct| construct.role.is_some())
        .map(|construct| &*construct.qualname)
        .collect();
    assert_eq!(constant, ["B", "C", "D", "F"]);
    for (one, other) in
        [("export A=1", "A=1"), ("declare -a A=(1)", "declare -A A=(1)"), ("readonly A=1", "export A=1")]
    {
        assert_differs("bash", "A", one, other, (true, false));
    }
}

/// SPEC 4.5.
#[test]
fn spellings() {
    for (one, other) in [
        ("a; b", "a\nb"),
        ("if a; then b; fi", "if a\nthen\n  b\nfi"),
        ("x=`a b`", "x=$( a b )"),
        ("echo $x \"${y}\"", "echo ${x} \"$y\""),
        ("a --x \\\n  --y", "a --x --y"),
        ("a >b 2>&1", "a > b 2>&1"),
        ("case $a in x) b;; (y|z) c; esac", "case $a in\n  x)\n    b\n    ;;\n  y | z)\n    c\n    ;;\nesac"),
        ("cat <<-A\n\tx\n\t\ty\n\tA", "\t\tcat <<-A\n\t\tx\n\t\t\ty\n\t\tA"),
        ("x=(a b)", "x=(\n  a\n  b\n)"),
        ("a && b", "a &&\n  b"),
        ("(( x > (1) ))", "((x > 1))"),
        ("# comment\na # more", "a"),
    ] {
        assert_same("bash", &function(one), &function(other));
    }
    assert_same("bash", "function f { a; }", "f() { a; }");
    assert_same("bash", "function f() { a; }", "f ()\n{\n  a\n}");
}

#[test]
fn lookalikes() {
    for (one, other) in [
        ("a b", "ab"),
        ("a \"b c\"", "a b c"),
        ("a \"$b\"", "a $b"),
        ("a '$b'", "a \"$b\""),
        ("a \"x  $b\"", "a \"x $b\""),
        ("a \"$b $c\"", "a \"$b$c\""),
        ("a \"b$\"", "a \"b\""),
        ("a $b", "a b"),
        ("a ${b:-c}", "a ${b:=c}"),
        ("a ${b}", "a ${#b}"),
        ("a ${b}", "a ${!b}"),
        ("a ${b%c}", "a ${b%%c}"),
        ("a; b", "a & b"),
        ("a && b", "a || b"),
        ("a | b", "a |& b"),
        ("! a", "a"),
        ("(a)", "{ a; }"),
        ("a >b", "a >>b"),
        ("a >b", "a <b"),
        ("a 2>b", "a >b"),
        ("a >&2", "a >2"),
        ("a <<A\nx\nA", "a <<A\ny\nA"),
        ("a <<A\n$x\nA", "a <<'A'\n$x\nA"),
        ("a <<A\n\tx\nA", "a <<A\nx\nA"),
        ("a <<A\nx\n\tA\nA", "a <<-A\nx\n\tA\nA"),
        ("a <<<b", "a <b"),
        ("[ a = b ]", "[[ a = b ]]"),
        ("[ -z a ]", "[ -n a ]"),
        ("if a; b; then c; fi", "if a; then b; c; fi"),
        ("if a; then b; else c; fi", "if a; then b; c; fi"),
        ("while a; do b; done", "until a; do b; done"),
        ("for a; do b; done", "for a in; do b; done"),
        ("for a in b c; do d; done", "for a in b; do c; d; done"),
        ("for ((a;;)); do b; done", "for ((;a;)); do b; done"),
        ("case a in b | c) d;; esac", "case a in b) c; d;; esac"),
        ("x=1", "x+=1"),
        ("x=1 a", "x=1; a"),
        ("x=(a b)", "x=\"a b\""),
        ("x=$(a)", "x=$((a))"),
        ("((a - (b - c)))", "((a - b - c))"),
        ("((a++))", "((++a))"),
        ("local x=1", "x=1"),
        ("local x=1", "declare x=1"),
        ("a <(b)", "a >(b)"),
        ("a 01", "a 1"),
        ("a *", "a \\*"),
    ] {
        assert_differs("bash", "f", &function(one), &function(other), (false, true));
    }
    assert_differs("bash", "f", "f() { a; }", "f() ( a; )", (false, true));
    assert_differs("bash", "f", "f() { a; }", "f() { a; } >b", (false, true));
    let fall = |end: &str| function(&format!("case a in\nb)\n  c\n  {end}\nd) e ;;\nesac"));
    assert_differs("bash", "f", &fall(";;"), &fall(";&"), (false, true));
    assert_differs("bash", "f", &fall(";&"), &fall(";;&"), (false, true));
}

/// SPEC 4.3: a rename keeps both hashes. An argument of that name is some text.
#[test]
fn renames() {
    for (one, other, names) in [
        ("walk() { echo walk; walk \"$@\"; }", "step() { echo walk; step \"$@\"; }", ("walk", "step")),
        ("A=\"${A:-1} $A\"", "B=\"${B:-1} $B\"", ("A", "B")),
    ] {
        let outlines = [one, other].map(|source| read("bash", source));
        let [a, b] = [find(&outlines[0], names.0), find(&outlines[1], names.1)];
        assert_eq!((a.interface_hash, a.body_hash), (b.interface_hash, b.body_hash), "{one}");
    }
}

#[test]
fn files_without_extension() {
    let name = |path, bytes: &[u8]| Language::detect(path, Some(bytes)).map(Language::name);
    for shebang in ["#!/bin/sh\n", "#!/usr/bin/env bash\n", "#!/bin/bash -e\n", "#!/bin/dash\n", "#!/bin/ksh93\n"] {
        assert_eq!(name("bin/run", shebang.as_bytes()), Some("bash"), "{shebang}");
    }
    assert_eq!(name("bin/run", b"#!/bin/zsh\n"), None);
    assert_eq!(
        (name("home/.bashrc", b""), name("a.bats", b""), name("A.SH", b"")),
        (Some("bash"), Some("bash"), Some("bash"))
    );
}

/// SPEC 4.6.
#[test]
fn errors_stay_local() {
    let outline = read("bash", "f() {\n  a ) b\n}\n\ng() {\n  c\n}\n");
    assert_eq!(qualnames(&outline), ["f", "g"]);
    // The whole file is one error: what is readable still counts.
    let damaged = read("bash", "A=1\ncase x in\n  a) B=2 ;;\nf() { c; }\nC=3\nif\n");
    assert!(qualnames(&damaged).contains(&"A"), "{:?}", qualnames(&damaged));
    assert_eq!((find(&outline, "f").has_parse_error, find(&outline, "g").has_parse_error), (true, false));
}
