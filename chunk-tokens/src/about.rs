//! What is known of a whole text: its title, for the texts to embed (T13), and what is kept of its front matter (T14). Front matter is text
//! to this policy like everything else, and is only read here.

use crate::{ChunkTurn, Interaction, TokenConfig};
use chunk_core::{
    EmbedHead, MetadataBounds, TokenCounter, Warning,
    frontmatter::{self, Mapping},
    head_room, kept, slice,
    types::{EmbedPart, Metadata, MetadataValue},
    unicode::trim,
};
use std::collections::BTreeSet;

/// What the chunks of a text have in common.
pub(crate) struct About {
    /// The title, for the head of the texts to embed.
    title: String,
    pub(crate) metadata: Metadata,
    /// The most tokens of a chunk: under a hard limit, those that the head leaves.
    pub(crate) max_tokens: usize,
    pub(crate) warning: Option<Warning>,
}

impl About {
    /// Reads `text`, the interaction's in its normalized form, as far as the settings ask for it.
    pub(crate) fn new<C: TokenCounter>(
        interaction: Interaction<'_>,
        text: &str,
        config: &TokenConfig,
        counter: &C,
    ) -> Self {
        let max = config.max_tokens;
        if config.embed.is_empty() && config.keep.is_empty() {
            return Self { title: String::new(), metadata: Metadata::new(), max_tokens: max, warning: None };
        }
        // A byte order mark is text, too, but neither front matter nor a heading begins behind it otherwise.
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let found = frontmatter::find(text);
        let body = found.as_ref().map_or(0, |found| found.body);
        // Front matter that cannot be read is text alone, as it always is here.
        let fields =
            found.and_then(|found| frontmatter::parse(slice(text, found.yaml)).ok()).unwrap_or_default();
        let mut bounds = MetadataBounds::default();
        let title = bounds.cut(title(&fields, slice(text, body..text.len())));
        let head = EmbedHead { title, ..EmbedHead::default() }.lines(&config.embed);
        let title = title.to_owned();
        let of_document = |key: &str| fields.get(key).map(MetadataValue::from);
        let metadata = kept(&config.keep, interaction.fields, of_document, &mut bounds);
        let room = if config.hard_limit { head_room(&head, max, counter) } else { 0 };
        Self { title, metadata, max_tokens: max.saturating_sub(room).max(1), warning: bounds.warning() }
    }

    /// The head of a chunk's text to embed: the title; when the first of its turns was said, and who speaks in it.
    pub(crate) fn head_of(&self, turns: &[ChunkTurn<'_>], parts: &[EmbedPart]) -> String {
        let mut seen = BTreeSet::new();
        let speakers = turns.iter().filter_map(|turn| turn.speaker.as_deref());
        let speakers: Vec<&str> = speakers.filter(|speaker| seen.insert(*speaker)).collect();
        let date = turns.iter().find_map(|turn| turn.at.as_deref()).unwrap_or_default();
        EmbedHead { title: &self.title, date, speaker: &speakers.join(", "), ..EmbedHead::default() }
            .lines(parts)
    }
}

/// The title of the front matter, or else the first line that is a heading of Markdown.
fn title<'t>(fields: &'t Mapping, body: &'t str) -> &'t str {
    let given = fields.get("title").and_then(|title| Some(trim(&title.as_scalar()?.text)));
    let heading = |line: &'t str| {
        let title = line.trim_start_matches('#');
        let is_heading = (1..=6).contains(&(line.len() - title.len())) && title.starts_with(' ');
        is_heading.then(|| trim(title)).filter(|title| !title.is_empty())
    };
    given.filter(|title| !title.is_empty()).or_else(|| body.lines().find_map(heading)).unwrap_or_default()
}
