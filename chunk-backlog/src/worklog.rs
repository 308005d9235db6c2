//! Reads the entries of worklogs (B16), and groups them into chunks (B17, B18).

use crate::{
    body::Body,
    cut::{Cutter, Limits},
    date::Moment,
    offset::to_u32,
    section::{Section, SectionHeading, without_blank_lines},
};
use chunk_core::{SmallRange, is_white_space};
use std::ops::Range;

const MAX_ENTRIES: usize = 5;
const MAX_CHARS: usize = 1_000;

/// How an entry above [`MAX_CHARS`] is cut.
const LIMITS: Limits = Limits { band: 500..=MAX_CHARS, reach: 500..=MAX_CHARS, remainder: MAX_CHARS };

/// The worklogs of a document.
#[derive(Debug, Default)]
pub(crate) struct Worklog {
    /// The text before the first entry of each worklog, in parts if it is too long.
    pub(crate) undated: Vec<SmallRange>,
    pub(crate) entries: Vec<Entry>,
}

/// An entry, without blank lines after it, or a part of one that is too long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) moment: Moment,
    pub(crate) text: SmallRange,
    is_part: bool,
}

impl Worklog {
    /// Adds the entries of a section.
    pub(crate) fn add(&mut self, body: &Body<'_>, worklog: &Section) {
        let lines = &body.outline.lines;
        // A heading that ends the document has no line end after it.
        let after = |heading: SectionHeading| (heading.lines.end as usize + 1).min(body.text.len());
        let start = worklog.heading.map_or(worklog.text.start, after);
        let end = worklog.text.end.max(start);
        // Where the last entry starts, and its moment; at first, the undated text.
        let mut open = (start, None);
        for number in lines.line(start)..=lines.line(end) {
            let line = lines.bytes(number);
            if line.start >= start
                && line.start < end
                && body.fence_around(line.start).is_none()
                && let Some(moment) = entry_start(body.slice(line.clone()))
            {
                self.push(body, open.0..line.start, open.1);
                open = (line.start, Some(moment));
            }
        }
        self.push(body, open.0..end, open.1);
    }

    fn push(&mut self, body: &Body<'_>, text: Range<usize>, moment: Option<Moment>) {
        let text = without_blank_lines(body.text, &body.outline.lines, text);
        let Some(moment) = moment else {
            self.undated.extend(split(body, text).iter().map(SmallRange::new));
            return;
        };
        if body.chars(&text) <= MAX_CHARS {
            self.entries.push(Entry { moment, text: SmallRange::new(&text), is_part: false });
        } else {
            let part = |part| Entry { moment, text: SmallRange::new(part), is_part: true };
            self.entries.extend(split(body, text).iter().map(part));
        }
    }

    /// Sorts the entries, and groups them into chunks of one day each: returns which of the sorted entries each chunk has.
    pub(crate) fn group(&mut self, body: &Body<'_>) -> Vec<Range<u32>> {
        self.entries.sort_by_key(|entry| entry.moment);
        let mut chunks = Vec::new();
        // The first entry of the open chunk, and the characters of that chunk.
        let mut open: Option<(usize, usize)> = None;
        // The entry before, and its characters.
        let mut before: Option<(&Entry, usize)> = None;
        for (index, entry) in self.entries.iter().enumerate() {
            let chars = body.chars(&entry.text.range());
            let is_same_day = before.is_some_and(|(before, _)| before.moment.day() == entry.moment.day());
            let with_overlap = before.map_or(0, |(_, chars)| chars) + 1 + chars;
            let chunk = open.filter(|_| is_same_day && !entry.is_part);
            if let Some((first, length)) =
                chunk.filter(|(first, length)| index - first < MAX_ENTRIES && length + 1 + chars <= MAX_CHARS)
            {
                open = Some((first, length + 1 + chars));
            } else {
                chunks.extend(open.map(|(first, _)| to_u32(first)..to_u32(index)));
                if entry.is_part {
                    chunks.push(to_u32(index)..to_u32(index + 1));
                    open = None;
                } else if chunk.is_some() && with_overlap <= MAX_CHARS {
                    open = Some((index - 1, with_overlap));
                } else {
                    open = Some((index, chars));
                }
            }
            before = Some((entry, chars));
        }
        chunks.extend(open.map(|(first, _)| to_u32(first)..to_u32(self.entries.len())));
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
