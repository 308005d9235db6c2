//! The texts to embed (H26): a head of what is known of the document, of the headings around a chunk, and of the chunk itself, above its
//! content.

use crate::record::{ChunkingConfig, StrategyMetadata};
use crate::text::{Block, ParsedContent, is_head, time};
use chunk_core::{
    Embed, EmbedHead, MetadataBounds, TokenCounter, embed, head_room, types::EmbedPart, unicode,
};
use std::ops::Range;

/// Makes the texts to embed of a document's chunks.
pub(crate) struct Heads<'c> {
    content: &'c ParsedContent<'c>,
    config: &'c ChunkingConfig,
    counter: &'c dyn TokenCounter,
    title: &'c str,
    /// The document's day, in epoch milliseconds.
    day: Option<i64>,
}

impl<'c> Heads<'c> {
    pub(crate) fn new(
        content: &'c ParsedContent<'c>,
        config: &'c ChunkingConfig,
        counter: &'c dyn TokenCounter,
    ) -> Self {
        let mut names = content.sections().iter().map(|section| &*section.name);
        let first_heading = || names.find(|name| !name.is_empty());
        let title = content.field("title").or_else(first_heading).unwrap_or_default();
        Self { content, config, counter, title: bounded(title), day: content.day() }
    }

    /// The text to embed of the chunk at `span`, with this `text`, of which its strategy says `metadata`.
    pub(crate) fn embed(&self, span: &Range<usize>, text: &str, metadata: &StrategyMetadata) -> Embed {
        let (time, speaker) = match metadata {
            StrategyMetadata::Episodic(event) => (event.timestamp, None),
            StrategyMetadata::Preference(decision) => (decision.timestamp, decision.user_id.as_deref()),
            _ => (None, None),
        };
        let table = self.table(span.start);
        let head = self.head(span.start, table, time, speaker.unwrap_or_default());
        let size = self.config.max_chunk_size;
        let most = if self.config.hard_limit { size } else { usize::MAX };
        embed(&head, text, size / 4, most, self.counter)
    }

    /// The settings by which the document is chunked: under a hard limit, with a `maxChunkSize` that leaves room for the longest head.
    pub(crate) fn leave_room(&self) -> ChunkingConfig {
        let mut config = self.config.clone();
        if config.hard_limit {
            let starts = self.content.sections().iter().map(|section| section.start);
            let heads = starts.chain([self.content.body().start]).map(|at| self.head(at, "", None, ""));
            let mut head = heads.max_by_key(String::len).unwrap_or_default();
            if config.embed.contains(&EmbedPart::Table) {
                let rows = self.content.blocks().iter().filter_map(|block| self.head_of_table(block));
                head.extend(rows.max_by_key(|row| row.len()).map(|row| format!("\n{row}")));
            }
            let max = config.max_chunk_size;
            config.max_chunk_size = max.saturating_sub(head_room(&head, max, self.counter)).max(1);
        }
        config
    }

    fn head(&self, at: usize, table: &str, ms: Option<i64>, speaker: &str) -> String {
        let around = self.content.upwards(self.content.section_at(at));
        let mut headings: Vec<String> = around.map(|section| bounded(&section.name).to_owned()).collect();
        headings.retain(|name| !name.is_empty());
        headings.reverse();
        let date = ms.or(self.day).and_then(time::day).map(|day| day.to_string()).unwrap_or_default();
        let head = EmbedHead { title: self.title, headings: &headings, table, date: &date, speaker };
        head.lines(&self.config.embed)
    }

    /// The first row of the table that goes on at the byte `at`; empty if none does.
    fn table(&self, at: usize) -> &str {
        let goes_on = self.content.block_at(at).filter(|block| block.head < block.number);
        goes_on.and_then(|block| self.head_of_table(block)).unwrap_or_default()
    }

    /// The row that names the columns of a block's table.
    fn head_of_table(&self, block: &Block) -> Option<&str> {
        let row = self.content.blocks().get(block.head).filter(|row| is_head(self.content, row.number))?;
        Some(bounded(unicode::trim(self.content.slice(&row.span()))))
    }
}

/// As much of a value as metadata hold (C1).
fn bounded(value: &str) -> &str {
    MetadataBounds::default().cut(value)
}
