//! The blocks of a Markdown document: CommonMark with tables, footnotes and task lists, as pulldown-cmark finds them.
//!
//! Every policy that follows Markdown reads its documents here, so that all of them see the same blocks. A document is parsed
//! once, as a whole. Blocks are whole lines; where each begins and ends is all that is kept of it, and the title of a heading.

mod build;
mod narrow;
mod nesting;
mod seen;

use std::{iter, ops::Range};

/// A block of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Its lines, in bytes of the text: from the start of its first line to the end of its last line that is not blank, without the
    /// line end.
    pub lines: Range<usize>,
    /// The byte where it begins on its first line: after indentation, the markers of the blocks around it, and the box of a task.
    pub start: usize,
    /// How many blocks it is inside.
    pub depth: usize,
    /// The index of the first block after it that is not inside it. The blocks inside it have the indices between.
    pub next: usize,
}

/// What a [`Block`] is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BlockKind {
    /// A heading in either style.
    Heading {
        /// 1 to 6.
        level: u8,
        /// Its text without markup: entities decoded, a line break as a space, the alternative text of images, no HTML, no footnote
        /// marks. It is cut, but never to 1,024 scalar values or fewer.
        title: String,
    },
    /// A paragraph. The text of a list item is one, too, where the list has no blank lines.
    Paragraph,
    /// A code block.
    Code {
        /// Whether it is between fences; otherwise it is indented.
        fenced: bool,
    },
    /// A list. It ends with its last item.
    List {
        /// Whether its items have numbers.
        ordered: bool,
    },
    /// An item of a list.
    Item {
        /// Of a task, whether its box is checked.
        checked: Option<bool>,
    },
    /// A block quote.
    Quote,
    /// The definition of a footnote.
    Footnote,
    /// A table. Each of its lines is a row; the second one parts the head from the body.
    Table,
    /// A block of HTML.
    Html,
    /// A thematic break.
    Rule,
    /// Lines outside all other blocks, not blank, directly after each other: definitions of links.
    Definitions,
}

impl BlockKind {
    /// Whether it is a heading.
    #[must_use]
    pub const fn is_heading(&self) -> bool {
        matches!(self, Self::Heading { .. })
    }

    /// Whether blocks can be inside it.
    const fn is_container(&self) -> bool {
        matches!(self, Self::List { .. } | Self::Item { .. } | Self::Quote | Self::Footnote)
    }
}

/// The blocks of `text` from the byte `start` on, each before those inside it. `text` has LF line ends: a lone CR is white space.
///
/// `start` is where the front matter ends. Of blocks side by side, none reaches into the lines of the next; those inside a block are
/// within its lines. All lines that are not blank are in some block of the top level. At most 100 markers of quotes, items and
/// footnotes at the start of a line count. Between two lines `$$`, no line makes a heading or a list.
///
/// ```
/// use chunk_core::markdown::{BlockKind, blocks, children};
///
/// let text = "# Tea\n\n- green\n- black\n";
/// let blocks = blocks(text, 0);
/// assert_eq!(blocks[0].kind, BlockKind::Heading { level: 1, title: "Tea".into() });
/// let items: Vec<_> = children(&blocks, 1).map(|item| &text[blocks[item].lines.clone()]).collect();
/// assert_eq!(items, ["- green", "- black"]);
/// ```
#[must_use]
pub fn blocks(text: &str, start: usize) -> Vec<Block> {
    build::blocks(text, start)
}

/// The indices of the blocks directly inside `blocks[index]`, in order.
pub fn children(blocks: &[Block], index: usize) -> impl Iterator<Item = usize> {
    let end = blocks.get(index).map_or(0, |block| block.next);
    siblings(blocks, index + 1, end)
}

/// The indices of the blocks that are in no other, in order.
pub fn top_level(blocks: &[Block]) -> impl Iterator<Item = usize> {
    siblings(blocks, 0, blocks.len())
}

fn siblings(blocks: &[Block], first: usize, end: usize) -> impl Iterator<Item = usize> {
    iter::successors(Some(first), |&index| blocks.get(index).map(|block| block.next))
        .take_while(move |&index| index < end)
}
