//! How well a chunk holds together and can be understood alone (H14).

use crate::analysis::Analysis;
use crate::english::class::{CONNECTIVE, PRONOUN};
use crate::record::Score;
use crate::text::{Block, BlockKind, is_heading};
use crate::topics::Units;
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// A chunk of less completeness is incomplete.
pub(crate) const COMPLETE: Score = Score::from_thousandths(700);

/// The mean similarity of the gaps inside the chunk; 1 if it is one unit.
pub(crate) fn coherence(analysis: &Analysis<'_>, span: &Range<usize>) -> Score {
    let (Units { units, .. }, gaps) = analysis.topics();
    let first = units.partition_point(|unit| unit.span.start <= span.start);
    let end = units.partition_point(|unit| unit.span.start < span.end);
    if first >= end {
        return Score::ONE;
    }
    let sum: u64 = (first..end).map(|unit| gaps.similarity(gaps.before(unit))).sum();
    Score::from_thousandths(sum / (end - first) as u64)
}

/// 1, less what is missing: 0.250 for an opening that refers to what stands before, 0.350 for a sentence that is cut at
/// either end, 0.350 for a fence that is open at either end, 0.100 without a heading in or above the chunk, and 0.300 times the share that
/// the chunk lacks of the sections in which it lies.
pub(crate) fn completeness(content: &Analysis<'_>, span: &Range<usize>) -> Score {
    let text = content.text();
    let block_at = |byte: usize| content.block_at(byte).filter(|block| byte < block.end);
    let is_blank = |part: Range<usize>| unicode::trim(slice(text, part)).is_empty();
    // The blocks that begin before the chunk, and that end after it.
    let first = block_at(span.start).filter(|block| !is_blank(block.start..span.start));
    let holds_end = block_at(span.end.saturating_sub(1));
    let last = holds_end.filter(|block| !is_blank(span.end.min(block.end)..block.end));
    let is_code = |block: &Block| block.kind == BlockKind::Code;
    let is_open = [first, last].into_iter().flatten().any(is_code)
        || holds_end.is_some_and(|block| is_code(block) && !is_closed(content.text_of(block)));
    let is_cut = |(block, at): (Option<&Block>, usize)| {
        let text = block.filter(|block| !is_code(block)).map(|block| slice(text, block.text.min(at)..at));
        text.is_some_and(|text| !ends_sentence(text))
    };
    let has_heading = content.sections().first().is_some_and(|first| first.start < span.end);
    let missing = [
        (refers_back(content, span), 250),
        (is_open, 350),
        ([(first, span.start), (last, span.end)].into_iter().any(is_cut), 350),
        (!has_heading, 100),
    ];
    let missing: u64 = missing.into_iter().filter(|(is, _)| *is).map(|(_, share)| share).sum();
    let lacking = if has_heading { 300 * lacking(content, span) / 1000 } else { 0 };
    Score::from_thousandths(1000_u64.saturating_sub(missing + lacking))
}

/// Whether the last line of a fence closes it.
fn is_closed(fence: &str) -> bool {
    let Some(mark) = fence.chars().next() else { return false };
    let length = |line: &str| line.len() - line.trim_start_matches(mark).len();
    let Some((_, last)) = fence.rsplit_once('\n') else { return false };
    let last = unicode::trim(last);
    length(last) == last.len() && last.len() >= length(fence)
}

/// The share, in thousandths, that a chunk lacks of the sections in which it lies, each up to the next heading.
fn lacking(content: &Analysis<'_>, span: &Range<usize>) -> u64 {
    let (sections, body) = (content.sections(), content.body());
    let start_of = |index: usize| sections.get(index).map_or(body.end, |section| section.start);
    let before = sections.partition_point(|section| section.start <= span.start);
    let next = sections.partition_point(|section| section.start < span.end);
    let whole = before.checked_sub(1).map_or(body.start, start_of)..start_of(next);
    let whole = content.trimmed(&whole).map_or(0, |whole| whole.len()) as u64;
    1000 - (1000 * span.len() as u64).checked_div(whole).unwrap_or(1000).min(1000)
}

/// Whether the chunk opens with a pronoun or connective, so that what stands before must be known.
fn refers_back(content: &Analysis<'_>, span: &Range<usize>) -> bool {
    let words = content.words.within(span);
    let Some(first) = words.first() else { return false };
    let block = content.block_at(first.start);
    // "This guide" and "That pump" name what they mean.
    let named = first.classes.any(PRONOUN)
        && words.get(1).is_some_and(|next| next.term.is_some())
        && !content.is_one_of(first, &["it", "they", "he", "she", "its", "their"]);
    !block.is_some_and(is_heading) && first.classes.any(PRONOUN.or(CONNECTIVE)) && !named
}

/// How many bytes before a place are enough to see whether a sentence ends there.
const TAIL: usize = 256;

/// Whether a sentence ends at the end of `text`, by the rule that cuts them.
fn ends_sentence(text: &str) -> bool {
    let text = unicode::trim_end(text);
    if text.is_empty() || text.ends_with('\n') {
        return true;
    }
    // No more is looked at than is needed: the text before may be long.
    let text = slice(text, text.floor_char_boundary(text.len().saturating_sub(TAIL))..text.len());
    // With another word added, that word alone is a sentence if and only if one ends before it.
    let last_line = text.rsplit('\n').next().unwrap_or_default();
    let probe = format!("{last_line} x");
    sentences(&probe, SentenceRules::Standard)
        .last()
        .is_some_and(|last| unicode::trim(slice(&probe, last)) == "x")
}
