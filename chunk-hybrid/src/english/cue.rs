//! What words say about the text they stand in: the lexicon every recognizer reads. A word is looked up once, by its
//! form and by its stem; a phrase by its first word.

mod command;
mod phrase;
mod stance;
mod word;

use crate::english::{
    flags::{flags, merged},
    stem::stem,
    word_list::{Signs, sign},
};
use phrase::PHRASES;
use std::sync::LazyLock;
use word::{FORMS, STEMS};

flags! {
    /// A set of cues.
    Cues {
        // What a heading or label names.
        PLAN_TITLE = 0;
        EXEC_TITLE = 1;
        VERIFY_TITLE = 2;
        REFLECT_TITLE = 3;
        PREREQ_TITLE = 4;
        STEPS_TITLE = 5;
        SUMMARY_TITLE = 6;
        INSIGHT_TITLE = 7;
        MEETING_TITLE = 8;
        DECISION_TITLE = 9;
        FEEDBACK_TITLE = 10;
        OPTIONS_TITLE = 11;
        // Phases in running text.
        /// Intention: what follows is not done yet.
        FUTURE = 12;
        /// Looking back with regret: "should have".
        REGRET = 13;
        /// A verb of doing.
        DOING = 14;
        /// A verb of checking.
        CHECKING = 15;
        /// A word of learning from what happened.
        LEARNING = 16;
        /// A verb of thinking ahead.
        INTENDING = 17;
        /// A form in the past tense, or a participle.
        PAST = 18;
        /// A form in -ing.
        GERUND = 19;
        SUCCESS = 20;
        FAILURE = 21;
        PARTIAL = 22;
        // Attitude.
        NEGATION = 23;
        HEDGE = 24;
        PREFER = 25;
        CHOOSE = 26;
        APPROVE = 27;
        REJECT = 28;
        SET = 29;
        CHANGE = 30;
        ENABLE = 31;
        DISABLE = 32;
        DECIDE = 33;
        LIKE = 34;
        DISLIKE = 35;
        HABIT = 36;
        BETTER = 37;
        /// Parts what is preferred from what is not: "rather than".
        CONTRAST = 38;
        REASON = 39;
        // Sequence.
        FIRST = 40;
        NEXT = 41;
        LAST = 42;
        /// A verb that an instruction starts with.
        COMMAND = 43;
        OPTIONAL = 44;
        CAUTION = 45;
        // Reference to what stands before.
        PRONOUN = 46;
        CONNECTIVE = 47;
        /// Announces another topic: "moving on".
        TURN = 48;
        SPEAKER = 49;
        // What kind of text it is.
        MEETING = 50;
        TEACHING = 51;
        WORKFLOW = 52;
        REGULATION = 53;
        LOGGING = 54;
        MILESTONE = 55;
        MARKED = 56;
        // Phases in running text.
        /// Looking whether it worked: "as it should", "at random".
        TRIAL = 57;
        /// Looking back: "all in all", "if anything".
        AFTERWARDS = 58;
        // What is said of an option.
        /// Leaves it out, if it is an option: "dropped".
        LEAVE = 59;
        /// Takes it, if it is an option: "keep", "want".
        TAKE = 60;
        /// Says that it is the best: "is my favourite", "wins".
        FAVOURED = 61;
        /// Says no to it: "is out".
        UNWELCOME = 62;
        /// Says yes to it: "is fine".
        WELCOME = 63;
    }
}

/// The cues of one phase's title each, in the order of the phases.
pub(crate) const PHASE_TITLES: [Cues; 4] = [PLAN_TITLE, EXEC_TITLE, VERIFY_TITLE, REFLECT_TITLE];

/// The phrases with the same first word.
#[derive(Debug)]
pub(crate) struct Phrases {
    first: &'static str,
    /// Sorted by the sign of their second word.
    all: Vec<Phrase>,
    seconds: Signs,
}

impl Phrases {
    /// Those whose second word has this sign: few phrases that could start stand there.
    #[inline]
    pub(crate) fn with_second(&self, sign: u16) -> &[Phrase] {
        if !self.seconds.hold(sign) {
            return &[];
        }
        let start = self.all.partition_point(|phrase| phrase.second < sign);
        let end = self.all.partition_point(|phrase| phrase.second <= sign);
        self.all.get(start..end).unwrap_or_default()
    }
}

/// A phrase, its words lowercase: two at least.
#[derive(Debug)]
pub(crate) struct Phrase {
    pub(crate) words: Vec<&'static str>,
    second: u16,
    pub(crate) cues: Cues,
}

struct Lexicon {
    /// Sorted by form.
    forms: Vec<(&'static str, Cues)>,
    /// Sorted by stem.
    stems: Vec<(String, Cues)>,
    /// Sorted by first word.
    phrases: Vec<Phrases>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| Lexicon {
    forms: merged(words_of(FORMS).chain(words_of(stance::FORMS)).chain(words_of(command::FORMS))),
    stems: merged(
        words_of(STEMS).chain(words_of(command::STEMS)).map(|(word, cues)| (stem(word).into_owned(), cues)),
    ),
    phrases: phrases(),
});

fn words_of(table: &'static [(Cues, &str)]) -> impl Iterator<Item = (&'static str, Cues)> {
    table.iter().flat_map(|&(cues, words)| words.split_ascii_whitespace().map(move |word| (word, cues)))
}

fn phrases() -> Vec<Phrases> {
    let split = |text: &'static str| -> Vec<&'static str> { text.split_ascii_whitespace().collect() };
    let entries = PHRASES
        .iter()
        .chain(stance::PHRASES)
        .chain(command::PHRASES)
        .flat_map(|&(cues, list)| list.split('|').map(move |text| (split(text), cues)));
    let mut by_first: Vec<Phrases> = Vec::new();
    for (words, cues) in merged(entries) {
        let [first, second, ..] = *words else { continue };
        if by_first.last().is_none_or(|last| last.first != first) {
            by_first.push(Phrases { first, all: Vec::new(), seconds: Signs::NONE });
        }
        if let Some(same) = by_first.last_mut() {
            let second = sign(second);
            same.seconds = same.seconds.with(second);
            same.all.push(Phrase { words, second, cues });
        }
    }
    for Phrases { all, .. } in &mut by_first {
        all.sort_by_key(|phrase| phrase.second);
    }
    by_first
}

/// The cues of a lowercase word, whose stem is `stem`.
pub(crate) fn of_word(word: &str, stem: &str) -> Cues {
    let lexicon = &*LEXICON;
    let find_form = lexicon.forms.binary_search_by(|entry| entry.0.cmp(word)).ok();
    let find_stem = lexicon.stems.binary_search_by(|entry| (*entry.0).cmp(stem)).ok();
    let by_form = find_form.and_then(|at| lexicon.forms.get(at)).map_or(Cues::NONE, |entry| entry.1);
    let by_stem = find_stem.and_then(|at| lexicon.stems.get(at)).map_or(Cues::NONE, |entry| entry.1);
    let inflected = word.len() > 4;
    let mut cues = by_form | by_stem;
    if inflected && word.ends_with("ed") {
        cues |= PAST;
    } else if inflected && word.ends_with("ing") {
        cues |= GERUND;
    }
    // An instruction stands in the base form: "add", not "added".
    let is_inflected = cues.any(PAST.or(GERUND)) || word.ends_with('s') && !word.ends_with("ss");
    if is_inflected && !by_form.any(COMMAND) { cues.without(COMMAND) } else { cues }
}

/// The phrases that start with a lowercase word.
pub(crate) fn phrases_from(word: &str) -> Option<&'static Phrases> {
    let phrases = &LEXICON.phrases;
    let found = phrases.binary_search_by(|phrases| phrases.first.cmp(word)).ok()?;
    phrases.get(found)
}
