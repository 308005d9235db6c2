//! Makes the record of a body: overlap, lines, ids, and where in the outline it stands (M6 to M11).

use crate::{
    Document, MarkdownChunk, MarkdownConfig, chunk::hashes, outline::Outline, overlap::Overlaps, pack::Piece,
    parsed::Parsed, section::Section,
};
use chunk_core::{
    Embed, EmbedHead, Normalized, TokenCounter, counters::TokenMeasure, embed, head_room, slice,
    types::Metadata, unicode::trim,
};
use std::{borrow::Cow, ops::Range};

/// Makes the records of a document, body by body in order.
pub(crate) struct Records<'u, 'd> {
    pub(crate) document: Document<'u>,
    pub(crate) created_at: Option<String>,
    pub(crate) source: &'d Normalized<'u>,
    pub(crate) parsed: &'d Parsed<'d>,
    pub(crate) measure: &'d dyn TokenMeasure,
    pub(crate) overlaps: Overlaps<'d>,
    pub(crate) outline: Outline<'d>,
    pub(crate) counter: &'d dyn TokenCounter,
    pub(crate) config: &'d MarkdownConfig,
    /// Title of the document.
    pub(crate) title: &'d str,
    pub(crate) metadata: Metadata,
    /// Line of the first chunk of which the head of the text to embed is cut.
    pub(crate) cut_head: Option<usize>,
}

impl<'u> Records<'u, '_> {
    /// The most tokens of the chunks of a section: under a hard limit, room is kept for the head of its texts to embed (M15).
    pub(crate) fn size(&self, section: &Section) -> usize {
        let size = self.config.chunk_size;
        if self.config.embed.is_empty() || !self.config.hard_limit {
            return size;
        }
        // The bodies are still to be met one by one, so a copy of the outline looks ahead.
        let place = self.outline.clone().place(&section.bytes);
        let tables = within(&self.parsed.tables, &section.bytes);
        let rows = tables.map(|table| trim(slice(self.parsed.text, self.parsed.lines.around(table.start))));
        let table = rows.max_by_key(|row| self.counter.count(row)).unwrap_or_default();
        let head = self.head(&place.heading_path, table);
        size.saturating_sub(head_room(&head, size, self.counter)).max(1)
    }

    fn head(&self, headings: &[String], table: &str) -> String {
        let known = EmbedHead { title: self.title, headings, table, ..EmbedHead::default() };
        known.lines(&self.config.embed)
    }

    /// The text to embed, if there is to be one.
    fn embed(&mut self, chunk: &MarkdownChunk<'_>) -> Option<Embed> {
        if self.config.embed.is_empty() {
            return None;
        }
        let head = self.head(&chunk.heading_path, chunk.table_header.as_deref().unwrap_or_default());
        let size = self.config.chunk_size;
        let most = if self.config.hard_limit { size } else { usize::MAX };
        let embed = embed(&head, &chunk.content, size / 4, most, self.counter);
        if embed.is_cut {
            self.cut_head.get_or_insert(chunk.body_start_line);
        }
        Some(embed)
    }

    /// The record of `body`, which must stand after the last one's, of at most `size` tokens if there is a hard limit.
    pub(crate) fn record(&mut self, Piece { bytes: body, cut }: Piece, size: usize) -> MarkdownChunk<'u> {
        let Document { source_file, source_version, .. } = self.document;
        let text = |bytes| slice(self.parsed.text, bytes);
        let line = |byte| self.parsed.lines.line(byte);
        let content = self.overlaps.start(&body, size)..body.end;
        let overlap = text(content.start..body.start);
        let (id, hash) = hashes(source_file, line(content.start), overlap, text(body.clone()));
        let place = self.outline.place(&body);
        let source_bytes = self.source.source_range(content.clone());
        let mut chunk = MarkdownChunk {
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
            embed: None,
            embed_hash: None,
            metadata: self.metadata.clone(),
        };
        if let Some(embed) = self.embed(&chunk) {
            (chunk.embed, chunk.embed_hash) = (Some(embed.text), Some(embed.hash));
        }
        chunk
    }
}

/// Those of `tables`, ascending, that start in a section.
fn within<'t>(tables: &'t [Range<usize>], section: &Range<usize>) -> impl Iterator<Item = &'t Range<usize>> {
    let first = tables.partition_point(|table| table.start < section.start);
    let last = tables.partition_point(|table| table.start < section.end);
    tables.iter().take(last).skip(first)
}
