//! Classes of words and phrases: what `english.tsv` says of them. Models see the first ones as features, by these names; rules ask for
//! some of them.

use rustc_hash::FxBuildHasher;
use std::ops::{BitOr, BitOrAssign};

/// The classes by their names, each at its number.
const NAMES: &[&str] = &[
    // What a heading or label names.
    "planning-title",
    "execution-title",
    "verification-title",
    "reflection-title",
    "prerequisite-title",
    "steps-title",
    "summary-title",
    "insight-title",
    "meeting-title",
    "decision-title",
    "feedback-title",
    "options-title",
    // What a sentence says of the phase of a task.
    "future",
    "regret",
    "doing",
    "checking",
    "learning",
    "intending",
    "past",
    "gerund",
    // How a task went.
    "success",
    "failure",
    "partial",
    // What is said of an option, and how surely.
    "negation",
    "hedge",
    "prefer",
    "choose",
    "approve",
    "reject",
    "set",
    "change",
    "enable",
    "disable",
    "decide",
    "like",
    "dislike",
    "habit",
    "better",
    "contrast-word",
    "reason",
    // Sequence, and what is said of a step.
    "first",
    "next",
    "last",
    "command",
    "optional",
    "caution",
    // Reference to what stands before, or a turn to something else.
    "pronoun",
    "connective",
    "turn",
    // Who speaks, and what kind of text it is.
    "speaker",
    "meeting",
    "teaching",
    "workflow",
    "regulation",
    "logging",
    "milestone",
    "marked",
    // More of phases: looking whether it worked, looking back.
    "trial",
    "afterwards",
    // More of options: left out, taken, the best one, no to it, yes to it.
    "leave",
    "take",
    "favoured",
    "unwelcome",
    "welcome",
    // What verbs are about, and their forms.
    "verb-of-doing",
    "verb-of-checking",
    "verb-of-thinking",
    "verb-of-intention",
    "verb-of-saying",
    "past-tense",
    "ing-form",
    "base-form",
    // Auxiliaries and conditions.
    "will",
    "must",
    "would",
    "have",
    "had",
    "is",
    "was",
    "if",
    // Nouns, adjectives and small words that people plan, report, check and look back with.
    "noun-of-planning",
    "finding",
    "lesson",
    "judgement",
    "always",
    "cause",
    "ahead",
    "order",
    "comparison",
    "nothing",
    "first-person",
    "not",
    "number",
    "calendar",
    "figure",
    "state",
    "matter",
    "degree",
    "unit",
    "failing",
    // Tools; the last ones are small words again.
    "tool-that-changes",
    "tool-that-checks",
    "verb-of-trying",
    "be",
    "you",
    "nesting",
    // The grammar of decisions: what leads to an option, what ends it.
    "verb-of-choice",
    "particle",
    "refusal",
    "assent",
    "being",
    "auxiliary",
    "permitted",
    "verdict",
    "mention",
    "phrase-end",
    "phrase-lead",
    // Titles and columns of records of decisions.
    "part-of-record",
    "list-of-options",
    "name-of-decision",
    "column-of-choice",
    "column-of-subject",
    "column-of-others",
    // The grammar of steps: what stands before and behind the number of one.
    "condition",
    "done",
    // Words that say nothing about a topic.
    "stop",
    // In -ed or -ing and no form of a verb: "hundred", "evening".
    "no-verb",
    // What opens a clause that says when or why.
    "subordinating",
];

/// The classes that the models of decisions and steps see, and those of labels and titles.
pub(crate) const OF_LINES: &[&str] = NAMES.split_at(64).0;

/// The classes that the models of phases see.
pub(crate) const OF_ENTRIES: &[&str] = NAMES.split_at(106).0;

/// A set of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Classes([u64; 2]);

impl Classes {
    pub(crate) const NONE: Self = Self([0; 2]);

    /// All that the models of decisions and steps see.
    pub(crate) const ALL_OF_LINES: Self = Self([u64::MAX, 0]);

    /// The class of this name; every name in the code is one, or the crate does not compile.
    const fn named(name: &str) -> Self {
        let mut number = 0;
        let mut rest = NAMES;
        while let [first, behind @ ..] = rest {
            if is_same(first.as_bytes(), name.as_bytes()) {
                break;
            }
            number += 1;
            rest = behind;
        }
        assert!(number < NAMES.len(), "no class has this name");
        Self::numbered(number)
    }

    pub(super) const fn numbered(number: usize) -> Self {
        match number {
            0..64 => Self([1 << number, 0]),
            _ => Self([0, 1 << (number - 64)]),
        }
    }

    pub(crate) const fn or(self, Self([low, high]): Self) -> Self {
        let Self([own_low, own_high]) = self;
        Self([own_low | low, own_high | high])
    }

    pub(super) const fn without(self, Self([low, high]): Self) -> Self {
        let Self([own_low, own_high]) = self;
        Self([own_low & !low, own_high & !high])
    }

    /// Whether anything of `other` is in this set.
    #[inline]
    pub(crate) const fn any(self, Self([low, high]): Self) -> bool {
        let Self([own_low, own_high]) = self;
        (own_low & low) | (own_high & high) != 0
    }

    /// The numbers of the classes in it.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u32> {
        let bits = self.0.into_iter().zip([0, u64::BITS]);
        bits.flat_map(|(mut bits, first)| {
            std::iter::from_fn(move || {
                let number = (bits != 0).then(|| first + bits.trailing_zeros());
                bits &= bits.wrapping_sub(1);
                number
            })
        })
    }
}

const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, behind @ ..], [other_first, other_behind @ ..]) = (one, other) {
        if *first != *other_first {
            return false;
        }
        (one, other) = (behind, other_behind);
    }
    one.is_empty() && other.is_empty()
}

impl BitOr for Classes {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.or(other)
    }
}

impl BitOrAssign for Classes {
    fn bitor_assign(&mut self, other: Self) {
        *self = self.or(other);
    }
}

/// The numbers of the classes by their names.
#[expect(clippy::disallowed_types, reason = "a dictionary: looked up, never walked")]
pub(super) type Numbers = std::collections::HashMap<&'static str, usize, FxBuildHasher>;

pub(super) fn by_name() -> Numbers {
    NAMES.iter().copied().zip(0..).collect()
}

/// `names! { REASON = "reason"; }`: the classes that rules ask for.
macro_rules! names {
    ($($name:ident = $text:literal;)*) => {
        $(pub(crate) const $name: Classes = Classes::named($text);)*
    };
}

names! {
    PLANNING_TITLE = "planning-title";
    EXECUTION_TITLE = "execution-title";
    VERIFICATION_TITLE = "verification-title";
    REFLECTION_TITLE = "reflection-title";
    FUTURE = "future";
    PAST = "past";
    GERUND = "gerund";
    SUCCESS = "success";
    FAILURE = "failure";
    PARTIAL = "partial";
    NEGATION = "negation";
    HEDGE = "hedge";
    REASON = "reason";
    COMMAND = "command";
    CAUTION = "caution";
    LOGGING = "logging";
    PRONOUN = "pronoun";
    FIRST_PERSON = "first-person";
    CONNECTIVE = "connective";
    TURN = "turn";
    PAST_TENSE = "past-tense";
    ING_FORM = "ing-form";
    BASE_FORM = "base-form";
    NUMBER = "number";
    CALENDAR = "calendar";
    YOU = "you";
    VERB_OF_CHOICE = "verb-of-choice";
    PARTICLE = "particle";
    REFUSAL = "refusal";
    ASSENT = "assent";
    BEING = "being";
    AUXILIARY = "auxiliary";
    PERMITTED = "permitted";
    VERDICT = "verdict";
    MENTION = "mention";
    PHRASE_END = "phrase-end";
    PHRASE_LEAD = "phrase-lead";
    PART_OF_RECORD = "part-of-record";
    LIST_OF_OPTIONS = "list-of-options";
    NAME_OF_DECISION = "name-of-decision";
    COLUMN_OF_CHOICE = "column-of-choice";
    COLUMN_OF_SUBJECT = "column-of-subject";
    COLUMN_OF_OTHERS = "column-of-others";
    CONDITION = "condition";
    DONE = "done";
    STOP = "stop";
    NO_VERB = "no-verb";
    SUBORDINATING = "subordinating";
}

/// Verbs of any kind: what a base form is one of.
pub(super) const VERB: Classes = Classes::named("verb-of-doing")
    .or(Classes::named("verb-of-checking"))
    .or(Classes::named("verb-of-thinking"))
    .or(Classes::named("verb-of-intention"))
    .or(Classes::named("verb-of-saying"))
    .or(Classes::named("verb-of-trying"));

/// What headings and labels name.
pub(crate) const TITLES: Classes = Classes([(1 << 12) - 1, 0]);

/// The classes of one phase's title each, in the order of the phases.
pub(crate) const PHASE_TITLES: [Classes; 4] =
    [PLANNING_TITLE, EXECUTION_TITLE, VERIFICATION_TITLE, REFLECTION_TITLE];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_the_numbers_of_its_classes() {
        assert_eq!(PLANNING_TITLE.or(NO_VERB).numbers().collect::<Vec<_>>(), [0, 126]);
        assert!(
            Classes::numbered(64).any(Classes::numbered(64))
                && !Classes::numbered(64).any(Classes::numbered(0))
        );
        assert!(TITLES.any(Classes::named("options-title")) && !TITLES.any(FUTURE));
        assert_eq!(Classes::ALL_OF_LINES.numbers().count(), OF_LINES.len());
    }

    #[test]
    fn no_name_stands_for_two_classes() {
        assert_eq!(by_name().len(), NAMES.len());
        assert!(NAMES.len() <= 128);
    }
}
