//! One thing against another: `X rather than Y`, `chose X over Y`, `X, not Y`.

use super::{CHOSEN_OVER, CONTRASTED, Finding, Sentence, TERSE};
use crate::{
    cue::{self, Cues},
    known::words,
    metadata::DecisionType,
};
use std::ops::Range;

impl Sentence<'_, '_> {
    /// `X rather than Y`, `chose X over Y`, `X is better than Y`, `Instead of Y, X`, `X, not Y`.
    pub(super) fn contrasted(&self) -> Option<(Finding, usize)> {
        let told = cue::PREFER.or(cue::CHOOSE).or(cue::DECIDE).or(cue::LIKE).or(cue::BETTER).or(cue::APPROVE);
        for index in 0..self.len() {
            if let Some(found) = self.not_but(index) {
                return Some(found);
            }
            if !self.has(index, cue::CONTRAST) {
                continue;
            }
            let long = self.reach(index) > 1;
            let trigger = (0..index).rev().find(|&before| self.has(before, told));
            let strength = match trigger {
                Some(trigger) if long || self.pairs(trigger, index) => CHOSEN_OVER,
                None | Some(_) if long && !self.is(index, words!["compared", "ahead", "at"]) => CONTRASTED,
                None if self.is(index, words!["over", "versus", "vs"]) && self.is_terse(index) => TERSE,
                _ if self.is(index, words!["over"])
                    && self.is(index.wrapping_sub(1), words!["won", "wins", "prevailed"]) =>
                {
                    CHOSEN_OVER
                }
                _ => continue,
            };
            let rejected = self.phrase_from(index + self.reach(index))?;
            let preferred = if index == 0 {
                self.behind_comma(1)
            } else {
                trigger
                    .filter(|&trigger| {
                        !self.has(trigger, cue::BETTER.or(cue::LIKE)) || self.is(trigger, words!["like"])
                    })
                    .and_then(|trigger| self.between(trigger, index))
                    .or_else(|| self.phrase_before(self.before_comparison(index)))
            };
            let finding = Finding {
                kind: DecisionType::Selection,
                preferred,
                rejected: vec![rejected],
                strength,
                ..Finding::default()
            };
            return Some((finding, trigger.unwrap_or(index)));
        }
        None
    }

    /// Whether a short contrast belongs to a verb: `prefer … over`, `like … more than`, `better than`.
    fn pairs(&self, trigger: usize, contrast: usize) -> bool {
        if self.clause_distance(trigger, contrast) > 0 || contrast - trigger > 14 {
            return false;
        }
        if !self.is(contrast, words!["than"]) {
            return !self.has(trigger, cue::BETTER.or(cue::LIKE).or(cue::DECIDE))
                || self.is(trigger, words!["decided", "beats"]);
        }
        let compares = (trigger..contrast).any(|index| {
            self.is(index, words!["more", "better", "rather", "nicer", "cleaner", "clearer", "preferable"])
                || self.has(index, cue::BETTER)
        });
        let rather = self.has(trigger, cue::PREFER);
        compares && (self.has(trigger, cue::LIKE.or(cue::BETTER).or(cue::PREFER))) || rather
    }

    /// `X over Y` without a verb: a few words, and a reason, `for me` or nothing behind.
    fn is_terse(&self, contrast: usize) -> bool {
        let clause = (0..contrast).rev().find(|&index| self.parts(index)).unwrap_or(0);
        let no_verb = (clause..contrast).all(|index| {
            !self.has(index, cue::PAST.or(cue::GERUND).or(cue::CHECKING).or(cue::FUTURE).or(cue::PRONOUN))
                && !self.is(index, words!["is", "are", "has", "have", "all"])
        });
        let behind = (contrast + 1..self.len()).take_while(|&index| !self.parts(index)).collect::<Vec<_>>();
        let told = behind.iter().any(|&index| {
            self.has(index, cue::REASON)
                || self.is(index, words!["for"]) && self.is(index + 1, words!["me", "us"])
        });
        (1..=4).contains(&(contrast - clause))
            && no_verb
            && (told || (1..=4).contains(&behind.len()))
            && (told || !self.is(contrast + 1, words!["the", "a", "all", "time"]))
    }

    /// `X, not Y`, where both are a few words.
    fn not_but(&self, index: usize) -> Option<(Finding, usize)> {
        let is_not = self.is(index, words!["not"]) && index > 0 && self.gap(index).starts_with(',');
        if !is_not {
            return None;
        }
        let whole = (index + 1..self.len()).take_while(|&next| !self.parts(next)).count();
        let clause = (0..index).rev().find(|&before| self.parts(before)).unwrap_or(0);
        let told =
            (clause..index).any(|before| self.has(before, cue::PREFER.or(cue::CHOOSE).or(cue::DECIDE)));
        let terse = index - clause <= 4
            && whole <= 4
            && self.is_nominal(clause..index)
            && index + 1 + whole == self.len();
        if whole == 0 || !(told || terse) {
            return None;
        }
        let rejected = self.phrase_from(index + 1)?;
        let preferred = self.phrase_before(index);
        Some((
            Finding {
                kind: DecisionType::Selection,
                preferred,
                rejected: vec![rejected],
                strength: TERSE,
                ..Finding::default()
            },
            clause,
        ))
    }

    /// Whether a few words tell of a thing and not of an act.
    fn is_nominal(&self, words: Range<usize>) -> bool {
        words.clone().all(|index| {
            !self.has(index, cue::PAST.or(cue::FUTURE).or(cue::SPEAKER).or(cue::NEGATION))
                && !self.is(index, words!["is", "are", "be"])
        }) && self.has(words.start, Cues::NONE.or(cue::PRONOUN)) as usize == 0
            && !self.has(words.start, cue::COMMAND)
    }
}
