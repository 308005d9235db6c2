//! T9: the rules of [`TokenPolicy::validate`](crate::TokenPolicy::validate), a method for each group of them.

use crate::{TokenChunk, TokenRecord, pack::Packing};
use chunk_core::{LineEnds, Normalized, Source, TokenCounter, Violation};
use std::ops::Range;

/// Collects the violations of one record.
pub(crate) struct Report<'r> {
    record: &'r TokenRecord<'r>,
    /// The bytes of `original_text` that each chunk's text is, up to the first chunk whose text is not found in its place.
    texts: Vec<Range<usize>>,
    violations: Vec<Violation>,
}

impl<'r> Report<'r> {
    pub(crate) fn new(record: &'r TokenRecord<'r>) -> Self {
        Self { record, texts: Vec::new(), violations: Vec::new() }
    }

    /// The violations: those of chunks first, in the order of the chunks.
    pub(crate) fn into_violations(mut self) -> Vec<Violation> {
        self.violations.sort_by_key(|violation| violation.chunk.unwrap_or(usize::MAX));
        self.violations
    }

    /// Checks what can be judged from a chunk alone.
    pub(crate) fn fields(&mut self) {
        for (index, chunk) in self.chunks() {
            if chunk.chunk_index != index {
                self.chunk(index, "chunk-index", format!("chunk_index is {}", chunk.chunk_index));
            }
            if chunk.text.is_empty() {
                self.chunk(index, "text-empty", "text is empty".to_owned());
            }
            if chunk.start_pos >= chunk.end_pos {
                let message = format!("start_pos {} is not below end_pos {}", chunk.start_pos, chunk.end_pos);
                self.chunk(index, "position-order", message);
            }
        }
    }

    /// Checks the counts (T4).
    pub(crate) fn token_counts(&mut self, counter: &impl TokenCounter) {
        for (index, chunk) in self.chunks() {
            let exact = counter.count(&chunk.text);
            let given = chunk.token_count;
            if given == 0 {
                self.chunk(index, "token-count-zero", "token_count is 0".to_owned());
            } else if given != exact {
                let message = format!("token_count is {given}, the text has {exact} tokens");
                self.chunk(index, "token-count", message);
            }
        }
    }

    /// Checks that the texts of the chunks, one after the other, are `original_text` (T6).
    pub(crate) fn concatenation(&mut self) {
        let text = &*self.record.original_text;
        let mut rest = text;
        for (index, chunk) in self.chunks() {
            let start = text.len() - rest.len();
            let Some(behind) = rest.strip_prefix(&*chunk.text) else {
                let message = format!("text is not what original_text holds at byte {start}");
                return self.chunk(index, "concatenation", message);
            };
            self.texts.push(start..start + chunk.text.len());
            rest = behind;
        }
        if !rest.is_empty() {
            let message = format!("the last {} bytes of original_text are in no chunk", rest.len());
            self.whole("concatenation", message);
        }
    }

    /// Whether the texts of the chunks are `original_text`.
    pub(crate) fn is_partition(&self) -> bool {
        self.texts.len() == self.record.chunks.len()
            && self.texts.last().map_or(0, |last| last.end) == self.record.original_text.len()
    }

    /// Checks the positions where chunks meet and at both ends (T6), so that one wrong position is reported once.
    pub(crate) fn positions(&mut self) {
        let mut before: Option<&TokenChunk<'_>> = None;
        let mut code_points = 0;
        for (index, chunk) in self.chunks() {
            let start = chunk.start_pos;
            match before {
                None if start != 0 => {
                    self.chunk(index, "first-start", format!("start_pos is {start}, not 0"))
                }
                Some(before) if start != before.end_pos => {
                    let message =
                        format!("start_pos is {start}, the chunk before ends at {}", before.end_pos);
                    self.chunk(index, "contiguous", message);
                }
                Some(_) if start != code_points && index < self.texts.len() => {
                    let message =
                        format!("start_pos is {start}, the text starts at code point {code_points}");
                    self.chunk(index, "code-points", message);
                }
                _ => {}
            }
            code_points += chunk.text.chars().count();
            before = Some(chunk);
        }
        let length = self.record.original_text.chars().count();
        if let Some(last) = before.filter(|last| last.end_pos != length) {
            let message = format!("end_pos is {}, original_text has {length} code points", last.end_pos);
            self.chunk(self.record.chunks.len() - 1, "last-end", message);
        }
    }

    /// Checks where the chunks are cut (T2, T3, T5). They must be a partition.
    pub(crate) fn packing(&mut self, packing: Packing<'_>) {
        let mut units = packing.units().into_iter().peekable();
        for (index, chunk) in self.texts.clone().into_iter().enumerate() {
            let mut units_in_it = 0;
            let mut exceeded = false;
            let given = self.record.chunks.get(index).is_some_and(|chunk| chunk.cut);
            let mut cut = false;
            while let Some(unit) = units.next_if(|unit| unit.bytes.end <= chunk.end) {
                units_in_it += 1;
                cut |= unit.is_part;
                exceeded |= units_in_it > 1 && !packing.fits(chunk.start..unit.bytes.end);
            }
            match units.peek().map(|unit| &unit.bytes) {
                Some(unit) if unit.start < chunk.end => {
                    let message = format!("it ends inside the unit at byte {} of original_text", unit.start);
                    self.chunk(index, "mid-unit", message);
                    exceeded |= units_in_it > 0 && !packing.fits(chunk);
                    cut = given;
                }
                Some(next) if packing.fits(chunk.start..next.end) => {
                    let message = format!("the unit after it, {} bytes, would have fitted", next.len());
                    self.chunk(index, "avoidable-split", message);
                }
                _ => {}
            }
            if cut != given {
                self.chunk(index, "cut", format!("cut is {given}, it should be {cut}"));
            }
            if exceeded {
                self.chunk(
                    index,
                    "over-limit",
                    format!("it exceeds {} tokens and is no single unit", packing.limit),
                );
            }
        }
    }

    /// Checks the texts to embed (T13).
    pub(crate) fn embeds(&mut self, is_right: impl Fn(&TokenChunk<'_>) -> bool) {
        for (index, chunk) in self.chunks() {
            if !is_right(chunk) {
                let message = "embed or embed_hash is not what the settings make of the text".to_owned();
                self.chunk(index, "embed", message);
            }
        }
    }

    /// Checks the source bytes as far as possible without the source (T1).
    pub(crate) fn source_bytes_alone(&mut self) {
        let mut end = 0;
        for (index, chunk) in self.chunks() {
            let start = chunk.source_start_byte;
            if start != end {
                let message = format!("source_start_byte is {start}, not {end}");
                self.chunk(index, "source-bytes", message);
            }
            end = chunk.source_end_byte;
            let line_ends = chunk.text.matches('\n').count();
            let possible = chunk.text.len()..=chunk.text.len() + line_ends;
            if !end.checked_sub(start).is_some_and(|length| possible.contains(&length)) {
                let message =
                    format!("source bytes {start} to {end} cannot be {} bytes of text", chunk.text.len());
                self.chunk(index, "source-bytes", message);
            }
        }
    }

    /// Checks the text and the source bytes against the source (T1).
    pub(crate) fn source(&mut self, source: &[u8]) {
        let source = match Source::new("", source).text() {
            Ok(source) => source,
            Err(error) => return self.whole("original-text", error.to_string()),
        };
        let text = Normalized::new(source, LineEnds::CrLf);
        if text.as_str() != self.record.original_text {
            let same =
                text.as_str().bytes().zip(self.record.original_text.bytes()).take_while(|(a, b)| a == b);
            let byte = text.source_byte(same.count());
            return self
                .whole("original-text", format!("it is not the source's from byte {byte} of the source"));
        }
        for ((index, chunk), bytes) in self.chunks().zip(self.texts.clone()) {
            let expected = text.source_range(bytes);
            let given = chunk.source_start_byte..chunk.source_end_byte;
            if given != expected {
                let message = format!("source bytes are {given:?}, the text is at {expected:?}");
                self.chunk(index, "source-bytes", message);
            }
        }
    }

    fn chunks(&self) -> impl Iterator<Item = (usize, &'r TokenChunk<'r>)> + use<'r> {
        self.record.chunks.iter().enumerate()
    }

    fn chunk(&mut self, index: usize, rule: &'static str, message: String) {
        self.violations.push(Violation::new(rule, message).in_chunk(index));
    }

    fn whole(&mut self, rule: &'static str, message: String) {
        self.violations.push(Violation::new(rule, message));
    }
}
