//! What can go wrong, by phase.
//!
//! Every error says what failed, on which file or ref, and what to do next (SPEC 6.3), and knows the exit status it
//! ends the process with (SPEC 6.1). Trouble that concerns a single subscription is not an error: it is a value in the
//! report.

use std::fmt;

/// Shorthand used all over the crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The exit statuses of SPEC 6.1. Where several hold, the order of precedence is 70 > 2 > 3 > 1 > 4 > 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitStatus {
    /// Everything in scope was examined and nothing blocks.
    Clean = 0,
    /// Something blocking was found.
    Findings = 1,
    /// Bad usage or bad configuration.
    Usage = 2,
    /// The check could not be decided.
    Undecided = 3,
    /// The verdict stands, a required side effect failed.
    SideEffect = 4,
    /// A defect in codesub itself.
    Internal = 70,
}

impl ExitStatus {
    /// The number given to the operating system.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The more serious of two statuses, in the precedence of SPEC 6.1.
    pub fn worst(self, other: Self) -> Self {
        let rank = |status| match status {
            ExitStatus::Clean => 0,
            ExitStatus::SideEffect => 1,
            ExitStatus::Findings => 2,
            ExitStatus::Undecided => 3,
            ExitStatus::Usage => 4,
            ExitStatus::Internal => 5,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// An error of one phase of a run.
#[derive(Debug)]
pub enum Error {
    /// The command line asks for something that cannot be.
    Usage(Fault),
    /// `codesub.yaml` or `codesub.lock` is not what it must be.
    Config(Fault),
    /// The repository cannot answer the question: missing objects, no merge base, an unreadable ref store.
    Undecided(Fault),
    /// Something could not be written.
    Write(Fault),
    /// A defect in codesub itself.
    Internal(Fault),
}

/// The words of an error: what failed, the cause below it, and what to do next.
#[derive(Debug)]
pub struct Fault {
    message: String,
    /// What the run had found out before this failed.
    verdict: ExitStatus,
    hint: Option<String>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl Error {
    /// Bad usage; see [`Error::Usage`].
    pub fn usage(message: impl Into<String>) -> Self {
        Error::Usage(Fault::new(message))
    }

    /// Bad configuration; see [`Error::Config`].
    pub fn config(message: impl Into<String>) -> Self {
        Error::Config(Fault::new(message))
    }

    /// Could not decide; see [`Error::Undecided`].
    pub fn undecided(message: impl Into<String>) -> Self {
        Error::Undecided(Fault::new(message))
    }

    /// Could not write; see [`Error::Write`].
    pub fn write(message: impl Into<String>) -> Self {
        Error::Write(Fault::new(message))
    }

    /// A defect; see [`Error::Internal`].
    pub fn internal(message: impl Into<String>) -> Self {
        Error::Internal(Fault::new(message))
    }

    /// Adds what the reader can do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.fault_mut().hint = Some(bounded(hint.into()));
        self
    }

    /// Keeps a verdict that was reached before this failed: the more serious of the two is the exit status.
    #[must_use]
    pub fn after_verdict(mut self, verdict: ExitStatus) -> Self {
        self.fault_mut().verdict = verdict;
        self
    }

    /// Adds the cause.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        self.fault_mut().source = Some(source.into());
        self
    }

    /// What failed, and the causes that add something.
    pub fn story(&self) -> String {
        let mut said = self.to_string();
        let mut source = std::error::Error::source(self);
        while let Some(cause) = source {
            let text = bounded(cause.to_string());
            if !said.contains(&text) {
                said = format!("{said}: {text}");
            }
            source = cause.source();
        }
        said
    }

    /// What the reader can do next, if anything is known to help.
    pub fn hint_text(&self) -> Option<&str> {
        self.fault().hint.as_deref()
    }

    /// The exit status of SPEC 6.1 that this error ends the process with.
    pub fn exit_status(&self) -> ExitStatus {
        let status = match self {
            Error::Usage(_) | Error::Config(_) => ExitStatus::Usage,
            Error::Undecided(_) => ExitStatus::Undecided,
            Error::Write(_) => ExitStatus::SideEffect,
            Error::Internal(_) => ExitStatus::Internal,
        };
        status.worst(self.fault().verdict)
    }

    fn fault(&self) -> &Fault {
        match self {
            Error::Usage(f) | Error::Config(f) | Error::Undecided(f) | Error::Write(f) | Error::Internal(f) => f,
        }
    }

    fn fault_mut(&mut self) -> &mut Fault {
        match self {
            Error::Usage(f) | Error::Config(f) | Error::Undecided(f) | Error::Write(f) | Error::Internal(f) => f,
        }
    }
}

/// The most characters of a message, a cause or a hint. They quote foreign text, which can be megabytes long.
const MAX_WORDS: usize = 4_000;

/// The first [`MAX_WORDS`] characters, with a mark where there are more.
fn bounded(mut words: String) -> String {
    if let Some((end, _)) = words.char_indices().nth(MAX_WORDS) {
        words.truncate(end);
        words.push('…');
    }
    words
}

impl Fault {
    fn new(message: impl Into<String>) -> Self {
        Fault { message: bounded(message.into()), verdict: ExitStatus::Clean, hint: None, source: None }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault().message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.fault().source.as_deref().map(|source| source as _)
    }
}
