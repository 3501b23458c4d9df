//! The page without a browser; `tests/browser/main.rs` opens it in one.

use sha2::{Digest as _, Sha256};

use super::{HEAD, SCRIPT, STYLE, write};
use crate::output::{Look, sample};
use crate::report::Report;

fn written(report: &Report) -> String {
    let mut out = Vec::new();
    write(report, &Look::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        let digit = |at: usize| char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
        out.extend((0..4).map(|at| if at <= chunk.len() { digit(at) } else { '=' }));
    }
    out
}

#[test]
fn the_policy_names_the_style_and_the_script() {
    for (name, text) in [("style", STYLE), ("script", SCRIPT)] {
        // Browsers read every line end as a line feed before they hash.
        let hash = base64(&Sha256::digest(text.replace("\r\n", "\n").as_bytes()));
        assert!(HEAD.contains(&format!("{name}-src 'sha256-{hash}'")), "the {name} changed: its hash is sha256-{hash}");
    }
}

#[test]
fn the_page_loads_nothing() {
    // Addresses in text are text; as the value of an attribute they would be loaded or led to.
    for report in [sample::rich(), sample::clean()] {
        let html = written(&report);
        for attribute in ["src=\"", "href=\"http", "url(", "@import", "style=\"", " onclick", " onload", "javascript:"]
        {
            assert!(!html.contains(attribute), "{attribute}");
        }
        assert_eq!(html.matches("href=\"").count(), 1, "the empty icon alone");
        assert_eq!((html.matches("<script").count(), html.matches("<style").count()), (1, 1));
    }
}

#[test]
fn elements_are_closed_in_order() {
    for report in [sample::rich(), sample::clean()] {
        let html = written(&report).replace(SCRIPT, "").replace(STYLE, "");
        let mut open: Vec<&str> = Vec::new();
        for tag in html.split('<').skip(1) {
            let name = tag.split(|c: char| !(c.is_ascii_alphanumeric() || c == '/')).next().unwrap();
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "<{tag}"),
                None if ["", "meta", "link", "input", "br"].contains(&name) => {}
                None => open.push(name),
            }
        }
        assert_eq!(open, Vec::<&str>::new());
    }
}

#[test]
fn without_its_script_the_page_shows_everything_but_the_filters() {
    let html = written(&sample::rich());
    assert!(html.contains("<form class=\"filters\" hidden"));
    let articles: Vec<&str> = html.split("<article ").skip(1).collect();
    assert_eq!(articles.len(), 16);
    assert!(articles.iter().all(|article| !article.split('>').next().unwrap().contains(" hidden")));
}

#[test]
fn a_clean_report_is_a_short_page() {
    let html = written(&sample::clean()).replace(STYLE, "");
    assert!(html.contains("<h1>No subscribed code changed</h1>"));
    assert!(!html.contains("<form") && !html.contains("<article"));
}
