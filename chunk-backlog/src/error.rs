use chunk_core::{InvalidUtf8, LONGEST_METADATA, frontmatter::FrontmatterError, types::Position};

/// Why a document cannot be chunked, or a chunk cannot be replayed. The message quotes nothing of the document's content.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct BacklogError(#[from] Kind);

impl BacklogError {
    /// Where in the document the error lies, if at one place: a line of its front matter, or the first byte that is not UTF-8.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match &self.0 {
            Kind::InvalidUtf8(error) => error.position(),
            Kind::Frontmatter { line, .. } | Kind::LongId { line, .. } => Some(Position::Line(*line)),
            _ => None,
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub(crate) enum Kind {
    #[error(transparent)]
    InvalidUtf8(#[from] InvalidUtf8),
    #[error("line {line}: the frontmatter cannot be read: {reason}")]
    Frontmatter { line: usize, reason: String },
    #[error("the path is absolute; give it relative to the backlog's root")]
    AbsolutePath,
    #[error("the path leads out of the backlog by `..`; give it relative to the backlog's root")]
    PathLeadsOut,
    #[error(
        "this is no document of a backlog by its path; those are items/**/*.md and decisions/**/ADR-*.md (`--id` gives a single one \
         such a path)"
    )]
    NoDocument,
    #[error(
        "the path names no product (products/NAME/…, below the folder given or `--root`); give the folder that holds `products`, or \
         the setting `product` (`--product NAME`)"
    )]
    NoProduct,
    #[error("line {line}: `{key}` has more than {LONGEST_METADATA} characters, too many for an id")]
    LongId { key: &'static str, line: usize },
    #[error("chunk {index} was read from JSON and has no spans; chunk the document again and compare")]
    NoSpans { index: usize },
    #[error("the spans of chunk {index} do not lie in this document; it is not the one the chunk is of")]
    Elsewhere { index: usize },
}

impl From<FrontmatterError> for Kind {
    /// The YAML starts on the document's second line.
    fn from(error: FrontmatterError) -> Self {
        Self::Frontmatter { line: error.line + 1, reason: error.reason }
    }
}
