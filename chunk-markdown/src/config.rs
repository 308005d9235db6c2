use chunk_core::{ConfigError, InvalidSettings, Warning, is_off, list_or_words, types::EmbedPart};
use serde::{Deserialize, Serialize};

/// The settings; the default is the contract's table (M4).
///
/// ```
/// use chunk_markdown::{MarkdownConfig, Packing};
///
/// let config = MarkdownConfig::default();
/// assert_eq!((config.chunk_size, config.chunk_overlap), (800, 100));
/// let config = config.with_chunk_size(500).with_packing(Packing::Sections);
/// assert_eq!(config.chunk_size, 500);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct MarkdownConfig {
    /// The most tokens of a chunk's body: 1 or more, 500 to 1000 recommended. Default 800.
    pub chunk_size: usize,
    /// The most tokens of the overlap in front of a body: below `chunk_size`, 50 to 100 recommended, or 0 for none. Default 100.
    pub chunk_overlap: usize,
    /// Whether a chunk may hold several sections. Default [`Packing::Strict`].
    pub packing: Packing,
    /// Whether an overlap may begin in an earlier section than the body. Default `true`.
    pub overlap_across_sections: bool,
    /// Whether `chunk_size` holds for every chunk, overlap included: what cannot be cut without it is cut, too (M14). Default `false`.
    #[serde(skip_serializing_if = "is_off")]
    pub hard_limit: bool,
    /// What stands above the content in the text to embed, a list or words with commas between them; none for no such text
    /// (M15). Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub embed: Vec<EmbedPart>,
    /// Keys of the front matter and of what the caller knows of a document that are kept in `metadata`, a list or words with commas
    /// between them (M16). Default none.
    #[serde(deserialize_with = "list_or_words", skip_serializing_if = "is_off")]
    pub keep: Vec<String>,
}

/// Whether a chunk may hold several sections (M12).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Packing {
    /// Every top-level heading starts a chunk.
    #[default]
    Strict,
    /// Neighbouring sections are joined up to 500 tokens or more.
    Sections,
}

impl Default for MarkdownConfig {
    fn default() -> Self {
        Self {
            chunk_size: 800,
            chunk_overlap: 100,
            packing: Packing::Strict,
            overlap_across_sections: true,
            hard_limit: false,
            embed: Vec::new(),
            keep: Vec::new(),
        }
    }
}

impl MarkdownConfig {
    chunk_core::setters! {
        with_chunk_size(chunk_size: usize);
        with_chunk_overlap(chunk_overlap: usize);
        with_packing(packing: Packing);
        with_overlap_across_sections(overlap_across_sections: bool);
        with_hard_limit(hard_limit: bool);
    }

    /// The same with this `embed`.
    #[must_use]
    pub fn with_embed(mut self, embed: impl Into<Vec<EmbedPart>>) -> Self {
        self.embed = embed.into();
        self
    }

    /// The same with this `keep`.
    #[must_use]
    pub fn with_keep(mut self, keep: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.keep = keep.into_iter().map(Into::into).collect();
        self
    }

    /// The overlap for chunks of this size where none is given: the default, or, where that is not below the size, as much less as the size is,
    /// an eighth of it. [`Default`] has the default alone: what reads settings that somebody else gave asks for this.
    ///
    /// ```
    /// # use chunk_markdown::MarkdownConfig;
    /// assert_eq!([800, 101, 100, 64].map(MarkdownConfig::overlap_of), [100, 100, 12, 8]);
    /// ```
    #[must_use]
    pub fn overlap_of(size: usize) -> usize {
        let Self { chunk_size, chunk_overlap, .. } = Self::default();
        if chunk_overlap < size { chunk_overlap } else { size / (chunk_size / chunk_overlap) }
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let mut invalid = InvalidSettings::default();
        let (size, overlap) = (self.chunk_size, self.chunk_overlap);
        invalid.check("chunk_size", size, |size| *size >= 1, "must be at least 1");
        let is_below = |overlap: &usize| *overlap < size || size == 0;
        let allowed = format!("must be below chunk_size = {size}");
        invalid.check_beside(&["chunk_size"], "chunk_overlap", overlap, is_below, &allowed);
        invalid.into_result()
    }

    /// Warnings of settings outside the range that the contract recommends, and measures itself by: chunks of 500 to 1000 tokens. With a
    /// hard limit any size is usual: it is that of a model.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        if self.hard_limit {
            return Vec::new();
        }
        let (size, overlap) = (self.chunk_size, self.chunk_overlap);
        let size_is_usual = (500..=1000).contains(&size);
        let mut warnings = Vec::new();
        let mut warn = |code, message: String| warnings.push(Warning::new(code, message));
        if !size_is_usual {
            let expect = match size < 500 {
                true => "more chunks, each with less context",
                false => "fewer chunks, each about more than one thing",
            };
            let recommended = "the contract recommends 500 to 1000; expect";
            warn("unusual-size", format!("chunk_size = {size}: {recommended} {expect}"));
        }
        if !matches!(overlap, 0 | 50..=100) {
            let expect =
                if overlap < 50 { "little to be repeated" } else { "much text to be embedded twice" };
            let recommended = "the contract recommends 50 to 100, or 0; expect";
            warn("unusual-size", format!("chunk_overlap = {overlap}: {recommended} {expect}"));
        }
        if size_is_usual && size.saturating_add(overlap) > 1000 {
            let sizes = format!("chunk_size = {size} and chunk_overlap = {overlap}");
            warn(
                "large-chunks",
                format!("{sizes}: a chunk can have more than the 1000 tokens that the contract recommends"),
            );
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::default(800, 100, "", &[])]
    #[case::below(499, 49, "", &["unusual-size", "unusual-size"])]
    #[case::lower_bounds(500, 50, "", &[])]
    #[case::upper_bounds(1000, 100, "", &["large-chunks"])]
    #[case::at_the_metric(900, 100, "", &[])]
    #[case::above_the_metric(901, 100, "", &["large-chunks"])]
    #[case::above_size(1001, 100, "", &["unusual-size"])]
    #[case::above_overlap(800, 101, "", &["unusual-size"])]
    #[case::no_overlap(800, 0, "", &[])]
    #[case::overlap_of_one(800, 1, "", &["unusual-size"])]
    #[case::smallest(1, 0, "", &["unusual-size"])]
    #[case::overlap_below_size(8, 7, "", &["unusual-size", "unusual-size"])]
    #[case::overlap_of_the_size(90, 90, "chunk_overlap = 90: must be below chunk_size = 90", &[])]
    #[case::zero(0, 0, "chunk_size = 0: must be at least 1", &[])]
    #[case::huge(usize::MAX, usize::MAX - 1, "", &["unusual-size", "unusual-size"])]
    fn bounds(
        #[case] chunk_size: usize,
        #[case] chunk_overlap: usize,
        #[case] error: &str,
        #[case] warnings: &[&str],
    ) {
        let config = MarkdownConfig { chunk_size, chunk_overlap, ..Default::default() };
        match config.check() {
            Ok(()) => {
                assert_eq!(error, "");
                let codes: Vec<_> = config.warnings().iter().map(|warning| warning.code).collect();
                assert_eq!(codes, warnings);
            }
            Err(found) => assert_eq!(found.to_string(), error),
        }
    }
}
