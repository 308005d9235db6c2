//! What is kept whole: a fence, a table row, a list item with what is indented under it (H6).

use crate::text::{
    block::{Block, BlockKind},
    document::ParsedContent,
    reach::LONGEST_TOKEN,
};
use chunk_core::TokenMeasure;
use std::ops::Range;

/// A sentence, a fence, a row or an item is kept whole if it has at most this many tokens.
pub(crate) const MOST_WHOLE: usize = 2000;

/// The fence, row or item that a cut at the byte `at` would split, unless it is too large to be kept whole.
pub(crate) fn whole_around(
    content: &ParsedContent<'_>,
    tokens: &dyn TokenMeasure,
    at: usize,
) -> Option<Range<usize>> {
    let blocks = content.blocks();
    let own = content.block_at(at.checked_sub(1)?)?;
    // No more blocks are looked at than a whole can have: each has at least one token.
    let after = blocks
        .get(own + 1..)
        .unwrap_or_default()
        .iter()
        .take(MOST_WHOLE)
        .take_while(|block| is_under_item(block));
    let end = own + after.count();
    let before = blocks
        .get(..=own)
        .unwrap_or_default()
        .iter()
        .rev()
        .take(MOST_WHOLE)
        .take_while(|block| is_under_item(block));
    let first = blocks.get(own - before.count().min(own))?;
    let is_kept = matches!(first.kind, BlockKind::Code | BlockKind::Row | BlockKind::Item);
    let last = blocks.get(if first.kind == BlockKind::Item { end } else { own })?;
    let whole = first.span().start..last.span().end;
    let may_be_small = whole.len() <= MOST_WHOLE * LONGEST_TOKEN;
    (is_kept && may_be_small && at < whole.end && tokens.count(whole.clone()) <= MOST_WHOLE).then_some(whole)
}

/// Whether a block is kept whole with the item before it. A nested item is not: it can be a substep (H20).
pub(crate) fn is_under_item(block: &Block) -> bool {
    block.in_item && block.kind != BlockKind::Item
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;
    use chunk_core::{Cl100k, TokenCounter};

    #[test]
    fn fences_rows_and_items_with_what_is_under_them() {
        let text = "One.\n\n```\na\nb\n```\n\n- item\n\n      code\n\n  - part\n\n| a | b |\n| c | d |\n";
        let content = ParsedContent::new(Document::new("a.md", text));
        let counter = Cl100k::default();
        let measure = counter.measure(text);
        let whole = |inside: &str, offset: usize| {
            let at = text.find(inside).unwrap() + offset;
            whole_around(&content, &*measure, at).map(|span| &text[span])
        };
        assert_eq!(whole("One", 2), None);
        assert_eq!(whole("```\na", 0), None);
        assert_eq!(whole("a\nb", 0), Some("```\na\nb\n```"));
        assert_eq!(whole("- item", 0), None);
        assert_eq!(whole("      code", 0), Some("- item\n\n      code"));
        assert_eq!(whole("  - part", 0), None);
        assert_eq!(whole("part", 1), Some("  - part"));
        assert_eq!(whole("b |", 0), Some("| a | b |"));
        assert_eq!(whole("| c", 0), None);
    }

    #[test]
    fn what_is_too_large_may_be_cut() {
        let text = ["```\n", &"word\n".repeat(3_000), "```\n"].concat();
        let content = ParsedContent::new(Document::new("a.md", &text));
        let counter = Cl100k::default();
        assert_eq!(whole_around(&content, &*counter.measure(&text), 100), None);
    }
}
