use chunk_core::{ConfigError, InvalidSettings, Warning};
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
    /// The most tokens of a chunk's body, 500 to 1000. Default 800.
    pub chunk_size: usize,
    /// The most tokens of the overlap in front of a body, 50 to 100, or 0 for none. Default 100. With
    /// [`allow_any_size`](Self::allow_any_size), set it too: there is a warning if it is not below `chunk_size`.
    pub chunk_overlap: usize,
    /// Whether a chunk may hold several sections. Default [`Packing::Strict`].
    pub packing: Packing,
    /// Lifts the bounds of both sizes, down to a `chunk_size` of 1. Default `false`.
    pub allow_any_size: bool,
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
        Self { chunk_size: 800, chunk_overlap: 100, packing: Packing::Strict, allow_any_size: false }
    }
}

impl MarkdownConfig {
    /// The same with this `chunk_size`.
    #[must_use]
    pub const fn with_chunk_size(mut self, chunk_size: usize) -> Self {
        self.chunk_size = chunk_size;
        self
    }

    /// The same with this `chunk_overlap`.
    #[must_use]
    pub const fn with_chunk_overlap(mut self, chunk_overlap: usize) -> Self {
        self.chunk_overlap = chunk_overlap;
        self
    }

    /// The same with this `packing`.
    #[must_use]
    pub const fn with_packing(mut self, packing: Packing) -> Self {
        self.packing = packing;
        self
    }

    /// The same with this `allow_any_size`.
    #[must_use]
    pub const fn with_allow_any_size(mut self, allow_any_size: bool) -> Self {
        self.allow_any_size = allow_any_size;
        self
    }

    pub(crate) fn check(&self) -> Result<(), ConfigError> {
        let mut invalid = InvalidSettings::default();
        let (size, overlap) = (self.chunk_size, self.chunk_overlap);
        if self.allow_any_size {
            invalid.check("chunk_size", size, |size| *size >= 1, "must be at least 1");
        } else {
            let allowed = "must be 500 to 1000, unless allow_any_size is set";
            invalid.check("chunk_size", size, |_| self.size_is_usual(), allowed);
            let allowed = "must be 50 to 100, or 0 for none, unless allow_any_size is set";
            invalid.check("chunk_overlap", overlap, |_| self.overlap_is_usual(), allowed);
        }
        invalid.into_result()
    }

    fn size_is_usual(&self) -> bool {
        (500..=1000).contains(&self.chunk_size)
    }

    fn overlap_is_usual(&self) -> bool {
        matches!(self.chunk_overlap, 0 | 50..=100)
    }

    /// Warnings of settings that leave the range the contract measures itself by: chunks of 500 to 1000 tokens.
    pub(crate) fn warnings(&self) -> Vec<Warning> {
        let (size, overlap) = (self.chunk_size, self.chunk_overlap);
        let mut warnings = Vec::new();
        let mut warn = |code, message: String| warnings.push(Warning::new(code, message));
        if !self.size_is_usual() {
            warn("unusual-size", format!("chunk_size = {size}: outside 500 to 1000"));
        }
        if !self.overlap_is_usual() {
            warn("unusual-size", format!("chunk_overlap = {overlap}: outside 50 to 100"));
        }
        if self.size_is_usual() && size.saturating_add(overlap) > 1000 {
            let sizes = format!("chunk_size = {size} and chunk_overlap = {overlap}");
            warn("large-chunks", format!("{sizes}: a chunk can have more than 1000 tokens"));
        }
        if overlap > 0 && overlap >= size {
            let sizes = format!("chunk_overlap = {overlap}: not below chunk_size = {size}");
            warn("large-overlap", format!("{sizes}, so a chunk can repeat all of the one before it"));
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case::default(800, 100, false, "", &[])]
    #[case::below(499, 49, false, "chunk_size = 499: must be 500 to 1000, unless allow_any_size is set; \
        chunk_overlap = 49: must be 50 to 100, or 0 for none, unless allow_any_size is set", &[])]
    #[case::lower_bounds(500, 50, false, "", &[])]
    #[case::upper_bounds(1000, 100, false, "", &["large-chunks"])]
    #[case::at_the_metric(900, 100, false, "", &[])]
    #[case::above_the_metric(901, 100, false, "", &["large-chunks"])]
    #[case::above_size(1001, 100, false, "chunk_size = 1001: must be 500 to 1000, unless allow_any_size is set", &[])]
    #[case::above_overlap(800, 101, false,
        "chunk_overlap = 101: must be 50 to 100, or 0 for none, unless allow_any_size is set", &[])]
    #[case::no_overlap(800, 0, false, "", &[])]
    #[case::one(800, 1, false,
        "chunk_overlap = 1: must be 50 to 100, or 0 for none, unless allow_any_size is set", &[])]
    #[case::any(1, 7, true, "", &["unusual-size", "unusual-size", "large-overlap"])]
    #[case::overlap_below_size(8, 7, true, "", &["unusual-size", "unusual-size"])]
    #[case::overlap_of_the_size(90, 90, true, "", &["unusual-size", "large-overlap"])]
    #[case::no_overlap_repeats_nothing(1, 0, true, "", &["unusual-size"])]
    #[case::any_but_zero(0, 0, true, "chunk_size = 0: must be at least 1", &[])]
    #[case::huge(usize::MAX, usize::MAX, true, "", &["unusual-size", "unusual-size", "large-overlap"])]
    fn bounds(
        #[case] chunk_size: usize,
        #[case] chunk_overlap: usize,
        #[case] allow_any_size: bool,
        #[case] error: &str,
        #[case] warnings: &[&str],
    ) {
        let config = MarkdownConfig { chunk_size, chunk_overlap, allow_any_size, ..Default::default() };
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
