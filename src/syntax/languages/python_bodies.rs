//! Bodies of Python functions, found by their lines: what is passed over where the text is known, see
//! [`around`](crate::syntax::around).
//!
//! Whoever asks knows that the text is whole. Where this reader is not sure how the grammar reads it (a tab, a string within
//! a string, a line that is indented less than the one before it and not as much as any above) it finds nothing.

use std::ops::Range;

/// Shorter bodies are parsed as soon as they are passed over.
const MIN_BODY: usize = 24;

/// The bodies of the outermost functions and methods, in order, but not of those that are named: from the first byte
/// of the first statement to the last byte of the last one.
pub(super) fn bodies(code: &[u8], except: &[&str]) -> Vec<Range<usize>> {
    all(code, except).unwrap_or_default()
}

fn all(code: &[u8], except: &[&str]) -> Option<Vec<Range<usize>>> {
    let mut bodies = Vec::new();
    let mut open: Option<Open> = None;
    let mut at = 0;
    while let Some(line) = next_line(code, &mut at)? {
        if let Some(body) = open.as_mut().filter(|body| line.indent > body.indent) {
            // For the grammar such a line is no part of the body.
            if *body.first.get_or_insert(line.indent) > line.indent {
                return None;
            }
            let start = body.statements.as_ref().map_or(line.code.start, |statements| statements.start);
            body.statements = Some(start..line.code.end);
            continue;
        }
        bodies.extend(open.take().and_then(|body| body.close(code)));
        if let Some(name) = function(&code[line.code.clone()]) {
            let is_kept = except.iter().any(|except| except.as_bytes() == name);
            open = Some(Open { indent: line.indent, first: None, is_kept, statements: None });
        }
    }
    bodies.extend(open.and_then(|body| body.close(code)));
    Some(bodies)
}

/// A body under way.
struct Open {
    /// That of the `def`.
    indent: usize,
    /// That of the first statement.
    first: Option<usize>,
    is_kept: bool,
    statements: Option<Range<usize>>,
}

impl Open {
    fn close(self, code: &[u8]) -> Option<Range<usize>> {
        // A semicolon at the end is no part of the statement before it.
        let is_passed_over = |body: &Range<usize>| body.len() >= MIN_BODY && code[body.end - 1] != b';';
        self.statements.filter(|_| !self.is_kept).filter(is_passed_over)
    }
}

/// The name of the function whose body begins in the line after this one.
fn function(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"async ").unwrap_or(line).strip_prefix(b"def ").filter(|_| line.ends_with(b":"))?;
    let name = rest.split(|byte| !(byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii())).next();
    name.filter(|name| !name.is_empty())
}

/// A line as Python means it: with all that is in its brackets and strings.
struct Line {
    indent: usize,
    /// Without comments and white space around it.
    code: Range<usize>,
}

/// The next line that has code; the outer `None` where it cannot be read.
fn next_line(code: &[u8], at: &mut usize) -> Option<Option<Line>> {
    let start = loop {
        let spaces = code[*at..].iter().take_while(|byte| **byte == b' ').count();
        let first = *at + spaces;
        match code.get(first) {
            None => return Some(None),
            Some(b'\n' | b'\r' | b'#') => *at = after_line(code, first),
            Some(b'\t' | b'\x0c' | b'\\') => return None,
            Some(_) => break first,
        }
    };
    let indent = start - *at;
    let (mut place, mut end, mut depth) = (start, start, 0_usize);
    while let Some(&byte) = code.get(place) {
        match byte {
            b'\n' | b'\r' if depth == 0 => break,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' => place += 1,
            b'#' => place = line_end(code, place),
            b'\\' => {
                let continued = code[place + 1..].strip_prefix(b"\r").unwrap_or(&code[place + 1..]);
                if !continued.starts_with(b"\n") {
                    return None;
                }
                place = code.len() - continued.len() + 1;
            }
            b'"' | b'\'' => {
                let mut prefix = code[start..place].iter().rev().take_while(|byte| byte.is_ascii_alphabetic());
                place = after_string(code, place, prefix.any(|byte| b"fFtT".contains(byte)))?;
                end = place;
            }
            // The grammar knows strings of Python 2.
            b'`' => return None,
            _ => {
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth = depth.checked_sub(1)?,
                    _ => {}
                }
                place += 1;
                end = place;
            }
        }
    }
    *at = after_line(code, place);
    (depth == 0).then_some(Some(Line { indent, code: start..end }))
}

/// The next line break, or the end.
fn line_end(code: &[u8], from: usize) -> usize {
    memchr::memchr2(b'\n', b'\r', &code[from..]).map_or(code.len(), |at| from + at)
}

/// Behind that.
fn after_line(code: &[u8], from: usize) -> usize {
    let end = line_end(code, from);
    (end + if code[end..].starts_with(b"\r\n") { 2 } else { 1 }).min(code.len())
}

/// Behind the string that starts there. One with a string in one of its fields cannot be read here, unless the quotes are
/// others: one like its own could be that of either.
fn after_string(code: &[u8], start: usize, has_fields: bool) -> Option<usize> {
    let quote = code[start];
    let quotes: &[u8] = if code[start..].starts_with(&[quote; 3]) { &[quote; 3] } else { &[quote] };
    let mut at = start + quotes.len();
    let mut depth = 0_usize;
    loop {
        let byte = *code.get(at)?;
        let is_doubled = depth == 0 && code.get(at + 1) == Some(&byte);
        match byte {
            b'\\' => at += 2,
            b'\n' | b'\r' if quotes.len() == 1 => return None,
            _ if code[at..].starts_with(quotes) => return (depth == 0).then_some(at + quotes.len()),
            b'{' | b'}' if has_fields && is_doubled => at += 2,
            b'{' if has_fields => (at, depth) = (at + 1, depth + 1),
            b'}' if has_fields => (at, depth) = (at + 1, depth.checked_sub(1)?),
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(code: &str) -> Vec<&str> {
        bodies(code.as_bytes(), &["__init__"]).into_iter().map(|body| &code[body]).collect()
    }

    #[test]
    fn are_those_of_the_outermost_functions() {
        let code = "@dataclass\nclass A(B):\n    \"\"\"Text: of it.\"\"\"\n\n    x: int = 3\n\n    def __init__(self):\n        \
                    self.first = self.second = None\n\n    # Before.\n    async def f(\n        self, a=(1, 2),  # :\n    ) -> int:\n        \
                    # First.\n        def inner():\n            return a\n\n        return inner()  # Last.\n        # After.\n\n    \
                    @property\n    def g(self): return 1\n";
        assert_eq!(found(code), ["def inner():\n            return a\n\n        return inner()"]);
    }

    #[test]
    fn lines_are_those_that_python_reads() {
        let code = "def f():\n  text = '''\nclass X:\n''' + \"\\\"#\"\n  return [\n1, # ]\n] + \\\n2\ndef g():\r\n  return 'a string of some length'\r\n";
        let expected = "text = '''\nclass X:\n''' + \"\\\"#\"\n  return [\n1, # ]\n] + \\\n2";
        assert_eq!(found(code), [expected, "return 'a string of some length'"]);
        let fields = "return f'{{ {a[\"b\"]:>{width}} }}' + t\"{ {1: 2}[1] }\" + '{'";
        assert_eq!(found(&format!("def f():\n    {fields}\n")), [fields]);
    }

    #[test]
    fn what_is_not_plain_is_none() {
        let body = "    return 'a string of some length'";
        assert_eq!(found(&format!("def f():\n{body}\n")), [body.trim_start()]);
        for code in [
            "def f():\n\treturn 'a string of some length'\n",
            "def f(:\n    return 'a string of some length'\n",
            "def f():\n    return 'a string of some length\n",
            "def f():\n    return \"\"\"a string of some length\n",
            "def f():\n    return a_name_of_some_length;\n",
            "def f():\n    return a_name_of_some_length \\ \n",
            "def f():\n    return 1\n",
            "def f():\n    return f\"a string of {a[\"some\"]} length\"\n",
            "def f():\n    return rf'a string of {'}'} length' + 1\n",
            "def f():\n    return f\"\"\"a string of {\"\"\"some\"\"\"}\"\"\"\n",
            "def f():\n    return f'a string of some length}'\n",
            "def f():\n    return `a` + 'a string of some length'\n",
            "def f():\n      return 'a string of some length'\n    x = 1\n",
            "default = 1\n    # a comment of some length\n",
            "",
            "    ",
        ] {
            assert_eq!(found(code), [""; 0], "{code}");
        }
    }
}
