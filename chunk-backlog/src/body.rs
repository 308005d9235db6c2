use crate::{outline::Outline, place::at, redact};
use chunk_core::{CodePointIndex, SmallRange, is_white_space, slice};
use std::ops::Range;

/// The text behind the frontmatter, redacted, with everything that is looked up in it.
pub(crate) struct Body<'b> {
    pub(crate) text: &'b str,
    /// The outline of the sections that are looked at.
    pub(crate) outline: Outline,
    points: CodePointIndex<'b>,
    /// The redaction markers, in order.
    markers: Vec<SmallRange>,
}

impl<'b> Body<'b> {
    pub(crate) fn new(text: &'b str) -> Self {
        let markers = redact::markers(text).map(|(bytes, _)| SmallRange::new(&bytes)).collect();
        Self { text, outline: Outline::default(), points: CodePointIndex::new(text), markers }
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
    pub(crate) fn marker_around(&self, byte: usize) -> Option<Range<usize>> {
        around(&self.markers, byte)
    }

    /// The fence that `byte` would cut in two.
    pub(crate) fn fence_around(&self, byte: usize) -> Option<Range<usize>> {
        around(&self.outline.fences, byte)
    }

    /// Whether `byte` is right after a heading line: in the white space between its text and the text behind it.
    pub(crate) fn is_behind_heading(&self, byte: usize) -> bool {
        let headings = &self.outline.heading_lines;
        let next = headings.partition_point(|heading| heading.start < at(byte));
        let heading = next.checked_sub(1).and_then(|index| headings.get(index));
        heading.filter(|heading| at(byte) <= heading.end).is_some_and(|heading| {
            let [before, behind] =
                [heading.start as usize..byte, byte..heading.end as usize].map(|part| self.slice(part));
            let (text, text_behind) =
                (before.trim_end_matches(is_white_space), behind.trim_start_matches(is_white_space));
            let blank =
                self.slice(byte - (before.len() - text.len())..heading.end as usize - text_behind.len());
            text_behind.is_empty() || blank.contains('\n')
        })
    }
}

/// The one of `spans`, which are in order and apart, that has `byte` in its inside.
fn around(spans: &[SmallRange], byte: usize) -> Option<Range<usize>> {
    let next = spans.partition_point(|span| span.start < at(byte));
    let span = spans.get(next.checked_sub(1)?)?.range();
    (byte < span.end).then_some(span)
}
