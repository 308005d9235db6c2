//! The one error of the command, how far it reaches, and the exit status.

use std::{any::Any, fmt, io};

/// The answer of a run that came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// All is well.
    Well = 0,
    /// The answer is no: some document failed, a check found something.
    No = 1,
    /// Something could not be read.
    Unreadable = 2,
}

/// Why something could not be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Error {
    /// One sentence, with what to do if that is known.
    pub(crate) message: String,
    pub(crate) reach: Reach,
}

/// How far an error reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reach {
    /// A file that was found in a folder is no document: that is a note, and no failure.
    Note,
    /// A document is at fault; the others go on.
    Document,
    /// An input cannot be read; the others go on.
    Input,
    /// The call, the configuration or the output is at fault: nothing can go on.
    Run,
    /// Nobody reads stdout any more, as in `chunk … | head`: nothing goes on, but that is no error, and nothing is printed.
    ClosedPipe,
}

/// The exit status of an interrupted run (128 and SIGINT's number, as shells have it).
pub(crate) const INTERRUPTED: u8 = 130;

/// An error that ends the run.
pub(crate) fn trouble<T>(message: impl Into<String>) -> Result<T, Error> {
    Err(Error::run(message))
}

impl From<serde_json::Error> for Error {
    /// A record that is no JSON, which is the document's.
    fn from(error: serde_json::Error) -> Self {
        Self::refused(format!("a record is no JSON: {error}"))
    }
}

impl Error {
    pub(crate) fn run(message: impl Into<String>) -> Self {
        Self { message: message.into(), reach: Reach::Run }
    }

    /// An error of a document.
    pub(crate) fn refused(message: impl Into<String>) -> Self {
        Self { message: message.into(), reach: Reach::Document }
    }

    /// An error of an input.
    pub(crate) fn unreadable(message: impl Into<String>) -> Self {
        Self { message: message.into(), reach: Reach::Input }
    }

    /// The system's error about an input that the message names before.
    pub(crate) fn reading(error: &io::Error) -> Self {
        Self::unreadable(cannot_read_it(error))
    }

    /// An error of writing to stdout.
    pub(crate) fn stdout(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { message: String::new(), reach: Reach::ClosedPipe },
            _ => Self::run(format!("cannot write to stdout: {error}")),
        }
    }

    pub(crate) fn ends_run(&self) -> bool {
        self.reach >= Reach::Run
    }

    /// What the error makes of the run.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.reach {
            Reach::Note | Reach::ClosedPipe => Verdict::Well,
            Reach::Document => Verdict::No,
            Reach::Input | Reach::Run => Verdict::Unreadable,
        }
    }
}

/// `cannot read notes/a.md: …`, and what to try, for [`Result::map_err`].
pub(crate) fn cannot<E: fmt::Display + 'static>(
    what: &str,
    place: impl fmt::Display,
) -> impl FnOnce(E) -> Error {
    move |error| {
        let system = (&error as &dyn Any).downcast_ref::<io::Error>();
        Error::run(format!("cannot {what} {place}: {error}{}", system.map_or("", advice)))
    }
}

/// The same for a message that has named the place before.
pub(crate) fn cannot_read_it(error: &io::Error) -> String {
    format!("cannot read it: {error}{}", advice(error))
}

/// What to try about an error of the system.
pub(crate) fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        // An error of our own says it itself.
        _ if error.get_ref().is_some() => "",
        io::ErrorKind::InvalidFilename => "; its name is too long for a file there, so rename it",
        io::ErrorKind::NotFound => "; check the path, of which all folders have to exist",
        io::ErrorKind::PermissionDenied => "; check its permissions, and those of the folders above it",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "; make room there, or write elsewhere",
        io::ErrorKind::ReadOnlyFilesystem => "; write elsewhere",
        io::ErrorKind::IsADirectory => "; name a file in it",
        io::ErrorKind::NotADirectory => "; there is a file where a folder has to be, so pass another path",
        io::ErrorKind::AlreadyExists => "; remove what is there, or pass another path",
        _ => "",
    }
}
