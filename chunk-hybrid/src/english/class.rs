//! Classes of words and phrases, such as `past-tense` or `verb-of-choice`: `english.tsv` says which word has which. Models see them as
//! features, by these names; rules ask for some of them by constants.

use std::iter;

/// `classes! { "regret", "past" as PAST, }` makes the list of all names, in which the index of a name is the number of its class, and
/// constants of the classes that rules ask for.
macro_rules! classes {
    ($($text:literal $(as $name:ident)?,)*) => {
        /// The names of all classes, by their numbers.
        pub const NAMES: &[&str] = &[$($text),*];
        $($(pub(crate) const $name: Classes = Classes::named($text);)?)*
    };
}

classes! {
    // What a heading or label names.
    "planning-title" as PLANNING_TITLE, "execution-title" as EXECUTION_TITLE,
    "verification-title" as VERIFICATION_TITLE, "reflection-title" as REFLECTION_TITLE, "prerequisite-title",
    "steps-title", "summary-title", "insight-title", "meeting-title", "decision-title", "feedback-title",
    "options-title",
    // What a sentence says of the phase of a task.
    "future", "regret", "doing", "checking", "learning", "intending", "past" as PAST,
    "gerund" as GERUND,
    // How a task went.
    "success", "failure", "partial",
    // What is said of an option, and how surely.
    "negation", "hedge", "prefer", "choose", "approve", "reject", "set", "change",
    "enable", "disable", "decide", "like", "dislike", "habit", "better", "contrast-word", "reason" as REASON,
    // Sequence, and what is said of a step.
    "first", "next" as NEXT, "last", "command" as COMMAND, "optional", "caution" as CAUTION,
    // Reference to what stands before, or a turn to something else.
    "pronoun" as PRONOUN, "connective" as CONNECTIVE, "turn" as TURN,
    // Who speaks, and what kind of text it is.
    "speaker", "meeting", "teaching", "workflow", "regulation", "logging", "milestone", "marked",
    // More of phases: looking whether it worked, looking back.
    "trial", "afterwards",
    // More of options: left out, taken, the best one, no to it, yes to it.
    "leave", "take", "favoured", "unwelcome", "welcome",
    // What verbs are about, and their forms.
    "verb-of-doing" as VERB_OF_DOING, "verb-of-checking" as VERB_OF_CHECKING,
    "verb-of-thinking" as VERB_OF_THINKING, "verb-of-intention" as VERB_OF_INTENTION,
    "verb-of-saying" as VERB_OF_SAYING, "past-tense" as PAST_TENSE, "ing-form" as ING_FORM,
    "base-form" as BASE_FORM,
    // Auxiliaries and conditions.
    "will", "must", "would", "have", "had", "is", "was", "if",
    // Nouns, adjectives and small words that people plan, report, check and look back with.
    "noun-of-planning", "finding", "lesson", "judgement", "always", "cause", "ahead", "order" as ORDER, "comparison",
    "nothing", "first-person" as FIRST_PERSON, "not", "number" as NUMBER, "calendar" as CALENDAR, "figure",
    "state", "matter", "degree", "unit", "failing",
    // Tools; the last ones are small words again.
    "tool-that-changes", "tool-that-checks", "verb-of-trying" as VERB_OF_TRYING, "be", "you" as YOU,
    "nesting",
    // The grammar of decisions: what leads to an option, what ends it.
    "verb-of-choice" as VERB_OF_CHOICE, "particle", "refusal" as REFUSAL, "assent",
    "being" as BEING, "auxiliary" as AUXILIARY, "permitted", "verdict" as VERDICT,
    "mention" as MENTION, "phrase-end" as PHRASE_END, "phrase-lead" as PHRASE_LEAD,
    // Titles and columns of records of decisions.
    "part-of-record" as PART_OF_RECORD, "list-of-options" as LIST_OF_OPTIONS,
    "name-of-decision" as NAME_OF_DECISION, "column-of-choice" as COLUMN_OF_CHOICE,
    "column-of-subject", "column-of-others" as COLUMN_OF_OTHERS,
    // The grammar of steps: what stands before and after the number of a step.
    "condition", "done",
    // Words that say nothing about a topic.
    "stop" as STOP,
    // Words that end in -ed or -ing and are no form of a verb: "hundred", "evening".
    "no-verb" as NO_VERB,
    // What opens a clause that says when or why.
    "subordinating",
}

/// Verbs of any kind. Of these, the form without an ending is a `base-form`.
pub(super) const VERB: Classes = VERB_OF_DOING
    .or(VERB_OF_CHECKING)
    .or(VERB_OF_THINKING)
    .or(VERB_OF_INTENTION)
    .or(VERB_OF_SAYING)
    .or(VERB_OF_TRYING);

/// The class of titles of each phase, in the order of the phases.
pub(crate) const PHASE_TITLES: [Classes; 4] =
    [PLANNING_TITLE, EXECUTION_TITLE, VERIFICATION_TITLE, REFLECTION_TITLE];

/// The models of decisions and steps see the classes below this number, and so do all models of labels.
pub(crate) const OF_LINES: u32 = 64;

/// The models of phases see the classes below this number.
pub(crate) const OF_ENTRIES: u32 = 106;

/// The model of kinds sees all classes.
pub(crate) const ALL: u32 = 128;

/// A set of classes, each a bit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Classes(u128);

impl Classes {
    pub(crate) const NONE: Self = Self(0);

    /// The class of this name. In a constant, a name that is in no list does not compile.
    pub(crate) const fn named(name: &str) -> Self {
        let (mut place, mut rest) = (0, NAMES);
        while let [first, behind @ ..] = rest
            && !first.eq_ignore_ascii_case(name)
        {
            (place, rest) = (place + 1, behind);
        }
        assert!(place < NAMES.len(), "no such class");
        Self::numbered(place)
    }

    const fn numbered(number: usize) -> Self {
        Self(1 << number)
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether the sets have a class in common.
    pub(crate) const fn any(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The numbers of the classes in it.
    pub(crate) fn numbers(self) -> impl Iterator<Item = u32> {
        let mut bits = self.0;
        iter::from_fn(move || {
            let place = (bits != 0).then(|| bits.trailing_zeros());
            bits &= bits.wrapping_sub(1);
            place
        })
    }
}

/// What readers are told that words of a class are, such as "verbs of doing": from `classes.tsv`.
pub(crate) fn plain_name(class: &str) -> Option<&'static str> {
    include_str!("classes.tsv").lines().find_map(|line| line.strip_prefix(class)?.strip_prefix('\t'))
}

/// All classes and their names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, Classes)> {
    NAMES.iter().copied().zip((0..).map(Classes::numbered))
}
