//! Questions with the places of their answers: a JSON line each.

use super::documents::{Document, Documents, text_of};
use crate::{
    console::{note, say},
    error::{Error, Verdict, cannot, trouble},
    json::error_shown,
    shown::shown,
};
use chunk_core::unicode;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, ops::Range, path::Path, rc::Rc};

/// A line of the file of questions. Keys that are not known here pass through `--reanchor`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Question {
    pub(super) question: String,
    pub(super) answers: Vec<Answer>,
    #[serde(flatten)]
    pub(super) rest: serde_json::Map<String, serde_json::Value>,
    /// Its file and line, for messages.
    #[serde(skip)]
    pub(super) at: String,
}

/// Where an answer is: a quotation, or code points of the document, counted from 0, the end exclusive.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) source: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) quote: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start_char: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_char: Option<usize>,
    #[serde(flatten)]
    pub(super) rest: serde_json::Map<String, serde_json::Value>,
}

/// A place in a document, in code points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) source: String,
    pub(super) chars: Range<usize>,
}

/// A question whose answers were found.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) question: String,
    pub(super) answers: Vec<Place>,
}

pub(super) fn read(path: &Path) -> Result<Vec<Question>, Error> {
    let text = text_of(path).map_err(cannot("read", shown(path)))?;
    let mut questions = Vec::new();
    let lines = text.strip_prefix('\u{FEFF}').unwrap_or(&text).lines();
    for (index, line) in lines.enumerate().filter(|(_, line)| !unicode::trim(line).is_empty()) {
        let at = format!("{}: line {}", shown(path), index + 1);
        let wrong = |what: &str| Error::run(format!("{at}: {what}"));
        let unread =
            |error| wrong(&format!("{}; a question is a line such as {EXAMPLE}", error_shown(&error)));
        let mut question: Question = serde_json::from_str(line).map_err(unread)?;
        if unicode::trim(&question.question).is_empty() {
            return Err(wrong("the question is empty"));
        }
        if question.answers.is_empty() {
            return Err(wrong("a question needs at least one answer"));
        }
        for answer in &mut question.answers {
            answer.source = answer.source.trim_start_matches("./").to_owned();
            match (&answer.quote, answer.start_char, answer.end_char) {
                (Some(quote), None, None) if !unicode::trim(quote).is_empty() => {}
                (None, Some(start), Some(end)) if start < end => {}
                (Some(quote), Some(start), Some(end)) if start < end && !unicode::trim(quote).is_empty() => {}
                _ => return Err(wrong("an answer has a `quote`, or a `start_char` below its `end_char`")),
            }
        }
        question.at = at;
        questions.push(question);
    }
    match questions.is_empty() {
        true => trouble(format!("{}: no question in it: a JSON line each, {EXAMPLE}", shown(path))),
        false => Ok(questions),
    }
}

pub(super) const EXAMPLE: &str =
    r#"{"question": "How long is a lease?", "answers": [{"source": "faq.md", "quote": "for ten minutes"}]}"#;

/// Finds the answers in the documents that are `chunked`. A question without any is left out. Answers that are in no such document are warned
/// of, and the verdict is then no; what else is not as it was asked for is noted.
pub(super) fn anchored(
    questions: &[Question],
    documents: &Documents,
    chunked: &BTreeSet<String>,
) -> (Vec<Asked>, Verdict) {
    let (mut asked, mut verdict) = (Vec::new(), Verdict::Well);
    for Question { question, answers, at, .. } in questions {
        let found = answers.iter().filter_map(|answer| {
            let Answer { source, .. } = answer;
            let placed =
                place(at, answer, documents).and_then(|(document, bytes)| match chunked.contains(source) {
                    true => Ok(Place { source: source.clone(), chars: document.chars_of(bytes) }),
                    false => Err(format!("{at}: no setting makes chunks of {source}")),
                });
            placed.map_err(|what| lost(&what, &mut verdict)).ok()
        });
        let answers: Vec<Place> = found.collect();
        if !answers.is_empty() {
            asked.push(Asked { question: question.clone(), answers });
        }
    }
    (asked, verdict)
}

/// Warns of an answer that is nowhere.
pub(super) fn lost(what: &str, verdict: &mut Verdict) {
    *verdict = Verdict::No;
    say(&format!("warning: {what}"));
}

/// The document of an answer and its bytes there, or why it has none. What is not word for word, or there more than once, is noted.
/// Messages begin with `at`.
pub(super) fn place(
    at: &str,
    answer: &Answer,
    documents: &Documents,
) -> Result<(Rc<Document>, Range<usize>), String> {
    let say = |what: String| format!("{at}: {} {what}", answer.source);
    let said = |what: String| format!("note: {}", say(what));
    let Some(document) = documents.get(&answer.source) else {
        return Err(say("is no text of the folder (a source is a path below it)".to_owned()));
    };
    let given = answer.start_char.zip(answer.end_char);
    let named = given.and_then(|(start, end)| document.bytes_of(start..end));
    let Some(quote) = &answer.quote else {
        let end = answer.end_char.unwrap_or_default();
        let outside = || say(format!("has {} characters, the answer ends at {end}", document.chars));
        let bytes = named.ok_or_else(outside)?;
        return Ok((document, bytes));
    };
    // A document that changed has the quotation elsewhere.
    if let Some(bytes) = named.clone().filter(|bytes| document.text.get(bytes.clone()) == Some(quote)) {
        return Ok((document, bytes));
    }
    let Some(found) = document.find(quote, named.map_or(0, |bytes| bytes.start)) else {
        return Err(say(format!("holds nothing like {quote:?}")));
    };
    let start = document.chars_of(found.bytes.clone()).start;
    if !found.is_exact {
        let held = document.text.get(found.bytes.clone()).unwrap_or_default();
        note(&said(format!("has {held:?} at character {start}, not {quote:?}")));
    } else if found.times > 1 && given.is_none() {
        note(&said(format!(
            "has {quote:?} {} times: the first is taken, at character {start} (start_char and end_char name another)",
            found.times
        )));
    }
    Ok((document, found.bytes))
}
