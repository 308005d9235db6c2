//! Worklogs: their entries (B16), and the chunks these make together (B17, B18).

use crate::{
    body::Body,
    cut::{Cutter, Limits},
    date::Moment,
    section::{Section, without_blank_lines},
};
use chunk_core::is_white_space;
use std::ops::Range;

const MAX_ENTRIES: usize = 5;
const MAX_CHARS: usize = 1_000;

/// How an entry above [`MAX_CHARS`] is cut.
const LIMITS: Limits = Limits { band: 500..=MAX_CHARS, reach: 500..=MAX_CHARS, remainder: MAX_CHARS };

/// A chunk of worklog text: what stands in it, in bytes of the body, joined by LF.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WorklogChunk {
    pub(crate) parts: Vec<Range<usize>>,
    /// First and last entry; none for text without a date.
    pub(crate) span: Option<(Moment, Moment)>,
}

/// The chunks of all worklog sections of a document.
pub(crate) fn chunks(body: &Body<'_>, sections: &[Section]) -> Vec<WorklogChunk> {
    let mut chunks = Vec::new();
    let mut entries = Vec::new();
    for worklog in sections.iter().filter(|section| section.is_worklog()) {
        let undated = read_entries(body, worklog, &mut entries);
        let parts = split(body, undated);
        chunks.extend(parts.into_iter().map(|part| WorklogChunk { parts: vec![part], span: None }));
    }
    entries.sort_by_key(|entry| entry.moment);
    for day in entries.chunk_by(|a, b| a.moment.day() == b.moment.day()) {
        group(body, day, &mut chunks);
    }
    chunks
}

/// An entry, without blank lines behind it.
#[derive(Debug, Clone)]
struct Entry {
    moment: Moment,
    text: Range<usize>,
}

/// Adds the entries of a worklog to `entries`; the text before the first is returned.
fn read_entries(body: &Body<'_>, worklog: &Section, entries: &mut Vec<Entry>) -> Range<usize> {
    let lines = &body.outline.lines;
    let text_start = worklog.heading.as_ref().map_or(worklog.text.start, |heading| heading.end + 1);
    let end = worklog.text.end.max(text_start);
    let mut starts = Vec::new();
    for number in lines.line(text_start)..=lines.line(end) {
        let line = lines.bytes(number);
        if line.start >= text_start && line.start < end && body.fence_around(line.start).is_none() {
            starts.extend(entry_start(body.slice(line.clone())).map(|moment| (moment, line.start)));
        }
    }
    let undated_end = starts.first().map_or(end, |(_, start)| *start);
    let ends = starts.iter().skip(1).map(|(_, start)| *start).chain([end]);
    for (&(moment, start), end) in starts.iter().zip(ends) {
        entries.push(Entry { moment, text: without_blank_lines(body.text, lines, start..end) });
    }
    if text_start >= undated_end {
        return text_start..text_start;
    }
    without_blank_lines(body.text, lines, text_start..undated_end)
}

/// When the entry that starts with `line` was made; `None` if none starts with it.
fn entry_start(line: &str) -> Option<Moment> {
    let text = ["- ", "* ", "+ "].iter().find_map(|marker| line.strip_prefix(marker)).unwrap_or(line);
    Moment::at_start_of(text, b" \t:[")
}

/// The chunks of the entries of one day.
fn group(body: &Body<'_>, day: &[Entry], chunks: &mut Vec<WorklogChunk>) {
    let mut group: Vec<&Entry> = Vec::new();
    let mut length = 0;
    for entry in day {
        let chars = body.chars(&entry.text);
        if chars > MAX_CHARS {
            flush(&mut group, chunks);
            let span = Some((entry.moment, entry.moment));
            let parts = split(body, entry.text.clone());
            chunks.extend(parts.into_iter().map(|part| WorklogChunk { parts: vec![part], span }));
            continue;
        }
        if group.is_empty() {
            length = chars;
        } else if group.len() < MAX_ENTRIES && length + 1 + chars <= MAX_CHARS {
            length += 1 + chars;
        } else {
            let overlap = group.last().map(|last| (*last, body.chars(&last.text)));
            flush(&mut group, chunks);
            length = chars;
            if let Some((last, overlap)) = overlap.filter(|(_, overlap)| overlap + 1 + chars <= MAX_CHARS) {
                group.push(last);
                length += overlap + 1;
            }
        }
        group.push(entry);
    }
    flush(&mut group, chunks);
}

fn flush(group: &mut Vec<&Entry>, chunks: &mut Vec<WorklogChunk>) {
    if let (Some(first), Some(last)) = (group.first(), group.last()) {
        let span = Some((first.moment, last.moment));
        chunks.push(WorklogChunk { parts: group.iter().map(|entry| entry.text.clone()).collect(), span });
    }
    group.clear();
}

/// The parts of a text without a heading, none if it is empty. White space at a cut belongs to neither part, but a
/// line behind it keeps its indentation.
fn split(body: &Body<'_>, text: Range<usize>) -> Vec<Range<usize>> {
    let resume = |cut: usize| {
        let rest = body.slice(cut..text.end);
        let blank = rest.len() - rest.trim_start_matches(is_white_space).len();
        let line_start = rest.get(..blank).and_then(|blank| blank.rfind('\n')).map_or(blank, |at| at + 1);
        cut + if blank == rest.len() { blank } else { line_start }
    };
    let mut parts = Cutter::new(body, text.clone(), &LIMITS, 0, resume).pieces();
    for part in &mut parts {
        if part.end < text.end {
            part.end = part.start + body.slice(part.clone()).trim_end_matches(is_white_space).len();
        }
    }
    parts
}
