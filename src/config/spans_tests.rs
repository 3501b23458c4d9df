//! Where everything stands in a YAML text.

use super::*;

/// Every scalar's and container's span, in order of the text.
fn spans(text: &str) -> Vec<String> {
    fn walk(node: &Node, text: &str, found: &mut Vec<String>) {
        found.push(text[node.start..node.end].to_owned());
        node.items().iter().for_each(|item| walk(item, text, found));
        for entry in node.entries() {
            walk(&entry.key, text, found);
            walk(&entry.value, text, found);
        }
    }
    let mut found = Vec::new();
    walk(&tree(text).unwrap().unwrap(), text, &mut found);
    found.remove(0);
    found
}

#[test]
fn spans_are_exact() {
    let cases: [(&str, &[&str]); 10] = [
        ("a: é # c\nb: 'x''y' # d\n", &["a", "é", "b", "'x''y'"]),
        ("a: \"x\\\"#y\" # c\n", &["a", "\"x\\\"#y\""]),
        ("a: |\n  x\n\n# c\nb: 1\n", &["a", "|\n  x", "b", "1"]),
        ("a: |+ # c\n  x\n\nb: 1\n", &["a", "|+ # c\n  x\n", "b", "1"]),
        ("a:\n- x\n- y # c\n", &["a", "- x\n- y", "x", "y"]),
        ("a:\n  # c\n  - # d\n    x: 1\n", &["a", "- # d\n    x: 1", "x: 1", "x", "1"]),
        ("a: [ x, 'y' , ] # c\n", &["a", "[ x, 'y' , ]", "x", "'y'"]),
        ("a: { b: , c: 1 }\n", &["a", "{ b: , c: 1 }", "b", "", "c", "1"]),
        ("---\na: x\r\n  y # c\r\nb:\r\n", &["a", "x\r\n  y", "b", ""]),
        (
            "a: [{x: -1}, {y: [-2]}]",
            &["a", "[{x: -1}, {y: [-2]}]", "{x: -1}", "x", "-1", "{y: [-2]}", "y", "[-2]", "-2"],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(spans(text), expected, "{text}");
    }
}

#[test]
fn refuses_what_is_not_allowed() {
    let deep = format!("a: {}1{}", "[".repeat(40), "]".repeat(40));
    let cases = [
        ("a: &x 1\n", 1, "anchors"),
        ("a: 1\nb: *x\n", 2, ""),
        ("a:\n  - &x {}\n", 2, "anchors"),
        ("a: !t 1\n", 1, "tags"),
        ("a: !!str 1\n", 1, "tags"),
        ("a: 1\nb: 2\n'a': 3\n", 3, "twice, first on line 1"),
        ("a: {b: 1, b: 2}\n", 1, "twice"),
        ("a: 1\n---\nb: 2\n", 2, "second document"),
        ("? [x]\n: 1\n", 1, "a key must be a word"),
        (deep.as_str(), 1, "nested deeper"),
        ("a: [1\nb: 2\n", 2, "not valid YAML"),
        ("a: 'x\n", 1, "not valid YAML"),
    ];
    for (text, line, message) in cases {
        let refusal = tree(text).expect_err(text);
        assert!(refusal.message.contains(message), "{text}: {refusal:?}");
        assert_eq!(refusal.line, line, "{text}: {refusal:?}");
    }
}

#[test]
fn nothing_but_comments_has_no_root() {
    for text in ["", "\n\n", "# only\n", "   # x"] {
        assert!(tree(text).unwrap().is_none(), "{text:?}");
    }
}
