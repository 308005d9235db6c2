//! What stands next to a word, as a feature (H19): "we picked Oslo" is more often a decision than "apples were picked".

use crate::english::class::{AUXILIARY, BEING, FIRST_PERSON, PHRASE_END, PHRASE_LEAD};
use crate::names::names;
use crate::text::{ParsedContent, Word, WordSlice};

names! {
    /// The terms: what can stand next to a word.
    pub(super) NEIGHBOURS:
    "none" as NONE, "quote" as QUOTE, "mark" as MARK, "number" as NUMBER, "first-person" as PERSON,
    "auxiliary" as HELP, "phrase-lead" as LEAD, "phrase-end" as END, "name" as NAME, "word" as WORD,
}

/// What stands before and after the word `index` of a sentence, by the indices in [`NEIGHBOURS`].
pub(super) fn beside(content: &ParsedContent<'_>, words: WordSlice<'_>, index: usize) -> [u32; 2] {
    let before = index.checked_sub(1).and_then(|before| words.get(before));
    let (own, after) = (words.get(index), words.get(index + 1));
    [neighbour(content, before, [before, own]), neighbour(content, after, [own, after])]
}

/// What `word` is as the neighbour of the other one of `both`, which follow each other: a mark between them counts before the word.
fn neighbour(content: &ParsedContent<'_>, word: Option<Word>, both: [Option<Word>; 2]) -> u32 {
    let (Some(word), [Some(first), Some(second)]) = (word, both) else { return NONE };
    let gap = content.slice(&(first.end..second.start));
    let between = |marks: &[char]| !second.is_spaced && gap.contains(marks);
    let text = content.slice(&word.span());
    match () {
        () if between(&['`', '"', '“']) => QUOTE,
        () if between(&['.', ',', ';', ':', '!', '?', '(', ')', '|', '—']) => MARK,
        () if text.starts_with(|first: char| first.is_ascii_digit()) => NUMBER,
        () if word.classes.any(FIRST_PERSON) => PERSON,
        () if word.classes.any(BEING.or(AUXILIARY)) => HELP,
        () if word.classes.any(PHRASE_LEAD) => LEAD,
        () if word.classes.any(PHRASE_END) => END,
        () if text.starts_with(|first: char| first.is_ascii_uppercase()) => NAME,
        () => WORD,
    }
}
