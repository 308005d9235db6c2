//! Judges the Markdown contract's success metrics, from the written records and the document alone.

use super::inlines::{self, Kind, Run};
use crate::rate::Rate;
use chunk_core::{Cl100k, ContentHash, Policy, TokenCounter, WriteError};
use chunk_markdown::{Document, MarkdownError, MarkdownPolicy};
use rayon::prelude::*;
use serde::Deserialize;
use std::{error::Error, ops::RangeInclusive};

const SIZE: RangeInclusive<usize> = 500..=1000;
const OVERLAP: RangeInclusive<usize> = 50..=100;

/// A document: its path relative to the folder, and its text.
pub type File = (String, String);

/// What was measured over many documents.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Metrics {
    /// Documents that give the same bytes again, on another thread.
    pub deterministic: Rate,
    /// Chunk bodies that end where a block or a sentence does.
    pub at_sentence_ends: Rate,
    /// Chunks whose lines are right, and whose id is that of file, line and content.
    pub cited: Rate,
    /// Chunks of 500 to 1000 tokens, in documents that can be cut so.
    pub in_size: Rate,
    /// Overlaps of 50 to 100 tokens, or of all that can be repeated.
    pub overlapping: Rate,
}

/// The fields of a record that are judged.
#[derive(Deserialize)]
struct Record {
    chunk_id: String,
    source_file: String,
    start_line: usize,
    end_line: usize,
    content: String,
    tokens: usize,
    overlap_chars: usize,
    source_start_byte: usize,
    source_end_byte: usize,
}

impl Metrics {
    /// Chunks all `files` twice and judges the records.
    pub fn measure(policy: &MarkdownPolicy, files: &[File]) -> Result<Self, Box<dyn Error>> {
        let mut metrics = Self::default();
        let in_parallel: Vec<_> = files.par_iter().map(|file| records(policy, file).ok()).collect();
        for (file, again) in files.iter().zip(in_parallel) {
            let jsonl = records(policy, file)?;
            metrics.deterministic.count(again.as_ref() == Some(&jsonl));
            let records: Vec<Record> = jsonl
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty())
                .map(serde_json::from_slice)
                .collect::<Result<_, _>>()?;
            metrics.judge(&file.1, &records);
        }
        Ok(metrics)
    }

    fn judge(&mut self, text: &str, records: &[Record]) {
        let (Some(first), Some(last)) = (records.first(), records.last()) else { return };
        let runs = inlines::runs(text, first.source_start_byte);
        let lines: Vec<_> = text.trim_start_matches('\u{FEFF}').split('\n').collect();
        let all = text.get(first.source_start_byte..last.source_end_byte).unwrap_or_default();
        let can_be_cut = fits(Cl100k::default().count(all));
        for record in records {
            self.cited.count(is_cited(record, &lines));
            self.at_sentence_ends.count(ends_sentence(record.source_end_byte, text, &runs));
            if can_be_cut {
                self.in_size.count(SIZE.contains(&record.tokens));
            }
        }
        for record in records.iter().skip(1) {
            self.overlapping.count(overlaps(record, first.source_start_byte, text, &runs));
        }
    }
}

fn records(policy: &MarkdownPolicy, (name, text): &File) -> Result<Vec<u8>, WriteError<MarkdownError>> {
    let mut jsonl = Vec::new();
    policy.write_jsonl(Document::new(name, text), &mut jsonl, &mut |_| {})?;
    Ok(jsonl)
}

/// Whether a document of this many tokens can be cut into chunks of 500 to 1000. Not if it has fewer than 500; nor between
/// `chunk_size` and 1000, where two even pieces have fewer than 500 each (M5, M12).
fn fits(tokens: usize) -> bool {
    (500..=800).contains(&tokens) || tokens >= 1000
}

fn is_cited(record: &Record, lines: &[&str]) -> bool {
    let Record { chunk_id, source_file, start_line, end_line, content, .. } = record;
    let cited = lines.get(start_line - 1..*end_line).unwrap_or_default().join("\n").replace('\r', "");
    cited.contains(&content.replace('\r', ""))
        && ContentHash::of(format!("{source_file}{start_line}{content}")).to_string() == *chunk_id
}

/// Whether a body that ends at the byte `end` cuts no run of text, or cuts prose after a sentence.
fn ends_sentence(end: usize, text: &str, runs: &[Run]) -> bool {
    let Some(run) = around(end, text, runs) else { return true };
    let before = text.get(run.bytes.start..end).unwrap_or_default();
    let stop = before.trim_end_matches(|c: char| "\"'”’»)]}*_`~」』）".contains(c));
    run.kind == Kind::Prose && stop.ends_with(['.', '!', '?', '…', '。', '！', '？', '｡'])
}

/// Whether the overlap of `record` has 50 to 100 tokens, or is shorter because it begins where the chunked text begins, or
/// after something that it must not cut: code, a row, a word that does not fit.
fn overlaps(record: &Record, start: usize, text: &str, runs: &[Run]) -> bool {
    let count = |text: &str| Cl100k::default().count(text);
    let source = text.get(record.source_start_byte..record.source_end_byte).unwrap_or_default();
    // The record has LF where the document has CRLF.
    let is_kept = |&(at, c): &(usize, char)| {
        c != '\r' || !source.get(at + 1..).is_some_and(|rest| rest.starts_with('\n'))
    };
    let body = source.char_indices().filter(is_kept).nth(record.overlap_chars).map_or(0, |(at, _)| at);
    let tokens = count(&source.get(..body).unwrap_or_default().replace("\r\n", "\n"));
    let before = text.get(start..record.source_start_byte).unwrap_or_default().trim_end();
    let bar = || around(start + before.len() - 1, text, runs).is_some_and(|run| run.kind == Kind::Verbatim);
    let word = || before.rsplit(char::is_whitespace).next().is_some_and(|word| count(word) + tokens > 100);
    OVERLAP.contains(&tokens) || tokens < 50 && (before.is_empty() || bar() || word())
}

/// The run that contains the byte `at`, with text on both sides of it.
fn around<'r>(at: usize, text: &str, runs: &'r [Run]) -> Option<&'r Run> {
    let last = runs.partition_point(|run| run.bytes.start < at).checked_sub(1)?;
    let run = runs.get(last)?;
    let rest = text.get(at..run.bytes.end)?;
    (!rest.trim().is_empty()).then_some(run)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::root;
    use chunk_core::testkit::Case;

    /// The metrics of a document after a change to its records.
    fn judged(text: &str, change: impl Fn(&mut [Record])) -> Metrics {
        let jsonl = records(&MarkdownPolicy::default(), &("a.md".into(), text.into())).unwrap();
        let lines = jsonl.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        let mut records: Vec<Record> = lines.map(|line| serde_json::from_slice(line).unwrap()).collect();
        change(&mut records);
        let mut metrics = Metrics::default();
        metrics.judge(text, &records);
        metrics
    }

    /// A paragraph of 1400 tokens, which comes in two halves.
    fn paragraph() -> String {
        format!("# A\n\n{}", "One two three four five six.\n".repeat(200))
    }

    #[test]
    fn what_is_right_is_good() {
        let one = Rate { part: 1, whole: 1 };
        let two = Rate { part: 2, whole: 2 };
        let good = Metrics {
            deterministic: Rate::default(),
            at_sentence_ends: two,
            cited: two,
            in_size: two,
            overlapping: one,
        };
        assert_eq!(judged(&paragraph(), |_| {}), good);
        assert_eq!(judged(&paragraph().replace('\n', "\r\n"), |_| {}), good);
    }

    #[test]
    fn each_fault_is_seen() {
        let half = Rate { part: 1, whole: 2 };
        let text = paragraph();
        assert_eq!(judged(&text, |records| records[0].source_end_byte -= 3).at_sentence_ends, half);
        assert_eq!(judged(&text, |records| records[1].start_line += 1).cited, half);
        assert_eq!(judged(&text, |records| records[0].chunk_id.replace_range(..1, "g")).cited, half);
        assert_eq!(judged(&text, |records| records[0].tokens = 499).in_size, half);
        let shorter = |records: &mut [Record]| {
            records[1].source_start_byte += 300;
            records[1].overlap_chars -= 300;
        };
        assert_eq!(judged(&text, shorter).overlapping, Rate { part: 0, whole: 1 });
    }

    #[test]
    fn a_code_block_may_not_be_cut_and_may_bar_an_overlap() {
        let code = "# A\n\n```\nOne.\nTwo.\n```\n\n# B\n\nText.\n";
        assert_eq!(judged(code, |_| {}).at_sentence_ends, Rate { part: 2, whole: 2 });
        let cut = |records: &mut [Record]| records[0].source_end_byte = code.find("\nTwo").unwrap();
        assert_eq!(judged(code, cut).at_sentence_ends, Rate { part: 1, whole: 2 });
        let none = |records: &mut [Record]| {
            records[1].source_start_byte = code.find("# B").unwrap();
            records[1].overlap_chars = 0;
        };
        assert_eq!(judged(code, none).overlapping, Rate { part: 1, whole: 1 });
    }

    #[test]
    fn the_metrics_hold_for_the_documents_of_all_cases() {
        let cases = Case::read_all(&root().join("fixtures/markdown")).unwrap();
        // A title of thousands of words (C1) has no sentence end that a chunk could end at.
        let usual = cases.iter().filter(|case| !case.about.clauses.iter().any(|clause| clause == "C1"));
        let documents = usual.flat_map(|case| &case.documents);
        let utf_8 = documents.filter_map(|document| String::from_utf8(document.bytes.clone()).ok());
        let files: Vec<File> = utf_8.map(|text| ("a.md".to_owned(), text)).collect();
        assert!(files.len() > 100);
        let metrics = Metrics::measure(&MarkdownPolicy::default(), &files).unwrap();
        for rate in [metrics.deterministic, metrics.at_sentence_ends, metrics.cited, metrics.overlapping] {
            assert_eq!(rate.part, rate.whole, "{metrics:?}");
        }
    }
}
