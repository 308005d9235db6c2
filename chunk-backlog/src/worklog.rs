//! Reads the entries of worklogs (B16), and groups them into chunks (B17, B18).

use crate::{
    body::Body,
    cut::{Cutter, Limits},
    date::Moment,
    section::Section,
    spans::Spans,
};
use chunk_core::unicode::{trim_end, trim_start};
use std::ops::Range;

const MAX_ENTRIES: usize = 5;
const MAX_CHARS: usize = 1_000;

/// How an entry above [`MAX_CHARS`] is cut.
const LIMITS: Limits = Limits { band: 500..=MAX_CHARS, reach: 500..=MAX_CHARS, remainder: MAX_CHARS };

/// The worklogs of a document.
#[derive(Debug, Default)]
pub(crate) struct Worklog {
    /// The text before the first entry of each worklog, in parts if it is too long.
    undated: Vec<Range<usize>>,
    entries: Vec<Entry>,
}

/// An entry, without blank lines after it, or a part of one that is too long.
#[derive(Debug)]
struct Entry {
    moment: Moment,
    text: Range<usize>,
    is_part: bool,
}

impl Worklog {
    /// Adds the entries of a section.
    pub(crate) fn add(&mut self, body: &Body<'_>, worklog: &Section) {
        // A heading that ends the document has no line end after it.
        let start = worklog.heading.as_ref().map_or(0, |heading| (heading.end + 1).min(body.text.len()));
        let end = worklog.text.end.max(start);
        // Where the last entry starts, and its moment; at first, the undated text.
        let mut open = (start, None);
        let mut at = start;
        for line in body.slice(start..end).split('\n') {
            if let Some(moment) = entry_start(line)
                && body.fence_around(at).is_none()
            {
                self.push(body, open.0..at, open.1);
                open = (at, Some(moment));
            }
            at += line.len() + 1;
        }
        self.push(body, open.0..end, open.1);
    }

    fn push(&mut self, body: &Body<'_>, text: Range<usize>, moment: Option<Moment>) {
        let text = body.without_blank_lines(text);
        let Some(moment) = moment else {
            self.undated.extend(split(body, text));
            return;
        };
        if body.chars(&text) <= MAX_CHARS {
            self.entries.push(Entry { moment, text, is_part: false });
        } else {
            let part = |text| Entry { moment, text, is_part: true };
            self.entries.extend(split(body, text).into_iter().map(part));
        }
    }

    /// The spans of the chunks, undated text first, and when the first and the last entry of each were made.
    pub(crate) fn chunks(mut self, body: &Body<'_>) -> Vec<(Spans, Option<(Moment, Moment)>)> {
        self.entries.sort_by_key(|entry| entry.moment);
        let dated = self.group(body).into_iter().filter_map(|chunk| {
            let entries = self.entries.get(chunk)?;
            let texts = entries.iter().map(|entry| entry.text.clone()).collect();
            Some((Spans::Worklog(texts), Some((entries.first()?.moment, entries.last()?.moment))))
        });
        self.undated.iter().map(|text| (Spans::Worklog(vec![text.clone()]), None)).chain(dated).collect()
    }

    /// Groups the sorted entries into chunks of one day each: which entries each chunk has.
    fn group(&self, body: &Body<'_>) -> Vec<Range<usize>> {
        let mut chunks: Vec<Range<usize>> = Vec::new();
        // The characters of the last chunk, and the entry before, with its characters.
        let mut length = 0;
        let mut before: Option<(&Entry, usize)> = None;
        for (index, entry) in self.entries.iter().enumerate() {
            let chars = body.chars(&entry.text);
            // A part of an entry is a chunk of its own.
            let same_day = before.filter(|(before, _)| {
                before.moment.day() == entry.moment.day() && !before.is_part && !entry.is_part
            });
            before = Some((entry, chars));
            let may_join = |chunk: &&mut Range<usize>| {
                same_day.is_some() && chunk.len() < MAX_ENTRIES && length + 1 + chars <= MAX_CHARS
            };
            if let Some(chunk) = chunks.last_mut().filter(may_join) {
                chunk.end = index + 1;
                length += 1 + chars;
            } else if let Some((_, overlap)) =
                same_day.filter(|(_, overlap)| overlap + 1 + chars <= MAX_CHARS)
            {
                chunks.push(index - 1..index + 1);
                length = overlap + 1 + chars;
            } else {
                chunks.push(index..index + 1);
                length = chars;
            }
        }
        chunks
    }
}

/// The moment of the entry that starts with `line`, if one does.
fn entry_start(line: &str) -> Option<Moment> {
    let text = ["- ", "* ", "+ "].iter().find_map(|marker| line.strip_prefix(marker)).unwrap_or(line);
    Moment::at_start_of(text, b" \t:[")
}

/// The parts of a text without a heading; none if it is empty. White space at a cut belongs to neither part, but a
/// line that starts after the cut keeps its indentation.
fn split(body: &Body<'_>, text: Range<usize>) -> Vec<Range<usize>> {
    let resume = |cut: usize| {
        let rest = body.slice(cut..text.end);
        let blank = rest.len() - trim_start(rest).len();
        let line_start = rest.get(..blank).and_then(|blank| blank.rfind('\n')).map_or(blank, |at| at + 1);
        cut + if blank == rest.len() { blank } else { line_start }
    };
    let mut parts = Cutter::new(body, text.clone(), &LIMITS, 0, resume).pieces();
    for part in &mut parts {
        if part.end < text.end {
            part.end = part.start + trim_end(body.slice(part.clone())).len();
        }
    }
    parts
}
