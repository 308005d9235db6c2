//! The text of the header chunk: the title, and the first sentence of the context (B9).

use crate::{
    body::Body,
    redact,
    section::{Section, collapse},
};
use chunk_core::{
    is_white_space,
    markdown::BlockKind,
    sentences, slice,
    types::SentenceRules,
    unicode::{trim_end, trim_start},
};

use std::ops::Range;

/// The most characters a header has.
const MAX_CHARS: usize = 1_200;

/// A paragraph, after the markers before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Paragraph {
    pub(crate) bytes: Range<usize>,
    /// How many quotes it is in.
    quotes: usize,
}

/// The first paragraph of a section, at any depth, that has text.
pub(crate) fn first_paragraph(body: &Body<'_>, section: &Section) -> Option<Paragraph> {
    let Range { start, end } = section.text;
    let first = body.blocks.partition_point(|block| block.lines.start < start);
    // For each quote around the current block, the index of the block after it.
    let mut quotes = Vec::new();
    for (index, block) in body.blocks.iter().enumerate().skip(first) {
        if block.lines.start >= end {
            break;
        }
        quotes.retain(|&after| index < after);
        match block.kind {
            BlockKind::Quote => quotes.push(block.next),
            BlockKind::Paragraph => {
                let paragraph = Paragraph { bytes: block.start..block.lines.end, quotes: quotes.len() };
                if !text(body.text, &paragraph).is_empty() {
                    return Some(paragraph);
                }
            }
            _ => {}
        }
    }
    None
}

/// The title, and on the next line the first sentence of `context`.
pub(crate) fn header(title: &str, body: &str, context: Option<&Paragraph>) -> String {
    let Some(paragraph) = context else { return cut_at_word_end(title.to_owned()) };
    let text = text(body, paragraph);
    let sentence = sentences(&text, SentenceRules::Standard).next().unwrap_or_default();
    cut_at_word_end(format!("{title}\n{}", trim_end(slice(&text, sentence))))
}

/// A paragraph in one line, without the markers of the quotes it is in.
fn text(body: &str, paragraph: &Paragraph) -> String {
    let mut lines: Vec<&str> = slice(body, paragraph.bytes.clone()).split('\n').collect();
    for line in lines.iter_mut().skip(1) {
        for _ in 0..paragraph.quotes {
            let Some(rest) = trim_start(line).strip_prefix('>') else { break };
            *line = rest;
        }
    }
    collapse(&lines.join(" "))
}

fn cut_at_word_end(mut header: String) -> String {
    let Some((limit, next)) = header.char_indices().nth(MAX_CHARS) else { return header };
    let kept = slice(&header, 0..limit);
    let start_of_word = kept.trim_end_matches(|c| !is_white_space(c)).len();
    let word_end = if is_white_space(next) {
        limit
    } else if start_of_word > 0 {
        start_of_word
    } else {
        // A single word has no end to cut at; a marker in it stays whole.
        redact::marker_start(&header, limit).unwrap_or(limit)
    };
    let length = trim_end(slice(&header, 0..word_end)).len();
    header.truncate(length);
    header
}
