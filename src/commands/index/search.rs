//! `codesub index search`: paths, names and lines by words.

use serde::Serialize;

use super::{Asked, Session, Streams, ask, written};
use crate::cli::{DataFormat, IndexSearch, SearchIn};
use crate::error::{Error, ExitStatus, Result};
use crate::index::lexical::{Match, Wanted};
use crate::index::search::{Answers, Domain, Hit, What, search};
use crate::output::escape::Untrusted;
use crate::output::json;
use crate::output::line::Line;
use crate::output::style::Palette;
use crate::output::table::Table;

#[derive(Serialize)]
struct Shown<'a> {
    schema: &'static str,
    commit: Option<&'a str>,
    /// Whether that is the commit that is checked out.
    current: bool,
    /// Whether files were left out because there were too many to read.
    complete: bool,
    results: Vec<ShownHit<'a>>,
}

/// One result; what does not apply is left out.
#[derive(Serialize)]
struct ShownHit<'a> {
    what: &'static str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    qualname: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    /// How well it matches: exact, words, prefix, similar, some.
    r#match: &'static str,
}

pub fn run(args: &IndexSearch, session: &Session, streams: &mut Streams<'_>) -> Result<ExitStatus> {
    let typed = args.query.join(" ");
    let wanted = Wanted::new(&typed).ok_or_else(|| {
        Error::usage("there is no word to look for: letters and digits are searched, signs only separate them")
            .hint("for example: `codesub index search validate_token`")
    })?;
    let Asked { index, tree, is_current } = ask(session, streams)?;
    let domain = match args.within {
        SearchIn::Path => Domain::Paths,
        SearchIn::Identifier => Domain::Identifiers,
        SearchIn::Content => Domain::Content,
    };
    let answers = search(&index, &session.repository()?.reader(), &wanted, domain, args.limit)?;
    if args.format.get() == DataFormat::Json {
        let shown = Shown {
            schema: "codesub.index-search/v1",
            commit: tree.commit.as_deref(),
            current: is_current,
            complete: !answers.is_cut_short && !answers.is_behind,
            results: answers.hits.iter().map(shown).collect(),
        };
        written(json::write_value(&shown, streams.out))?;
    } else {
        print(&answers.hits, session, streams)?;
    }
    tell(&answers, domain, session, streams);
    Ok(ExitStatus::Clean)
}

fn shown(hit: &Hit) -> ShownHit<'_> {
    let mut shown = ShownHit {
        what: "file",
        path: &hit.path,
        line: None,
        qualname: None,
        kind: None,
        name: None,
        role: None,
        text: None,
        r#match: hit.quality.as_str(),
    };
    match &hit.what {
        What::File => {}
        What::Construct { line, qualname, kind } => {
            (shown.what, shown.line) = ("construct", Some(*line));
            (shown.qualname, shown.kind) = (Some(qualname.as_str()), Some(kind.as_str()));
        }
        What::Mention { line, name, role } => {
            (shown.what, shown.line) = ("mention", Some(*line));
            (shown.name, shown.role) = (Some(name.as_str()), Some(role.as_str()));
        }
        What::Line { line, text } => {
            (shown.what, shown.line, shown.text) = ("line", Some(*line), Some(text.as_str()));
        }
    }
    shown
}

fn print(hits: &[Hit], session: &Session, streams: &mut Streams<'_>) -> Result<()> {
    let palette = Palette::new(session.look.color);
    let mut table = Table::new();
    for hit in hits {
        let path = Line::new().show(palette.place, Untrusted(&hit.path));
        let at = |line: u32| path.clone().word(palette.dim, ":").number(palette.dim, line);
        match &hit.what {
            What::File => table.row([path]),
            What::Construct { line, qualname, kind } => table.row([
                at(*line),
                Line::new().show(palette.dim, Untrusted(kind)),
                Line::new().show(palette.strong, Untrusted(qualname)),
            ]),
            What::Mention { line, name, role } => table.row([
                at(*line),
                Line::new().show(palette.dim, Untrusted(role)),
                Line::new().show(palette.plain, Untrusted(name)),
            ]),
            What::Line { line, text } => {
                table.row([at(*line), Line::new().code(palette.plain, Untrusted(text.trim()))]);
            }
        }
    }
    written(table.write(0, session.look.columns(), streams.out))
}

/// What the reader should know about the answers.
fn tell(answers: &Answers, domain: Domain, session: &Session, streams: &mut Streams<'_>) {
    let mut say = |text: std::fmt::Arguments<'_>| session.tell(streams, text);
    match (answers.loosened, domain) {
        _ if answers.hits.is_empty() => say(format_args!("Nothing found.")),
        (Some(Match::Similar), _) => say(format_args!("Nothing has these words; this is spelt much like them.")),
        (Some(_), Domain::Content) => say(format_args!("No line has all of these words; these have some of them.")),
        (Some(_), _) => say(format_args!("Nothing has all of these words; these have some of them.")),
        (None, _) => {}
    }
    if answers.is_cut_short {
        say(format_args!("There may be more: not all files that have these words were read."));
    }
    if answers.is_behind {
        say(format_args!("What is searched lags behind the index: `codesub index refresh`"));
    }
}
