//! What can go wrong.

use chunk_core::{InvalidSpan, InvalidUtf8, json_error, types::Position};

/// Why an interaction cannot be chunked, a chunk cannot be replayed, or a record cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct TokenError(#[from] Kind);

impl TokenError {
    /// Where the fault is, in the interaction as given or in the record being read, if at one place.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match &self.0 {
            Kind::InvalidUtf8(error) => error.position(),
            Kind::Span(_) | Kind::NoTurns => None,
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
    #[error(transparent)]
    Span(#[from] InvalidSpan),
    #[error(
        "it comes without turns, which boundaries = \"turns\" asks for: read it as the export that it is (`chunk formats` lists the formats), \
         give its turns, or leave out the setting"
    )]
    NoTurns,
    #[error("{}", in_key(.0))]
    Key(#[from] serde_path_to_error::Error<serde_json::Error>),
    #[error("{}", json_error(.0))]
    Json(#[from] serde_json::Error),
}

/// What is wrong with the value of a key, or with the whole record.
fn in_key(error: &serde_path_to_error::Error<serde_json::Error>) -> String {
    let what = json_error(error.inner());
    match error.path().to_string() {
        // `?` is a place without a name, such as where the next key would begin.
        path if path == "." || path == "?" => what,
        path => format!("{path}: {what}"),
    }
}
