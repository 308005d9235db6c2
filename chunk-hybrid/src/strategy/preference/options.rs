//! Options that stand elsewhere: the other one of `A or B`, and those of a list of options.

use super::marked::option_name;
use crate::{block::BlockKind, cue, document::ParsedContent};
use std::ops::Range;

/// The other one of `A or B` in the same block, if one of both is preferred.
pub(super) fn alternative(
    content: &ParsedContent<'_>,
    block: &Range<usize>,
    preferred: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let preferred = content.slice(preferred?);
    let words = content.words.within(block);
    let text = |index: usize| {
        content
            .words
            .get(index)
            .filter(|_| words.contains(&index))
            .map_or("", |word| content.slice(&word.span()))
    };
    let is = |index: usize, known: &[&str]| known.iter().any(|known| text(index).eq_ignore_ascii_case(known));
    let between = words.clone().find(|&index| is(index, &["between"]));
    let or = words.clone().find(|&index| {
        is(index, &["or", "vs", "versus"])
            || between.is_some_and(|between| (between + 2..between + 6).contains(&index))
                && is(index, &["and"])
    })?;
    let (left, right) = (or.checked_sub(1)?, or + 1);
    // "In the agent or in the collector".
    let lead =
        |index: usize| is(index, &["the", "a", "an", "in", "at", "on", "with", "by", "for", "to", "from"]);
    let right = (right..right + 3).find(|&index| !lead(index)).unwrap_or(right);
    let last = preferred.split_whitespace().next_back()?.trim_matches(['`', '"', '*']);
    let same = |index: usize| text(index).eq_ignore_ascii_case(last);
    let other = if same(left) {
        right
    } else if same(right) {
        left
    } else {
        return None;
    };
    content.words.get(other).filter(|_| words.contains(&other)).map(crate::word::Word::span)
}

/// The other options of the list of options above the block `index`, if `preferred` is one of them.
pub(super) fn listed(
    content: &ParsedContent<'_>,
    index: usize,
    preferred: &Range<usize>,
) -> Vec<Range<usize>> {
    let blocks = content.blocks().get(..index).unwrap_or_default();
    let is_list = |section: Option<usize>| {
        content.section(section).is_some_and(|section| {
            let words = content.words.slice(content.words.within(&section.title));
            words.iter().take(12).any(|word| word.cues.any(cue::OPTIONS_TITLE))
        })
    };
    let names: Vec<Range<usize>> = blocks
        .iter()
        .rev()
        .take(64)
        .filter(|block| block.kind == BlockKind::Item && !block.inside && is_list(block.section))
        .map(|block| option_name(content, block.text..block.span.end))
        .collect();
    let wanted = content.slice(preferred).to_lowercase();
    let is_chosen = |name: &Range<usize>| {
        let name = content.slice(name).to_lowercase();
        name.contains(&wanted) || wanted.contains(&name)
    };
    if !names.iter().any(is_chosen) {
        return Vec::new();
    }
    names.into_iter().rev().filter(|name| !is_chosen(name)).collect()
}
