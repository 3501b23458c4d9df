//! Names that look as if they led to a construct, and mean something else: what is said to be resolved must be.

use super::refs;

/// What a function calls so hides what the file calls so, also before a dot.
#[test]
fn an_object_that_is_a_local_is_not_the_thing_of_its_name() {
    let python = [
        ("shop/config.py", "class config:\n    def load(self): pass\n\ndef f(config):\n    config.load()\n"),
        (
            "shop/use.py",
            "from .config import config\n\ndef g():\n    config.load()\n\ndef h(config):\n    config.load()\n",
        ),
    ];
    assert_eq!(
        refs(&python, "shop/config.py::config.load"),
        ["resolved shop/use.py:4 call", "name-only shop/config.py:5 call", "name-only shop/use.py:7 call"]
    );
    let javascript = [(
        "lib/response.js",
        "var res = {}\nres.send = function () { return this.send() }\nfunction f(res) { res.send() }\nres.send()\n",
    )];
    assert_eq!(
        refs(&javascript, "lib/response.js::res.send"),
        ["resolved lib/response.js:2 call", "resolved lib/response.js:4 call", "name-only lib/response.js:3 call"]
    );
}

/// An import in one function says nothing about the parameters of another.
#[test]
fn an_import_in_a_function_is_no_other_functions_parameter() {
    let sources = [
        ("flask/app.py", "class App:\n    def register(self): pass\n"),
        ("tests/test_app.py", "def one():\n    from blueprintapp import app\n\ndef two(app):\n    app.register()\n"),
    ];
    assert_eq!(refs(&sources, "flask/app.py::App.register"), ["name-only tests/test_app.py:5 call"]);
}

/// What is derived is a macro, and never the type of that name.
#[test]
fn what_rust_derives_is_no_type() {
    let sources = [(
        "src/flags.rs",
        "#[derive(Clone, Debug)]\nstruct Debug;\n\n#[derive(Debug)]\nstruct Other(Debug);\n\n#[cfg(test)]\n#[cfg_attr(all(), derive(Debug))]\nstruct Third;\n",
    )];
    assert_eq!(refs(&sources, "src/flags.rs::Debug"), ["resolved src/flags.rs:5 type"]);
}

/// A method is not what its name means within it, nor in other methods of its type.
#[test]
fn methods_of_a_named_type_are_no_names_in_it() {
    let sources = [(
        "directive.go",
        "package a\n\ntype Directive int\n\nfunc (d Directive) string() string {\n\tvar all []string\n\treturn d.string()\n}\n",
    )];
    assert_eq!(refs(&sources, "directive.go::Directive.string"), ["name-only directive.go:7 call"]);
}

/// Constructors are not inherited: their name is the type's.
#[test]
fn a_type_is_not_the_constructor_that_it_would_inherit() {
    let sources = [
        ("src/shop/Base.java", "package shop;\npublic class Base {\n  Base() {}\n  Base(int n) {}\n}\n"),
        (
            "src/shop/Sub.java",
            "package shop;\nclass Sub extends Base {\n  Base other;\n  Base make() { return new Base(); }\n}\n",
        ),
    ];
    assert_eq!(
        refs(&sources, "src/shop/Base.java::Base"),
        [
            "resolved src/shop/Sub.java:2 base",
            "resolved src/shop/Sub.java:3 type",
            "resolved src/shop/Sub.java:4 type",
            "resolved src/shop/Sub.java:4 call"
        ]
    );
    let constructor = refs(&sources, "src/shop/Base.java::Base.Base(int)");
    assert!(constructor.iter().all(|found| found.starts_with("name-only")), "{constructor:?}");
}

/// Which of several overloads is called takes the types of the arguments.
#[test]
fn one_of_several_overloads_is_known_by_its_name_only() {
    let sources = [(
        "src/Gson.java",
        "class Gson {\n  String json(Object o) { return json(o, null); }\n  String json(Object o, Type t) { return one(); }\n  String one() { return \"\"; }\n}\n",
    )];
    assert_eq!(refs(&sources, "src/Gson.java::Gson.json(Object)"), ["name-only src/Gson.java:2 call"]);
    assert_eq!(refs(&sources, "src/Gson.java::Gson.one()"), ["resolved src/Gson.java:3 call"]);
}

/// The standard library has no files here.
#[test]
fn what_is_of_the_standard_library_is_nothing_of_ours() {
    let sources = [
        ("src/flags.rs", "pub struct Debug;\n"),
        ("src/lib.rs", "mod flags;\nimpl std::fmt::Debug for X {}\nimpl other::Debug for X {}\n"),
    ];
    assert_eq!(refs(&sources, "src/flags.rs::Debug"), ["name-only src/lib.rs:3 base"]);
}

/// A variable that holds a module is a way into it.
#[test]
fn what_a_file_exports_one_by_one_is_found_behind_require() {
    let sources = [
        ("lib/utils.js", "exports.tag = function () { return exports.etag() }\nmodule.exports.etag = function () {}\n"),
        ("test/a.js", "const utils = require('../lib/utils')\nutils.tag()\nutils.other()\n"),
        ("test/b.js", "const { tag } = require('../lib/utils')\ntag()\nfunction f(utils) { utils.tag() }\n"),
        ("test/c.js", "const utils = make()\nutils.tag()\n"),
    ];
    assert_eq!(
        refs(&sources, "lib/utils.js::exports.tag"),
        [
            "resolved test/a.js:2 call",
            "resolved test/b.js:2 call",
            "name-only test/b.js:3 call",
            "name-only test/c.js:2 call"
        ]
    );
    assert_eq!(refs(&sources, "test/a.js::utils").len(), 2, "and it stays a variable");
}

/// A crate is often called after its folder and the project; nothing says that it is another.
#[test]
fn a_crate_with_the_projects_name_before_that_of_its_folder() {
    let sources = [
        ("crates/searcher/src/lib.rs", "pub mod sinks;\npub struct Searcher;\n"),
        ("crates/searcher/src/sinks.rs", "pub struct Lossy;\n"),
        ("crates/printer/src/lib.rs", "use grep_searcher::{Searcher, sinks::Lossy};\nfn f(s: &Searcher) {}\n"),
        ("crates/printer/src/other.rs", "use research::Searcher;\nfn f(s: &Searcher) {}\n"),
    ];
    assert_eq!(
        refs(&sources, "crates/searcher/src/lib.rs::Searcher"),
        ["name-only crates/printer/src/lib.rs:1 import", "name-only crates/printer/src/lib.rs:2 type"]
    );
    assert_eq!(refs(&sources, "crates/searcher/src/sinks.rs::Lossy"), ["name-only crates/printer/src/lib.rs:1 import"]);
}
