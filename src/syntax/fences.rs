//! Fences: the fenced code blocks of a Markdown document, wherever they stand.
//!
//! A fence may be indented, stand in a list or in a quotation; then its text is not one piece of the document, for every
//! line starts with something that is not code (`> `, the indentation of the list). A [`Fence`] therefore is a list of
//! pieces, and knows where each byte of its text stands in the document. A fence that is never closed runs to the end of
//! what it stands in, as in every Markdown reader. Indented code without a fence names no language and is left out.

use tree_sitter::{Node, Tree};

use super::model::Span;

/// A fenced code block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fence {
    /// What stands behind the opening fence, e.g. `python title="x"`.
    pub info: String,
    /// The line of the document on which the text starts, from 1.
    pub first_line: u32,
    /// The text, in order: ranges of the document that hold code, without anything in front of the lines.
    pieces: Vec<Piece>,
}

/// Bytes that stand together in the document and in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    /// Where it starts in the text.
    at: u32,
    span: Span,
}

impl Fence {
    /// The code.
    pub fn text(&self, document: &[u8]) -> Vec<u8> {
        let spans = self.pieces.iter().map(|piece| &document[piece.span.start as usize..piece.span.end as usize]);
        spans.flatten().copied().collect()
    }

    /// Where a range of the text stands in the document; with what lies between its lines, if it has several.
    pub fn in_document(&self, span: Span) -> Span {
        if span.start == span.end {
            let at = self.place(span.start);
            return Span { start: at, end: at };
        }
        // The end is that of the last byte: the next one may stand behind the start of a line.
        Span { start: self.place(span.start), end: self.place(span.end - 1) + 1 }
    }

    fn place(&self, offset: u32) -> u32 {
        let piece = self.pieces.partition_point(|piece| piece.at <= offset).checked_sub(1);
        piece.map_or(0, |piece| {
            let piece = self.pieces[piece];
            (piece.span.start + (offset - piece.at)).min(piece.span.end)
        })
    }
}

/// Every fence of a document, in order.
pub(super) fn fences(document: &[u8]) -> Vec<Fence> {
    let Some(tree) = parse(document) else { return Vec::new() };
    let mut fences = Vec::new();
    // Lists nest as deep as somebody likes to indent: no recursion.
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_fence = node.kind() == "fenced_code_block";
        if is_fence {
            fences.push(fence(node, document));
        }
        if !is_fence && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return fences;
            }
        }
    }
}

#[cfg(feature = "documents")]
fn parse(document: &[u8]) -> Option<Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&tree_sitter_md::LANGUAGE.into()).ok()?;
    parser.parse(super::parse::readable(document).as_ref(), None)
}

#[cfg(not(feature = "documents"))]
fn parse(_document: &[u8]) -> Option<Tree> {
    None
}

fn fence(node: Node, document: &[u8]) -> Fence {
    let mut fence = Fence { info: String::new(), first_line: node.start_position().row as u32 + 2, pieces: Vec::new() };
    let mut indentation = None;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "fenced_code_block_delimiter" if indentation.is_none() => {
                let spaces = document[child.byte_range()].iter().take_while(|byte| **byte == b' ').count();
                indentation = Some(spaces);
            }
            "info_string" => fence.info = String::from_utf8_lossy(&document[child.byte_range()]).trim().to_owned(),
            "code_fence_content" => {
                fence.first_line = child.start_position().row as u32 + 1;
                fence.take(child, indentation.unwrap_or_default(), document);
            }
            _ => {}
        }
    }
    fence
}

impl Fence {
    /// The lines of the content, each without what continues the blocks around it and without as much indentation as
    /// the fence itself has.
    fn take(&mut self, content: Node, indentation: usize, document: &[u8]) {
        let mut cursor = content.walk();
        let mut start = content.start_byte();
        for child in content.children(&mut cursor).filter(|child| child.kind() == "block_continuation") {
            self.take_lines(start, child.start_byte(), indentation, document);
            start = child.end_byte();
        }
        self.take_lines(start, content.end_byte(), indentation, document);
    }

    fn take_lines(&mut self, start: usize, end: usize, indentation: usize, document: &[u8]) {
        let mut start = start;
        for line in document[start..end].split_inclusive(|byte| *byte == b'\n') {
            let spaces = line.iter().take(indentation).take_while(|byte| **byte == b' ').count();
            let span = Span { start: (start + spaces) as u32, end: (start + line.len()) as u32 };
            start += line.len();
            match self.pieces.last_mut() {
                Some(last) if last.span.end == span.start => last.span.end = span.end,
                last => {
                    let at = last.map_or(0, |last| last.at + (last.span.end - last.span.start));
                    self.pieces.push(Piece { at, span });
                }
            }
        }
    }
}

#[cfg(all(test, feature = "documents"))]
mod tests {
    use comrak::nodes::NodeValue;
    use comrak::{Arena, Options, parse_document};
    use proptest::prelude::*;

    use super::*;

    /// Info and text of every fence.
    fn read(document: &str) -> Vec<(String, String)> {
        let text = |fence: &Fence| String::from_utf8_lossy(&fence.text(document.as_bytes())).into_owned();
        fences(document.as_bytes()).iter().map(|fence| (fence.info.clone(), text(fence))).collect()
    }

    /// The same as another reader of Markdown has it.
    fn by_comrak(document: &str) -> Vec<(String, String)> {
        let arena = Arena::new();
        let root = parse_document(&arena, document, &Options::default());
        let blocks = root.descendants().filter_map(|node| match &node.data.borrow().value {
            NodeValue::CodeBlock(block) if block.fenced => Some((block.info.clone(), block.literal.clone())),
            _ => None,
        });
        blocks.collect()
    }

    const DOCUMENTS: &[&str] = &[
        "```python title=\"x\"\ndef f():\n    pass\n```\n",
        "~~~~ rs\nfn a() {}\n~~~\n~~~~\n\n`````md\n```py\nx\n```\n`````\n",
        "- item\n\n  ~~~ rs\n  fn a() {\n\n    b\n  }\n  ~~~\n  1. ```js\n     let x\n       y\n     ```\n",
        "> ```sh\n> a=1\n>\n>  b\n> ```\n\n> > ```sh\n> > c\n",
        "   ```py\n   x = 1\n     y\n z\n   ```\n",
        "text\n```go\nfunc a()\n",
        "```\n```\n\n``` \n\n\n```\n",
        "````py\n```\nx\n```\n````\n",
        "* a\n  * b\n    * c\n\n      ```c++\n      int x;\n      ```\n",
        "```py\r\nx = 1\r\ny = 2\r\n```\r\n",
        "# T\n\n```py {#id .class}\nx\n```\nafter\n",
    ];

    #[test]
    fn fences_are_those_of_another_reader() {
        for document in DOCUMENTS {
            let expected: Vec<_> =
                by_comrak(document).into_iter().map(|(info, text)| (info, text.replace("\r\n", "\n"))).collect();
            let actual: Vec<_> =
                read(document).into_iter().map(|(info, text)| (info, text.replace("\r\n", "\n"))).collect();
            assert_eq!(actual, expected, "{document}");
        }
    }

    #[test]
    fn each_byte_of_the_text_has_its_place_in_the_document() {
        for document in DOCUMENTS {
            for fence in fences(document.as_bytes()) {
                let text = fence.text(document.as_bytes());
                for (at, byte) in text.iter().enumerate() {
                    let at = at as u32;
                    let span = fence.in_document(Span { start: at, end: at + 1 });
                    assert_eq!(span.end, span.start + 1);
                    assert_eq!(document.as_bytes()[span.start as usize], *byte, "{document} {at}");
                }
                let before = fence.in_document(Span { start: 0, end: 0 }).start as usize;
                let line = document[..before].matches('\n').count() as u32 + 1;
                assert!(text.is_empty() || line == fence.first_line, "{document}: {line} {}", fence.first_line);
            }
        }
    }

    #[test]
    fn deep_lists_and_quotations_do_not_overflow_the_stack() {
        let nested = "> ".repeat(20_000) + "```py\n";
        fences(nested.as_bytes());
        let list: String = (0..500).map(|depth| format!("{}- a\n", "  ".repeat(depth))).collect();
        fences(format!("{list}\n```py\nx\n```\n").as_bytes());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn law_fences_agree_with_another_reader(
            blocks in prop::collection::vec((0_usize..3, 0_usize..4, any::<bool>(), "[a-z ]{0,6}", prop::collection::vec("[a-z(){};=. ]{0,8}", 0..5)), 1..5),
        ) {
            let mut document = String::new();
            for (within, indentation, tilde, info, lines) in blocks {
                let prefix = ["", "> ", "  "][within];
                let mark = if tilde { "~~~" } else { "```" };
                if within == 2 {
                    document.push_str("- item\n\n");
                }
                document.push_str(&format!("{prefix}{}{mark}{info}\n", " ".repeat(indentation)));
                for line in lines {
                    document.push_str(&format!("{prefix}{line}\n"));
                }
                document.push_str(&format!("{prefix}{mark}\n\nbetween\n\n"));
            }
            prop_assert_eq!(read(&document), by_comrak(&document), "{}", document);
        }

        #[test]
        fn law_any_bytes_are_read(document in prop::collection::vec(any::<u8>(), 0..300)) {
            for fence in fences(&document) {
                let length = fence.text(&document).len() as u32;
                let span = fence.in_document(Span { start: 0, end: length });
                prop_assert!(span.end as usize <= document.len());
            }
        }
    }
}
