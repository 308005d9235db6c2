//! Reads a document: its path and frontmatter into metadata, its body redacted (B1 to B8, B21).

use crate::{
    BacklogConfig, Doctype, Metadata,
    bounds::bounded,
    chunk::{CONTRACT, ChunkKind},
    date::Moment,
    error::Kind,
    offset::MAX_BYTES,
    path::DocumentPath,
    redact::Redactor,
    section::collapse,
};
use chunk_core::{
    ContentHash, LONGEST_METADATA, LineEnds, MetadataBounds, Normalized, Position, Warning,
    frontmatter::{self, Mapping, Scalar, Value},
    slice, unicode,
};
use std::borrow::Cow;

/// A document of a backlog as given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document<'u> {
    /// Its path, relative to the backlog's root, with `/` between its segments (B3).
    pub path: &'u str,
    /// Its text, with any line ends.
    pub text: &'u str,
}

impl<'u> Document<'u> {
    /// A document.
    #[must_use]
    pub const fn new(path: &'u str, text: &'u str) -> Self {
        Self { path, text }
    }
}

/// A document as read, all of it redacted.
pub(crate) struct Read<'u> {
    pub(crate) body: Cow<'u, str>,
    /// The metadata that all chunks have in common; the rest is still to be filled in.
    pub(crate) metadata: Metadata,
    /// Whether the frontmatter has a title.
    pub(crate) has_title: bool,
    pub(crate) warnings: Vec<Warning>,
    /// Whether a value that all chunks repeat had to be cut (C1).
    pub(crate) bounds: MetadataBounds,
}

pub(crate) fn read<'u>(
    document: Document<'u>,
    config: &BacklogConfig,
    redactor: &Redactor,
) -> Result<Read<'u>, Kind> {
    let path = DocumentPath::read(document.path)?;
    let product = path.product.or(config.product.as_deref()).ok_or(Kind::NoProduct)?;
    let text = Normalized::without_bom(document.text, LineEnds::CrLfAndCr);
    if text.as_str().len() > MAX_BYTES {
        return Err(Kind::TooLong);
    }
    let (mapping, body) = split(text.as_str())?;
    let mut fields =
        Fields { mapping: &mapping, redactor, warnings: Vec::new(), bounds: MetadataBounds::default() };
    let title = fields.text("title");
    let of_items = |value: Option<String>| value.filter(|_| path.doctype == Doctype::Item);
    let (state, updated, created): (_, &[&'static str], &[&'static str]) = match path.doctype {
        Doctype::Item => (fields.text("state"), &["updated"], &["created"]),
        Doctype::Adr => (
            fields.text("status").or_else(|| fields.text("state")),
            &["updated", "date", "decision_date"],
            &["created", "date", "decision_date"],
        ),
    };
    let metadata = Metadata {
        schema_version: CONTRACT.version.into(),
        doc_id: fields
            .id("id")?
            .unwrap_or_else(|| path.stem.split('_').next().unwrap_or_default().to_owned()),
        uid: fields.id("uid")?,
        doctype: path.doctype,
        item_type: of_items(fields.text("type")),
        title: title.clone().unwrap_or_else(|| path.stem.to_owned()),
        state,
        tags: fields.tags(),
        parent: of_items(fields.id("parent")?),
        product: product.to_owned(),
        source_path: path.source_path.to_owned(),
        path_hash: config.hash_format.show(ContentHash::of(path.source_path)),
        section_path: Cow::Borrowed(""),
        chunk_kind: ChunkKind::Section,
        chunk_index: 0,
        chunk_count: 0,
        chunk_char_len: 0,
        chunk_hash: String::new(),
        source_updated: fields.date(updated),
        created_at: fields.date(created),
        worklog_span_start: None,
        worklog_span_end: None,
        language: "en".into(),
        redaction: String::new(),
    };
    let (warnings, bounds) = (fields.warnings, fields.bounds);
    let body = match redactor.redact(slice(text.as_str(), body..text.as_str().len())) {
        Cow::Borrowed(_) => text.part(body..text.as_str().len()),
        Cow::Owned(redacted) => Cow::Owned(redacted),
    };
    Ok(Read { body, metadata, has_title: title.is_some(), warnings, bounds })
}

/// The frontmatter's values, and where the body starts (B2).
fn split(text: &str) -> Result<(Mapping, usize), Kind> {
    match frontmatter::split(text, &["---"]) {
        // `---` directly below `---` is no error, though there is no mapping between.
        Some(found) if found.yaml.is_empty() => Ok((Mapping::default(), found.body)),
        Some(found) => Ok((frontmatter::parse(slice(text, found.yaml))?, found.body)),
        None if text.lines().next().is_some_and(|line| unicode::trim_end(line) == "---") => {
            let reason = "it is never closed by a line `---`".to_owned();
            Err(Kind::Frontmatter { line: 1, reason })
        }
        None => Ok((Mapping::default(), 0)),
    }
}

/// Reads the fields of the frontmatter as metadata.
struct Fields<'f> {
    mapping: &'f Mapping,
    redactor: &'f Redactor,
    warnings: Vec<Warning>,
    bounds: MetadataBounds,
}

impl<'f> Fields<'f> {
    /// The text of a scalar, trimmed, white space collapsed, redacted, and cut if it is too long (C1); `None` for a word that means
    /// nothing, such as `null` (B8).
    fn text(&mut self, key: &str) -> Option<String> {
        let scalar = self.scalar(key)?;
        let text = self.redacted(scalar)?;
        Some(bounded(&text, &mut self.bounds).to_owned())
    }

    /// The same for an id, which is never cut: it is an error if it is too long (C1).
    fn id(&mut self, key: &'static str) -> Result<Option<String>, Kind> {
        let Some(scalar) = self.scalar(key) else { return Ok(None) };
        let id = self.redacted(scalar);
        if id.as_ref().is_some_and(|id| id.chars().nth(LONGEST_METADATA).is_some()) {
            return Err(Kind::LongId { key, line: scalar.line + 1 });
        }
        Ok(id)
    }

    /// The tags (B6): a scalar is one tag. Together they are bounded like one value (C1).
    fn tags(&mut self) -> Vec<String> {
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
    fn date(&mut self, keys: &[&'static str]) -> Option<String> {
        keys.iter().find_map(|key| {
            let scalar = self.scalar(key)?;
            let text = non_null(scalar)?;
            let moment = Moment::read(&text);
            if moment.is_none() {
                // The frontmatter's first line is the document's second. The value is not shown: it may be a secret.
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
    for (marker, _) in crate::redact::markers(tag) {
        lower += &unicode::lowercase(slice(tag, copied..marker.start));
        lower += slice(tag, marker.clone());
        copied = marker.end;
    }
    lower + &unicode::lowercase(slice(tag, copied..tag.len()))
}
