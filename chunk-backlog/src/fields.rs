//! Reads the fields of the front matter as metadata (B6 to B8, C1).

use crate::{
    date::Moment,
    error::Kind,
    redact::{self, Redactor},
    section::{collapse, name},
};
use chunk_core::{
    LONGEST_METADATA, MetadataBounds, Warning,
    frontmatter::{Mapping, Scalar, Value},
    slice,
    types::Position,
    unicode,
};
use std::borrow::Cow;

/// Reads the fields of the front matter as metadata.
pub(crate) struct Fields<'f> {
    mapping: &'f Mapping,
    redactor: &'f Redactor,
    pub(crate) warnings: Vec<Warning>,
    /// Whether a value had to be cut (C1).
    pub(crate) bounds: MetadataBounds,
}

impl<'f> Fields<'f> {
    pub(crate) fn new(mapping: &'f Mapping, redactor: &'f Redactor) -> Self {
        Self { mapping, redactor, warnings: Vec::new(), bounds: MetadataBounds::default() }
    }

    /// The text of a scalar, trimmed, white space collapsed, redacted, and cut if it is too long (C1); `None` for a word that means
    /// nothing, such as `null` (B8).
    pub(crate) fn text(&mut self, key: &str) -> Option<String> {
        let scalar = self.scalar(key)?;
        let text = self.redacted(scalar)?;
        Some(bounded(&text, &mut self.bounds).to_owned())
    }

    /// The same for an id, which is never cut: it is an error if it is too long (C1).
    pub(crate) fn id(&mut self, key: &'static str) -> Result<Option<String>, Kind> {
        let Some(scalar) = self.scalar(key) else { return Ok(None) };
        let id = self.redacted(scalar);
        if id.as_ref().is_some_and(|id| id.chars().nth(LONGEST_METADATA).is_some()) {
            return Err(Kind::LongId { key, line: scalar.line + 1 });
        }
        Ok(id)
    }

    /// The tags (B6): a scalar is one tag. Together they are bounded like one value (C1).
    pub(crate) fn tags(&mut self) -> Vec<String> {
        let values = match self.mapping.get("tags") {
            Some(Value::List(values)) => values.as_slice(),
            Some(value) => std::slice::from_ref(value),
            None => &[],
        };
        let scalars: Vec<_> = values.iter().filter_map(Value::as_scalar).collect();
        if scalars.len() < values.len() {
            self.warn_not_text("tags");
        }
        let mut tags = Vec::new();
        let mut left = LONGEST_METADATA;
        for scalar in scalars {
            let Some(tag) = self.redacted(scalar).map(|tag| lowercase(&tag)) else { continue };
            let tag = bounded(&tag, &mut self.bounds);
            let Some(rest) = left.checked_sub(tag.chars().count()) else {
                self.bounds.leave_out(tag);
                break;
            };
            left = rest;
            tags.push(tag.to_owned());
        }
        tags
    }

    /// The first of these fields that holds a valid date (B7).
    pub(crate) fn date(&mut self, keys: &[&'static str]) -> Option<String> {
        keys.iter().find_map(|key| {
            let scalar = self.scalar(key)?;
            let text = non_null(scalar)?;
            let moment = Moment::read(&text);
            if moment.is_none() {
                // The first line of front matter is the document's second. The value is not shown: it may be a secret.
                let message = format!("`{key}` is no valid date; write YYYY-MM-DD or an RFC 3339 date-time");
                self.warn_once(Warning::new("invalid-date", message).at(Position::Line(scalar.line + 1)));
            }
            moment.map(|moment| moment.to_string())
        })
    }

    fn scalar(&mut self, key: &str) -> Option<&'f Scalar> {
        let value = self.mapping.get(key)?;
        if value.as_scalar().is_none() {
            self.warn_not_text(key);
        }
        value.as_scalar()
    }

    fn redacted(&self, scalar: &Scalar) -> Option<String> {
        non_null(scalar).map(|text| match self.redactor.redact(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(redacted) => redacted,
        })
    }

    fn warn_not_text(&mut self, key: &str) {
        let message = format!("`{key}` holds a list or mapping where text is expected; it is left out");
        self.warn_once(Warning::new("not-text", message));
    }

    fn warn_once(&mut self, warning: Warning) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// The text of a scalar, white space collapsed; `None` for a word that means nothing (B8).
fn non_null(scalar: &Scalar) -> Option<String> {
    let text = collapse(&scalar.text);
    let is_null = ["", "~", "null", "none"].iter().any(|word| text.eq_ignore_ascii_case(word));
    (!is_null).then_some(text)
}

/// `tag` in lowercase, except for redaction markers.
fn lowercase(tag: &str) -> String {
    let mut lower = String::with_capacity(tag.len());
    let mut copied = 0;
    for (marker, _) in redact::markers(tag) {
        lower += &unicode::lowercase(slice(tag, copied..marker.start));
        lower += slice(tag, marker.clone());
        copied = marker.end;
    }
    lower + &unicode::lowercase(slice(tag, copied..tag.len()))
}

/// The title of a document that has it from a heading (B2).
pub(crate) fn heading_title(heading: &str, bounds: &mut MetadataBounds) -> String {
    bounded(&collapse(name(heading)), bounds).to_owned()
}

/// `value`, cut if it is too long to be repeated (C1). A redaction marker is left out rather than cut in two.
fn bounded<'v>(value: &'v str, bounds: &mut MetadataBounds) -> &'v str {
    let cut = bounds.cut(value);
    let end = if cut.len() < value.len() { redact::marker_start(value, cut.len()) } else { None };
    slice(cut, 0..end.unwrap_or(cut.len()))
}
