//! From a document to its chunks: its text, parsed into blocks ([`Parsed`], M1, M2), becomes sections (M3, M12), a section over the size
//! becomes units ([`Divider`], M5), which are packed into pieces ([`pack`], M5), and each piece is the body of a record (M6 to M11).

use crate::{
    Document, MarkdownChunk, MarkdownConfig, MarkdownError, Packing,
    error::Kind,
    outline::Outline,
    overlap::Overlaps,
    pack::pack,
    parsed::Parsed,
    record::Records,
    section::{joined, sections},
    unit::{Divider, Unit},
};
use chunk_core::{
    Chunks, ConfigError, FromConfig, LineEnds, Normalized, Policy, Sink, Source, TokenCounter, Warning,
    counters::Cl100k,
    frontmatter::{self, Mapping},
    kept, long_head, lost_text,
    markdown::{Block, BlockKind, top_level},
    slice, spanned,
    types::{Contract, MetadataValue, Position},
    unicode::trim,
};
use std::{borrow::Cow, ops::Range};

/// The Markdown policy: chunks along headings and blocks that can be cited by file and lines.
///
/// ```
/// use chunk_markdown::{MarkdownConfig, MarkdownPolicy};
///
/// let policy = MarkdownPolicy::new(MarkdownConfig::default().with_chunk_size(500))?;
/// let chunks = policy.chunks("guide.md", "# Guide\n\n## Install\nRun it.\n\n## Use\nRead it.\n")?;
///
/// let cited: Vec<_> = chunks.iter().map(|chunk| (&*chunk.section_header, chunk.body_start_line)).collect();
/// assert_eq!(cited, [("Guide", 1), ("Use", 6)]);
/// assert_eq!(chunks[1].body(), "## Use\nRead it.");
/// assert_eq!(chunks[1].heading_path, ["Guide", "Use"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MarkdownPolicy<C = Cl100k> {
    config: MarkdownConfig,
    pub(crate) counter: C,
}

impl Default for MarkdownPolicy {
    /// The policy of the contract: its default settings, counted in `cl100k_base`.
    fn default() -> Self {
        Self { config: MarkdownConfig::default(), counter: Cl100k::default() }
    }
}

impl MarkdownPolicy {
    /// A policy that counts in `cl100k_base`.
    ///
    /// # Errors
    /// [`ConfigError`] if a size is out of its range (M4).
    pub fn new(config: MarkdownConfig) -> Result<Self, ConfigError> {
        Self::with_counter(config, Cl100k::default())
    }
}

impl<C: TokenCounter> MarkdownPolicy<C> {
    /// A policy that counts with `counter`: sizes are in its tokens, within the same bounds. Work stays linear if the counter's
    /// [`measure`](TokenCounter::measure) counts a range without reading it again.
    ///
    /// # Errors
    /// [`ConfigError`] if a size is out of its range (M4).
    pub fn with_counter(config: MarkdownConfig, counter: C) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config, counter })
    }

    /// The chunks of a document, and the warnings about it.
    ///
    /// ```
    /// use chunk_markdown::MarkdownPolicy;
    ///
    /// for chunk in MarkdownPolicy::default().chunks("guide.md", "# Guide\n\nRead it.\n")? {
    ///     assert_eq!((chunk.tokens, &*chunk.content), (6, "# Guide\n\nRead it."));
    /// }
    /// # Ok::<(), chunk_markdown::MarkdownError>(())
    /// ```
    ///
    /// # Errors
    /// If `source_file` is not relative to a root.
    pub fn chunks<'u>(
        &self,
        source_file: &'u str,
        text: &'u str,
    ) -> Result<Chunks<MarkdownChunk<'u>>, MarkdownError> {
        let mut chunks = Chunks::default();
        self.chunk_into(Document::new(source_file, text), &mut chunks)?;
        Ok(chunks)
    }

    /// The version of this policy's output: the contract's, followed by the name of the encoding unless that is
    /// `cl100k_base` (T10). Records do not name the encoding of their tokens: keep the version beside them.
    #[must_use]
    pub fn version(&self) -> Cow<'static, str> {
        CONTRACT.version_in(self.counter.encoding())
    }

    /// What counts the tokens.
    #[must_use]
    pub const fn counter(&self) -> &C {
        &self.counter
    }

    /// The settings in force.
    #[must_use]
    pub const fn config(&self) -> &MarkdownConfig {
        &self.config
    }

    /// Whether the body of `chunk` is above `chunk_size`, since it cannot be cut (M5).
    #[must_use]
    pub fn is_oversized(&self, chunk: &MarkdownChunk<'_>) -> bool {
        // A body whose chunk fits, overlap included, need not be counted.
        let size = self.config.chunk_size;
        chunk.tokens > size && self.counter.count(chunk.body()) > size
    }

    fn chunk_into<'u>(
        &self,
        document: Document<'u>,
        sink: &mut dyn Sink<MarkdownChunk<'u>>,
    ) -> Result<(), MarkdownError> {
        document.check_source_file()?;
        let created_at = document.created_at()?;
        let &MarkdownConfig { chunk_size, packing, hard_limit, .. } = &self.config;
        let source = Normalized::without_bom(document.text, LineEnds::CrLf);
        let text = source.as_str();
        let front_matter = frontmatter::find(text);
        let mut fields = Mapping::default();
        if let Some(found) = &front_matter {
            match frontmatter::parse(slice(text, found.yaml.clone())) {
                Ok(found) => fields = found,
                Err(error) => {
                    let message = format!(
                        "the front matter cannot be read: {}; it is left out all the same",
                        error.reason
                    );
                    let place = Position::Line(error.line + 1);
                    sink.warning(Warning::new("malformed-frontmatter", message).at(place));
                }
            }
        }
        let parsed = &Parsed::new(text, front_matter.map_or(0, |found| found.body));
        let measure = &*self.counter.measure(text);
        let mut sections = sections(&parsed.blocks);
        let overlaps = Overlaps::new(parsed, measure, &self.config, &sections);
        if packing == Packing::Sections {
            sections = joined(sections, measure, chunk_size);
        }
        let mut outline = Outline::new(parsed, measure, chunk_size);
        let title = match self.config.embed.is_empty() {
            true => "",
            false => outline.metadata.cut(title(&fields, &parsed.blocks)),
        };
        let of_document = |key: &str| fields.get(key).map(MetadataValue::from);
        let metadata = kept(&self.config.keep, document.fields, of_document, &mut outline.metadata);
        let mut records = Records {
            document,
            created_at,
            source: &source,
            parsed,
            measure,
            overlaps,
            outline,
            counter: &self.counter,
            config: &self.config,
            title,
            metadata,
            cut_head: None,
        };
        let mut bodies = Vec::new();
        for section in sections {
            let chunk_size = records.size(&section);
            let units = Divider { parsed, measure, chunk_size, hard_limit }.units(&section);
            let above = units.iter().filter(|unit| unit.tokens > self.config.chunk_size);
            above.for_each(|unit| sink.warning(self.oversized(unit, parsed)));
            for body in pack(measure, &units, chunk_size) {
                bodies.push(body.bytes.clone());
                if sink.chunk(records.record(body, chunk_size)).is_break() {
                    return Ok(());
                }
            }
        }
        let lost = lost_text(text, parsed.start, bodies);
        if let Some(line) = records.cut_head {
            sink.warning(long_head().at(Position::Line(line)));
        }
        records.outline.metadata.warning().into_iter().chain(lost).for_each(|warning| sink.warning(warning));
        Ok(())
    }

    /// The body of `chunk`, rebuilt from `document` by its span and the length of its overlap.
    ///
    /// # Errors
    /// If the span does not lie in the document, or the overlap is longer than it.
    pub(crate) fn body_of<'u>(
        &self,
        document: Document<'u>,
        chunk: &MarkdownChunk<'_>,
    ) -> Result<Cow<'u, str>, MarkdownError> {
        let span = chunk.source_start_byte..chunk.source_end_byte;
        let content = spanned(document.text, span).map_err(Kind::from)?;
        let content = Normalized::new(content, LineEnds::CrLf);
        let overlap_chars = chunk.overlap_chars;
        let end = content.as_str().len();
        let mut starts = content.as_str().char_indices().map(|(at, _)| at).chain([end]);
        let body = starts.nth(overlap_chars).ok_or(Kind::Overlap { overlap_chars })?;
        Ok(content.part(body..end))
    }

    fn oversized(&self, unit: &Unit, parsed: &Parsed<'_>) -> Warning {
        let (code, what) = match unit.is_code {
            true => ("oversized-code-block", "a code block"),
            false => ("oversized-block", "a part that cannot be cut"),
        };
        let (tokens, size) = (unit.tokens, self.config.chunk_size);
        let remedy = if self.config.hard_limit { "" } else { "; hard_limit = true would cut it" };
        let message = format!("{what} has {tokens} tokens, above chunk_size = {size}{remedy}");
        Warning::new(code, message).at(Position::Line(parsed.lines.line(unit.bytes.start)))
    }
}

/// The title of a document: that of its front matter, or else its first heading (M15).
fn title<'d>(fields: &'d Mapping, blocks: &'d [Block]) -> &'d str {
    let given = fields.get("title").and_then(|title| Some(trim(&title.as_scalar()?.text)));
    let heading = || {
        top_level(blocks).find_map(|index| match &blocks.get(index)?.kind {
            BlockKind::Heading { title, .. } => Some(trim(title)),
            _ => None,
        })
    };
    given.filter(|title| !title.is_empty()).or_else(heading).unwrap_or_default()
}

const CONTRACT: Contract = Contract::new("markdown", "markdown.v1");

impl<C: TokenCounter + Default> FromConfig for MarkdownPolicy<C> {
    fn new(config: MarkdownConfig) -> Result<Self, ConfigError> {
        Self::with_counter(config, C::default())
    }
}

impl<C: TokenCounter> Policy for MarkdownPolicy<C> {
    const CONTRACT: Contract = CONTRACT;
    type Config = MarkdownConfig;
    type Unit<'u> = Document<'u>;
    type Chunk<'u> = MarkdownChunk<'u>;
    type Error = MarkdownError;

    fn version(&self) -> Cow<'static, str> {
        self.version()
    }

    fn warnings(&self) -> Vec<Warning> {
        self.config.warnings()
    }

    /// # Errors
    /// If the bytes are not UTF-8, with the offset.
    fn unit<'u>(&self, source: Source<'u>) -> Result<Document<'u>, MarkdownError> {
        Ok(Document::from_source(source)?)
    }

    /// # Errors
    /// If `source_file` is not relative to a root, or `created_at_ms` is beyond the calendar.
    fn chunk<'u>(
        &self,
        unit: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), MarkdownError> {
        self.chunk_into(unit, sink)
    }

    fn source_bytes<'u>(&self, _: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Option<Range<usize>> {
        Some(chunk.source_start_byte..chunk.source_end_byte)
    }

    fn replay<'u>(
        &self,
        unit: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, MarkdownError> {
        self.body_of(unit, chunk)
    }
}
