#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub key: String,
    pub size: u64,
}

pub enum Event {
    Added { key: String },
    Removed(String, u64),
}

pub trait Store {
    fn get(&self, key: &str) -> Result<Entry, Error>;
    fn put(&mut self, name: &str, bytes: &[u8]);
}

pub(crate) fn open(path: &str) -> Box<dyn Store> {
    Box::new(Files::new(path))
}
