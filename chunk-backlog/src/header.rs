//! The text of the header chunk: the title, and the first sentence of the context (B9).

use crate::outline::Paragraph;
use chunk_core::{SentenceRules, is_white_space, sentences, slice};

/// The most characters a header has.
const MAX_CHARS: usize = 1_200;

/// How many bytes of a paragraph are read at most: more of its first sentence than fits into a header.
const MAX_READ: usize = 8 << 10;

/// The title, and on the next line the first sentence of `context`, the first paragraph of the first context section that has one.
pub(crate) fn header(title: &str, body: &str, context: Option<&Paragraph>) -> String {
    let header = match context.map(|paragraph| text(body, paragraph)) {
        Some(text) => {
            let sentence = sentences(&text, SentenceRules::Standard).next().unwrap_or_default();
            format!("{title}\n{}", slice(&text, sentence).trim_end_matches(is_white_space))
        }
        None => title.to_owned(),
    };
    cut_at_word_end(header)
}

/// The start of a paragraph in one line, without the markers of quotes, list items and tasks.
fn text(body: &str, paragraph: &Paragraph) -> String {
    let mut text = String::new();
    for (index, line) in slice(body, paragraph.bytes.range()).split('\n').enumerate() {
        let mut line = line.trim_start_matches(is_white_space);
        if index > 0 {
            for _ in 0..paragraph.quotes {
                let Some(rest) = line.strip_prefix('>') else { break };
                line = rest.trim_start_matches(is_white_space);
            }
        } else if paragraph.starts_item {
            line = without_task_marker(line);
        }
        for word in line.split(is_white_space).filter(|word| !word.is_empty()) {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(slice(word, 0..word.floor_char_boundary(MAX_READ)));
            if text.len() >= MAX_READ {
                return text;
            }
        }
    }
    text
}

fn without_task_marker(line: &str) -> &str {
    let rest = ["[ ]", "[x]", "[X]"].iter().find_map(|marker| line.strip_prefix(marker));
    rest.filter(|rest| rest.starts_with(is_white_space)).unwrap_or(line)
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
