//! Where an option starts and ends in its sentence: options are taken verbatim.

use super::Sentence;
use crate::english::{
    cue,
    word_list::{WordList, is_word, words},
};
use std::ops::Range;

impl Sentence<'_, '_> {
    /// From the word `index` up to what ends a phrase: punctuation, a reason, a contrast, a clause of its own.
    pub(super) fn phrase_from(&self, index: usize) -> Option<Range<usize>> {
        let mut start = index;
        while start < self.len() && self.is_lead(start) {
            start += self.reach(start).max(1);
        }
        let mut end = start;
        while end < self.len() {
            let parted = end > index && self.parts(end);
            if parted || end > start && self.ends_phrase(end) {
                break;
            }
            end += 1;
        }
        self.bytes(start..end)
    }

    /// The phrase that the sentence starts with.
    pub(crate) fn opening(&self) -> Option<Range<usize>> {
        self.phrase_from(0)
    }

    /// The phrase that ends before the word `index`, back to where its clause starts.
    pub(super) fn phrase_before(&self, index: usize) -> Option<Range<usize>> {
        let mut start = index;
        while start > 0 {
            if start < index && self.parts(start) {
                break;
            }
            let before = start - 1;
            if self.is(before, words!["because", "since"])
                || self.is(before, words!["so"]) && self.parts(before)
            {
                break;
            }
            start -= 1;
        }
        // Subjects and verbs before the option are no part of it.
        let mut first = start;
        while first + 1 < index && self.is_lead(first) {
            first += self.reach(first).min(index - 1 - first).max(1);
        }
        let mut last = index;
        while last > first + 1 && self.is_tail(last - 1) {
            last -= 1;
        }
        self.bytes(first..last)
    }

    pub(super) fn bytes(&self, words: Range<usize>) -> Option<Range<usize>> {
        let first = self.word(words.start).filter(|_| words.start < words.end)?;
        let last = self.word(words.end - 1)?;
        let mut span = first.span().start..last.span().end;
        let text = self.content.text();
        // Quotes and code marks right around it belong to it.
        if span.start > self.span.start && text.get(span.start - 1..span.start) == Some("`") {
            span.start -= 1;
        }
        if text.get(span.end..span.end + 1) == Some("`") && span.end < self.span.end {
            span.end += 1;
        }
        Some(span)
    }

    /// Whether punctuation before the word `index` ends a phrase. Points and commas inside numbers and code do not.
    pub(super) fn parts(&self, index: usize) -> bool {
        if self.is_spaced(index) {
            return false;
        }
        let gap = self.gap(index);
        let apart = gap.contains([' ', '\n', '"', '*']);
        apart
            && gap.contains([',', ';', ':', '.', '!', '?', '(', ')', '—', '–', '"', '“', '”', '\n'])
            && !gap.trim().is_empty()
    }

    /// Words that introduce an option without being part of it.
    fn is_lead(&self, index: usize) -> bool {
        const LEADS: &WordList = words![
            "to",
            "use",
            "using",
            "with",
            "on",
            "for",
            "of",
            "that",
            "have",
            "has",
            "had",
            "take",
            "taking",
            "took",
            "keep",
            "keeping",
            "kept",
            "please",
            "let's",
            "lets",
            "we'll",
            "we're",
            "we've",
            "i'll",
            "i'm",
            "i'd",
            "we'd",
            "i've",
            "would",
            "will",
            "want",
            "wants",
            "wanted",
            "should",
            "must",
            "go",
            "going",
            "went",
            "gone",
            "be",
            "is",
            "are",
            "was",
            "were",
            "been",
            "it",
            "they",
            "she",
            "he",
            "you",
            "from",
            "now",
            "also",
            "still",
            "just",
            "then",
            "so",
            "and",
            "but",
            "yes",
            "plan",
            "idea",
            "buy",
            "plant",
            "rather",
            "always",
            "usually",
            "really",
            "definitely",
            "as",
            "in",
            "making",
            "make",
            "do",
            "doing",
            "did",
            "adopt",
            "run",
            "running",
            "stay",
            "say",
            "says",
            "said",
            "voted",
            "vote",
            "both",
            "strongly",
            "personally",
            "much",
            "far",
            "finally",
            "eventually",
            "ultimately",
            "need",
            "me",
            "us",
        ];
        self.has(index, cue::SPEAKER.or(cue::PREFER).or(cue::CHOOSE).or(cue::DECIDE)) && !self.is(index, words!["choice"])
            || self.is(index, LEADS)
            // "the idea of", "the plan to"
            || self.is(index, words!["the"]) && self.is(index + 1, words!["idea", "notion", "thought"]) && self.is(index + 2, words!["of"])
            || self.is(index, words!["idea", "notion", "thought"]) && self.is(index + 1, words!["of"])
    }

    /// Words behind an option that are no part of it.
    fn is_tail(&self, index: usize) -> bool {
        self.is(
            index,
            words![
                "is",
                "are",
                "was",
                "were",
                "be",
                "been",
                "much",
                "far",
                "more",
                "better",
                "has",
                "have",
                "had",
                "got",
                "gets",
                "being",
                "won",
                "wins",
                "beats",
                "me",
                "us",
                "suits",
                "suit",
                "by",
                "it",
                "works",
                "work",
                "preferable",
                "superior",
                "now",
                "a",
                "bit",
                "lot",
                "slightly",
                "so",
                "rather",
                "would",
                "will",
            ],
        )
    }

    fn ends_phrase(&self, index: usize) -> bool {
        const ENDS: &WordList = words![
            "because",
            "since",
            "as",
            "so",
            "due",
            "given",
            "but",
            "while",
            "which",
            "who",
            "when",
            "if",
            "unless",
            "until",
            "mainly",
            "mostly",
            "after",
            "otherwise",
            "where",
            "although",
            "though",
            "thanks",
            "before",
            "whereas",
            "any",
            "until",
            "however",
            "simply",
        ];
        self.is(index, ENDS)
            || self.has(index, cue::CONTRAST) && !self.is(index, words!["over"]) && self.reach(index) > 1
            || self.has(index, cue::REASON) && self.reach(index) > 1
            || self.is(index, words!["and", "or"])
                && (self.has(index + 1, cue::SPEAKER.or(cue::PRONOUN))
                    || self.is(index + 1, words!["the", "not", "then"]) && self.has(index + 3, cue::PAST))
    }

    /// The option between its verb and the contrast: `chose X` `over`.
    pub(super) fn between(&self, trigger: usize, contrast: usize) -> Option<Range<usize>> {
        let mut first = trigger + self.reach(trigger);
        while first + 1 < contrast && self.is_lead(first) {
            first += 1;
        }
        let mut last = contrast;
        while last > first + 1 && (self.is_tail(last - 1)) {
            last -= 1;
        }
        (first < last).then(|| self.bytes(first..last)).flatten()
    }

    /// Where the option ends before `better than`, `more than`, `rather than`.
    pub(super) fn before_comparison(&self, contrast: usize) -> usize {
        let mut end = contrast;
        while end > 1
            && (self.is(
                end - 1,
                words!["better", "more", "easier", "rather", "best", "cleaner", "nicer", "clearer"],
            ) || self.is_tail(end - 1))
        {
            end -= 1;
        }
        end
    }

    /// What stands behind the first comma from the word `from` on, without the subject and its verb.
    pub(super) fn behind_comma(&self, from: usize) -> Option<Range<usize>> {
        let comma = (from..self.len()).find(|&index| self.gap(index).contains(','))?;
        self.phrase_from(comma)
    }

    /// Whether a phrase starts a clause that only goes on with something else: "which are".
    pub(super) fn is_relative(&self, phrase: &Range<usize>) -> bool {
        let words = self.content.words.slice(self.content.words.within(phrase));
        words.first().is_some_and(|word| {
            ["which", "who", "that", "what", "there"]
                .iter()
                .any(|known| is_word(self.content.slice(&word.span()), known))
        })
    }

    /// Whether a phrase is a single verb: no option.
    pub(super) fn is_act(&self, phrase: &Range<usize>) -> bool {
        let words = self.content.words.slice(self.content.words.within(phrase));
        matches!(words, [word] if word.cues.any(cue::PAST))
    }

    /// Whether a phrase only refers to what was said before.
    pub(crate) fn is_reference(&self, phrase: &Range<usize>) -> bool {
        let words = self.content.words.within(phrase);
        words.is_empty()
            || self.content.words.slice(words).iter().all(|word| {
                word.cues.any(cue::PRONOUN.or(cue::LIKE))
                    || is_word(self.content.slice(&word.span()), "better")
            })
    }

    /// What the sentence is about: the words before its first verb of being, having or doing.
    pub(crate) fn subject(&self) -> Option<Range<usize>> {
        const VERBS: &WordList = words![
            "is", "are", "was", "were", "has", "have", "had", "does", "did", "looks", "feels", "works",
            "seems", "will", "can", "would",
        ];
        let verb = (1..self.len().min(10)).find(|&index| self.is(index, VERBS))?;
        let subject = self.bytes(0..verb)?;
        (!self.is_reference(&subject)).then_some(subject)
    }
}
