//! Sizes that fit a model: what it takes is shared by the text, what the model adds, and what is kept free for a prefix.

use super::Counter;
use chunk_core::{ConfigError, InvalidSettings, Policy, Warning};
use chunk_hybrid::ChunkingConfig;
use chunk_markdown::{MarkdownConfig, MarkdownPolicy};
use chunk_tokens::{TokenConfig, TokenPolicy};

/// Settings that fit a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitted<C> {
    /// Those that are in force: as they were asked for, but for a default size that is lowered to what the model takes. Records say these: with
    /// the same counter, they give the same chunks again, also where it is not known any more how many tokens the model takes.
    pub in_force: C,
    /// Those to chunk by: the same, less the tokens that the model adds and those that are reserved.
    pub config: C,
    /// What is unusual about the settings that were asked for; `model-limit`, if a size was lowered, or is the default because nothing says
    /// what the model takes. What is lowered is not called unusual: nobody asked for it.
    pub warnings: Vec<Warning>,
}

impl Counter {
    /// The settings with a `max_tokens` that leaves room for the tokens that the model adds and those that are reserved. A default size is
    /// lowered to what the model takes, with the warning `model-limit`.
    ///
    /// # Errors
    /// [`ConfigError`] if the size is more than the model takes, nothing is left for text, or the policy refuses the settings.
    pub fn tokens(&self, config: TokenConfig) -> Result<Fitted<TokenConfig>, ConfigError> {
        let mut warnings = TokenPolicy::new(config.clone())?.warnings();
        let Room { size, left, warning } =
            self.room("max_tokens", config.max_tokens, TokenConfig::default().max_tokens)?;
        warnings.extend(warning);
        let with = |size| config.clone().with_max_tokens(size);
        Ok(Fitted { in_force: with(size), config: with(left), warnings })
    }

    /// The same for the `chunk_size` of Markdown. A chunk is embedded with its overlap, so both together are what the model takes. Where no
    /// overlap was given (`is_overlap_given`), it is that of [`with_overlap`](Self::with_overlap).
    ///
    /// # Errors
    /// Those of [`tokens`](Self::tokens).
    pub fn markdown(
        &self,
        config: MarkdownConfig,
        is_overlap_given: bool,
    ) -> Result<Fitted<MarkdownConfig>, ConfigError> {
        let config = if is_overlap_given { config } else { self.with_overlap(config) };
        let is_lowered = !is_overlap_given && config.chunk_overlap < MarkdownConfig::default().chunk_overlap;
        let asked = config.clone().with_chunk_overlap(if is_lowered { 0 } else { config.chunk_overlap });
        let mut warnings = MarkdownPolicy::new(asked)?.warnings();
        // Under a hard limit the overlap counts inside.
        let (key, overlap) = match config.hard_limit {
            true => ("chunk_size", 0),
            false => ("chunk_size + chunk_overlap", config.chunk_overlap),
        };
        let whole = |size: usize| size.saturating_add(overlap);
        let Room { size, left, warning } =
            self.room(key, whole(config.chunk_size), whole(MarkdownConfig::default().chunk_size))?;
        warnings.extend(warning);
        if !self.takes_room() {
            return Ok(Fitted { in_force: config.clone(), config, warnings });
        }
        let mut invalid = InvalidSettings::default();
        let allowed = format!("must be below the {left} tokens that are left of what the model takes");
        invalid.check("chunk_overlap", overlap, |&overlap| overlap < left, &allowed);
        invalid.into_result()?;
        let with = |whole: usize| config.clone().with_chunk_size(whole.saturating_sub(overlap));
        Ok(Fitted { in_force: with(size), config: with(left), warnings })
    }

    /// The settings of Markdown for which no overlap was given, with one that is below what is left for the body of a chunk: that of
    /// [`MarkdownConfig::overlap_of`], or in the same proportion that which the model takes beside a body.
    #[must_use]
    pub fn with_overlap(&self, config: MarkdownConfig) -> MarkdownConfig {
        let MarkdownConfig { chunk_size: size, chunk_overlap: overlap, .. } = MarkdownConfig::default();
        let beside = if config.hard_limit { 0 } else { overlap };
        let lowered = self.limit.filter(|&limit| config.chunk_size == size && limit < size + beside);
        let room = lowered.unwrap_or(config.chunk_size).saturating_sub(self.taken());
        let overlap = match lowered {
            Some(_) if beside > 0 && room <= 2 * overlap => room / (size / overlap + 1),
            Some(_) if beside > 0 => overlap,
            _ => MarkdownConfig::overlap_of(room),
        };
        config.with_chunk_overlap(overlap)
    }

    /// The same for the `maxChunkSize` of hybrid, and for the sizes that are at most that.
    ///
    /// # Errors
    /// Those of [`tokens`](Self::tokens).
    pub fn hybrid(&self, config: ChunkingConfig) -> Result<Fitted<ChunkingConfig>, ConfigError> {
        let Room { size, left, warning } =
            self.room("maxChunkSize", config.max_chunk_size, ChunkingConfig::default().max_chunk_size)?;
        let warnings = warning.into_iter().collect();
        if !self.takes_room() {
            return Ok(Fitted { in_force: config.clone(), config, warnings });
        }
        let with = |size: usize| {
            let mut config = config.clone();
            let target = &mut config.semantic_boundary.target_chunk_size;
            *target = target.map(|target| target.min(size));
            config.min_chunk_size = config.min_chunk_size.min(size);
            config.max_chunk_size = size;
            config
        };
        Ok(Fitted { in_force: with(size), config: with(left), warnings })
    }

    /// How many tokens of what the model takes are not for text.
    const fn taken(&self) -> usize {
        self.added.saturating_add(self.reserve)
    }

    const fn takes_room(&self) -> bool {
        self.limit.is_some() || self.taken() > 0
    }

    /// The room that `size` is, which is the setting `key` and by default `default`.
    fn room(&self, key: &str, size: usize, default: usize) -> Result<Room, ConfigError> {
        let limit = self.limit.unwrap_or(usize::MAX);
        let mut invalid = InvalidSettings::default();
        let fits = |size: &usize| *size <= limit || *size == default;
        invalid.check(key, size, fits, &format!("must be at most {limit}, which the model takes"));
        let (taken, lowered) = (self.taken(), size.min(limit));
        let left = lowered.saturating_sub(taken);
        let (added, reserve) = (self.added, self.reserve);
        let rest =
            format!("must be above the {added} tokens that the model adds and {reserve} that are reserved");
        invalid.check(key, lowered, |_| left > 0 || taken == 0, &rest);
        invalid.into_result()?;
        let message = match self.limit {
            Some(limit) if limit < size => Some(format!(
                "{key} = {size}, the default, is lowered to the {limit} tokens that the model takes"
            )),
            None if self.is_of_model && size == default => Some(format!(
                "nothing beside the tokenizer says how many tokens the model takes, so {key} = {size}, the default: give the size, or \
                 the model's tokenizer_config.json"
            )),
            _ => None,
        };
        Ok(Room { size: lowered, left, warning: message.map(|message| Warning::new("model-limit", message)) })
    }
}

/// A size in tokens.
struct Room {
    /// As it was asked for, or lowered to what the model takes.
    size: usize,
    /// What is left of it for text.
    left: usize,
    warning: Option<Warning>,
}
