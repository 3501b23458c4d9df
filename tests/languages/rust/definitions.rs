//! Lends books.
#![allow(dead_code)]

extern crate alloc as memory;

use std::collections::{BTreeMap, HashMap as Map, hash_map::{self, Entry}};
use std::fmt;
pub(crate) use self::shelf::*;

mod elsewhere;

/// How many books a reader may take.
pub const MAX_LOANS: usize = 5;
const _: () = assert!(MAX_LOANS > 0);
pub static NAME: &str = "shelf";
static mut COUNT: u32 = {
    const START: u32 = 0;
    START
};

/// Where a book is.
#[derive(Debug, Clone)]
#[repr(u8)]
pub enum State {
    /// It can be taken.
    #[default]
    Free,
    Lent { to: Reader, days: u32 } = 7,
    Lost(String, u32),
    Gone = 9,
}

/// A book.
#[derive(Debug)]
pub struct Book<'a, T: Clone = u8>
where
    T: Send,
{
    /// Its number.
    pub isbn: &'a str,
    #[serde(default)]
    pub(crate) pages: u32,
    extra: T,
}

pub struct Title(pub String, u8);
struct Unit;
struct Empty {}

#[repr(C)]
pub union Bits {
    whole: u32,
    parts: [u8; 4],
}

pub type Names<T> = Vec<T>;

/// Lends and takes back.
pub unsafe trait Lender<T>: fmt::Debug + Close + Into<T> + 'static
where
    T: Clone,
{
    type Error: Into<String>;
    type List<'a>
    where
        Self: 'a;
    const LIMIT: usize;
    const GRACE: usize = 14;
    fn lend(&mut self, isbn: &str) -> Result<T, Self::Error>;
    fn close(self: Box<Self>) {}
    async fn wait(&self);
}

trait Close {}

impl<'a, T: Clone + Send> Book<'a, T> {
    pub const EMPTY: u32 = 0;

    pub const fn new(isbn: &'a str, extra: T) -> Self {
        Self { isbn, pages: 0, extra }
    }

    fn walk(&self, depth: usize) -> usize {
        fn inner() {}
        struct Local {
            hidden: u8,
        }
        if depth == 0 { 0 } else { self.walk(depth - 1) + Self::walk(self, 0) }
    }
}

impl fmt::Display for Book<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.isbn)
    }
}

impl fmt::Debug for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Title").finish()
    }
}

impl From<u8> for Title {
    fn from(_: u8) -> Self {
        Title(String::new(), 0)
    }
}

impl From<std::string::String> for Title {
    fn from(text: String) -> Self {
        Title(text, 0)
    }
}

impl Iterator for Unit {
    type Item = u8;
    fn next(&mut self) -> Option<u8> {
        None
    }
}

impl<T> Close for [T] {}

impl<'a> Greet for &'a Unit {
    const POLITE: bool = true;
    fn greet(self) {}
}

unsafe impl Send for Unit {}

#[cfg(unix)]
pub fn open(path: &Path) -> bool {
    true
}

#[cfg(not(unix))]
pub fn open(path: &Path) -> bool {
    false
}

pub async unsafe extern "C" fn everything<'a, T, const N: usize>(x: [T; N], (a, b): (u8, u8)) -> impl Fn() + 'a
where
    T: Clone + 'a,
{
    move || drop((&x, a, b))
}

unsafe extern "C" {
    pub fn abs(input: i32) -> i32;
    static errno: i32;
    type Opaque;
}

/// Makes a list.
#[macro_export]
macro_rules! list {
    () => { Vec::new() };
    ($($item:expr),+ $(,)?) => { vec![$($item),+] };
}

pub mod shelf {
    pub(super) const SIZE: usize = 3;

    pub mod inner {
        pub fn deep() {}
    }

    pub struct Shelf {
        pub books: Vec<u8>,
    }

    impl Shelf {
        pub fn len(&self) -> usize {
            self.books.iter().map(|book| usize::from(*book)).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lends() {
        let check = |title: &Title| assert_eq!(title.0, "x");
        check(&Title::from("x".to_owned()));
    }
}

thread_local! {
    static HIDDEN: u8 = 1;
}
