//! Makes the record of a body: overlap, lines, ids, and where in the outline it stands (M6 to M11).

use crate::{
    Document, MarkdownChunk, chunk::hashes, outline::Outline, overlap::Overlaps, pack::Piece, parsed::Parsed,
};
use chunk_core::{Normalized, TokenMeasure, slice};
use std::borrow::Cow;

/// Makes the records of a document, body by body in order.
pub(crate) struct Records<'u, 'd> {
    pub(crate) document: Document<'u>,
    pub(crate) created_at: Option<String>,
    pub(crate) source: &'d Normalized<'u>,
    pub(crate) parsed: &'d Parsed<'d>,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) overlaps: Overlaps<'d>,
    pub(crate) outline: Outline<'d>,
}

impl<'u> Records<'u, '_> {
    /// The record of `body`, which must stand after the last one's.
    pub(crate) fn record(&mut self, Piece { bytes: body, cut }: Piece) -> MarkdownChunk<'u> {
        let Document { source_file, source_version, .. } = self.document;
        let text = |bytes| slice(self.parsed.text, bytes);
        let line = |byte| self.parsed.lines.line(byte);
        let content = self.overlaps.start(&body)..body.end;
        let overlap = text(content.start..body.start);
        let (id, hash) = hashes(source_file, line(content.start), overlap, text(body.clone()));
        let place = self.outline.place(&body);
        let source_bytes = self.source.source_range(content.clone());
        MarkdownChunk {
            chunk_id: id.to_string(),
            source_file: Cow::Borrowed(source_file),
            source_version: source_version.map(Cow::Borrowed),
            start_line: line(content.start),
            end_line: line(content.end.saturating_sub(1)),
            tokens: self.measure.count(content.clone()),
            section_header: place.section_header.to_owned(),
            chunk_type: place.chunk_type,
            overlap_with_previous: !overlap.is_empty(),
            created_at: self.created_at.clone(),
            overlap_chars: overlap.chars().count(),
            body_start_line: line(body.start),
            source_start_byte: source_bytes.start,
            source_end_byte: source_bytes.end,
            chunk_hash: hash,
            heading_path: place.heading_path,
            table_header: place.table_header.map(|row| self.source.part(row)),
            content: self.source.part(content),
            cut,
        }
    }
}
