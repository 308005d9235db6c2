//! What is set, changed or switched: from what, to what, on or off.

use super::{FROM_TO, Finding, SET_TO, SWITCHED, Sentence};
use crate::{
    english::{
        cue,
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
};

pub(super) const TURNED: &WordList = words!["turn", "turned", "switch", "switched", "turning", "switching"];

impl Sentence<'_, '_> {
    /// `changed X from A to B`, `moves from A to B`, `went back to B from A`.
    pub(super) fn moved(&self) -> Option<(Finding, usize)> {
        let from = self.find_word(words!["from"])?;
        const MOVES: &WordList = words![
            "move",
            "moves",
            "moved",
            "moving",
            "shift",
            "shifts",
            "shifted",
            "rolled",
            "roll",
            "went",
            "goes",
            "go",
            "going",
            "cut",
            "dropped",
            "drop",
            "relocated",
            "pushed",
            "push",
            "brought",
            "bring",
            "took",
            "renamed",
            "rename",
            "relabelled",
            "grown",
            "postponed",
            "scaled",
            "dialed",
            "dialled",
            "turned",
        ];
        let is_verb = |index: usize| self.has(index, cue::CHANGE.or(cue::SET)) || self.is(index, MOVES);
        // "The price: up from £58 to £64" has no verb.
        let verb = (0..from).rev().find(|&index| is_verb(index)).or_else(|| {
            let to = (from + 1..self.len().min(from + 6)).find(|&index| self.is(index, words!["to"]))?;
            let stated = from > 0 && self.is(from - 1, words!["up", "down", "now"])
                || self.gap(from).contains(':')
                || (1..=5).contains(&from)
                    && !(0..from).any(|index| self.has(index, cue::PAST.or(cue::GERUND)));
            (stated && self.is_number(from + 1) && self.is_number(to + 1) && !self.is_year(from + 1))
                .then(|| from.saturating_sub(1))
        })?;
        let back_to = (verb..from).rev().find(|&index| self.is(index, words!["to"]));
        if let Some(to) = back_to.filter(|&to| to > verb && from - to <= 6) {
            let rejected = self.phrase_from(from + 1)?;
            let kind = if self.has(verb, cue::SET.or(cue::CHANGE)) {
                DecisionType::Configuration
            } else {
                DecisionType::Selection
            };
            let preferred = self.bytes(to + 1..from);
            return Some((
                Finding {
                    kind,
                    preferred,
                    rejected: vec![rejected],
                    strength: FROM_TO,
                    ..Finding::default()
                },
                verb,
            ));
        }
        let to = (from + 1..self.len().min(from + 9))
            .find(|&index| self.is(index, words!["to", "into"]) && !self.parts(index))?;
        let rejected = self.bytes(from + 1..to)?;
        let preferred = self.phrase_from(to + 1);
        preferred.as_ref()?;
        Some((
            Finding {
                kind: DecisionType::Configuration,
                preferred,
                rejected: vec![rejected],
                strength: FROM_TO,
                ..Finding::default()
            },
            verb,
        ))
    }

    fn is_year(&self, index: usize) -> bool {
        let text = self.word(index).map_or("", |word| self.content.slice(&word.span()));
        text.len() == 4 && (text.starts_with("19") || text.starts_with("20"))
    }

    /// `enabled X`, `turned X off`: the option is the switching.
    pub(super) fn switched(&self) -> Option<(Finding, usize)> {
        let split = |index: usize| {
            self.is(index, TURNED)
                .then(|| {
                    (index + 2..self.len().min(index + 7))
                        .find(|&off| self.is(off, words!["off", "on"]) && !self.parts(off))
                })
                .flatten()
        };
        let trigger = self
            .telling()
            .find(|&index| self.has(index, cue::ENABLE.or(cue::DISABLE)) || split(index).is_some())?;
        let aux = trigger
            .checked_sub(1)
            .is_some_and(|before| self.is(before, words!["is", "are", "be", "if", "when", "was", "were"]));
        let acts = self.has(trigger, cue::PAST)
            || self.is(trigger.wrapping_sub(1), words!["please", "let's", "we", "i"]);
        if aux || !acts {
            return None;
        }
        let preferred = match split(trigger) {
            Some(off) => self.bytes(trigger..off + 1),
            None => {
                let object = self.phrase_from(trigger + self.reach(trigger))?;
                let start = self.word(trigger)?.span().start;
                Some(start..object.end)
            }
        };
        Some((
            Finding {
                kind: DecisionType::Configuration,
                preferred,
                strength: SWITCHED,
                ..Finding::default()
            },
            trigger,
        ))
    }

    /// `set X to B`, `raised X to B`, `switched to B`.
    pub(super) fn set_to(&self) -> Option<(Finding, usize)> {
        let trigger = self.find(cue::SET.or(cue::CHANGE))?;
        let aux = (trigger.saturating_sub(2)..trigger)
            .any(|before| self.is(before, words!["be", "to", "if", "when", "may", "can", "could"]));
        let is_act = self.has(trigger, cue::PAST) || self.is(trigger, words!["set"]) && trigger <= 2;
        let to = (trigger + 1..self.len().min(trigger + 10)).find(|&index| {
            (self.is(index, words!["to"]) || self.is(index, words!["at"]) && self.is_number(index + 1))
                && !self.parts(index)
        })?;
        // "Is set to 90 seconds" tells a value, "is set to cool" does not.
        let state =
            self.is(trigger.wrapping_sub(1), words!["is", "are", "was", "were"]) && !self.is_number(to + 1);
        if state || aux || !is_act || self.is(trigger, words!["setting", "settings"]) {
            return None;
        }
        let preferred = Some(self.phrase_from(to + 1)?);
        let was = (to + 2..self.len()).find(|&index| {
            self.is(index, words!["was", "were", "previously", "formerly"])
                && (self.parts(index) || self.is(index - 1, words!["it", "they"]))
        });
        let rejected = was.and_then(|was| self.phrase_from(was + 1)).into_iter().collect();
        Some((
            Finding {
                kind: DecisionType::Configuration,
                preferred,
                rejected,
                strength: SET_TO,
                ..Finding::default()
            },
            trigger,
        ))
    }
}
