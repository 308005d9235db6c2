//! What is approved or rejected: `LGTM`, `vetoed X`, `X was ruled out`.

use super::{ASKED, Finding, JUDGED, JUDGED_ABOVE, LIKED, Sentence, WEAK};
use crate::{cue, metadata::DecisionType, word::Word};
use std::ops::Range;

impl Sentence<'_, '_> {
    /// `rejected X`, `no to X`, `X was ruled out`, `decided against X`, `X is off the table`.
    pub(super) fn refused(&self) -> Option<(Finding, usize)> {
        let trigger = (0..self.len()).find(|&index| self.refuses(index))?;
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
        } else if passive || self.parts(behind) || self.is(behind, &["by"]) {
            None
        } else {
            self.phrase_from(behind)
        };
        // "The step counter he rejected": the object comes first.
        let inverted = trigger >= 3
            && self.is(trigger - 1, &["he", "she", "they", "i", "we"])
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

    fn refuses(&self, index: usize) -> bool {
        let against = self.is(index, &["against"])
            && (self.is(
                index.wrapping_sub(1),
                &[
                    "decided", "deciding", "decide", "decision", "i'm", "am", "we're", "are", "voted",
                    "vote", "is", "was", "strongly", "firmly", "both",
                ],
            ))
            && !self.is(index.wrapping_sub(2), &["anyone", "anybody"])
            || self.is(index, &["against"]) && (index == 0 || self.gap(index).contains(':'));
        let no_to = self.is(index, &["no", "nope", "nay"])
            && self.is(index + 1, &["to"])
            && (index == 0
                || self.is(index - 1, &["says", "said", "say", "is", "was", "hard", "firm", "clear"])
                || self.parts(index));
        let drop = self.is(index, &["drop", "scrap", "ditch", "kill", "abandon", "remove"])
            && self.is(index.wrapping_sub(1), &["please", "let's"]);
        let disagree =
            self.is(index, &["disagree", "disagreed", "disagrees"]) && self.is(index + 1, &["with"]);
        let no_longer = self.is(index, &["longer"])
            && self.is(index.wrapping_sub(1), &["no"])
            && (self.has(index + 1, cue::APPROVE) || self.is(index + 1, &["use", "want", "need", "welcome"]));
        let voted_down = self.is(index, &["voted"]) && self.is(index + 1, &["down"])
            || self.is(index, &["off"]) && self.is(index + 1, &["the"]) && self.is(index + 2, &["table"]);
        let avoided = self.is(index, &["avoid"])
            && (index == 0 || self.is(index - 1, &["please", "let's", "must", "should", "to"]))
            || self.is(index, &["stop"]) && self.is(index + 1, &["using"]);
        let won_t = self.is(index, &["won't", "don't", "never", "not"])
            && (self.is(index + 1, &["use", "approve", "accept", "go"]) || self.is(index + 1, &["want"]))
            && self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(index + 2, &["to"]);
        let dislike = self.has(index, cue::DISLIKE)
            && self.is(index, &["hate", "dislike", "not", "can't"])
            && self.reach(index) <= 3
            && !self.is(index, &["not", "can't"]);
        let handed_on = self.is(index, &["pass", "passed"]) && !self.has(index.wrapping_sub(1), cue::SPEAKER);
        let said =
            self.has(index, cue::REJECT) && !handed_on && !self.is_noun(index) && !self.is_denied(index);
        // "Not a fan of the semaphore".
        let averse = self.has(index, cue::DISLIKE)
            && self.reach(index) > 1
            && (index == 0
                || self.parts(index)
                || (index.saturating_sub(2)..index).any(|at| self.has(at, cue::SPEAKER)))
            && !self.is(index, &["too", "gets", "get", "drives", "bothers", "put"]);
        let dislike = averse || dislike && !self.is_denied(index);
        let parted = self.particle(index).is_some()
            && !self.is_denied(index)
            && !self.is(index.wrapping_sub(1), &["to", "can", "could"]);
        parted
            || self.is_unapproved(index)
            || said
            || against
            || no_to
            || drop
            || disagree
            || no_longer
            || voted_down
            || avoided
            || won_t
            || dislike
    }

    /// `turn this down`: the object stands inside the verb.
    fn parted_object(&self, trigger: usize) -> Option<Range<usize>> {
        let particle = self.particle(trigger)?;
        self.bytes(trigger + 1..particle)
    }

    fn particle(&self, verb: usize) -> Option<usize> {
        const PARTED: [(&[&str], &str); 5] = [
            (
                &["turn", "turned", "turns", "turning", "vote", "voted", "shoot", "shot", "knock", "knocked"],
                "down",
            ),
            (
                &[
                    "rule", "ruled", "rules", "ruling", "throw", "threw", "strike", "struck", "cut", "leave",
                    "left", "kick", "kicked",
                ],
                "out",
            ),
            (&["send", "sent", "push", "pushed"], "back"),
            (&["throw", "threw", "put"], "aside"),
            (&["do", "did"], "without"),
        ];
        let (_, particle) = PARTED.iter().find(|(verbs, _)| self.is(verb, verbs))?;
        (verb + 2..self.len().min(verb + 6))
            .find(|&index| self.is(index, &[particle]) && !self.parts(index))
            .filter(|&index| {
                (index + 1 >= self.len() || self.parts(index + 1) || self.opens_reason(index + 1))
                    && !self.has(index - 1, cue::CONTRAST)
            })
    }

    /// `declined it`: what was said before.
    fn referred(&self, index: usize) -> Option<Range<usize>> {
        let refers = self.is(index, &["it", "this", "that", "them", "both", "these", "those"]);
        let closes = index + 1 >= self.len() || self.parts(index + 1) || self.opens_reason(index + 1);
        (refers && closes && !self.parts(index)).then(|| self.bytes(index..index + 1)).flatten()
    }

    /// `not happy with X`, `do not agree to X`, `was not accepted`.
    fn is_unapproved(&self, index: usize) -> bool {
        self.has(index, cue::APPROVE)
            && self.is_denied(index)
            && !self.is(index.wrapping_sub(1), &["until", "without", "no"])
            && !self.is(index, &["objection", "objections"])
            && !self.is(self.denial(index).unwrap_or(index).wrapping_sub(1), &["if", "though", "although"])
    }

    /// Whether a negation stands shortly before the word `index`, in its own clause.
    pub(super) fn is_denied(&self, index: usize) -> bool {
        self.denial(index).is_some()
    }

    fn denial(&self, index: usize) -> Option<usize> {
        let near = (index.saturating_sub(3)..index).rev();
        near.take_while(|&before| !self.parts(before + 1)).find(|&before| {
            self.has(before, cue::NEGATION) && !self.is(before, &["no"])
                || self.is(before, &["wouldn't", "nobody", "none"])
        })
    }

    /// `a rejected proposal` and `the rejection` tell of no decision of their own.
    pub(super) fn is_noun(&self, index: usize) -> bool {
        index > 0
            && self.is(
                index - 1,
                &["the", "a", "an", "each", "every", "any", "this", "that", "if", "or", "of", "be"],
            )
            && !self.is(index, &["veto"])
            || index > 0 && self.is(index - 1, &["a", "the"])
            || self.is(index, &["rejection", "rejections", "refusal"])
    }

    fn refusal_length(&self, index: usize) -> usize {
        if self.is(index, &["against"]) {
            return 1;
        }
        let two = self.is(index, &["no", "nope", "nay", "disagree", "disagreed", "disagrees", "stop"])
            || self.is(index, &["voted"]) && self.is(index + 1, &["down"]);
        let off_table = self.is(index, &["off"]);
        let won_t = self.is(index, &["won't", "don't", "never", "not", "longer"]);
        let own = if off_table {
            3
        } else if two || won_t {
            2
        } else {
            self.reach(index)
        };
        // "ruled it out", "veto on X"
        own + usize::from(self.is(index + own, &["on", "of"]))
    }

    /// Whether the word `index` is a participle behind its subject: `X was rejected`, `X is off the table`.
    pub(super) fn is_passive(&self, index: usize) -> bool {
        let aux =
            &["is", "was", "were", "are", "been", "be", "being", "gets", "got", "get", "stands", "remains"];
        (index.saturating_sub(2)..index).any(|before| self.is(before, aux))
            && !self.has(index.wrapping_sub(1), cue::SPEAKER)
            && !self.is(
                index,
                &[
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
        let aux = &[
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
        let yes_to = |index: usize| self.is(index, &["yes", "yeah", "aye"]) && self.is(index + 1, &["to"]);
        let trigger = (0..self.len()).find(|&index| {
            plus && index == 0 && !self.has(index, cue::NEGATION)
                || yes_to(index)
                || self.has(index, cue::APPROVE)
                    && !self.is_noun(index)
                    && !self.is(index.wrapping_sub(1), &["until", "to", "be", "not"])
        })?;
        if self.is(trigger, &["approver", "approval", "approvals", "acceptance", "agreement", "agreements"]) {
            return None;
        }
        let behind = if yes_to(trigger) { trigger + 2 } else { trigger + self.reach(trigger) };
        let passive = self.is_passive(trigger);
        let weak =
            self.is(trigger, &["agree", "agreed", "agrees", "fine", "ok", "okay", "sounds", "happy", "ack"]);
        let object = if let Some(object) = self.referred(behind) {
            Some(object)
        } else if passive
            || self.is(behind, &["by", "with", "from", "under", "without", "unanimously", "for", "after"])
                && !plus
        {
            None
        } else if self.parts(behind) {
            // "LGTM, merge the retry patch": what follows is what it is about.
            self.is(trigger, &["lgtm"])
                .then(|| self.phrase_from(behind + usize::from(self.is(behind, &["merge", "ship"]))))
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
    fn headline(&self, trigger: usize) -> Option<Range<usize>> {
        let end = trigger + self.reach(trigger);
        let nominal = (0..trigger).all(|index| {
            let told = cue::SPEAKER.or(cue::PRONOUN).or(cue::PAST).or(cue::NEGATION);
            !self.has(index, told) && (index == 0 || !self.parts(index))
        });
        let by = self.is(
            end,
            &[
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
    fn is_verdict_alone(&self, trigger: usize) -> bool {
        let end = trigger + self.reach(trigger);
        let by_someone = (1..=5).contains(&trigger) && !self.has(0, cue::PRONOUN);
        by_someone
            && (end >= self.len() || self.parts(end) || self.opens_reason(end))
            && self.has(trigger, cue::PAST.or(cue::REJECT).or(cue::APPROVE))
            && (self.reach(trigger) > 1 || self.has(trigger, cue::PAST))
    }
}
