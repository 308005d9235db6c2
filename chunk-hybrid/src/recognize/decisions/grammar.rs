//! How people say what they want: the patterns of preference in a sentence (H19).

mod change;
mod choice;
mod contrast;
mod notation;
mod option;
mod pattern;
mod predicate;
mod refusal;
mod verdict;
mod wish;

use crate::recognize::reading::Reading;
use crate::{
    english::{
        cue::{self, Cues},
        word_list::{WordList, words},
    },
    record::metadata::DecisionType,
    text::word::Word,
};
use pattern::Told;
pub(crate) use pattern::may_tell;
use std::ops::Range;

/// What a sentence says, as bytes of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) kind: DecisionType,
    pub(crate) preferred: Option<Range<usize>>,
    pub(crate) rejected: Vec<Range<usize>>,
    /// In thousandths, before what lowers it.
    pub(crate) strength: u64,
    /// Whether what it is about must be looked for in the title above.
    pub(crate) about_title: bool,
}

// How strong each pattern is, in thousandths.
const CHOSEN_OVER: u64 = 950;
const CONTRASTED: u64 = 800;
const TERSE: u64 = 700;
const FROM_TO: u64 = 900;
const SET_TO: u64 = 750;
const SWITCHED: u64 = 800;
const JUDGED: u64 = 850;
const JUDGED_ABOVE: u64 = 750;
const CHOSEN: u64 = 750;
const IMPLICIT: u64 = 550;
const LIKED: u64 = 450;
/// Asked for, with a word that says so.
const ASKED: u64 = 600;
/// Told by a word that tells of much else too: counts only where other signals stand (see `LIFT`).
const WEAK: u64 = 400;

/// What lowers it.
const QUESTION: u64 = 650;
const NEGATED: u64 = 650;
const HEDGED: u64 = 200;
const FORMER: u64 = 650;
const ASKED_ABOUT: u64 = 250;

/// The most words that are read as one sentence.
const LONGEST: usize = 200;

/// A sentence, word by word.
pub(crate) struct Sentence<'c, 'd> {
    content: &'c Reading<'d>,
    words: &'c [Word],
    span: Range<usize>,
    told: Told,
}

impl<'c, 'd> Sentence<'c, 'd> {
    pub(crate) fn new(content: &'c Reading<'d>, span: Range<usize>) -> Self {
        let words = content.words.slice(content.words.within(&span));
        Self::of_words(content, span, words)
    }

    /// The sentence whose words are known.
    pub(crate) fn of_words(content: &'c Reading<'d>, span: Range<usize>, words: &'c [Word]) -> Self {
        Self { content, words, span, told: Told::by(words) }
    }

    /// The signal in it, with its confidence in thousandths.
    pub(crate) fn signal(&self) -> Option<(Finding, u64)> {
        // What goes on for so long is no sentence; and work stays linear.
        if self.len() > LONGEST {
            return None;
        }
        let (finding, trigger) = self.found()?;
        let strength = finding.strength.saturating_sub(self.doubt(trigger, &finding));
        Some((finding, strength))
    }

    fn text(&self) -> &'c str {
        self.content.slice(&self.span)
    }

    fn len(&self) -> usize {
        self.words.len()
    }

    fn word(&self, index: usize) -> Option<&'c Word> {
        self.words.get(index)
    }

    #[inline]
    fn is(&self, index: usize, known: &WordList) -> bool {
        self.word(index).is_some_and(|word| known.holds(word.sign, || self.content.slice(&word.span())))
    }

    fn has(&self, index: usize, cues: Cues) -> bool {
        self.word(index).is_some_and(|word| word.cues.any(cues))
    }

    fn reach(&self, index: usize) -> usize {
        self.word(index).map_or(1, |word| usize::from(word.reach))
    }

    /// Whether a space alone stands between the word `index` and the one before it.
    fn is_spaced(&self, index: usize) -> bool {
        index > 0 && self.word(index).is_some_and(|word| word.spaced)
    }

    /// What stands between the word `index` and the one before it.
    fn gap(&self, index: usize) -> &'c str {
        if self.is_spaced(index) {
            return " ";
        }
        let start = index
            .checked_sub(1)
            .and_then(|before| self.word(before))
            .map_or(self.span.start, |before| before.span().end);
        let end = self.word(index).map_or(self.span.end, |word| word.span().start);
        self.content.slice(&(start..end.max(start)))
    }

    /// From the first to behind the last word that some pattern asks for.
    fn telling(&self) -> Range<usize> {
        self.told.words.clone()
    }

    /// The first word that says one of these, which a pattern asks for.
    fn find(&self, cues: Cues) -> Option<usize> {
        self.telling().find(|&index| self.has(index, cues))
    }

    /// The first word that is one of these, which a pattern asks for.
    fn find_word(&self, known: &WordList) -> Option<usize> {
        self.telling().find(|&index| self.is(index, known))
    }

    /// How much of the strength is lost to questions, negation, hedges and what used to be.
    fn doubt(&self, trigger: usize, finding: &Finding) -> u64 {
        let mut doubt = 0;
        if self.text().trim_end_matches(['"', '”', ')', '*', ' ', '\n']).ends_with('?') {
            doubt += QUESTION;
        }
        let negation =
            words!["nothing", "nobody", "none", "neither", "nor", "hardly", "wouldn't", "undecided"];
        let negated = (0..trigger).any(|index| {
            // "not X but Y" and "no longer" belong to what they are part of.
            (self.has(index, cue::NEGATION) || self.is(index, negation))
                && self.clause_distance(index, trigger) <= 1
        });
        if negated && finding.kind != DecisionType::Rejection {
            doubt += NEGATED;
        }
        let near = trigger.saturating_sub(5)..(trigger + 1).min(self.len());
        if near.clone().any(|index| self.has(index, cue::HEDGE)) {
            doubt += HEDGED;
        }
        let asked = (trigger.saturating_sub(6)..trigger).any(|index| {
            self.is(index, words!["whether", "if", "unless", "asked"])
                && self.clause_distance(index, trigger) == 0
        });
        if asked {
            doubt += ASKED_ABOUT;
        }
        let former =
            near.clone().any(|index| self.is(index, words!["used"]) && self.is(index + 1, words!["to"]));
        let unreal = near.clone().any(|index| {
            self.is(index, words!["would", "could", "should"]) && self.is(index + 1, words!["have"])
        });
        if former || unreal {
            doubt += FORMER;
        }
        doubt
    }

    /// How many commas and the like stand between two words.
    fn clause_distance(&self, from: usize, to: usize) -> usize {
        let unspaced = (from + 1..=to).filter(|&index| !self.is_spaced(index));
        unspaced.filter(|&index| self.gap(index).contains([',', ';', ':', '(', '—', '–'])).count()
    }

    /// The reason that is given, if one is.
    pub(crate) fn rationale(&self) -> Option<Range<usize>> {
        if !self.told.says.any(cue::REASON) {
            return None;
        }
        let reason = (0..self.len()).find(|&index| {
            if !self.has(index, cue::REASON) {
                return false;
            }
            let clause = self.gap(index).contains([',', ';', '(']) || index == 0;
            match () {
                () if self.reach(index) > 1 => true,
                () if self.is(index, words!["because"]) => true,
                () if self.is(index, words!["since", "given"]) => !self.word(index + 1).is_some_and(|word| {
                    self.content.slice(&word.span()).starts_with(|c: char| c.is_ascii_digit())
                }),
                () if self.is(index, words!["as", "so"]) => clause && index > 0,
                () => false,
            }
        })?;
        let from = reason + self.reach(reason);
        let start = self.word(from)?.span().start;
        let end =
            self.span.start + self.text().trim_end_matches(['.', '!', '"', ' ', '\n', '*', ')', '”']).len();
        (start < end).then_some(start..end)
    }
}
