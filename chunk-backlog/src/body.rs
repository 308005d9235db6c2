//! The body of a document (B2, B13): its text and what is looked up in it.

use crate::{offset::to_u32, outline::Outline, redact};
use chunk_core::{CodePointIndex, SmallRange, is_white_space, slice};
use std::ops::Range;

/// The text after the frontmatter, redacted, with indexes of its outline, characters and redaction markers.
pub(crate) struct Body<'b> {
    pub(crate) text: &'b str,
    /// The outline from the start of the section that is being read.
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

    /// How many characters a range has.
    pub(crate) fn chars(&self, bytes: &Range<usize>) -> usize {
        self.points.code_point(bytes.end) - self.points.code_point(bytes.start)
    }

    /// The byte `chars` characters after the byte `from`, or the end.
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

    /// Whether `byte` is right after a line of a heading: in the white space between that and the next text.
    pub(crate) fn follows_heading(&self, byte: usize) -> bool {
        let headings = &self.outline.heading_lines;
        let next = headings.partition_point(|heading| heading.start < to_u32(byte));
        let heading = next.checked_sub(1).and_then(|index| headings.get(index));
        heading.filter(|heading| to_u32(byte) <= heading.end).is_some_and(|heading| {
            let [before, after] =
                [heading.start as usize..byte, byte..heading.end as usize].map(|part| self.slice(part));
            let (text, text_after) =
                (before.trim_end_matches(is_white_space), after.trim_start_matches(is_white_space));
            let blank =
                self.slice(byte - (before.len() - text.len())..heading.end as usize - text_after.len());
            text_after.is_empty() || blank.contains('\n')
        })
    }
}

/// The one of `spans`, in order and disjoint, that has `byte` strictly inside it.
fn around(spans: &[SmallRange], byte: usize) -> Option<Range<usize>> {
    let next = spans.partition_point(|span| span.start < to_u32(byte));
    let span = spans.get(next.checked_sub(1)?)?.range();
    (byte < span.end).then_some(span)
}
