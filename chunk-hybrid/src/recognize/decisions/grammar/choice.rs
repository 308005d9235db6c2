//! One thing alone: preferred, chosen, or told by habit and liking.

use super::{CHOSEN, CHOSEN_OVER, Finding, IMPLICIT, JUDGED, LIKED, Sentence};
use crate::{
    english::{
        cue,
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
};
use std::ops::Range;

pub(super) const STATED: &WordList =
    words!["decided", "decision", "verdict", "choice", "pick", "settled", "preference", "taken"];
pub(super) const DECIDED: &WordList = words!["decided", "agreed", "resolved"];
pub(super) const DEFAULT: &WordList = words!["default"];

impl Sentence<'_, '_> {
    /// `prefer X to Y`; `prefer X` alone.
    pub(super) fn preferred_to(&self) -> Option<(Finding, usize)> {
        let trigger = self.find(cue::PREFER)?;
        let start = trigger + self.reach(trigger);
        if self.is(trigger, words!["preference", "preferences", "preferable"]) {
            return None;
        }
        let clause_end = (start + 1..self.len()).find(|&index| self.parts(index)).unwrap_or(self.len());
        let to = (start + 1..clause_end).find(|&index| self.is(index, words!["to"]));
        let finding = |preferred, rejected: Option<Range<usize>>, strength| {
            Some((
                Finding {
                    kind: DecisionType::Selection,
                    preferred,
                    rejected: rejected.into_iter().collect(),
                    strength,
                    ..Finding::default()
                },
                trigger,
            ))
        };
        match to {
            Some(to) => finding(self.between(trigger, to), self.phrase_from(to + 1), CHOSEN_OVER),
            None => finding(Some(self.phrase_from(start)?), None, CHOSEN),
        }
    }

    /// `decided: X`, `our pick: X`.
    pub(super) fn stated(&self) -> Option<(Finding, usize)> {
        let colon = (1..=3).find(|&index| !self.is_spaced(index) && self.gap(index).contains(':'))?;
        let told = (0..colon).any(|index| {
            self.has(index, cue::MARKED) && !self.is(index, words!["accepted"]) || self.is(index, STATED)
        });
        let kind = DecisionType::Selection;
        let preferred = Some(self.phrase_from(colon)?);
        told.then(|| (Finding { kind, preferred, strength: JUDGED, ..Finding::default() }, colon))
    }

    /// `went with X`, `decided to take X`, `settled on X`, `X it is`.
    pub(super) fn chosen(&self) -> Option<(Finding, usize)> {
        let finding = |preferred, trigger| {
            Some((
                Finding {
                    kind: DecisionType::Selection,
                    preferred: Some(preferred),
                    strength: CHOSEN,
                    ..Finding::default()
                },
                trigger,
            ))
        };
        let it_is = (self.telling().start.max(1)..self.telling().end.min(self.len().saturating_sub(1))).find(
            |&index| {
                self.is(index, words!["it"])
                    && !self.is(index - 1, words!["there", "here", "as", "what", "how", "where"])
                    && self.is(index + 1, words!["is"])
                    && (index + 2 == self.len() || self.parts(index + 2))
            },
        );
        if let Some(it) = it_is {
            return finding(self.phrase_before(it)?, it);
        }
        let trigger = self.telling().find(|&index| {
            let chooses = self.has(index, cue::CHOOSE)
                && (self.has(index, cue::PAST)
                    || self.reach(index) > 1
                    || self.is(
                        index,
                        words!["chose", "chosen", "opted", "picks", "chooses", "selects", "opts", "adopts"],
                    )
                    || self.is(
                        index.wrapping_sub(1),
                        words!["i'd", "we'd", "i", "we", "would", "let's", "i'll", "we'll"],
                    ))
                && !self.is_noun(index)
                && !self.is(index.wrapping_sub(1), words!["be", "to", "is", "are", "must", "can", "if"]);
            let decides = self.is(index, DECIDED)
                && self.is(index + 1, words!["to", "on", "that", "upon"])
                && !self.is(index + 2, words!["wait", "postpone", "discuss", "revisit", "meet", "defer"]);
            chooses || decides
        })?;
        let behind = trigger + self.reach(trigger);
        if self.parts(behind)
            || self.is(behind, words!["by", "up", "from", "at", "in", "down", "between", "out", "off"])
        {
            return None;
        }
        finding(self.phrase_from(behind)?, trigger)
    }

    /// `I always use X`, `X works best for me`: told by habit and liking.
    pub(super) fn implied(&self) -> Option<(Finding, usize)> {
        if !self.told.says.any(cue::SPEAKER) {
            return None;
        }
        let trigger = self.telling().find(|&index| {
            let habit = self.has(index, cue::HABIT)
                && self.is(
                    index + 1,
                    words![
                        "use", "go", "pick", "choose", "take", "want", "reach", "work", "keep", "start",
                        "default", "buy", "read", "run", "write",
                    ],
                )
                || self.is(index, DEFAULT) && self.is(index + 1, words!["to"]);
            let liking = self.has(index, cue::LIKE) && self.reach(index) > 1;
            let loving = self.has(index, cue::LIKE) && self.has(index.wrapping_sub(1), cue::SPEAKER);
            habit || liking || loving
        })?;
        let habit = self.has(trigger, cue::HABIT);
        let phrased = self.has(trigger, cue::LIKE) && self.reach(trigger) > 1;
        let option = if phrased && self.is(trigger, words!["works", "work", "feels", "makes"]) {
            self.phrase_before(trigger)
        } else {
            self.phrase_from(trigger + self.reach(trigger) + usize::from(habit))
        };
        let strength = if habit || phrased { IMPLICIT } else { LIKED };
        Some((
            Finding {
                kind: DecisionType::Selection,
                preferred: Some(option?),
                strength,
                ..Finding::default()
            },
            trigger,
        ))
    }
}
