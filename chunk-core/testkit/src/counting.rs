//! A token counter that records what it is asked, so that tests can measure work without a clock.

use chunk_core::{
    TokenCounter,
    counters::{Border, TokenMeasure},
};
use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// Counts a token every few bytes, and records what it was asked. All clones share the record.
#[derive(Debug, Clone)]
pub struct Counting {
    bytes_a_token: usize,
    asked: Arc<Asked>,
}

#[derive(Debug, Default)]
struct Asked {
    tokenized_bytes: AtomicUsize,
    range_counts: AtomicUsize,
}

impl Counting {
    /// A counter whose tokens have `bytes_a_token` bytes; the last token of a text may have fewer.
    #[must_use]
    pub fn new(bytes_a_token: usize) -> Self {
        Self { bytes_a_token, asked: Arc::default() }
    }

    /// How many bytes were tokenized; a byte that was given twice counts twice.
    pub fn tokenized_bytes(&self) -> usize {
        self.asked.tokenized_bytes.load(Ordering::Relaxed)
    }

    /// How many times the count of a range was asked of a measure.
    pub fn range_counts(&self) -> usize {
        self.asked.range_counts.load(Ordering::Relaxed)
    }
}

impl Default for Counting {
    /// A token a byte.
    fn default() -> Self {
        Self::new(1)
    }
}

impl TokenCounter for Counting {
    fn encoding(&self) -> &'static str {
        "counted-bytes"
    }

    fn count(&self, text: &str) -> usize {
        self.asked.tokenized_bytes.fetch_add(text.len(), Ordering::Relaxed);
        text.len().div_ceil(self.bytes_a_token)
    }

    fn measure<'t>(&'t self, text: &'t str) -> Box<dyn TokenMeasure + 't> {
        self.count(text);
        Box::new(Ranges(self))
    }
}

struct Ranges<'t>(&'t Counting);

impl TokenMeasure for Ranges<'_> {
    fn count(&self, range: Range<usize>) -> usize {
        self.0.asked.range_counts.fetch_add(1, Ordering::Relaxed);
        range.len().div_ceil(self.0.bytes_a_token)
    }

    // Counts add up only if a token is a byte.
    fn start(&self, start: usize) -> Option<Border> {
        (self.0.bytes_a_token == 1).then_some(Border { at: start, tokens: start })
    }

    fn end(&self, end: usize) -> Option<Border> {
        self.start(end)
    }
}
