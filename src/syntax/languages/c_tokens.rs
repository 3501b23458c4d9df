//! Tokens of C and C++ at a glance: enough to tell words from symbols, and to skip what is in brackets.

use std::cell::RefCell;

use super::c_masks::{How, Mask};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    /// An identifier or a keyword, by its bytes.
    Word(usize, usize),
    /// A literal.
    Text(usize),
    Symbol(u8, usize),
    /// `#include …` up to the end of its last line.
    Directive(usize),
    End,
}

/// Reads tokens one after the other. Cloning it is looking ahead.
#[derive(Clone)]
pub(super) struct Tokens<'s> {
    source: &'s [u8],
    at: usize,
    peeked: Option<(Token, usize)>,
    /// Where the last token that was read ends.
    pub last_end: usize,
    /// Comments in the midst of a directive, which the grammars take for its end.
    comments_in_directives: &'s RefCell<Vec<Mask>>,
}

/// Type arguments longer than this are none.
const MAX_ANGLES: usize = 4096;

impl<'s> Tokens<'s> {
    pub fn new(source: &'s [u8], comments_in_directives: &'s RefCell<Vec<Mask>>) -> Self {
        Tokens { source, at: 0, peeked: None, last_end: 0, comments_in_directives }
    }

    pub fn text(&self, start: usize, end: usize) -> &'s [u8] {
        &self.source[start..end]
    }

    pub fn peek(&mut self) -> Token {
        if let Some((token, _)) = self.peeked {
            return token;
        }
        let token = self.read();
        self.peeked = Some((token, self.at));
        token
    }

    pub fn next(&mut self) -> Token {
        let token = self.peek();
        self.peeked = None;
        self.last_end = self.at;
        token
    }

    pub fn skip(&mut self) {
        self.next();
    }

    pub fn peek_symbol(&mut self) -> Option<u8> {
        match self.peek() {
            Token::Symbol(symbol, _) => Some(symbol),
            _ => None,
        }
    }

    /// Goes on where one that looked ahead has come to.
    pub fn catch_up(&mut self, ahead: Tokens<'s>) {
        *self = ahead;
    }

    pub fn is_first_on_line(&self, at: usize) -> bool {
        let before = self.source[..at].iter().rev().take_while(|byte| **byte != b'\n');
        before.into_iter().all(u8::is_ascii_whitespace)
    }

    /// Skips what is in brackets, from the one that comes next to its partner.
    pub fn skip_group(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.next() {
                Token::Symbol(b'(' | b'[' | b'{', _) => depth += 1,
                Token::Symbol(b')' | b']' | b'}', _) => depth = depth.saturating_sub(1),
                Token::End => return,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    pub fn skip_parentheses(&mut self) {
        if self.peek_symbol() == Some(b'(') {
            self.skip_group();
        }
    }

    /// Whether a word comes after the group that comes next.
    pub fn word_after_group(&self) -> bool {
        let mut ahead = self.clone();
        ahead.skip_group();
        matches!(ahead.peek(), Token::Word(..))
    }

    /// Skips type arguments, if that is what they are.
    pub fn skip_angles(&mut self) -> bool {
        let mut ahead = self.clone();
        if ahead.peek_symbol() != Some(b'<') {
            return false;
        }
        let (start, mut depth) = (ahead.at, 0_usize);
        loop {
            match ahead.peek() {
                Token::Symbol(b'<', _) => depth += 1,
                Token::Symbol(b'>', _) => depth -= 1,
                Token::Symbol(b'(' | b'[', _) => {
                    ahead.skip_group();
                    continue;
                }
                Token::Symbol(b';' | b'{' | b'}' | b')', _) | Token::End | Token::Directive(_) => return false,
                _ if ahead.at - start > MAX_ANGLES => return false,
                _ => {}
            }
            ahead.next();
            if depth == 0 {
                self.catch_up(ahead);
                return true;
            }
        }
    }

    /// Skips `::`.
    pub fn skip_scope(&mut self) -> bool {
        let Token::Symbol(b':', at) = self.peek() else { return false };
        if self.source.get(at + 1) != Some(&b':') {
            return false;
        }
        self.next();
        self.next();
        true
    }

    fn read(&mut self) -> Token {
        loop {
            let Some(&byte) = self.source.get(self.at) else { return Token::End };
            let start = self.at;
            match byte {
                b'\n' | b' ' | b'\t' | b'\r' | b'\\' => self.at += 1,
                b'/' if self.starts_with(b"//") => self.at = self.line_end(self.at),
                b'/' if self.starts_with(b"/*") => self.at = self.comment_end(self.at),
                b'#' if self.is_first_on_line(start) => {
                    self.directive();
                    return Token::Directive(start);
                }
                b'"' | b'\'' => {
                    self.at = self.literal_end(self.at);
                    return Token::Text(start);
                }
                byte if is_word(byte) => return self.word(start),
                _ => {
                    self.at += 1;
                    return Token::Symbol(byte, start);
                }
            }
        }
    }

    fn word(&mut self, start: usize) -> Token {
        while self.source.get(self.at).is_some_and(|byte| is_word(*byte)) {
            self.at += 1;
        }
        let word = &self.source[start..self.at];
        if word[0].is_ascii_digit() {
            // `1'000`
            while self.source.get(self.at) == Some(&b'\'')
                && self.source.get(self.at + 1).is_some_and(u8::is_ascii_hexdigit)
            {
                self.at += 1;
                while self.source.get(self.at).is_some_and(|byte| is_word(*byte)) {
                    self.at += 1;
                }
            }
            return Token::Text(start);
        }
        let is_prefix = matches!(word, b"L" | b"u" | b"U" | b"u8" | b"R" | b"LR" | b"uR" | b"UR" | b"u8R");
        match self.source.get(self.at) {
            Some(b'"') if is_prefix && word.ends_with(b"R") => {
                self.at = self.raw_end(self.at);
                Token::Text(start)
            }
            Some(b'"' | b'\'') if is_prefix => {
                self.at = self.literal_end(self.at);
                Token::Text(start)
            }
            _ => Token::Word(start, self.at),
        }
    }

    fn starts_with(&self, text: &[u8]) -> bool {
        self.source[self.at..].starts_with(text)
    }

    /// The end of a line, with those that continue it.
    fn line_end(&self, from: usize) -> usize {
        let mut at = from;
        while let Some(length) = self.source[at..].iter().position(|byte| *byte == b'\n') {
            let line = self.source[from..at + length].strip_suffix(b"\r").unwrap_or(&self.source[from..at + length]);
            if !line.ends_with(b"\\") {
                return at + length;
            }
            at += length + 1;
        }
        self.source.len()
    }

    fn comment_end(&self, from: usize) -> usize {
        let rest = &self.source[from + 2..];
        rest.windows(2).position(|pair| pair == b"*/").map_or(self.source.len(), |at| from + at + 4)
    }

    /// A literal ends with its line at the latest.
    fn literal_end(&self, from: usize) -> usize {
        let mut at = from + 1;
        while let Some(&byte) = self.source.get(at) {
            match byte {
                b'\\' => at += 2,
                b'\n' => return at,
                byte if byte == self.source[from] => return at + 1,
                _ => at += 1,
            }
        }
        self.source.len()
    }

    /// `"x(…)x"`
    fn raw_end(&self, from: usize) -> usize {
        let rest = &self.source[from + 1..];
        let Some(length) = rest.iter().take(17).position(|byte| *byte == b'(') else { return self.literal_end(from) };
        let end: Vec<u8> = [b")", &rest[..length], b"\""].concat();
        let found = rest.windows(end.len()).position(|window| window == end);
        found.map_or(self.source.len(), |at| from + 1 + at + end.len())
    }

    fn directive(&mut self) {
        let end = self.line_end(self.at);
        let mut at = self.at;
        let is_macro = self.source[at + 1..end].trim_ascii_start().starts_with(b"define");
        while at < end {
            match self.source[at] {
                b'/' if self.source[at..].starts_with(b"//") => break,
                b'/' if self.source[at..].starts_with(b"/*") => {
                    let comment_end = self.comment_end(at);
                    if comment_end >= end {
                        // It may go on for lines.
                        self.at = comment_end;
                        return;
                    }
                    let is_last = self.source[comment_end..end].trim_ascii().is_empty();
                    if is_macro && !is_last {
                        let mask = Mask { start: at, end: comment_end, how: How::Blank };
                        self.comments_in_directives.borrow_mut().push(mask);
                    }
                    at = comment_end;
                }
                b'"' | b'\'' => at = self.literal_end(at),
                _ => at += 1,
            }
        }
        self.at = end;
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || !byte.is_ascii()
}
