//! Changes as people note them: `1.4 -> 1.2`, `24 pt now, was 18 pt`, `25 minutes instead of 30`.

use super::{FROM_TO, Finding, SET_TO, Sentence};
use crate::{
    english::word_list::{WordList, words},
    record::metadata::DecisionType,
};
use std::ops::Range;

pub(super) const FORMER: &WordList = words!["was", "were", "formerly", "previously", "before"];
pub(super) const REFERS: &WordList = words!["it", "they", "that", "used", "up", "down", "instead"];

impl Sentence<'_, '_> {
    /// `A -> B`.
    pub(super) fn arrow(&self) -> Option<(Finding, usize)> {
        let at = (1..self.len()).filter(|&index| !self.is_spaced(index)).find(|&index| {
            let gap = self.gap(index);
            (2..=12).contains(&gap.len())
                && gap.bytes().any(|byte| byte == b'>' || !byte.is_ascii())
                && (gap.contains("->") || gap.contains('→') || gap.contains("=>") || gap.contains('➜'))
        })?;
        // A row of arrows is a way, not a change.
        let more =
            (at + 1..self.len()).any(|index| self.gap(index).contains("->") || self.gap(index).contains('→'));
        let (old, new) = (self.value_before(at)?, self.phrase_from(at)?);
        // "Jun -> split the tickets" hands something over.
        const SWITCHED: &WordList =
            words!["on", "off", "true", "false", "yes", "no", "enabled", "disabled", "none"];
        let quoted = |index: usize| self.gap(index).contains(['`', '"', '“', '\'']);
        let is_value = self.is_number(at) || self.is_number(at - 1) || self.is(at, SWITCHED) || quoted(at);
        (!more && is_value).then(|| (changed(new, old, SET_TO), at))
    }

    /// `B (was A)`.
    pub(super) fn formerly(&self) -> Option<(Finding, usize)> {
        let mut apart = self.telling().filter(|&index| index > 1 && !self.is_spaced(index));
        let at = apart.find(|&index| {
            let tells = self.is(index, FORMER)
                || self.is(index, REFERS)
                    && self.is(index + 1, words!["was", "were", "used", "to", "from"])
                    && !(self.is(index, words!["used"]) && self.is(index + 2, words!["have"]));
            let opens = |gap: &str| gap.contains(['(', ',', ';', '—', '–', '.']) || gap.contains(" - ");
            tells && opens(self.gap(index))
        })?;
        let mut value = at;
        while value < self.len()
            && value < at + 4
            && self.is(
                value,
                words![
                    "was",
                    "were",
                    "formerly",
                    "previously",
                    "before",
                    "it",
                    "they",
                    "that",
                    "used",
                    "to",
                    "be",
                    "up",
                    "down",
                    "instead",
                    "from",
                    "at",
                    "on",
                    "set",
                ],
            )
        {
            value += 1;
        }
        let end = (value..self.len()).find(|&index| index > value && self.parts(index)).unwrap_or(self.len());
        let short = (1..=4).contains(&end.saturating_sub(value));
        let told = self.is_number(value) || (0..at).any(|index| self.is(index, words!["now"]));
        if !short || !told {
            return None;
        }
        let old = self.phrase_from(value)?;
        let mut last = at;
        while last > 1 && self.is(last - 1, words!["now", "from", "on"]) {
            last -= 1;
        }
        let first = (1..last)
            .rev()
            .find(|&index| self.parts(index) || self.is(index - 1, words!["is", "are", "to", "at"]))
            .unwrap_or(0);
        Some((changed(self.bytes(first..last)?, old, FROM_TO), at))
    }

    /// The value before the word `end`: a number with its unit, else the words back to what parts them.
    pub(super) fn value_before(&self, end: usize) -> Option<Range<usize>> {
        let token = |end: usize| {
            let mut start = end.checked_sub(1)?;
            while start > 0 && !self.gap(start).contains([' ', '\n', '(', ':', '\t', '|']) {
                start -= 1;
            }
            Some(start)
        };
        let last = token(end)?;
        let first = match last.checked_sub(1) {
            _ if self.is_number(last) => last,
            Some(before) if self.is_number(token(last).unwrap_or(before)) && !self.parts(last) => {
                token(last)?
            }
            _ => (1..=last).rev().find(|&index| self.parts(index)).unwrap_or(0),
        };
        self.bytes(first..end)
    }

    /// Whether the word `index` is a figure.
    pub(super) fn is_number(&self, index: usize) -> bool {
        self.word(index)
            .is_some_and(|word| self.content.slice(&word.span()).starts_with(|c: char| c.is_ascii_digit()))
    }
}

fn changed(new: Range<usize>, old: Range<usize>, strength: u64) -> Finding {
    Finding {
        kind: DecisionType::Configuration,
        preferred: Some(new),
        rejected: vec![old],
        strength,
        ..Finding::default()
    }
}
