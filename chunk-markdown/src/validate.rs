//! Checks a record, whoever made it, against the contract's rules (M4, M6 to M8).

use crate::{Document, MarkdownChunk, MarkdownPolicy, chunk::hashes};
use chunk_core::{ContentHash, LineEnds, LineIndex, Normalized, TokenCounter, Violation};
use std::fmt::Display;

/// Collects violations.
#[derive(Default)]
struct Report(Vec<Violation>);

impl Report {
    fn check(&mut self, rule: &'static str, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Violation::new(rule, message()));
        }
    }

    fn equal<T: PartialEq + Display>(&mut self, rule: &'static str, key: &str, found: &T, right: &T) {
        self.check(rule, found == right, || format!("{key} is {found}, it should be {right}"));
    }
}

impl<C: TokenCounter> MarkdownPolicy<C> {
    /// Every violation of the contract that `chunk` alone shows; none if it conforms.
    ///
    /// | rule | what it requires |
    /// |---|---|
    /// | `chunk-id` | `chunk_id` is the digest of `source_file`, `start_line` and `content` (M8) |
    /// | `chunk-hash` | `chunk_hash` is the digest of the body (M8) |
    /// | `tokens` | `tokens` is the exact count of `content` (M4) |
    /// | `lines` | `end_line` and `body_start_line` are as many lines below `start_line` as `content` has line ends before them (M7) |
    /// | `body` | `content` has a body, which does not end with a line end (M6, M7) |
    /// | `overlap` | `overlap_with_previous` says whether `overlap_chars` is above 0 (M6) |
    /// | `overlap-size` | the overlap has at most `chunk_overlap` tokens (M6) |
    /// | `embed` | `embed` ends with `content`, is within a hard limit, and `embed_hash` is its digest (M15) |
    /// | `over-limit` | with a hard limit: `content` has at most `chunk_size` tokens, or is a single character (M14) |
    ///
    /// ```
    /// use chunk_markdown::MarkdownPolicy;
    ///
    /// let policy = MarkdownPolicy::default();
    /// let mut chunks = policy.chunks("a.md", "# A\n\nText.\n")?.chunks;
    /// assert_eq!(policy.validate(&chunks[0]), []);
    /// chunks[0].tokens = 4;
    /// assert_eq!(policy.validate(&chunks[0])[0].to_string(), "tokens is 4, it should be 5 [tokens]");
    /// # Ok::<(), chunk_markdown::MarkdownError>(())
    /// ```
    #[must_use]
    pub fn validate(&self, chunk: &MarkdownChunk<'_>) -> Vec<Violation> {
        let mut report = Report::default();
        let body = chunk.body();
        let overlap = chunk.content.strip_suffix(body).unwrap_or_default();
        let (id, hash) = hashes(&chunk.source_file, chunk.start_line, overlap, body);
        report.equal("chunk-id", "chunk_id", &chunk.chunk_id, &id.to_string());
        report.equal("chunk-hash", "chunk_hash", &chunk.chunk_hash, &hash);
        report.equal("tokens", "tokens", &chunk.tokens, &self.counter.count(&chunk.content));
        let end_line = chunk.start_line.saturating_add(line_ends(&chunk.content));
        report.equal("lines", "end_line", &chunk.end_line, &end_line);
        let body_start_line = chunk.start_line.saturating_add(line_ends(overlap));
        report.equal("lines", "body_start_line", &chunk.body_start_line, &body_start_line);
        report.check("body", !body.is_empty() && !body.ends_with('\n'), || {
            "content ends with a line end, or holds nothing but overlap".to_owned()
        });
        report.equal(
            "overlap",
            "overlap_with_previous",
            &chunk.overlap_with_previous,
            &(chunk.overlap_chars > 0),
        );
        let (tokens, most) = (self.counter.count(overlap), self.config().chunk_overlap);
        report.check("overlap-size", tokens <= most, || {
            format!("the overlap has {tokens} tokens, above chunk_overlap = {most}")
        });
        let size = self.config().chunk_size;
        if let Some(embed) = &chunk.embed {
            let fits = !self.config().hard_limit || chunk.tokens > size || self.counter.count(embed) <= size;
            let is_right =
                embed.ends_with(&*chunk.content) && chunk.embed_hash == Some(ContentHash::of(embed));
            report.check("embed", fits && is_right, || {
                "embed is no head and content, is above the limit, or is not what embed_hash says".to_owned()
            });
        }
        let fits = chunk.tokens <= size || chunk.content.chars().nth(1).is_none();
        report.check("over-limit", fits || !self.config().hard_limit, || {
            format!("it has {} tokens, above chunk_size = {size}", chunk.tokens)
        });
        report.0
    }

    /// The same, and every violation that `chunk` shows when compared with its `document`:
    ///
    /// | rule | what it requires |
    /// |---|---|
    /// | `source-bytes` | `content` is the document's text from `source_start_byte` to `source_end_byte` (M7) |
    /// | `source-lines` | `start_line` is the line of `source_start_byte` (M7) |
    ///
    /// `lines` are those of the document's text, indexed once for all its chunks.
    #[must_use]
    pub fn validate_against(
        &self,
        chunk: &MarkdownChunk<'_>,
        document: Document<'_>,
        lines: &LineIndex,
    ) -> Vec<Violation> {
        let mut report = Report(self.validate(chunk));
        let span = chunk.source_start_byte..chunk.source_end_byte;
        let content = document.text.get(span).map(|text| Normalized::new(text, LineEnds::CrLf));
        let stands_there = content.is_some_and(|content| content.as_str() == chunk.content);
        let is_rebuilt = self.body_of(document, chunk).is_ok_and(|body| body == chunk.body());
        report.check("source-bytes", stands_there && is_rebuilt, || {
            let (start, end) = (chunk.source_start_byte, chunk.source_end_byte);
            format!("the document has another text at bytes {start} to {end}")
        });
        let line = lines.line(chunk.source_start_byte);
        report.equal("source-lines", "start_line", &chunk.start_line, &line);
        report.0
    }
}

fn line_ends(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}
