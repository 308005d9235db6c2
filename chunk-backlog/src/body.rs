use crate::{outline::Outline, redact};
use chunk_core::{CodePointIndex, is_white_space, slice};
use std::ops::Range;

/// The text behind the frontmatter, redacted, with everything that is looked up in it.
#[derive(Debug)]
pub(crate) struct Body<'b> {
    pub(crate) text: &'b str,
    pub(crate) outline: Outline,
    points: CodePointIndex<'b>,
    /// The redaction markers, in order.
    markers: Vec<Range<usize>>,
    /// For each line of a heading, from its last character that is no white space to the text behind it:
    /// where no piece may end (B13).
    behind_headings: Vec<Range<usize>>,
}

impl<'b> Body<'b> {
    pub(crate) fn new(text: &'b str) -> Self {
        let outline = Outline::new(text);
        let mut behind_headings = Vec::new();
        for heading in &outline.headings {
            let lines = &outline.lines;
            for number in lines.line(heading.lines.start)..=lines.line(heading.lines.end) {
                let line = lines.bytes(number);
                let length = slice(text, line.clone()).trim_end_matches(is_white_space).len();
                let rest = slice(text, line.end..text.len());
                let blank = rest.len() - rest.trim_start_matches(is_white_space).len();
                behind_headings.push(line.start + length..line.end + blank.max(1));
            }
        }
        let markers = redact::markers(text).map(|(bytes, _)| bytes).collect();
        Self { text, outline, points: CodePointIndex::new(text), markers, behind_headings }
    }

    pub(crate) fn slice(&self, bytes: Range<usize>) -> &'b str {
        slice(self.text, bytes)
    }

    /// How many characters stand in a range.
    pub(crate) fn chars(&self, bytes: &Range<usize>) -> usize {
        self.points.code_point(bytes.end) - self.points.code_point(bytes.start)
    }

    /// The byte `chars` characters behind the byte `from`, or the end.
    pub(crate) fn forward(&self, from: usize, chars: usize) -> usize {
        self.points.byte(self.points.code_point(from) + chars)
    }

    /// The byte `chars` characters before the byte `from`, or the start.
    pub(crate) fn back(&self, from: usize, chars: usize) -> usize {
        self.points.byte(self.points.code_point(from).saturating_sub(chars))
    }

    /// The marker that `byte` would cut in two.
    pub(crate) fn marker_around(&self, byte: usize) -> Option<&Range<usize>> {
        around(&self.markers, byte)
    }

    /// The fence that `byte` would cut in two.
    pub(crate) fn fence_around(&self, byte: usize) -> Option<&Range<usize>> {
        around(&self.outline.fences, byte)
    }

    /// Whether `byte` is right after a heading line.
    pub(crate) fn is_behind_heading(&self, byte: usize) -> bool {
        let next = self.behind_headings.partition_point(|zone| zone.start <= byte);
        let zone = next.checked_sub(1).and_then(|index| self.behind_headings.get(index));
        zone.is_some_and(|zone| byte <= zone.end)
    }
}

/// The one of `ranges`, which are in order and apart, that has `byte` in its inside.
fn around(ranges: &[Range<usize>], byte: usize) -> Option<&Range<usize>> {
    let next = ranges.partition_point(|range| range.start < byte);
    ranges.get(next.checked_sub(1)?).filter(|range| byte < range.end)
}
