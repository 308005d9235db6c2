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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BacklogChunk, BacklogPolicy, Document};
    use chunk_core::{Chunk, ContentHash, Policy};

    const PATH: &str = "products/demo/items/DEMO-1_a.md";

    fn text() -> String {
        let long = "Some words of a long paragraph. ".repeat(60);
        format!(
            "# Context\n\nIt is slow. We know.\n\n# Approach\n\n{long}\n\n# Worklog\n\n2026-01-06 10:30 Begun.\n\
             2026-01-05 Thought of.\n2026-01-06 10:31 Done.\n"
        )
    }

    fn replays(text: &str, chunk: &BacklogChunk<'_>) -> bool {
        let replayed = BacklogPolicy::default().replay(Document::new(PATH, text), chunk);
        replayed.is_ok_and(|text| ContentHash::of(&*text) == chunk.replay_hash())
    }

    /// Replay fails if the spans, the record or the document were changed.
    #[test]
    fn a_chunk_replays_from_its_spans_and_from_nothing_else() {
        let text = text();
        let policy = BacklogPolicy::default();
        let chunks = policy.chunks(PATH, &text).unwrap().chunks;
        assert!(chunks.len() > 5);
        for (index, chunk) in chunks.iter().enumerate() {
            assert!(replays(&text, chunk), "{index}");
            // Only the spans say which text it is.
            let renumbered = BacklogChunk { metadata: chunks[0].metadata.clone(), ..chunk.clone() };
            assert_eq!(replays(&text, &renumbered), index == 0);

            let mut tampered = chunk.clone();
            match tampered.spans.as_mut().unwrap() {
                Spans::Header { context, .. } => *context = None,
                Spans::Section { text, .. } => text.end -= 1,
                Spans::Worklog(entries) => entries[0].start += 1,
            }
            assert!(!replays(&text, &tampered), "{index}");

            let mut far = chunk.clone();
            let end = text.len() + 9;
            far.spans = Some(Spans::Section { heading: None, text: end - 1..end });
            let error = policy.replay(Document::new(PATH, &text), &far).unwrap_err();
            assert!(error.to_string().contains("do not lie in this document"), "{error}");

            let mut rehashed = chunk.clone();
            rehashed
                .metadata
                .chunk_hash
                .replace_range(0..1, if chunk.metadata.chunk_hash.starts_with('0') { "1" } else { "0" });
            assert!(!replays(&text, &rehashed), "{index}");

            let changed =
                text.replace("slow", "slim").replace("words", "worms").replace("2026-01-0", "2026-02-0");
            assert!(!replays(&changed, chunk), "{index}");
        }
    }

    #[test]
    fn a_record_read_from_json_is_the_same_but_has_no_spans() {
        let text = text();
        let policy = BacklogPolicy::default();
        let chunks = policy.chunks(PATH, &text).unwrap().chunks;
        let json = serde_json::to_string(&chunks[1]).unwrap();
        let read: BacklogChunk<'_> = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        let error = policy.replay(Document::new(PATH, &text), &read).unwrap_err();
        assert!(error.to_string().contains("has no spans"), "{error}");
    }
}
