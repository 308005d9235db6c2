//! The kinds of blocks that the parser reports, as far as they matter to where a window may end.

use chunk_core::Container;
use pulldown_cmark::{CodeBlockKind, Tag, TagEnd};
use std::ops::Range;

/// The last block of a window.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Last {
    pub(crate) kind: LastKind,
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) in_item: bool,
    /// How many quotes it is in.
    pub(crate) quotes: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LastKind {
    Paragraph,
    /// Fenced code or HTML.
    Verbatim,
    IndentedCode,
    Table,
    /// A heading or a rule: no later line can continue it.
    Closed,
}

/// A place inside blocks where a window may start.
#[derive(Debug, Default)]
pub(crate) struct Inside {
    /// The start of a line, or of a definition.
    pub(crate) at: usize,
    /// The blocks around it, from the outermost.
    pub(crate) containers: Vec<Container>,
    /// Whether the innermost of these holds nothing before it.
    pub(crate) is_first: bool,
}

/// A block that the parser is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Open {
    Quote(Container),
    List,
    Item {
        container: Container,
        /// Whether nothing in it has been found yet.
        empty: bool,
    },
    /// Text directly in a list item: the paragraph of a tight list, for which the parser gives no event of its own.
    TightParagraph {
        bytes: Range<usize>,
        starts_item: bool,
    },
    /// A paragraph, a heading, a table, code or HTML, which hold no blocks.
    Leaf,
}

impl Open {
    /// Its line and kind, if a line can open it. (An item opens its list.)
    pub(crate) const fn container(&self) -> Option<Container> {
        match self {
            Self::Quote(container) | Self::Item { container, .. } => Some(*container),
            _ => None,
        }
    }
}

pub(crate) const fn last_kind(tag: &Tag<'_>) -> Option<LastKind> {
    match tag {
        Tag::Paragraph => Some(LastKind::Paragraph),
        Tag::CodeBlock(CodeBlockKind::Indented) => Some(LastKind::IndentedCode),
        Tag::CodeBlock(_) | Tag::HtmlBlock => Some(LastKind::Verbatim),
        Tag::Table(_) => Some(LastKind::Table),
        Tag::Heading { .. } => Some(LastKind::Closed),
        _ => None,
    }
}

pub(crate) const fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph
            | Tag::Heading { .. }
            | Tag::BlockQuote(_)
            | Tag::CodeBlock(_)
            | Tag::HtmlBlock
            | Tag::List(_)
            | Tag::Item
            | Tag::Table(_)
    )
}

pub(crate) const fn is_block_end(tag: TagEnd) -> bool {
    matches!(
        tag,
        TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::BlockQuote(_)
            | TagEnd::CodeBlock
            | TagEnd::HtmlBlock
            | TagEnd::List(_)
            | TagEnd::Item
            | TagEnd::Table
    )
}

/// Whether a tab stands before the last `>` at the start of `line`: a quote may go on after a tab, but begins after three blanks at most.
pub(crate) fn has_tab_before_quote(line: &[u8]) -> bool {
    let markers = line.split(|byte| !matches!(byte, b' ' | b'\t' | b'>')).next().unwrap_or_default();
    let last = markers.iter().rposition(|&byte| byte == b'>').unwrap_or_default();
    markers.get(..last).unwrap_or_default().contains(&b'\t')
}
