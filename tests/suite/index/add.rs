//! `codesub add NAME` (SPEC 12.5): targets by a name alone.

use crate::repository::Fixture;

fn shop() -> Fixture {
    let fixture = Fixture::new();
    fixture
        .write("shop/auth.py", "class Auth:\n    def login(self, user):\n        return user\n\n    def validate_token(self, raw):\n        return raw\n")
        .write("web/login.ts", "export function login(name: string) {\n  return name;\n}\n")
        .commit("start");
    fixture.codesub(&["init"]).exits(0);
    fixture
}

#[test]
fn one_construct_of_that_name_is_the_target() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.codesub(&["add", "validate_token"]).exits(0).prints("shop/auth.py::Auth.validate_token");
    fixture.codesub(&["add", "Auth.login", "--id", "login"]).exits(0).prints("shop/auth.py::Auth.login");
    assert!(fixture.read("codesub.yaml").contains("target: shop/auth.py::Auth.validate_token"));
}

#[test]
fn several_and_near_ones_are_offered_and_none_is_picked() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    let before = fixture.pair();
    fixture
        .codesub(&["add", "login"])
        .exits(2)
        .tells("2 constructs are called `login`")
        .tells("1. codesub add shop/auth.py::Auth.login\n2. codesub add web/login.ts::login\n")
        .tells("hint: name the one you mean: shop/auth.py::Auth.login or web/login.ts::login");
    fixture
        .codesub(&["add", "validateTokens"])
        .exits(2)
        .tells("nothing here is called `validateTokens`")
        .tells("1. codesub add shop/auth.py::Auth.validate_token\n");
    // Quiet, the hint still says it.
    let quiet = fixture.codesub(&["add", "login", "--quiet"]).exits(2).fails("2 constructs", "web/login.ts::login");
    drop(quiet);
    fixture.codesub(&["add", "frobnicate"]).exits(2).fails("nothing here is called `frobnicate`", "codesub symbols");
    assert!(fixture.pair() == before, "something was added");
}

/// The name of a type is that of its constructors too, and of whatever has words of it.
#[test]
fn the_name_of_a_type_means_the_type() {
    let fixture = shop();
    fixture
        .write("src/Cart.java", "class Cart {\n  int cartSize;\n  Cart() {}\n  Cart(int n) {}\n}\n")
        .write("src/A.java", "class A {\n  int get() { return 1; }\n}\n")
        .write("src/B.java", "class B {\n  int get() { return 1; }\n  int getAll() { return 2; }\n}\n")
        .commit("java");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.codesub(&["add", "Cart"]).exits(0).prints("src/Cart.java::Cart\n");
    fixture.codesub(&["index", "refs", "Cart"]).exits(0).prints("src/Cart.java::Cart: ");
    let offered = fixture.codesub(&["add", "get"]).exits(2).tells("2 constructs are called `get`");
    assert!(!offered.stderr.contains("getAll"), "{}", offered.stderr);
}

/// The index is of a commit; what is on disk is what is watched.
#[test]
fn names_are_those_of_the_worktree() {
    let fixture = shop();
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.remove("web/login.ts").write("web/sign_in.ts", "export function signIn() {}\n");
    fixture.codesub(&["add", "login"]).exits(0).prints("shop/auth.py::Auth.login");
    fixture.codesub(&["add", "signIn"]).exits(0).prints("web/sign_in.ts::signIn");
    let moved = fixture.read("shop/auth.py").replace("def validate_token", "def check_token");
    fixture.write("shop/auth.py", moved);
    fixture.codesub(&["add", "validate_token"]).exits(2).tells("nothing here is called `validate_token`");
}

#[test]
fn without_an_index_the_way_to_one_is_told() {
    let fixture = shop();
    fixture.codesub(&["add", "login"]).exits(2).fails("there is no index to look a name up in", "codesub index build");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.write(".git/codesub/index/facts.sqlite", "garbage ".repeat(1000));
    fixture
        .codesub(&["add", "login"])
        .exits(2)
        .tells("warning: the index is damaged")
        .tells("there is no index to look a name up in");
    fixture.codesub(&["add", "web/login.ts::login"]).exits(0).prints("web/login.ts::login");
}

/// A path is a path, whatever the index knows.
#[test]
fn a_file_is_no_name() {
    let fixture = shop();
    fixture.write("setup.py", "x = 1\n").commit("setup");
    fixture.codesub(&["index", "build"]).exits(0);
    fixture.codesub(&["add", "setup.py"]).exits(2).fails("`setup.py` is no target", "codesub symbols setup.py");
}
