//! What can go wrong, and where in the file.

use chunk_core::{json_error, types::Origin};

/// Why a record of a file, or the file, cannot be read. What comes after a damaged record is read all the same.
#[derive(Debug, thiserror::Error)]
#[error("{}{what}", at.as_ref().map_or_else(String::new, |at| format!("{at}: ")))]
pub struct ReadError {
    at: Option<Origin>,
    what: String,
    is_io: bool,
}

impl ReadError {
    pub(crate) fn new(at: Origin, what: impl std::fmt::Display) -> Self {
        Self { at: Some(at), what: what.to_string(), is_io: false }
    }

    /// The error of a JSON value at this place.
    pub(crate) fn json(at: Origin, error: &serde_json::Error) -> Self {
        Self::new(at, format_args!("{}; export it again, or remove it", json_error(error)))
    }

    pub(crate) fn whole(what: impl std::fmt::Display) -> Self {
        Self { at: None, what: what.to_string(), is_io: false }
    }

    /// The error of the system about the file, of which nothing more can be read.
    pub(crate) fn io(error: &std::io::Error) -> Self {
        Self { at: None, what: format!("cannot read the file: {error}"), is_io: true }
    }

    /// Whether the file could not be read, so that what follows is unknown; else a record of it is damaged.
    #[must_use]
    pub const fn is_io(&self) -> bool {
        self.is_io
    }

    /// Where in the file it is, if at one place.
    #[must_use]
    pub const fn origin(&self) -> Option<&Origin> {
        self.at.as_ref()
    }
}
