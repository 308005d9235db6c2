//! From a document to its chunks: its front matter and path become metadata, its body is redacted ([`document::read`], B1 to B8, B21), the
//! body's sections and worklogs are cut into pieces ([`plan`], B10 to B19), and each piece becomes a record (B5, B6, B20).

use crate::{
    BacklogChunk, BacklogConfig, BacklogError, Doctype, Document, Metadata,
    body::Body,
    chunk::CONTRACT,
    document::{self, Read},
    error::Kind,
    fields::heading_title,
    language::is_mostly_another_script,
    plan::{self, Planned, plan},
    redact::{self, Detector, Redactor},
};
use chunk_core::{
    Chunks, ConfigError, ContentHash, EmbedHead, FromConfig, Policy, Sink, Source, Warning,
    counters::Characters, embed, long_head, types::Contract,
};
use std::{borrow::Cow, sync::Arc};

/// The most characters of the head of a text to embed: a quarter of what a section may have (B23).
const MOST_HEAD_CHARS: usize = 300;

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
    /// [`BacklogError`] if the path is not that of a document, or its front matter cannot be read.
    pub fn chunks<'u>(&self, path: &'u str, text: &'u str) -> Result<Chunks<BacklogChunk<'u>>, BacklogError> {
        self.collect(Document::new(path, text))
    }

    /// The record of a chunk of the document with this body and common metadata.
    fn record<'u>(&self, body: &Cow<'u, str>, common: &Metadata, planned: Planned) -> BacklogChunk<'u> {
        let Planned { path, kind, spans, moments } = planned;
        // The spans were taken from this body.
        let text = spans.text(body, &common.title).unwrap_or_default();
        let texts = [&*text, &*common.title].into_iter().chain(common.tags.iter().map(|tag| &**tag));
        let (start, end) = moments.unzip();
        let metadata = Metadata {
            section_path: path,
            chunk_kind: kind,
            chunk_char_len: text.chars().count(),
            chunk_hash: self.config.hash_format.show(ContentHash::of(&*text)),
            worklog_span_start: start.map(|moment| moment.to_string()),
            worklog_span_end: end.map(|moment| moment.to_string()),
            redaction: redact::summary(texts),
            ..common.clone()
        };
        BacklogChunk { text, metadata, embed: None, embed_hash: None, spans: Some(spans) }
    }

    /// Adds the text to embed, if there is to be one, and returns whether its head was cut (B23).
    fn add_embed(&self, chunk: &mut BacklogChunk<'_>) -> bool {
        if self.config.embed.is_empty() {
            return false;
        }
        let metadata = &chunk.metadata;
        let date = metadata.worklog_span_start.as_deref().or(metadata.source_updated.as_deref());
        let known =
            EmbedHead { title: &metadata.title, date: date.unwrap_or_default(), ..EmbedHead::default() };
        let head = known.lines(&self.config.embed);
        let embed = embed(&head, &chunk.text, MOST_HEAD_CHARS, usize::MAX, &Characters);
        (chunk.embed, chunk.embed_hash) = (Some(embed.text), Some(embed.hash));
        embed.is_cut
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
        let document = Document::new(source.path, text);
        Ok(match source.doctype {
            Some("adr") => document.with_doctype(Doctype::Adr),
            Some(_) => document.with_doctype(Doctype::Item),
            None => document,
        })
    }

    /// Warns of fields that are left out with `invalid-date` and `not-text` (B7, B8), of values that are cut with
    /// `long-metadata` (C1), and of a document mostly in another script than Latin with `another-script` (B20), and of text that is in no chunk
    /// with `lost-text`: a fault of this program.
    fn chunk<'u>(
        &self,
        document: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), BacklogError> {
        let Read { body: text, mut metadata, has_title, mut warnings, mut bounds } =
            document::read(document, &self.config, &self.redactor)?;
        let body = Body::new(&text);
        let heading = if has_title { None } else { plan::title(&body) };
        if let Some(heading) = &heading {
            metadata.title = heading_title(body.slice(heading.clone()), &mut bounds);
        }
        let (chunks, lost) = plan(&body, metadata.doctype, &metadata.title, heading, &self.config);
        warnings.extend(bounds.warning());
        if is_mostly_another_script(&text) {
            warnings.push(Warning::new(
                "another-script",
                "the text is mostly in another script than Latin; `language` is `en` nevertheless",
            ));
        }
        for warning in warnings.into_iter().chain(lost) {
            sink.warning(warning);
        }
        metadata.chunk_count = chunks.len();
        let mut is_cut = false;
        for (index, planned) in chunks.into_iter().enumerate() {
            metadata.chunk_index = index;
            let mut chunk = self.record(&text, &metadata, planned);
            is_cut |= self.add_embed(&mut chunk);
            if sink.chunk(chunk).is_break() {
                break;
            }
        }
        if is_cut {
            sink.warning(long_head());
        }
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
