#[derive(Debug, Clone)]
pub struct Entry {
    pub key: String,
    pub size: u32,
}

pub enum Event {
    Added { key: String },
    Removed(String),
}

pub trait Store {
    fn get(&self, key: &str) -> Option<Entry>;
    fn put(&mut self, key: &str, value: &[u8]);
}

pub fn open(path: &str) -> Box<dyn Store> {
    Box::new(Files::new(path))
}
