//! Laws of the encoders: they hold for any text, put together from what is known to do harm somewhere.

use proptest::prelude::*;

use super::{JsonFormatter, OLD_COMMAND, Untrusted, fenced, steers};

/// What steers, closes, opens, mentions or commands in one sink or another.
const PIECES: [&str; 64] = [
    "`",
    "```",
    "~~~",
    "@team",
    "@acme/all",
    "#1",
    "gh-7",
    " 0123abcd ",
    "-->",
    "<!--",
    "::error::",
    "::set-output name=x::",
    "##[error]",
    "##",
    "\n",
    "\r",
    "\r\n",
    "\t",
    "\x1b[2J",
    "\x1b]0;x\x07",
    "\u{9b}31m",
    "\u{202e}",
    "\u{2066}",
    "\u{200f}",
    "\u{200b}",
    "\u{feff}",
    "\u{2028}",
    "\u{e0041}",
    "\0",
    "\x7f",
    "<script>",
    "</script>",
    "</style>",
    "\"",
    "'",
    "&",
    "&lt;",
    "%",
    "%0A",
    "%25",
    ",",
    ":",
    "=",
    "|",
    "\\",
    "[x](http://e)",
    "$(x)",
    "javascript:",
    "]]>",
    "[^1]",
    "[^1]: x",
    "![x](y)",
    "<http://e.example>",
    "www.e.example",
    "https://e.example",
    "me@e.example",
    "$x$",
    "**x**",
    "- [ ] x",
    "</details>",
    ":tada:",
    " ",
    "a",
    "é",
];

pub(in crate::output) fn hostile() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(&PIECES[..]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_sink_holds(text in hostile()) {
        nothing_steers(&text);
        html_opens_and_closes_nothing(&text);
        workflow_commands_read_back_as_what_was_shown(&text);
        a_span_holds(&text);
        a_fence_holds(&text);
        json_reads_back_the_same(&text);
        a_uri_is_ascii_and_keeps_every_byte(&text);
    }
}

fn nothing_steers(text: &str) {
    let it = Untrusted(text);
    let sinks = [
        it.terminal(),
        it.terminal_code(),
        it.shell_argument(),
        it.markdown(),
        it.html(),
        it.html_in_markdown(),
        it.code_span(),
        it.code_span_in_table(),
        it.workflow_data(),
        it.workflow_property(),
        it.uri(),
        // The one mark that is put in on purpose, against mentions.
        it.sarif_message().replace("@\u{200b}", "@"),
    ];
    for sink in sinks {
        assert!(!sink.chars().any(steers), "{sink:?}");
        assert!(!sink.contains(OLD_COMMAND), "{sink:?}");
    }
}

fn html_opens_and_closes_nothing(text: &str) {
    let it = Untrusted(text);
    for html in [it.html(), it.html_in_markdown()] {
        assert!(!html.contains(['<', '>', '"', '\'']), "{html}");
    }
    let names = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let read = names.iter().fold(it.html(), |text, (name, c)| text.replace(name, c));
    assert_eq!(read, it.terminal());
}

fn workflow_commands_read_back_as_what_was_shown(text: &str) {
    let it = Untrusted(text);
    let (data, property) = (it.workflow_data(), it.workflow_property());
    assert!(!property.contains([':', ',']), "{property}");
    // As the runner does it: the percent sign last.
    let names = [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")];
    for encoded in [data, property] {
        assert_eq!(names.iter().fold(encoded, |text, (name, c)| text.replace(name, c)), it.terminal());
    }
}

fn a_span_holds(text: &str) {
    let span = Untrusted(text).code_span();
    let fence = span.chars().take_while(|&c| c == '`').count();
    let inside = &span[fence..span.len() - fence];
    assert!(!inside.split(|c| c != '`').any(|run| run.len() == fence), "{span}");
}

fn a_fence_holds(text: &str) {
    let block = fenced("diff", [("+", Untrusted(text)), ("", Untrusted(text))]);
    let fence: String = block.chars().take_while(|&c| c == '`').collect();
    let rows: Vec<&str> = block.lines().collect();
    assert!(rows.len() == 4 && fence.len() >= 3, "{block}");
    assert_eq!(rows.iter().skip(1).filter(|row| row.contains(&fence)).count(), 1, "{block}");
}

fn json_reads_back_the_same(text: &str) {
    let mut out = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut out, JsonFormatter::compact());
    serde::Serialize::serialize(text, &mut serializer).unwrap();
    let json = String::from_utf8(out).unwrap();
    assert!(!json.chars().any(steers) && !json.contains(OLD_COMMAND), "{json}");
    assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
}

fn a_uri_is_ascii_and_keeps_every_byte(text: &str) {
    let uri = Untrusted(text).uri();
    assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
    let mut bytes = Vec::new();
    let mut rest = uri.as_str();
    while let Some(c) = rest.chars().next() {
        let (byte, taken) = if c == '%' { (u8::from_str_radix(&rest[1..3], 16).unwrap(), 3) } else { (c as u8, 1) };
        bytes.push(byte);
        rest = &rest[taken..];
    }
    assert_eq!(bytes, text.as_bytes());
}
