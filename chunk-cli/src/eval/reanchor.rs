//! Moves answers to an edited version of their documents, by a diff of words; what moved elsewhere is found by its text.

use super::{
    anchor,
    documents::{Document, Documents, names},
    questions::{Answer, Question},
};
use crate::error::Error;
use chunk_core::unicode;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::{ops::Range, path::Path};

/// The questions with the places that their answers have below `new`. Answers that are gone are told to `note` and left out.
pub(super) fn reanchored(
    questions: &[Question],
    old: &Documents,
    new: &Path,
    note: &mut dyn FnMut(String),
) -> Result<Vec<Question>, Error> {
    let documents = Documents::below(new)?;
    let all = names(new)?;
    let mut moved = Vec::new();
    for question in questions {
        let mut answers = Vec::new();
        for answer in &question.answers {
            match place(answer, old, &documents, &all) {
                Some(answer) => answers.push(answer),
                None => note(format!("{}: its answer in {} is gone", question.question, answer.source)),
            }
        }
        if !answers.is_empty() {
            moved.push(Question { answers, ..question.clone() });
        }
    }
    Ok(moved)
}

fn place(answer: &Answer, old: &Documents, new: &Documents, all: &[String]) -> Option<Answer> {
    let before = old.get(&answer.source)?;
    let held = match (answer.start_char, answer.end_char, &answer.quote) {
        (Some(start), Some(end), _) => before.bytes_of(start..end)?,
        (_, _, quote) => anchor::find(&before.text, quote.as_deref()?)?.bytes,
    };
    let text = before.text.get(held.clone())?;
    if let Some(after) = new.get(&answer.source)
        && let Some(bytes) = moved(&before.text, held, &after.text)
    {
        return answer_at(&answer.source, &after, bytes);
    }
    // The document is gone, or the passage went to another one.
    all.iter().find_map(|source| {
        let document = new.get(source)?;
        let start = document.text.find(text)?;
        answer_at(source, &document, start..start + text.len())
    })
}

fn answer_at(source: &str, document: &Document, bytes: Range<usize>) -> Option<Answer> {
    let quote = document.text.get(bytes.clone())?.to_owned();
    let chars = document.chars_of(bytes);
    Some(Answer {
        source: source.to_owned(),
        quote: Some(quote),
        start_char: Some(chars.start),
        end_char: Some(chars.end),
    })
}

/// Where the bytes `held` of `old` are in `new`; `None` if they are not there any more.
pub(super) fn moved(old: &str, held: Range<usize>, new: &str) -> Option<Range<usize>> {
    let text = old.get(held.clone())?;
    let (before, after) = (words(old), words(new));
    let old_words: Vec<&str> = before.iter().filter_map(|range| old.get(range.clone())).collect();
    let new_words: Vec<&str> = after.iter().filter_map(|range| new.get(range.clone())).collect();
    let first = before.partition_point(|range| range.end <= held.start);
    let last = before.partition_point(|range| range.start < held.end);
    // The first and the last word of the answer that both texts have.
    let mut kept: Option<(usize, usize)> = None;
    let mut count = 0;
    for op in capture_diff_slices(Algorithm::Myers, &old_words, &new_words) {
        let DiffOp::Equal { old_index, new_index, len } = op else { continue };
        let (from, to) = (first.max(old_index), last.min(old_index + len));
        if from < to {
            let (start, end) = (from - old_index + new_index, to - old_index + new_index);
            kept = Some((kept.map_or(start, |(start, _)| start), end));
            count += to - from;
        }
    }
    let mapped =
        kept.and_then(|(start, end)| Some(after.get(start)?.start..after.get(end.checked_sub(1)?)?.end));
    // Where the diff finds it again only in part, it may be whole elsewhere: a passage that was moved.
    let is_whole = mapped.as_ref().and_then(|range| new.get(range.clone())) == Some(text);
    if !is_whole {
        let near = mapped.as_ref().map_or(held.start, |range| range.start);
        let whole = new.match_indices(text).map(|(start, _)| start).min_by_key(|start| start.abs_diff(near));
        if let Some(start) = whole {
            return Some(start..start + text.len());
        }
    }
    // Less than half of it, such as a full stop that both have, is not the answer.
    if count * 2 >= last - first {
        return mapped;
    }
    anchor::find(new, text).map(|found| found.bytes)
}

/// Words, and each other character that is no white space by itself.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (at, c) in text.char_indices() {
        let is_word = unicode::is_alphanumeric(c);
        match found.last_mut() {
            Some(last) if is_word && in_word => last.end = at + c.len_utf8(),
            _ if !unicode::is_white_space(c) => found.push(at..at + c.len_utf8()),
            _ => {}
        }
        in_word = is_word;
    }
    found
}

#[cfg(test)]
#[allow(clippy::string_slice)]
mod tests {
    use super::*;

    const TEXT: &str = "# Leases\n\nA lease is held for ten minutes. Then it ends.\n\n## Renewal\n\nA holder may renew it.\n";

    #[rstest::rstest]
    #[case::text_before(("# Leases", "# Leases and\n\nmore"), Some("A lease is held for ten minutes."))]
    #[case::a_word_changed(("ten minutes", "twelve minutes"), Some("A lease is held for twelve minutes."))]
    #[case::words_added(("held for", "held by one holder for"), Some("A lease is held by one holder for ten minutes."))]
    #[case::moved(("A lease is held for ten minutes. Then it ends.\n\n## Renewal\n\nA holder may renew it.", "A holder may renew it.\n\n## Renewal\n\nA lease is held for ten minutes. Then it ends."), Some("A lease is held for ten minutes."))]
    #[case::gone(("A lease is held for ten minutes. ", ""), None)]
    fn an_answer_moves_with_its_text(#[case] (from, to): (&str, &str), #[case] expected: Option<&str>) {
        let start = TEXT.find("A lease").unwrap();
        let new = TEXT.replacen(from, to, 1);
        let found = moved(TEXT, start..start + "A lease is held for ten minutes.".len(), &new);
        assert_eq!(found.map(|range| &new[range]), expected);
    }

    /// 1,000 random edits of our own page, each of a word, a sentence or a paragraph; an answer that the edit does not touch has to be
    /// found again word for word, at its own place.
    #[test]
    fn answers_survive_edits() {
        let page = include_str!("../../README.md");
        let mut random = fastrand::Rng::with_seed(50);
        let paragraphs: Vec<_> = chunk_core::paragraphs(page).filter(|range| range.len() > 80).collect();
        let mut right = 0;
        for _ in 0..1000 {
            let answer = paragraphs[random.usize(..paragraphs.len())].clone();
            let words = super::words(&page[answer.clone()]);
            let first = random.usize(..words.len() / 2);
            let last = first + random.usize(4..12).min(words.len() - first - 1);
            let held = answer.start + words[first].start..answer.start + words[last].end;
            let edited = paragraphs[random.usize(..paragraphs.len())].clone();
            let at = [edited.start, edited.end, held.start, held.end][random.usize(..4)];
            let insert =
                [" indeed ", "\n\nAnother paragraph, which nobody expected.\n\n", &page[edited.clone()]]
                    [random.usize(..3)];
            let (mut new, mut expected) = (page.to_owned(), held.clone());
            if random.bool() || (edited.start < held.end && held.start < edited.end) {
                new.insert_str(at, insert);
                if at <= held.start {
                    expected = held.start + insert.len()..held.end + insert.len();
                }
            } else {
                new.replace_range(edited.clone(), "");
                if edited.end <= held.start {
                    expected = held.start - edited.len()..held.end - edited.len();
                }
            }
            right += usize::from(moved(page, held, &new).is_some_and(|found| new[found] == new[expected]));
        }
        assert!(right >= 990, "{right} of 1000");
    }
}
