use chunk_core::InvalidUtf8;
use std::ops::Range;

/// Why an interaction cannot be chunked, a chunk not be replayed, or a record not be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct TokenError(#[from] Kind);

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
