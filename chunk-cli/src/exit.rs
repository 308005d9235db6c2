//! How a run ends: its exit status, and the error message.

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

/// Why a run did not come to its end.
#[derive(Debug)]
pub(crate) enum Broken {
    /// Nobody reads stdout any more, as in `chunk … | head`: that is no error, and nothing is printed.
    ClosedPipe,
    /// Something is wrong with the call, the configuration, or reading and writing. One sentence, with what to do if that is known.
    Trouble(String),
}

/// The exit status of an interrupted run (128 and SIGINT's number, as shells have it).
pub(crate) const INTERRUPTED: u8 = 130;

pub(crate) fn trouble<T>(message: impl Into<String>) -> Result<T, Broken> {
    Err(Broken::Trouble(message.into()))
}

impl Broken {
    /// An error of writing to stdout, unless its reader has just gone away.
    pub(crate) fn stdout(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::Trouble(format!("cannot write to stdout: {error}")),
        }
    }
}

/// `cannot read notes/a.md: …`, and what to try, for [`Result::map_err`].
pub(crate) fn cannot<E: fmt::Display + 'static>(
    what: &str,
    place: impl fmt::Display,
) -> impl FnOnce(E) -> Broken {
    move |error| {
        let system = (&error as &dyn Any).downcast_ref::<io::Error>();
        Broken::Trouble(format!("cannot {what} {place}: {error}{}", system.map_or("", advice)))
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
        io::ErrorKind::NotADirectory => "; a file stands where a folder has to be, so pass another path",
        io::ErrorKind::AlreadyExists => "; remove what stands there, or pass another path",
        _ => "",
    }
}

pub(crate) fn exit_status(ending: &Result<Verdict, Broken>) -> u8 {
    match ending {
        Ok(verdict) => *verdict as u8,
        Err(Broken::ClosedPipe) => 0,
        Err(Broken::Trouble(_)) => 2,
    }
}
