//! Settings of codesub in git's configuration: `codesub.NAME`.
//!
//! What changes how a clone behaves is for the one who uses it to say, so it is read from git's own configuration and
//! never from a file of the repository (SPEC 13.1). Files and `GIT_CONFIG_COUNT` are read by gix; what stands on git's
//! command line (`git -c codesub.autoApply=true pull`) reaches a hook in `GIT_CONFIG_PARAMETERS`, which is read here.

use std::collections::BTreeSet;

use super::Repository;
use crate::error::{Error, Result};

impl Repository {
    /// A setting that is on or off; `None` where it is not set.
    pub fn config_flag(&self, key: &'static str) -> Result<Option<bool>> {
        self.git.config_snapshot().try_boolean(key).map_err(|_| not_understood(key, "`true` or `false`"))
    }

    /// A setting that counts something; `None` where it is not set.
    pub fn config_number(&self, key: &'static str) -> Result<Option<u64>> {
        let wanted = "a whole number, 0 or more";
        let number = self.git.config_snapshot().try_integer(key).map_err(|_| not_understood(key, wanted))?;
        number.map(|number| u64::try_from(number).map_err(|_| not_understood(key, wanted))).transpose()
    }

    /// A setting that names a program or what it is given; `None` where it is not set. What stands in a file that does
    /// not belong to the user is not looked at, because it is going to be run.
    pub fn config_program(&self, key: &str) -> Result<Option<String>> {
        let config = self.git.config_snapshot();
        let Some(value) = config.plumbing().string_filter(key, is_trusted) else { return Ok(None) };
        let text = String::from_utf8(value.into()).map_err(|_| not_understood(key, "text in UTF-8"))?;
        Ok(Some(text))
    }

    /// What comes after `prefix` in the names of subsections, sorted: `python` for `[codesub "scip.python"]`.
    pub fn config_names(&self, section: &str, prefix: &str) -> Vec<String> {
        let config = self.git.config_snapshot();
        let mut names = BTreeSet::new();
        for section in config.plumbing().sections_by_name(section).into_iter().flatten() {
            let name = section.header().subsection_name().map(|name| name.to_string());
            names.extend(name.as_deref().and_then(|name| name.strip_prefix(prefix)).map(str::to_owned));
        }
        names.into_iter().collect()
    }
}

fn is_trusted(metadata: &gix::config::file::Metadata) -> bool {
    metadata.trust == gix::sec::Trust::Full
}

fn not_understood(key: &str, wanted: &str) -> Error {
    Error::usage(format!("`{key}` in git's configuration is not {wanted}"))
        .hint(format!("`git config --show-origin {key}` shows where it is set"))
}

/// Our own settings on git's command line, each as `codesub.name=value`.
pub(super) fn from_command_line() -> Vec<String> {
    let all = std::env::var("GIT_CONFIG_PARAMETERS").unwrap_or_default();
    let ours = |setting: &String| setting.get(..8).is_some_and(|start| start.eq_ignore_ascii_case("codesub."));
    parameters(&all).into_iter().filter(ours).collect()
}

/// Takes git's list of settings apart: `'key'='value'` or `'key'=`, since git 2.31, or `'key=value'` or `'key'`, with
/// spaces between them. Inside of the quotes, `'\''` stands for a quote and `'\!'` for an exclamation mark.
fn parameters(list: &str) -> Vec<String> {
    let mut settings = Vec::new();
    let mut setting = String::new();
    let mut chars = list.chars().peekable();
    let mut quoted = false;
    while let Some(c) = chars.next() {
        match (quoted, c) {
            (_, '\'') => quoted = !quoted,
            (false, ' ') => settings.push(std::mem::take(&mut setting)),
            // Without any value, not even an empty one, a setting is on.
            (false, '=') if chars.peek().is_none_or(|next| *next == ' ') => {}
            (false, '\\') => setting.extend(chars.next()),
            _ => setting.push(c),
        }
    }
    settings.push(setting);
    settings.retain(|setting| !setting.is_empty());
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_of_the_command_line_are_taken_apart() {
        assert_eq!(parameters(""), Vec::<String>::new());
        assert_eq!(
            parameters("'codesub.autoapply'='true' 'a.b'='it'\\''s a'"),
            ["codesub.autoapply=true", "a.b=it's a"]
        );
        assert_eq!(parameters("'codesub.autoapply=yes'"), ["codesub.autoapply=yes"]);
        // Without a value it is on; an empty value is another thing.
        assert_eq!(parameters("'codesub.autoapply'"), ["codesub.autoapply"]);
        assert_eq!(parameters("'codesub.autoapply'= 'a.b'="), ["codesub.autoapply", "a.b"]);
        assert_eq!(parameters("'codesub.autoapply'='' 'a.b'=''"), ["codesub.autoapply=", "a.b="]);
        assert_eq!(parameters("'a.b'='c'\\!'d'"), ["a.b=c!d"]);
    }
}
