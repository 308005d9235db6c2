//! What is chunked: a Markdown text, and what the caller knows of it (M11).

use crate::error::Kind;
use chunk_core::{Source, types::Metadata};
use jiff::Timestamp;

/// A Markdown document: its text, and what the caller knows of it (M11).
///
/// ```
/// use chunk_markdown::Document;
///
/// let document = Document::new("runbooks/rds-failover.md", "# RDS failover\n").with_source_version("4f2a9c1");
/// assert_eq!(document.source_version, Some("4f2a9c1"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document<'u> {
    /// Its path, relative to the root of its corpus, `/`-separated, without `.` and `..`.
    pub source_file: &'u str,
    /// Its version, such as a commit id.
    pub source_version: Option<&'u str>,
    /// When it was created, or the run that chunks it began, in milliseconds since 1970-01-01 UTC.
    pub created_at_ms: Option<i64>,
    /// Its text as given, line ends not yet normalized.
    pub text: &'u str,
    /// What else the caller knows of it, such as the fields of its line of JSON; `keep` names what is kept of it (M16).
    pub fields: Option<&'u Metadata>,
}

impl<'u> Document<'u> {
    /// A document of which only path and text are known.
    #[must_use]
    pub const fn new(source_file: &'u str, text: &'u str) -> Self {
        Self { source_file, source_version: None, created_at_ms: None, text, fields: None }
    }

    /// The same with this version.
    #[must_use]
    pub const fn with_source_version(mut self, source_version: &'u str) -> Self {
        self.source_version = Some(source_version);
        self
    }

    /// The same, created at this time, in milliseconds since 1970-01-01 UTC.
    #[must_use]
    pub const fn with_created_at_ms(mut self, created_at_ms: i64) -> Self {
        self.created_at_ms = Some(created_at_ms);
        self
    }

    /// The same, and what else the caller knows of it.
    #[must_use]
    pub const fn with_fields(mut self, fields: &'u Metadata) -> Self {
        self.fields = Some(fields);
        self
    }

    pub(crate) fn from_source(source: Source<'u>) -> Result<Self, Kind> {
        Ok(Self {
            source_file: source.path,
            source_version: source.revision,
            created_at_ms: source.created_at_ms,
            text: source.text()?,
            fields: source.fields,
        })
    }

    /// # Errors
    /// If `source_file` is a relative path with an empty, `.` or `..` part: the same document would have several names. An absolute path
    /// and a URL are ids, and stay as they are.
    pub(crate) fn check_source_file(&self) -> Result<(), Kind> {
        let is_relative = !self.source_file.starts_with('/') && !self.source_file.contains("://");
        let has_odd_part = self.source_file.split('/').any(|part| matches!(part, "" | "." | ".."));
        if is_relative && has_odd_part {
            Err(Kind::SourceFile { path: self.source_file.into() })
        } else {
            Ok(())
        }
    }

    /// `created_at_ms` as RFC 3339, UTC, in whole seconds.
    pub(crate) fn created_at(&self) -> Result<Option<String>, Kind> {
        let Some(ms) = self.created_at_ms else { return Ok(None) };
        let moment = Timestamp::from_second(ms.div_euclid(1000)).map_err(|_| Kind::CreatedAt { ms })?;
        Ok(Some(moment.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::epoch(0, "1970-01-01T00:00:00Z")]
    #[case::rounded_down(1_769_385_599_999, "2026-01-25T23:59:59Z")]
    #[case::before_the_epoch(-1, "1969-12-31T23:59:59Z")]
    #[case::first(-377_705_023_201_000, "-009999-01-02T01:59:59Z")]
    #[case::last(253_402_207_200_999, "9999-12-30T22:00:00Z")]
    fn seconds(#[case] ms: i64, #[case] expected: &str) {
        let document = Document { created_at_ms: Some(ms), ..Document::new("a.md", "") };
        assert_eq!(document.created_at().unwrap().as_deref(), Some(expected));
    }

    #[test]
    fn a_time_out_of_range_is_named() {
        let document = Document { created_at_ms: Some(i64::MAX), ..Document::new("a.md", "") };
        assert!(document.created_at().unwrap_err().to_string().contains("9223372036854775807 ms"));
    }

    #[rstest]
    #[case("a.md", true)]
    #[case("a/b c/.d..md", true)]
    #[case("", false)]
    #[case("/a.md", true)]
    #[case("https://example.org/a//b?c=../d#e", true)]
    #[case("./a.md", false)]
    #[case("a/../b.md", false)]
    #[case("a//b.md", false)]
    fn paths(#[case] path: &str, #[case] legal: bool) {
        assert_eq!(Document::new(path, "").check_source_file().is_ok(), legal);
    }
}
