//! Options that stand elsewhere: the other one of `A or B`, and those of a list of options.

use super::marked::option_name;
use crate::recognize::reading::Reading;
use crate::{
    english::{
        cue,
        word_list::{WordList, words},
    },
    text::{block::BlockKind, word::Word},
};
use std::ops::Range;

/// The word between the options of a block's first `A or B`.
pub(super) fn first_or(content: &Reading<'_>, block: &Range<usize>) -> Option<usize> {
    let mut words = content.words.within(block);
    let between = words.clone().find(|&index| is(content, index, words!["between"]));
    words.find(|&index| {
        is(content, index, words!["or", "vs", "versus"])
            || between.is_some_and(|between| (between + 2..between + 6).contains(&index))
                && is(content, index, words!["and"])
    })
}

fn is(content: &Reading<'_>, index: usize, known: &WordList) -> bool {
    content.words.get(index).is_some_and(|word| known.holds(word.sign, || content.slice(&word.span())))
}

/// The other one of `A or B` in the same block, if one of both is preferred; `or` is what [`first_or`] gives.
pub(super) fn alternative(
    content: &Reading<'_>,
    block: &Range<usize>,
    or: Option<usize>,
    preferred: Option<&Range<usize>>,
) -> Option<Range<usize>> {
    let (preferred, or) = (content.slice(preferred?), or?);
    let words = content.words.within(block);
    let (left, right) = (or.checked_sub(1)?, or + 1);
    // "In the agent or in the collector".
    let lead = words!["the", "a", "an", "in", "at", "on", "with", "by", "for", "to", "from"];
    let right = (right..right + 3).find(|&index| !is(content, index, lead)).unwrap_or(right);
    let last = preferred.split_whitespace().next_back()?.trim_matches(['`', '"', '*']);
    let word = |index: usize| content.words.get(index).filter(|_| words.contains(&index)).map(Word::span);
    let same = |index| word(index).is_some_and(|span| content.slice(&span).eq_ignore_ascii_case(last));
    let other = if same(left) {
        right
    } else if same(right) {
        left
    } else {
        return None;
    };
    word(other)
}

/// The other options of the list of options above the block `index`, if `preferred` is one of them.
pub(super) fn listed(content: &Reading<'_>, index: usize, preferred: &Range<usize>) -> Vec<Range<usize>> {
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
