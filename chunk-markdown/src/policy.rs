use crate::{
    Document, MarkdownChunk, MarkdownConfig, MarkdownError, Packing,
    block::Blocks,
    error::Kind,
    outline::Outline,
    overlap::Overlaps,
    pack::pack,
    record::Records,
    section::{self, Section},
    text::Text,
    unit::{Unit, Units},
};
use chunk_core::{
    Cl100k, ConfigError, Contract, LineEnds, Normalized, Policy, Position, Sink, Source, TokenCounter,
    TokenMeasure, Warning,
};
use std::borrow::Cow;

/// The Markdown policy: chunks along headings and blocks that can be cited by file and lines.
///
/// ```
/// use chunk_markdown::{Document, MarkdownConfig, MarkdownPolicy, chunk_core::Policy};
///
/// let policy = MarkdownPolicy::new(MarkdownConfig::default())?;
/// let document = Document::new("guide.md", "# Guide\n\n## Install\nRun it.\n\n## Use\nRead it.\n");
/// let chunks = policy.collect(document)?.chunks;
///
/// let cited: Vec<_> = chunks.iter().map(|chunk| (&*chunk.section_header, chunk.body_start_line)).collect();
/// assert_eq!(cited, [("Guide", 1), ("Use", 6)]);
/// assert_eq!(chunks[1].body(), "## Use\nRead it.");
/// assert_eq!(chunks[1].heading_path, ["Guide", "Use"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct MarkdownPolicy {
    config: MarkdownConfig,
}

impl MarkdownPolicy {
    /// The settings in force.
    #[must_use]
    pub const fn config(&self) -> &MarkdownConfig {
        &self.config
    }

    /// Whether the body of `chunk` is above `chunk_size`: a part that cannot be cut (M5).
    #[must_use]
    pub fn is_oversized(&self, chunk: &MarkdownChunk<'_>) -> bool {
        // What is not above it with the overlap is not without it.
        let size = self.config.chunk_size;
        chunk.tokens > size && Cl100k::default().count(chunk.body()) > size
    }

    /// The stretches of a document that are cut each by itself (M3, M12).
    fn stretches(&self, blocks: &Blocks, measure: &dyn TokenMeasure) -> Vec<Section> {
        let sections = section::sections(blocks);
        match self.config.packing {
            Packing::Strict => sections,
            Packing::Sections => {
                section::joined(sections, self.config.chunk_size, |bytes| measure.count(bytes))
            }
        }
    }

    fn oversized(&self, unit: &Unit, text: &Text<'_>) -> Warning {
        let (code, what) = match unit.is_code {
            true => ("oversized-code-block", "a code block"),
            false => ("oversized-block", "a part that cannot be cut"),
        };
        let message =
            format!("{what} has {} tokens, above chunk_size = {}", unit.tokens, self.config.chunk_size);
        Warning::new(code, message).at(Position::Line(text.lines.line(unit.bytes.start)))
    }
}

impl Policy for MarkdownPolicy {
    const CONTRACT: Contract = Contract { policy: "markdown", version: "markdown.v1" };
    type Config = MarkdownConfig;
    type Unit<'u> = Document<'u>;
    type Chunk<'u> = MarkdownChunk<'u>;
    type Error = MarkdownError;

    /// # Errors
    /// [`ConfigError`] if a size is out of its range (M4).
    fn new(config: MarkdownConfig) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config })
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
        document: Document<'u>,
        sink: &mut dyn Sink<MarkdownChunk<'u>>,
    ) -> Result<(), MarkdownError> {
        document.check_source_file()?;
        let created_at = document.created_at()?;
        let source = Normalized::without_bom(document.text, LineEnds::CrLf);
        let text = Text::new(source.as_str());
        let blocks = Blocks::parse(&text);
        let counter = Cl100k::default();
        let measure = &*counter.measure(source.as_str());
        let mut records = Records {
            document,
            created_at,
            source: &source,
            text: &text,
            measure,
            outline: Outline::new(&text, &blocks),
            overlaps: Overlaps::new(&text, &blocks, measure, self.config.chunk_overlap),
        };
        let units = Units { text: &text, blocks: &blocks, measure, chunk_size: self.config.chunk_size };
        for stretch in self.stretches(&blocks, measure) {
            let units = units.of(&stretch);
            let oversized = units.iter().filter(|unit| unit.tokens > self.config.chunk_size);
            oversized.for_each(|unit| sink.warning(self.oversized(unit, &text)));
            for body in pack(measure, &units, self.config.chunk_size) {
                if sink.chunk(records.record(&body)).is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// # Errors
    /// If the span is none of the document.
    fn replay<'u>(
        &self,
        unit: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, MarkdownError> {
        let span = chunk.source_start_byte..chunk.source_end_byte;
        let length = unit.text.len();
        let content = unit.text.get(span.clone()).ok_or(Kind::Span { span, length })?;
        let content = Normalized::new(content, LineEnds::CrLf);
        let overlap_chars = chunk.overlap_chars;
        let end = content.as_str().len();
        let mut starts = content.as_str().char_indices().map(|(at, _)| at).chain([end]);
        let body = starts.nth(overlap_chars).ok_or(Kind::Overlap { overlap_chars })?;
        Ok(content.part(body..end))
    }
}
