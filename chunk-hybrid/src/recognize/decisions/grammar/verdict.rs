//! What is approved: `LGTM`, `X is approved`, `yes to X`; and how the words of a verdict stand to what it is about.

use super::{ASKED, Finding, JUDGED, JUDGED_ABOVE, LIKED, Sentence, WEAK};
use crate::{
    english::{
        cue,
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
    text::word::Word,
};
use std::ops::Range;

pub(super) const YES: &WordList = words!["yes", "yeah", "aye"];

impl Sentence<'_, '_> {
    /// `declined it`: what was said before.
    pub(super) fn referred(&self, index: usize) -> Option<Range<usize>> {
        let refers = self.is(index, words!["it", "this", "that", "them", "both", "these", "those"]);
        let closes = index + 1 >= self.len() || self.parts(index + 1) || self.opens_reason(index + 1);
        (refers && closes && !self.parts(index)).then(|| self.bytes(index..index + 1)).flatten()
    }

    /// Whether a negation stands shortly before the word `index`, in its own clause.
    pub(super) fn is_denied(&self, index: usize) -> bool {
        self.denial(index).is_some()
    }

    pub(super) fn denial(&self, index: usize) -> Option<usize> {
        let near = (index.saturating_sub(3)..index).rev();
        near.take_while(|&before| !self.parts(before + 1)).find(|&before| {
            self.has(before, cue::NEGATION) && !self.is(before, words!["no"])
                || self.is(before, words!["wouldn't", "nobody", "none"])
        })
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

    /// Whether the word `index` is a participle behind its subject: `X was rejected`, `X is off the table`.
    pub(super) fn is_passive(&self, index: usize) -> bool {
        let aux = words![
            "is", "was", "were", "are", "been", "be", "being", "gets", "got", "get", "stands", "remains"
        ];
        (index.saturating_sub(2)..index).any(|before| self.is(before, aux))
            && !self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(
                index,
                words![
                    "against",
                    "happy",
                    "fine",
                    "ok",
                    "okay",
                    "comfortable",
                    "content",
                    "glad",
                    "good",
                    "fully",
                    "right",
                ],
            )
    }

    /// The end of the subject before a passive verb.
    pub(super) fn subject_end(&self, verb: usize) -> usize {
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

    /// `+1 for X`.
    pub(super) fn votes(&self) -> bool {
        self.text().trim_start_matches(['"', '*', ' ', '>']).starts_with("+1")
    }

    /// `approved X`, `X is approved`, `LGTM on X`, `yes to X`, `+1 for X`.
    pub(super) fn judged(&self) -> Option<(Finding, usize)> {
        let plus = self.votes();
        let yes_to = |index: usize| self.is(index, YES) && self.is(index + 1, words!["to"]);
        let mut near = if plus { 0..self.len() } else { self.telling() };
        let trigger = near.find(|&index| {
            plus && index == 0 && !self.has(index, cue::NEGATION)
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
        let object = if let Some(object) = self.referred(behind) {
            Some(object)
        } else if passive
            || self
                .is(behind, words!["by", "with", "from", "under", "without", "unanimously", "for", "after"])
                && !plus
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
        let at_start = trigger <= 1 || self.gap(trigger).contains(':') || self.has(trigger - 1, cue::SPEAKER);
        let strength = match weak {
            true if self.reach(trigger) > 1 && at_start => ASKED,
            true => LIKED,
            // "Accept the shift" asks for it.
            false
                if self.has(trigger, cue::COMMAND)
                    && !self.has(trigger, cue::PAST)
                    && self.reach(trigger) == 1
                    && !(trigger.saturating_sub(2)..trigger).any(|at| self.has(at, cue::SPEAKER))
                    && !self.content.slice(&self.word(trigger).map_or(0..0, Word::span)).ends_with('s') =>
            {
                WEAK
            }
            false => JUDGED,
        };
        let approval = Finding { kind: DecisionType::Approval, strength, ..Finding::default() };
        match object.or_else(subject) {
            Some(object) => Some((Finding { preferred: Some(object), ..approval }, trigger)),
            None if trigger == 0 => Some((
                Finding { about_title: true, strength: if weak { LIKED } else { JUDGED_ABOVE }, ..approval },
                trigger,
            )),
            None if self.headline(trigger).is_some() => {
                Some((Finding { preferred: self.headline(trigger), ..approval }, trigger))
            }
            None if self.is_verdict_alone(trigger) && !passive => {
                Some((Finding { about_title: true, strength: ASKED, ..approval }, trigger))
            }
            None => None,
        }
    }

    /// `Second-hand lathe approved, Udo has tested it`: what stands before a verdict that has no other object.
    pub(super) fn headline(&self, trigger: usize) -> Option<Range<usize>> {
        let end = trigger + self.reach(trigger);
        let nominal = (0..trigger).all(|index| {
            let told = cue::SPEAKER.or(cue::PRONOUN).or(cue::PAST).or(cue::NEGATION);
            !self.has(index, told) && (index == 0 || !self.parts(index))
        });
        let by = self.is(
            end,
            words![
                "by",
                "for",
                "with",
                "after",
                "unanimously",
                "until",
                "pending",
                "subject",
                "without",
                "as",
                "because",
                "since",
                "due",
                "on",
            ],
        );
        let closes = end >= self.len() || self.parts(end);
        let told = self.has(trigger, cue::PAST) && (by || closes && trigger >= 3);
        (trigger > 0 && nominal && told).then(|| self.bytes(0..trigger)).flatten()
    }

    /// `The curator has given her consent.`: a verdict of somebody that ends with its verb.
    pub(super) fn is_verdict_alone(&self, trigger: usize) -> bool {
        let end = trigger + self.reach(trigger);
        let by_someone = (1..=5).contains(&trigger) && !self.has(0, cue::PRONOUN);
        by_someone
            && (end >= self.len() || self.parts(end) || self.opens_reason(end))
            && self.has(trigger, cue::PAST.or(cue::REJECT).or(cue::APPROVE))
            && (self.reach(trigger) > 1 || self.has(trigger, cue::PAST))
    }
}
