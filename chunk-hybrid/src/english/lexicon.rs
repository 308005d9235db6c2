//! The lexicon `english.tsv`: the classes of words, looked up by the word as written and by its stem, and those of phrases, looked up by
//! their first words.

use super::{
    class::{
        self, BASE_FORM, COMMAND, Classes, GERUND, ING_FORM, NO_VERB, NUMBER, PAST, PAST_TENSE, STOP, VERB,
        YOU,
    },
    stem::{base, stem},
};
use crate::Dictionary;
use std::{borrow::Cow, sync::LazyLock};

/// What is known of a lowercase word as it is written.
#[derive(Debug, Default)]
pub(crate) struct Form {
    /// Words of phrases are known by their numbers; 0 for a word that the lexicon does not have.
    pub(crate) number: u32,
    classes: Classes,
    /// The phrases that start with it.
    pub(crate) phrases: Vec<Phrase>,
}

/// A phrase of at least two words.
#[derive(Debug)]
pub(crate) struct Phrase {
    /// The words after the first one, by the numbers of their forms.
    pub(crate) rest: Vec<u32>,
    pub(crate) classes: Classes,
}

impl Form {
    /// Whether the word, if it is one without `'s`, is a stop word: it says nothing about a topic.
    pub(crate) const fn is_stop(&self) -> bool {
        self.classes.any(STOP)
    }
}

/// What is known of a lowercase word, whatever document it is in.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) form: &'static Form,
    pub(crate) classes: Classes,
    /// Its stem, if it says something about a topic.
    pub(crate) term: Option<Box<str>>,
}

impl Known {
    pub(crate) fn of(word: &str) -> Self {
        let (form, base) = (form(word), base(word));
        let stem = stem(base);
        let is_term = base.chars().nth(1).is_some() && !self::form(base).is_stop();
        Self { form, classes: classes(word, form, &stem), term: is_term.then(|| stem.into()) }
    }
}

#[derive(Debug, Default)]
struct Lexicon {
    forms: Dictionary<&'static str, Form>,
    /// The classes of all forms of a word, by its stem.
    stems: Dictionary<Cow<'static, str>, Classes>,
}

static ENGLISH: LazyLock<Lexicon> = LazyLock::new(|| Lexicon::new(include_str!("english.tsv")));

impl Lexicon {
    /// Reads the lexicon from the text of its file.
    fn new(text: &'static str) -> Self {
        let names: Dictionary<&str, Classes> = class::all().collect();
        let classes = |list: &str| {
            let own = list.split_ascii_whitespace().filter_map(|name| names.get(name));
            own.fold(Classes::NONE, |all, own| all.or(*own))
        };
        let mut lexicon = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let mut next = || fields.next().unwrap_or_default();
            let (entry, own, of_all_forms) = (next(), classes(next()), classes(next()));
            let (first, rest) = entry.split_once(' ').unwrap_or((entry, ""));
            let rest: Vec<u32> = rest.split_terminator(' ').map(|word| lexicon.form(word).number).collect();
            let form = lexicon.form(first);
            if !rest.is_empty() {
                form.phrases.push(Phrase { rest, classes: own });
                continue;
            }
            form.classes = form.classes.or(own);
            if of_all_forms != Classes::NONE {
                let stem = lexicon.stems.entry(stem(entry)).or_default();
                *stem = stem.or(of_all_forms);
            }
        }
        lexicon
    }

    /// The form of a word, which is new if it has none so far.
    fn form(&mut self, word: &'static str) -> &mut Form {
        let number = self.forms.len() as u32 + 1;
        self.forms.entry(word).or_insert_with(|| Form { number, ..Form::default() })
    }
}

/// What is known of a lowercase word.
pub(crate) fn form(word: &str) -> &'static Form {
    static UNKNOWN: Form = Form { number: 0, classes: Classes::NONE, phrases: Vec::new() };
    ENGLISH.forms.get(word).unwrap_or(&UNKNOWN)
}

/// The classes of a lowercase word with this form and stem: those in the lexicon, and those that its ending gives it.
fn classes(word: &str, form: &Form, stem: &str) -> Classes {
    let own = form.classes;
    // "found" is a form of "find", not of "to found": it has nothing of its stem.
    let is_irregular = own.any(PAST_TENSE);
    let of_stem = ENGLISH.stems.get(stem).filter(|_| !is_irregular).copied().unwrap_or_default();
    let mut classes = own.or(of_stem);
    let ends_in_ed = word.len() > 3 && word.ends_with("ed");
    let ends_in_ing = word.len() > 4 && word.ends_with("ing");
    if ends_in_ed && word.len() > 4 {
        classes = classes.or(PAST);
    } else if ends_in_ing {
        classes = classes.or(GERUND);
    }
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return classes.or(NUMBER);
    }
    if word.starts_with("you") {
        classes = classes.or(YOU);
    }
    let ends_in_s = word.ends_with('s') && !word.ends_with("ss");
    // An instruction stands in the base form: "add", not "added".
    if (classes.any(PAST.or(GERUND)) || ends_in_s) && !own.any(COMMAND) {
        classes = classes.without(COMMAND);
    }
    let is_verb = !own.any(NO_VERB);
    if is_irregular {
        classes
    } else if ends_in_ed && is_verb {
        classes.or(PAST_TENSE)
    } else if ends_in_ing && is_verb {
        classes.or(ING_FORM)
    } else if of_stem.any(VERB) && !ends_in_s {
        classes.or(BASE_FORM)
    } else {
        classes
    }
}
