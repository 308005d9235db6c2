//! The one error of the command, how far it reaches, and the exit status.

use crate::{json::error_shown, shown::shown};
use chunk_core::ConfigError;
use std::{any::Any, fmt, io, path::Path};

/// The answer of a run that came to its end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// All is well.
    #[default]
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
    /// A further line of a document is at fault, of which it was said that it is none.
    Line,
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

impl From<ConfigError> for Error {
    fn from(error: ConfigError) -> Self {
        Self::run(error.to_string())
    }
}

impl From<serde_json::Error> for Error {
    /// A record that is no JSON, which is the document's.
    fn from(error: serde_json::Error) -> Self {
        Self::refused(format!("a record cannot be read: {}", error_shown(&error)))
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
        Self::unreadable(cannot_read_it(error, Path::new("")))
    }

    /// An error of writing to stdout.
    pub(crate) fn stdout(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { message: String::new(), reach: Reach::ClosedPipe },
            _ => cannot("write to", "stdout")(error),
        }
    }

    pub(crate) fn ends_run(&self) -> bool {
        self.reach >= Reach::Run
    }

    /// What the error makes of the run.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.reach {
            Reach::Note | Reach::ClosedPipe => Verdict::Well,
            Reach::Line | Reach::Document => Verdict::No,
            Reach::Input | Reach::Run => Verdict::Unreadable,
        }
    }
}

/// `cannot read notes/a.md: …`, and what to do, for [`Result::map_err`].
pub(crate) fn cannot<E: fmt::Display + 'static>(
    what: &str,
    place: impl fmt::Display,
) -> impl FnOnce(E) -> Error {
    move |error| {
        let place = place.to_string();
        let reason = match (&error as &dyn Any).downcast_ref::<io::Error>() {
            Some(error) => reason(error, Path::new(&place)),
            None => error.to_string(),
        };
        Error::run(format!("cannot {what} {place}: {reason}"))
    }
}

/// The same of a program that cannot be started.
pub(crate) fn cannot_run(program: impl fmt::Display) -> impl FnOnce(io::Error) -> Error {
    move |error| match error.kind() {
        io::ErrorKind::NotFound => Error::run(format!(
            "cannot run {program}: there is no such program; install it, or correct its name"
        )),
        _ => cannot("run", program)(error),
    }
}

/// The same for a message that has named the place, `path`, before.
pub(crate) fn cannot_read_it(error: &io::Error, path: &Path) -> String {
    format!("cannot read it: {}", reason(error, path))
}

/// Why the system refused `path`, and what to do.
pub(crate) fn reason(error: &io::Error, path: &Path) -> String {
    let known = match error.kind() {
        // An error of our own says it itself.
        _ if error.get_ref().is_some() => None,
        io::ErrorKind::NotFound => return missing(path),
        io::ErrorKind::InvalidFilename => Some("its name is too long for a file there; rename it"),
        io::ErrorKind::PermissionDenied => {
            Some("permission denied; check its permissions, and those of the folders above it")
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            Some("there is no space left; make room there, or write elsewhere")
        }
        io::ErrorKind::FileTooLarge => {
            Some("a file may not be that large (see `ulimit -f`); raise the limit, or write less at once")
        }
        io::ErrorKind::ReadOnlyFilesystem => Some("nothing can be written there; write elsewhere"),
        io::ErrorKind::IsADirectory => Some("it is a folder; name a file in it"),
        io::ErrorKind::NotADirectory => Some("there is a file where a folder has to be; pass another path"),
        io::ErrorKind::AlreadyExists => {
            Some("there is something of that name; remove it, or pass another path")
        }
        _ => None,
    };
    known.map_or_else(|| without_number(&error.to_string()), str::to_owned)
}

/// Which part of a path is missing.
fn missing(path: &Path) -> String {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    match path.ancestors().skip(1).take_while(is_missing).last() {
        Some(folder) => format!("there is no folder {}; correct the path, or create it", shown(folder)),
        None => "there is no such file or folder; check the path".to_owned(),
    }
}

/// A message of the system without its number, ` (os error 5)`, which says nothing more.
pub(crate) fn without_number(message: &str) -> String {
    message.split(" (os error ").next().unwrap_or_default().to_owned()
}
