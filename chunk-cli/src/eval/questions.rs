//! Questions with the places of their answers: a JSON line each.

use super::{anchor, documents::Documents};
use crate::{
    error::{Error, cannot, trouble},
    shown::shown,
};
use chunk_core::unicode;
use serde::{Deserialize, Serialize};
use std::{fs, ops::Range, path::Path};

/// A line of the file of questions. Keys that are not known here pass through `--reanchor`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Question {
    pub(super) question: String,
    pub(super) answers: Vec<Answer>,
    #[serde(flatten)]
    pub(super) rest: serde_json::Map<String, serde_json::Value>,
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
    let text = fs::read_to_string(path).map_err(cannot("read", shown(path)))?;
    let mut questions = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !unicode::trim(line).is_empty()) {
        let wrong = |what: &str| Error::run(format!("{}: line {}: {what}", shown(path), index + 1));
        let question: Question = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        if question.answers.is_empty() {
            return Err(wrong("a question needs at least one answer"));
        }
        for answer in &question.answers {
            match (&answer.quote, answer.start_char, answer.end_char) {
                (Some(quote), None, None) if !unicode::trim(quote).is_empty() => {}
                (_, Some(start), Some(end)) if start < end => {}
                _ => return Err(wrong("an answer has a `quote`, or a `start_char` below its `end_char`")),
            }
        }
        questions.push(question);
    }
    match questions.is_empty() {
        true => trouble(format!("{}: no question in it: a JSON line each, {EXAMPLE}", shown(path))),
        false => Ok(questions),
    }
}

pub(super) const EXAMPLE: &str =
    r#"{"question": "How long is a lease?", "answers": [{"source": "faq.md", "quote": "for ten minutes"}]}"#;

/// Finds the answers. Those that are not found, or not word for word, are told to `note`; a question without any is left out.
pub(super) fn anchored(
    questions: &[Question],
    documents: &Documents,
    note: &mut dyn FnMut(String),
) -> Vec<Asked> {
    let mut asked = Vec::new();
    for Question { question, answers, .. } in questions {
        let found: Vec<Place> =
            answers.iter().filter_map(|answer| place(question, answer, documents, note)).collect();
        if !found.is_empty() {
            asked.push(Asked { question: question.clone(), answers: found });
        }
    }
    asked
}

fn place(
    question: &str,
    answer: &Answer,
    documents: &Documents,
    note: &mut dyn FnMut(String),
) -> Option<Place> {
    let source = &answer.source;
    let Some(document) = documents.get(source) else {
        note(format!("{question}: there is no document {source}"));
        return None;
    };
    let place = |chars| Some(Place { source: source.clone(), chars });
    match (answer.start_char, answer.end_char, &answer.quote) {
        (Some(start), Some(end), _) if end <= document.chars => place(start..end),
        (Some(_), Some(end), _) => {
            note(format!("{question}: {source} has {} characters, the answer ends at {end}", document.chars));
            None
        }
        (_, _, quote) => {
            let quote = quote.as_deref().unwrap_or_default();
            let Some(found) = anchor::find(&document.text, quote) else {
                note(format!("{question}: {source} holds nothing like {quote:?}"));
                return None;
            };
            let chars = document.chars_of(found.bytes.clone());
            if !found.is_exact {
                let held = document.text.get(found.bytes.clone()).unwrap_or_default();
                note(format!(
                    "{question}: {source} has {held:?} at character {}, not {quote:?}",
                    chars.start
                ));
            }
            place(chars)
        }
    }
}
