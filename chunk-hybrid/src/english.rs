//! What is known of English words: the classes that `english.tsv` gives them (`lexicon`, `class`) and their stems.

pub(crate) mod class;
pub(crate) mod lexicon;
pub(crate) mod stem;

/// Whether `text` is one of some lowercase words, in any case, and with a straight or a curly apostrophe.
pub(crate) fn is_one_of(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| is_word(text, word))
}

/// Whether `text` is the lowercase word `wanted`, in any case, and with a straight or a curly apostrophe.
pub(crate) fn is_word(text: &str, wanted: &str) -> bool {
    text.eq_ignore_ascii_case(wanted)
        || text.len() > wanted.len()
            && text.contains('’')
            && text.replace('’', "'").eq_ignore_ascii_case(wanted)
}
