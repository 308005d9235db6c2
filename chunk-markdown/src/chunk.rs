use chunk_core::{Chunk, ContentHash, types::Metadata};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, ops::Not};

/// A chunk of a Markdown document: a citable piece of it and where it is.
// Keys in the contract's order, extra ones last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MarkdownChunk<'u> {
    /// SHA-256 of `source_file`, `start_line` in decimal and `content`, one after the other; lowercase hexadecimal.
    pub chunk_id: String,
    /// The document's path, relative to the root of its corpus.
    pub source_file: Cow<'u, str>,
    /// The document's version, such as a commit id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub source_version: Option<Cow<'u, str>>,
    /// First line of `content`, 1-based.
    pub start_line: usize,
    /// Last line of `content`, 1-based, inclusive.
    pub end_line: usize,
    /// The overlap and the body, verbatim but for LF line ends; the last line's end is left out.
    pub content: Cow<'u, str>,
    /// How many tokens `content` is, exactly: of cl100k_base, or of another counter if the policy has one, which the policy's
    /// version names and no record.
    pub tokens: usize,
    /// Text of the first heading of the body's run of headings, or of the section that the body continues; empty
    /// before the first heading.
    pub section_header: String,
    /// What the body starts with.
    pub chunk_type: ChunkType,
    /// Whether `content` starts with an overlap.
    pub overlap_with_previous: bool,
    /// When the document was created, or the run that chunked it began: RFC 3339, UTC, seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub created_at: Option<String>,
    /// Length of the overlap in code points: the body is what follows.
    pub overlap_chars: usize,
    /// First line of the body, 1-based.
    pub body_start_line: usize,
    /// Where `content` starts in the file as given, in bytes.
    pub source_start_byte: usize,
    /// Where `content` ends in the file as given, in bytes, exclusive.
    pub source_end_byte: usize,
    /// SHA-256 of the body alone: what stays the same when lines are inserted above.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub chunk_hash: ContentHash,
    /// Texts of the headings that are open after the run of headings at the body's start, from the top.
    pub heading_path: Vec<String>,
    /// Header row of the table that the body continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub table_header: Option<Cow<'u, str>>,
    /// Whether a part of it was cut that is kept whole without a hard limit; the key is absent if not (M14).
    #[serde(default, skip_serializing_if = "Not::not")]
    pub cut: bool,
    /// The text to embed: a head that says what the chunk is about, a blank line, and `content`; the key is absent if it was not asked
    /// for (M15).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed: Option<String>,
    /// SHA-256 of `embed`: what changes when it has to be embedded again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub embed_hash: Option<ContentHash>,
    /// What was to be kept of the front matter and of what the caller knows of the document; the key is absent if there is nothing (M16).
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, serde_json::Value>"))]
    pub metadata: Metadata,
}

/// What the body of a chunk starts with (M10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChunkType {
    /// A top-level heading.
    Header,
    /// A paragraph, table, quote, footnote, HTML block, rule or definition.
    Paragraph,
    /// A top-level code block.
    Code,
    /// A list.
    List,
}

impl MarkdownChunk<'_> {
    /// The same chunk, borrowing nothing.
    ///
    /// ```
    /// use chunk_markdown::{MarkdownChunk, MarkdownError, MarkdownPolicy};
    ///
    /// fn chunks() -> Result<Vec<MarkdownChunk<'static>>, MarkdownError> {
    ///     let text = String::from("# Pumps\n\nIt hums.\n"); // is gone when this returns
    ///     let chunks = MarkdownPolicy::default().chunks("pumps.md", &text)?;
    ///     Ok(chunks.into_iter().map(MarkdownChunk::into_owned).collect())
    /// }
    /// assert_eq!(chunks()?[0].body(), "# Pumps\n\nIt hums.");
    /// # Ok::<(), MarkdownError>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> MarkdownChunk<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        MarkdownChunk {
            chunk_id: self.chunk_id,
            source_file: owned(self.source_file),
            source_version: self.source_version.map(owned),
            start_line: self.start_line,
            end_line: self.end_line,
            content: owned(self.content),
            tokens: self.tokens,
            section_header: self.section_header,
            chunk_type: self.chunk_type,
            overlap_with_previous: self.overlap_with_previous,
            created_at: self.created_at,
            overlap_chars: self.overlap_chars,
            body_start_line: self.body_start_line,
            source_start_byte: self.source_start_byte,
            source_end_byte: self.source_end_byte,
            chunk_hash: self.chunk_hash,
            heading_path: self.heading_path,
            table_header: self.table_header.map(owned),
            cut: self.cut,
            embed: self.embed,
            embed_hash: self.embed_hash,
            metadata: self.metadata,
        }
    }

    /// `content` without the overlap.
    #[must_use]
    pub fn body(&self) -> &str {
        let mut chars = self.content.chars();
        if let Some(last) = self.overlap_chars.checked_sub(1) {
            chars.nth(last);
        }
        chars.as_str()
    }
}

/// `chunk_id` and `chunk_hash` (M8): `printf '%s%s%s' FILE LINE CONTENT | sha256sum`, where the content is `overlap` and `body`, and the
/// hash of `body` alone.
pub(crate) fn hashes(
    source_file: &str,
    start_line: usize,
    overlap: &str,
    body: &str,
) -> (ContentHash, ContentHash) {
    let id = ContentHash::of_parts([source_file, &start_line.to_string(), overlap, body]);
    (id, ContentHash::of(body))
}

impl Chunk for MarkdownChunk<'_> {
    fn text(&self) -> &str {
        &self.content
    }

    /// The hash of the body: `chunk_hash`.
    fn replay_hash(&self) -> ContentHash {
        self.chunk_hash
    }

    fn id(&self) -> Option<&str> {
        Some(&self.chunk_id)
    }

    fn tokens(&self) -> Option<usize> {
        Some(self.tokens)
    }
}
