//! The token policy: from an interaction to its chunks, or to its record as a line of JSON.

use crate::{
    Boundaries, Interaction, TokenChunk, TokenConfig, TokenError, TokenRecord,
    about::About,
    error::Kind,
    pack::{Packing, Span},
    turns::Turns,
};
use chunk_core::{
    Chunks, ConfigError, FromConfig, LineEnds, Normalized, Policy, Sink, Source, TokenCounter, Warning,
    counters::Cl100k,
    embed,
    jsonl::write_record,
    long_head, spanned,
    types::{Contract, Metadata, Position, Witness, WriteError},
};
use std::{borrow::Cow, io, ops::Range};

/// The token policy: contract `tokens.chunking.v1`, configured.
///
/// ```
/// use chunk_tokens::{Interaction, TokenConfig, TokenPolicy};
///
/// let policy = TokenPolicy::new(TokenConfig::default())?;
/// let record = policy.record(Interaction::new("42", "Short.\r\n\r\nBut two paragraphs."));
/// assert_eq!(record.original_text, "Short.\n\nBut two paragraphs.");
/// assert_eq!(record.chunks.len(), 1, "below 100 tokens nothing is cut");
/// assert_eq!(record.chunks[0].source_end_byte, 29);
/// # Ok::<(), chunk_tokens::chunk_core::ConfigError>(())
/// ```
///
/// Another encoding is plugged in with [`with_counter`](Self::with_counter).
#[derive(Debug, Clone)]
pub struct TokenPolicy<C = Cl100k> {
    pub(crate) config: TokenConfig,
    pub(crate) counter: C,
}

impl Default for TokenPolicy {
    /// The policy of the contract: its default settings, counting in `cl100k_base`.
    fn default() -> Self {
        Self { config: TokenConfig::default(), counter: Cl100k::default() }
    }
}

impl TokenPolicy {
    /// A policy that counts in `cl100k_base`.
    ///
    /// # Errors
    /// [`ConfigError`] if `max_tokens` is 0.
    pub fn new(config: TokenConfig) -> Result<Self, ConfigError> {
        Self::with_counter(config, Cl100k::default())
    }
}

impl<C: TokenCounter> TokenPolicy<C> {
    /// A policy that counts tokens with `counter` (T10). Work stays linear if the counter's
    /// [`measure`](TokenCounter::measure) counts ranges without going through them again.
    ///
    /// ```
    /// use chunk_tokens::{Interaction, TokenConfig, TokenPolicy, chunk_core::{Policy, counters::CountWith}};
    ///
    /// let words = CountWith::new("words", |text: &str| text.split_whitespace().count());
    /// let policy = TokenPolicy::with_counter(TokenConfig::default().with_max_tokens(100), words)?;
    /// let text = "It hums. It was oiled.\n\n".repeat(50);
    /// let chunks = policy.collect(Interaction::new("pumps.txt", &text))?.chunks;
    /// assert_eq!((chunks.len(), chunks[0].token_count), (3, 100));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`ConfigError`] if `max_tokens` is 0.
    pub fn with_counter(config: TokenConfig, counter: C) -> Result<Self, ConfigError> {
        config.check()?;
        Ok(Self { config, counter })
    }

    /// The settings.
    #[must_use]
    pub const fn config(&self) -> &TokenConfig {
        &self.config
    }

    /// What counts the tokens.
    #[must_use]
    pub const fn counter(&self) -> &C {
        &self.counter
    }

    /// The version of this policy's output: the contract's, followed by the name of the encoding unless that is the contract's
    /// own, `cl100k_base` (T10). Records do not name their encoding: keep the version beside them.
    ///
    /// ```
    /// use chunk_tokens::{TokenConfig, TokenPolicy, chunk_core::TokenCounter};
    ///
    /// struct Letters;
    ///
    /// impl TokenCounter for Letters {
    ///     fn encoding(&self) -> &str {
    ///         "letters"
    ///     }
    ///
    ///     fn count(&self, text: &str) -> usize {
    ///         text.chars().count()
    ///     }
    /// }
    ///
    /// let policy = TokenPolicy::with_counter(TokenConfig::default(), Letters)?;
    /// assert_eq!(policy.version(), "tokens.chunking.v1+letters");
    /// assert_eq!(TokenPolicy::default().version(), "tokens.chunking.v1");
    /// # Ok::<(), chunk_tokens::chunk_core::ConfigError>(())
    /// ```
    #[must_use]
    pub fn version(&self) -> Cow<'static, str> {
        CONTRACT.version_in(self.counter.encoding())
    }

    /// The chunks of the interaction `id`, none if its text is empty (T5), and the warnings about it.
    ///
    /// ```
    /// use chunk_tokens::TokenPolicy;
    ///
    /// let policy = TokenPolicy::default();
    /// let chunks = policy.chunks("notes.txt", "Count once. Ask often.")?;
    /// assert_eq!(chunks[0].token_count, 6);
    /// # Ok::<(), chunk_tokens::TokenError>(())
    /// ```
    ///
    /// # Errors
    /// [`TokenError`] if the settings ask for turns, which a text alone has not (T15.5).
    pub fn chunks<'u>(&self, id: &'u str, text: &'u str) -> Result<Chunks<TokenChunk<'u>>, TokenError> {
        self.collect(Interaction::new(id, text))
    }

    /// Whether `chunk` is above `max_tokens`: it is a single sentence, or a whole text of fewer than 100 tokens (T3, T5); with a hard
    /// limit, a single character (T11).
    /// [`Policy::chunk`] and all that is built on it warn of each such chunk.
    ///
    /// ```
    /// use chunk_tokens::{TokenConfig, TokenPolicy};
    ///
    /// let policy = TokenPolicy::new(TokenConfig::default().with_max_tokens(512))?;
    /// let table = "no,sentence,ends,here\n".repeat(1_000);
    /// let chunks = policy.chunks("numbers.csv", &table)?;
    /// assert_eq!((chunks.len(), policy.is_oversized(&chunks[0])), (1, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn is_oversized(&self, chunk: &TokenChunk<'_>) -> bool {
        chunk.token_count > self.config.max_tokens
    }

    fn oversized(&self, chunk: &TokenChunk<'_>) -> Option<Warning> {
        self.is_oversized(chunk).then(|| {
            let (tokens, max_tokens) = (chunk.token_count, self.config.max_tokens);
            let remedy = if self.config.hard_limit { "" } else { "; hard_limit = true would cut it" };
            let message = format!(
                "a part that cannot be cut has {tokens} tokens, above max_tokens = {max_tokens}{remedy}"
            );
            Warning::new("oversized-block", message).at(Position::Byte(chunk.source_start_byte))
        })
    }

    /// Adds the text to embed, if there is to be one; gives whether its head was cut.
    pub(crate) fn embed(&self, chunk: &mut TokenChunk<'_>, about: &About) -> bool {
        if self.config.embed.is_empty() {
            return false;
        }
        let most = if self.config.hard_limit { self.config.max_tokens } else { usize::MAX };
        let head = about.head_of(&chunk.turns, &self.config.embed);
        let embed = embed(&head, &chunk.text, self.config.max_tokens / 4, most, &self.counter);
        (chunk.embed, chunk.embed_hash) = (Some(embed.text), Some(embed.hash));
        embed.is_cut
    }

    /// Gives the chunks of an interaction and all warnings; returns its normalized text and what is kept of it.
    fn pack<'u>(
        &self,
        interaction: Interaction<'u>,
        sink: &mut dyn Sink<TokenChunk<'u>>,
    ) -> (Normalized<'u>, Metadata) {
        let text = Normalized::new(interaction.text, LineEnds::CrLf);
        let about = About::new(interaction, text.as_str(), &self.config, &self.counter);
        if interaction.text.is_empty() {
            sink.warning(Warning::new("empty-text", "the text is empty, so there are no chunks"));
        }
        let measure = self.counter.measure(text.as_str());
        let turns = Turns::new(&interaction, &text);
        let said = turns.said();
        [&about.warning, &turns.warning]
            .into_iter()
            .flatten()
            .for_each(|warning| sink.warning(warning.clone()));
        let packing = Packing::new(text.as_str(), &said, &*measure, &self.config, about.max_tokens);
        let (mut start_pos, mut is_cut) = (0, false);
        for (chunk_index, Span { bytes, tokens, cut }) in packing.spans().enumerate() {
            let source = text.source_range(bytes.clone());
            let turns = turns.of(&bytes);
            let part = text.part(bytes);
            let end_pos = start_pos + part.chars().count();
            let mut chunk = TokenChunk {
                chunk_index,
                text: part,
                start_pos,
                end_pos,
                token_count: tokens,
                source_start_byte: source.start,
                source_end_byte: source.end,
                cut,
                embed: None,
                embed_hash: None,
                turns,
            };
            start_pos = end_pos;
            is_cut |= self.embed(&mut chunk, &about);
            self.oversized(&chunk).into_iter().for_each(|warning| sink.warning(warning));
            if sink.chunk(chunk).is_break() {
                break;
            }
        }
        if is_cut {
            sink.warning(long_head());
        }
        drop(measure);
        (text, about.metadata)
    }

    /// T15.5.
    fn check_turns(&self, unit: Interaction<'_>) -> Result<(), TokenError> {
        let lacks_them = unit.turns.is_empty() && !unit.text.is_empty();
        match self.config.boundaries {
            Boundaries::Turns if lacks_them => Err(Kind::NoTurns.into()),
            _ => Ok(()),
        }
    }

    /// The record of an interaction (T8): its normalized text and its chunks. An empty text has none (T5). (One without turns is not refused
    /// here, whatever `boundaries` are: it is a conversation of one turn.)
    #[must_use]
    pub fn record<'u>(&self, interaction: Interaction<'u>) -> TokenRecord<'u> {
        self.record_and_warnings(interaction).0
    }

    fn record_and_warnings<'u>(&self, interaction: Interaction<'u>) -> (TokenRecord<'u>, Vec<Warning>) {
        let mut found = Chunks::default();
        let (text, metadata) = self.pack(interaction, &mut found);
        let record = TokenRecord {
            interaction_id: interaction.id.into(),
            original_text: text.into_text(),
            chunks: found.chunks,
            metadata,
        };
        (record, found.warnings)
    }
}

const CONTRACT: Contract = Contract::new("tokens", "tokens.chunking.v1");

impl<C: TokenCounter + Default> FromConfig for TokenPolicy<C> {
    fn new(config: TokenConfig) -> Result<Self, ConfigError> {
        Self::with_counter(config, C::default())
    }
}

impl<C: TokenCounter> Policy for TokenPolicy<C> {
    const CONTRACT: Contract = CONTRACT;
    type Config = TokenConfig;
    type Unit<'u> = Interaction<'u>;
    type Chunk<'u> = TokenChunk<'u>;
    type Error = TokenError;

    fn version(&self) -> Cow<'static, str> {
        self.version()
    }

    /// `max-tokens-unusual` if `max_tokens` is outside the recommended range (T7).
    fn warnings(&self) -> Vec<Warning> {
        self.config.warnings()
    }

    fn unit<'u>(&self, source: Source<'u>) -> Result<Self::Unit<'u>, TokenError> {
        let text = source.text().map_err(Kind::from)?;
        let interaction = Interaction::new(source.path, text).with_turns(source.turns);
        self.check_turns(interaction)?;
        Ok(Interaction { fields: source.fields, ..interaction })
    }

    fn kept(&self, unit: Self::Unit<'_>) -> Metadata {
        let text = Normalized::new(unit.text, LineEnds::CrLf);
        About::new(unit, text.as_str(), &self.config, &self.counter).metadata
    }

    /// Gives the warning `empty-text` for an empty text, which has no chunks (T5), and `oversized-block` before each chunk above
    /// `max_tokens` ([`is_oversized`](Self::is_oversized)).
    ///
    /// # Errors
    /// [`TokenError`] if the settings ask for turns and there are none (T15.5).
    fn chunk<'u>(
        &self,
        unit: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), TokenError> {
        self.check_turns(unit)?;
        self.pack(unit, sink);
        Ok(())
    }

    /// Rebuilds the text from `source_start_byte` and `source_end_byte`.
    fn replay<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Result<Cow<'u, str>, TokenError> {
        let span = chunk.source_start_byte..chunk.source_end_byte;
        let text = spanned(unit.text, span).map_err(Kind::from)?;
        Ok(Normalized::new(text, LineEnds::CrLf).into_text())
    }

    fn source_bytes<'u>(&self, _: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Option<Range<usize>> {
        Some(chunk.source_start_byte..chunk.source_end_byte)
    }

    /// Writes one line for the interaction (T8).
    fn write_jsonl(
        &self,
        unit: Self::Unit<'_>,
        out: &mut dyn io::Write,
        witness: &mut dyn Witness<Self>,
    ) -> Result<usize, WriteError<TokenError>> {
        self.check_turns(unit).map_err(WriteError::Chunk)?;
        let (record, warnings) = self.record_and_warnings(unit);
        warnings.into_iter().for_each(|warning| witness.warning(warning));
        record.chunks.iter().for_each(|chunk| witness.chunk(chunk));
        write_record(out, &record).map_err(WriteError::Write)?;
        Ok(record.chunks.len())
    }
}
