//! Lists and tables of options of which one is marked as chosen.

use super::{Signal, table::in_table};
use crate::recognize::reading::Reading;
use crate::{
    english::cue,
    record::{metadata::DecisionType, score::Score},
    text::{
        block::{Block, BlockKind},
        line::Marker,
        word::Word,
    },
};
use chunk_core::slice;
use std::ops::Range;

/// A list or table with a marked choice that starts with this block, and how many blocks it takes.
pub(super) fn marked_choice(content: &Reading<'_>, index: usize) -> Option<(Vec<Signal>, usize)> {
    let block = content.blocks().get(index)?;
    let rows = |kind: BlockKind| {
        let rest = content.blocks().get(index..).unwrap_or_default();
        let more = rest.iter().skip(1).take_while(|next| {
            next.kind == kind && (kind == BlockKind::Item || !next.parted) && !next.inside
        });
        rest.get(..1 + more.count()).unwrap_or_default()
    };
    let starts = index == 0
        || content
            .blocks()
            .get(index - 1)
            .is_none_or(|before| before.kind != block.kind || block.parted && block.kind == BlockKind::Row);
    match block.kind {
        BlockKind::Row if starts => {
            let table = rows(BlockKind::Row);
            Some((in_table(content, table), table.len()))
        }
        BlockKind::Item if starts && !block.inside => {
            let list = rows(BlockKind::Item);
            let signal = choice_in_list(content, list)?;
            Some((vec![signal], list.len()))
        }
        _ => None,
    }
}

/// A list of options of which one is ticked or marked as chosen.
fn choice_in_list(content: &Reading<'_>, items: &[Block]) -> Option<Signal> {
    let checked = |block: &Block| matches!(block.marker, Some(Marker::Task { checked: true, .. }));
    let marked = |block: &Block| {
        is_marked(content, block.text..block.span.end, content.words.slice(block.words.clone()))
    };
    let mut marks = items.iter().filter(|block| checked(block) || marked(block));
    let (Some(chosen), None) = (marks.next(), marks.next()) else { return None };
    // Ticks alone may be tasks that are done: options are nouns, tasks start with verbs.
    let instructs = |block: &Block| {
        content
            .words
            .get(content.words.within(&(block.text..block.span.end)).start)
            .is_some_and(|word| word.cues.any(cue::COMMAND))
    };
    let by_words = marked(chosen);
    let under_options = content.section(chosen.section).is_some_and(|section| {
        let words = content.words.slice(content.words.within(&section.title));
        words.iter().any(|word| word.cues.any(cue::OPTIONS_TITLE.or(cue::DECISION_TITLE)))
    });
    if items.len() < 2
        || !under_options
            && !by_words
            && items.iter().filter(|block| instructs(block)).count() * 2 >= items.len()
    {
        return None;
    }
    let option = |block: &Block| option_name(content, block.text..block.span.end);
    let rejected = items.iter().filter(|block| block.span != chosen.span).map(option).collect();
    Some(marked_signal(chosen.span.clone(), Some(option(chosen)), rejected))
}

pub(super) fn marked_signal(
    span: Range<usize>,
    preferred: Option<Range<usize>>,
    rejected: Vec<Range<usize>>,
) -> Signal {
    Signal {
        span,
        decision_type: DecisionType::Selection,
        preferred,
        rejected,
        rationale: None,
        confidence: Score::from_thousandths(900),
        user: None,
        timestamp: None,
    }
}

/// `X (chosen)`, `X ← selected`, `✅ X`, `X **winner**`.
pub(super) fn is_marked(content: &Reading<'_>, span: Range<usize>, words: &[Word]) -> bool {
    let text = content.slice(&span);
    let marks = |word: &&Word| word.cues.any(cue::MARKED) && word.span().start >= span.start;
    let behind_mark = words.iter().filter(marks).any(|word| {
        let before = content.slice(&(span.start..word.span().start)).trim_end_matches(['*', '_']);
        before.ends_with(['(', '[', '←', '<']) || before.ends_with("← ") || before.ends_with("<- ")
    });
    behind_mark || !text.is_ascii() && (text.starts_with(['✅', '✓', '✔']) || text.contains(['👈', '🏆']))
}

/// The option's name at the start of a line: up to a colon, dash, bracket, comma or stop, without emphasis.
pub(super) fn option_name(content: &Reading<'_>, span: Range<usize>) -> Range<usize> {
    let text = content.slice(&span);
    let lead = text.len() - text.trim_start_matches(['*', '_', '`', ' ', '✅', '✓', '✔']).len();
    let rest = slice(text, lead..text.len());
    let is_row =
        content.text().get(span.end..span.end + 2).is_some_and(|behind| behind.trim_start().starts_with('|'));
    let ends = |at: &usize| {
        let behind = slice(rest, *at..rest.len());
        behind.starts_with([':', '(', '\n', '←', '<', ';'])
            || behind.starts_with(" - ")
            || behind.starts_with(" – ")
            || behind.starts_with(" — ")
            || behind.starts_with(". ")
            || !is_row && behind.starts_with(", ")
    };
    let end = rest.char_indices().map(|(at, _)| at).find(ends).unwrap_or(rest.len());
    let name = slice(rest, 0..end).trim_end_matches(['*', '_', '`', ' ', '.']);
    span.start + lead..span.start + lead + name.len()
}
