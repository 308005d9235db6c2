//! Validation (T9): the contract's rules for chunks and for the array of them, over a record as this crate or anyone
//! else made it.

use crate::{TokenPolicy, TokenRecord, pack::Packing, rules::Report};
use chunk_core::{TokenCounter, Violation};

impl<C: TokenCounter> TokenPolicy<C> {
    /// Every violation of the contract in `record`, chunk by chunk; none if it conforms.
    ///
    /// | rule | what it wants |
    /// |---|---|
    /// | `chunk-index` | `chunk_index` is the chunk's place in the array |
    /// | `text-empty` | `text` is not empty |
    /// | `position-order` | `start_pos` < `end_pos` |
    /// | `first-start` | the first chunk starts at 0 |
    /// | `contiguous` | each next one starts where the one before it ends |
    /// | `last-end` | the last one ends at the length of `original_text` in code points |
    /// | `code-points` | where two chunks meet is where their texts do, in code points |
    /// | `concatenation` | the texts, one behind the other, are `original_text` |
    /// | `token-count-zero` | `token_count` > 0 |
    /// | `token-count` | `token_count` is the exact count of `text` (T4) |
    /// | `source-bytes` | the source bytes start at 0, leave no gap, and are as many as the text's, plus at most one a line end |
    /// | `mid-unit` | a chunk ends where a paragraph does, or a sentence of a paragraph that does not fit (T2, T3) |
    /// | `over-limit` | only a single sentence exceeds `max_tokens` (T3) |
    /// | `avoidable-split` | the next sentence or paragraph would not have fitted (T3); below 100 tokens, there is one chunk (T5) |
    ///
    /// The last three are those of this policy's settings, and are looked at only if the texts are `original_text`.
    ///
    /// ```
    /// use chunk_tokens::{Interaction, TokenPolicy};
    ///
    /// let policy = TokenPolicy::default();
    /// let mut record = policy.record(Interaction::new("1", "Hello."));
    /// assert_eq!(policy.validate(&record), []);
    /// record.chunks[0].token_count = 3;
    /// let violations = policy.validate(&record);
    /// assert_eq!(violations[0].to_string(), "chunks[0]: token_count is 3, the text has 2 tokens [token-count]");
    /// ```
    #[must_use]
    pub fn validate(&self, record: &TokenRecord<'_>) -> Vec<Violation> {
        let mut report = self.report(record);
        report.source_bytes_alone();
        report.into_violations()
    }

    /// The same, with the text the record was made from, as given: `original_text` must be its normalized form (rule
    /// `original-text`, T1), and the source bytes those of each chunk.
    ///
    /// ```
    /// use chunk_tokens::{Interaction, TokenPolicy};
    ///
    /// let policy = TokenPolicy::default();
    /// let record = policy.record(Interaction::new("1", "Hello.\r\n"));
    /// assert_eq!(policy.validate_against(&record, b"Hello.\r\n"), []);
    /// assert_eq!(policy.validate_against(&record, b"Hello!\r\n")[0].rule, "original-text");
    /// ```
    #[must_use]
    pub fn validate_against(&self, record: &TokenRecord<'_>, source: &[u8]) -> Vec<Violation> {
        let mut report = self.report(record);
        report.source(source);
        report.into_violations()
    }

    fn report<'r>(&self, record: &'r TokenRecord<'_>) -> Report<'r> {
        let mut report = Report::new(record);
        report.fields();
        report.token_counts(&self.counter);
        report.concatenation();
        report.positions();
        if report.is_partition() {
            let measure = self.counter.measure(&record.original_text);
            report.packing(Packing::new(&record.original_text, &*measure, &self.config));
        }
        report
    }
}
