//! Errors (H21): what keeps a document from being chunked.

use chunk_core::{InvalidSpan, InvalidUtf8, types::Position};
use std::ops::Range;

/// Why a document cannot be chunked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct HybridError(#[from] Kind);

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Kind {
    #[error(transparent)]
    Utf8(#[from] InvalidUtf8),
    #[error("the document has {0} bytes; split it below 4 GiB")]
    TooLong(usize),
    #[error("the strategy {name:?} is not known; known are {known}")]
    UnknownStrategy { name: String, known: String },
    #[error("a strategy {0:?} is already there; give the plugin another name")]
    NameTaken(String),
    #[error("the plugin {plugin:?} drafted bytes {span:?}, which are no text of its part of the document")]
    Draft { plugin: String, span: Range<usize> },
    #[error(transparent)]
    Span(#[from] InvalidSpan),
}

impl HybridError {
    /// Where in the document as given the error is, if it is at one place.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        match &self.0 {
            Kind::Utf8(error) => error.position(),
            Kind::TooLong(_) => Some(Position::Byte(u32::MAX as usize)),
            _ => None,
        }
    }
}
