//! One document from text to chunks: it is read, a strategy is selected for it or for each of its parts, the strategy drafts chunks,
//! and these are finished (sizes, ids, contexts, relations, scores).

use super::HybridPolicy;
use crate::analysis::Analysis;
use crate::finish::assemble;
use crate::finish::heads::Heads;
use crate::finish::sizes;
use crate::record::{HybridChunk, HybridError, Kind, PREFERENCE_SIGNAL, STRATEGIES};
use crate::select;
use crate::select::{Part, Reason, Selection};
use crate::strategy::{ChunkContext, DETECTED};
use crate::text::Document;
use chunk_core::{Chunks, Warning, lost_text};
use std::sync::PoisonError;

impl HybridPolicy {
    /// Chunks a document by the strategy of this name or else by the one that fits, and counts it in the statistics.
    pub(super) fn run<'d>(
        &self,
        document: &Document<'d>,
        strategy: Option<&str>,
    ) -> Result<Chunks<HybridChunk<'d>>, HybridError> {
        let started = self.timer.as_ref().map(|timer| timer());
        let found = self.chunk_with(document, strategy)?;
        let took = self.timer.as_ref().zip(started).map(|(timer, started)| timer().saturating_sub(started));
        self.tally.lock().unwrap_or_else(PoisonError::into_inner).add(&found, took);
        Ok(found)
    }

    fn chunk_with<'d>(
        &self,
        document: &Document<'d>,
        strategy: Option<&str>,
    ) -> Result<Chunks<HybridChunk<'d>>, HybridError> {
        if u32::try_from(document.text.len()).is_err() {
            return Err(Kind::TooLong(document.text.len()).into());
        }
        if let Some(name) = strategy {
            self.check_name(name)?;
        }
        let mut content = self.read(*document);
        let mut warnings = std::mem::take(&mut content.warnings);
        if content.is_empty() {
            warnings.push(Warning::new("empty-document", "the document has no text"));
            return Ok(Chunks::new(Vec::new(), warnings));
        }
        let counter = &*self.counter;
        let is_embedded = !self.config.embed.is_empty();
        let heads = is_embedded.then(|| Heads::new(&content, &self.config, counter));
        let with_room = heads.as_ref().map(Heads::leave_room);
        let config = with_room.as_ref().unwrap_or(&self.config);
        let mut analysis = Analysis::new(&content, &self.models, counter, config, self.similarity.as_deref());
        let selection = self.select(&analysis, strategy, &mut warnings);
        analysis.choose(selection.certain_strategies());
        let by_name = matches!(selection.reason, Reason::Requested | Reason::Frontmatter);
        let mut pieces = Vec::new();
        for part in &selection.parts {
            let Some(plugin) = self.find(&part.strategy) else { continue };
            let mut context = ChunkContext { scope: part.span.clone(), by_name, warnings: Vec::new() };
            for draft in plugin.chunk(&analysis, &mut context) {
                let is_inside = draft.span.start >= part.span.start && draft.span.end <= part.span.end;
                if !is_inside || content.text().get(draft.span.clone()).is_none() {
                    return Err(Kind::Draft { plugin: plugin.name().to_owned(), span: draft.span }.into());
                }
                let own = draft.strategy.and_then(|name| self.find(name)).unwrap_or(plugin);
                sizes::add(&mut pieces, &analysis, draft, [own, plugin]);
            }
            warnings.extend(context.warnings);
        }
        let pieces = sizes::joined(pieces, &analysis);
        let with_rest = config.preference_signal.include_remainder.unwrap_or(!by_name);
        let keeps_all = |part: &Part| {
            STRATEGIES.contains(&&*part.strategy) && (part.strategy != PREFERENCE_SIGNAL || with_rest)
        };
        if selection.parts.iter().all(keeps_all) {
            let spans = pieces.iter().map(|piece| piece.draft.span.clone());
            warnings.extend(lost_text(content.text(), content.body().start, spans));
        }
        let chunks = assemble::chunks(&content, &analysis, pieces, heads.as_ref(), &mut warnings);
        Ok(Chunks::new(chunks, warnings))
    }

    /// Chooses in the order of H3; `asked` is the strategy that the caller asks for.
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
            let known = self.strategies().join(", ");
            let message =
                format!("the frontmatter asks for the unknown strategy {name:?}; there are {known}");
            warnings.push(Warning::new("unknown-strategy", message));
        }
        let registered = &mut self.plugins.iter().skip(STRATEGIES.len());
        if let Some(plugin) = registered.find(|plugin| plugin.detect(content) >= DETECTED) {
            return Selection::whole(content, Reason::Plugin, plugin.name());
        }
        let default = &self.config.default_strategy;
        if self.config.enable_auto_detection {
            return select::by_content(content, default);
        }
        Selection::whole(content, Reason::Default, default)
    }
}
