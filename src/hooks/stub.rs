//! The script that stands in the hooks folder.
//!
//! A stub has no logic of its own: it finds the binary and calls `codesub hook run NAME`. It is kept in `hooks/` at the
//! top of the repository, works as it is when copied by hand, and carries an id line with its name and version, by
//! which it is known again. Installing bakes the path of the binary into the line `codesub=''`.

use std::path::{Path, PathBuf};

use super::Name;

/// Of the scripts in `hooks/`; a change to them is a new version.
pub const VERSION: u32 = 1;

/// How the id line starts.
const ID: &str = "# codesub hook: ";

/// The line that installing fills in, up to the path.
const BAKED: &[u8] = b"\ncodesub=";

/// What a stub on disk tells about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stub {
    pub version: u32,
    /// The binary it was installed with.
    pub binary: Option<PathBuf>,
    /// Whether it is, but for the binary, what this codesub would write.
    pub is_ours_to_the_byte: bool,
}

impl Stub {
    /// Reads a file; `None` when it is somebody else's.
    pub fn parse(name: Name, bytes: &[u8]) -> Option<Self> {
        let head = bytes.split(|&byte| byte == b'\n').take(3);
        let id = head.filter_map(|line| std::str::from_utf8(line).ok()).find_map(|line| line.strip_prefix(ID))?;
        let version = id.split_once(", ")?.1.trim().parse().ok()?;
        let at = bytes.windows(BAKED.len()).position(|window| window == BAKED);
        let binary = at.and_then(|at| unquoted(&bytes[at + BAKED.len()..])).filter(|path| !path.is_empty());
        let binary = binary.and_then(|bytes| path_of(&bytes));
        let is_ours_to_the_byte = text(name, binary.as_deref()) == bytes;
        Some(Stub { version, binary, is_ours_to_the_byte })
    }
}

/// The script for a hook, with the path of the binary in it.
pub fn text(name: Name, binary: Option<&Path>) -> Vec<u8> {
    let script = match name {
        Name::PrePush => include_str!("../../hooks/pre-push"),
        Name::PostMerge => include_str!("../../hooks/post-merge"),
        Name::PostRewrite => include_str!("../../hooks/post-rewrite"),
    };
    let (before, after) = script.split_once("\ncodesub=''\n").expect("because a test looks at every script");
    [before.as_bytes(), BAKED, &quoted(binary), b"\n", after.as_bytes()].concat()
}

/// The same as one line of shell, for git's configuration (SPEC 8.1).
///
/// git runs it with the hook's arguments and writes `"$@"` behind it; the `:` at its end takes them.
pub fn command(name: Name, binary: Option<&Path>) -> Vec<u8> {
    let rest = COMMAND.replace("NAME", name.as_str());
    [b"codesub=".as_slice(), &quoted(binary), rest.as_bytes()].concat()
}

/// The binary of a command in git's configuration.
pub fn binary_of_command(command: &[u8]) -> Option<PathBuf> {
    let path = unquoted(command.strip_prefix(&BAKED[1..])?)?;
    if path.is_empty() { None } else { path_of(&path) }
}

const COMMAND: &str = r#"; for it in "$codesub" "$(command -v codesub)" "${HOME:+$HOME/.cargo/bin/codesub}" "${HOME:+$HOME/.local/bin/codesub}"; do case $it in /* | [A-Za-z]:/*) [ -f "$it" ] && [ -x "$it" ] && exec "$it" hook run NAME "$@" ;; esac; done; printf '%s\n' "codesub: not found, so its NAME check was skipped; install codesub and run 'codesub hook install --via config', or run 'git config --remove-section hook.codesub-NAME'" >&2; :"#;

/// A path in single quotes, in which a shell takes nothing for special but the quote itself.
fn quoted(path: Option<&Path>) -> Vec<u8> {
    let mut quoted = vec![b'\''];
    for byte in path.and_then(bytes_of).unwrap_or_default() {
        match byte {
            b'\'' => quoted.extend_from_slice(br"'\''"),
            byte => quoted.push(byte),
        }
    }
    quoted.push(b'\'');
    quoted
}

/// Undoes [`quoted`].
fn unquoted(text: &[u8]) -> Option<Vec<u8>> {
    let mut rest = text.strip_prefix(b"'")?;
    let mut found = Vec::new();
    loop {
        let end = rest.iter().position(|&byte| byte == b'\'')?;
        found.extend_from_slice(&rest[..end]);
        match rest[end..].strip_prefix(br"'\''") {
            Some(more) => {
                found.push(b'\'');
                rest = more;
            }
            None => return Some(found),
        }
    }
}

/// A path as a shell reads it; `None` when it has no such form.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have paths that a script cannot name")]
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    Some(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec())
}

/// The shell of git for Windows takes slashes, and a backslash for an escape.
#[cfg(not(unix))]
fn bytes_of(path: &Path) -> Option<Vec<u8>> {
    path.to_str().map(|path| path.trim_start_matches(r"\\?\").replace('\\', "/").into_bytes())
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "as above")]
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    Some(<std::ffi::OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    std::str::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_script_names_itself_and_can_be_filled_in() {
        for name in Name::ALL {
            let plain = text(name, None);
            let script = String::from_utf8(plain.clone()).unwrap();
            assert!(script.starts_with(&format!("#!/bin/sh\n{ID}{}, {VERSION}\n", name.as_str())), "{name:?}");
            assert_eq!(script.matches("\ncodesub=''\n").count(), 1, "{name:?}");
            assert!(!script.contains('\r'), "{name:?}");
            assert_eq!(
                Stub::parse(name, &plain),
                Some(Stub { version: VERSION, binary: None, is_ours_to_the_byte: true })
            );
            // What finds the binary is the same in all of them.
            let find = |script: &str| {
                let rest = script.split_once("find_codesub() {").unwrap().1;
                rest.split_once("\n}\n").unwrap().0.replace(name.as_str(), "NAME")
            };
            let first = String::from_utf8(text(Name::PrePush, None)).unwrap().replace("pre-push", name.as_str());
            assert_eq!(find(&script), find(&first), "{name:?}");
        }
    }

    #[test]
    fn a_path_comes_back_as_it_went_in() {
        for path in ["/usr/bin/codesub", "/a b/'c'/\"d\"/$(e)/`f`/\\g\n/codesub", "/'", "/''/\u{e9}"] {
            let path = Path::new(path);
            for name in Name::ALL {
                let stub = Stub::parse(name, &text(name, Some(path))).unwrap();
                assert_eq!(stub, Stub { version: VERSION, binary: Some(path.into()), is_ours_to_the_byte: true });
                assert_eq!(binary_of_command(&command(name, Some(path))).as_deref(), Some(path));
            }
        }
    }

    #[test]
    fn others_are_not_ours() {
        for text in
            ["", "#!/bin/sh\n", "#!/bin/sh\necho '# codesub hook: pre-push, 1'\n", "\u{0}\u{1}", "# codesub hook: x"]
        {
            assert_eq!(Stub::parse(Name::PrePush, text.as_bytes()), None, "{text:?}");
        }
        let edited = [text(Name::PrePush, None), b"echo done\n".to_vec()].concat();
        assert!(!Stub::parse(Name::PrePush, &edited).unwrap().is_ours_to_the_byte);
        let older = b"#!/bin/sh\n# codesub hook: pre-push, 0\nexec codesub\n";
        assert_eq!(
            Stub::parse(Name::PrePush, older),
            Some(Stub { version: 0, binary: None, is_ours_to_the_byte: false })
        );
    }
}
