//! What is said of a thing: `X is fine`, `X is out`, `X gets my vote`, and verdicts behind their title: `X: no`.

use super::{CHOSEN, Finding, JUDGED, JUDGED_ABOVE, LIKED, Sentence, WEAK};
use crate::{
    english::{
        cue::{self, Cues},
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
};
use std::ops::Range;

/// Verbs that say something of their subject by themselves.
const FINITE: &WordList = words![
    "gets", "got", "get", "getting", "has", "have", "had", "stays", "stay", "wins", "won", "goes", "go",
    "going", "may", "can", "makes", "made", "loses", "lost", "falls", "fell", "takes", "took", "comes",
    "came", "suits", "suit", "carries", "carried", "passed", "isn't", "aren't", "wasn't", "must", "won't",
    "didn't", "did", "will", "went", "waved", "nodded", "cannot", "had",
];

/// Verbs that stand between a subject and what is said of it.
const LINKS: &WordList = words![
    "is", "are", "was", "were", "be", "been", "being", "it's", "that's", "they're", "he's", "she's", "stays",
    "remains", "gets", "got", "get", "has", "have", "had", "goes", "isn't", "aren't", "wasn't", "weren't",
    "takes", "took", "wins", "won", "makes", "lands", "gains", "found", "finds", "received", "receives",
    "given", "earned", "earns", "with", "needs",
];

/// Words between a link and what it links to.
const BETWEEN: &WordList = words![
    "now",
    "also",
    "therefore",
    "clearly",
    "still",
    "finally",
    "already",
    "definitely",
    "absolutely",
    "totally",
    "simply",
    "just",
    "all",
    "perfectly",
    "completely",
    "by",
    "far",
    "easily",
    "hands",
    "down",
    "then",
    "thus",
    "hereby",
    "both",
    "probably",
    "not",
    "always",
    "really",
    "very",
    "so",
    "too",
    "quite",
    "entirely",
    "again",
    "once",
    "more",
    "the",
    "a",
    "an",
    "as",
];

/// Words that a verdict may start with.
const QUALIFIERS: &WordList = words![
    "a",
    "an",
    "clear",
    "definite",
    "firm",
    "hard",
    "big",
    "absolute",
    "absolutely",
    "unanimous",
    "resounding",
    "cautious",
    "strong",
    "qualified",
    "that's",
    "it's",
    "is",
    "definitely",
    "still",
    "finally",
    "well",
    "very",
    "all",
    "both",
    "my",
    "our",
    "it",
    "was",
    "were",
    "are",
    "be",
    "they",
    "we",
    "say",
    "says",
    "said",
    "the",
    "i",
    "simple",
    "flat",
    "from",
    "me",
    "us",
    "has",
    "been",
    "oh",
    "quick",
    "provisional",
    "provisionally",
    "unanimously",
    "conditional",
    "conditionally",
    "formally",
    "hereby",
    "also",
    "again",
    "full",
    "solid",
    "easy",
    "clearly",
];

/// What a verdict is told by.
pub(super) const VERDICT: Cues =
    cue::WELCOME.or(cue::UNWELCOME).or(cue::APPROVE).or(cue::REJECT).or(cue::FAVOURED).or(cue::LEAVE);

impl Sentence<'_, '_> {
    /// `X is fine with us`, `X has to go`, `X gets my vote`, `X wins`.
    pub(super) fn predicated(&self) -> Option<(Finding, usize)> {
        let told = cue::WELCOME.or(cue::UNWELCOME).or(cue::FAVOURED);
        let (trigger, link) = self
            .telling()
            .filter(|&index| index > 0 && self.has(index, told))
            .find_map(|index| Some((index, self.link(index)?)))?;
        let subject = self.phrase_before(self.subject_end(link.max(1)))?;
        if self.is_act(&subject) || self.is_relative(&subject) || self.only_refers(&subject) && link > 2 {
            return None;
        }
        let negated = (link.saturating_sub(1)..trigger).any(|index| self.has(index, cue::NEGATION));
        let phrased = self.reach(trigger) > 1;
        let cues = self.word(trigger)?.cues;
        let strength = if phrased { CHOSEN } else { WEAK };
        Some((verdict(cues, negated, subject, strength)?, trigger))
    }

    /// Where the verb stands that says what the word `index` tells of a subject.
    fn link(&self, index: usize) -> Option<usize> {
        let end = index + self.reach(index);
        let phrased = self.reach(index) > 1;
        if !phrased && self.is(index, words!["fine", "ok", "okay", "yes", "no", "never", "history"]) {
            return None;
        }
        let closes = end >= self.len() || self.parts(end) || self.opens_reason(end);
        if !closes && !phrased {
            return None;
        }
        if phrased && self.is(index, FINITE) {
            return Some(index);
        }
        let mut at = index;
        while at > 1 && index - at < 4 && self.is(at - 1, BETWEEN) && !self.parts(at) {
            at -= 1;
        }
        let link = at.checked_sub(1)?;
        (link > 0 && self.is(link, LINKS) && !self.is(link, words!["be"]) && !self.parts(at)).then_some(link)
    }

    /// Whether the word `index` opens what is added to a verdict: by whom, why, for how long.
    pub(super) fn opens_reason(&self, index: usize) -> bool {
        self.has(index, cue::REASON)
            || self.is(
                index,
                words![
                    "for",
                    "by",
                    "because",
                    "since",
                    "as",
                    "with",
                    "from",
                    "and",
                    "but",
                    "if",
                    "until",
                    "under",
                    "on",
                    "unless",
                    "after",
                    "when",
                    "this",
                    "next",
                    "at",
                    "subject",
                    "provided",
                    "starting",
                    "without",
                    "again",
                    "too",
                    "then",
                    "today",
                    "now",
                    "unanimously",
                    "altogether",
                    "completely",
                    "entirely",
                    "please",
                ],
            )
    }

    /// `Mussels in perry: a clear yes`, `Loan from Paris - not pursued`, `second-hand lathe approved`.
    pub(super) fn titled(&self) -> Option<(Finding, usize)> {
        let told = VERDICT;
        for title_end in (1..self.len().min(16)).filter(|&end| !self.is_spaced(end)) {
            let gap = self.gap(title_end);
            // Most gaps are a comma and a space.
            let plain = |byte: u8| byte.is_ascii() && !matches!(byte, b':' | b'-' | b'=' | b'|');
            if gap.bytes().all(plain) {
                continue;
            }
            let apart = gap.contains([':', '—', '–', '→', '…'])
                || gap.contains(" - ")
                || gap.contains("--")
                || gap.contains(" = ")
                || gap.contains("| ");
            if !apart {
                continue;
            }
            let mut at = title_end;
            while at < title_end + 5
                && self.is(at, QUALIFIERS)
                && (at == title_end || !self.parts(at))
                && !self.has(at, told)
            {
                at += 1;
            }
            let end = at + self.reach(at);
            let closes = end >= self.len() || self.parts(end) || self.opens_reason(end);
            if !self.has(at, told) || !closes || (at > title_end && self.parts(at)) {
                continue;
            }
            let cues = self.word(at)?.cues;
            let negated = (title_end..at).any(|index| self.has(index, cue::NEGATION));
            let start = (0..title_end)
                .rev()
                .find(|&index| self.gap(index).contains([':', '|', '\n']) && index > 0)
                .unwrap_or(0);
            if (start..title_end).any(|index| self.has(index, cue::DECISION_TITLE)) && title_end - start <= 3
            {
                return None;
            }
            let title = self.bytes(start..title_end)?;
            return Some((verdict(cues, negated, title, JUDGED)?, at));
        }
        None
    }

    /// `A clear yes from the whole table.`: a verdict behind its title or question.
    pub(super) fn answered(&self) -> Option<(Finding, usize)> {
        let told = cue::WELCOME.or(cue::UNWELCOME).or(cue::APPROVE).or(cue::REJECT).or(cue::FAVOURED);
        let at = (0..self.len().min(5)).find(|&index| {
            self.has(index, told) || !self.is(index, QUALIFIERS) || index > 0 && self.parts(index)
        })?;
        let end = at + self.reach(at);
        let closes = end >= self.len()
            || self.parts(end)
            || self.opens_reason(end) && !self.is(end, words!["with", "on", "and"]);
        let cues = self.word(at)?.cues;
        if !cues.any(told) || !closes || cues.any(cue::FAVOURED) && self.reach(at) == 1 {
            return None;
        }
        let negated = (0..at).any(|index| self.has(index, cue::NEGATION));
        let sure = cues.any(cue::APPROVE.or(cue::REJECT)) && self.has(at, cue::PAST) && at == 0;
        let finding = verdict(cues, negated, 0..0, if sure { JUDGED_ABOVE } else { LIKED })?;
        Some((Finding { preferred: None, rejected: Vec::new(), about_title: true, ..finding }, at))
    }

    fn only_refers(&self, phrase: &Range<usize>) -> bool {
        let words = self.content.words.slice(self.content.words.within(phrase));
        words.iter().all(|word| word.cues.any(cue::PRONOUN.or(cue::SPEAKER)))
    }
}

/// The finding of a verdict on `thing`.
fn verdict(cues: Cues, negated: bool, thing: Range<usize>, strength: u64) -> Option<Finding> {
    let no = cues.any(cue::UNWELCOME.or(cue::REJECT).or(cue::LEAVE));
    let finding = Finding { strength, ..Finding::default() };
    Some(if no || negated {
        Finding { kind: DecisionType::Rejection, rejected: vec![thing], ..finding }
    } else if cues.any(cue::WELCOME.or(cue::APPROVE)) {
        Finding { kind: DecisionType::Approval, preferred: Some(thing), ..finding }
    } else {
        Finding { kind: DecisionType::Selection, preferred: Some(thing), ..finding }
    })
}
