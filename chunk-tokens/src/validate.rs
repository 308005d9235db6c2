//! T9: checks a record, made by this crate or by anyone else, against the contract's rules for chunks and for the array of
//! them.

use crate::{Interaction, TokenPolicy, TokenRecord, about::About, pack::Packing, rules::Report, turns};
use chunk_core::{TokenCounter, Violation};

impl<C: TokenCounter> TokenPolicy<C> {
    /// Every violation of the contract in `record`, chunk by chunk; none if it conforms.
    ///
    /// | rule | what it requires |
    /// |---|---|
    /// | `chunk-index` | `chunk_index` is the chunk's place in the array |
    /// | `text-empty` | `text` is not empty |
    /// | `position-order` | `start_pos` < `end_pos` |
    /// | `first-start` | the first chunk starts at 0 |
    /// | `contiguous` | every other chunk starts where the one before it ends |
    /// | `last-end` | the last chunk ends at the length of `original_text` in code points |
    /// | `code-points` | two chunks meet where their texts do, in code points |
    /// | `concatenation` | the texts, one after the other, are `original_text` |
    /// | `token-count-zero` | `token_count` > 0 |
    /// | `token-count` | `token_count` is the exact count of `text` (T4) |
    /// | `source-bytes` | the source bytes start at 0, leave no gap, and are as many as the text's, plus at most one for each line end |
    /// | `mid-unit` | a chunk ends where a paragraph does, or where a sentence of a paragraph that does not fit does (T2, T3) |
    /// | `over-limit` | only a single sentence exceeds `max_tokens` (T3); with a hard limit, only a single character (T11) |
    /// | `cut` | `cut` says whether the chunk holds a part of a sentence above `max_tokens` (T11) |
    /// | `embed` | `embed` is the head of the text, a blank line and `text`, and `embed_hash` its digest, if they are asked for (T13) |
    /// | `avoidable-split` | the next sentence or paragraph would not have fitted (T3); below 100 tokens, there is one chunk (T5) |
    ///
    /// The last five depend on this policy's settings, and are checked only if the texts are `original_text`.
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

    /// The same, against the text that the record was made from, as given: `original_text` must be its normalized form (rule
    /// `original-text`, T1), and the source bytes must be those of each chunk.
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
        let mut report = Report::new(record, &self.counter);
        if report.is_partition() {
            let text = &*record.original_text;
            let about = About::new(Interaction::new("", text), text, &self.config, &self.counter);
            let measure = self.counter.measure(text);
            let said = turns::of_record(record);
            report.packing(Packing::new(text, &said, &*measure, &self.config, about.max_tokens));
            report.embeds(|chunk| {
                let mut expected = chunk.clone();
                (expected.embed, expected.embed_hash) = (None, None);
                self.embed(&mut expected, &about);
                expected == *chunk
            });
        }
        report
    }
}
