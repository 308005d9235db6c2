//! What is approved or rejected: `LGTM`, `vetoed X`, `X was ruled out`.

use super::{Finding, JUDGED, JUDGED_ABOVE, LIKED, Sentence};
use crate::{cue, known::words, metadata::DecisionType};
use std::ops::Range;

impl Sentence<'_, '_> {
    /// `rejected X`, `no to X`, `X was ruled out`, `decided against X`, `X is off the table`.
    pub(super) fn refused(&self) -> Option<(Finding, usize)> {
        let trigger = (0..self.len()).find(|&index| self.refuses(index))?;
        let behind = trigger + self.refusal_length(trigger);
        let finding = |rejected: Range<usize>| Finding {
            kind: DecisionType::Rejection,
            rejected: vec![rejected],
            strength: JUDGED,
            ..Finding::default()
        };
        let passive = self.is_passive(trigger);
        let object = if passive || self.parts(behind) || self.is(behind, words!["by"]) {
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
        if let Some(object) = object.or_else(subject).filter(|object| !self.is_act(object)) {
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
        (trigger == 0).then_some((above, trigger))
    }

    fn refuses(&self, index: usize) -> bool {
        let against = self.is(index, words!["against"])
            && (self.is(
                index.wrapping_sub(1),
                words![
                    "decided", "deciding", "decide", "decision", "i'm", "am", "we're", "are", "voted",
                    "vote", "is", "was", "strongly", "firmly", "both",
                ],
            ))
            && !self.is(index.wrapping_sub(2), words!["anyone", "anybody"]);
        let no_to = self.is(index, words!["no", "nope", "nay"])
            && self.is(index + 1, words!["to"])
            && (index == 0
                || self.is(index - 1, words!["says", "said", "say", "is", "was", "hard", "firm", "clear"])
                || self.parts(index));
        let drop = self.is(index, words!["drop", "scrap", "ditch", "kill", "abandon", "remove"])
            && self.is(index.wrapping_sub(1), words!["please", "let's"]);
        let disagree = self.is(index, words!["disagree", "disagreed", "disagrees"])
            && self.is(index + 1, words!["with"]);
        let no_longer = self.is(index, words!["longer"])
            && self.is(index.wrapping_sub(1), words!["no"])
            && (self.has(index + 1, cue::APPROVE)
                || self.is(index + 1, words!["use", "want", "need", "welcome"]));
        let voted_down = self.is(index, words!["voted"]) && self.is(index + 1, words!["down"])
            || self.is(index, words!["off"])
                && self.is(index + 1, words!["the"])
                && self.is(index + 2, words!["table"]);
        let avoided = self.is(index, words!["avoid"])
            && (index == 0 || self.is(index - 1, words!["please", "let's", "must", "should", "to"]))
            || self.is(index, words!["stop"]) && self.is(index + 1, words!["using"]);
        let won_t = self.is(index, words!["won't", "don't", "never", "not"])
            && (self.is(index + 1, words!["use", "approve", "accept", "go"])
                || self.is(index + 1, words!["want"]))
            && self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(index + 2, words!["to"]);
        let dislike = self.has(index, cue::DISLIKE)
            && self.is(index, words!["hate", "dislike", "not", "can't"])
            && self.reach(index) <= 3
            && !self.is(index, words!["not", "can't"]);
        let said = self.has(index, cue::REJECT) && !self.is_noun(index);
        said || against || no_to || drop || disagree || no_longer || voted_down || avoided || won_t || dislike
    }

    /// `a rejected proposal` and `the rejection` tell of no decision of their own.
    pub(super) fn is_noun(&self, index: usize) -> bool {
        index > 0
            && self.is(
                index - 1,
                words!["the", "a", "an", "each", "every", "any", "this", "that", "if", "or", "of", "be"],
            )
            && !self.is(index, words!["veto"])
            || index > 0 && self.is(index - 1, words!["a", "the"])
            || self.is(index, words!["rejection", "rejections", "refusal"])
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
        own + usize::from(self.is(index + own, words!["on"]))
    }

    /// Whether the word `index` is a participle behind its subject: `X was rejected`, `X is off the table`.
    fn is_passive(&self, index: usize) -> bool {
        let aux = words![
            "is", "was", "were", "are", "been", "be", "being", "gets", "got", "get", "stands", "remains"
        ];
        (index.saturating_sub(2)..index).any(|before| self.is(before, aux))
            && !self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(index, words!["against"])
    }

    /// The end of the subject before a passive verb.
    fn subject_end(&self, verb: usize) -> usize {
        let aux = words![
            "is",
            "was",
            "were",
            "are",
            "been",
            "be",
            "being",
            "gets",
            "got",
            "get",
            "has",
            "have",
            "had",
            "stands",
            "remains",
            "no",
            "longer",
            "not",
            "now",
            "also",
            "therefore",
            "finally",
            "already",
            "clearly",
        ];
        let mut end = verb;
        while end > 0 && self.is(end - 1, aux) {
            end -= 1;
        }
        end
    }

    /// `approved X`, `X is approved`, `LGTM on X`, `yes to X`, `+1 for X`.
    pub(super) fn judged(&self) -> Option<(Finding, usize)> {
        let plus = self.text().trim_start_matches(['"', '*', ' ', '>']).starts_with("+1");
        let yes_to =
            |index: usize| self.is(index, words!["yes", "yeah", "aye"]) && self.is(index + 1, words!["to"]);
        let trigger = (0..self.len()).find(|&index| {
            plus && index == 0
                || yes_to(index)
                || self.has(index, cue::APPROVE)
                    && !self.is_noun(index)
                    && !self.is(index.wrapping_sub(1), words!["until", "to", "be", "not"])
        })?;
        if self
            .is(trigger, words!["approver", "approval", "approvals", "acceptance", "agreement", "agreements"])
        {
            return None;
        }
        let behind = if yes_to(trigger) { trigger + 2 } else { trigger + self.reach(trigger) };
        let passive = self.is_passive(trigger);
        let weak = self
            .is(trigger, words!["agree", "agreed", "agrees", "fine", "ok", "okay", "sounds", "happy", "ack"]);
        let object = if passive || self.is(behind, words!["by", "with", "from", "under", "without"]) && !plus
        {
            None
        } else if self.parts(behind) {
            // "LGTM, merge the retry patch": what follows is what it is about.
            self.is(trigger, words!["lgtm"])
                .then(|| self.phrase_from(behind + usize::from(self.is(behind, words!["merge", "ship"]))))
                .flatten()
        } else {
            self.phrase_from(behind)
        };
        let subject = || self.phrase_before(self.subject_end(trigger)).filter(|_| passive && trigger > 0);
        let strength = if weak { LIKED } else { JUDGED };
        let approval = Finding { kind: DecisionType::Approval, strength, ..Finding::default() };
        match object.or_else(subject) {
            Some(object) => Some((Finding { preferred: Some(object), ..approval }, trigger)),
            None if trigger == 0 => Some((
                Finding { about_title: true, strength: if weak { LIKED } else { JUDGED_ABOVE }, ..approval },
                trigger,
            )),
            None => None,
        }
    }
}
