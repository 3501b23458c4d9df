//! What git tells a pre-push hook: what is read names commits by id and branches only, and nothing else is taken for it.

use codesub::hooks::pre_push::Push;

pub const WORDS: &[&str] = &[
    "refs/heads/main ",
    "refs/tags/v1 ",
    "(delete) ",
    "HEAD~1 ",
    " ",
    "\n",
    "\r\n",
    "\0",
    "0000000000000000000000000000000000000000",
    "1111111111111111111111111111111111111111",
    "abcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcdefabcd",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let (one, zero, long) = ("1".repeat(40), "0".repeat(40), "a".repeat(64));
    vec![
        format!("refs/heads/main {one} refs/heads/main {zero}\nHEAD@{{2 days ago}} {one} refs/heads/x {one}\n")
            .into_bytes(),
        format!("(delete) {zero} refs/heads/old {one}\nrefs/tags/v1 {one} refs/tags/v1 {zero}\n").into_bytes(),
        format!("x {long} refs/heads/x {long}\r\n").into_bytes(),
    ]
}

pub fn run(data: &[u8]) {
    let arguments = ["origin".to_owned(), "https://example.com/x.git".to_owned()];
    let Ok(push) = Push::read(&arguments, data) else { return };
    let mut lines = String::new();
    for update in &push.updates {
        let is_id = |id: &str| matches!(id.len(), 40 | 64) && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        assert!(is_id(&update.local_id) && update.remote_id.as_deref().is_none_or(is_id), "{update:?}");
        assert!(update.local_id.bytes().any(|byte| byte != b'0'), "{update:?}");
        assert!(!update.remote_ref.starts_with("refs/tags/"), "{update:?}");
        let remote_id = update.remote_id.clone().unwrap_or_else(|| "0".repeat(40));
        lines += &format!("{} {} {} {remote_id}\n", update.local_ref, update.local_id, update.remote_ref);
    }
    if !push.updates.is_empty() {
        assert_eq!(Push::read(&arguments, lines.as_bytes()).expect("what was read can be read again"), push);
    }
}
