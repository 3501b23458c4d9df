//! What each encoder makes of text that tries to be more.

use super::*;

#[test]
fn terminal_shows_what_steers() {
    let hostile = "a\x1b[31mb\u{202e}c\u{200b}\n\t\x07\u{9b}\u{2066}\u{61c}\u{200f}\u{7f}\u{feff}\u{e0041}";
    assert_eq!(
        Untrusted(hostile).terminal(),
        r"a\x1b[31mb\u{202e}c\u{200b}\n\t\x07\x9b\u{2066}\u{61c}\u{200f}\x7f\u{feff}\u{e0041}"
    );
    assert_eq!(Untrusted("naïve 日本 👍️ e\u{301}").terminal(), "naïve 日本 👍️ e\u{301}");
}

#[test]
fn no_line_of_a_log_is_an_old_command() {
    // The runner looks for it everywhere, so it cannot stand behind anything either.
    for shown in [Untrusted("a ###[error]b").terminal(), Untrusted("a ###[error]b").terminal_code()] {
        assert_eq!(shown, r"a ###\x5berror]b");
    }
    assert_eq!(Untrusted("#[test] # [x] ##").terminal(), "#[test] # [x] ##");
    assert!(!Untrusted("a##[b].py").is_plain() && Untrusted("a#[b].py").is_plain());
}

#[test]
fn code_expands_tabs_to_stops() {
    assert_eq!(Untrusted("\tab\tc\x1b[0m\r").terminal_code(), r"    ab  c\x1b[0m");
}

#[test]
fn shell_arguments_stay_one_argument() {
    assert_eq!(Untrusted("src/a.py::C.f").shell_argument(), "src/a.py::C.f");
    assert_eq!(Untrusted("a b;rm -rf ~").shell_argument(), "'a b;rm -rf ~'");
    assert_eq!(Untrusted("it's $(x)\n").shell_argument(), r"'it'\''s $(x)\n'");
    assert_eq!(Untrusted("").shell_argument(), "''");
}

#[test]
fn markdown_text_is_only_text() {
    let cases = [
        ("@acme/team", r"@&#8203;acme/team"),
        ("fixes #1 and gh-2, GH-3", r"fixes \#&#8203;1 and gh-&#8203;2, GH-&#8203;3"),
        ("https://evil.example", r"https:&#8203;//evil.example"),
        ("www.evil.example", r"www&#8203;.evil.example"),
        ("me@evil.example", r"me@&#8203;evil.example"),
        ("see 0123abcd, (deadbeef) but 0123ab", r"see 0123ab&#8203;cd, (deadbe&#8203;ef) but 0123ab"),
        ("<b>&amp;</b>", r"&lt;b&gt;&amp;amp;&lt;/b&gt;"),
        ("a | b", r"a \| b"),
        ("**x** _y_ ~z~ ![z](q) `c` $m$", r"\*\*x\*\* \_y\_ \~z\~ !\[z\](q) \`c\` \$m\$"),
        ("  # head\n- item", r"\# head\\n- item"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("2) item", r"2\) item"),
        (":tada:", r":&#8203;tada:"),
        ("<!-- codesub -->", r"&lt;!-- codesub --&gt;"),
        ("\u{202e}x", r"\\u{202e}x"),
    ];
    for (text, expected) in cases {
        assert_eq!(Untrusted(text).markdown(), expected);
    }
}

#[test]
fn html_has_no_markup() {
    assert_eq!(Untrusted("a-b <i>&`*x*").html_in_markdown(), "a-b &#60;i&#62;&#38;&#96;&#42;x&#42;");
}

#[test]
fn code_spans_cannot_be_closed() {
    assert_eq!(Untrusted("plain").code_span(), "`plain`");
    assert_eq!(Untrusted("a`b").code_span(), "``a`b``");
    assert_eq!(Untrusted("`a``").code_span(), "``` `a`` ```");
    assert_eq!(Untrusted(" a ").code_span(), "`  a  `");
    assert_eq!(Untrusted("").code_span(), "` `");
    assert_eq!(Untrusted("a\n\nb").code_span(), r"`a\n\nb`");
    assert_eq!(Untrusted(r"a|b\|c").code_span_in_table(), r"`a`\|`b\`\|`c`");
    assert_eq!(Untrusted("|").code_span_in_table(), r"\|");
}

#[test]
fn fences_are_longer_than_any_run_inside() {
    let block = fenced("diff", [("+", Untrusted("````js")), (" ", Untrusted("")), ("-", Untrusted("\tx\u{202e}"))]);
    assert_eq!(block, "`````diff\n+````js\n\n-    x\\u{202e}\n`````\n");
    assert_eq!(fenced("", []), "```\n```\n");
}

#[test]
fn json_shows_what_steers_and_reads_back_the_same() {
    let text = "\u{202e}\x1b\u{9b}\u{e0041}\"ok\"";
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, JsonFormatter::compact());
    serde::Serialize::serialize(text, &mut serializer).unwrap();
    assert_eq!(std::str::from_utf8(&out).unwrap(), r#""\u202e\u001b\u009b\udb40\udc41\"ok\"""#);
    assert_eq!(serde_json::from_slice::<String>(&out).unwrap(), text);
}

#[test]
fn html_is_only_text() {
    assert_eq!(Untrusted("<b a=\"x\" c='y'>&amp;").html(), "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;amp;");
    assert_eq!(Untrusted("--></style>\n\u{202e}").html(), r"--&gt;&lt;/style&gt;\n\u{202e}");
}

#[test]
fn workflow_commands_stay_one_command() {
    assert_eq!(Untrusted("100%\r\n::error::x").workflow_data(), r"100%25\r\n::error::x");
    assert_eq!(Untrusted("%0A").workflow_data(), "%250A");
    assert_eq!(Untrusted("a:b,line=3::x%").workflow_property(), "a%3Ab%2Cline=3%3A%3Ax%25");
    assert!(Untrusted("src/ä b.py").is_plain() && !Untrusted("src/\u{202e}.py").is_plain());
}

#[test]
fn uris_are_relative_and_keep_every_byte() {
    assert_eq!(Untrusted("src/a-b_c.~/d.py").uri(), "src/a-b_c.~/d.py");
    assert_eq!(Untrusted("http://x?y#z %41").uri(), "http%3A//x%3Fy%23z%20%2541");
    assert_eq!(Untrusted("ä\\\n").uri(), "%C3%A4%5C%0A");
}

#[test]
fn sarif_messages_link_and_mention_nothing() {
    assert_eq!(Untrusted("[here](https://evil.example)").sarif_message(), r"\[here\](https://evil.example)");
    assert_eq!(Untrusted("@acme/all").sarif_message(), "@\u{200b}acme/all");
}
