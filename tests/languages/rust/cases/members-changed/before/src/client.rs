pub struct Client {
    pub base: String,
    retries: u32,
}

impl Client {
    pub fn fetch(&self, path: &str) -> Vec<u8> {
        self.send(&format!("{}/{path}", self.base))
    }

    fn send(&self, url: &str) -> Vec<u8> {
        transport::get(url, self.retries)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        transport::close(&self.base);
    }
}

/// Only private parts of it change.
pub struct Cache {
    pub limit: usize,
    entries: Vec<u8>,
}
