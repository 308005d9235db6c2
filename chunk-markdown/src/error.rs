use chunk_core::InvalidUtf8;
use std::ops::Range;

/// Why a document cannot be chunked, or a chunk not be replayed.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct MarkdownError(#[from] Kind);

#[derive(Debug, thiserror::Error)]
pub(crate) enum Kind {
    #[error(transparent)]
    InvalidUtf8(#[from] InvalidUtf8),
    #[error(
        "source_file = {path:?}: must be relative to the root of the corpus, without empty, `.` and `..` parts"
    )]
    SourceFile { path: String },
    #[error("created_at = {ms} ms: must lie in the years -9999 to 9999")]
    CreatedAt { ms: i64 },
    #[error("bytes {} to {} are no range of the source, which has {length} bytes", span.start, span.end)]
    Span { span: Range<usize>, length: usize },
    #[error("the overlap of {overlap_chars} code points is longer than the content")]
    Overlap { overlap_chars: usize },
}
