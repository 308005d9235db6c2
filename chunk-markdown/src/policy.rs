//! From a document to its chunks: its lines ([`Text`], M1) and blocks ([`parse`], M2) become sections (M3, M12), a section over the size
//! becomes units ([`Units`], M5), which are packed into pieces ([`pack`], M5), and each piece is the body of a record (M6 to M11).

use crate::{
    Document, MarkdownChunk, MarkdownConfig, MarkdownError, Packing,
    blocks::Blocks,
    emit::{self, Output},
    error::Kind,
    outline::Outline,
    overlap::Overlaps,
    pack::pack,
    parse,
    record::{Cutter, Records},
    section::{self, Section},
    text::Text,
    unit::Units,
};
use chunk_core::{
    Chunks, Cl100k, ConfigError, Contract, FromConfig, LineEnds, Normalized, Policy, Position, Sink, Source,
    TokenCounter, TokenMeasure, Warning, ahead, spanned,
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
    threads: usize,
}

impl Default for MarkdownPolicy {
    /// The policy of the contract: its default settings, counted in `cl100k_base`.
    fn default() -> Self {
        Self { config: MarkdownConfig::default(), counter: Cl100k::default(), threads: 1 }
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
        Ok(Self { config, counter, threads: 1 })
    }

    /// Lets up to this many threads parse, count and hash a document of half a mebibyte or more. The chunks are the same. Default: 1.
    ///
    /// ```
    /// use chunk_markdown::MarkdownPolicy;
    ///
    /// let text = "## Use\n\nRead it.\n\n".repeat(50_000);
    /// let [one, two] = [1, 2].map(|threads| MarkdownPolicy::default().with_threads(threads));
    /// assert_eq!(two.chunks("guide.md", &text)?, one.chunks("guide.md", &text)?);
    /// # Ok::<(), chunk_markdown::MarkdownError>(())
    /// ```
    #[must_use]
    pub fn with_threads(self, threads: usize) -> Self {
        Self { threads, ..self }
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
    /// If `source_file` is not relative to a root, or the document is too long.
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
        document.check()?;
        let created_at = document.created_at()?;
        let source = Normalized::without_bom(document.text, LineEnds::CrLf);
        let ((text, blocks), measure) = self.parse_and_measure(source.as_str());
        let measure = &*measure;
        let mut records = Records {
            document,
            created_at,
            source: &source,
            text: &text,
            outline: Outline::new(&text, &blocks, measure, self.config.chunk_size),
        };
        let outputs = || self.outputs(document.source_file, &text, &blocks, measure);
        // In a large document, one thread cuts and hashes the next chunks while another hands over those before.
        let flow = match self.has_threads_for(text.text) {
            true => ahead(&outputs, |outputs| emit::hand_over(outputs, &mut records, sink)),
            false => emit::hand_over(outputs(), &mut records, sink),
        };
        if flow.is_break() {
            return Ok(());
        }
        records.outline.metadata.warning().into_iter().for_each(|warning| sink.warning(warning));
        Ok(())
    }

    /// The cuts of a document in order, those of each section after the warnings about it.
    fn outputs<'d>(
        &'d self,
        source_file: &'d str,
        text: &'d Text<'d>,
        blocks: &'d Blocks,
        measure: &'d dyn TokenMeasure,
    ) -> impl Iterator<Item = Output> {
        let MarkdownConfig { chunk_size, chunk_overlap, .. } = self.config;
        let overlaps = Overlaps { text, blocks, measure, chunk_overlap };
        let cutter = Cutter { source_file, text, measure, overlaps };
        let units = Units { text, blocks, measure, chunk_size };
        self.stretches(blocks, measure).flat_map(move |stretch| {
            let units = units.of(&stretch);
            let whole = units.is_empty().then(|| stretch.bytes.range());
            let oversized = units.iter().filter_map(|unit| {
                let tokens = measure.count(unit.range());
                (tokens > chunk_size).then(|| self.oversized(unit.range(), tokens, text, blocks))
            });
            let warnings: Vec<_> = oversized.collect();
            let bodies = whole.into_iter().chain(pack(measure, units, chunk_size));
            warnings
                .into_iter()
                .map(Output::Warning)
                .chain(bodies.map(move |body| Output::Cut(cutter.cut(body))))
        })
    }

    /// The blocks of a text, and its token counts, neither of which needs the other. Two threads parse a half each, then all count; where
    /// the text cannot be halved, one thread parses while the others count.
    fn parse_and_measure<'t>(&'t self, text: &'t str) -> ((Text<'t>, Blocks), Box<dyn TokenMeasure + 't>) {
        let parse = || {
            let text = Text::new(text);
            let blocks = parse::parse(&text);
            (text, blocks)
        };
        if !self.has_threads_for(text) {
            return (parse(), self.counter.measure(text));
        }
        if let Some(middle) = parse::middle(text) {
            let lines = Text::new(text);
            let blocks = parse::parse_halves(&lines, middle);
            return ((lines, blocks), self.counter.measure_with(text, self.threads));
        }
        let mut parsed = None;
        let measure = self.counter.measure_beside(text, self.threads, &mut || parsed = Some(parse()));
        (parsed.unwrap_or_else(parse), measure)
    }

    const fn has_threads_for(&self, text: &str) -> bool {
        self.threads > 1 && text.len() >= LEAST_FOR_THREADS
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

    /// The stretches of a document, each to be cut by itself: sections (M3), joined where several may share a chunk (M12).
    fn stretches<'b>(
        &self,
        blocks: &'b Blocks,
        measure: &dyn TokenMeasure,
    ) -> Box<dyn Iterator<Item = Section<'b>> + 'b> {
        let sections = section::sections(blocks.tree.top_level());
        match self.config.packing {
            Packing::Strict => Box::new(sections),
            Packing::Sections => {
                let count = |bytes| measure.count(bytes);
                Box::new(section::joined(sections, self.config.chunk_size, count).into_iter())
            }
        }
    }

    fn oversized(&self, unit: Range<usize>, tokens: usize, text: &Text<'_>, blocks: &Blocks) -> Warning {
        let start = unit.start;
        let (code, what) = match blocks.holds_code(unit) {
            true => ("oversized-code-block", "a code block"),
            false => ("oversized-block", "a part that cannot be cut"),
        };
        let message = format!("{what} has {tokens} tokens, above chunk_size = {}", self.config.chunk_size);
        Warning::new(code, message).at(Position::Line(text.lines.line(start)))
    }
}

/// Bytes below which starting threads takes longer than they save.
const LEAST_FOR_THREADS: usize = 1 << 19;

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

    fn with_threads(self, threads: usize) -> Self {
        self.with_threads(threads)
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

    fn replay<'u>(
        &self,
        unit: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, MarkdownError> {
        self.body_of(unit, chunk)
    }
}
