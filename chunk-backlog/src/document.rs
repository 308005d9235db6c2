//! Reads a document: its path and front matter into metadata, its body redacted (B1 to B8, B21).

use crate::{
    BacklogConfig, Doctype, Metadata,
    chunk::{CONTRACT, ChunkKind},
    error::Kind,
    fields::Fields,
    path::DocumentPath,
    redact::Redactor,
};
use chunk_core::{
    ContentHash, LineEnds, MetadataBounds, Normalized, Warning,
    frontmatter::{self, Mapping},
    slice,
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
    /// What kind of document it is, if its path does not say so: a document that was read from another program's file.
    pub doctype: Option<Doctype>,
}

impl<'u> Document<'u> {
    /// A document.
    #[must_use]
    pub const fn new(path: &'u str, text: &'u str) -> Self {
        Self { path, text, doctype: None }
    }

    /// The same document, of this kind wherever it lies.
    #[must_use]
    pub const fn with_doctype(mut self, doctype: Doctype) -> Self {
        self.doctype = Some(doctype);
        self
    }
}

/// A document as read, all of it redacted.
pub(crate) struct Read<'u> {
    pub(crate) body: Cow<'u, str>,
    /// The metadata that all chunks have in common; the rest is still to be filled in.
    pub(crate) metadata: Metadata,
    /// Whether the front matter has a title.
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
    let path = DocumentPath::of(document.path, document.doctype)?;
    let product = path.product.or(config.product.as_deref()).ok_or(Kind::NoProduct)?;
    let text = Normalized::without_bom(document.text, LineEnds::CrLfAndCr);
    let (mapping, body) = split(text.as_str())?;
    let mut fields = Fields::new(&mapping, redactor);
    let title = fields.text("title");
    let is_item = path.doctype == Doctype::Item;
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
        item_type: if is_item { fields.text("type") } else { None },
        title: title.clone().unwrap_or_else(|| path.stem.to_owned()),
        state,
        tags: fields.tags(),
        parent: if is_item { fields.id("parent")? } else { None },
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

/// The front matter's values, and where the body starts (B2).
fn split(text: &str) -> Result<(Mapping, usize), Kind> {
    let Some(found) = frontmatter::find(text) else { return Ok((Mapping::default(), 0)) };
    Ok((frontmatter::parse(slice(text, found.yaml))?, found.body))
}
