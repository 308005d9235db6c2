//! What is refused: `vetoed X`, `X was ruled out`, `turned it down`.

use super::{ASKED, Finding, JUDGED, JUDGED_ABOVE, Sentence, WEAK};
use crate::{
    english::{
        cue::{self, Cues},
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
};
use std::ops::Range;

/// Verbs that refuse with a particle behind their object.
const PARTED: [(&WordList, &WordList); 5] = [
    (
        words!["turn", "turned", "turns", "turning", "vote", "voted", "shoot", "shot", "knock", "knocked"],
        words!["down"],
    ),
    (
        words![
            "rule", "ruled", "rules", "ruling", "throw", "threw", "strike", "struck", "cut", "leave", "left",
            "kick", "kicked",
        ],
        words!["out"],
    ),
    (words!["send", "sent", "push", "pushed"], words!["back"]),
    (words!["throw", "threw", "put"], words!["aside"]),
    (words!["do", "did"], words!["without"]),
];

/// Where none of the particles stands, none of the verbs need be looked for.
pub(super) const PARTICLES: &WordList = words!["down", "out", "back", "aside", "without"];

/// At most so many words behind its verb a particle stands.
const PARTED_BY: usize = 5;

/// Most words refuse nothing, which need not be found out pattern by pattern.
pub(super) const REFUSING: &WordList = words![
    "against",
    "no",
    "nope",
    "nay",
    "drop",
    "scrap",
    "ditch",
    "kill",
    "abandon",
    "remove",
    "disagree",
    "disagreed",
    "disagrees",
    "longer",
    "voted",
    "off",
    "avoid",
    "stop",
    "won't",
    "don't",
    "never",
    "not",
];
pub(super) const REFUSED: Cues = cue::APPROVE.or(cue::REJECT).or(cue::DISLIKE);

impl Sentence<'_, '_> {
    /// `rejected X`, `no to X`, `X was ruled out`, `decided against X`, `X is off the table`.
    pub(super) fn refused(&self) -> Option<(Finding, usize)> {
        let parted = self.find_word(PARTICLES).and_then(|particle| {
            (particle.saturating_sub(PARTED_BY)..self.telling().end).find(|&index| self.refuses_apart(index))
        });
        let refused =
            (self.telling().start..parted.unwrap_or(self.telling().end)).find(|&index| self.refuses(index));
        let trigger = refused.or(parted)?;
        let behind = trigger + self.refusal_length(trigger);
        let finding = |rejected: Range<usize>| Finding {
            kind: DecisionType::Rejection,
            rejected: vec![rejected],
            strength: if self.has(trigger, cue::COMMAND) && !self.has(trigger, cue::PAST) && trigger == 0 {
                WEAK
            } else {
                JUDGED
            },
            ..Finding::default()
        };
        let passive = self.is_passive(trigger);
        let object = if let Some(object) = self.parted_object(trigger).or_else(|| self.referred(behind)) {
            Some(object)
        } else if passive || self.parts(behind) || self.is(behind, words!["by"]) {
            None
        } else {
            self.phrase_from(behind)
        };
        // "The step counter he rejected": the object comes first.
        let inverted = trigger >= 3
            && self.is(trigger - 1, words!["he", "she", "they", "i", "we"])
            && (self.parts(behind) || self.has(behind, cue::REASON) || behind >= self.len());
        let object = object.filter(|_| !inverted);
        let subject = || match inverted {
            true => self.phrase_before(trigger - 1),
            false => self.phrase_before(self.subject_end(trigger)).filter(|_| passive && trigger > 0),
        };
        let object =
            object.or_else(subject).filter(|object| !self.is_act(object) && !self.is_relative(object));
        if let Some(object) = object {
            // "Stick with X, Y is off the table" takes one and leaves the other.
            let taken = self
                .chosen()
                .filter(|&(_, chosen)| chosen < trigger && self.clause_distance(chosen, trigger) > 0);
            return Some(match taken {
                Some((chosen, at)) => (Finding { rejected: vec![object], ..chosen }, at),
                None => (finding(object), trigger),
            });
        }
        let above = Finding {
            kind: DecisionType::Rejection,
            strength: JUDGED_ABOVE,
            about_title: true,
            ..Finding::default()
        };
        match trigger {
            0 => Some((above, trigger)),
            _ if self.headline(trigger).is_some() => {
                Some((Finding { strength: JUDGED, ..finding(self.headline(trigger)?) }, trigger))
            }
            _ if self.is_verdict_alone(trigger) && !passive => {
                Some((Finding { strength: ASKED, ..above }, trigger))
            }
            _ => None,
        }
    }

    /// `turned it down`.
    fn refuses_apart(&self, index: usize) -> bool {
        self.particle(index).is_some()
            && !self.is_denied(index)
            && !self.is(index.wrapping_sub(1), words!["to", "can", "could"])
    }

    fn refuses(&self, index: usize) -> bool {
        if !self.has(index, REFUSED) && !self.is(index, REFUSING) {
            return false;
        }
        let against = || {
            self.is(index, words!["against"])
                && (self.is(
                    index.wrapping_sub(1),
                    words![
                        "decided", "deciding", "decide", "decision", "i'm", "am", "we're", "are", "voted",
                        "vote", "is", "was", "strongly", "firmly", "both",
                    ],
                ))
                && !self.is(index.wrapping_sub(2), words!["anyone", "anybody"])
                || self.is(index, words!["against"]) && (index == 0 || self.gap(index).contains(':'))
        };
        let no_to = || {
            self.is(index, words!["no", "nope", "nay"])
                && self.is(index + 1, words!["to"])
                && (index == 0
                    || self
                        .is(index - 1, words!["says", "said", "say", "is", "was", "hard", "firm", "clear"])
                    || self.parts(index))
        };
        let drop = || {
            self.is(index, words!["drop", "scrap", "ditch", "kill", "abandon", "remove"])
                && self.is(index.wrapping_sub(1), words!["please", "let's"])
        };
        let disagree = || {
            self.is(index, words!["disagree", "disagreed", "disagrees"]) && self.is(index + 1, words!["with"])
        };
        let no_longer = || {
            self.is(index, words!["longer"])
                && self.is(index.wrapping_sub(1), words!["no"])
                && (self.has(index + 1, cue::APPROVE)
                    || self.is(index + 1, words!["use", "want", "need", "welcome"]))
        };
        let voted_down = || {
            self.is(index, words!["voted"]) && self.is(index + 1, words!["down"])
                || self.is(index, words!["off"])
                    && self.is(index + 1, words!["the"])
                    && self.is(index + 2, words!["table"])
        };
        let avoided = || {
            self.is(index, words!["avoid"])
                && (index == 0 || self.is(index - 1, words!["please", "let's", "must", "should", "to"]))
                || self.is(index, words!["stop"]) && self.is(index + 1, words!["using"])
        };
        let won_t = || {
            self.is(index, words!["won't", "don't", "never", "not"])
                && (self.is(index + 1, words!["use", "approve", "accept", "go"])
                    || self.is(index + 1, words!["want"]))
                && self.has(index.wrapping_sub(1), cue::SPEAKER)
                && !self.is(index + 2, words!["to"])
        };
        let dislike = || {
            self.has(index, cue::DISLIKE)
                && self.is(index, words!["hate", "dislike", "not", "can't"])
                && self.reach(index) <= 3
                && !self.is(index, words!["not", "can't"])
        };
        let handed_on =
            || self.is(index, words!["pass", "passed"]) && !self.has(index.wrapping_sub(1), cue::SPEAKER);
        let said =
            || self.has(index, cue::REJECT) && !handed_on() && !self.is_noun(index) && !self.is_denied(index);
        // "Not a fan of the semaphore".
        let averse = || {
            self.has(index, cue::DISLIKE)
                && self.reach(index) > 1
                && (index == 0
                    || self.parts(index)
                    || (index.saturating_sub(2)..index).any(|at| self.has(at, cue::SPEAKER)))
                && !self.is(index, words!["too", "gets", "get", "drives", "bothers", "put"])
        };

        self.is_unapproved(index)
            || said()
            || against()
            || no_to()
            || drop()
            || disagree()
            || no_longer()
            || voted_down()
            || avoided()
            || won_t()
            || averse()
            || dislike() && !self.is_denied(index)
    }

    /// `turn this down`: the object stands inside the verb.
    fn parted_object(&self, trigger: usize) -> Option<Range<usize>> {
        let particle = self.particle(trigger)?;
        self.bytes(trigger + 1..particle)
    }

    fn particle(&self, verb: usize) -> Option<usize> {
        let (_, particle) = PARTED.iter().find(|(verbs, _)| self.is(verb, verbs))?;
        (verb + 2..self.len().min(verb + PARTED_BY + 1))
            .find(|&index| self.is(index, particle) && !self.parts(index))
            .filter(|&index| {
                (index + 1 >= self.len() || self.parts(index + 1) || self.opens_reason(index + 1))
                    && !self.has(index - 1, cue::CONTRAST)
            })
    }

    /// `not happy with X`, `do not agree to X`, `was not accepted`.
    fn is_unapproved(&self, index: usize) -> bool {
        self.has(index, cue::APPROVE)
            && self.is_denied(index)
            && !self.is(index.wrapping_sub(1), words!["until", "without", "no"])
            && !self.is(index, words!["objection", "objections"])
            && !self
                .is(self.denial(index).unwrap_or(index).wrapping_sub(1), words!["if", "though", "although"])
    }

    fn refusal_length(&self, index: usize) -> usize {
        if self.is(index, words!["against"]) {
            return 1;
        }
        let two = self.is(index, words!["no", "nope", "nay", "disagree", "disagreed", "disagrees", "stop"])
            || self.is(index, words!["voted"]) && self.is(index + 1, words!["down"]);
        let off_table = self.is(index, words!["off"]);
        let won_t = self.is(index, words!["won't", "don't", "never", "not", "longer"]);
        let own = if off_table {
            3
        } else if two || won_t {
            2
        } else {
            self.reach(index)
        };
        // "ruled it out", "veto on X"
        own + usize::from(self.is(index + own, words!["on", "of"]))
    }
}
