//! The header chunk (B9).

use crate::{
    body::Body,
    outline::Paragraph,
    section::{Section, collapse},
};
use chunk_core::{SentenceRules, is_white_space, sentences, slice};

/// The most characters a header has.
const MAX_CHARS: usize = 1_200;

/// The title, and below it the first sentence of the first context that has a paragraph.
pub(crate) fn header(title: &str, body: &Body<'_>, sections: &[Section]) -> String {
    let contexts = sections.iter().filter(|section| section.is_context());
    let paragraph = contexts.into_iter().find_map(|context| {
        let paragraphs = &body.outline.paragraphs;
        let first = paragraphs.partition_point(|paragraph| paragraph.bytes.start < context.text.start);
        paragraphs.get(first).filter(|paragraph| paragraph.bytes.start < context.text.end)
    });
    let header = match paragraph.map(|paragraph| text(body, paragraph)) {
        Some(text) => {
            let sentence = sentences(&text, SentenceRules::Standard).next().unwrap_or_default();
            format!("{title}\n{}", slice(&text, sentence).trim_end_matches(is_white_space))
        }
        None => title.to_owned(),
    };
    cut_at_word_end(header)
}

/// The paragraph without the markers of the quotes, lists and tasks it stands in, in one line.
fn text(body: &Body<'_>, paragraph: &Paragraph) -> String {
    let mut text = String::with_capacity(paragraph.bytes.len());
    for (index, line) in body.slice(paragraph.bytes.clone()).split('\n').enumerate() {
        let mut line = line.trim_start_matches(is_white_space);
        if index > 0 {
            for _ in 0..paragraph.quotes {
                line = line.strip_prefix('>').unwrap_or(line).trim_start_matches(is_white_space);
            }
        } else if paragraph.starts_item {
            line = without_task_marker(line);
        }
        text.push_str(line);
        text.push('\n');
    }
    collapse(&text)
}

fn without_task_marker(line: &str) -> &str {
    let behind = ["[ ]", "[x]", "[X]"].iter().find_map(|marker| line.strip_prefix(marker));
    behind.filter(|rest| rest.starts_with(is_white_space)).unwrap_or(line)
}

fn cut_at_word_end(mut header: String) -> String {
    let Some((limit, next)) = header.char_indices().nth(MAX_CHARS) else { return header };
    let kept = slice(&header, 0..limit);
    let word_end = if is_white_space(next) {
        kept.len()
    } else {
        let start_of_word = kept.trim_end_matches(|c| !is_white_space(c)).len();
        // A single word has no end to cut at; a marker in it stays whole.
        if start_of_word == 0 {
            crate::redact::marker_start(&header, limit).unwrap_or(limit)
        } else {
            start_of_word
        }
    };
    let length = slice(&header, 0..word_end).trim_end_matches(is_white_space).len();
    header.truncate(length);
    header
}
