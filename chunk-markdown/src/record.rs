//! Makes the record of a body: overlap, lines, ids, and where in the outline it stands (M6 to M11). What depends on the body alone is a
//! [`Cut`], which may be made in another thread; the rest needs the bodies in order.

use crate::{Document, MarkdownChunk, chunk::hashes, outline::Outline, overlap::Overlaps, text::Text};
use chunk_core::{ContentHash, Normalized, TokenMeasure, slice};
use std::{borrow::Cow, ops::Range};

/// Finds what depends on the body alone.
#[derive(Clone, Copy)]
pub(crate) struct Cutter<'d> {
    pub(crate) source_file: &'d str,
    pub(crate) text: &'d Text<'d>,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) overlaps: Overlaps<'d>,
}

/// A body with its overlap (together its content), and what is computed from them.
pub(crate) struct Cut {
    body: Range<usize>,
    content: Range<usize>,
    start_line: usize,
    tokens: usize,
    id: ContentHash,
    hash: ContentHash,
}

impl Cutter<'_> {
    pub(crate) fn cut(&self, body: Range<usize>) -> Cut {
        let text = |bytes| slice(self.text.text, bytes);
        let content = self.overlaps.start(body.start)..body.end;
        let start_line = self.text.lines.line(content.start);
        let overlap = content.start..body.start;
        let (id, hash) = hashes(self.source_file, start_line, text(overlap), text(body.clone()));
        Cut { start_line, tokens: self.measure.count(content.clone()), id, hash, body, content }
    }
}

/// Makes the records of a document, body by body in order.
pub(crate) struct Records<'u, 'd> {
    pub(crate) document: Document<'u>,
    pub(crate) created_at: Option<String>,
    pub(crate) source: &'d Normalized<'u>,
    pub(crate) text: &'d Text<'d>,
    pub(crate) outline: Outline<'d>,
}

impl<'u> Records<'u, '_> {
    /// The record of `cut`, whose body must stand after the last one's.
    pub(crate) fn record(&mut self, cut: Cut) -> MarkdownChunk<'u> {
        let Document { source_file, source_version, .. } = self.document;
        let Cut { body, content, start_line, tokens, id, hash } = cut;
        let overlap = slice(self.text.text, content.start..body.start);
        let place = self.outline.place(&body);
        let source_bytes = self.source.source_range(content.clone());
        MarkdownChunk {
            chunk_id: id.to_string(),
            source_file: Cow::Borrowed(source_file),
            source_version: source_version.map(Cow::Borrowed),
            start_line,
            end_line: self.text.lines.line(content.end.saturating_sub(1)),
            tokens,
            section_header: place.section_header.to_owned(),
            chunk_type: place.chunk_type,
            overlap_with_previous: !overlap.is_empty(),
            created_at: self.created_at.clone(),
            overlap_chars: overlap.chars().count(),
            body_start_line: self.text.lines.line(body.start),
            source_start_byte: source_bytes.start,
            source_end_byte: source_bytes.end,
            chunk_hash: hash,
            heading_path: place.heading_path,
            table_header: place.table_header.map(|row| self.source.part(row)),
            content: self.source.part(content),
        }
    }
}
