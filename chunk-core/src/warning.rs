//! Warnings, and the places in a document that warnings and errors name.

use serde::Serialize;
use std::{borrow::Cow, fmt};

/// Something the caller should know about a result that is valid all the same. Libraries hand warnings over beside the chunks
/// and never print them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Warning {
    /// What kind of warning it is: a stable name in kebab case, such as `empty-text`.
    pub code: &'static str,
    /// What the matter is, in one sentence without a final full stop.
    pub message: Cow<'static, str>,
    /// Where in the document it is, if at one place.
    pub at: Option<Position>,
}

impl Warning {
    /// A warning about a document as a whole.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self { code, message: message.into(), at: None }
    }

    /// The same, about one place.
    #[must_use]
    pub fn at(mut self, position: Position) -> Self {
        self.at = Some(position);
        self
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(position) => write!(f, "{position}: {} [{}]", self.message, self.code),
            None => write!(f, "{} [{}]", self.message, self.code),
        }
    }
}

/// A place in the document as the caller gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Position {
    /// A line, 1-based.
    Line(usize),
    /// A byte, 0-based.
    Byte(usize),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
