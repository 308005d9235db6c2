use chunk_core::{InvalidSpan, InvalidUtf8, types::Position};

/// Why a document cannot be chunked, or a chunk cannot be replayed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct MarkdownError(#[from] Kind);

impl MarkdownError {
    /// Where in the document as given the error lies, if at one place.
    #[must_use]
    pub const fn position(&self) -> Option<Position> {
        match &self.0 {
            Kind::InvalidUtf8(error) => error.position(),
            Kind::SourceFile { .. } | Kind::CreatedAt { .. } | Kind::Span(_) | Kind::Overlap { .. } => None,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Kind {
    #[error(transparent)]
    InvalidUtf8(#[from] InvalidUtf8),
    #[error("source_file = {path:?}: a relative path must have no empty, `.` and `..` parts")]
    SourceFile { path: String },
    #[error("created_at = {ms} ms: must lie in the years -9999 to 9999")]
    CreatedAt { ms: i64 },
    #[error(transparent)]
    Span(#[from] InvalidSpan),
    #[error("the overlap of {overlap_chars} code points is longer than the content")]
    Overlap { overlap_chars: usize },
}
