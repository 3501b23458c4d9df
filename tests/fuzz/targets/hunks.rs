//! Hunks: applied to the old text they give the new one. The two stand in one input, a NUL between them.

use codesub::git::hunks;

pub const WORDS: &[&str] = &["\n", "\r\n", "\0", "a\n", "b\n", "}\n"];

pub fn seeds() -> Vec<Vec<u8>> {
    vec![
        b"a\nb\nc\n\0a\nx\nc\nd\n".to_vec(),
        b"\0a".to_vec(),
        b"a\r\nb\0a\nb\n".to_vec(),
        b"}\n}\n}\n\0}\n}\n".to_vec(),
    ]
}

pub fn run(data: &[u8]) {
    let at = data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let (old, new) = (&data[..at], data.get(at + 1..).unwrap_or_default());
    let (old_lines, new_lines) = (lines(old), lines(new));
    let mut made: Vec<&[u8]> = Vec::new();
    let mut next = 0;
    for hunk in hunks(old, new) {
        // With a count of 0 the start is the line before the gap.
        let start = |start: u32, count: u32| (if count == 0 { start } else { start - 1 }) as usize;
        let (old_start, new_start) = (start(hunk.old_start, hunk.old_count), start(hunk.new_start, hunk.new_count));
        assert!(next <= old_start, "in order: {hunk:?}");
        made.extend(&old_lines[next..old_start]);
        assert_eq!(made.len(), new_start, "{hunk:?}");
        made.extend(&new_lines[new_start..new_start + hunk.new_count as usize]);
        next = old_start + hunk.old_count as usize;
    }
    made.extend(&old_lines[next..]);
    assert_eq!(made.concat(), new);
    assert!(hunks(old, old).is_empty());
}

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}
