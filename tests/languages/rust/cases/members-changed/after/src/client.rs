pub struct Client {
    pub base: String,
    retries: u8,
}

impl Client {
    pub fn fetch(&self, path: &str) -> Vec<u8> {
        self.send(&join(&self.base, path))
    }

    fn send(&self, url: &str) -> Vec<u8> {
        transport::get_with(url, self.retries.into())
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        transport::close(&self.base);
        log::debug!("closed");
    }
}

/// Only private parts of it change.
pub struct Cache {
    pub limit: usize,
    entries: Vec<u16>,
}
