//! A document from its text to its chunks: read, selected, cut, finished.

use super::{ChunkingSystem, lock};
use crate::{
    analysis::Analysis,
    finish::{assemble, sizes::Pieces},
    record::{
        chunk::HybridChunk,
        error::{HybridError, Kind},
    },
    select::{self, Reason, Selection},
    strategy::plugin::{ChunkContext, DETECTED},
    text::{
        document::{Document, ParsedContent},
        word::Words,
    },
};
use chunk_core::{MetadataBounds, Sink, Warning};
use std::cell::RefCell;

/// In bytes: for less it takes longer to begin a thread than to do its work.
const LEAST_FOR_THREADS: usize = 1 << 19;

impl ChunkingSystem {
    /// Chunks a document into `sink` by the strategy of this name, or by the one that fits it, and counts what came.
    pub(super) fn run<'d>(
        &self,
        document: &Document<'d>,
        strategy: Option<&str>,
        sink: &mut dyn Sink<HybridChunk<'d>>,
    ) -> Result<(), HybridError> {
        let started = self.timer.as_ref().map(|timer| timer());
        let sizes = self.chunk_into(document, strategy, sink)?;
        let took = self.timer.as_ref().zip(started).map(|(timer, started)| timer().saturating_sub(started));
        lock(&self.tally).add(sizes.into_iter(), took);
        Ok(())
    }

    /// The same; gives strategy and tokens of each chunk.
    fn chunk_into<'d>(
        &self,
        document: &Document<'d>,
        strategy: Option<&str>,
        sink: &mut dyn Sink<HybridChunk<'d>>,
    ) -> Result<Vec<(&str, usize)>, HybridError> {
        if u32::try_from(document.text.len()).is_err() {
            return Err(Kind::TooLong(document.text.len()).into());
        }
        strategy.map_or(Ok(()), |name| self.check_name(name))?;
        let shared = self.threads > 1 && document.text.len() >= LEAST_FOR_THREADS;
        let words = if shared { Words::by_halves } else { Words::new };
        let vocabulary = self.models.vocabulary();
        let mut content = ParsedContent::with_words(*document, |text, body| words(text, body, vocabulary));
        let mut warnings = std::mem::take(&mut content.warnings);
        if content.is_empty() {
            warnings.push(Warning::new("empty-document", "the document has no text"));
            warnings.into_iter().for_each(|warning| sink.warning(warning));
            return Ok(Vec::new());
        }
        let analysis = self.analyze(&content).shared_if(shared);
        let selection = analysis.look_ahead(|| self.select(&analysis, strategy, &mut warnings));
        warnings.into_iter().for_each(|warning| sink.warning(warning));
        analysis.choose(selection.certain());
        let by_name = matches!(selection.reason, Reason::Requested | Reason::Frontmatter);
        let (mut pieces, mut repeated) = (Pieces::default(), MetadataBounds::default());
        let context_of = |scope| ChunkContext {
            config: &self.config,
            scope,
            by_name,
            tokens: analysis.tokens(),
            sink: None,
            warnings: RefCell::default(),
            last_signal: RefCell::default(),
            places: RefCell::default(),
        };
        let told = RefCell::new(&mut *sink);
        let tell = |warning| told.borrow_mut().warning(warning);
        for part in &selection.parts {
            let Some(plugin) = self.find(&part.strategy) else { continue };
            let context = ChunkContext { sink: Some(&tell), ..context_of(part.span.clone()) };
            let mut wrong = None;
            plugin.chunk(&analysis, &context, &mut |mut draft| {
                let is_text = draft.span.start >= part.span.start
                    && draft.span.end <= part.span.end
                    && content.text().get(draft.span.clone()).is_some();
                if is_text {
                    let plugin = draft.strategy.and_then(|name| self.find(name)).unwrap_or(plugin);
                    // Before it is copied into every piece.
                    assemble::bound(&mut draft.metadata, &mut repeated);
                    pieces.add(&analysis, &context, draft, plugin);
                } else {
                    wrong.get_or_insert(draft.span);
                }
            });
            if let Some(span) = wrong {
                return Err(Kind::Draft { plugin: plugin.name().to_owned(), span }.into());
            }
        }
        let context = || context_of(content.body());
        let mut sizes = Vec::new();
        assemble::chunks(&content, &analysis, &context, pieces, repeated, |said, chunks| {
            said.into_iter().for_each(|warning| sink.warning(warning));
            for chunk in chunks {
                let strategy = self.find(&chunk.strategy_type).map_or("", |plugin| plugin.name());
                sizes.push((strategy, chunk.token_count));
                // A sink that breaks has enough.
                if sink.chunk(chunk).is_break() {
                    break;
                }
            }
        });
        Ok(sizes)
    }

    /// Chooses by the order of H3; `asked` is the strategy that the caller asks for.
    pub(super) fn select(
        &self,
        content: &Analysis<'_>,
        asked: Option<&str>,
        warnings: &mut Vec<Warning>,
    ) -> Selection {
        if let Some(name) = asked {
            return Selection::whole(content, Reason::Requested, name);
        }
        if let Some(name) = content.field("chunkingStrategy") {
            if self.find(name).is_some() {
                return Selection::whole(content, Reason::Frontmatter, name);
            }
            let message = format!("the frontmatter asks for the unknown strategy {name:?}");
            warnings.push(Warning::new("unknown-strategy", message));
        }
        if let Some(plugin) = self.plugins.iter().find(|plugin| plugin.detect(content) >= DETECTED) {
            return Selection::whole(content, Reason::Plugin, plugin.name());
        }
        let default = &self.config.default_strategy;
        if self.config.enable_auto_detection {
            return select::by_content(content, default);
        }
        Selection::whole(content, Reason::Default, default)
    }
}
