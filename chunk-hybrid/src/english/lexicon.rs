//! The lexicon `english.tsv`: the classes of words, looked up by the word as written and by its stem, and those of phrases, looked up by
//! their first words.

use super::{
    class::{
        self, BASE_FORM, COMMAND, Classes, GERUND, ING_FORM, NO_VERB, NUMBER, PAST, PAST_TENSE, STOP, VERB,
        YOU,
    },
    stem::stem,
};
use crate::Dictionary;
use std::{borrow::Cow, sync::LazyLock};

/// A phrase of at least two words, all lowercase.
#[derive(Debug)]
pub(crate) struct Phrase {
    pub(crate) words: Vec<&'static str>,
    pub(crate) classes: Classes,
}

/// The classes of words, of stems, or of the classes' own names.
type Entries = Dictionary<Cow<'static, str>, Classes>;

fn find(entries: &Entries, key: &str) -> Classes {
    entries.get(key).copied().unwrap_or_default()
}

#[derive(Debug, Default)]
struct Lexicon {
    /// The classes of a lowercase word as written.
    forms: Entries,
    /// The classes of all forms of a word, by its stem.
    stems: Entries,
    /// Phrases by their first word.
    phrases: Dictionary<&'static str, Vec<Phrase>>,
}

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(include_str!("english.tsv")));

impl Lexicon {
    /// Reads the lexicon from the text of its file.
    fn new(text: &'static str) -> Self {
        let names: Entries = class::all().map(|(name, class)| (name.into(), class)).collect();
        let classes = |list: &str| {
            list.split_ascii_whitespace().fold(Classes::NONE, |all, name| all | find(&names, name))
        };
        let mut lexicon = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let mut next = || fields.next().unwrap_or_default();
            let (entry, own, of_all_forms) = (next(), classes(next()), classes(next()));
            let words: Vec<&str> = entry.split(' ').collect();
            if let [first, _, ..] = *words {
                lexicon.phrases.entry(first).or_default().push(Phrase { words, classes: own });
                continue;
            }
            if own != Classes::NONE {
                *lexicon.forms.entry(entry.into()).or_default() |= own;
            }
            if of_all_forms != Classes::NONE {
                *lexicon.stems.entry(stem(entry)).or_default() |= of_all_forms;
            }
        }
        lexicon
    }
}

/// The classes of a lowercase word with this stem: those in the lexicon, and those that its ending gives it.
pub(crate) fn classes(word: &str, stem: &str) -> Classes {
    let own = find(&ENGLISH.forms, word);
    // "found" is a form of "find", not of "to found": it has nothing of its stem.
    let is_irregular = own.any(PAST_TENSE);
    let of_stem = if is_irregular { Classes::NONE } else { find(&ENGLISH.stems, stem) };
    let mut classes = own | of_stem;
    let ends_in_ed = word.len() > 3 && word.ends_with("ed");
    let ends_in_ing = word.len() > 4 && word.ends_with("ing");
    if ends_in_ed && word.len() > 4 {
        classes |= PAST;
    } else if ends_in_ing {
        classes |= GERUND;
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return classes | NUMBER;
    }
    if word.starts_with("you") {
        classes |= YOU;
    }
    let ends_in_s = word.ends_with('s') && !word.ends_with("ss");
    // An instruction stands in the base form: "add", not "added".
    if (classes.any(PAST | GERUND) || ends_in_s) && !own.any(COMMAND) {
        classes = classes.without(COMMAND);
    }
    let is_verb = !own.any(NO_VERB);
    if is_irregular {
        classes
    } else if ends_in_ed && is_verb {
        classes | PAST_TENSE
    } else if ends_in_ing && is_verb {
        classes | ING_FORM
    } else if of_stem.any(VERB) && !ends_in_s {
        classes | BASE_FORM
    } else {
        classes
    }
}

/// The phrases that start with a lowercase word.
pub(crate) fn phrases(word: &str) -> &'static [Phrase] {
    ENGLISH.phrases.get(word).map_or(&[], Vec::as_slice)
}

/// Whether a lowercase word, without `'s`, is a stop word: it says nothing about a topic.
pub(crate) fn is_stop(word: &str) -> bool {
    find(&ENGLISH.forms, word).any(STOP)
}
