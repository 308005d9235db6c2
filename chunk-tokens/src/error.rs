use chunk_core::{InvalidUtf8, Position};
use std::ops::Range;

/// Why an interaction cannot be chunked, a chunk not be replayed, or a record not be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct TokenError(#[from] Kind);

impl TokenError {
    /// Where in the interaction as given, or in the record that is read, if at one place.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match &self.0 {
            Kind::InvalidUtf8(error) => Some(Position::Byte(error.byte)),
            Kind::Span { .. } => None,
            Kind::Key(error) => line(error.inner()),
            Kind::Json(error) => line(error),
        }
    }
}

fn line(error: &serde_json::Error) -> Option<Position> {
    Some(Position::Line(error.line())).filter(|_| error.line() > 0)
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Kind {
    #[error(transparent)]
    InvalidUtf8(#[from] InvalidUtf8),
    #[error("bytes {} to {} are no range of the source, which has {length} bytes", span.start, span.end)]
    Span { span: Range<usize>, length: usize },
    #[error(transparent)]
    Key(#[from] serde_path_to_error::Error<serde_json::Error>),
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}
