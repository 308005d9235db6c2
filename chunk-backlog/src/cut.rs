//! Cuts a text that is too long into pieces (B13). Sections and worklog entries differ in their limits, and in where the
//! next piece starts.

use crate::body::Body;
use chunk_core::{is_white_space, sentences, slice, types::SentenceRules, unicode::trim_end};
use std::ops::{Range, RangeInclusive};

/// How long a piece may be, in characters, with its prefix and overlap.
#[derive(Debug)]
pub(crate) struct Limits {
    /// The lengths that are preferred: the longest of them is taken.
    pub(crate) band: RangeInclusive<usize>,
    /// The lengths that are allowed: outside the band, the nearest to it is taken, of two equally near the longer.
    pub(crate) reach: RangeInclusive<usize>,
    /// What is left of the text is not cut if it is no longer than this.
    pub(crate) remainder: usize,
}

/// Cuts one text into pieces.
pub(crate) struct Cutter<'c, R> {
    body: &'c Body<'c>,
    text: Range<usize>,
    limits: &'c Limits,
    /// How many characters are before every piece but the first: the repeated heading.
    prefix: usize,
    /// Where the piece after a cut starts.
    resume: R,
    /// Where sentences end, white space after them left out.
    sentence_ends: Vec<usize>,
}

/// What a cut may follow, the best first.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Block,
    Line,
    Sentence,
    Word,
    Character,
}

const KINDS: [Kind; 5] = [Kind::Block, Kind::Line, Kind::Sentence, Kind::Word, Kind::Character];

/// Where a piece starts.
#[derive(Debug, Clone, Copy)]
struct Start {
    byte: usize,
    /// How many characters of the piece precede it.
    prefix: usize,
    /// The cut before the piece, or the text's start. The piece may start before that, but has to end after it.
    cut: usize,
}

impl<'c, R: Fn(usize) -> usize> Cutter<'c, R> {
    pub(crate) fn new(
        body: &'c Body<'c>,
        text: Range<usize>,
        limits: &'c Limits,
        prefix: usize,
        resume: R,
    ) -> Self {
        let inside = body.slice(text.clone());
        let without_space = |end| text.start + trim_end(slice(inside, 0..end)).len();
        let sentences = sentences(inside, SentenceRules::Standard);
        let sentence_ends = sentences.map(|sentence| without_space(sentence.end)).collect();
        Self { body, text, limits, prefix, resume, sentence_ends }
    }

    /// The pieces, in order, in bytes of the body, each without its prefix.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut start = Start { byte: self.text.start, prefix: 0, cut: self.text.start };
        while start.byte < self.text.end {
            let end = if self.length(start, self.text.end) <= self.limits.remainder {
                self.text.end
            } else {
                self.cut(start)
            };
            pieces.push(start.byte..end);
            if end == self.text.end {
                break;
            }
            start = self.after(end);
        }
        pieces
    }

    fn after(&self, cut: usize) -> Start {
        Start { byte: (self.resume)(cut), prefix: self.prefix, cut }
    }

    /// The length of the piece from `start` to `end`.
    fn length(&self, start: Start, end: usize) -> usize {
        start.prefix + self.body.chars(&(start.byte..end))
    }

    /// The byte at which the piece from `start` has this length, or the text's end.
    fn at_length(&self, start: Start, length: usize) -> usize {
        self.body.forward(start.byte, length.saturating_sub(start.prefix)).min(self.text.end)
    }

    /// Where the piece from `start` ends.
    fn cut(&self, start: Start) -> usize {
        let reach = self.at_length(start, *self.limits.reach.start())
            ..=self.at_length(start, *self.limits.reach.end());
        let found = KINDS.into_iter().find_map(|kind| self.best(start, &self.candidates(kind, &reach)));
        // None is found where a fence that fits into a piece fills the whole reach.
        let before_reach = || self.block_ends(start.cut + 1..*reach.start()).next_back();
        found.or_else(before_reach).unwrap_or(*reach.end())
    }

    /// Of these cuts, in order and within reach, the one that gives the best length.
    fn best(&self, start: Start, candidates: &[usize]) -> Option<usize> {
        let band =
            self.at_length(start, *self.limits.band.start())..=self.at_length(start, *self.limits.band.end());
        let (below, from_band) = candidates.split_at(candidates.partition_point(|cut| cut < band.start()));
        let (in_band, above) = from_band.split_at(from_band.partition_point(|cut| cut <= band.end()));
        let last = |cuts: &[usize]| cuts.iter().rev().copied().find(|&cut| self.is_allowed(cut));
        last(in_band).or_else(|| {
            match (last(below), above.iter().copied().find(|&cut| self.is_allowed(cut))) {
                (Some(shorter), Some(longer)) => {
                    let missing = self.body.chars(&(shorter..*band.start()));
                    let surplus = self.body.chars(&(*band.end()..longer));
                    Some(if surplus <= missing { longer } else { shorter })
                }
                (shorter, longer) => shorter.or(longer),
            }
        })
    }

    /// The places within reach, in order, that a cut of this kind may be at.
    fn candidates(&self, kind: Kind, reach: &RangeInclusive<usize>) -> Vec<usize> {
        let ends = *reach.start()..reach.end() + 1;
        let text_end = (*reach.end() == self.text.end).then_some(self.text.end);
        match kind {
            Kind::Block => self.block_ends(ends).chain(text_end).collect(),
            Kind::Sentence => within(&self.sentence_ends, &ends).to_vec(),
            Kind::Line | Kind::Word | Kind::Character => {
                let mut before = self.body.slice(self.text.start..ends.start).chars().next_back();
                let chars = self.body.slice(ends.start..self.text.end).char_indices();
                let chars = chars.map(|(at, c)| (ends.start + at, c)).take_while(|(at, _)| *at < ends.end);
                let found = chars.filter_map(|(at, c)| {
                    let follows_word = before.replace(c).is_some_and(|before| !is_white_space(before));
                    let is_end = match kind {
                        Kind::Line => c == '\n' && !self.ends_blank_line(at),
                        Kind::Word => follows_word && is_white_space(c),
                        _ => true,
                    };
                    is_end.then_some(at)
                });
                found.collect()
            }
        }
    }

    /// The ends of blocks in `bytes` that may be cuts.
    fn block_ends(&self, bytes: Range<usize>) -> impl DoubleEndedIterator<Item = usize> {
        let ends = within(&self.body.block_ends, &bytes).iter().copied();
        ends.filter(|&end| !self.body.follows_heading(end))
    }

    /// Whether the line that ends at `end` is blank.
    fn ends_blank_line(&self, end: usize) -> bool {
        let before = self.body.slice(self.text.start..end).chars();
        before.rev().find(|&c| c == '\n' || !is_white_space(c)).is_none_or(|c| c == '\n')
    }

    fn is_allowed(&self, cut: usize) -> bool {
        cut == self.text.end
            || !self.body.follows_heading(cut)
                && self.body.marker_around(cut).is_none()
                && !self.body.fence_around(cut).is_some_and(|fence| self.fits(fence))
    }

    /// Whether a fence fits into one piece: the piece from the last end of a block before it to the fence's end.
    fn fits(&self, fence: &Range<usize>) -> bool {
        let first = Start { byte: self.text.start, prefix: 0, cut: self.text.start };
        let before = self.block_ends(self.text.start + 1..fence.start + 1).next_back();
        let start = before.map_or(first, |cut| self.after(cut));
        self.length(start, fence.end.min(self.text.end)) <= *self.limits.reach.end()
    }
}

/// Those of `positions`, in ascending order, that lie in `bytes`.
fn within<'p>(positions: &'p [usize], bytes: &Range<usize>) -> &'p [usize] {
    let from = positions.partition_point(|&position| position < bytes.start);
    let to = positions.partition_point(|&position| position < bytes.end);
    positions.get(from..to).unwrap_or_default()
}
