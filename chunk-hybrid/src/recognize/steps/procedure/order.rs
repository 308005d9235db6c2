//! Whether a sentence tells somebody to do something: a command, behind a condition or a time too, what "you" should do,
//! what shall be done.

use crate::recognize::reading::Reading;
use crate::{
    english::{
        cue,
        tell::{self, Tells},
        word_list::{WordList, is_word, words},
    },
    text::{line::label_of, word::Word},
};
use std::ops::Range;

/// So many words at the start of a sentence are looked at.
const OPENING: usize = 24;

/// A verb in the third person stands among so many words at the start.
const SUBJECT: usize = 5;

/// What a verb's object opens with, where the verb itself is unknown: `Tame the pictures`.
const OBJECTS: &WordList = words![
    "the", "a", "an", "your", "all", "each", "every", "both", "any", "it", "them", "this", "these", "some",
    "one", "two",
];

/// Words in front of an object that are no verbs, and no stop words either.
const NO_VERBS: &WordList = words![
    "inside",
    "outside",
    "near",
    "behind",
    "beyond",
    "beneath",
    "despite",
    "throughout",
    "without",
    "within",
    "besides",
    "per",
    "via",
    "amid",
    "half",
    "twice",
    "thrice",
    "once",
    "same",
    "such",
    "no",
    "yes",
    "not",
    "never",
    "today",
    "tonight",
    "during",
    "underneath",
    "opposite",
    "alongside",
    "including",
    "following",
    "regarding",
    "worth",
    "unlike",
    "plus",
    "minus",
    "even",
    "maybe",
    "perhaps",
    "hence",
    "thus",
    "whose",
    "ok",
    "okay",
    "thank",
    "thanks",
    "congratulations",
    "welcome",
    "sorry",
];

/// Words that a command may stand right behind: `Now seat the strands`.
const BEFORE_COMMAND: &WordList = words![
    "now",
    "please",
    "always",
    "never",
    "just",
    "also",
    "again",
    "meanwhile",
    "do",
    "don't",
    "not",
    "and",
    "or",
    "so",
    "still",
    "here",
    "there",
    "later",
    "simply",
    "only",
    "let's",
    "kindly",
    "immediately",
];

/// Whether the text of `span` opens with a sentence that tells somebody to do something.
pub(crate) fn orders(content: &Reading<'_>, span: &Range<usize>) -> bool {
    Opening { content }.orders(span)
}

/// Whether the text of `span` says what somebody does: "Author uploads the manuscript".
pub(super) fn does(content: &Reading<'_>, span: &Range<usize>) -> bool {
    Opening { content }.does(span)
}

struct Opening<'c, 'd> {
    content: &'c Reading<'d>,
}

impl Opening<'_, '_> {
    fn orders(&self, span: &Range<usize>) -> bool {
        // "Operator: open the valve."
        let shift =
            label_of(self.content.slice(span)).filter(|label| !label.bracketed).map_or(0, |label| label.text);
        let words = self.first_sentence(span.start + shift, span.end);
        let Some(first) = words.first() else { return false };
        if self.commands_at(words, 0) {
            return true;
        }
        let tells = words.iter().fold(Tells::NONE, |tells, word| tells | word.tells);
        self.commands_behind(words, first)
            || tells.any(tell::YOU) && self.addresses(words)
            || tells.any(tell::BE) && tells.any(tell::PAST) && self.shall_be_done(words)
    }

    /// Whether the word `at` is a command: a known verb in its base form, or an unknown one in front of its object.
    fn commands_at(&self, words: &[Word], at: usize) -> bool {
        let Some(word) = words.get(at) else { return false };
        let behind = words.get(at + 1);
        let gap = behind.map_or(&[][..], |behind| self.gap(word, behind));
        if word.cues.any(cue::COMMAND) {
            // "Slip 4." and "Note: …" are labels.
            let is_numbered = behind.is_some_and(|behind| behind.tells.any(tell::NUMBER)) && gap == b" ";
            let is_label = gap.iter().any(|byte| matches!(byte, b':' | b'.'))
                || is_numbered && self.is_label_number(words, at + 1);
            return !is_label;
        }
        let is_other = cue::NEGATION
            .or(cue::FIRST)
            .or(cue::NEXT)
            .or(cue::LAST)
            .or(cue::HABIT)
            .or(cue::CONTRAST)
            .or(cue::PAST)
            .or(cue::GERUND);
        let is_form = tell::PAST.or(tell::GERUND).or(tell::NUMBER).or(tell::CALENDAR);
        let text = self.content.slice(&word.span());
        gap == b" "
            && word.term().is_some()
            && !word.cues.any(is_other)
            && !word.tells.any(is_form)
            && !text.ends_with("ly")
            && (!text.ends_with('s') || text.ends_with("ss"))
            && behind.is_some_and(|behind| self.is_any(behind, OBJECTS))
            && !self.is_any(word, NO_VERBS)
    }

    /// "Slip 4." is a label, "Add 4 eggs" is not.
    fn is_label_number(&self, words: &[Word], number: usize) -> bool {
        let Some(word) = words.get(number) else { return false };
        let behind = self.content.slice(&(word.span().end..self.content.text().len()));
        behind.starts_with(['.', ':', ')'])
            && !behind.get(1..2).is_some_and(|next| next.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// Whether a command stands behind what opens the sentence: "Once it boils, add", "Next morning pour", "Now add".
    fn commands_behind(&self, words: &[Word], first: &Word) -> bool {
        let ordering = cue::FIRST.or(cue::NEXT).or(cue::LAST).or(cue::OPTIONAL);
        let is_ordering = first.cues.any(ordering);
        let text = self.content.slice(&first.span());
        let is_direct = is_ordering || text.ends_with("ly") || self.is_any(first, BEFORE_COMMAND);
        let reach = usize::from(first.reach);
        if is_direct
            && (1..=reach.max(1) + 1).any(|at| {
                words.get(at).is_some_and(|word| word.cues.any(cue::COMMAND))
                    || at == reach && self.commands_at(words, at)
            })
        {
            return true;
        }
        let is_subject = first.cues.any(cue::SPEAKER)
            || self.is_any(
                first,
                words![
                    "the", "a", "an", "it", "they", "he", "she", "you", "your", "their", "his", "her", "its"
                ],
            );
        let opens = is_direct
            || first.term().is_none()
            || first.tells.any(tell::CALENDAR.or(tell::AHEAD).or(tell::ORDER).or(tell::IF));
        opens
            && !is_subject
            && (1..words.len()).any(|at| {
                let Some(before) = at.checked_sub(1).and_then(|before| words.get(before)) else {
                    return false;
                };
                let Some(word) = words.get(at).filter(|word| !word.spaced) else { return false };
                let gap = self.content.slice(&(before.span().end..word.span().start));
                gap.contains([',', '–', '—']) && self.commands_at(words, at)
            })
    }

    /// Whether it says what "you" will want or have to do.
    fn addresses(&self, words: &[Word]) -> bool {
        let modal = tell::WILL.or(tell::MUST).or(tell::WOULD);
        words.iter().enumerate().any(|(at, word)| {
            if !word.tells.any(tell::YOU) {
                return false;
            }
            let text = self.content.slice(&word.span());
            let before = at.checked_sub(1).and_then(|before| words.get(before));
            let opens = before.is_none_or(|before| {
                let gap = self.content.slice(&(before.span().end..word.span().start));
                gap.contains(',') || before.cues.any(cue::FIRST.or(cue::NEXT).or(cue::LAST))
            });
            let asked = before.is_some_and(|before| is_word(self.content.slice(&before.span()), "ask"));
            let behind = words.get(at + 1);
            asked && behind.is_some_and(|behind| is_word(self.content.slice(&behind.span()), "to"))
                || opens
                    && (is_word(text, "you'll")
                        || is_word(text, "you")
                            && behind.is_some_and(|behind| {
                                behind.tells.any(modal) || self.is_any(behind, words!["can", "want", "have"])
                            }))
        })
    }

    /// "The crucible shall be weighed", "doors are to be kept shut".
    fn shall_be_done(&self, words: &[Word]) -> bool {
        words.iter().enumerate().any(|(at, word)| {
            if !word.tells.any(tell::BE) {
                return false;
            }
            let before = words.get(at.saturating_sub(3)..at).unwrap_or_default();
            let is_bound = before
                .iter()
                .any(|word| word.tells.any(tell::MUST) || self.is_any(word, words!["shall", "to"]));
            let behind = words.get(at + 1..).unwrap_or_default();
            is_bound && behind.iter().take(2).any(|word| word.tells.any(tell::PAST))
        })
    }

    fn does(&self, span: &Range<usize>) -> bool {
        let words = self.content.words.from(span.start).iter().take(SUBJECT);
        words.take_while(|word| word.span().end <= span.end).any(|word| {
            let is_form = tell::BASE.or(tell::PAST).or(tell::GERUND);
            word.tells.any(tell::DO.or(tell::CHECK).or(tell::SAY))
                && !word.tells.any(is_form)
                && self.content.slice(&word.span()).ends_with('s')
        })
    }

    /// The words of the first sentence in `start..end`, as far as they are looked at.
    fn first_sentence(&self, start: usize, end: usize) -> &[Word] {
        let words = self.content.words.from(start);
        let inside = words.iter().take(OPENING).take_while(|word| word.span().end <= end).count();
        let words = words.get(..inside).unwrap_or_default();
        let ends = |pair: &[Word]| {
            let [before, behind] = pair else { return false };
            !behind.spaced && self.ends_between(before, behind)
        };
        let count = words.windows(2).position(ends).map_or(inside, |at| at + 1);
        words.get(..count).unwrap_or_default()
    }

    /// Whether a sentence ends between two words.
    fn ends_between(&self, word: &Word, behind: &Word) -> bool {
        let gap = self.gap(word, behind);
        gap.iter().any(|byte| matches!(byte, b'.' | b'!' | b'?' | b';'))
            && gap.iter().any(|byte| matches!(byte, b' ' | b'\n'))
    }

    /// What stands between two words.
    fn gap(&self, word: &Word, behind: &Word) -> &[u8] {
        let gap = word.span().end..behind.span().start;
        self.content.text().as_bytes().get(gap).unwrap_or_default()
    }

    fn is_any(&self, word: &Word, known: &WordList) -> bool {
        known.holds(word.sign, || self.content.slice(&word.span()))
    }
}
