//! What is known of English words: the classes that `english.tsv` gives them (`lexicon`, `class`), their stems, and the lists of words
//! that single rules ask for (`lists.tsv`).

pub(crate) mod class;
pub(crate) mod lexicon;
pub(crate) mod stem;

use std::{collections::BTreeMap, sync::LazyLock};

/// The words of a list in `lists.tsv`, in order, each with what it stands for, which is empty for most.
pub(crate) fn list(name: &str) -> &'static [(&'static str, &'static str)] {
    static LISTS: LazyLock<BTreeMap<&str, Vec<(&str, &str)>>> = LazyLock::new(|| {
        let mut lists: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for line in include_str!("english/lists.tsv").lines().filter(|line| !line.starts_with('#')) {
            let (name, row) = line.split_once('\t').unwrap_or_default();
            lists.entry(name).or_default().push(row.split_once('\t').unwrap_or((row, "")));
        }
        lists
    });
    LISTS.get(name).map_or(&[], Vec::as_slice)
}

/// What a word of a list stands for; `None` if it is not in the list.
pub(crate) fn listed(name: &str, text: &str) -> Option<&'static str> {
    list(name).iter().find(|(word, _)| is_word(text, word)).map(|(_, meaning)| *meaning)
}

/// Whether `text` is one of some lowercase words, in any case, and with a straight or a curly apostrophe.
pub(crate) fn is_one_of(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| is_word(text, word))
}

/// Whether `text` is the lowercase word `wanted`, in any case, and with a straight or a curly apostrophe.
pub(crate) fn is_word(text: &str, wanted: &str) -> bool {
    // The curly apostrophe has three bytes, the straight one has one.
    let is_curly = || text.len() == wanted.len() + 2 && text.contains('’');
    text.eq_ignore_ascii_case(wanted) || is_curly() && text.replace('’', "'").eq_ignore_ascii_case(wanted)
}
