//! Targets: what is read is printed so that it reads back the same, and no path leads out of the repository (SPEC 13.1).

use codesub::config::Target;
use codesub::config::target::normal_path;
use codesub::syntax::qualname;

pub const WORDS: &[&str] = &[
    "::",
    ":",
    "/",
    "../",
    "./",
    "//",
    "(",
    ")",
    "@setter",
    "#2",
    "-",
    "10-20",
    "4294967296",
    "\\",
    "C:",
    "\0",
    "\u{202e}",
    ".",
    " ",
];

pub fn seeds() -> Vec<Vec<u8>> {
    let seeds = [
        "a.py::A.f",
        "src/a b.py:10-20",
        "x:1",
        "a.cc::ns.A.f(int,a::b<c>)@q#2",
        "./a/./b.java::C.C(int[])",
        "a::b::c",
        "a.js::#x.y",
    ];
    seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect()
}

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    names(text);
    if let Ok(path) = normal_path(text) {
        stays_inside(&path);
        assert_eq!(normal_path(&path).as_deref(), Ok(path.as_str()), "a normal path is normal");
    }
    let Ok(target) = text.parse::<Target>() else { return };
    stays_inside(target.path());
    assert_eq!(target.to_string().parse::<Target>(), Ok(target.clone()), "as printed");
    match &target {
        Target::Construct { qualname, .. } => names(qualname),
        Target::Lines { start, end, .. } => assert!(1 <= *start && start <= end),
    }
}

fn stays_inside(path: &str) {
    assert!(!path.is_empty() && !path.starts_with('/') && !path.contains('\0'), "{path:?}");
    assert!(path.split('/').all(|part| !matches!(part, "" | "." | "..")), "{path:?}");
}

/// Taking a name apart is for any text, for names in reports come from elsewhere.
fn names(text: &str) {
    let last = qualname::last_part(text);
    assert!(text.ends_with(last) && last.contains(qualname::simple_name(text)));
    assert!(text.starts_with(qualname::container(text)));
    assert!(qualname::is_called(text, text));
    let _ = (qualname::bare(text), qualname::suffix(text), qualname::constructed(text), qualname::parts(text).count());
}
