use std::cmp::Ordering;

pub const MAX_PARTS: usize = 3;

pub fn parse_version(text: &str) -> Option<Version> {
    let (numbers, label) = match text.split_once('-') {
        Some((numbers, label)) => (numbers, Some(label.to_owned())),
        None => (text, None),
    };
    let parts = numbers
        .splitn(MAX_PARTS, '.')
        .map(|part| part.parse().ok())
        .collect::<Option<Vec<u32>>>()?;
    Some(Version { parts, label })
}

#[derive(Debug, Clone)]
#[derive(PartialEq, Eq, PartialOrd)]
pub struct Version {
    pub parts: Vec<u32>,
    pub label: Option<String>,
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts
            .cmp(&other.parts)
            .then_with(|| self.label.cmp(&other.label))
    }
}
