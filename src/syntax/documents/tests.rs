use crate::syntax::{Kind, Outline, Reading};

fn read(reading: Reading, path: &str, source: &str) -> Outline {
    let language = reading.detect(path, None).expect("a file that is read");
    reading.outline(source.as_bytes(), language)
}

fn names(outline: &Outline) -> Vec<(&str, u32, u32)> {
    outline.constructs.iter().map(|it| (it.qualname.as_str(), it.start_line, it.end_line)).collect()
}

/// The names whose own body differs between two texts.
fn changed(reading: Reading, path: &str, before: &str, after: &str) -> Vec<String> {
    let (before, after) = (read(reading, path, before), read(reading, path, after));
    assert_eq!(before.constructs.len(), after.constructs.len(), "the same pieces");
    let pairs = before.constructs.iter().zip(&after.constructs);
    let differs = pairs.filter(|(a, b)| (a.interface_hash, a.body_hash) != (b.interface_hash, b.body_hash));
    differs.map(|(_, b)| b.qualname.clone()).collect()
}

#[cfg(feature = "documents")]
mod with_grammars {
    use super::*;

    const GUIDE: &str = "---\ntitle: x\n---\nIntro.\n\n# Guide\n\nHello *there*.\n\n## 1.2 Install (all)\n\nRun it.\n\n```py\nif x:\n    # no heading\n    y\n```\n\n## Use #\n\nUse it.\n\nOther\n=====\n\nText.\n\n## Use\n";

    #[test]
    fn markdown_by_heading() {
        let outline = read(Reading::Prose, "docs/a.md", GUIDE);
        assert_eq!(
            names(&outline),
            [
                ("(front matter)", 1, 3),
                ("(top)", 4, 4),
                ("Guide", 6, 22),
                ("Guide.(1.2 Install [all])", 10, 18),
                ("Guide.Use", 20, 22),
                ("Other", 24, 29),
                ("Other.Use", 29, 29),
            ]
        );
        let prose = |before: &str, after: &str| changed(Reading::Prose, "a.md", before, after);
        assert_eq!(prose(GUIDE, &GUIDE.replace("Run it.", "Run\n   it.")), [""; 0], "line breaks are no change");
        assert_eq!(prose(GUIDE, &GUIDE.replace("Run it.", "Run all.")), ["Guide.(1.2 Install [all])"]);
        assert_eq!(prose(GUIDE, &GUIDE.replace("    y", "  y")), ["Guide.(1.2 Install [all])"], "indented code counts");
        assert_eq!(prose("# A\n", "## A\n"), ["A"], "the level is the interface");
    }

    #[test]
    fn records_of_three_languages_are_the_same() {
        let json = r#"{"name": "x", "tool": {"lint": {"max": 3, "on": true}}, "deps": [{"id": "a", "v": 1}, 7]}"#;
        let yaml = "# c\nname: 'x'\ntool:\n  lint:\n    max: 3\n    on: true\ndeps:\n  - id: a\n    v: 1\n  - 7\n";
        let expected = [
            "name",
            "tool",
            "tool.lint",
            "tool.lint.max",
            "tool.lint.on",
            "deps",
            "deps.[a]",
            "deps.[a].id",
            "deps.[a].v",
        ];
        for (path, text) in [("a.json", json), ("b.yml", yaml)] {
            let outline = read(Reading::Records, path, text);
            assert_eq!(
                outline.constructs.iter().map(|it| it.qualname.as_str()).collect::<Vec<_>>(),
                expected,
                "{path}"
            );
            assert_eq!(outline.constructs[0].kind, Kind::Field);
            assert_eq!(outline.constructs[1].kind, Kind::Module);
            assert_eq!(outline.constructs[4].parent, Some(2), "{path}");
        }
        let toml = "name = \"x\"\n[tool.lint]\nmax = 3\non = true\n[[deps]]\nid = 'a'\nv = 1\n[a.\"b.c\"]\n";
        let outline = read(Reading::Records, "c.toml", toml);
        assert_eq!(
            names(&outline).iter().map(|it| it.0).collect::<Vec<_>>(),
            ["name", "tool.lint", "tool.lint.max", "tool.lint.on", "deps.[a]", "deps.[a].id", "deps.[a].v", "a.(b.c)"]
        );
    }

    #[test]
    fn layout_and_quotes_are_no_change_and_types_are() {
        let records = |path: &str, before: &str, after: &str| changed(Reading::Records, path, before, after);
        assert_eq!(records("a.yml", "a: 'x'\nb: [1, 2]\n", "a: x # c\nb:\n  - 1\n  - 2\n"), [""; 0]);
        assert_eq!(records("a.json", "{\"a\":1}", "{\n  \"a\": 1\n}"), [""; 0]);
        assert_eq!(records("a.json", "{\"a\":1}", "{\"a\":\"1\"}"), ["a"]);
        assert_eq!(records("a.toml", "[t]\na = 1\nb = 2\n", "[t]\na = 1\nb = 3\n"), ["t", "t.b"]);
        let twice = read(Reading::Records, "a.yml", "a: 1\n---\na: 2\n");
        assert_eq!(twice.constructs.iter().map(|it| it.qualname.as_str()).collect::<Vec<_>>(), ["a", "a#2"]);
    }

    #[test]
    fn hostile_documents_are_bounded() {
        let deep = format!("{}1{}", "{\"a\":".repeat(20_000), "}".repeat(20_000));
        assert!(read(Reading::Records, "a.json", &deep).constructs.len() <= super::super::MAX_DEPTH);
        let keys = format!("{} = 1\n", vec!["a"; 30_000].join("."));
        assert_eq!(read(Reading::Records, "a.toml", &keys).constructs.len(), 1);
        let many: Vec<String> = (0..70_000).map(|n| format!("\"k{n}\": {n}")).collect();
        let many = format!("{{{}}}", many.join(","));
        assert_eq!(read(Reading::Records, "a.json", &many).constructs.len(), super::super::MAX_PIECES);
        let long: String = (0..33_000).map(|n| format!("k{n}: {n}\n")).collect();
        let long = read(Reading::Records, "a.yml", &long);
        assert!(long.constructs.is_empty() && !long.broken.is_empty(), "the grammar counts lines to 32,767");
        let quotes = format!("{}x\n", "> ".repeat(200));
        read(Reading::Prose, "a.md", &quotes);
        read(Reading::Records, "a.json", "{\"a\": [1, \"");
        assert!(!read(Reading::Records, "a.json", "{\"a\": }, \"b\"").broken.is_empty());
    }
}

#[test]
fn comments_belong_to_a_construct() {
    let source = "# The file.\n# Two lines.\n\nX = 1\n\n\n# About f.\ndef f():\n    \"\"\"Doc.\"\"\"\n    # inside\n    return 1  # why\n\n\nclass A:\n    # of m\n    def m(self):\n        pass\n";
    let outline = read(Reading::Comments, "a.py", source);
    assert_eq!(
        names(&outline),
        [
            ("(comment)", 1, 2),
            ("f.(comment)", 7, 7),
            ("f.(docstring)", 9, 9),
            ("f.(comment)#2", 10, 10),
            ("f.(comment)#3", 11, 11),
            ("A.m.(comment)", 15, 15),
        ]
    );
    let comments = |before: &str, after: &str| changed(Reading::Comments, "a.py", before, after);
    assert_eq!(comments(source, &source.replace("return 1 ", "return 2 ")), [""; 0], "code is not its business");
    assert_eq!(comments(source, &source.replace("# inside", "#   inside")), [""; 0]);
    assert_eq!(comments(source, &source.replace("Doc.", "Docs.")), ["f.(docstring)"]);
}
