//! Segments: code inside of a file that is no source itself (seed 004 §2).
//!
//! A fenced code block of a Markdown document is read as the language that its info string names. What it defines has
//! the offsets and the lines of the document around it, the container, so that a reader finds it there; only the tokens
//! and the text that is hashed are those of the code alone.
//!
//! A segment is called `md:fence:N`, the N-th fence of the document whatever its language, counted from 1. Its *virtual
//! path* is the path that it would have as a file of its own, `docs/guide.md/md-fence-3.py`: nothing else can stand
//! there, because `docs/guide.md` is a file and not a folder. Another fence further up gives the ones below it other
//! numbers, and their constructs other identities; text further up does not.

use super::fences::{Fence, fences};
use super::language::Language;
use super::model::Outline;
use super::outline;
use super::spans::context_hashes;

/// Code of one language inside of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// `md:fence:N`.
    pub id: String,
    pub language: Language,
    /// What the code holds; spans and lines are those of the container.
    pub outline: Outline,
}

impl Segment {
    /// The path that it would have as a file, below its container.
    pub fn virtual_path(&self, container: &str) -> String {
        let extension = self.language.extensions().first().copied().unwrap_or_default();
        format!("{container}/{}.{extension}", self.id.replace(':', "-"))
    }
}

/// Whether files of that name are looked into for segments.
pub fn may_have_segments(path: &str) -> bool {
    const EXTENSIONS: [&str; 4] = ["md", "markdown", "mdown", "mkd"];
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map(|(_, extension)| extension);
    cfg!(feature = "documents")
        && extension.is_some_and(|extension| EXTENSIONS.iter().any(|own| own.eq_ignore_ascii_case(extension)))
}

/// The segments of a Markdown document, in order; fences in other languages than ours are passed over.
pub fn segments(container: &[u8]) -> Vec<Segment> {
    let numbered = fences(container).into_iter().zip(1_u32..);
    numbered.filter_map(|(fence, number)| segment(&fence, number, container)).collect()
}

fn segment(fence: &Fence, number: u32, container: &[u8]) -> Option<Segment> {
    let language = language_of(&fence.info)?;
    let mut outline = outline(&fence.text(container), language);
    place(&mut outline, fence, container);
    Some(Segment { id: format!("md:fence:{number}"), language, outline })
}

/// Gives everything in the outline its place in the container.
fn place(outline: &mut Outline, fence: &Fence, container: &[u8]) {
    // A line of the code is a line of the container, so lines only shift.
    let shift = fence.first_line - 1;
    for construct in &mut outline.constructs {
        construct.span = fence.in_document(construct.span);
        construct.start_line += shift;
        construct.end_line += shift;
        construct.definition_line += shift;
        // The span's own hash is that of its code; what stands around it stands in the container (seed 004 §3.3.1).
        [construct.pre_hash, construct.post_hash] = context_hashes(container, construct.span);
    }
    outline.imports.iter_mut().for_each(|import| import.line += shift);
    outline.calls.shift(shift);
    for region in &mut outline.broken {
        region.start_line += shift;
        region.end_line += shift;
    }
}

/// Words that people write behind a fence which are neither a language's name nor its extension nor its interpreter.
/// Transcripts (`console`, `pycon`) are no code.
const ALIASES: &[(&str, &str)] = &[("golang", "go"), ("shell", "bash"), ("zsh", "bash"), ("shellscript", "bash")];

/// The language of an info string: `python title="x"`, `rust,ignore`, `{.python .numberLines}`, `js{1,3}`, `C++`.
fn language_of(info: &str) -> Option<Language> {
    let info = info.trim_start_matches(['{', '.', ' ']);
    let end = info.find(|c: char| c.is_whitespace() || ",;:{}[](".contains(c)).unwrap_or(info.len());
    let word = info[..end].to_lowercase();
    // `python3`, `py3`
    let unversioned = word.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    [word.as_str(), unversioned].into_iter().filter(|word| !word.is_empty()).find_map(language_of_word)
}

fn language_of_word(word: &str) -> Option<Language> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word).map(|(_, name)| *name);
    let by = |matches: &dyn Fn(Language) -> bool| Language::all().find(|language| matches(*language));
    by(&|language| language.name() == word || alias == Some(language.name()))
        .or_else(|| by(&|language| language.title().to_lowercase() == word))
        .or_else(|| by(&|language| language.extensions().contains(&word)))
        .or_else(|| by(&|language| language.row().interpreters.contains(&word)))
}

#[cfg(all(test, feature = "documents"))]
mod tests {
    use super::*;

    const GUIDE: &str = "# Guide\n\nFirst:\n\n```python title=\"a.py\"\nX = 1\n\n\ndef f(a):\n    return a\n```\n\n\
                         - nested\n\n  ~~~py\n  class A:\n      def m(self):\n          return 1\n  ~~~\n\n\
                         ```text\nno code\n```\n\n> ```python\n> def g():\n>     return 2\n";

    fn spans(source: &str) -> Vec<(String, String, u32, u32, String)> {
        let mut all = Vec::new();
        for segment in segments(source.as_bytes()) {
            for construct in &segment.outline.constructs {
                let text = &source[construct.span.start as usize..construct.span.end as usize];
                let (start, end) = (construct.start_line, construct.end_line);
                all.push((segment.id.clone(), construct.qualname.clone(), start, end, text.to_owned()));
            }
        }
        all
    }

    #[test]
    fn constructs_in_fences_stand_where_the_document_has_them() {
        let found = spans(GUIDE);
        let short: Vec<(&str, &str, u32, u32)> =
            found.iter().map(|(id, name, start, end, _)| (id.as_str(), name.as_str(), *start, *end)).collect();
        let expected = [
            ("md:fence:1", "X", 6, 6),
            ("md:fence:1", "f", 9, 10),
            ("md:fence:2", "A", 16, 18),
            ("md:fence:2", "A.m", 17, 18),
            ("md:fence:4", "g", 26, 27),
        ];
        assert_eq!(short, expected);
        assert_eq!(found[1].4, "def f(a):\n    return a");
        assert_eq!(found[3].4, "def m(self):\n          return 1");
        assert_eq!(found[4].4, "def g():\n>     return 2");
    }

    #[test]
    fn code_in_a_list_has_the_fingerprints_of_the_same_code_in_a_file() {
        let python = Language::by_name("python").expect("Python is in the table");
        let plain = outline(b"class A:\n    def m(self):\n        return 1\n", python);
        let nested = &segments(GUIDE.as_bytes())[1].outline;
        for (one, other) in plain.constructs.iter().zip(&nested.constructs) {
            assert_eq!((one.body_hash, one.interface_hash), (other.body_hash, other.interface_hash));
            assert_eq!(one.span_hash, other.span_hash, "the text as indexed is the code alone");
        }
        assert_eq!(plain.tokens, nested.tokens);
    }

    #[test]
    fn virtual_paths_stand_below_the_file_that_is_no_folder() {
        let segment = &segments(GUIDE.as_bytes())[2];
        assert_eq!(segment.virtual_path("docs/guide.md"), "docs/guide.md/md-fence-4.py");
    }

    #[test]
    fn words_behind_a_fence_name_a_language() {
        let name = |info: &str| language_of(info).map(Language::name);
        for (info, expected) in [
            ("python", "python"),
            ("py", "python"),
            ("Python3", "python"),
            ("python title=\"x\"", "python"),
            ("{.python .numberLines}", "python"),
            ("{python}", "python"),
            ("python:app.py", "python"),
            #[cfg(feature = "web")]
            ("js{1,3-4}", "javascript"),
            #[cfg(feature = "web")]
            ("jsx", "javascript"),
            #[cfg(feature = "web")]
            ("node", "javascript"),
            #[cfg(feature = "web")]
            ("ts", "typescript"),
            #[cfg(feature = "web")]
            ("typescript", "typescript"),
            #[cfg(feature = "web")]
            ("tsx", "tsx"),
            #[cfg(feature = "scripting")]
            ("sh", "bash"),
            #[cfg(feature = "scripting")]
            ("shell", "bash"),
            #[cfg(feature = "rust")]
            ("rs", "rust"),
            #[cfg(feature = "rust")]
            ("rust,ignore", "rust"),
            #[cfg(feature = "c-family")]
            ("c++", "cpp"),
            #[cfg(feature = "c-family")]
            ("C++", "cpp"),
            #[cfg(feature = "c-family")]
            ("c", "c"),
            #[cfg(feature = "dotnet")]
            ("c#", "csharp"),
            #[cfg(feature = "go")]
            ("golang", "go"),
        ] {
            assert_eq!(name(info), Some(expected), "{info}");
        }
        for info in ["", "text", "console", "diff", "3", "{}", "mermaid"] {
            assert_eq!(name(info), None, "{info}");
        }
    }

    #[test]
    fn only_markdown_is_looked_into() {
        assert!(may_have_segments("docs/guide.md") && may_have_segments("README.MARKDOWN"));
        assert!(!may_have_segments(".md") && !may_have_segments("a.py") && !may_have_segments("md"));
    }

    #[test]
    fn a_fence_without_code_and_bytes_without_text_are_read() {
        assert!(segments(b"```python\n```\n")[0].outline.constructs.is_empty());
        assert!(segments(b"").is_empty());
        let bytes = b"caf\xe9\n\n```python\nx = '\xff'\n```\n";
        assert_eq!(segments(bytes)[0].outline.constructs[0].qualname, "x");
    }
}
