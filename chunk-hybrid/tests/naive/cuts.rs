//! Where the text is cut: H6, H7, and the programme of H18 and of the section "Similarity".

use super::{
    Settings,
    blocks::{Block, Kind},
    count,
    document::Document,
    topics::{Gaps, log2},
};
use chunk_core::{SentenceRules, sentences, unicode::is_white_space};
use std::ops::Range;

/// What is kept whole, in tokens (H6).
const WHOLE: usize = 2000;
const BIT: u64 = 1 << 16;

/// A chunk to be, and how many bytes at its start the one before has too.
pub(super) struct Piece {
    pub(super) span: Range<usize>,
    pub(super) overlap: usize,
}

/// What a text may be cut between, with the bits that a cut before it breaks.
pub(super) struct Unit {
    pub(super) span: Range<usize>,
    tokens: usize,
    bits: u64,
    is_heading: bool,
}

const INSIDE: u64 = 1 << 20;

/// The units of a part of the text: blocks, a heading with what follows it, and sentences where a paragraph is above `most` tokens.
pub(super) fn units(document: &Document, part: &Range<usize>, most: usize, sentence_bits: u64) -> Vec<Unit> {
    let text = &document.text;
    let mut starts: Vec<(usize, u64)> = Vec::new();
    let mut is_bound = false;
    let mut is_introduced = false;
    for block in
        document.blocks.iter().filter(|block| block.span.end > part.start && block.span.start < part.end)
    {
        let own = block.span.start.max(part.start)..block.span.end.min(part.end);
        let is_heading = matches!(block.kind, Kind::Heading(_) | Kind::Rule);
        if !is_bound {
            let bits = match bits(text, block) {
                _ if own.start > block.span.start => INSIDE,
                2 | 8 if is_introduced && block.kind != Kind::Paragraph => sentence_bits,
                bits => bits,
            };
            starts.push((own.start, bits));
        }
        is_introduced = block.kind == Kind::Paragraph && text[own.clone()].ends_with(':');
        if block.kind == Kind::Paragraph {
            let with_heading = if is_bound { starts.last().unwrap().0 } else { own.start };
            if count(&text[with_heading..own.end]) > most {
                let ends = sentences(&text[own.clone()], SentenceRules::Standard)
                    .map(|sentence| own.start + sentence.end);
                starts.extend(ends.filter(|&end| end < own.end).map(|end| (end, sentence_bits)));
            }
        }
        is_bound = is_heading;
    }
    starts[0].0 = part.start;
    let ends: Vec<usize> = starts.iter().skip(1).map(|&(at, _)| at).chain([part.end]).collect();
    let mut units: Vec<Unit> = Vec::new();
    for (&(start, bits), end) in starts.iter().zip(ends) {
        let span = start..end;
        // What a cut would part is one unit.
        if bits == INSIDE
            && let Some(before) = units.last_mut()
        {
            before.span.end = end;
            before.tokens = count(&text[before.span.clone()]);
            assert!(before.tokens <= WHOLE, "not read: more than is kept whole");
        } else {
            units.push(Unit { tokens: count(&text[span.clone()]), span, bits, is_heading: bits == 0 });
        }
    }
    units
}

fn bits(text: &str, block: &Block) -> u64 {
    let row = &text[block.span.clone()];
    let is_row_of_rules = row.contains('-') && row.chars().all(|c| "|-: \t".contains(c));
    match block.kind {
        Kind::Heading(_) | Kind::Rule => 0,
        _ if block.inside => INSIDE,
        Kind::Row if is_row_of_rules => INSIDE,
        _ if block.parted => 2,
        _ => 8,
    }
}

/// What the words say of cuts.
struct Words<'w> {
    gaps: &'w Gaps,
    likeness: u64,
    unasked: u64,
    describes: bool,
    threshold: u64,
}

/// Every way to cut, by its cost: for each end the cheapest, and of those the earliest start.
fn cuts(
    document: &Document,
    units: &[Unit],
    max: usize,
    target: usize,
    [band, size]: [u64; 2],
    words: Option<&Words<'_>>,
) -> Vec<Range<usize>> {
    let whole = units[0].span.start..units[units.len() - 1].span.end;
    let all_terms = document.terms_in(&whole).len() as u64;
    let mut distinct = document.terms_in(&(0..document.text.len()));
    distinct.sort_unstable();
    distinct.dedup();
    let piece_cost = |from: usize, to: usize| -> Option<u64> {
        let tokens: usize = units[from..to].iter().map(|unit| unit.tokens).sum();
        if tokens > max && to - from > 1 {
            return None;
        }
        let off = tokens.abs_diff(target) as u64;
        let mut cost = size * BIT * off * off / (band * band);
        if words.is_some_and(|words| words.describes) {
            let mut terms: Vec<&str> =
                units[from..to].iter().flat_map(|unit| document.terms_in(&unit.span)).collect();
            terms.sort_unstable();
            let n = terms.len() as u64;
            let repeated: u64 =
                terms.chunk_by(|a, b| a == b).map(|same| same.len() as u64).map(|f| f * log2(f + 1)).sum();
            cost += (n * log2(n + distinct.len() as u64)).saturating_sub(repeated);
        }
        Some(cost)
    };
    let cut_cost = |at: usize| {
        let of_words = words.map_or(0, |words| {
            let asked = is_asked(&units[at], words.gaps, at, words.threshold);
            words.likeness * words.gaps.before(at)
                + log2(all_terms) / 2
                + if asked { 0 } else { words.unasked * BIT }
        });
        if at == 0 { 0 } else { of_words + units[at].bits * BIT }
    };
    let mut best: Vec<(u64, usize)> = vec![(0, 0)];
    for to in 1..=units.len() {
        let ways =
            (0..to).filter_map(|from| Some((best[from].0 + piece_cost(from, to)? + cut_cost(from), from)));
        best.push(ways.min().unwrap());
    }
    let mut pieces = Vec::new();
    let mut to = units.len();
    while to > 0 {
        let from = best[to].1;
        pieces.push(from..to);
        to = from;
    }
    pieces.reverse();
    pieces
}

/// H18: a heading or a drop asks for a cut.
fn is_asked(unit: &Unit, gaps: &Gaps, at: usize, threshold: u64) -> bool {
    unit.is_heading || gaps.is_below(gaps.before(at), threshold)
}

/// H18: the topics of the body.
pub(super) fn topics(document: &Document, settings: &Settings) -> Vec<Piece> {
    let body = document.body..document.text.len();
    let (most, sentence_bits) = if settings.target.is_some() { (0, 60) } else { (settings.max, 16) };
    let units = units(document, &body, most, sentence_bits);
    let gaps = Gaps::new(document, &units, settings);
    if !(1..units.len()).any(|at| is_asked(&units[at], &gaps, at, settings.threshold)) {
        return windows(document, settings);
    }
    let threshold = settings.threshold;
    let (target, shape, words) = match settings.target {
        None => {
            let words = Words { gaps: &gaps, likeness: 433, unasked: 4096, describes: true, threshold };
            (350.min(settings.max * 7 / 10), [150, 8], words)
        }
        Some(target) => {
            let words = Words { gaps: &gaps, likeness: 900, unasked: 0, describes: false, threshold };
            (target, [(target as u64 * 3 / 7).max(1), 30], words)
        }
    };
    let pieces = cuts(document, &units, settings.max, target, shape, Some(&words));
    let pieces = pieces.into_iter().map(|run| units[run.start].span.start..units[run.end - 1].span.end);
    sized(document, settings, pieces.map(|span| Piece { span, overlap: 0 }).collect())
}

/// H7: windows, of each section at the highest level its own.
pub(super) fn windows(document: &Document, settings: &Settings) -> Vec<Piece> {
    let (text, body) = (&document.text, document.body..document.text.len());
    if count(&text[body.clone()]) <= settings.max {
        return sized(document, settings, vec![Piece { span: body, overlap: 0 }]);
    }
    let headings = || document.blocks.iter().filter(|block| matches!(block.kind, Kind::Heading(_)));
    let depth = headings().map(|block| block.headings.len()).min();
    let highest =
        headings().filter(|block| Some(block.headings.len()) == depth).map(|block| block.span.start);
    let mut bounds: Vec<usize> = [body.start].into_iter().chain(highest).chain([body.end]).collect();
    bounds.dedup();
    let windows = bounds.windows(2).flat_map(|part| windows_of(document, settings, part[0]..part[1]));
    sized(document, settings, windows.collect())
}

fn windows_of(document: &Document, settings: &Settings, part: Range<usize>) -> Vec<Piece> {
    let text = &document.text[..part.end];
    let size = 500.min(settings.max);
    let most_shared = 50.min(size / 4);
    let mut windows = Vec::new();
    let (mut start, mut shared) = (part.start, 0);
    while start < part.end {
        let least = start + shared;
        let reached = window_end(text, start, least, size);
        let end = match kept_whole(document, reached) {
            Some(whole) if whole.start > least => whole.start,
            Some(whole) => whole.end.min(part.end),
            None => reached,
        };
        windows.push(Piece { span: start..end, overlap: shared });
        if text[end..].chars().all(is_white_space) {
            break;
        }
        let run = last_words(text, end, most_shared);
        // A window that would be all overlap has none.
        let next = if run > start { run } else { end };
        let next = kept_whole(document, next).map_or(next, |whole| whole.end.min(end));
        (start, shared) = (next, end - next);
    }
    windows
}

/// The farthest end of at most `size` tokens before white space, or at a sentence end in the last fifth.
fn window_end(text: &str, start: usize, least: usize, size: usize) -> usize {
    let is_end = |at: usize| text[at..].chars().next().is_none_or(is_white_space);
    let ends = (least + 1..=text.len()).filter(|&at| text.is_char_boundary(at) && is_end(at));
    // No token is shorter than a byte, so that `size` bytes always fit; what is far too large gets no smaller.
    let sizes = ends.map(|at| (at, if at - start <= size { 0 } else { count(&text[start..at]) }));
    let near = sizes.take_while(|&(_, tokens)| tokens <= size + 20).filter(|&(_, tokens)| tokens <= size);
    let farthest = near.last().expect("not read: a word above the size").0;
    if farthest == text.len() {
        return farthest;
    }
    // With a little of what follows, for the window may end with a sentence.
    let behind = farthest + text[farthest..].chars().take(2).map(char::len_utf8).sum::<usize>();
    let ends: Vec<usize> = sentences(&text[start..behind], SentenceRules::Standard)
        .map(|sentence| start + sentence.end)
        .collect();
    if ends.iter().any(|&end| end >= farthest && end < behind) {
        return farthest;
    }
    let ends =
        sentences(&text[start..farthest], SentenceRules::Standard).map(|sentence| start + sentence.end);
    let last = ends.filter(|&end| end < farthest && end > least).last();
    last.filter(|&end| count(&text[start..end]) * 5 >= size * 4).unwrap_or(farthest)
}

/// Where the longest run of whole words before `end` starts that has at most `most` tokens, with the white space that its line starts
/// with if that fits too.
fn last_words(text: &str, end: usize, most: usize) -> usize {
    let is_start = |at: usize| {
        !text[at..].starts_with(is_white_space) && (at == 0 || text[..at].ends_with(is_white_space))
    };
    let starts = (0..end).rev().filter(|&at| text.is_char_boundary(at) && is_start(at));
    let sizes = starts.map(|at| (at, count(&text[at..end])));
    let near = sizes.take_while(|&(_, tokens)| tokens <= most + 20).filter(|&(_, tokens)| tokens <= most);
    let Some((start, _)) = near.last() else { return end };
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let is_indented = text[line..start].chars().all(|c| c == ' ' || c == '\t');
    if is_indented && count(&text[line..end]) <= most { line } else { start }
}

/// H6: the fence, row, or item with what is under it that a cut at `at` would part.
fn kept_whole(document: &Document, at: usize) -> Option<Range<usize>> {
    let own = document.blocks.iter().rposition(|block| block.span.start < at)?;
    let is_part = |block: &Block| block.inside && block.kind != Kind::Item;
    let first = (0..=own).rev().find(|&index| !is_part(&document.blocks[index])).unwrap_or(0);
    let last = (own + 1..document.blocks.len())
        .take_while(|&index| is_part(&document.blocks[index]))
        .last()
        .unwrap_or(own);
    let head = &document.blocks[first];
    let whole = match head.kind {
        Kind::Item => head.span.start..document.blocks[last].span.end,
        Kind::Code | Kind::Row => head.span.start..document.blocks[own].span.end,
        _ => return None,
    };
    (at < whole.end && count(&document.text[whole.clone()]) <= WHOLE).then_some(whole)
}

/// H6: what is too large is cut, what is too small joined.
fn sized(document: &Document, settings: &Settings, drafts: Vec<Piece>) -> Vec<Piece> {
    let text = &document.text;
    let mut pieces: Vec<Piece> = Vec::new();
    for draft in drafts {
        let Some(span) = trimmed(text, &draft.span) else { continue };
        let tokens = count(&text[span.clone()]);
        let overlap = draft.overlap.saturating_sub(span.start - draft.span.start);
        if tokens <= settings.max {
            pieces.push(Piece { span, overlap });
            continue;
        }
        let (most, sentence_bits) = if settings.target.is_some() { (0, 16) } else { (settings.max, 16) };
        let units = units(document, &span, most, sentence_bits);
        let target = tokens.div_ceil(tokens.div_ceil(settings.max));
        for run in cuts(document, &units, settings.max, target, [150, 8], None) {
            let part = units[run.start].span.start..units[run.end - 1].span.end;
            let span = trimmed(text, &part).unwrap();
            assert!(
                run.len() == 1 || count(&text[span.clone()]) <= settings.max,
                "not read: tokens do not add up"
            );
            let overlap = if part.start == units[0].span.start { overlap } else { 0 };
            pieces.push(Piece { span, overlap });
        }
    }
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        let size = |span: &Range<usize>| count(&text[span.clone()]);
        if let Some(before) = joined.last_mut().filter(|_| piece.overlap == 0) {
            let is_small = size(&before.span) < settings.min || size(&piece.span) < settings.min;
            let touches = text[before.span.end..piece.span.start].chars().all(is_white_space);
            let whole = before.span.start..piece.span.end;
            if is_small && touches && size(&whole) <= settings.max {
                before.span = whole;
                continue;
            }
        }
        joined.push(piece);
    }
    joined
}

/// Without the blank lines at the ends; a line is kept with its spaces, a cut inside a line leaves none.
fn trimmed(text: &str, span: &Range<usize>) -> Option<Range<usize>> {
    let part = &text[span.clone()];
    let first = part.find(|c| !is_white_space(c))?;
    let last = part.trim_end_matches(is_white_space).len();
    let starts_line = span.start == 0 || text[..span.start].ends_with('\n');
    let ends_line = span.end == text.len() || text[span.end..].starts_with('\n') || part.ends_with('\n');
    let line_start = part[..first].rfind('\n').map_or(0, |at| at + 1);
    let line_end = part[last..].find('\n').map_or(part.len(), |at| last + at);
    let start = if starts_line { line_start } else { first };
    let end = if part[last..].contains('\n') || ends_line { line_end } else { last };
    Some(span.start + start..span.start + end)
}
