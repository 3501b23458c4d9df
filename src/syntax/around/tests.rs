use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::syntax::{Construct, Family};

fn python() -> Language {
    Language::by_name("python").expect("Python is in the table")
}

const SHOP: &str = "import os\n\n\ndef total(cart, tax=0.2):\n    \"\"\"What it costs.\"\"\"\n    amount = sum(item.price for item in cart)\n    \
                    return amount * (1 + tax)\n\n\nclass Cart(Base):\n    limit: int = 3\n\n    def __init__(self, owner):\n        \
                    self.owner = owner\n        self.items = []\n        self.note = f\"{owner!r}: {len(self.items)}\"\n\n    \
                    @property\n    def size(self) -> int:\n        # As people count.\n        return len(self.items) + self.limit\n\n\n\
                    def last():\n    return 'nothing comes after this'\n";

/// The construct as a passage of a text that has its lines exactly once.
fn passage(source: &str, construct: &Construct, text: &str) -> Option<Span> {
    let lines: Vec<&str> = source.split_inclusive('\n').collect();
    let own = lines[construct.start_line as usize - 1..construct.end_line as usize].concat();
    let own = own.trim_end_matches(['\n', '\r']);
    let mut places = text.match_indices(own).filter(|(at, _)| {
        let (before, after) = (&text[..*at], &text[at + own.len()..]);
        (before.is_empty() || before.ends_with('\n')) && (after.is_empty() || after.starts_with(['\n', '\r']))
    });
    let (start, _) = places.next().filter(|_| places.next().is_none())?;
    Some(Span { start: start as u32, end: (start + own.len()) as u32 })
}

/// What an outline around passages has of a construct that one of the whole has as well.
fn outside(construct: &Construct) -> impl PartialEq + std::fmt::Debug + use<> {
    let mut construct = construct.clone();
    construct.body_hash = construct.interface_hash;
    construct.doc_hash = None;
    construct.body = Span { start: 0, end: 0 };
    construct
}

/// Holds the outline of a text around all that stands in it as in `source` against that of the whole; says how many bodies
/// were passed over, if it was of any use.
fn check(source: &str, known: &Outline, text: &str, label: &str) -> Option<usize> {
    if ![source, text].into_iter().all(|text| python().is_read_by_lines(text.as_bytes())) {
        return None;
    }
    let is_long = |it: &&Construct| {
        matches!(it.kind.family(), Family::Callable | Family::Type) && it.end_line - it.start_line >= 3
    };
    let passages: Vec<(&Construct, Span)> = known
        .constructs
        .iter()
        .filter(is_long)
        .filter_map(|construct| Some((construct, passage(source, construct, text)?)))
        .collect();
    let spans: Vec<Span> = passages.iter().map(|(_, span)| *span).collect();
    let Outlined::Around(around) = outline_around(text.as_bytes(), python(), &spans) else { return None };
    let line = |at: u32| text[..at as usize].matches('\n').count() as u32 + 1;
    let stands = |(then, span): &(&Construct, Span)| {
        let lines = (line(span.start), line(span.end));
        let found = around.constructs.iter().find(|construct| construct.qualname == then.qualname);
        found.is_some_and(|now| (now.start_line, now.end_line) == lines && now.interface_hash == then.interface_hash)
    };
    if !passages.iter().all(stands) {
        return None;
    }
    let whole = outline(text.as_bytes(), python());
    let [of_whole, of_around] = [&whole, &around].map(|it| it.constructs.iter().map(outside).collect::<Vec<_>>());
    assert_eq!(of_whole, of_around, "{label}\n{text}");
    assert!(whole.broken.is_empty(), "{label}\n{text}");
    for (then, _) in &passages {
        let now = whole.constructs.iter().find(|now| now.qualname == then.qualname).expect("it is in both");
        assert_eq!(then.body_hash, now.body_hash, "{label}: {}\n{text}", then.qualname);
    }
    Some(bodies(text.as_bytes(), python(), &spans).len())
}

#[test]
fn everything_outside_of_the_bodies_is_as_in_the_whole() {
    let known = outline(SHOP.as_bytes(), python());
    assert_eq!(check(SHOP, &known, SHOP, "the same"), Some(2));
    assert_eq!(check(SHOP, &known, &format!("#!python\n\n{SHOP}"), "moved down"), Some(2));
    assert_eq!(check(SHOP, &known, &SHOP.replace("import os\n", "import os\nimport re\n"), "beside"), Some(2));
    assert_eq!(check(SHOP, &known, &SHOP.replace('\n', "\r\n"), "other lines"), None);
    assert_eq!(check(SHOP, &known, &format!("# coding: utf-7\n{SHOP}"), "another encoding"), None);
}

#[test]
fn bodies_are_neither_hashed_nor_looked_at() {
    let passages = [Span { start: SHOP.find("def total").expect("it is there") as u32, end: SHOP.len() as u32 }];
    let Outlined::Around(around) = outline_around(SHOP.as_bytes(), python(), &passages) else { panic!("it is whole") };
    let whole = outline(SHOP.as_bytes(), python());
    assert!(around.tokens.is_empty() && around.calls.iter().next().is_none() && around.imports.is_empty());
    assert!(around.is_sound());
    let hash = |outline: &Outline, name: &str| {
        outline.constructs.iter().find(|construct| construct.qualname == name).expect("it is in both").body_hash
    };
    assert_ne!(hash(&whole, "total"), hash(&around, "total"));
    assert_eq!(hash(&whole, "Cart.__init__"), hash(&around, "Cart.__init__"));
}

#[test]
fn what_goes_on_or_is_somewhere_else_is_noticed() {
    let known = outline(SHOP.as_bytes(), python());
    for (from, to) in [
        ("(1 + tax)\n", "(1 + tax)\n    print(amount)\n"),
        ("(1 + tax)\n", "(1 + tax)\n    else:\n        pass\n"),
        ("def total", "text = '''\ndef total"),
        ("import os\n", "import os\nx = (\n"),
        ("class Cart(Base):\n", "class Cart(Base):\n    class Inner:\n        pass\n  x = 1\n"),
    ] {
        let text = SHOP.replacen(from, to, 1);
        assert_ne!(text, SHOP);
        assert_eq!(check(SHOP, &known, &text, from), None, "{text}");
    }
}

/// The sources that tests have, or those of a folder that is named.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let named = std::env::var_os("CODESUB_AROUND_SOURCES").map(PathBuf::from);
    let mut folders = named.map_or_else(|| vec![root.join("tests/cases"), root.join("examples")], |named| vec![named]);
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "py") {
                sources.extend(fs::read_to_string(path).ok());
            }
        }
    }
    sources
}

/// Lines that may turn what is around a passage into something else.
const LINES: &[&str] = &[
    "import re\n",
    "x = 1\n",
    "x = (\n",
    ")\n",
    "\"\"\"\n",
    "'\n",
    "# text\n",
    "    # text\n",
    "    pass\n",
    "        pass\n",
    "else:\n",
    "    else:\n",
    "    except E:\n",
    "if x:\n",
    "    if x:\n",
    "class A:\n",
    "    class B:\n",
    "def f():\n",
    "    def g(self):\n",
    "@decorated\n",
    "    @decorated\n",
    "\\\n",
    "\n",
    "   \n",
    "\t\n",
    "x = \\\n",
    "for x in y:\n",
    "async \n",
    "x = [\n",
    "f'{\n",
    "match x:\n",
    "    case 1:\n",
    "with a as b:\n",
    ";\n",
    ":\n",
    "    # text\rx = 1\n",
    "        # text\u{2028}x = 1\n",
    "# coding: utf-7\n",
];

/// Whatever is done to the lines of a source: what is told around its passages is what is told of the whole.
#[test]
fn edits_around_passages_tell_the_same_as_in_the_whole() {
    let mut state = 0x5DEE_CE66_D1CE_4E5B_u64;
    let mut below = |limit: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % limit.max(1) as u64) as usize
    };
    let (mut tried, mut useful) = (0, 0);
    for source in sources().into_iter().chain([SHOP.to_owned()]) {
        let known = outline(source.as_bytes(), python());
        if !known.broken.is_empty() || source.len() > 200_000 {
            continue;
        }
        for _ in 0..12 {
            let mut lines: Vec<&str> = source.split_inclusive('\n').collect();
            for _ in 0..1 + below(2) {
                let at = below(lines.len() + 1);
                match below(4) {
                    0 if at < lines.len() => drop(lines.remove(at)),
                    1 if at < lines.len() => lines.insert(below(lines.len()), lines[at]),
                    _ => lines.insert(at, LINES[below(LINES.len())]),
                }
            }
            tried += 1;
            useful += usize::from(check(&source, &known, &lines.concat(), "edited").is_some());
        }
    }
    assert!(useful * 20 > tried && tried > 500, "{useful} of {tried}");
}
