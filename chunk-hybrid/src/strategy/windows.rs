//! Windows of a fixed size that overlap, where a strategy finds none of its boundaries (H7).

use crate::analysis::Analysis;
use crate::record::StrategyMetadata;
use crate::strategy::Draft;
use crate::text::{LOOSE, Reach, is_heading, whole_around};
use chunk_core::{counters::TokenMeasure, is_white_space, sentences, slice, types::SentenceRules, unicode};
use std::{iter, ops::Range};

/// The tokens of a window (H7).
const WINDOW: usize = 500;
/// The tokens that it has in common with the window before (H7).
const OVERLAP: usize = 50;

/// Drafts of windows over `scope`, all with the same metadata. If all of `scope` fits into a chunk, it is one draft.
pub(crate) fn drafts(content: &Analysis<'_>, scope: Range<usize>, metadata: &StrategyMetadata) -> Vec<Draft> {
    if content.token_count(scope.clone()) <= content.config.max_chunk_size {
        return vec![Draft::new(scope, metadata.clone())];
    }
    let parts = by_section(content, &scope);
    if parts.len() > 1 {
        return parts.into_iter().flat_map(|part| drafts(content, part, metadata)).collect();
    }
    let size = WINDOW.min(content.config.max_chunk_size);
    let text = slice(content.text(), 0..scope.end);
    let tokens = &*content.tokens;
    let reach = Reach { text, tokens, limit: OVERLAP.min(size / 4) };
    let (mut windows, mut start, mut overlap) = (Vec::new(), scope.start, 0);
    while start < scope.end {
        let least = start + overlap;
        let reached = window_end(text, tokens, start, least, size);
        // A fence that would be split goes to the next window with the headings above it, unless this one starts with them: then all of it
        // belongs to this one.
        let whole = whole_around(content, tokens, reached);
        let before = whole.as_ref().map_or(reached, |whole| whole.start).max(start);
        let before = if before < scope.end { content.headings_before_end(&(start..before)) } else { before };
        let end =
            if before > least { before } else { whole.map_or(reached, |whole| whole.end).min(scope.end) };
        windows.push(Draft { overlap, ..Draft::new(start..end, metadata.clone()) });
        if unicode::trim(slice(text, end..scope.end)).is_empty() {
            break;
        }
        let next = reach.backward(end).filter(|&next| next > start).unwrap_or(end);
        let next = whole_around(content, tokens, next).map_or(next, |whole| whole.end.min(end));
        (start, overlap) = (next, end - next);
    }
    windows
}

/// The parts of `scope` between the highest headings that divide it. A heading without text is in one part with the next one.
fn by_section(content: &Analysis<'_>, scope: &Range<usize>) -> Vec<Range<usize>> {
    let sections = content.sections();
    let first = sections.partition_point(|section| section.start <= scope.start);
    let end = sections.partition_point(|section| section.start < scope.end);
    let inside = sections.get(first..end).unwrap_or_default();
    let at_level = |level: u8| {
        let mut parts = Vec::new();
        let (mut start, mut read, mut has_body) = (scope.start, scope.start, false);
        for section in inside.iter().filter(|section| section.level <= level) {
            has_body |= !content.blocks_around(&(read..section.start)).iter().all(is_heading);
            read = section.start;
            if std::mem::take(&mut has_body) {
                let next = content.headings_before_end(&(start..section.start));
                parts.push(start..next);
                start = next;
            }
        }
        parts.push(start..scope.end);
        parts
    };
    (1..=LOOSE).map(at_level).find(|parts| parts.len() > 1).unwrap_or_else(|| vec![scope.clone()])
}

/// Where a window from `start` ends: at a sentence end in its last fifth, else at white space, else anywhere; in any case after `least`.
fn window_end(text: &str, tokens: &dyn TokenMeasure, start: usize, least: usize, size: usize) -> usize {
    let farthest = Reach { text, tokens, limit: size }.forward(start).filter(|&end| end > least);
    if farthest == Some(text.len()) {
        return text.len();
    }
    let part = part_of_word(text, tokens, start, size);
    // Twice the part is more than the window, so that what follows shows whether a sentence ends right at its end.
    let beyond = text.ceil_char_boundary((2 * part - start + 2).min(text.len()));
    let ends = sentences(slice(text, start..beyond), SentenceRules::Standard);
    let ends: Vec<usize> = ends.map(|sentence| start + sentence.end).filter(|&end| end < beyond).collect();
    // White space after a sentence is in the window if it fits.
    let words_end = |end: usize| start + slice(text, start..end).trim_end_matches(is_white_space).len();
    let fitting = ends.partition_point(|&end| tokens.count(start..words_end(end)) <= size);
    let last = fitting
        .checked_sub(1)
        .and_then(|last| ends.get(last))
        .map(|&end| farthest.filter(|farthest| (words_end(end)..end).contains(farthest)).unwrap_or(end));
    let at_sentence = last.filter(|&end| end > least && tokens.count(start..end) * 5 >= size * 4);
    at_sentence.or(farthest).unwrap_or_else(|| {
        let hard = text.floor_char_boundary(part);
        if hard > least { hard } else { text.ceil_char_boundary((least + 4).min(text.len())) }
    })
}

/// Where a window ends inside a word that is larger than the window: after as many bytes as it has tokens, which always fit, since a token
/// has at least a byte; and these are doubled as long as that fits. So a window is never a small part of what was read to find its end, and
/// the work stays linear.
fn part_of_word(text: &str, tokens: &dyn TokenMeasure, start: usize, size: usize) -> usize {
    let ends = iter::successors(Some(size), |bytes| bytes.checked_mul(2)).map(|bytes| start + bytes);
    let fits = |&end: &usize| end < text.len() && tokens.count(start..text.floor_char_boundary(end)) <= size;
    ends.take_while(fits).last().unwrap_or((start + size).min(text.len()))
}
