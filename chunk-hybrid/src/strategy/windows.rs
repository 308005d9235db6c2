//! Windows of a fixed size that overlap, where a strategy finds none of its boundaries (H7).

use crate::analysis::Analysis;
use crate::record::StrategyMetadata;
use crate::strategy::Draft;
use crate::text::{LOOSE, Reach, among, is_heading, whole_around};
use chunk_core::{sentences, slice, types::SentenceRules, unicode};
use std::{iter, ops::Range};

/// The tokens of a window (H7).
const WINDOW: usize = 500;
/// The tokens that it has in common with the window before (H7).
const OVERLAP: usize = 50;

/// Where tokens have more bytes on average, as in rules, a window may end inside a word: no more text is looked at.
const LONG_TOKEN: usize = 16;

/// Drafts of windows over `scope`, all with the same metadata. If all of `scope` fits into a chunk, it is one draft.
pub(crate) fn drafts(content: &Analysis<'_>, scope: Range<usize>, metadata: &StrategyMetadata) -> Vec<Draft> {
    if content.token_count(scope.clone()) <= content.config.max_chunk_size {
        return vec![Draft::new(scope, metadata.clone())];
    }
    let parts = by_section(content, &scope);
    if parts.len() > 1 {
        return parts.into_iter().flat_map(|part| drafts(content, part, metadata)).collect();
    }
    let scope = content.trimmed(&scope).unwrap_or(scope);
    let size = WINDOW.min(content.config.max_chunk_size);
    let (text, tokens) = (content.text(), &*content.tokens);
    let ends = sentences(content.slice(&scope), SentenceRules::Standard);
    let ends: Vec<usize> = ends.map(|sentence| scope.start + sentence.end).collect();
    let overlaps = Reach { text, tokens, limit: OVERLAP.min(size / 4) };
    let (mut windows, mut start, mut overlap) = (Vec::new(), scope.start, 0);
    while start < scope.end {
        let least = start + overlap;
        let reached = window_end(content, start..scope.end, least, size, &ends);
        // A fence that would be split goes to the next window with the headings above it, unless this one starts with them: then all of it
        // belongs to this one.
        let whole = whole_around(content, tokens, reached);
        let before = whole.as_ref().map_or(reached, |whole| whole.start).max(start);
        let before = if before < scope.end { content.headings_before_end(&(start..before)) } else { before };
        let end =
            if before > least { before } else { whole.map_or(reached, |whole| whole.end).min(scope.end) };
        windows.push(Draft { overlap, ..Draft::new(start..end, metadata.clone()) });
        let next = overlaps.first_start(start..end).filter(|&next| next > start && end < scope.end);
        let next = next.unwrap_or(end);
        let next = whole_around(content, tokens, next).map_or(next, |whole| whole.end.min(end));
        (start, overlap) = (next, end - next);
    }
    windows
}

/// The parts of `scope` between the highest headings that divide it. A heading without text is in one part with the next one.
fn by_section(content: &Analysis<'_>, scope: &Range<usize>) -> Vec<Range<usize>> {
    let inside = among(content.sections(), scope, |section| section.start);
    let at_level = |level: u8| {
        let (mut parts, mut first) = (vec![scope.clone()], scope.start);
        for section in inside {
            let above = section.heading.checked_sub(1).and_then(|above| content.blocks().get(above));
            if !above.is_some_and(is_heading) {
                first = section.start;
            }
            if let Some(last) = parts.last_mut().filter(|last| section.level <= level && first > last.start) {
                last.end = first;
                parts.push(first..scope.end);
            }
        }
        parts
    };
    (1..=LOOSE).map(at_level).find(|parts| parts.len() > 1).unwrap_or_default()
}

/// Where a window of `size` tokens that starts `within` ends: at one of the sentence ends in its last fifth, else at white space; inside a
/// longer word after as many bytes as it has tokens, of which none is empty, doubled as long as that fits. In any case after `least`.
fn window_end(
    content: &Analysis<'_>,
    within: Range<usize>,
    least: usize,
    size: usize,
    ends: &[usize],
) -> usize {
    let (text, Range { start, end }) = (content.text(), within);
    let near = text.floor_char_boundary(end.min(start + size * LONG_TOKEN));
    let farthest = Reach { text, tokens: &*content.tokens, limit: size }.words_after(start..near).end;
    if unicode::trim(slice(text, farthest..end)).is_empty() {
        return end;
    }
    let fits = |at: usize| content.token_count(start..at) <= size;
    let doubled =
        iter::successors(Some(size.max(4)), |bytes| bytes.checked_mul(2)).map(|bytes| least + bytes);
    let of_word = || doubled.take_while(|&at| at < end && fits(text.floor_char_boundary(at))).last();
    let reached = if farthest > least {
        farthest
    } else {
        text.ceil_char_boundary(of_word().unwrap_or(least + 4).min(end))
    };
    // Twice as far is beyond the window.
    let [first, beyond] = [least, 2 * reached - start].map(|last| ends.partition_point(|&end| end <= last));
    let ahead = ends.get(first..beyond).unwrap_or_default();
    let last = ahead.partition_point(|&end| fits(end)).checked_sub(1).and_then(|last| ahead.get(last));
    let in_last_fifth = |&at: &usize| content.token_count(start..at) * 5 >= size * 4;
    last.copied().filter(in_last_fifth).unwrap_or(reached)
}
