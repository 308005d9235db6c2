//! One thing against another: `X rather than Y`, `chose X over Y`, `X, not Y`.

use super::{CHOSEN_OVER, CONTRASTED, Finding, Sentence, TERSE};
use crate::{
    english::{
        cue::{self, Cues},
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
};
use std::ops::Range;

const BEATS: &WordList = words![
    "beats",
    "beat",
    "trumps",
    "tops",
    "outperforms",
    "outperformed",
    "outclasses",
    "outshines",
    "defeats",
    "defeated",
];
const WINS: &WordList = words!["wins", "won", "prevails", "prevailed", "win"];

/// All words that may tell of a contrast and are no cue of one.
pub(super) const CONTRASTING: &[&WordList] = &[words!["not"], BEATS, WINS];

impl Sentence<'_, '_> {
    /// `X rather than Y`, `chose X over Y`, `X is better than Y`, `Instead of Y, X`, `X, not Y`.
    pub(super) fn contrasted(&self) -> Option<(Finding, usize)> {
        let told = cue::PREFER.or(cue::CHOOSE).or(cue::DECIDE).or(cue::LIKE).or(cue::BETTER).or(cue::APPROVE);
        for index in self.telling() {
            if !self.has(index, cue::CONTRAST) && !CONTRASTING.iter().any(|words| self.is(index, words)) {
                continue;
            }
            if let Some(found) = self.not_but(index) {
                return Some(found);
            }
            if let Some(found) = self.beaten(index) {
                return Some(found);
            }
            if !self.has(index, cue::CONTRAST) {
                continue;
            }
            let long = self.reach(index) > 1;
            // "Better than they look" compares with no option.
            const NOTHING: &WordList = words![
                "expected",
                "before",
                "ever",
                "usual",
                "that",
                "last",
                "planned",
                "necessary",
                "needed",
                "nothing",
                "what",
                "when",
            ];
            if self.is(index, words!["than"])
                && (self.is(index + 1, NOTHING)
                    || self.has(index + 1, cue::SPEAKER)
                    || self.is(index + 1, words!["they", "he", "she", "it", "you"]))
            {
                continue;
            }
            let taken = self.is(index, words!["over"]) && self.is_option(index + 1);
            let told = if taken { told.or(cue::TAKE) } else { told };
            let trigger =
                (0..index).rev().find(|&before| self.has(before, told) || self.is(before, words!["sooner"]));
            let strength = match trigger {
                Some(trigger) if long || self.pairs(trigger, index) => CHOSEN_OVER,
                None | Some(_) if long && !self.is(index, words!["compared", "ahead", "at"]) => CONTRASTED,
                None if self.is(index, words!["over"]) && !self.is_option(index + 1) => continue,
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
            // "Now begins at 20:30 instead of 22:00" tells of a value that was changed.
            let changed = trigger.is_none()
                && (0..self.len()).any(|at| self.is(at, words!["now"]))
                && self.is_number(index + self.reach(index));
            let kind = if changed { DecisionType::Configuration } else { DecisionType::Selection };
            let finding =
                Finding { kind, preferred, rejected: vec![rejected], strength, ..Finding::default() };
            return Some((finding, trigger.unwrap_or(index)));
        }
        None
    }

    /// `X beats Y`, `X wins against Y`.
    fn beaten(&self, index: usize) -> Option<(Finding, usize)> {
        let beats = self.is(index, BEATS);
        let against = self.is(index, WINS) && self.is(index + 1, words!["against", "out"]);
        if index == 0 || !(beats || against) || self.parts(index + 1) {
            return None;
        }
        let behind = index
            + 1
            + usize::from(against)
            + usize::from(against && self.is(index + 2, words!["against", "over"]));
        let preferred = self.phrase_before(index)?;
        let rejected = self.phrase_from(behind)?;
        let finding = Finding {
            kind: DecisionType::Selection,
            preferred: Some(preferred),
            rejected: vec![rejected],
            strength: CONTRASTED,
            ..Finding::default()
        };
        Some((finding, index))
    }

    /// Whether what starts at the word `index` may be an option: no time, no amount, nowhere.
    fn is_option(&self, index: usize) -> bool {
        const TIMES: &WordList = words![
            "weekend",
            "week",
            "weeks",
            "night",
            "year",
            "years",
            "month",
            "months",
            "day",
            "days",
            "next",
            "last",
            "past",
            "time",
            "lunch",
            "twenty",
            "thirty",
            "forty",
            "fifty",
            "sixty",
            "hundred",
            "thousand",
            "half",
            "dinner",
            "summer",
            "winter",
            "christmas",
            "holidays",
            "hours",
            "minutes",
            "course",
            "period",
            "top",
            "whole",
            "entire",
            "same",
            "line",
            "network",
            "phone",
            "internet",
            "there",
            "here",
            "again",
            "all",
            "to",
            "it",
            "them",
            "and",
            "heat",
            "edge",
            "tray",
            "head",
            "shoulder",
            "coming",
            "following",
            "break",
            "season",
        ];
        let noun = index
            + usize::from(self.is(
                index,
                words!["the", "a", "an", "this", "that", "his", "her", "its", "their", "our", "my"],
            ));
        !self.parts(index)
            && !self.is_number(index)
            && !self.is(noun, TIMES)
            && !self.is(noun + 1, TIMES)
            && self.word(noun).is_some()
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
        if self.is(trigger, words!["sooner"]) {
            return true;
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
                && !self.is(
                    index,
                    words!["is", "are", "has", "have", "all", "little", "players", "people", "taken"],
                )
        });
        let behind = (contrast + 1..self.len()).take_while(|&index| !self.parts(index)).collect::<Vec<_>>();
        let told = behind.iter().any(|&index| {
            self.has(index, cue::REASON)
                || self.is(index, words!["for"])
                    && (clause == 0 || self.is(index + 1, words!["me", "us"]))
                    && !self.is_number(index + 1)
        });
        (1..=4).contains(&(contrast - clause))
            && no_verb
            && (told || (1..=4).contains(&behind.len()))
            && (told || !self.is(contrast + 1, words!["the", "a", "all", "time"]))
    }

    /// `X, not Y`, where both are a few words.
    fn not_but(&self, index: usize) -> Option<(Finding, usize)> {
        if !self.is(index, words!["not"]) {
            return None;
        }
        let and_not = index > 1 && self.is(index - 1, words!["and"]);
        if !and_not && (index == 0 || !self.gap(index).starts_with(',')) {
            return None;
        }
        let whole = (index + 1..self.len()).take_while(|&next| !self.parts(next)).count();
        let clause = (0..index).rev().find(|&before| self.parts(before)).unwrap_or(0);
        let told = (clause..index).any(|before| {
            self.has(before, cue::PREFER.or(cue::CHOOSE).or(cue::DECIDE))
                || self.is(before, words!["i'd", "we'd", "want", "wants", "take", "please", "keep", "like"])
        });
        let terse = index - clause <= 4
            && whole <= 4
            && self.is_nominal(clause..index)
            && index + 1 + whole == self.len();
        if whole == 0 || !(told || terse) {
            return None;
        }
        let rejected = self.phrase_from(index + 1)?;
        let mut end = index - usize::from(and_not);
        while end > 1 && self.is(end - 1, words!["please"]) {
            end -= 1;
        }
        let preferred = self.phrase_before(end);
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
            && (!self.has(words.start, cue::COMMAND) || self.has(words.start, cue::TAKE))
    }
}
