//! The size rules that hold for every strategy (H6), and the windows where nothing else cuts (H7).

use crate::{
    document::ParsedContent,
    plugin::{ChunkContext, Draft},
    reach,
    segment::Segmentation,
};
use chunk_core::{SentenceRules, sentences, slice};
use std::ops::Range;

/// Tokens of a window, and of its overlap with the one before (H7).
const WINDOW: usize = 500;
const OVERLAP: usize = 50;

/// Cuts the drafts that are too large and joins those that are too small. Links between drafts follow. Each draft comes
/// with its tokens.
pub(crate) fn fit(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    drafts: Vec<Draft>,
) -> Vec<(Draft, usize)> {
    let pieces = split(content, context, drafts);
    join(content, context, pieces)
}

/// A list of drafts in the making and their tokens, with the places that the drafts of the old list went to.
struct Moved {
    drafts: Vec<(Draft, usize)>,
    places: Vec<Option<usize>>,
}

impl Moved {
    /// The new list, its links pointing to new places, none to itself.
    fn relinked(mut self) -> Vec<(Draft, usize)> {
        let place = |old: &usize| self.places.get(*old).copied().flatten();
        for (index, (draft, _)) in self.drafts.iter_mut().enumerate() {
            draft.parent = draft.parent.as_ref().and_then(place).filter(|&parent| parent != index);
            let dependencies = std::mem::take(&mut draft.dependencies).into_iter();
            draft.dependencies =
                dependencies.filter_map(|old| place(&old)).filter(|&other| other != index).collect();
            draft.dependencies.sort_unstable();
            draft.dependencies.dedup();
        }
        self.drafts
    }
}

fn split(content: &ParsedContent<'_>, context: &ChunkContext<'_>, drafts: Vec<Draft>) -> Vec<(Draft, usize)> {
    let max = context.config().max_chunk_size;
    let mut moved =
        Moved { drafts: Vec::with_capacity(drafts.len()), places: Vec::with_capacity(drafts.len()) };
    for draft in drafts {
        let Some(span) = content.trimmed(&draft.span) else {
            moved.places.push(None);
            continue;
        };
        moved.places.push(Some(moved.drafts.len()));
        let tokens = context.tokens(span.clone());
        if tokens <= max {
            moved.drafts.push((Draft { span, ..draft }, tokens));
            continue;
        }
        let overlap = draft.overlap.saturating_sub(span.start - draft.span.start);
        for (index, piece) in pieces(content, context, span, tokens).into_iter().enumerate() {
            let overlap = if index == 0 { overlap } else { 0 };
            let tokens = context.tokens(piece.clone());
            moved.drafts.push((Draft { span: piece, overlap, ..draft.clone() }, tokens));
        }
    }
    moved.relinked()
}

/// `span` in as few pieces as fit, as even as the breaks in it allow.
fn pieces(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    span: Range<usize>,
    tokens: usize,
) -> Vec<Range<usize>> {
    let max = context.config().max_chunk_size;
    let units = context.analysis().units_of(span);
    let target = tokens.div_ceil(tokens.div_ceil(max));
    let segmentation = Segmentation { units: &units, topics: None, max, target };
    let starts = segmentation.starts();
    let ends = starts.iter().skip(1).copied().chain([units.units.len()]);
    let mut pieces = Vec::with_capacity(starts.len());
    let mut open: Vec<Range<usize>> =
        starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
    open.reverse();
    while let Some(run) = open.pop() {
        let Some(piece) = content.trimmed(&units.span(run.start, run.end)) else { continue };
        // Tokens of units do not add up exactly: what is still above is cut once more.
        if run.len() > 1 && context.tokens(piece.clone()) > max {
            let middle = run.start + run.len() / 2;
            open.extend([middle..run.end, run.start..middle]);
        } else {
            pieces.push(piece);
        }
    }
    pieces
}

fn join(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    drafts: Vec<(Draft, usize)>,
) -> Vec<(Draft, usize)> {
    let (min, max) = (context.config().min_chunk_size, context.config().max_chunk_size);
    let mut moved =
        Moved { drafts: Vec::with_capacity(drafts.len()), places: Vec::with_capacity(drafts.len()) };
    let fits = |before: &Draft, behind: &Draft| {
        let between = before.span.end..behind.span.start;
        let adjacent = before.strategy == behind.strategy
            && behind.overlap == 0
            && between.start <= between.end
            && content.slice(&between).trim().is_empty();
        let whole = before.span.start..behind.span.end;
        adjacent.then(|| context.tokens(whole)).filter(|&tokens| tokens <= max)
    };
    for (draft, size) in drafts {
        // The one before is final, or too small and without a neighbour before it.
        let joins = moved.drafts.last_mut().and_then(|(before, before_size)| {
            let is_small = size < min || *before_size < min;
            let whole = is_small.then(|| fits(before, &draft)).flatten()?;
            Some((before, before_size, whole))
        });
        match joins {
            Some((before, before_size, whole)) => {
                before.span.end = draft.span.end;
                before.metadata.absorb(draft.metadata, size > *before_size);
                before.dependencies.extend(draft.dependencies);
                *before_size = whole;
            }
            None => moved.drafts.push((draft, size)),
        }
        moved.places.push(Some(moved.drafts.len() - 1));
    }
    moved.relinked()
}

/// Whether a text of a strategy that sees no boundary in it has none at all: it is one block, and too large (H7).
pub(crate) fn needs_windows(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    span: &Range<usize>,
) -> bool {
    content.blocks_in(span).len() <= 1 && context.tokens(span.clone()) > context.config().max_chunk_size
}

/// Windows over `span`, each with the end of the one before at its start (H7), and that overlap in bytes.
pub(crate) fn windows(
    content: &ParsedContent<'_>,
    context: &ChunkContext<'_>,
    span: Range<usize>,
) -> Vec<(Range<usize>, usize)> {
    let size = WINDOW.min(context.config().max_chunk_size);
    let overlap = OVERLAP.min(size / 4);
    let text = slice(content.text(), 0..span.end);
    let tokens = context.measure();
    let mut windows: Vec<(Range<usize>, usize)> = Vec::new();
    let mut start = span.start;
    let mut overlapping = 0;
    while start < span.end {
        let end = window_end(text, context, start, start + overlapping, size);
        windows.push((start..end, overlapping));
        if slice(text, end..span.end).trim().is_empty() {
            break;
        }
        let next = reach::backward(text, tokens, end, overlap).filter(|&next| next > start).unwrap_or(end);
        (start, overlapping) = (next, end - next);
    }
    windows
}

/// Where a window from `start` ends: at a sentence end in its last fifth, else at white space, else anywhere; always
/// behind `least`.
fn window_end(text: &str, context: &ChunkContext<'_>, start: usize, least: usize, size: usize) -> usize {
    let tokens = context.measure();
    let reached = reach::forward(text, tokens, start, size).filter(|&end| end > least);
    let Some(farthest) = reached else {
        // A single word above the size: no token is shorter than a byte.
        let hard = text.floor_char_boundary((start + size).min(text.len()));
        return if hard > least { hard } else { text.ceil_char_boundary((least + 4).min(text.len())) };
    };
    if farthest == text.len() {
        return farthest;
    }
    let window = slice(text, start..farthest);
    let ends = sentences(window, SentenceRules::Standard).map(|sentence| start + sentence.end);
    let inner: Vec<usize> = ends.filter(|&end| end < farthest).collect();
    // The window may end exactly with a sentence: then the text behind it starts one.
    let with_next = slice(text, start..text.ceil_char_boundary((farthest + 2).min(text.len())));
    if sentences(with_next, SentenceRules::Standard)
        .any(|sentence| start + sentence.end >= farthest && start + sentence.end < start + with_next.len())
    {
        return farthest;
    }
    let last = inner.last().copied().filter(|&end| end > least);
    last.filter(|&end| tokens.count(start..end) * 5 >= size * 4).unwrap_or(farthest)
}
