//! From a document to its chunks: its frontmatter and path become metadata, its body is redacted ([`document::read`], B1 to B8, B21), the
//! body's sections and worklogs are cut into pieces ([`Plan`], B10 to B19), and each piece becomes a record (B5, B6, B20).

use crate::{
    BacklogChunk, BacklogConfig, BacklogError, ChunkKind, Doctype, Document, Metadata,
    body::Body,
    chunk::CONTRACT,
    document::{self, Read},
    error::Kind,
    language::is_mostly_another_script,
    plan::Plan,
    redact::{self, Detector, Redactor},
    section::{SectionHeading, section_path},
    spans::{Spans, heading_title},
};
use chunk_core::{
    Chunks, ConfigError, ContentHash, Contract, FromConfig, Policy, Sink, SmallRange, Source, Warning,
};
use std::{borrow::Cow, ops::ControlFlow, sync::Arc};

/// The backlog policy: embedding schema `0.1.0`, configured.
///
/// ```
/// use chunk_backlog::BacklogPolicy;
///
/// let policy = BacklogPolicy::default();
/// let text = "---\nstate: Done\n---\n# Context\n\nNothing exists yet. We start.\n";
/// let chunks = policy.chunks("products/demo/items/task/DEMO-TSK-0001_start.md", text)?;
/// assert_eq!(chunks[0].text, "Context\nNothing exists yet.");
/// assert_eq!(chunks[1].text, "# Context\n\nNothing exists yet. We start.");
/// assert_eq!(chunks[1].metadata.section_path, "item/context");
/// assert_eq!(chunks[1].metadata.state.as_deref(), Some("Done"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct BacklogPolicy {
    config: BacklogConfig,
    redactor: Redactor,
}

/// The policy with the contract's settings.
impl Default for BacklogPolicy {
    fn default() -> Self {
        let config = BacklogConfig::default();
        Self { redactor: Redactor::new(config.redact), config }
    }
}

impl BacklogPolicy {
    /// A policy with these settings.
    ///
    /// # Errors
    /// [`ConfigError`] with every setting that is out of range.
    pub fn new(config: BacklogConfig) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { redactor: Redactor::new(config.redact), config })
    }

    /// The same policy with another detector that looks for secrets (B21).
    #[must_use]
    pub fn with_detector(mut self, detector: impl Detector + 'static) -> Self {
        self.redactor.add(Arc::new(detector));
        self
    }

    /// The chunks of the document at `path`, which is relative to the backlog's root, and the warnings about it.
    ///
    /// # Errors
    /// [`BacklogError`] if the path is not that of a document, or the frontmatter cannot be read.
    pub fn chunks<'u>(&self, path: &'u str, text: &'u str) -> Result<Chunks<BacklogChunk<'u>>, BacklogError> {
        self.collect(Document::new(path, text))
    }

    /// `text` with each secret replaced by `[REDACTED:<rule>]` (B21), as the policy does it to titles, tags and bodies.
    #[must_use]
    pub fn redact<'t>(&self, text: &'t str) -> Cow<'t, str> {
        self.redactor.redact(text)
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &BacklogConfig {
        &self.config
    }
}

impl FromConfig for BacklogPolicy {
    fn new(config: BacklogConfig) -> Result<Self, ConfigError> {
        Self::new(config)
    }
}

impl Policy for BacklogPolicy {
    const CONTRACT: Contract = CONTRACT;
    type Config = BacklogConfig;
    type Unit<'u> = Document<'u>;
    type Chunk<'u> = BacklogChunk<'u>;
    type Error = BacklogError;

    fn unit<'u>(&self, source: Source<'u>) -> Result<Self::Unit<'u>, BacklogError> {
        let text = source.text().map_err(Kind::from)?;
        Ok(Document::new(source.path, text))
    }

    /// Warns of fields that are left out with `invalid-date` and `not-text` (B7, B8), of values that are cut with
    /// `long-metadata` (C1), and of a document mostly in another script than Latin with `another-script` (B20).
    fn chunk<'u>(
        &self,
        document: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), BacklogError> {
        let mut read = document::read(document, &self.config, &self.redactor)?;
        let text = read.body;
        let mut body = Body::new(&text);
        let plan = Plan::new(&mut body, read.metadata.doctype, &self.config);
        let title = plan.title.filter(|_| !read.has_title);
        if let Some(heading) = title {
            read.metadata.title = heading_title(&text, heading, &mut read.bounds);
        }
        for warning in read.warnings.into_iter().chain(read.bounds.warning()) {
            sink.warning(warning);
        }
        if is_mostly_another_script(&text) {
            sink.warning(Warning::new(
                "another-script",
                "the text is mostly in another script than Latin; `language` is `en` nevertheless",
            ));
        }
        let mut records = Records { config: &self.config, metadata: read.metadata, body: &text, sink };
        // A sink that breaks off wants no more.
        let _ = records.write(plan, title);
        Ok(())
    }

    /// Reads and redacts the document again, and rebuilds the chunk's text from the spans of the redacted body that the chunk keeps.
    fn replay<'u>(
        &self,
        document: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, BacklogError> {
        let index = chunk.metadata.chunk_index;
        let spans = chunk.spans.as_ref().ok_or(Kind::NoSpans { index })?;
        let Read { body, metadata, .. } = document::read(document, &self.config, &self.redactor)?;
        Ok(spans.text(&body, &metadata.title).ok_or(Kind::Elsewhere { index })?)
    }
}

/// Makes the records of a document.
struct Records<'r, 'u> {
    config: &'r BacklogConfig,
    /// What the records have in common, and the index of the next one.
    metadata: Metadata,
    body: &'r Cow<'u, str>,
    sink: &'r mut dyn Sink<BacklogChunk<'u>>,
}

impl Records<'_, '_> {
    fn write(&mut self, plan: Plan, title: Option<SmallRange>) -> ControlFlow<()> {
        let doctype = self.metadata.doctype;
        let path = |item: &'static str, adr: &'static str| match doctype {
            Doctype::Item => Cow::Borrowed(item),
            Doctype::Adr => Cow::Borrowed(adr),
        };
        let worklog = plan.worklog;
        let dated = plan.worklog_chunks.len();
        self.metadata.chunk_count =
            usize::from(self.config.header_chunk) + plan.pieces.len() + worklog.undated.len() + dated;
        if self.config.header_chunk {
            self.metadata.section_path = path("item/header", "adr/header");
            self.metadata.chunk_kind = ChunkKind::Header;
            self.record(Spans::Header { title, context: plan.context })?;
        }
        // The section of the last piece, if there was one, by its heading, if it has one.
        let mut last: Option<Option<SectionHeading>> = None;
        for piece in plan.pieces {
            if last != Some(piece.heading) {
                self.metadata.section_path = section_path(self.body, piece.heading, doctype);
                let is_decision = self.metadata.section_path == "adr/decision";
                self.metadata.chunk_kind = if is_decision { ChunkKind::Decision } else { ChunkKind::Section };
                last = Some(piece.heading);
            }
            let repeated = piece.heading.filter(|_| piece.repeats_heading);
            let heading = repeated.map(|heading| heading.lines);
            self.record(Spans::Section { heading, text: piece.text })?;
        }
        self.metadata.section_path = path("item/worklog", "adr/worklog");
        self.metadata.chunk_kind = ChunkKind::Worklog;
        for undated in worklog.undated {
            self.record(Spans::Worklog(vec![undated]))?;
        }
        for entries in plan.worklog_chunks {
            let entries =
                worklog.entries.get(entries.start as usize..entries.end as usize).unwrap_or_default();
            self.metadata.worklog_span_start = entries.first().map(|entry| entry.moment.to_string());
            self.metadata.worklog_span_end = entries.last().map(|entry| entry.moment.to_string());
            self.record(Spans::Worklog(entries.iter().map(|entry| entry.text).collect()))?;
        }
        ControlFlow::Continue(())
    }

    fn record(&mut self, spans: Spans) -> ControlFlow<()> {
        let common = &self.metadata;
        // The spans were taken from this body.
        let text = spans.text(self.body, &common.title).unwrap_or_default();
        let texts = [&*text, &*common.title].into_iter().chain(common.tags.iter().map(|tag| &**tag));
        let metadata = Metadata {
            chunk_char_len: text.chars().count(),
            chunk_hash: self.config.hash_format.show(ContentHash::of(&*text)),
            redaction: redact::summary(texts),
            ..common.clone()
        };
        self.metadata.chunk_index += 1;
        self.sink.chunk(BacklogChunk { text, metadata, spans: Some(spans) })
    }
}
