//! What a word tells about the phase of the task it is said in: the kind of verb, its tense, and the nouns, adjectives
//! and small words that people plan, report, check and look back with. A word is looked up once, by its form and by its
//! stem.

mod verb;
mod word;

use crate::english::{
    flags::{flags, merged},
    stem::stem,
};
use std::sync::LazyLock;
use verb::{IRREGULAR, NO_GERUND, NO_PAST, VERBS};
use word::WORDS;

flags! {
    /// A set of what a word tells.
    Tells {
        /// A verb of doing: "install".
        DO = 0;
        /// A verb of checking: "measure".
        CHECK = 1;
        /// A verb of thinking and feeling: "realize".
        THINK = 2;
        /// A verb of intention: "mean to".
        INTEND = 3;
        /// A verb of saying: "ask".
        SAY = 4;
        /// Past tense or participle.
        PAST = 5;
        /// A form in -ing.
        GERUND = 6;
        /// A verb in its base form.
        BASE = 7;
        /// "will", "shall".
        WILL = 8;
        /// "must", "need", "should".
        MUST = 9;
        /// "would", "could", "might".
        WOULD = 10;
        /// "have", "has".
        HAVE = 11;
        HAD = 12;
        /// "is", "are".
        IS = 13;
        /// "was", "were".
        WAS = 14;
        /// "if", "unless".
        IF = 15;
        /// A noun of planning: "goal".
        PLAN = 16;
        /// What a check finds: "identical", "within".
        RESULT = 17;
        /// A noun of looking back: "lesson".
        LESSON = 18;
        /// A judgement: "lucky", "worth".
        VALUE = 19;
        /// Always and everyone: what holds beyond this task.
        EVER = 20;
        /// "because", "why".
        CAUSE = 21;
        /// A time to come: "tomorrow", "until".
        AHEAD = 22;
        /// "first", "then".
        ORDER = 23;
        /// What a comparison is made with: "same", "against", "each".
        SAME = 24;
        /// "no", "none", "zero".
        NOTHING = 25;
        /// "I", "we".
        SPEAKER = 26;
        /// "not", "never".
        NOT = 27;
        /// A number.
        NUMBER = 28;
        /// The name of a day or month.
        CALENDAR = 29;
        /// What is measured or counted: "latency", "errors".
        FIGURE = 30;
        /// A state in the present: "holds", "shows".
        HOLDS = 31;
        /// What one thinks about a task: "trouble", "pride".
        MATTER = 32;
        /// How sure or how much: "probably", "hardly".
        DEGREE = 33;
        /// What a figure is measured in: "percent", "mm".
        UNIT = 34;
        /// What did not work: "failed", "mismatch".
        FAIL = 35;
        /// A tool that changes something: "sed", "commit".
        MAKES = 36;
        /// A tool that checks: "pytest", "dig".
        PROVES = 37;
        /// A verb of trying: "run".
        TRY = 38;
        BE = 39;
        /// "you", "your".
        YOU = 40;
        /// Hangs one thing on another: "of", "that".
        NESTS = 41;
    }
}

struct Lexicon {
    /// Sorted by form.
    forms: Vec<(&'static str, Tells)>,
    /// Verbs, sorted by stem.
    stems: Vec<(String, Tells)>,
    /// Irregular forms and what they come from, sorted by form.
    irregular: Vec<(&'static str, &'static str)>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let split = |table: &'static [(Tells, &'static str)]| {
        table.iter().flat_map(|&(tells, words)| words.split_ascii_whitespace().map(move |word| (word, tells)))
    };
    let irregular = IRREGULAR.split_ascii_whitespace().filter_map(|entry| entry.split_once('='));
    let mut irregular: Vec<_> =
        irregular.flat_map(|(base, forms)| forms.split(',').map(move |form| (form, base))).collect();
    irregular.sort_unstable();
    Lexicon {
        forms: merged(split(WORDS)),
        stems: merged(split(VERBS).map(|(word, tells)| (stem(word).into_owned(), tells))),
        irregular,
    }
});

fn find<K: AsRef<str>>(sorted: &[(K, Tells)], key: &str) -> Option<Tells> {
    let at = sorted.binary_search_by(|entry| entry.0.as_ref().cmp(key)).ok()?;
    sorted.get(at).map(|entry| entry.1)
}

/// What a lowercase word tells, whose stem is `stem`.
pub(crate) fn of_word(word: &str, stemmed: &str) -> Tells {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return NUMBER;
    }
    let lexicon = &*LEXICON;
    let mut tells = find(&lexicon.forms, word).unwrap_or(Tells::NONE);
    if word.starts_with("you") {
        tells |= YOU;
    }
    let irregular = lexicon.irregular.binary_search_by(|entry| entry.0.cmp(word)).ok();
    if let Some(&(_, base)) = irregular.and_then(|at| lexicon.irregular.get(at)) {
        return tells | PAST | find(&lexicon.stems, &stem(base)).unwrap_or(Tells::NONE);
    }
    let verb = find(&lexicon.stems, stemmed).unwrap_or(Tells::NONE);
    tells |= verb;
    let among = |list: &str| list.split_ascii_whitespace().any(|other| other == word);
    if word.len() > 3 && word.ends_with("ed") && !among(NO_PAST) {
        tells |= PAST;
    } else if word.len() > 4 && word.ends_with("ing") && !among(NO_GERUND) {
        tells |= GERUND;
    } else if verb != Tells::NONE && (!word.ends_with('s') || word.ends_with("ss")) {
        tells |= BASE;
    }
    tells
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn tells(word: &str) -> Tells {
        of_word(word, &stem(word))
    }

    #[rstest]
    #[case("installed", DO | PAST)]
    #[case("install", DO | BASE)]
    #[case("installing", DO | GERUND)]
    #[case("poured", DO | PAST)]
    #[case("took", DO | PAST)]
    #[case("measured", CHECK | PAST)]
    #[case("understood", THINK | PAST)]
    #[case("embrocated", PAST)]
    #[case("hundred", Tells::NONE)]
    #[case("evening", Tells::NONE)]
    #[case("1,204", NUMBER)]
    #[case("identical", RESULT)]
    #[case("yours", YOU)]
    #[case("which", NESTS | CAUSE)]
    fn words_tell(#[case] word: &str, #[case] expected: Tells) {
        let found = tells(word);
        assert!(found.0 & expected.0 == expected.0 && (expected != Tells::NONE || !found.any(PAST | GERUND)));
    }

    #[test]
    fn irregular_forms_are_written_once() {
        let irregular = &LEXICON.irregular;
        assert!(irregular.len() > 100);
        assert!(irregular.windows(2).all(|pair| pair[0].0 != pair[1].0), "{irregular:?}");
    }
}
