use crate::{
    BacklogChunk, BacklogConfig, BacklogError, ChunkKind, Doctype, Document, Metadata,
    body::Body,
    document,
    error::Kind,
    header::header,
    language::is_mostly_another_script,
    redact::{self, Detector, Redactor},
    section::{Section, collapse, name, sections},
    split::split,
    worklog,
};
use chunk_core::{ConfigError, ContentHash, Contract, Policy, Sink, Source, Warning, slice};
use std::{borrow::Cow, ops::Range};

/// The backlog policy: embedding schema `0.1.0`, configured.
///
/// ```
/// use chunk_backlog::{BacklogConfig, BacklogPolicy, Document, chunk_core::Policy};
///
/// let policy = BacklogPolicy::new(BacklogConfig::default())?;
/// let document = Document::new(
///     "products/demo/items/task/DEMO-TSK-0001_start.md",
///     "---\nstate: Done\n---\n# Context\n\nNothing exists yet. We start.\n",
/// );
/// let chunks = policy.collect(document)?.chunks;
/// assert_eq!(chunks[0].text, "Context\nNothing exists yet.");
/// assert_eq!(chunks[1].text, "# Context\n\nNothing exists yet. We start.");
/// assert_eq!(chunks[1].metadata.section_path, "item/context");
/// assert_eq!(chunks[1].metadata.state.as_deref(), Some("Done"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BacklogPolicy {
    config: BacklogConfig,
    redactor: Redactor,
}

impl BacklogPolicy {
    /// The same policy with another detector that looks for secrets (B21).
    #[must_use]
    pub fn with_detector(mut self, detector: impl Detector + 'static) -> Self {
        self.redactor.add(Box::new(detector));
        self
    }

    /// `text` with each secret replaced by `[REDACTED:<rule>]` (B21): what the policy does to titles, tags and bodies.
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

impl BacklogPolicy {
    /// All chunks of a document in their order (B19).
    fn drafts(&self, body: &Body<'_>, document: &Metadata) -> Vec<Draft> {
        let sections = sections(body.text, &body.outline, document.doctype);
        let path = |item: &'static str, adr: &'static str| match document.doctype {
            Doctype::Item => Cow::Borrowed(item),
            Doctype::Adr => Cow::Borrowed(adr),
        };
        let mut drafts = Vec::new();
        if self.config.header_chunk {
            let text = Text::Composed(header(&document.title, body, &sections));
            let section_path = path("item/header", "adr/header");
            drafts.push(Draft { text, section_path, kind: ChunkKind::Header, span: None });
        }
        for section in sections.iter().filter(|section| section.is_chunk && !section.is_worklog()) {
            self.section(body, section, &mut drafts);
        }
        for chunk in worklog::chunks(body, &sections) {
            let text = match chunk.parts.as_slice() {
                [part] => Text::Part(part.clone()),
                parts => {
                    let parts: Vec<_> = parts.iter().map(|part| body.slice(part.clone())).collect();
                    Text::Composed(parts.join("\n"))
                }
            };
            let section_path = path("item/worklog", "adr/worklog");
            let span = chunk.span.map(|(first, last)| (first.to_string(), last.to_string()));
            drafts.push(Draft { text, section_path, kind: ChunkKind::Worklog, span });
        }
        drafts
    }

    fn section(&self, body: &Body<'_>, section: &Section, drafts: &mut Vec<Draft>) {
        let kind = if section.path == "adr/decision" { ChunkKind::Decision } else { ChunkKind::Section };
        let (pieces, prefix) = split(body, section, self.config.repeat_heading);
        for (index, piece) in pieces.into_iter().enumerate() {
            let text = if index == 0 || prefix.is_empty() {
                Text::Part(piece)
            } else {
                Text::Composed(format!("{prefix}{}", body.slice(piece)))
            };
            drafts.push(Draft { text, section_path: section.path.clone(), kind, span: None });
        }
    }
}

pub(crate) const CONTRACT: Contract = Contract { policy: "backlog", version: "0.1.0" };

impl Policy for BacklogPolicy {
    const CONTRACT: Contract = CONTRACT;
    type Config = BacklogConfig;
    type Unit<'u> = Document<'u>;
    type Chunk<'u> = BacklogChunk<'u>;
    type Error = BacklogError;

    fn new(config: BacklogConfig) -> Result<Self, ConfigError> {
        config.check()?;
        let redactor = Redactor::new(config.redact);
        Ok(Self { config, redactor })
    }

    fn unit<'u>(&self, source: Source<'u>) -> Result<Self::Unit<'u>, BacklogError> {
        let text = source.text().map_err(Kind::from)?;
        Ok(Document::new(source.path, text))
    }

    /// Warns with `invalid-date` and `not-text` of fields that are left out (B7, B8), and with `another-script` of a
    /// document mostly in another script than Latin (B20).
    fn chunk<'u>(
        &self,
        document: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), BacklogError> {
        let read = document::read(document, &self.config, &self.redactor)?;
        for warning in read.warnings {
            sink.warning(warning);
        }
        let body = Body::new(&read.body);
        let mut metadata = read.metadata;
        if !read.has_title {
            let mut names = body.outline.headings.iter().map(|heading| collapse(name(body.text, heading)));
            if let Some(name) = names.find(|name| !name.is_empty()) {
                metadata.title = name;
            }
        }
        if is_mostly_another_script(body.text) {
            sink.warning(Warning::new(
                "another-script",
                "the text is mostly in another script than Latin; `language` is `en` nevertheless",
            ));
        }
        let drafts = self.drafts(&body, &metadata);
        metadata.chunk_count = drafts.len();
        for (chunk_index, draft) in drafts.into_iter().enumerate() {
            let text = match draft.text {
                Text::Part(bytes) => part(&read.body, bytes),
                Text::Composed(text) => Cow::Owned(text),
            };
            let chunk_char_len = text.chars().count();
            let hash = ContentHash::of(&*text);
            let (start, end) = draft.span.unzip();
            let metadata = Metadata {
                section_path: draft.section_path,
                chunk_kind: draft.kind,
                chunk_index,
                chunk_char_len,
                chunk_hash: self.config.hash_format.show(hash),
                worklog_span_start: start,
                worklog_span_end: end,
                redaction: redact::summary(
                    [&*text, &*metadata.title].into_iter().chain(metadata.tags.iter().map(|tag| &**tag)),
                ),
                ..metadata.clone()
            };
            if sink.chunk(BacklogChunk { text, metadata }).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Chunks the document again and gives the text of the chunk with this `chunk_index`, which together with the
    /// path is its identity (B22): chunks have no spans, because a document is redacted before it is cut.
    fn replay<'u>(
        &self,
        document: Self::Unit<'u>,
        chunk: &Self::Chunk<'_>,
    ) -> Result<Cow<'u, str>, BacklogError> {
        let index = chunk.metadata.chunk_index;
        let found = self.collect(document)?.chunks.into_iter().nth(index);
        Ok(found.ok_or(Kind::NoSuchChunk { index })?.text)
    }
}

/// A chunk before it is known how many there are.
struct Draft {
    text: Text,
    section_path: Cow<'static, str>,
    kind: ChunkKind,
    span: Option<(String, String)>,
}

enum Text {
    /// A part of the body.
    Part(Range<usize>),
    Composed(String),
}

/// A part of the body, borrowed from the document as given where nothing in it was changed.
fn part<'u>(body: &Cow<'u, str>, bytes: Range<usize>) -> Cow<'u, str> {
    match body {
        Cow::Borrowed(body) => Cow::Borrowed(slice(body, bytes)),
        Cow::Owned(body) => Cow::Owned(slice(body, bytes).to_owned()),
    }
}
