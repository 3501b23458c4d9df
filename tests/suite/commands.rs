//! The commands with which people write and look at their list, run as a user runs them.

use serde_json::{Value, json};

use crate::repository::Fixture;

pub const SERVICE: &str = "\
LIMIT = 30


class AuthService:
    ttl: int = 60

    def validate_token(self, token):
        known = token in self.tokens
        return known and not self.expired(token)

    def _expired(self, token):
        return token.age > self.ttl


def helper(value):
    return value + 1
";

/// A list as people write it.
const LIST: &str = "\
# What the gateway team depends on.
version: 1

baseline: main   # the trunk

subscriptions:
  # limits
  - id: limit
    target: \"src/auth.py::LIMIT\"   # quoted on purpose
    notify: ['@acme/gateway', \"@acme/security\"]

  - {id: helper, target: src/auth.py::helper}
policy: {check: [missing, content, structural, aggregate, lines]}
";

fn repository() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("src/auth.py", SERVICE).write("deploy/proxy.conf", "a\nb\nc\nd\n");
    fixture
}

fn listed() -> Fixture {
    let fixture = repository();
    fixture.write("codesub.yaml", LIST);
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("base");
    fixture
}

fn lock(fixture: &Fixture) -> Value {
    serde_json::from_str(&fixture.read("codesub.lock")).expect("the lock is JSON")
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn init_writes_a_list_that_can_be_read_and_refuses_twice() {
    let fixture = repository();
    fixture.codesub(&["init"]).exits(0).tells("Wrote codesub.yaml. Next: codesub add");
    let text = fixture.read("codesub.yaml");
    let config = codesub::config::Config::parse(text.as_bytes(), "codesub.yaml").expect("the template parses");
    assert!(config.subscriptions.is_empty() && config.baseline.is_none());
    assert!(!fixture.path("codesub.lock").exists());
    fixture.codesub(&["list"]).exits(0).tells("No subscriptions yet");
    fixture.refuses(&["init"], 2, "codesub.yaml is there already", "codesub add");
    // With a remote, the baseline is known.
    fixture.commit("one");
    let clone = fixture.cloned(&[]);
    clone.remove("codesub.yaml");
    clone.codesub(&["init"]).exits(0);
    assert!(clone.read("codesub.yaml").contains("\nbaseline: origin/main "), "{}", clone.read("codesub.yaml"));
}

#[test]
fn add_derives_ids_locks_and_starts_the_list() {
    let fixture = repository();
    let targets = ["src/auth.py::AuthService.validate_token", "src/auth.py::LIMIT", "deploy/proxy.conf:2-3"];
    let run = fixture.codesub(&[&["add"], &targets[..]].concat()).exits(0).tells("Started codesub.yaml.");
    assert_eq!(
        run.stdout,
        "auth-service-validate-token  src/auth.py::AuthService.validate_token\n\
         limit  src/auth.py::LIMIT\n\
         proxy-conf-2-3  deploy/proxy.conf:2-3\n"
    );
    let again = fixture.codesub(&["add", "src/auth.py::LIMIT"]).exits(0).prints("limit-2  src/auth.py::LIMIT");
    again.tells("Note: `limit` watches the same target.");

    let lock = lock(&fixture);
    assert_eq!((lock["version"].as_u64(), lock["fingerprint_version"].as_u64()), (Some(1), Some(1)));
    let entry = &lock["subscriptions"]["auth-service-validate-token"];
    assert_eq!(entry["path"], "src/auth.py");
    assert_eq!(entry["qualname"], "AuthService.validate_token");
    assert_eq!(entry["kind"], "method");
    assert_eq!((entry["start_line"].as_u64(), entry["end_line"].as_u64()), (Some(7), Some(9)));
    assert_eq!(entry["interface_hash"].as_str().map(str::len), Some(32));
    fixture.git(&["add", "--all"]);
    assert_eq!(entry["blob"], fixture.git(&["rev-parse", ":src/auth.py"]));
    assert_eq!(entry["created_at"], entry["updated_at"]);
    assert_eq!(lock["subscriptions"]["limit"]["role"], "const");
    let anchors = &lock["subscriptions"]["proxy-conf-2-3"]["anchors"];
    assert_eq!(anchors, &json!({ "after": ["d"], "before": ["a"], "lines": ["b", "c"] }));
}

#[test]
fn add_names_what_shares_the_name() {
    let fixture = repository();
    fixture.write(
        "src/over.py",
        "@overload\ndef parse(x: int) -> int: ...\n@overload\ndef parse(x: str) -> str: ...\ndef parse(x):\n    return x\n",
    );
    let run = fixture.codesub(&["add", "src/over.py::parse"]).exits(0).prints("parse  src/over.py::parse\n");
    run.tells("Note: src/over.py also has parse#2, parse#3, not watched by this.");
    let run = fixture.codesub(&["add", "src/over.py::parse#3"]).exits(0);
    run.tells("Note: src/over.py also has parse, parse#2, not watched by this.");
    let run = fixture.codesub(&["add", "src/auth.py::LIMIT"]).exits(0);
    assert!(!run.stderr.contains("also has"), "{}", run.stderr);
}

#[test]
fn add_from_a_subfolder_and_with_every_setting() {
    let fixture = repository();
    fixture.codesub_in("src", &["add", "auth.py::helper"]).exits(0).prints("helper  src/auth.py::helper");
    fixture.codesub_in("src", &["add", "../deploy/proxy.conf:1"]).exits(0).prints("deploy/proxy.conf:1");
    fixture.codesub_in("deploy", &["add", "src/auth.py::LIMIT"]).exits(0).prints("src/auth.py::LIMIT");
    fixture.codesub_in("src", &["add", "./auth.py::LIMIT", "--id", "here"]).exits(0).prints("src/auth.py::LIMIT");
    let absolute = format!("{}::LIMIT", fixture.path("src/auth.py").display());
    fixture.codesub(&["add", &absolute, "--id", "absolute"]).exits(0).prints("absolute  src/auth.py::LIMIT");
    fixture.codesub_in("src", &["add", "../../x.py::f"]).exits(2).fails("the path contains `..`", "");
    let settings = [
        "add",
        "src/auth.py::AuthService",
        "--id=service",
        "--label=Auth: the service",
        "--description=two\nlines",
        "--notify=@acme/security",
        "--notify=ada",
        "--on=missing,aggregate",
        "--private",
        "--no-decorators",
        "--trigger-on-duplicate",
    ];
    fixture.codesub(&settings).exits(0).prints("service  src/auth.py::AuthService");
    let list = fixture.codesub(&["list", "--json"]).exits(0).json();
    let service = json!({
        "id": "service", "target": "src/auth.py::AuthService", "label": "Auth: the service",
        "description": "two\nlines", "notify": ["@acme/security", "ada"], "on": ["missing", "aggregate"],
        "trigger_on_duplicate": true, "members": { "private": true, "decorators": false }, "active": true,
    });
    assert_eq!(list.as_array().and_then(|all| all.last()), Some(&service));
    assert_eq!(keys(&lock(&fixture)["subscriptions"]["service"]["members"]), ["_expired", "ttl", "validate_token"]);
}

#[test]
fn add_keeps_comments_order_and_formatting() {
    let fixture = listed();
    fixture.codesub(&["add", "src/auth.py::AuthService.ttl", "--label", "Time"]).exits(0);
    // In the manner of its neighbour.
    let helper = "  - {id: helper, target: src/auth.py::helper}\n";
    let ttl = "\n  - {id: auth-service-ttl, target: src/auth.py::AuthService.ttl, label: Time}\n";
    let expected = LIST.replace(helper, &format!("{helper}{ttl}"));
    assert_eq!(fixture.read("codesub.yaml"), expected);
    fixture.codesub(&["remove", "auth-service-ttl"]).exits(0).tells("Removed auth-service-ttl.");
    assert_eq!(fixture.read("codesub.yaml"), LIST);

    // Windows line ends stay what they are.
    fixture.write("codesub.yaml", LIST.replace('\n', "\r\n"));
    fixture.codesub(&["add", "src/auth.py::AuthService.ttl", "--label", "Time"]).exits(0);
    assert_eq!(fixture.read("codesub.yaml"), expected.replace('\n', "\r\n"));
}

#[test]
fn remove_takes_the_lock_entry_too() {
    let fixture = listed();
    fixture.codesub(&["remove", "limit", "helper", "limit"]).exits(0);
    assert_eq!(fixture.codesub(&["list", "--json"]).exits(0).json(), json!([]));
    assert_eq!(lock(&fixture)["subscriptions"], json!({}));
    let text = fixture.read("codesub.yaml");
    assert!(text.contains("# What the gateway team depends on.") && text.contains("policy: {check:"), "{text}");
}

#[test]
fn edit_changes_what_is_named_and_nothing_else() {
    let fixture = listed();
    let edit = |options: &[&str]| -> Value {
        fixture.codesub(&[&["edit", "limit"], options].concat()).exits(0).tells("Edited limit.");
        fixture.codesub(&["list", "--json"]).exits(0).json()[0].clone()
    };
    assert_eq!(edit(&["--label", "Rate"])["label"], "Rate");
    assert_eq!(edit(&["--description", "Why"])["description"], "Why");
    assert_eq!(edit(&["--notify", "@x", "--notify", "@y"])["notify"], json!(["@x", "@y"]));
    assert_eq!(edit(&["--on", "content,missing"])["on"], json!(["missing", "content"]));
    assert_eq!(edit(&["--trigger-on-duplicate"])["trigger_on_duplicate"], true);
    assert_eq!(edit(&["--active", "false"])["active"], false);
    fixture.codesub(&["list"]).exits(0).prints("limit (paused)");
    let text = fixture.read("codesub.yaml");
    for kept in
        ["# What the gateway team depends on.", "# the trunk", "  # limits\n", "# quoted on purpose", "{id: helper,"]
    {
        assert!(text.contains(kept), "{kept} is gone from\n{text}");
    }
    // And back again, by taking each away.
    assert_eq!(edit(&["--label", ""])["label"], Value::Null);
    assert_eq!(edit(&["--description", ""])["description"], Value::Null);
    assert_eq!(edit(&["--notify", ""])["notify"], json!([]));
    assert_eq!(edit(&["--on", "all"])["on"].as_array().map(Vec::len), Some(7));
    assert_eq!(edit(&["--trigger-on-duplicate=false"])["trigger_on_duplicate"], false);
    assert_eq!(edit(&["--active", "true"])["active"], true);
    let unchanged = fixture.codesub(&["edit", "limit", "--active", "true"]).exits(0);
    unchanged.tells("Nothing to change: limit is as asked already.");

    // The lock follows a new id.
    let before = lock(&fixture)["subscriptions"]["limit"].clone();
    fixture.codesub(&["edit", "limit", "--id", "rate"]).exits(0);
    assert_eq!(keys(&lock(&fixture)["subscriptions"]), ["helper", "rate"]);
    assert_eq!(lock(&fixture)["subscriptions"]["rate"], before);
    fixture.refuses(&["edit", "rate", "--id", "helper"], 2, "there is a subscription `helper` already", "another id");
    fixture.refuses(&["edit", "rate", "--id", "No"], 2, "the id `No` will not do", "");
}

#[test]
fn edit_of_members() {
    let fixture = listed();
    fixture.codesub(&["add", "src/auth.py::AuthService", "--id", "service"]).exits(0);
    let members = |options: &[&str]| -> Value {
        fixture.codesub(&[&["edit", "service"], options].concat()).exits(0);
        fixture.codesub(&["list", "--json"]).exits(0).json()[2]["members"].clone()
    };
    assert_eq!(members(&["--members"]), json!({ "private": false, "decorators": true }));
    assert_eq!(members(&["--private", "--no-decorators"]), json!({ "private": true, "decorators": false }));
    // Together they say how members are watched from now on.
    assert_eq!(members(&["--members"]), json!({ "private": false, "decorators": true }));
    assert_eq!(members(&["--no-members"]), Value::Null);
    fixture.codesub(&["edit", "service", "--members", "--no-members"]).exits(2).tells("cannot be used with");
}

#[test]
fn list_and_show_for_people_and_programs() {
    let fixture = listed();
    let run = fixture.codesub(&["list"]).exits(0);
    assert_eq!(
        run.stdout.lines().map(str::trim_end).collect::<Vec<_>>(),
        [
            "ID      TARGET               NOTIFY                        LABEL",
            "limit   src/auth.py::LIMIT   @acme/gateway @acme/security",
            "helper  src/auth.py::helper",
        ]
    );
    let all = fixture.codesub(&["list", "--format", "json"]).exits(0).json();
    let expected =
        ["id", "target", "label", "description", "notify", "on", "trigger_on_duplicate", "members", "active"];
    assert_eq!(keys(&all[0]), expected);

    let run = fixture.codesub(&["show", "helper"]).exits(0).prints("as accepted").prints("function");
    run.prints("15  def helper(value):\n").prints("16      return value + 1\n");
    let shown = fixture.codesub(&["show", "helper", "--json"]).exits(0).json();
    assert_eq!(keys(&shown), ["subscription", "lock", "state", "place"]);
    assert_eq!(shown["state"], "accepted");
    assert_eq!(shown["place"], json!({ "path": "src/auth.py", "start_line": 15, "end_line": 16 }));
    assert_eq!(shown["lock"]["qualname"], "helper");

    fixture.write("src/auth.py", SERVICE.replace("value + 1", "value + 2"));
    assert_eq!(fixture.codesub(&["show", "helper", "--json"]).exits(0).json()["state"], "changed");
    fixture.codesub(&["show", "helper"]).exits(0).prints("changed since it was accepted");
    fixture.write("src/auth.py", "LIMIT = 30\n");
    let gone = fixture.codesub(&["show", "helper"]).exits(0);
    gone.prints("not found: there is no helper in src/auth.py");
    let gone = fixture.codesub(&["show", "helper", "--json"]).exits(0).json();
    assert_eq!((gone["state"].as_str(), &gone["place"]), (Some("not_found"), &Value::Null));
    fixture.remove("codesub.lock");
    fixture.codesub(&["show", "limit"]).exits(0).prints("not in the lock yet");
}

#[test]
fn symbols_have_the_keys_of_the_spec() {
    let fixture = listed();
    let expected = "path language kind qualname role start_line end_line definition_line interface_hash body_hash \
                    doc_hash has_parse_error base_classes chunk_id chunk_uid span_hash pre_hash post_hash \
                    collision_of symbol_key signature_key scoped_id symbol_id";
    // What was added since stands behind.
    let expected = format!("{expected} chunk_uid_algo_version segment_id virtual_path symbol_ref");
    let all = fixture.codesub(&["symbols", "src/auth.py", "--json"]).exits(0).json();
    let all = all.as_array().expect("symbols");
    for symbol in all {
        assert_eq!(keys(symbol).join(" "), expected);
    }
    let names: Vec<&str> = all.iter().filter_map(|symbol| symbol["qualname"].as_str()).collect();
    let qualnames =
        ["LIMIT", "AuthService", "AuthService.ttl", "AuthService.validate_token", "AuthService._expired", "helper"];
    assert_eq!(names, qualnames);
    assert!(all[0]["chunk_id"].as_str().is_some_and(|id| id.starts_with("chunk_")));
    assert!(all[0]["chunk_uid"].as_str().is_some_and(|id| id.starts_with("cu:v1:xxh64:")));
    assert!(all[0]["symbol_key"].as_str().is_some_and(|id| id.starts_with("sk:v1:")));

    let run = fixture.codesub(&["symbols", "src/auth.py"]).exits(0);
    assert_eq!(
        run.stdout.lines().next().map(str::trim_end),
        Some("1-1    variable  LIMIT                       const")
    );
    // Folders, revisions, subfolders, several paths once each.
    fixture.write("src/new.py", "def fresh():\n    return 1\n");
    fixture.codesub(&["symbols", "src"]).exits(0).prints("src/auth.py\n").prints("src/new.py\n").prints("fresh");
    let at_head = fixture.codesub(&["symbols", "src", "--revision", "HEAD"]).exits(0);
    assert!(!at_head.stdout.contains("fresh"));
    fixture.codesub(&["symbols", "src/new.py", "--revision", "HEAD"]).exits(2).fails("src/new.py in HEAD", "");
    fixture.codesub_in("src", &["symbols", "new.py"]).exits(0).prints("fresh");
    fixture.codesub_in("src", &["symbols", "."]).exits(0).prints("helper").prints("fresh");
    let twice = fixture.codesub(&["symbols", "src/new.py", "src", "src/new.py", "--json"]).exits(0).json();
    assert_eq!(twice.as_array().map(Vec::len), Some(7));
}

#[test]
fn languages_lists_what_is_known() {
    let fixture = Fixture::new();
    fixture.codesub(&["languages"]).exits(0).prints("Python").prints(".py").tells("path:10-20");
    let all = fixture.codesub(&["languages", "--json"]).exits(0).json();
    assert_eq!(
        keys(&all[0]),
        [
            "name",
            "title",
            "extensions",
            "file_names",
            "interpreters",
            "kinds",
            "overloads",
            "inheritance",
            "fingerprint_version"
        ]
    );
    assert!(all.as_array().expect("languages").iter().any(|row| row["name"] == "python"));
}

#[test]
fn completions_and_manual_pages() {
    let fixture = Fixture::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = fixture.codesub(&["completions", shell]).exits(0).prints("codesub").prints("fail-on");
        assert_eq!(run.stderr, "", "{shell}");
    }
    fixture.codesub(&["completions", "tcsh"]).exits(2);
    fixture.codesub(&["man"]).exits(0).prints(".TH").prints("codesub\\-scan(1)");
    fixture.codesub(&["man", "--dir", "share/man1"]).exits(0);
    let help = fixture.codesub(&["--help"]).exits(0).stdout;
    for command in ["init", "add", "edit", "list", "show", "remove", "symbols", "languages", "scan", "apply", "accept"]
    {
        assert!(help.contains(&format!("  {command} ")), "{command} is not in --help");
        let page = fixture.read(&format!("share/man1/codesub-{command}.1"));
        assert!(page.contains(&format!("codesub\\-{command}")), "{command}");
    }
    assert!(fixture.read("share/man1/codesub.1").contains(".SH"));
}
