//! The HTML report in a browser: its filters work, nothing is asked of the network, and hostile names stay text.
//!
//! Chromium runs without a window and prints the document as its script left it. Filters stand in the address, so most
//! states need no more than that; for typing and clicking, a page variant brings a script along. Every check of
//! "nothing happened" has a counterpart in which it does happen, so that the instrument is known to see it.
//!
//! Not everybody who runs the tests has Chromium, so this is a target of its own: `cargo test --test browser`.

#[path = "../suite/repository.rs"]
#[allow(dead_code, reason = "shared with the suite, which uses more of it")]
mod repository;

use std::fs;
use std::io::{Read, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use repository::Fixture;

/// What a browser made of a page.
struct Seen {
    document: String,
    /// What it wrote to the console.
    console: Vec<String>,
    /// The first lines of requests, but for those that Chromium makes for itself.
    requests: Vec<String>,
}

const HOSTILE: &str = "</code><script>document.title='owned'</script><img src=http://evil.example/x onerror=alert(1)>";

const LIST: &str = r#"version: 1
subscriptions:
  - { id: rate, target: "shop.py::rate", label: "Tax rate", notify: ["@acme/tax"] }
  - { id: fee, target: "shop.py::fee", notify: ["@acme/tax", "@acme/fees"] }
  - { id: gone, target: "shop.py::gone", label: "HOSTILE", description: "HOSTILE", notify: ["\"><script>document.title='owned'</script>"] }
  - { id: moved, target: "shop.py::slug" }
  - { id: conf, target: "a \"><b onclick=x>.conf:1" }
"#;

/// A repository whose list and code try to be more than text, and its report.
fn report() -> (Fixture, String) {
    let fixture = Fixture::new();
    let slug = "def slug(text):\n    words = text.lower().split()\n    return '-'.join(words)\n";
    let code = "def rate(order):\n    return order * 19\n\n\ndef fee(order):\n    return 1\n\n\ndef gone():\n    return '</td><script>document.title=\"owned\"</script>'\n\n\n";
    fixture.write("shop.py", format!("{code}{slug}"));
    fixture.write("a \"><b onclick=x>.conf", "<script>document.title='owned'</script>\n");
    fixture.write("codesub.yaml", LIST.replace("HOSTILE", HOSTILE));
    fixture.codesub(&["accept", "--all"]).exits(0);
    fixture.commit("one");
    fixture.write("shop.py", "def rate(order):\n    return order * 21\n\n\ndef fee(order, tip):\n    return 1\n");
    fixture.write("urls.py", slug);
    fixture.write("a \"><b onclick=x>.conf", "<script>document.title='owned!'</script>\n");
    fixture.codesub(&["scan", "--base", "HEAD", "--format", "html", "--output", "report.html"]).exits(0);
    let html = fixture.read("report.html");
    (fixture, html)
}

#[test]
fn filters_come_from_the_address() {
    let (fixture, _) = report();
    for (fragment, shown) in [
        ("", &["conf", "fee", "gone", "moved", "rate"][..]),
        ("#type=content,missing", &["gone", "rate"]),
        ("#notify=%40acme%2Ftax&type=structural", &["fee"]),
        ("#q=TAX+shop", &["rate"]),
        ("#q=nowhere", &[]),
    ] {
        let seen = open(&fixture.path("report.html"), fragment);
        assert_eq!(seen.shown(), shown, "{fragment}");
        assert_eq!(seen.console, Vec::<String>::new(), "{fragment}");
        assert_eq!(seen.requests, Vec::<String>::new(), "{fragment}");
        assert!(!seen.tag("<form").contains(" hidden"), "the filters are there");
        assert_eq!(!seen.tag("<p class=\"nothing\"").contains(" hidden"), shown.is_empty(), "{fragment}");
        let counted = if shown.len() == 5 { "5 findings".to_owned() } else { format!("{} of 5 findings", shown.len()) };
        assert!(seen.document.contains(&format!("<output>{counted}</output>")), "{fragment}");
    }
}

#[test]
fn typing_and_clicking_filter_too() {
    let (fixture, html) = report();
    fixture.write("acts.html", without_policy(&html).replace("</body>", &format!("<script>{ACTS}</script></body>")));
    let seen = open(&fixture.path("acts.html"), "#type=missing");
    assert_eq!(seen.console, Vec::<String>::new());
    let expected = [
        "gone at #type=missing",
        "gone,rate at #type=missing%2Ccontent",
        "gone at #type=missing",
        " at #type=missing&amp;state=other",
        "gone,fee,rate,conf,moved at ",
        "rate at #q=tax",
        "moved at #type=proposal",
        "fee at #state=blocking&amp;q=fee",
    ];
    let mut told: Vec<&str> = seen.title().split("; ").collect();
    assert_eq!(told.pop(), Some("done"));
    assert_eq!(told, expected);
}

/// Does what a reader does and tells after each act what is shown, and the address.
const ACTS: &str = "(async () => {
    const { q, state } = document.querySelector('form').elements;
    const type = (field, text) => { field.value = text; field.dispatchEvent(new Event('input', { bubbles: true })); };
    const click = (what) => document.querySelector(what).click();
    const told = [];
    for (const act of [
        () => {},
        () => click('[value=content]'),
        () => click('[value=content]'),
        () => type(state, 'other'),
        () => click('[type=reset]'),
        () => type(q, 'tax'),
        () => { location.hash = '#type=proposal' },
        () => { location.hash = '#state=blocking&q=fee' },
    ]) {
        act();
        await new Promise((ready) => setTimeout(ready, 50));
        const shown = [...document.querySelectorAll('article:not([hidden]) h3 > code')].map((code) => code.textContent);
        told.push(`${shown} at ${location.hash}`);
    }
    document.title = [...told, 'done'].join('; ');
})();";

#[test]
fn hostile_names_stay_text_and_the_policy_holds() {
    let (fixture, html) = report();
    let bad =
        "<script>document.title = 'owned'</script><img src=\"http://evil.example/x\"><style>p { color: red }</style>";
    let injected = html.replace("</main>", &format!("{bad}</main>"));
    assert_ne!(injected, html);
    fixture.write("injected.html", &injected).write("open.html", without_policy(&injected));
    fixture.write("escaped.html", without_policy(&html));

    // The encoder alone holds: without the policy, nothing of the names is an element or runs.
    let seen = open(&fixture.path("escaped.html"), "");
    assert_eq!((seen.title(), seen.requests.len(), seen.console.len()), ("codesub: Subscribed code changed", 0, 0));
    let (scripts, images) = (seen.document.matches("<script").count(), seen.document.matches("<img").count());
    assert_eq!((scripts, images, seen.document.matches("<b ").count()), (1, 0, 0));
    assert!(seen.document.contains("&lt;img src=http://evil.example/x onerror=alert(1)&gt;"), "and it is shown");

    // The policy alone holds: what got into the page neither runs nor loads.
    let seen = open(&fixture.path("injected.html"), "");
    assert_eq!((seen.title(), seen.requests.len()), ("codesub: Subscribed code changed", 0));
    assert_eq!(
        seen.console.iter().filter(|line| line.contains("Content Security Policy")).count(),
        3,
        "{:?}",
        seen.console
    );
    assert_eq!(seen.shown().len(), 5, "our own script still runs");

    // Without both, it does: the checks above can tell.
    let seen = open(&fixture.path("open.html"), "");
    assert_eq!(seen.title(), "owned");
    assert!(seen.requests.iter().any(|line| line.contains("evil.example")), "{:?}", seen.requests);
}

impl Seen {
    /// Ids of the findings that are not hidden, sorted.
    fn shown(&self) -> Vec<&str> {
        let articles = self.document.split("<article ").skip(1).filter_map(|article| article.split_once('>'));
        let visible = articles.filter(|(attributes, _)| !attributes.contains(" hidden"));
        let mut ids: Vec<&str> = visible.filter_map(|(_, inside)| between(inside, "<h3><code>", "</code>")).collect();
        ids.sort_unstable();
        ids
    }

    fn title(&self) -> &str {
        between(&self.document, "<title>", "</title>").expect("a title")
    }

    /// The tag that starts like this.
    fn tag(&self, start: &str) -> &str {
        between(&self.document, start, ">").unwrap_or_else(|| panic!("no {start}"))
    }
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?.1.split_once(end).map(|(found, _)| found)
}

fn without_policy(html: &str) -> String {
    let start = "<meta http-equiv=\"Content-Security-Policy\"";
    let policy = between(html, start, ">").expect("a policy");
    html.replace(&format!("{start}{policy}>"), "")
}

fn open(page: &Path, fragment: &str) -> Seen {
    let network = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = network.local_addr().expect("its address");
    let listening = thread::spawn(move || requests(&network));
    let profile = tempfile::tempdir().expect("a temporary folder");
    let mut command = Command::new(browser());
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]);
    command.args(["--disable-background-networking", "--disable-component-update", "--disable-sync"]);
    command.args(["--disable-extensions", "--disable-dev-shm-usage", "--enable-logging=stderr", "--dump-dom"]);
    command.args(["--virtual-time-budget=2000", "--proxy-bypass-list=<-loopback>"]);
    command
        .arg(format!("--proxy-server=http://{address}"))
        .arg(format!("--user-data-dir={}", profile.path().display()));
    command.arg(format!("file://{}{fragment}", page.display()));
    let (document, log) = output(&mut command);
    TcpStream::connect(address).and_then(|mut stream| stream.write_all(b"STOP\r\n")).expect("the listener hears");
    let requests = listening.join().expect("the listener ends");
    let console = log.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect();
    Seen { document, console, requests }
}

/// Runs it for at most a minute: a browser that hangs must not hang the tests.
fn output(command: &mut Command) -> (String, String) {
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a browser");
    let (out, err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
    let (document, log) = (thread::spawn(|| read(out)), thread::spawn(|| read(err)));
    let start = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("a browser to end");
            panic!("the browser did not end");
        }
        thread::sleep(Duration::from_millis(20));
    }
    (document.join().expect("a document"), log.join().expect("a log"))
}

fn read(mut from: impl Read) -> String {
    let mut bytes = Vec::new();
    from.read_to_end(&mut bytes).expect("all of it");
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Plays the proxy through which every request has to go, and answers none of them.
fn requests(network: &TcpListener) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        let (mut stream, _) = network.accept().expect("a connection");
        let mut bytes = [0; 400];
        let count = stream.read(&mut bytes).unwrap_or(0);
        let line = String::from_utf8_lossy(&bytes[..count]).lines().next().unwrap_or_default().to_owned();
        if line == "STOP" {
            return found;
        }
        // The browser's own clock and updates, which no option turns off.
        let own = [".google.com", ".googleapis.com", ".gstatic.com"];
        if !line.is_empty() && !own.iter().any(|host| line.contains(host)) {
            found.push(line);
        }
        // A browser that is already gone needs no answer.
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }
}

fn browser() -> &'static str {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let folders: Vec<_> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let is_there = |name: &&&str| folders.iter().any(|folder| fs::metadata(folder.join(name)).is_ok());
    names.iter().find(is_there).expect("Chromium; .ci/run installs it")
}
