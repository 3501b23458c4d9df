mod version;

pub use version::*;

pub fn newest(texts: &[&str]) -> Option<Version> {
    texts.iter().filter_map(|text| parse_version(text)).max()
}
