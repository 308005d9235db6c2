//! The encoding cl100k_base: exact counts, without the tokens.

mod class;
mod key;
mod long;
mod long_memo;
mod measure;
mod memo;
mod merge;
mod pieces;
mod pretoken;
mod scan;
mod starts;
mod vocabulary;

use crate::{TokenCounter, TokenMeasure};
use measure::Measure;
use pieces::Pieces;
use scan::Found;

/// The encoding `cl100k_base`.
///
/// Counts are those of tiktoken's ordinary encoding, on every string; no string makes them fail, panic or take more
/// than linear time. The vocabulary is part of the program, so nothing is read or parsed at the start. Each thread keeps
/// a cache of at most 6 MiB.
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
        Pieces::with(|pieces| {
            let text = text.as_bytes();
            pieces.expect(text.len());
            let mut tokens = 0;
            scan::pretokens(text, |found| match found {
                Found::Window { at, ends } => {
                    scan::pieces(at, ends).for_each(|piece| tokens += pieces.count(text, piece));
                }
                Found::One(piece) => tokens += pieces.count(text, piece),
            });
            tokens
        })
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        self.measure_with(text, 1)
    }

    fn measure_beside<'t>(
        &'t self,
        text: &'t str,
        threads: usize,
        first: &mut dyn FnMut(),
    ) -> Box<dyn TokenMeasure + 't> {
        Box::new(Measure::new(text, threads, first))
    }
}
