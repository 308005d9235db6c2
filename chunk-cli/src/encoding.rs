//! The encodings of tiktoken by their names (T10).

mod tiktoken;

use chunk_core::{Cl100k, CountWith, TokenCounter, TokenMeasure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{fmt, sync::LazyLock};
use tiktoken::{count_o200k, count_p50k, count_r50k};

/// An encoding of tiktoken, as `--encoding` names it; that of the contracts, `cl100k_base`, by default (T10).
///
/// ```
/// use chunk_cli::Encoding;
/// use chunk_core::TokenCounter;
///
/// assert_eq!(Encoding::named("o200k_base").unwrap().count("Count once."), 3);
/// assert!(Encoding::named("o300k_base").is_none());
/// ```
#[derive(Clone, Copy)]
pub struct Encoding(&'static dyn TokenCounter);

static CL100K: LazyLock<Cl100k> = LazyLock::new(Cl100k::default);

/// An encoding that tiktoken-rs counts. Its vocabulary is read by the first count.
type Tiktoken = LazyLock<CountWith<fn(&str) -> usize>>;

static O200K: Tiktoken =
    LazyLock::new(|| CountWith::new("o200k_base", count_o200k as fn(&str) -> usize).lines_add_up());
static HARMONY: Tiktoken =
    LazyLock::new(|| CountWith::new("o200k_harmony", count_o200k as fn(&str) -> usize).lines_add_up());
static P50K: Tiktoken = LazyLock::new(|| CountWith::new("p50k_base", count_p50k));
static P50K_EDIT: Tiktoken = LazyLock::new(|| CountWith::new("p50k_edit", count_p50k));
static R50K: Tiktoken = LazyLock::new(|| CountWith::new("r50k_base", count_r50k));

impl Encoding {
    /// All encodings, the default first.
    fn all() -> [Self; 6] {
        [Self(&*CL100K), Self(&*O200K), Self(&*HARMONY), Self(&*P50K), Self(&*P50K_EDIT), Self(&*R50K)]
    }

    /// The names of all encodings, the default first.
    #[must_use]
    pub fn names() -> [&'static str; 6] {
        Self::all().map(|encoding| encoding.0.encoding())
    }

    /// The encoding of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().into_iter().find(|encoding| encoding.0.encoding() == name)
    }

    /// Parses the name of an encoding on the command line.
    pub(crate) fn parser() -> impl TypedValueParser<Value = Self> {
        PossibleValuesParser::new(Self::names()).try_map(|name| Self::named(&name).ok_or("no such encoding"))
    }
}

impl Default for Encoding {
    fn default() -> Self {
        Self(&*CL100K)
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.encoding())
    }
}

impl TokenCounter for Encoding {
    fn encoding(&self) -> &str {
        self.0.encoding()
    }

    fn count(&self, text: &str) -> usize {
        self.0.count(text)
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        self.0.measure(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# Größe 漢字 😀\n\nI'll count HTTPServer's 1234567 bytes.  <|endoftext|>\r\n\tcamelCase";

    #[test]
    fn counts_are_those_of_tiktoken() {
        for (encoding, (name, bpe)) in Encoding::all().into_iter().zip([
            ("cl100k_base", tiktoken_rs::cl100k_base_singleton()),
            ("o200k_base", tiktoken_rs::o200k_base_singleton()),
            ("o200k_harmony", tiktoken_rs::o200k_harmony_singleton()),
            ("p50k_base", tiktoken_rs::p50k_base_singleton()),
            ("p50k_edit", tiktoken_rs::p50k_edit_singleton()),
            ("r50k_base", tiktoken_rs::r50k_base_singleton()),
        ]) {
            assert_eq!((encoding.encoding(), encoding.count(TEXT)), (name, bpe.count_ordinary(TEXT)));
            let measure = encoding.measure(TEXT);
            for (start, _) in TEXT.char_indices() {
                let expected = bpe.count_ordinary(TEXT.get(start..).unwrap());
                assert_eq!(measure.count(start..TEXT.len()), expected, "{name} from {start}");
            }
        }
    }
}
