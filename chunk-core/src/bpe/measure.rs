//! Exact counts of any range of a text, after one pass over it.
//!
//! A range is counted as a text of its own. Its pre-tokens are those of the whole text except at its two ends. From its start
//! on, pre-tokens are found anew until one starts where one of the whole text does; that hardly ever takes more than two, except
//! in a run of numbers, which is cut after every third. At its end, the last pre-token is cut short; and because where white
//! space ends depends on what follows it, all the white space at the end of a range is one pre-token.

use super::{
    character::{character, is_white_space, is_white_space_at},
    class::Class,
    encoding::Encoding,
    long::{LONGEST_PIECE, LongPiece},
    piece_counter::PieceCounter,
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
    /// The head of the range that was counted last: a range that grows starts with the same one.
    head: Mutex<Head>,
    /// The two long pre-tokens that were cut last, the latest first.
    recent_cuts: Mutex<[LongPiece; 2]>,
    encoding: PhantomData<E>,
}

/// The pre-tokens of a range up to the first that is one of the whole text, as far as they are known.
#[derive(Debug, Clone, Copy, Default)]
struct Head {
    start: usize,
    end: usize,
    tokens: usize,
}

impl<E: Encoding> TokenMeasure for Measure<'_, E> {
    fn count(&self, range: Range<usize>) -> usize {
        if self.text.get(range.clone()).is_none_or(str::is_empty) {
            return 0;
        }
        if self.starts.pretokens.contains(range.start) && self.is_end(range.end) {
            return self.starts.tokens.rank(range.end) - self.starts.tokens.rank(range.start);
        }
        PieceCounter::<E>::with(|counter| self.count_with(counter, range))
    }

    fn start(&self, start: usize) -> Option<Border> {
        self.text.get(start..)?;
        if self.starts.pretokens.contains(start) {
            return Some(self.border(start));
        }
        PieceCounter::<E>::with(|counter| self.start_with(counter, start))
    }

    fn end(&self, end: usize) -> Option<Border> {
        self.text.get(..end)?;
        if self.is_end(end) {
            return Some(self.border(end));
        }
        PieceCounter::<E>::with(|counter| self.end_with(counter, end))
    }
}

impl<'t, E: Encoding> Measure<'t, E> {
    pub(super) fn new(text: &'t str) -> Self {
        let starts = Starts::of::<E>(text);
        Self { text, starts, head: Mutex::default(), recent_cuts: Mutex::default(), encoding: PhantomData }
    }

    /// Whether every range that ends here has the pre-tokens of the whole text up to its end: one ends here, and what follows has no
    /// influence on it, as it has on white space (unless that ends with a line end, in most encodings).
    fn is_end(&self, end: usize) -> bool {
        let last = end.checked_sub(1).and_then(|last| self.text.as_bytes().get(last));
        last.is_some_and(|byte| byte.is_ascii_graphic() || E::LINE_END_ENDS && *byte == b'\n')
            && self.starts.pretokens.contains(end)
    }

    /// The border at a place where a pre-token of the whole text starts.
    fn border(&self, at: usize) -> Border {
        Border { at, tokens: self.starts.tokens.rank(at) }
    }

    fn count_with(&self, counter: &mut PieceCounter<E>, Range { start, end }: Range<usize>) -> usize {
        let head = self.head(counter, start, end);
        if !self.starts.pretokens.contains(head.end) {
            return head.tokens + self.count_cut(counter, head.end..end);
        }
        let last = self.last_start(head.end, end);
        let between = self.starts.tokens.rank(last) - self.starts.tokens.rank(head.end);
        head.tokens + between + self.count_last(counter, last..end)
    }

    /// The pre-tokens of `start..end` before the first that starts where one of the whole text does; if none does, all but the last.
    fn head(&self, counter: &mut PieceCounter<E>, start: usize, end: usize) -> Head {
        let mut head = *lock(&self.head);
        if head.start != start || head.end > end {
            head = Head { start, end: start, tokens: 0 };
        }
        while !self.starts.pretokens.contains(head.end) {
            let next = self.pretoken_end(head.end, end);
            if next == end {
                break;
            }
            head.tokens += self.count_cut(counter, head.end..next);
            head.end = next;
        }
        // Where white space ends depends on what follows it, and so on the end of the range. Where others do in every encoding, that is
        // kept for numbers: their heads are long.
        let text = self.text.as_bytes();
        if if E::CUT_IS_ONE { !is_white_space_at(text, start) } else { is_number_at(text, start) } {
            *lock(&self.head) = head;
        }
        head
    }

    /// Where the pre-token that starts at `at` ends if the text ends at `end`.
    fn pretoken_end(&self, at: usize, end: usize) -> usize {
        let text = self.text.as_bytes();
        if !E::CUT_IS_ONE {
            return E::end(text.get(..end).unwrap_or_default(), at);
        }
        let far = self.text.ceil_char_boundary(end.min(at + LONGEST_PIECE));
        let found = E::end(text.get(..far).unwrap_or_default(), at);
        if found < far || far == end {
            return found;
        }
        // It is long. Instead of scanning it for every range, see where it ends in the whole text. The last character of white space
        // may be a pre-token of its own there, or begin the next one.
        let next = self.next_start(self.text.floor_char_boundary(far - 1));
        if next >= end {
            return end;
        }
        if is_white_space_at(text, at) && is_white_space_at(text, next) {
            // Line ends at the start of the range may belong, in the whole text, to the pre-token before them; in the range they
            // belong to the white space after them.
            let behind = self.next_start(next + 1);
            if self.last_start(next, end) == next && is_white_space(text, next, end) {
                return end;
            }
            if is_white_space(text, next, behind) && matches!(text.get(behind - 1), Some(b'\n' | b'\r')) {
                return behind;
            }
        }
        next
    }

    /// Goes on from `start` until a pre-token starts where one of the whole text does, or, in a long pre-token, a token does.
    fn start_with(&self, counter: &mut PieceCounter<E>, start: usize) -> Option<Border> {
        let (mut at, mut tokens) = (start, 0);
        let border = |at, tokens| Border { at, tokens: self.starts.tokens.rank(at).wrapping_sub(tokens) };
        for _ in 0..NEAR {
            if self.starts.pretokens.contains(at) {
                return Some(border(at, tokens));
            }
            if !E::CUT_IS_ONE && self.next_start(at + 1) - at > LONGEST_CUT {
                return None;
            }
            let next = self.pretoken_end(at, self.text.len());
            if next - at > LONGEST_PIECE
                && let Some(long) = self.long_around(at)
            {
                let (joint, before) = self.first_joint(counter, at..next).filter(|_| next == long.end)?;
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
        if !E::CUT_IS_ONE && (end - last > LONGEST_CUT || self.pretoken_end(last, end) < end) {
            let tokens = (end - last <= LONGEST_CUT).then(|| self.count_last(counter, last..end))?;
            return Some(Border { at: last, tokens: self.starts.tokens.rank(last) + tokens });
        }
        let is_long = end - last > LONGEST_PIECE && self.next_start(last + 1) >= end;
        let joint = if is_long { self.last_joint(counter, last..end) } else { None };
        let whole = || (end - last <= LONGEST_CUT).then(|| (last, self.count_cut(counter, last..end)));
        let (at, tokens) = joint.or_else(whole)?;
        Some(Border { at, tokens: self.starts.tokens.rank(at) + tokens })
    }

    /// The long pre-token of the whole text that `at` lies in.
    fn long_around(&self, at: usize) -> Option<Range<usize>> {
        let around = self.starts.pretokens.last_below(at + 1)?..self.next_start(at + 1);
        (around.len() > LONGEST_PIECE).then_some(around)
    }

    /// Where the first token of `piece`, a part of a long pre-token, starts that the whole pre-token has, too, and how many tokens are
    /// before it. From there on both have the same tokens, wherever the piece ends.
    fn first_joint(&self, counter: &mut PieceCounter<E>, piece: Range<usize>) -> Option<(usize, usize)> {
        JOINT_WINDOWS.iter().find_map(|window| {
            let window = piece.start..piece.end.min(piece.start + window);
            let tokens = counter.merge.tokens(self.text.as_bytes(), window);
            let mut pairs = tokens.iter().zip(tokens.iter().skip(1)).enumerate();
            let (before, (&start, _)) =
                pairs.find(|(_, (start, end))| self.is_token(piece.start + *start..piece.start + *end))?;
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
                pairs.find(|(_, (start, end))| self.is_token(from + *start..from + *end))?;
            Some((from + start, behind + 1))
        })
    }

    /// Whether these bytes, which lie in a long pre-token, are one of its tokens in the whole text.
    fn is_token(&self, bytes: Range<usize>) -> bool {
        self.starts.tokens.contains(bytes.start)
            && self.starts.tokens.first_from(bytes.start + 1).unwrap_or(self.text.len()) == bytes.end
    }

    fn next_start(&self, at: usize) -> usize {
        self.starts.pretokens.first_from(at).unwrap_or(self.text.len())
    }

    /// Where the last pre-token of a range that ends at `end` starts: at `from`, where a pre-token starts, or after it.
    fn last_start(&self, from: usize, end: usize) -> usize {
        let text = self.text.as_bytes();
        let below = |at| self.starts.pretokens.last_below(at).filter(|&below| below >= from);
        let mut last = if self.starts.pretokens.contains(end) { end } else { below(end).unwrap_or(from) };
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
        if E::CUT_IS_ONE {
            return self.count_cut(counter, start..end);
        }
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
        if latest.start() != piece.start {
            std::mem::swap(latest, other);
        }
        if latest.start() != piece.start {
            *latest = LongPiece::new(piece.start);
        }
        latest.count_to(text, piece.end, &mut counter.merge)
    }
}

fn is_number_at(text: &[u8], at: usize) -> bool {
    matches!(character(text, at), Some((Class::Number, _)))
}

/// Locks a cache. Nothing panics while it is locked, so a poisoned one is taken as it is.
fn lock<T>(cache: &Mutex<T>) -> MutexGuard<'_, T> {
    cache.lock().unwrap_or_else(PoisonError::into_inner)
}
