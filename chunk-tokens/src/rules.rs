//! T9: the rules of [`TokenPolicy::validate`](crate::TokenPolicy::validate).

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
    /// Checks each chunk by itself (T4, T8), whether the texts, one after the other, are `original_text`, and the positions where chunks meet
    /// and at both ends, so that one wrong position is reported once (T6).
    pub(crate) fn new(record: &'r TokenRecord<'r>, counter: &impl TokenCounter) -> Self {
        let mut report = Self { record, texts: Vec::new(), violations: Vec::new() };
        let text = &*record.original_text;
        // What is left of the text, unless it is not what the chunks hold; the code points of the chunks before, and where the last one ends.
        let (mut rest, mut code_points, mut before) = (Some(text), 0, None);
        for (index, chunk) in report.chunks() {
            let TokenChunk { chunk_index, start_pos, end_pos, token_count, .. } = *chunk;
            let mut broken = |rule, message| report.chunk(index, rule, message);
            if chunk_index != index {
                broken("chunk-index", format!("chunk_index is {chunk_index}"));
            }
            if chunk.text.is_empty() {
                broken("text-empty", "text is empty".to_owned());
            }
            if start_pos >= end_pos {
                broken("position-order", format!("start_pos {start_pos} is not below end_pos {end_pos}"));
            }
            let exact = counter.count(&chunk.text);
            if token_count == 0 {
                broken("token-count-zero", "token_count is 0".to_owned());
            } else if token_count != exact {
                broken("token-count", format!("token_count is {token_count}, the text has {exact} tokens"));
            }
            let start = rest.map(|rest| text.len() - rest.len());
            rest = rest.and_then(|rest| rest.strip_prefix(&*chunk.text));
            if let Some(start) = start.filter(|_| rest.is_none()) {
                broken("concatenation", format!("text is not what original_text holds at byte {start}"));
            }
            match before {
                None if start_pos != 0 => broken("first-start", format!("start_pos is {start_pos}, not 0")),
                Some(end) if start_pos != end => {
                    broken("contiguous", format!("start_pos is {start_pos}, the chunk before ends at {end}"));
                }
                Some(_) if start_pos != code_points && rest.is_some() => {
                    let message =
                        format!("start_pos is {start_pos}, the text starts at code point {code_points}");
                    broken("code-points", message);
                }
                _ => {}
            }
            report
                .texts
                .extend(start.filter(|_| rest.is_some()).map(|start| start..start + chunk.text.len()));
            (code_points, before) = (code_points + chunk.text.chars().count(), Some(end_pos));
        }
        let length = text.chars().count();
        if let Some(end) = before.filter(|end| *end != length) {
            let message = format!("end_pos is {end}, original_text has {length} code points");
            report.chunk(record.chunks.len() - 1, "last-end", message);
        }
        if let Some(rest) = rest.filter(|rest| !rest.is_empty()) {
            let message = format!("the last {} bytes of original_text are in no chunk", rest.len());
            report.whole("concatenation", message);
        }
        report
    }

    /// The violations: those of chunks first, in the order of the chunks.
    pub(crate) fn into_violations(mut self) -> Vec<Violation> {
        self.violations.sort_by_key(|violation| violation.chunk.unwrap_or(usize::MAX));
        self.violations
    }

    /// Whether the texts of the chunks are `original_text`.
    pub(crate) fn is_partition(&self) -> bool {
        self.texts.len() == self.record.chunks.len()
            && self.texts.last().map_or(0, |last| last.end) == self.record.original_text.len()
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
