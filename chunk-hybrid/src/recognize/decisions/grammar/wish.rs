//! Wishes and orders: `TaskGroup please`, `no chat bot`, `Wants plain paragraphs`, `Always the aisle, never the window`.

use super::{ASKED, Finding, Sentence, TERSE, WEAK};
use crate::{
    english::{
        cue,
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
};

/// Verbs that notes about a person start with.
pub(super) const NOTED: &WordList = words![
    "likes", "loves", "wants", "prefers", "enjoys", "favours", "favors", "insists", "chooses", "picks",
    "sticks", "wishes",
];
pub(super) const NOTED_AGAINST: &WordList = words![
    "dislikes",
    "hates",
    "avoids",
    "refuses",
    "rejects",
    "declines",
    "resents",
    "loathes",
    "detests",
    "distrusts",
    "objects",
    "opposes",
    "skips",
    "never",
];

pub(super) const NEVER: &WordList = words!["never", "not", "no"];
pub(super) const DENYING: &WordList = words!["no", "never", "don't", "not", "without"];
pub(super) const ALWAYS: &WordList = words!["always"];

impl Sentence<'_, '_> {
    /// `always X, never Y`.
    pub(super) fn always_never(&self) -> Option<(Finding, usize)> {
        let never = self.telling().find(|&index| {
            index > 1 && self.is(index, NEVER) && self.gap(index).contains([',', ';', '—', '–', '.'])
        })?;
        let always =
            (0..never).find(|&index| self.is(index, words!["always", "only", "yes", "definitely"]))?;
        let preferred = self.phrase_from(always + 1)?;
        let rejected = self.phrase_from(never + 1)?;
        Some((
            Finding {
                kind: DecisionType::Selection,
                preferred: Some(preferred),
                rejected: vec![rejected],
                strength: TERSE,
                ..Finding::default()
            },
            always,
        ))
    }

    /// `no X please`, `never do X`, `don't want X`.
    pub(super) fn forbidden(&self) -> Option<(Finding, usize)> {
        let denies = |index: usize| {
            self.is(index, DENYING)
                || self.is(index, words!["do"]) && self.is(index + 1, words!["not"])
                || index == 0 && self.is(index, NOTED_AGAINST)
        };
        let opens = |index: usize| {
            let behind = index == 0
                || self.parts(index)
                || self.is(index - 1, words!["please", "definitely", "absolutely", "strictly"]);
            behind && (index == 0 || !self.is(index, words!["never"]))
        };
        // "Do" stands right before "not".
        let mut near = self.telling().start.saturating_sub(1)..self.telling().end;
        let at = near.find(|&index| denies(index) && opens(index) && !self.parts(index + 1))?;
        let please = (0..self.len()).any(|index| self.is(index, words!["please", "thanks"]));
        let end = (at + 1..self.len()).find(|&index| self.parts(index)).unwrap_or(self.len());
        let counts = self.is(
            at + 1,
            words![
                "one",
                "particular",
                "preference",
                "view",
                "views",
                "idea",
                "opinion",
                "problem",
                "problems",
                "need",
                "doubt",
                "longer",
                "matter",
                "change",
                "changes",
                "news",
                "errors",
                "issues",
                "way",
                "strong",
                "decision",
                "comment",
                "comments",
                "question",
                "questions",
                "answer",
                "sure",
                "yet",
                "only",
                "that",
                "so",
                "because",
                "much",
                "all",
                "every",
                "everyone",
                "everybody",
                "surprise",
                "wonder",
            ],
        );
        // "No alarms since Monday" tells what was, "no alarms" may be a wish.
        let tells = (at + 1..end).any(|index| {
            self.has(index, cue::PAST)
                || self.is(
                    index,
                    words!["is", "are", "has", "have", "does", "can", "will", "since", "found", "there"],
                )
        });
        if counts || tells || end - at > 14 {
            return None;
        }
        let from = at + 1 + usize::from(self.is(at, words!["do"]) || self.is(at + 1, words!["to", "more"]));
        let rejected = self.phrase_from(from)?;
        let noted = self.is(at, NOTED_AGAINST);
        let bare = self.is(at, words!["no"]) && at == 0 && (3..=9).contains(&self.len()) && end == self.len();
        let meant =
            please || bare || self.is(at.wrapping_sub(1), words!["definitely", "absolutely", "strictly"]);
        if !meant && self.is(at, words!["no", "not", "without"]) {
            return None;
        }
        let strength = if please || noted || self.is(at, words!["never"]) && at == 0 { ASKED } else { WEAK };
        Some((
            Finding {
                kind: DecisionType::Rejection,
                rejected: vec![rejected],
                strength,
                ..Finding::default()
            },
            at,
        ))
    }

    /// `X please`, `please X`, `Likes X`.
    pub(super) fn asked(&self) -> Option<(Finding, usize)> {
        let finding = |preferred, strength, at| {
            Some((
                Finding {
                    kind: DecisionType::Selection,
                    preferred: Some(preferred),
                    strength,
                    ..Finding::default()
                },
                at,
            ))
        };
        if self.is(0, NOTED) && self.len() > 1 {
            return finding(self.phrase_from(1)?, ASKED, 0);
        }
        let always = (1..self.len()).find(|&index| {
            self.is(index, ALWAYS) && self.parts(index) && (index + 1 == self.len() || self.parts(index + 1))
        });
        if let Some(always) = always.filter(|&always| always <= 6) {
            return finding(self.phrase_before(always)?, ASKED, always);
        }
        let please = self.find_word(words!["please"])?;
        let closes = please + 1 == self.len() || self.parts(please + 1);
        if closes && please > 0 {
            return finding(self.phrase_before(please)?, ASKED, please);
        }
        let takes = self.has(please + 1, cue::TAKE) || !self.has(please + 1, cue::COMMAND);
        let opens = please == 0 || self.parts(please);
        (opens && takes).then(|| {
            finding(
                self.phrase_from(please + 1)?,
                if self.has(please + 1, cue::TAKE) { ASKED } else { WEAK },
                please,
            )
        })?
    }

    /// `We keep X`, `I'd like X`, `Use X`, `We dropped X`: told only where decisions are told.
    pub(super) fn taken(&self) -> Option<(Finding, usize)> {
        let told = cue::LIKE.or(cue::TAKE).or(cue::LEAVE);
        let at = self.telling().find(|&index| {
            if !self.has(index, told) {
                return false;
            }
            let by_someone = (index.saturating_sub(3)..index).any(|before| self.has(before, cue::SPEAKER))
                || self.is(
                    index.wrapping_sub(1),
                    words!["will", "to", "would", "she", "he", "they", "let's", "you"],
                );
            let opens = index == 0 || self.parts(index);
            let wishes = self.has(index, cue::LIKE)
                && self.is(index.wrapping_sub(1), words!["would", "i'd", "we'd", "she'd", "he'd", "they'd"]);
            let narrates = self.has(index, cue::PAST)
                && !self.is(index.wrapping_sub(1), words!["we", "i", "we've", "i've"]);
            wishes
                || self.has(index, cue::TAKE)
                    && !(self.is(index, words!["want", "wants", "wanted"])
                        && self.is(index + 1, words!["to"]))
                    && (by_someone || opens)
                    && !narrates
                || self.has(index, cue::LEAVE) && (by_someone || opens || self.is_passive(index))
        })?;
        let leaves = self.has(at, cue::LEAVE);
        let negated = (at.saturating_sub(3)..at).any(|before| self.has(before, cue::NEGATION));
        let object = if leaves && self.is_passive(at) {
            self.phrase_before(self.subject_end(at))?
        } else if self.parts(at + 1) {
            return None;
        } else {
            self.phrase_from(at + 1)?
        };
        let finding = Finding { strength: WEAK, ..Finding::default() };
        Some((
            if leaves || negated {
                Finding { kind: DecisionType::Rejection, rejected: vec![object], ..finding }
            } else {
                Finding { kind: DecisionType::Selection, preferred: Some(object), ..finding }
            },
            at,
        ))
    }
}
