//! Which blocks the parser's events are of, and what it carries over from one to the next (M2).

use crate::{text::Text, tree::Kind};
use chunk_core::slice;
use pulldown_cmark::{Tag, TagEnd};
use std::ops::Range;

pub(crate) fn kind(tag: &Tag<'_>) -> Option<Kind> {
    Some(match tag {
        Tag::Heading { .. } => Kind::Heading,
        Tag::Paragraph => Kind::Paragraph,
        Tag::CodeBlock(_) => Kind::Code,
        Tag::List(_) => Kind::List,
        Tag::Item => Kind::Item,
        Tag::BlockQuote(_) => Kind::Quote,
        Tag::FootnoteDefinition(_) => Kind::Footnote,
        Tag::Table(_) => Kind::Table,
        Tag::HtmlBlock => Kind::Html,
        _ => return None,
    })
}

pub(crate) const fn is_block(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Heading(_)
            | TagEnd::Paragraph
            | TagEnd::CodeBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::BlockQuote(_)
            | TagEnd::FootnoteDefinition
            | TagEnd::Table
            | TagEnd::HtmlBlock
    )
}

/// Whether the block at `range`, whose first line starts at `start`, may go on with a definition above it, which the parser does not tell
/// of. That is all it carries over between two blocks where no blank line stands between. Between items it carries over whether the list
/// is loose, which changes nothing here.
pub(crate) fn may_go_on(kind: Kind, text: &Text<'_>, start: usize, range: &Range<usize>) -> bool {
    match kind {
        Kind::Paragraph => true,
        // One that begins with a pipe ends any paragraph; one that is indented may be code if it stands alone.
        Kind::Table => !slice(text.text, start..range.end).starts_with('|'),
        // Of one line, it ends any paragraph; with a line below its text, that may be more than stands alone.
        Kind::Heading => slice(text.text, range.clone()).trim_ascii_end().contains('\n'),
        _ => false,
    }
}
