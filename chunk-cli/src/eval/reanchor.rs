//! Moves answers to an edited version of their documents, by a diff of words; what moved elsewhere is found by its text.

use super::{
    anchor,
    documents::{Document, Documents, names},
    questions::{Answer, Question, lost, place},
};
use crate::error::{Error, Verdict};
use chunk_core::unicode;
use similar::{
    DiffOp,
    algorithms::{Capture, Compact, Replace, myers},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::Path,
    rc::Rc,
};

/// An answer of fewer words may be anywhere by chance, so it is not searched for in other places.
const FEW: usize = 3;

/// The questions with the places that their answers have below `new`. Answers that are gone are left out and warned of, and the verdict is then
/// no; those whose place in `old` is uncertain are noted.
pub(super) fn reanchored(
    questions: &[Question],
    old: &Documents,
    new: &Path,
) -> Result<(Vec<Question>, Verdict), Error> {
    let (documents, all) = (Documents::below(new)?, names(new)?);
    let mut diffs: BTreeMap<&str, Option<(&str, Diff)>> = BTreeMap::new();
    let (mut moved, mut verdict) = (Vec::new(), Verdict::Well);
    for question in questions {
        let mut answers = Vec::new();
        for answer in &question.answers {
            let source = answer.source.as_str();
            let mut moved = |before: Rc<Document>, held: Range<usize>| {
                let diff = || {
                    let new = match documents.get(source) {
                        Some(_) => source,
                        None => renamed(&before, &documents, &all)?,
                    };
                    Some((new, Diff::new(Rc::clone(&before), documents.get(new)?)))
                };
                if let Some((source, diff)) = diffs.entry(source).or_insert_with(diff)
                    && let Some(bytes) = diff.moved(held.clone())
                {
                    return Some((*source, Rc::clone(&diff.new), bytes));
                }
                // The passage went to another document.
                let text = before.text.get(held)?;
                let mut others = all.iter().filter(|_| words(text).len() >= FEW);
                others.find_map(|source| {
                    let document = documents.get(source)?;
                    let found = document.find(text, 0).filter(|found| found.is_exact)?;
                    Some((source.as_str(), document, found.bytes))
                })
            };
            let gone = || format!("{}: the answer in {source} is gone", question.at);
            let placed = place(&question.at, answer, old);
            match placed.and_then(|(before, held)| moved(before, held).ok_or_else(gone)) {
                Ok((source, document, bytes)) => answers.push(answer_at(source, &document, bytes, answer)),
                Err(what) => lost(&what, &mut verdict),
            }
        }
        if !answers.is_empty() {
            moved.push(Question { answers, ..question.clone() });
        }
    }
    Ok((moved, verdict))
}

/// The document that has most of the lines of `before`, at least half of them: it got another name, or became a part of another one.
fn renamed<'a>(before: &Document, documents: &Documents, all: &'a [String]) -> Option<&'a str> {
    fn lines(text: &str) -> BTreeSet<&str> {
        text.lines().map(unicode::trim).filter(|line| !line.is_empty()).collect()
    }
    let own = lines(&before.text);
    let common =
        |source: &str| documents.get(source).map_or(0, |new| lines(&new.text).intersection(&own).count());
    let counted = all.iter().map(|source| (common(source), source.as_str()));
    let (most, source) = counted.reduce(|best, one| if one.0 > best.0 { one } else { best })?;
    (most > 0 && most * 2 >= own.len()).then_some(source)
}

fn answer_at(source: &str, document: &Document, bytes: Range<usize>, before: &Answer) -> Answer {
    let quote = document.text.get(bytes.clone()).map(str::to_owned);
    let chars = document.chars_of(bytes);
    Answer {
        source: source.to_owned(),
        quote,
        start_char: Some(chars.start),
        end_char: Some(chars.end),
        rest: before.rest.clone(),
    }
}

/// The words that two versions of a document have in common.
struct Diff {
    old: Rc<Document>,
    new: Rc<Document>,
    before: Vec<Range<usize>>,
    after: Vec<Range<usize>>,
    /// For each word of `before`, its number in `after`.
    kept: Vec<Option<usize>>,
}

impl Diff {
    fn new(old: Rc<Document>, new: Rc<Document>) -> Self {
        let (before, after) = (words(&old.text), words(&new.text));
        fn texts<'t>(text: &'t str, words: &[Range<usize>]) -> Vec<&'t str> {
            words.iter().filter_map(|range| text.get(range.clone())).collect()
        }
        let (old_words, new_words) = (texts(&old.text, &before), texts(&new.text, &after));
        // `capture_diff` does the same, but has all its algorithms compiled for these words.
        let mut diff = Compact::new(Replace::new(Capture::new()), &old_words, &new_words);
        let Ok(()) = myers::diff(&mut diff, &old_words, 0..before.len(), &new_words, 0..after.len());
        let mut kept = vec![None; before.len()];
        for op in diff.into_inner().into_inner().into_ops() {
            let DiffOp::Equal { old_index, new_index, len } = op else { continue };
            for (offset, kept) in kept.iter_mut().skip(old_index).take(len).enumerate() {
                *kept = Some(new_index + offset);
            }
        }
        Self { old, new, before, after, kept }
    }

    /// Where the bytes `held` of the old text are in the new one; `None` if they are not there any more.
    fn moved(&self, held: Range<usize>) -> Option<Range<usize>> {
        let text = self.old.text.get(held.clone())?;
        let first = self.before.partition_point(|range| range.end <= held.start);
        let last = self.before.partition_point(|range| range.start < held.end);
        let mapped = self.mapped(first, last);
        // Where the diff finds it again only in part, it may be whole elsewhere: a passage that was moved.
        let is_whole = mapped.as_ref().and_then(|range| self.new.text.get(range.clone())) == Some(text);
        if !is_whole && last - first >= FEW {
            let near = mapped.as_ref().map_or(held.start, |range| range.start);
            let whole = self
                .new
                .text
                .match_indices(text)
                .map(|(start, _)| start)
                .min_by_key(|start| start.abs_diff(near));
            if let Some(start) = whole {
                return Some(start..start + text.len());
            }
        }
        // Less than half of it, such as a full stop that both have, is not the answer.
        let count = self.kept.get(first..last)?.iter().flatten().count();
        if count * 2 >= last - first {
            return mapped;
        }
        // A passage that only has most of its words is another one.
        anchor::find(&self.new.text, text, held.start)
            .filter(|found| found.is_exact && last - first >= FEW)
            .map(|found| found.bytes)
    }

    /// From the first to the last word that both texts have of the words `first..last`, and with a changed word at an end, if the word
    /// beyond it is kept.
    fn mapped(&self, first: usize, last: usize) -> Option<Range<usize>> {
        let of = |word: usize| self.kept.get(word).copied().flatten();
        let (mut start, mut end) = ((first..last).find_map(of)?, (first..last).rev().find_map(of)?);
        if of(first).is_none() {
            let before = first.checked_sub(1).and_then(of).map(|word| word + 1);
            start = before.filter(|&word| word <= start).unwrap_or(start);
        }
        if of(last.checked_sub(1)?).is_none() {
            let after = of(last).and_then(|word| word.checked_sub(1));
            end = after.filter(|&word| word >= end).unwrap_or(end);
        }
        Some(self.after.get(start)?.start..self.after.get(end)?.end)
    }
}

/// Words, and each other character that is no white space by itself: a full stop belongs to an answer.
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
