//! Encodings whose vocabularies are no part of the program: it is given the file of one when it needs it, as a page in a browser does.

use super::{
    character::Text,
    encoding::{Encoding, encoding, no_window},
    measure::Measure,
    pattern,
    piece_counter::Kept,
    scan,
    tables::Tables,
    vocabulary::Vocabulary,
};
use crate::{ContentHash, TokenCounter, counters::TokenMeasure};
use std::{cell::Cell, sync::OnceLock, thread::LocalKey};

/// Why an encoding cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is none of this name.
    #[error("{0:?} is no encoding that can be loaded: these are {names}", names = encodings_to_load().join(", "))]
    Unknown(String),
    /// The file is not the vocabulary of the encoding of this name.
    #[error("the file is not the vocabulary of {0}")]
    NotItsFile(String),
}

/// An encoding that can be loaded.
struct Loadable {
    name: &'static str,
    /// SHA-256 of its file.
    digest: &'static str,
    /// Its vocabulary, once it was loaded.
    vocabulary: &'static OnceLock<Vocabulary>,
    /// Tokens of this rank and above are another encoding's.
    end: u32,
    counter: fn() -> Box<dyn TokenCounter + Send>,
}

static O200K: OnceLock<Vocabulary> = OnceLock::new();
static P50K: OnceLock<Vocabulary> = OnceLock::new();
static R50K: OnceLock<Vocabulary> = OnceLock::new();

const P50K_FILE: &str = "b2c4eaf84d97999d0c6b9d0f5c8aabd79d45d840f4c0ef55a20f2365e1e5426d";

static LOADABLE: [Loadable; 3] = [
    Loadable {
        name: "o200k_base",
        digest: "92e683cb475b49aab29e07589589bbf05660652088d55eaafbfc796ff3fbb281",
        vocabulary: &O200K,
        end: u32::MAX,
        counter: || Box::new(O200k::DEFAULT),
    },
    Loadable {
        name: "p50k_base",
        digest: P50K_FILE,
        vocabulary: &P50K,
        end: u32::MAX,
        counter: || Box::new(P50k::DEFAULT),
    },
    Loadable {
        name: "r50k_base",
        digest: P50K_FILE,
        vocabulary: &R50K,
        // p50k_base added runs of spaces to it.
        end: 50_256,
        counter: || Box::new(R50k::DEFAULT),
    },
];

fn loadable(name: &str) -> Option<&'static Loadable> {
    LOADABLE.iter().find(|known| known.name == name)
}

encoding! {
    /// `o200k_base`, loaded.
    O200k = "o200k_base", of(&O200K), o200k,
    following_starts: scan::following_starts::<true>, line_end_ends: true
}
encoding! {
    /// `p50k_base`, loaded.
    P50k = "p50k_base", of(&P50K), gpt2, following_starts: no_window, line_end_ends: false
}
encoding! {
    /// `r50k_base`, loaded.
    R50k = "r50k_base", of(&R50K), gpt2, following_starts: no_window, line_end_ends: false
}

/// What was loaded. A counter is given out only after that, so the empty vocabulary counts nothing.
fn of(loaded: &'static OnceLock<Vocabulary>) -> &'static Vocabulary {
    loaded.get().unwrap_or(&Vocabulary::EMPTY)
}

/// The names of the encodings that can be loaded.
#[must_use]
pub fn encodings_to_load() -> [&'static str; 3] {
    LOADABLE.each_ref().map(|known| known.name)
}

/// The counter of an encoding that was loaded: as exact and as fast as one that is part of the program.
#[must_use]
pub fn loaded_encoding(name: &str) -> Option<Box<dyn TokenCounter + Send>> {
    let known = loadable(name).filter(|known| known.vocabulary.get().is_some())?;
    Some((known.counter)())
}

/// Loads an encoding for as long as the program runs. `file` is `chunk-core/build/o200k_base.tokens`, or `p50k_base.tokens` for
/// `p50k_base` and `r50k_base`.
///
/// # Errors
/// [`LoadError`]: there is no such encoding, or `file` is another file.
pub fn load_encoding(name: &str, file: &[u8]) -> Result<(), LoadError> {
    let known = loadable(name).ok_or_else(|| LoadError::Unknown(name.to_owned()))?;
    let not_its_file = || LoadError::NotItsFile(name.to_owned());
    if ContentHash::of(file).hex() != known.digest.as_bytes() {
        return Err(not_its_file());
    }
    if known.vocabulary.get().is_none() {
        let tables = Tables::of(file).map_err(|_| not_its_file())?;
        let _ = known.vocabulary.set(Vocabulary::of(tables, known.end));
    }
    Ok(())
}
