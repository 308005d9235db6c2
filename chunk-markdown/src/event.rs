//! Which kinds of block the parser's tags are of, and which blocks depend on the lines above them (M2).

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

/// Whether the block at `range`, whose first line starts at `start`, may be the rest of a paragraph that a link definition begins, and so
/// be another block if parsed alone. The parser gives no event for definitions, and carries nothing else from one block to the next where
/// no blank line is between them. (From item to item it carries whether the list is loose, which changes nothing here.)
pub(crate) fn may_continue_definition(
    kind: Kind,
    text: &Text<'_>,
    start: usize,
    range: &Range<usize>,
) -> bool {
    match kind {
        Kind::Paragraph => true,
        // A table that begins with a pipe ends any paragraph; one that is indented may be code if it stands alone.
        Kind::Table => !slice(text.text, start..range.end).starts_with('|'),
        // An ATX heading, of one line, ends any paragraph; of a Setext heading more lines may be text if it stands alone.
        Kind::Heading => slice(text.text, range.clone()).trim_ascii_end().contains('\n'),
        _ => false,
    }
}
