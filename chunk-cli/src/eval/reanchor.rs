//! Moves answers to an edited version of their documents, by their text and the text around it.

use super::{
    anchor::lowercase,
    documents::{Document, Documents, names},
    questions::{Answer, Question, lost, place},
};
use crate::error::{Error, Verdict};
use chunk_core::{slice, unicode};
use std::{cmp::Reverse, ops::Range, path::Path, rc::Rc};

/// An answer of fewer words may be anywhere by chance, so it is found only with some of the text around it.
const FEW: usize = 3;
/// How many characters of that text.
const SOME: usize = 20;
/// How much of the text on either side of an answer is compared, in characters.
const AROUND: usize = 200;

/// The questions with the places that their answers have below `new`. Answers that are gone are left out and warned of, and the verdict is then
/// no; those whose place in `old` is uncertain are noted.
pub(super) fn reanchored(
    questions: &[Question],
    old: &Documents,
    new: &Path,
) -> Result<(Vec<Question>, Verdict), Error> {
    let (documents, all) = (Documents::below(new)?, names(new)?);
    let (mut moved, mut verdict) = (Vec::new(), Verdict::Well);
    for question in questions {
        let mut answers = Vec::new();
        for answer in &question.answers {
            let source = answer.source.as_str();
            let found = place(&question.at, answer, old).and_then(|(before, held)| {
                let whole = |source| {
                    let document: Rc<Document> = documents.get(source)?;
                    let (around, bytes) = whole(&before, held.clone(), &document)?;
                    Some((around, source, document, bytes))
                };
                let changed = || {
                    let document = documents.get(source)?;
                    let bytes = changed(&before, held.clone(), &document)?;
                    Some((0, source, document, bytes))
                };
                // The passage, or its document, has another name now.
                let elsewhere = || {
                    let places = all.iter().filter_map(|source| whole(source));
                    places.reduce(|best, one| if one.0 > best.0 { one } else { best })
                };
                let gone = || format!("{}: the answer in {source} is gone", question.at);
                whole(source).or_else(changed).or_else(elsewhere).ok_or_else(gone)
            });
            match found {
                Ok((_, source, document, bytes)) => answers.push(answer_at(source, &document, bytes, answer)),
                Err(what) => lost(&what, &mut verdict),
            }
        }
        if !answers.is_empty() {
            moved.push(Question { answers, ..question.clone() });
        }
    }
    Ok((moved, verdict))
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

/// The places of a quotation in a text, white space aside.
fn places<'t>(text: &'t str, quote: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let first = unicode::split_white_space(quote).next().unwrap_or(quote);
    text.match_indices(first).filter_map(move |(start, _)| {
        let mut rest = text.get(start..)?;
        for (number, part) in unicode::split_white_space(quote).enumerate() {
            let trimmed = unicode::trim_start(rest);
            rest = if number == 0 || trimmed.len() < rest.len() {
                trimmed.strip_prefix(part)?
            } else {
                return None;
            };
        }
        Some(start..text.len() - rest.len())
    })
}

/// Where all is that `before` has at `held`, of several places that with most of the text around it, and how many characters of that.
fn whole(before: &Document, held: Range<usize>, after: &Document) -> Option<(usize, Range<usize>)> {
    let text = before.text.get(held.clone())?;
    let (head, tail) = (before.text.get(..held.start)?, before.text.get(held.end..)?);
    fn same(one: impl Iterator<Item = char>, other: impl Iterator<Item = char>) -> usize {
        one.zip(other).take(AROUND).take_while(|(one, other)| one == other).count()
    }
    let places = places(&after.text, text).filter_map(|place| {
        let (before, behind) = (after.text.get(..place.start)?, after.text.get(place.end..)?);
        let around = same(head.chars().rev(), before.chars().rev()) + same(tail.chars(), behind.chars());
        Some((around, place))
    });
    let best = places.max_by_key(|(around, place)| (*around, Reverse(place.start)))?;
    let is_sure = lowercase(text).len() >= FEW || best.0 >= SOME.min(head.len() + tail.len());
    is_sure.then_some(best)
}

/// What is now between the text before and after what `before` has at `held`, if it has half of its words; or else the place most like it.
fn changed(before: &Document, held: Range<usize>, after: &Document) -> Option<Range<usize>> {
    let text = before.text.get(held.clone())?;
    let (head, tail) = (before.text.get(..held.start)?, before.text.get(held.end..)?);
    let head = unicode::trim(
        head.char_indices().rev().nth(SOME).map_or(head, |(at, _)| slice(head, at..head.len())),
    );
    let tail = unicode::trim(tail.char_indices().nth(SOME).map_or(tail, |(at, _)| slice(tail, 0..at)));
    let starts: Vec<usize> = match head {
        "" => vec![0],
        _ => places(&after.text, head).map(|head| head.end).collect(),
    };
    let between = starts.into_iter().filter_map(|start| {
        let far = after.text.floor_char_boundary(start + 2 * text.len() + AROUND);
        let within = after.text.get(start..far)?;
        let end = if tail.is_empty() { within.len() } else { places(within, tail).next()?.start };
        let skipped = within.len() - unicode::trim_start(within).len();
        Some(start + skipped..start + unicode::trim_end(within.get(..end)?).len().max(skipped))
    });
    let nearest = between.min_by_key(|place| place.len().abs_diff(held.len()));
    let wanted = lowercase(text);
    let has_half = |place: &Range<usize>| {
        let words = lowercase(after.text.get(place.clone()).unwrap_or_default());
        wanted.iter().filter(|word| words.contains(word)).count() * 2 >= wanted.len()
    };
    nearest.filter(has_half).or_else(|| {
        let found = after.find(text, held.start).filter(|_| wanted.len() >= FEW);
        found.map(|found| found.bytes)
    })
}
