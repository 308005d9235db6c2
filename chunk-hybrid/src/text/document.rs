//! A document as given, [`Document`], and as read, [`ParsedContent`], with what is asked of it by place: the blocks in a span, the
//! section around a byte, the lines of a range.

use crate::english::{is_one_of, listed};
use crate::model::Vocabulary;
use crate::text::{Block, Label, Section, Word, WordSlice, Words, is_heading, read, time};
use chunk_core::{
    LineEnds, LineIndex, MetadataBounds, Normalized, Warning,
    frontmatter::{self, Mapping},
    kept, slice,
    types::{Metadata, MetadataValue, Position, Turn},
    unicode,
};
use std::{iter, ops::Range};

/// A document as the caller gives it (H1).
///
/// ```
/// use chunk_hybrid::{HybridPolicy, Document};
///
/// let mut document = Document::new("notes/pumps.md", "The pump hums.");
/// document.modified_at_ms = Some(1_714_554_000_000);
/// let found = HybridPolicy::default().chunk(&document)?;
/// assert_eq!(found.chunks[0].source_modified_at, Some(1_714_554_000_000));
/// # Ok::<(), chunk_hybrid::HybridError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Document<'d> {
    /// Its path, `/`-separated: part of the chunks' ids, and a hint for classification.
    pub path: &'d str,
    /// Its text, as given.
    pub text: &'d str,
    /// When it was last modified, in milliseconds since 1970-01-01 UTC.
    pub modified_at_ms: Option<i64>,
    /// When it was created, in milliseconds since 1970-01-01 UTC.
    pub created_at_ms: Option<i64>,
    /// What else the caller knows of it, such as the fields of its line of JSON; `keep` names what is kept of it (H27).
    pub fields: Option<&'d Metadata>,
    /// Its turns, if it is a conversation (H28): they are in order, do not overlap, and lie in the text.
    pub turns: &'d [Turn],
}

impl<'d> Document<'d> {
    /// A document of which only path and text are known.
    #[must_use]
    pub const fn new(path: &'d str, text: &'d str) -> Self {
        Self { path, text, modified_at_ms: None, created_at_ms: None, fields: None, turns: &[] }
    }
}

/// A document that has been read: its text, frontmatter, blocks, sections and words.
#[derive(Debug)]
pub struct ParsedContent<'d> {
    document: Document<'d>,
    pub(crate) normalized: Normalized<'d>,
    /// Where the text after the frontmatter starts.
    body: usize,
    frontmatter: Mapping,
    blocks: Vec<Block>,
    sections: Vec<Section>,
    pub(crate) words: Words,
    pub(crate) lines: LineIndex,
    /// That the frontmatter could not be read, if so.
    pub(crate) warnings: Vec<Warning>,
}

impl<'d> ParsedContent<'d> {
    /// Reads a document. Malformed frontmatter gives a warning, and its lines still count as frontmatter (H1).
    pub(crate) fn new(document: Document<'d>, vocabulary: &Vocabulary) -> Self {
        let normalized = Normalized::without_bom(document.text, LineEnds::CrLf);
        let text = normalized.as_str();
        let (mut body, mut frontmatter, mut warnings) = (0, Mapping::default(), Vec::new());
        if let Some(found) = frontmatter::find(text) {
            body = found.body;
            match frontmatter::parse(slice(text, found.yaml)) {
                Ok(mapping) => frontmatter = mapping,
                Err(error) => {
                    let message = format!(
                        "the frontmatter cannot be read: {}; it is left out all the same",
                        error.reason
                    );
                    let warning = Warning::new("malformed-frontmatter", message);
                    warnings.push(warning.at(Position::Line(error.line + 1)));
                }
            }
        }
        let words = Words::new(text, body, vocabulary);
        let (mut blocks, tree) = read::blocks(text, body);
        for block in &mut blocks {
            block.words = (words.all().before(block.start), words.all().before(block.end));
        }
        let sections = read::sections(text, &blocks, tree);
        let lines = LineIndex::new(text);
        Self { document, body, frontmatter, blocks, sections, words, lines, warnings, normalized }
    }

    /// The document it was read from.
    #[must_use]
    pub const fn document(&self) -> &Document<'d> {
        &self.document
    }

    /// The text with LF line ends and without a byte order mark. All spans are bytes of it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.normalized.as_str()
    }

    /// The bytes after the frontmatter.
    #[must_use]
    pub fn body(&self) -> Range<usize> {
        self.body..self.text().len()
    }

    /// The blocks of the body, in order.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The sections, in the order of their headings.
    #[must_use]
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The bytes of a block with all that is inside it.
    #[must_use]
    pub fn entry(&self, block: &Block) -> Range<usize> {
        let last = block.next.checked_sub(1).and_then(|last| self.blocks.get(last));
        block.start..last.map_or(block.end, |last| last.end)
    }

    /// What names an entry: the text of its heading; else its first line without mark, stamp and label.
    #[must_use]
    pub fn title(&self, block: &Block) -> Range<usize> {
        let line_end = block.text + self.text_of(block).lines().next().unwrap_or_default().len();
        let label = block.label.filter(|label| !is_heading(block) && label.name().end < line_end);
        label.map_or(block.text, |label| label.text.min(line_end))..line_end
    }

    /// A block and those that it is inside, from the inside out.
    pub(crate) fn outwards<'b>(&'b self, block: Option<&'b Block>) -> impl Iterator<Item = &'b Block> {
        iter::successors(block, |inner| self.blocks.get(inner.parent?))
    }

    /// The bytes of each word of the body: runs of letters and digits, with an apostrophe inside.
    pub fn words(&self) -> impl ExactSizeIterator<Item = Range<usize>> + '_ {
        self.words.all().iter().map(|word| word.span())
    }

    /// The value of `key` in the frontmatter, if it is a single one. Keys are compared without ASCII case, `-` and `_`: `taskId` finds
    /// `task_id`.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&str> {
        fn letters(text: &str) -> impl Iterator<Item = u8> {
            text.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase())
        }
        let (_, value) = self.frontmatter.iter().find(|(name, _)| letters(name).eq(letters(key)))?;
        let scalar = value.as_scalar()?;
        // `owner: null` names nobody.
        let says =
            |text: &&str| !text.is_empty() && (scalar.quoted || !is_one_of(text, &["~", "null", "none"]));
        Some(unicode::trim(&scalar.text)).filter(says)
    }

    /// Those of these keys that the caller knows or the frontmatter has (H27).
    pub(crate) fn kept(&self, keys: &[String], bounds: &mut MetadataBounds) -> Metadata {
        let own = |key: &str| self.frontmatter.get(key).map(MetadataValue::from);
        kept(keys, self.document.fields, own, bounds)
    }

    /// The value of the first of these keys that the frontmatter has.
    pub(crate) fn first_field(&self, keys: &[&str]) -> Option<&str> {
        keys.iter().find_map(|key| self.field(key))
    }

    /// The file's name without its extension.
    pub(crate) fn stem(&self) -> &'d str {
        let name = self.document.path.rsplit('/').next().unwrap_or_default();
        name.rsplit_once('.').map_or(name, |(stem, _)| if stem.is_empty() { name } else { stem })
    }

    /// The bytes `span` of the text.
    pub(crate) fn slice(&self, span: &Range<usize>) -> &str {
        slice(self.text(), span.clone())
    }

    /// The text of a block, after the mark of a heading or item.
    pub(crate) fn text_of(&self, block: &Block) -> &str {
        slice(self.text(), block.inner())
    }

    /// The words of a block.
    pub(crate) fn words_of(&self, block: &Block) -> WordSlice<'_> {
        self.words.all().part(block.words.0..block.words.1)
    }

    /// The words of a section's title.
    pub(crate) fn words_of_title(&self, section: &Section) -> WordSlice<'_> {
        let Some(heading) = self.blocks.get(section.heading) else { return WordSlice::default() };
        self.words_of(heading).within(&section.title)
    }

    /// The words of the label that a paragraph or item starts with; none if it has no label.
    pub(crate) fn words_of_label(&self, block: &Block) -> WordSlice<'_> {
        let label = block.label.filter(|_| block.is_text()).map_or(0..0, Label::name);
        self.words_of(block).within(&label)
    }

    /// Whether a word is one of a list, in any case.
    pub(crate) fn is_one_of(&self, word: Word, list: &[&str]) -> bool {
        is_one_of(self.slice(&word.span()), list)
    }

    /// Whether a word is in a list of `lists.tsv`, in any case.
    pub(crate) fn is_listed(&self, word: Word, list: &str) -> bool {
        listed(list, self.slice(&word.span())).is_some()
    }

    /// The first and the last line of `span`, from 1.
    pub(crate) fn lines_of(&self, span: &Range<usize>) -> (usize, usize) {
        (self.lines.line(span.start), self.lines.line(span.end.saturating_sub(1).max(span.start)))
    }

    /// How many blocks start before the byte `at`.
    pub(crate) fn blocks_before(&self, at: usize) -> usize {
        self.blocks.partition_point(|block| block.start < at)
    }

    /// The blocks that start in `span`.
    pub(crate) fn blocks_in(&self, span: &Range<usize>) -> &[Block] {
        self.blocks.get(self.blocks_before(span.start)..self.blocks_before(span.end)).unwrap_or_default()
    }

    /// Where the headings start that are right before the end of `span`, as far as they are in it.
    pub(crate) fn headings_before_end(&self, span: &Range<usize>) -> usize {
        let headings = self.blocks_in(span).iter().rev().take_while(|block| is_heading(block));
        headings.last().map_or(span.end, |first| first.start)
    }

    /// The blocks that lie in `span` at least in part.
    pub(crate) fn blocks_around(&self, span: &Range<usize>) -> &[Block] {
        let first = self.blocks.partition_point(|block| block.end <= span.start);
        self.blocks.get(first..self.blocks_before(span.end)).unwrap_or_default()
    }

    /// The last block that starts at the byte `at` or before it.
    pub(crate) fn block_at(&self, at: usize) -> Option<&Block> {
        self.blocks.get(self.blocks_before(at + 1).checked_sub(1)?)
    }

    /// The innermost section around the byte `at`.
    pub(crate) fn section_at(&self, at: usize) -> Option<&Section> {
        self.section(self.section_of(self.block_at(at)?))
    }

    /// The section that a block stands in, by its index. A heading stands in its own section.
    pub(crate) fn section_of(&self, block: &Block) -> Option<usize> {
        self.sections.partition_point(|section| section.heading <= block.number).checked_sub(1)
    }

    pub(crate) fn section(&self, index: Option<usize>) -> Option<&Section> {
        self.sections.get(index?)
    }

    /// A section and those around it, from the inside out.
    pub(crate) fn upwards<'s>(&'s self, section: Option<&'s Section>) -> impl Iterator<Item = &'s Section> {
        iter::successors(section, |inner| self.section(inner.parent))
    }

    /// The day of the document by its frontmatter or file name, as that day's first millisecond.
    pub(crate) fn day(&self) -> Option<i64> {
        let fields = ["date", "created", "timestamp", "day", "started", "started_at"];
        let named = fields.iter().filter_map(|field| self.field(field));
        named.chain([self.stem()]).find_map(|text| time::dated(text)?.1.day)
    }

    /// `span` without the blank lines at its ends; `None` if nothing is left.
    pub(crate) fn trimmed(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let text = self.slice(span);
        let is_line_start = span.start == 0 || self.text().as_bytes().get(span.start - 1) == Some(&b'\n');
        let is_line_end =
            matches!(self.text().as_bytes().get(span.end), None | Some(b'\n')) || text.ends_with('\n');
        let lead = text.len() - text.trim_start_matches(chunk_core::is_white_space).len();
        let tail = text.trim_end_matches(chunk_core::is_white_space).len();
        if tail <= lead {
            return None;
        }
        // Spaces at the start and end of a whole line stay; where a line is cut, those at the cut go.
        let start =
            if is_line_start { slice(text, 0..lead).rfind('\n').map_or(0, |at| at + 1) } else { lead };
        let line_rest = slice(text, tail..text.len());
        let end = match line_rest.find('\n') {
            Some(at) => tail + at,
            None if is_line_end => text.len(),
            None => tail,
        };
        Some(span.start + start..span.start + end)
    }

    /// Whether the body is nothing but white space.
    pub(crate) fn is_empty(&self) -> bool {
        unicode::trim(self.slice(&self.body())).is_empty()
    }
}
