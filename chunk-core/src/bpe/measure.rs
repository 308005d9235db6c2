//! Exact counts of any range of a text, after one pass over it.
//!
//! A range is counted as a text of its own. Its pre-tokens are those of the whole text except at its two ends. From its start
//! on, pre-tokens are found anew until one starts where one of the whole text does; that hardly ever takes more than two, except
//! in a run of numbers, which is cut after every third. At its end, the last pre-token is cut short; and because where white
//! space ends depends on what follows it, all the white space at the end of a range is one pre-token.

use super::{
    character::is_white_space,
    encoding::Encoding,
    long::{LONGEST_PIECE, LongPiece},
    piece_counter::PieceCounter,
    runs::{Cut, Runs},
    starts::Starts,
};
use crate::counters::{Border, TokenMeasure};
use std::{
    marker::PhantomData,
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// If the pre-tokens of a range come to be those of the whole text, they do so within this many from its start.
const NEAR: usize = 8;

/// The longest part of a pre-token, in bytes, that is merged to know an end. A longer one is merged again for each range that is
/// asked for, which takes less time.
const LONGEST_CUT: usize = 4096;

/// The windows, in bytes, in which a part of a long pre-token is searched for a token that the whole one has, too: a small one
/// first.
const JOINT_WINDOWS: [usize; 2] = [64, LONGEST_PIECE];

/// The pre-tokens of a text and their counts.
pub(super) struct Measure<'t, E> {
    text: &'t str,
    starts: Starts,
    runs: Runs,
    /// The two long pre-tokens that were cut last, the latest first.
    recent_cuts: Mutex<[LongPiece; 2]>,
    /// Where the pre-tokens of the latest range that are not those of the whole text start, and the tokens before each.
    recent_detour: Mutex<Vec<(usize, usize)>>,
    encoding: PhantomData<E>,
}

impl<E: Encoding> TokenMeasure for Measure<'_, E> {
    fn count(&self, range: Range<usize>) -> usize {
        if self.text.get(range.clone()).is_none_or(str::is_empty) {
            return 0;
        }
        if let Some(end) = self.known_end(range.end)
            && let Some(start) = self.known_start(range.start)
        {
            return end.tokens - start.tokens;
        }
        PieceCounter::<E>::with(|counter| self.count_with(counter, range))
    }

    fn start(&self, start: usize) -> Option<Border> {
        self.text.get(start..)?;
        let known = self.known_start(start);
        known.or_else(|| PieceCounter::<E>::with(|counter| self.start_with(counter, start)))
    }

    fn end(&self, end: usize) -> Option<Border> {
        self.text.get(..end)?;
        let known = self.known_end(end);
        known.or_else(|| PieceCounter::<E>::with(|counter| self.end_with(counter, end)))
    }
}

impl<'t, E: Encoding> Measure<'t, E> {
    pub(super) fn new(text: &'t str) -> Self {
        let starts = Starts::of::<E>(text);
        let (runs, recent_cuts, recent_detour) = Default::default();
        Self { text, starts, runs, recent_cuts, recent_detour, encoding: PhantomData }
    }

    /// A place where a pre-token of the whole text starts: ranges that start here have the pre-tokens of the whole text.
    fn known_start(&self, at: usize) -> Option<Border> {
        self.starts.contains(at).then(|| Border { at, tokens: self.starts.tokens_before(at) })
    }

    /// The same for ranges that end here: a pre-token of the whole text ends here, and what follows has no influence on it, as it has on
    /// white space (unless that ends with a line end, in most encodings).
    fn known_end(&self, end: usize) -> Option<Border> {
        let last = end.checked_sub(1).and_then(|last| self.text.as_bytes().get(last))?;
        let is_settled = last.is_ascii_graphic() || E::LINE_END_ENDS && *last == b'\n';
        if is_settled { self.known_start(end) } else { None }
    }

    fn count_with(&self, counter: &mut PieceCounter<E>, Range { start, end }: Range<usize>) -> usize {
        // Up to the first pre-token that starts where one of the whole text does.
        let (mut at, mut tokens) = (start, 0);
        for step in 0.. {
            if self.starts.contains(at) {
                break;
            }
            if step == NEAR {
                let (far, between) = self.detour(counter, at..end);
                (at, tokens) = (far, tokens + between);
            }
            let next = self.pretoken_end(at, end);
            tokens += self.count_cut(counter, at..next);
            if next == end {
                return tokens;
            }
            at = next;
        }
        let last = self.last_start(at, end);
        let between = self.starts.tokens_before(last) - self.starts.tokens_before(at);
        tokens + between + self.count_last(counter, last..end)
    }

    /// Of the pre-tokens of a range that are not those of the whole text (as of marks behind two signs in `o200k_base`) the last one
    /// that the range's end does not change, and how many tokens are before it.
    fn detour(&self, counter: &mut PieceCounter<E>, Range { start, end }: Range<usize>) -> (usize, usize) {
        let mut path = lock(&self.recent_detour);
        if path.first().is_none_or(|&(first, _)| first != start) {
            *path = vec![(start, 0)];
        }
        while let Some(&(at, tokens)) = path.last()
            && !self.starts.contains(at)
            && let next = self.pretoken_end(at, self.text.len())
            && next < end
        {
            path.push((next, tokens + self.count_cut(counter, at..next)));
        }
        let known = path.get(..path.partition_point(|&(at, _)| at < end)).unwrap_or_default();
        // White space may go on with what is white at the end.
        let pairs = known.iter().rev().zip(known.iter().rev().skip(1));
        let changed =
            pairs.take_while(|(next, before)| is_white_space(self.text.as_bytes(), before.0, next.0));
        known.iter().rev().nth(changed.count()).copied().unwrap_or((start, 0))
    }

    /// Where the pre-token that starts at `at` ends if the text ends at `end`.
    fn pretoken_end(&self, at: usize, end: usize) -> usize {
        E::end(Cut { text: self.text.as_bytes(), end, runs: &self.runs }, at)
    }

    /// Goes on from `start` until a pre-token starts where one of the whole text does, or, in a long pre-token, a token does.
    fn start_with(&self, counter: &mut PieceCounter<E>, start: usize) -> Option<Border> {
        let (mut at, mut tokens) = (start, 0);
        let border = |at, tokens| Border { at, tokens: self.starts.tokens_before(at).wrapping_sub(tokens) };
        for _ in 0..NEAR {
            if self.starts.contains(at) {
                return Some(border(at, tokens));
            }
            let next = self.pretoken_end(at, self.text.len());
            if next - at > LONGEST_PIECE {
                self.starts.long_around(at).filter(|long| long.end == next)?;
                let (joint, before) = self.first_joint(counter, at..next)?;
                return Some(border(joint, tokens + before));
            }
            tokens += self.count_cut(counter, at..next);
            at = next;
        }
        None
    }

    /// Finds the last pre-token before `end` that starts where one of the whole text does, or such a token of a long pre-token.
    fn end_with(&self, counter: &mut PieceCounter<E>, end: usize) -> Option<Border> {
        let last = self.last_start(0, end);
        // Cut short, it may be several.
        let next = self.pretoken_end(last, end);
        let is_long = next - last > LONGEST_PIECE && self.next_start(last + 1) >= next;
        let joint = if is_long { self.last_joint(counter, last..next) } else { None };
        let whole = || (next - last <= LONGEST_CUT).then(|| (last, self.count_cut(counter, last..next)));
        let (at, tokens) = joint.or_else(whole)?;
        Some(Border {
            at,
            tokens: self.starts.tokens_before(at) + tokens + self.count_last(counter, next..end),
        })
    }

    /// Where the first token of `piece`, a part of a long pre-token, starts that the whole pre-token has, too, and how many tokens are
    /// before it. From there on both have the same tokens, wherever the piece ends.
    fn first_joint(&self, counter: &mut PieceCounter<E>, piece: Range<usize>) -> Option<(usize, usize)> {
        JOINT_WINDOWS.iter().find_map(|window| {
            let window = piece.start..piece.end.min(piece.start + window);
            let tokens = counter.merge.tokens(self.text.as_bytes(), window);
            let mut pairs = tokens.iter().zip(tokens.iter().skip(1)).enumerate();
            let (before, (&start, _)) = pairs.find(|(_, (start, end))| {
                self.starts.is_token(&(piece.start + *start..piece.start + *end))
            })?;
            Some((piece.start + start, before))
        })
    }

    /// Where the last token of `piece`, a part of a long pre-token, starts that the whole pre-token has, too, and how many tokens there
    /// are from it on.
    fn last_joint(&self, counter: &mut PieceCounter<E>, piece: Range<usize>) -> Option<(usize, usize)> {
        JOINT_WINDOWS.iter().find_map(|window| {
            let from = piece.end.saturating_sub(*window).max(piece.start);
            let tokens = counter.merge.tokens(self.text.as_bytes(), from..piece.end);
            let mut pairs = tokens.iter().zip(tokens.iter().skip(1)).rev().enumerate();
            let (behind, (&start, _)) =
                pairs.find(|(_, (start, end))| self.starts.is_token(&(from + *start..from + *end)))?;
            Some((from + start, behind + 1))
        })
    }

    fn next_start(&self, at: usize) -> usize {
        self.starts.first_from(at).unwrap_or(self.text.len())
    }

    /// Where the last pre-token of a range that ends at `end` starts: at `from`, where a pre-token starts, or after it.
    fn last_start(&self, from: usize, end: usize) -> usize {
        let text = self.text.as_bytes();
        let below = |at| self.starts.last_before(at).filter(|&below| below >= from);
        let mut last = if self.starts.contains(end) { end } else { below(end).unwrap_or(from) };
        // All the white space at the end of a range is one pre-token.
        while (last == end || is_white_space(text, last, end))
            && let Some(before) = below(last)
            && is_white_space(text, before, last)
        {
            last = before;
        }
        last
    }

    /// The number of tokens of what a range has of its last pre-tokens of the whole text.
    fn count_last(&self, counter: &mut PieceCounter<E>, Range { start, end }: Range<usize>) -> usize {
        let (mut at, mut tokens) = (start, 0);
        while at < end {
            let next = self.pretoken_end(at, end);
            tokens += self.count_cut(counter, at..next);
            at = next;
        }
        tokens
    }

    /// The number of tokens of `piece`, which may be cut short by the ends of a range.
    fn count_cut(&self, counter: &mut PieceCounter<E>, piece: Range<usize>) -> usize {
        let text = self.text.as_bytes();
        if piece.len() <= LONGEST_PIECE {
            return counter.count(text, piece);
        }
        let [latest, other] = &mut *lock(&self.recent_cuts);
        if latest.start() != Some(piece.start) {
            std::mem::swap(latest, other);
        }
        if latest.start() != Some(piece.start) {
            *latest = LongPiece::new(piece.start);
        }
        latest.count_to(text, piece.end, &mut counter.merge)
    }
}

/// Locks a cache. Nothing panics while it is locked, so a poisoned one is taken as it is.
fn lock<T>(cache: &Mutex<T>) -> MutexGuard<'_, T> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}
