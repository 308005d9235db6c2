//! Steps that are the bullets of a list of instructions.

use super::{Found, ITEMS, Reader};
use crate::{
    english::word_list::words,
    record::metadata::StepType,
    text::{
        block::{Block, BlockKind},
        line::Marker,
    },
};

impl Reader<'_, '_> {
    /// Bullets under a heading of steps that are instructions, or that are most of the text.
    pub(super) fn checklist(&self) -> Vec<Found> {
        let is_item = |block: &Block| block.kind == BlockKind::Item && !self.is_under_prerequisites(block);
        let all: Vec<(usize, &Block)> = self.blocks().filter(|(_, block)| is_item(block)).collect();
        if all.len() < 2 {
            return Vec::new();
        }
        let is_told = |&(index, block): &(usize, &Block)| {
            matches!(block.marker, Some(Marker::Task { .. }))
                || self.facts.section(block.section).steps
                || self.intro(index).is_some_and(|intro| self.announces(intro))
        };
        let mut items: Vec<(usize, &Block)> = all.iter().copied().filter(is_told).collect();
        let instructing =
            |items: &[(usize, &Block)]| items.iter().filter(|&&(index, _)| self.block_orders(index)).count();
        // Boxes to tick are steps, whatever is written beside them.
        let is_open = |block: &Block| matches!(block.marker, Some(Marker::Task { checked: false, .. }));
        let boxes = items.iter().filter(|(_, block)| is_open(block)).count();
        if items.len() < 2 || instructing(&items).max(boxes) * 2 < items.len() {
            let words = |(_, block): (usize, &Block)| block.words.len();
            let share = all.iter().copied().map(words).sum::<usize>() * 100
                / self.blocks().map(words).sum::<usize>().max(1);
            if all.len() < 4 || share < 60 || instructing(&all) * 100 < all.len() * 75 {
                return Vec::new();
            }
            items = all;
        }
        let found = items.into_iter().map(|(index, block)| {
            let kind = if block.inside { StepType::Substep } else { self.optional(index) };
            Found {
                start: block.span.start,
                text: block.text,
                number: None,
                kind,
                depth: ITEMS + block.indent,
                limit: self.list_end(index, block),
            }
        });
        found.collect()
    }

    /// Whether the paragraph `intro` says that steps follow: `Do the following, in this order:`.
    fn announces(&self, intro: usize) -> bool {
        let told = words!["following", "follows", "order", "steps", "sequence", "procedure", "then"];
        let announces = |block: &Block| {
            let words = self.content.words.slice(block.words.clone());
            words.iter().rev().take(16).any(|word| self.is_any(word, told))
        };
        self.is(intro, |fact| &fact.announces, announces)
    }
}
