//! What stands beside a word (H19): "we picked Oslo" decides more often than "apples were picked".

use crate::{
    english::class::{AUXILIARY, BEING, FIRST_PERSON, PHRASE_END, PHRASE_LEAD},
    text::{
        document::ParsedContent,
        word::{Word, WordSlice},
    },
};

/// What may stand there.
pub(super) const NEIGHBOURS: &[&str] = &[
    "none",
    "quote",
    "mark",
    "number",
    "first-person",
    "auxiliary",
    "phrase-lead",
    "phrase-end",
    "name",
    "word",
];

/// The number of what stands before the word `index` of a sentence.
pub(super) fn before(content: &ParsedContent<'_>, words: WordSlice<'_>, index: usize) -> u32 {
    let [before, own] = [index.checked_sub(1).and_then(|index| words.get(index)), words.get(index)];
    neighbour(content, before, before, own)
}

/// The number of what stands behind it.
pub(super) fn behind(content: &ParsedContent<'_>, words: WordSlice<'_>, index: usize) -> u32 {
    let [own, behind] = [words.get(index), words.get(index + 1)];
    neighbour(content, behind, own, behind)
}

/// The number of `word`, with what parts the two words that follow each other.
fn neighbour(
    content: &ParsedContent<'_>,
    word: Option<Word<'_>>,
    first: Option<Word<'_>>,
    second: Option<Word<'_>>,
) -> u32 {
    let (Some(word), Some(first), Some(second)) = (word, first, second) else { return 0 };
    let gap = content.slice(&(first.span().end..second.span().start));
    let text = content.slice(&word.span());
    match () {
        () if second.is_spaced() => {}
        () if gap.contains(['`', '"', '“']) => return 1,
        () if gap.contains(['.', ',', ';', ':', '!', '?', '(', ')', '|', '—']) => return 2,
        () => {}
    }
    match () {
        () if text.starts_with(|first: char| first.is_ascii_digit()) => 3,
        () if word.classes.any(FIRST_PERSON) => 4,
        () if word.classes.any(BEING.or(AUXILIARY)) => 5,
        () if word.classes.any(PHRASE_LEAD) => 6,
        () if word.classes.any(PHRASE_END) => 7,
        () if text.starts_with(|first: char| first.is_ascii_uppercase()) => 8,
        () => 9,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;

    #[test]
    fn a_neighbour_is_what_it_is_and_what_parts_it() {
        let text = "We picked Oslo over 3 towns. Picked: `vim`, was picked (late)";
        let content = ParsedContent::new(Document::new("a.md", text));
        let words = content.words.slice(content.words.within(&(0..text.len())));
        let name = |number: u32| NEIGHBOURS[number as usize];
        let found: Vec<_> = (0..words.len())
            .map(|index| (name(before(&content, words, index)), name(behind(&content, words, index))))
            .collect();
        assert_eq!(
            found,
            [
                ("none", "word"),
                ("first-person", "name"),
                ("word", "phrase-end"),
                ("name", "number"),
                ("phrase-end", "word"),
                ("number", "mark"),
                ("mark", "quote"),
                ("quote", "quote"),
                ("quote", "word"),
                ("auxiliary", "mark"),
                ("mark", "none"),
            ]
        );
    }
}
