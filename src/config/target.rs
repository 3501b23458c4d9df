//! Targets: what a subscription points at, in the form people write (SPEC §2).
//!
//! `path::Qual.name` names a construct, `path:10-20` and `path:10` name lines. Paths are relative to the repository's
//! root and POSIX; anything that could lead out of the repository is refused here, once, so that no later part has to
//! ask (SPEC 13.1). Whether the file or the construct exists is not this module's business.

use std::fmt;
use std::str::FromStr;

/// The written form of what is watched.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// `path::Qual.name`
    Construct { path: String, qualname: String },
    /// `path:10-20`, 1-based and inclusive; `path:10` is one line.
    Lines { path: String, start: u32, end: u32 },
}

/// Why a text is not a target, in words that can stand after the text itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct TargetError(String);

impl Target {
    /// The file, relative to the repository's root, with `/`.
    pub fn path(&self) -> &str {
        match self {
            Target::Construct { path, .. } | Target::Lines { path, .. } => path,
        }
    }

    /// Why this target would not be read as it is written, if so: names come from code, which may have any.
    pub fn unwritable(&self) -> Option<String> {
        match self.to_string().parse::<Target>() {
            Ok(target) if target == *self => None,
            Ok(target) => Some(format!("it would be read as {target:?}")),
            Err(why) => Some(why.to_string()),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Construct { path, qualname } => write!(f, "{path}::{qualname}"),
            Target::Lines { path, start, end } if start == end => write!(f, "{path}:{start}"),
            Target::Lines { path, start, end } => write!(f, "{path}:{start}-{end}"),
        }
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        if let Some((path, lines)) = split_lines(text) {
            if let Some(path) = path.strip_suffix(':') {
                return refuse(format!("`{lines}` is not a name; for lines write `{path}:{lines}`"));
            }
            let path = normal_path(path)?;
            let (start, end) = parse_lines(lines)?;
            return Ok(Target::Lines { path, start, end });
        }
        let Some((path, qualname)) = split_qualname(text) else {
            return refuse("write `path::Qual.name` for a construct or `path:10-20` for lines");
        };
        let path = normal_path(path)?;
        check_qualname(qualname)?;
        Ok(Target::Construct { path, qualname: qualname.to_owned() })
    }
}

impl serde::Serialize for Target {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Target {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// The one form of a path within the repository: relative, `/` between parts, no `.` parts.
///
/// Refuses everything that could name a place outside.
pub fn normal_path(text: &str) -> Result<String, TargetError> {
    if cfg!(windows) && text.contains('\\') {
        return normal_path(&text.replace('\\', "/"));
    }
    if check_path(text)? {
        return Ok(text.to_owned());
    }
    // `./C:x` must not turn into what was refused above.
    let parts: Vec<&str> = text.split('/').filter(|part| *part != ".").collect();
    normal_path(&parts.join("/"))
}

/// Whether a path is in that form already.
pub(super) fn is_normal_path(text: &str) -> bool {
    !(cfg!(windows) && text.contains('\\')) && matches!(check_path(text), Ok(true))
}

/// Whether nothing has to be left out.
fn check_path(text: &str) -> Result<bool, TargetError> {
    if is_plain(text, b'/') {
        return Ok(true);
    }
    if text.is_empty() {
        return refuse("the path is empty");
    }
    if text.contains('\0') {
        return refuse("the path contains a NUL character");
    }
    if text.starts_with('/') {
        return refuse("the path is absolute; write it relative to the repository's root");
    }
    // Also on systems without drives: the same file is read on all of them.
    if let [letter, b':', ..] = text.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        return refuse("the path starts with a drive letter; write it relative to the repository's root");
    }
    if text.ends_with(':') {
        return refuse("the path ends with `:`");
    }
    let mut is_normal = true;
    for part in text.split('/') {
        match part {
            "" => return refuse("the path has an empty part (`//` or a `/` at its end)"),
            ".." => return refuse("the path contains `..`; write it relative to the repository's root"),
            "." => is_normal = false,
            _ => {}
        }
    }
    if text == "." || text.ends_with("/.") {
        return refuse("the path names a folder, not a file");
    }
    Ok(is_normal)
}

/// Whether it is made of the commonest characters, in parts with that character between them, none of which is empty or
/// starts with a dot: most are, and nothing has to be asked then.
fn is_plain(text: &str, between: u8) -> bool {
    let mut starts = true;
    for byte in text.bytes() {
        let fits =
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || !starts && (byte == b'.' || byte == between);
        if !fits {
            return false;
        }
        starts = byte == between;
    }
    !starts
}

fn refuse<T>(why: impl Into<String>) -> Result<T, TargetError> {
    Err(TargetError(why.into()))
}

/// Splits off the line numbers, when what follows the last `:` can only be line numbers.
fn split_lines(text: &str) -> Option<(&str, &str)> {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let (path, lines) = text.rsplit_once(':')?;
    let is_lines = match lines.split_once('-') {
        Some((start, end)) => digits(start) && digits(end),
        None => digits(lines),
    };
    is_lines.then_some((path, lines))
}

fn parse_lines(text: &str) -> Result<(u32, u32), TargetError> {
    let number = |digits: &str| match digits.parse::<u32>() {
        Ok(0) => refuse("lines are counted from 1"),
        Ok(line) => Ok(line),
        Err(_) => refuse(format!("the line number {digits} is too large")),
    };
    let (start, end) = match text.split_once('-') {
        Some((start, end)) => (number(start)?, number(end)?),
        None => (number(text)?, number(text)?),
    };
    if start > end {
        return refuse(format!("the first line, {start}, comes after the last, {end}"));
    }
    Ok((start, end))
}

/// Splits at the last `::` that does not stand inside a parameter list: types may contain it, paths may too.
fn split_qualname(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let mut depth = 0_u32;
    for at in (1..bytes.len()).rev() {
        match bytes[at] {
            b')' => depth += 1,
            b'(' => depth = depth.saturating_sub(1),
            b':' if depth == 0 && bytes[at - 1] == b':' => return Some((&text[..at - 1], &text[at + 1..])),
            _ => {}
        }
    }
    text.rsplit_once("::")
}

/// Names differ widely between languages (operators, private `#names`, `@setter` and `#2` suffixes, generic parameter
/// types), so only what can be no name in any of them is refused.
fn check_qualname(text: &str) -> Result<(), TargetError> {
    if is_plain(text, b'.') {
        return Ok(());
    }
    if text.is_empty() {
        return refuse("the name after `::` is empty");
    }
    if text.trim() != text || text.chars().any(char::is_control) {
        return refuse("the name after `::` starts or ends with white space or contains control characters");
    }
    let mut depth = 0_u32;
    let mut part_is_empty = true;
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' if depth == 0 => return refuse("the name after `::` has a `)` without its `(`"),
            ')' => depth -= 1,
            '.' if depth == 0 && part_is_empty => return refuse("the name after `::` has an empty part"),
            _ => {}
        }
        part_is_empty = character == '.' && depth == 0;
    }
    if depth > 0 {
        return refuse("the name after `::` has a `(` without its `)`");
    }
    if part_is_empty {
        return refuse("the name after `::` has an empty part");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn construct(path: &str, qualname: &str) -> Target {
        Target::Construct { path: path.into(), qualname: qualname.into() }
    }

    fn lines(path: &str, start: u32, end: u32) -> Target {
        Target::Lines { path: path.into(), start, end }
    }

    #[test]
    fn reads_what_people_write() {
        let cases = [
            ("a.py::f", construct("a.py", "f")),
            ("./src/./a.py::A.b", construct("src/a.py", "A.b")),
            ("a.py::User.name@setter", construct("a.py", "User.name@setter")),
            ("a.py::parse#2", construct("a.py", "parse#2")),
            ("C.java::C.add(int,int)", construct("C.java", "C.add(int,int)")),
            (
                "C.java::C.put(Map<String,List<int[]>>,int...)",
                construct("C.java", "C.put(Map<String,List<int[]>>,int...)"),
            ),
            ("x.cpp::f(std::string)", construct("x.cpp", "f(std::string)")),
            ("app/(group)/p.ts::f(int)", construct("app/(group)/p.ts", "f(int)")),
            ("aa::b.py::f", construct("aa::b.py", "f")),
            ("odd:name.py::f", construct("odd:name.py", "f")),
            ("a.js::A.#secret", construct("a.js", "A.#secret")),
            ("dir with space/é.py::Ünïcode.名前", construct("dir with space/é.py", "Ünïcode.名前")),
            ("a.py:10-20", lines("a.py", 10, 20)),
            ("a.py:10", lines("a.py", 10, 10)),
            ("odd:name.py:3", lines("odd:name.py", 3, 3)),
            ("odd:7:3", lines("odd:7", 3, 3)),
            ("aa::b:3-4", lines("aa::b", 3, 4)),
        ];
        for (text, expected) in cases {
            let target: Target = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(target, expected, "{text}");
            assert_eq!(target.to_string().parse::<Target>().as_ref(), Ok(&expected), "{text} does not come back");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let cases = [
            ("", "write `path::Qual.name`"),
            ("a.py", "write `path::Qual.name`"),
            ("a.py:10-", "write `path::Qual.name`"),
            ("a.py:x", "write `path::Qual.name`"),
            ("a.py::10", "for lines write `a.py:10`"),
            ("::f", "the path is empty"),
            (":3", "the path is empty"),
            ("a.py::", "the name after `::` is empty"),
            ("a.py:: f", "white space"),
            ("a.py::A..b", "empty part"),
            ("a.py::.b", "empty part"),
            ("a.py::b.", "empty part"),
            ("a.py::f(int", "without its `)`"),
            ("a.py::f)", "without its `(`"),
            ("/etc/passwd:1", "absolute"),
            ("../a.py::f", "`..`"),
            ("a/../../b.py::f", "`..`"),
            ("a//b.py::f", "empty part"),
            ("a/::f", "empty part"),
            ("a/.::f", "folder"),
            (".::f", "folder"),
            ("C:/a.py::f", "drive letter"),
            ("./c:a.py::f", "drive letter"),
            ("a\0.py::f", "NUL"),
            ("a.py:0", "counted from 1"),
            ("a.py:0-3", "counted from 1"),
            ("a.py:9-3", "comes after the last"),
            ("a.py:99999999999", "too large"),
        ];
        for (text, expected) in cases {
            let error = text.parse::<Target>().expect_err(text).to_string();
            assert!(error.contains(expected), "{text:?}: {error}");
        }
    }

    #[test]
    fn backslashes_separate_on_windows_only() {
        let expected = if cfg!(windows) { "a/b.py" } else { "a\\b.py" };
        assert_eq!("a\\b.py::f".parse::<Target>().unwrap().path(), expected);
    }

    proptest::proptest! {
        #[test]
        fn whatever_is_read_comes_back(text in "[a-z:./()#@<>,0-9 \\-]{0,24}") {
            if let Ok(target) = text.parse::<Target>() {
                proptest::prop_assert_eq!(target.to_string().parse::<Target>(), Ok(target));
            }
        }
    }
}
