//! The encoding cl100k_base: exact token counts (T4), without making the tokens.
//!
//! `scan` and `pretoken` divide a text into pre-tokens, `piece_counter` counts the tokens of each, with `merge` and `long` for
//! those that are not tokens themselves. `starts` and `measure` make the counts of all ranges of a text cheap.

mod class;
mod key;
mod long;
mod long_memo;
mod measure;
mod memo;
mod merge;
mod piece_counter;
mod pretoken;
mod scan;
mod starts;
mod vocabulary;

use crate::{TokenCounter, TokenMeasure};
use measure::Measure;
use piece_counter::PieceCounter;
use scan::Pretokens;

/// The encoding `cl100k_base`.
///
/// Counts are those of tiktoken's ordinary encoding for every string. No string makes counting fail, panic or take more than
/// linear time. The vocabulary is part of the program, so nothing is read or parsed when it starts. Each thread keeps a cache of
/// at most 4 MiB.
///
/// ```
/// use chunk_core::{Cl100k, TokenCounter};
///
/// assert_eq!(Cl100k::default().count("<|endoftext|> is ordinary text here."), 12);
/// ```
#[derive(Debug, Clone, Copy, Default)]
#[non_exhaustive]
pub struct Cl100k;

impl TokenCounter for Cl100k {
    fn encoding(&self) -> &str {
        "cl100k_base"
    }

    fn count(&self, text: &str) -> usize {
        PieceCounter::with(|counter| {
            let text = text.as_bytes();
            counter.expect(text.len());
            let mut tokens = 0;
            scan::pretokens(text, |found| match found {
                Pretokens::Window { at, ends } => {
                    scan::pieces(at, ends).for_each(|piece| tokens += counter.count(text, piece));
                }
                Pretokens::One(piece) => tokens += counter.count(text, piece),
            });
            tokens
        })
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        Box::new(Measure::new(text))
    }
}
