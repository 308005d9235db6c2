//! The kind of a block as a feature of the models of decisions (H19) and of steps (H20).

use crate::names::names;
use crate::text::{BlockKind, Marker};

names! {
    /// The terms of the slot.
    pub(super) KINDS:
    "paragraph" as PARAGRAPH, "item" as ITEM, "open-task" as OPEN_TASK, "done-task" as DONE_TASK,
    "number" as NUMBER, "nested-number" as NESTED_NUMBER, "letter" as LETTER, "row" as ROW, "code" as CODE,
    "rule" as RULE, "heading-1" as HEADING_1, "heading-2", "heading-3", "heading-4", "heading-5", "heading-6",
    "heading-without-mark", "nothing" as NOTHING,
}

/// The index in [`KINDS`] of a block, by its kind and mark; that of `nothing` if there is no block.
pub(super) fn kind(block: Option<(BlockKind, Option<Marker>)>) -> u32 {
    let Some(block) = block else { return NOTHING };
    match block {
        (BlockKind::Definition, _) => NOTHING,
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => OPEN_TASK,
        (BlockKind::Item, Some(Marker::Task { .. })) => DONE_TASK,
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => NUMBER,
        (BlockKind::Item, Some(Marker::Number { .. })) => NESTED_NUMBER,
        (BlockKind::Item, Some(Marker::Letter(_))) => LETTER,
        (BlockKind::Item, _) => ITEM,
        (BlockKind::Paragraph, _) => PARAGRAPH,
        (BlockKind::Row, _) => ROW,
        (BlockKind::Code, _) => CODE,
        (BlockKind::Rule, _) => RULE,
        (BlockKind::Heading(level), _) => HEADING_1 - 1 + u32::from(level.clamp(1, 7)),
    }
}
