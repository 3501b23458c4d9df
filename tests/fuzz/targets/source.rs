//! Sources: each language's extractor, the readings of documents and the code inside of Markdown, on damaged texts. What is
//! found stands inside of the text, and the same bytes always give the same.
//!
//! The first line of an input names the language; the rest is the source.

use std::collections::HashSet;

use codesub::identity::identify;
use codesub::syntax::{Family, Language, Mention, Outline, Reading, outline, outline_and_mentions, segments};

use super::files;

pub const WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "a<",
    "::",
    "->",
    "=>",
    ";",
    ",",
    ".",
    "@",
    "#",
    "#define X(a) a##b\n",
    "#if 0\n",
    "#endif\n",
    "/*",
    "*/",
    "//",
    "\"\"\"",
    "'''",
    "`",
    "${",
    "f'{",
    "<<EOF\n",
    "EOF\n",
    "<<~X\n",
    "\\\n",
    "\r\n",
    "\t",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "class A",
    "def f",
    "fn f",
    "func ",
    "function ",
    "interface I",
    "struct S",
    "enum E",
    "namespace N",
    "template<",
    "operator",
    "extern \"C\" {",
    "impl ",
    "macro_rules! m {",
    "import ",
    "from . import *",
    "<?php ",
    "?>",
    "end\n",
    "private ",
    "static ",
    "async ",
    "yield ",
    "```python\n",
    "```\n",
    "# ",
    "\n---\n",
    ": ",
    "- ",
];

/// What is read as something else than code: a name in the first line, and a path that says so.
const DOCUMENTS: [(&str, Reading); 4] = [
    ("x.md", Reading::Prose),
    ("x.json", Reading::Records),
    ("x.toml", Reading::Records),
    ("x.yaml", Reading::Records),
];

pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    let found = files("tests/languages", 1_200).into_iter().chain(files("tests/cases", 1_200));
    let mut of_language: std::collections::HashMap<&str, usize> = std::collections::HashMap::new();
    for (path, bytes) in found {
        let Some(language) = Language::detect(&path.to_string_lossy(), Some(&bytes)) else { continue };
        let count = of_language.entry(language.name()).or_default();
        *count += 1;
        if *count <= 25 {
            seeds.push([language.name().as_bytes(), b"\n", &bytes].concat());
        }
    }
    seeds.push(
        b"x.md\n# A\n\ntext\n\n## B\n\n```python\ndef f():\n    return 1\n```\n\n- ~~~js\n  let x = 1\n  ~~~\n"
            .to_vec(),
    );
    seeds.push(b"x.json\n{\"a\": {\"b\": [1, {\"c\": null}]}, \"d\": \"e\"}".to_vec());
    seeds.push(b"x.toml\na = 1\n[b.c]\nd = [1, 2]\n[[e]]\nf = 'g'\n".to_vec());
    seeds.push(b"x.yaml\na: &x 1\nb:\n  - c: *x\n  - d: |\n      e\n? f\n: g\n---\nh: i\n".to_vec());
    seeds
}

pub fn run(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let (name, source) = (String::from_utf8_lossy(&data[..end]), data.get(end + 1..).unwrap_or_default());
    if let Some((path, reading)) = DOCUMENTS.iter().find(|(path, _)| *path == name) {
        document(path, *reading, source);
    } else {
        // A name that was damaged still stands for one.
        let all: Vec<Language> = Language::all().collect();
        let number = name.bytes().fold(0_usize, |sum, byte| sum + usize::from(byte));
        code(source, Language::by_name(&name).unwrap_or(all[number % all.len()]));
    }
}

fn code(source: &[u8], language: Language) {
    let (found, mentions) = outline_and_mentions(source, language);
    assert_eq!(outline(source, language), found, "alone and with mentions, the same bytes give the same");
    laws(source, &found);
    let other = without_the_middle(source);
    let versions = Reading::Code.outlines([source, &other], language);
    assert_eq!(versions, [found.clone(), outline(&other, language)], "a version does not depend on the other one");
    for construct in &found.constructs {
        if let Some(parent) = construct.parent {
            let parent = &found.constructs[parent as usize];
            assert!(parent.kind.family() != Family::Callable, "{construct:?}");
            assert_eq!(construct.bare_qualname(), format!("{}.{}", parent.bare_qualname(), construct.name()));
        }
    }
    mentions_stand_in_lines(source, &found, &mentions);
    let kept = postcard::to_stdvec(&(&found, &mentions)).expect("outlines can be kept");
    assert_eq!(
        postcard::from_bytes::<(Outline, Vec<Mention>)>(&kept).expect("what is kept is read"),
        (found.clone(), mentions)
    );
    let identities = identify("a/b.x", language.name(), &found);
    assert_eq!(identities.len(), found.constructs.len());
    laws(source, &Reading::Comments.outline(source, language));
    let _ = language.may_inherit(source, "A");
}

/// A text without a third of its lines.
fn without_the_middle(source: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = source.split_inclusive(|byte| *byte == b'\n').collect();
    let third = lines.len() / 3;
    [&lines[..third], &lines[lines.len() - third..]].concat().concat()
}

fn document(path: &str, reading: Reading, source: &[u8]) {
    let language = reading.detect(path, None).expect("a document");
    let found = reading.outline(source, language);
    assert_eq!(reading.outline(source, language), found, "the same bytes");
    laws(source, &found);
    if reading == Reading::Prose {
        for segment in segments(source) {
            laws(source, &segment.outline);
        }
    }
}

fn laws(source: &[u8], outline: &Outline) {
    let lines = source.iter().filter(|byte| **byte == b'\n').count() as u32 + 1;
    let mut names = HashSet::new();
    for construct in &outline.constructs {
        assert!(names.insert(&construct.qualname), "{} twice", construct.qualname);
        assert!(
            construct.span.start <= construct.span.end && construct.span.end as usize <= source.len(),
            "{construct:?}"
        );
        assert!(
            construct.body.start <= construct.body.end && construct.body.end as usize <= outline.tokens.len(),
            "{construct:?}"
        );
        assert!(1 <= construct.start_line && construct.start_line <= construct.definition_line, "{construct:?}");
        assert!(
            construct.definition_line <= construct.end_line && construct.end_line <= lines,
            "{lines}: {construct:?}"
        );
        assert!(construct.parent.is_none_or(|parent| (parent as usize) < outline.constructs.len()), "{construct:?}");
    }
    // From container to container there is an end.
    for construct in &outline.constructs {
        let (mut parent, mut steps) = (construct.parent, 0);
        while let Some(at) = parent {
            steps += 1;
            assert!(steps <= outline.constructs.len(), "a container holds itself: {construct:?}");
            parent = outline.constructs[at as usize].parent;
        }
    }
    for call in outline.calls.iter() {
        assert!(
            call.within.is_none_or(|at| (at as usize) < outline.constructs.len()) && call.line <= lines,
            "{call:?}"
        );
    }
    for region in &outline.broken {
        assert!(
            1 <= region.start_line && region.start_line <= region.end_line && region.end_line <= lines,
            "{lines}: {region:?}"
        );
        assert!(region.names.is_sorted(), "{region:?}");
    }
}

fn mentions_stand_in_lines(source: &[u8], outline: &Outline, mentions: &[Mention]) {
    let lines: Vec<&[u8]> = source.split(|byte| *byte == b'\n').collect();
    for mention in mentions {
        let line = lines.get(mention.line as usize - 1).unwrap_or_else(|| panic!("{mention:?}"));
        let range = mention.start_column as usize..mention.end_column as usize;
        assert!(line.get(range).is_some(), "{mention:?}");
        assert!(mention.within.is_none_or(|at| (at as usize) < outline.constructs.len()), "{mention:?}");
    }
}
