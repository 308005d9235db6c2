//! The spans of its document that a chunk's text is made of, at first and again by `replay`, which uses nothing else (Replay).

use crate::{
    fields::heading_title,
    header::{Paragraph, header},
};
use chunk_core::MetadataBounds;
use std::{borrow::Cow, ops::Range};

/// What is between a repeated heading and the text after it.
pub(crate) const BLANK_LINE: &str = "\n\n";

/// What a chunk's text is made of, in bytes of the redacted body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Spans {
    /// The title, from a heading or else from the front matter, and the first sentence of a paragraph.
    Header { title: Option<Range<usize>>, context: Option<Paragraph> },
    /// Text of a section, and the section's heading if the chunk repeats it.
    Section { heading: Option<Range<usize>>, text: Range<usize> },
    /// Entries of a worklog, or its text before the first entry.
    Worklog(Vec<Range<usize>>),
}

impl Spans {
    /// The parts of the body that the chunk is of: not what it repeats.
    pub(crate) fn texts(&self) -> &[Range<usize>] {
        match self {
            Self::Header { .. } => &[],
            Self::Section { text, .. } => std::slice::from_ref(text),
            Self::Worklog(entries) => entries,
        }
    }

    /// The text; `None` if a span does not lie in the body.
    pub(crate) fn text<'u>(&self, body: &Cow<'u, str>, title: &str) -> Option<Cow<'u, str>> {
        let slice = |span: &Range<usize>| body.get(span.clone());
        Some(match self {
            Self::Header { title: heading, context } => {
                context.as_ref().map_or(Some(""), |context| slice(&context.bytes))?;
                let bounds = &mut MetadataBounds::default();
                let heading = match heading {
                    Some(heading) => Some(heading_title(slice(heading)?, bounds)),
                    None => None,
                };
                Cow::Owned(header(heading.as_deref().unwrap_or(title), body, context.as_ref()))
            }
            Self::Section { heading: Some(heading), text } => {
                Cow::Owned([slice(heading)?, BLANK_LINE, slice(text)?].concat())
            }
            Self::Section { heading: None, text } => part(body, text)?,
            Self::Worklog(entries) => match entries.as_slice() {
                [entry] => part(body, entry)?,
                entries => Cow::Owned(entries.iter().map(slice).collect::<Option<Vec<_>>>()?.join("\n")),
            },
        })
    }
}

/// A part of the body, borrowed from the document as given where nothing in it was changed.
fn part<'u>(body: &Cow<'u, str>, span: &Range<usize>) -> Option<Cow<'u, str>> {
    match body {
        Cow::Borrowed(body) => body.get(span.clone()).map(Cow::Borrowed),
        Cow::Owned(body) => body.get(span.clone()).map(|text| Cow::Owned(text.to_owned())),
    }
}
