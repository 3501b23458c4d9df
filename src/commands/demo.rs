//! `codesub demo`: every kind of trigger and proposal in a minute (SPEC 6.4).
//!
//! A small repository is made with git, changed three times, and looked at with the real commands: this same binary,
//! started as a user would start it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cli::Demo;
use crate::error::{Error, ExitStatus, Result};
use crate::output::line::Line;
use crate::output::style::Palette;

use super::{Session, Streams, written};

pub fn run(args: &Demo, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let kept = args.keep.as_ref().map(|directory| session.directory.join(directory));
    let temporary = match &kept {
        Some(directory) => beside(directory)?,
        None => tempfile::tempdir()
            .map_err(|error| cannot("make a temporary folder in", &tempfile::env::temp_dir(), error))?,
    };
    let root = temporary.path().to_owned();
    let binary = session.program.clone().ok_or_else(|| Error::internal("cannot find this binary"))?;
    let mut stage = Stage { root, binary, session, streams, palette: Palette::new(session.look.color) };
    stage.play()?;
    if let Some(directory) = kept {
        fs::rename(temporary.path(), &directory).map_err(|error| cannot("create", &directory, error))?;
        // It has another name now, and stays.
        let _ = temporary.keep();
        session.tell(streams, format_args!("The repository is in {}.", directory.display()));
    }
    Ok(ExitStatus::Clean)
}

/// A folder beside the one that is asked for, which gets its name when the story is over: a run that is cut short leaves
/// none that looks finished (SPEC 13.3).
fn beside(directory: &Path) -> Result<tempfile::TempDir> {
    if fs::symlink_metadata(directory).is_ok() {
        return Err(Error::usage(format!("{} exists already", directory.display()))
            .hint("name a folder that does not exist yet"));
    }
    let (Some(parent), Some(name)) = (directory.parent(), directory.file_name()) else {
        return Err(Error::usage(format!("{} is no name for a folder", directory.display()))
            .hint("name a folder that does not exist yet"));
    };
    fs::create_dir_all(parent).map_err(|error| cannot("create", parent, error))?;
    let mut builder = tempfile::Builder::new();
    let prefix = format!(".{}.", name.to_string_lossy());
    builder.prefix(&prefix).suffix(".codesub-tmp");
    // What the umask leaves; temporary folders are private otherwise.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    builder.tempdir_in(parent).map_err(|error| cannot("create", directory, error))
}

const BEFORE: &[(&str, &str)] = &[
    (
        "shop/pricing.py",
        "RATE = 19\n\n\ndef net(gross, rate=RATE):\n    \"\"\"The price without tax.\"\"\"\n    return round(gross * 100 / (100 + rate), 2)\n\n\ndef gross(net_price, rate=RATE):\n    return round(net_price * (100 + rate) / 100, 2)\n",
    ),
    (
        "shop/text.py",
        "def slug(title):\n    words = title.lower().split()\n    kept = [word for word in words if word.isalnum()]\n    return \"-\".join(kept)\n\n\ndef initials(name):\n    parts = [part for part in name.split(\" \") if part]\n    return \"\".join(part[0].upper() for part in parts)\n",
    ),
    (
        "shop/orders.py",
        "from dataclasses import dataclass\n\n\n@dataclass\nclass Order:\n    number: int\n    total: float\n    note: str = \"\"\n\n    def is_paid(self, ledger):\n        return ledger.balance(self.number) >= self.total\n\n\ndef cancel(order, reason):\n    order.note = reason\n    order.total = 0.0\n    return order\n",
    ),
    (
        "shop/mail.py",
        "def subject(order, shop_name):\n    paid = \"paid\" if order.is_paid else \"open\"\n    return f\"{shop_name}: your order {order.number} ({paid})\"\n\n\ndef footer(shop_name):\n    lines = [shop_name, \"Open from nine to five\"]\n    return \"\\n\".join(lines)\n",
    ),
    ("deploy/proxy.conf", "server {\n    listen 443;\n    timeout 30;\n    retries 2;\n}\n"),
];

/// What the team of the story depends on: target, id, and further options.
const SUBSCRIPTIONS: &[(&str, &str, &[&str])] = &[
    ("shop/pricing.py::RATE", "tax-rate", &["--label", "The tax rate the invoices print", "--notify", "@acme/billing"]),
    ("shop/pricing.py::net", "net-price", &["--notify", "@acme/billing"]),
    ("shop/text.py::slug", "slug", &[]),
    ("shop/text.py::initials", "initials", &["--trigger-on-duplicate"]),
    ("shop/orders.py::Order", "order", &["--members", "--label", "What the export reads"]),
    ("shop/orders.py::cancel", "cancel", &["--notify", "@acme/support"]),
    ("shop/mail.py::subject", "subject", &[]),
    ("shop/mail.py::footer", "footer", &[]),
    ("deploy/proxy.conf:3-4", "proxy-timeouts", &[]),
];

/// What to do when the story stops.
const STOPPED: &str = "nothing of the demo is left; check the permissions of the folder and the free space";

struct Stage<'a, 'b> {
    root: PathBuf,
    binary: PathBuf,
    session: &'a Session,
    streams: &'a mut Streams<'b>,
    palette: Palette,
}

impl Stage<'_, '_> {
    fn play(&mut self) -> Result<()> {
        self.tell("A small shop, and what its teams depend on.")?;
        for (path, text) in BEFORE {
            self.write(path, text)?;
        }
        self.git(&["init", "--quiet", "--initial-branch=main"])?;
        self.codesub(&["init"])?;
        for (target, id, options) in SUBSCRIPTIONS {
            let mut arguments = vec!["add", target, "--id", id];
            arguments.extend(*options);
            self.quietly(&arguments)?;
        }
        self.codesub(&["list"])?;
        self.commit("The shop")?;

        self.tell(
            "1. Somebody tidies up. Nothing really changes, so nothing triggers: code moved to another file, a \
                   function and a file got new names, lines shifted. codesub proposes to follow.",
        )?;
        self.tidy_up()?;
        self.codesub(&["scan", "--base", "main"])?;
        self.codesub(&["apply", "--base", "main"])?;
        self.codesub(&["scan", "--base", "main"])?;
        self.commit("Tidy up")?;

        self.tell(
            "2. Somebody changes what it does: a value, a signature, the members of a class, watched lines; and \
                   a function is gone.",
        )?;
        self.change()?;
        self.codesub(&["scan", "--base", "main", "--check"])?;
        self.tell("Intended changes are accepted in the same pull request, and the lock is committed with them.")?;
        self.codesub(&["accept", "tax-rate", "net-price", "order"])?;
        self.codesub(&["remove", "cancel"])?;
        self.commit("New tax, leaner orders")?;

        self.tell("3. A bad day: a syntax error inside a watched function, and a function that became two copies.")?;
        self.bad_day()?;
        self.codesub(&["scan", "--base", "main"])?;
        self.tell("A person decides which copy is meant; why codesub could not is no secret.")?;
        self.codesub(&["explain", "initials", "--base", "main"])?;
        self.codesub(&["decide", "initials", "--pick", "shop/people.py::initials_of"])?;
        self.tell("Your turn: codesub init, then codesub add path/to/file.py::name")
    }

    fn tidy_up(&mut self) -> Result<()> {
        // slug moves to another file; mail.py and a function in it get other names; a comment shifts the prices.
        let text = self.read("shop/text.py")?;
        let (slug, initials) = split_at(&text, "def initials")?;
        self.write("shop/text.py", initials)?;
        self.write("shop/urls.py", &format!("{slug}def path(*parts):\n    return \"/\" + \"/\".join(parts)\n"))?;
        let pricing = self.read("shop/pricing.py")?;
        self.write("shop/pricing.py", &format!("# All prices are in euros.\n{pricing}"))?;
        let mail = self.read("shop/mail.py")?;
        self.remove("shop/mail.py")?;
        self.write("shop/letters.py", &mail.replace("def subject(", "def subject_line("))?;
        let proxy = self.read("deploy/proxy.conf")?;
        self.write("deploy/proxy.conf", &proxy.replace("server {\n", "# the front door\nserver {\n"))
    }

    fn change(&mut self) -> Result<()> {
        let pricing = self.read("shop/pricing.py")?;
        let pricing = pricing
            .replace("RATE = 19", "RATE = 21")
            .replace("def net(gross, rate=RATE)", "def net(gross, *, rate=RATE)");
        self.write("shop/pricing.py", &pricing)?;
        let orders = self.read("shop/orders.py")?;
        let (class, _) = split_at(&orders, "def cancel")?;
        let class = class
            .replace("    note: str = \"\"\n", "    currency: str = \"EUR\"\n")
            .replace("total: float", "total: Decimal");
        self.write("shop/orders.py", class.trim_end())?;
        let proxy = self.read("deploy/proxy.conf")?;
        self.write("deploy/proxy.conf", &proxy.replace("timeout 30", "timeout 5"))
    }

    fn bad_day(&mut self) -> Result<()> {
        let text = self.read("shop/text.py")?;
        let people = "CAPTAINS = [\"Ada\", \"Grace\"]\n\n\n";
        self.write("shop/people.py", &format!("{people}{}", text.replace("def initials(", "def initials_of(")))?;
        let authors = "PEN_NAMES = {}\n\n\n";
        self.write("shop/authors.py", &format!("{authors}{}", text.replace("def initials(", "def author_initials(")))?;
        self.write("shop/text.py", "SEPARATOR = \"-\"\n")?;
        let letters = self.read("shop/letters.py")?;
        self.write("shop/letters.py", &letters.replace("lines = [shop_name,", "lines = [shop_name ="))
    }

    fn tell(&mut self, text: &'static str) -> Result<()> {
        let width = self.session.look.columns().min(100);
        written(writeln!(self.streams.out))?;
        written(Line::new().word(self.palette.strong, text).write(width, 0, self.streams.out))
    }

    /// Shows a command and runs it; its exit status is part of the story.
    fn codesub(&mut self, arguments: &[&str]) -> Result<()> {
        let shown: Vec<String> =
            arguments.iter().map(|it| crate::output::escape::Untrusted(it).shell_argument()).collect();
        written(writeln!(self.streams.out))?;
        let command = format!("$ codesub {}", shown.join(" "));
        let line = Line::new().show(self.palette.good, crate::output::escape::Untrusted(&command));
        written(line.write(usize::MAX, 0, self.streams.out))?;
        written(self.streams.out.flush())?;
        let status = self.command(arguments).status();
        let status = status.map_err(|error| Error::internal("cannot start codesub").caused_by(error))?;
        match status.code() {
            Some(0) => Ok(()),
            Some(1) => written(Line::new().word(self.palette.dim, "(exit status 1)").write(80, 0, self.streams.out)),
            _ => Err(Error::write(format!("`codesub {}` ended with {status}", shown.join(" "))).hint(STOPPED)),
        }
    }

    /// Runs a command without showing it.
    fn quietly(&mut self, arguments: &[&str]) -> Result<()> {
        let output = self.command(arguments).output();
        let output = output.map_err(|error| Error::internal("cannot start codesub").caused_by(error))?;
        if output.status.success() {
            return Ok(());
        }
        Err(Error::write(String::from_utf8_lossy(&output.stderr).trim().to_owned()).hint(STOPPED))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.binary);
        command.args(["--color", if self.session.look.color { "always" } else { "never" }]).args(arguments);
        alone(&mut command, &self.root);
        command
    }

    fn git(&self, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new("git");
        // Whatever the reader's own configuration asks for (signing, hooks, line ends), the story stays the same.
        for setting in [
            "user.name=Demo",
            "user.email=demo@example.com",
            "commit.gpgSign=false",
            "core.hooksPath=",
            "core.autocrlf=false",
        ] {
            command.args(["-c", setting]);
        }
        command.args(arguments);
        alone(&mut command, &self.root);
        let output = command.output().map_err(|error| {
            Error::usage("the demo needs the git program").hint("install git and try again").caused_by(error)
        })?;
        if output.status.success() {
            return Ok(());
        }
        Err(Error::write(format!("git failed: {}", String::from_utf8_lossy(&output.stderr).trim())).hint(STOPPED))
    }

    fn commit(&self, message: &str) -> Result<()> {
        self.git(&["add", "--all"])?;
        self.git(&["commit", "--quiet", "--message", message])
    }

    fn read(&self, path: &str) -> Result<String> {
        let path = self.root.join(path);
        fs::read_to_string(&path).map_err(|error| cannot("read", &path, error))
    }

    fn write(&self, path: &str, text: &str) -> Result<()> {
        let path = self.root.join(path);
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).map_err(|error| cannot("create", folder, error))?;
        fs::write(&path, text).map_err(|error| cannot("write", &path, error))
    }

    fn remove(&self, path: &str) -> Result<()> {
        let path = self.root.join(path);
        fs::remove_file(&path).map_err(|error| cannot("remove", &path, error))
    }
}

/// A child that sees the demo's repository and no other, even when the demo is started from a hook.
fn alone(command: &mut Command, root: &Path) {
    command.current_dir(root);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX"] {
        command.env_remove(name);
    }
}

fn split_at<'a>(text: &'a str, mark: &str) -> Result<(&'a str, &'a str)> {
    let at = text.find(mark).ok_or_else(|| Error::internal(format!("the demo's files have no `{mark}`")))?;
    Ok(text.split_at(at))
}

fn cannot(what: &str, path: &Path, error: std::io::Error) -> Error {
    Error::write(format!("cannot {what} {}", path.display())).hint(STOPPED).caused_by(error)
}
