//! What encodings differ in.

use super::{
    character::Text,
    measure::Measure,
    pattern,
    piece_counter::{Kept, PieceCounter},
    scan,
    vocabulary::{self, Vocabulary},
};
use crate::{TokenCounter, counters::TokenMeasure};
use std::{cell::Cell, thread::LocalKey};

/// An encoding: its vocabulary, and the pattern that divides a text into pre-tokens.
pub(super) trait Encoding: Send + Sync + Sized + 'static {
    /// Its tokens and their ranks.
    fn vocabulary() -> &'static Vocabulary;

    /// Whether white space that ends with a line end ends a pre-token there, whatever follows.
    const LINE_END_ENDS: bool;

    /// Where the pre-token of `text` that starts at `at` ends.
    fn end<T: Text>(text: T, at: usize) -> usize;

    /// The starts of the pre-tokens that follow the one at `at`, as far as a window shows them: see [`scan::following_starts`].
    fn following_starts(text: &[u8], at: usize) -> Option<u64>;

    /// The counter of this thread.
    fn kept() -> &'static LocalKey<Kept<Self>>;
}

/// The number of tokens of `text`.
pub(super) fn count<E: Encoding>(text: &[u8]) -> usize {
    PieceCounter::<E>::with(|counter| {
        let mut tokens = 0;
        scan::pretokens::<E>(text, |piece| tokens += counter.count(text, piece));
        tokens
    })
}

macro_rules! encoding {
    (
        $(#[$attribute:meta])* $name:ident = $encoding:literal, $vocabulary:expr, $pattern:ident,
        following_starts: $following_starts:expr, line_end_ends: $line_end_ends:literal
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, Copy, Default)]
        #[non_exhaustive]
        pub struct $name;

        impl $name {
            /// The counter, for a constant or a `static`.
            pub const DEFAULT: Self = Self;
        }

        impl Encoding for $name {
            const LINE_END_ENDS: bool = $line_end_ends;

            #[inline]
            fn vocabulary() -> &'static Vocabulary {
                $vocabulary
            }

            #[inline]
            fn end<T: Text>(text: T, at: usize) -> usize {
                pattern::$pattern::end(text, at)
            }

            #[inline]
            fn following_starts(text: &[u8], at: usize) -> Option<u64> {
                $following_starts(text, at)
            }

            fn kept() -> &'static LocalKey<Kept<Self>> {
                thread_local! {
                    static COUNTER: Kept<$name> = const { Cell::new(None) };
                }
                &COUNTER
            }
        }

        impl TokenCounter for $name {
            fn encoding(&self) -> &str {
                $encoding
            }

            fn count(&self, text: &str) -> usize {
                $crate::bpe::encoding::count::<Self>(text.as_bytes())
            }

            fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
                Box::new(Measure::<Self>::new(text))
            }
        }
    };
}

#[cfg(feature = "loadable")]
pub(super) use encoding;

encoding! {
    /// The encoding `cl100k_base`, that of the contracts.
    ///
    /// Counts are those of tiktoken's ordinary encoding for every string. No string makes counting fail, panic or take more than
    /// linear time. The vocabulary is part of the program, so nothing is read or parsed when it starts. Each thread keeps a cache of
    /// at most 4 MiB.
    ///
    /// ```
    /// use chunk_core::{TokenCounter, counters::Cl100k};
    ///
    /// assert_eq!(Cl100k::default().count("<|endoftext|> is ordinary text here."), 12);
    /// ```
    Cl100k = "cl100k_base", &vocabulary::CL100K, cl100k,
    following_starts: scan::following_starts::<false>, line_end_ends: true
}

#[cfg(feature = "encodings")]
encoding! {
    /// The encoding `o200k_base`, that of OpenAI's models since GPT-4o. As exact and as fast as [`Cl100k`].
    ///
    /// ```
    /// use chunk_core::{TokenCounter, counters::O200k};
    ///
    /// assert_eq!(O200k::default().count("The encoding of current models."), 6);
    /// ```
    O200k = "o200k_base", &vocabulary::O200K, o200k,
    following_starts: scan::following_starts::<true>, line_end_ends: true
}

#[cfg(feature = "encodings")]
encoding! {
    /// The encoding `p50k_base`, that of Codex and of the completion models of GPT-3.5.
    P50k = "p50k_base", &vocabulary::P50K, gpt2,
    following_starts: no_window, line_end_ends: false
}

#[cfg(feature = "encodings")]
encoding! {
    /// The encoding `r50k_base`, that of GPT-3; ordinary text has the tokens of GPT-2.
    R50k = "r50k_base", &vocabulary::R50K, gpt2,
    following_starts: no_window, line_end_ends: false
}

/// Of a pattern whose pre-tokens are found one by one.
#[cfg(any(feature = "encodings", feature = "loadable"))]
pub(super) const fn no_window(_: &[u8], _: usize) -> Option<u64> {
    None
}
