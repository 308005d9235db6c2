//! Who says it (H19): the speaker a label names, else the first who is mentioned. Which labels name speakers follows from
//! how they are used, not from the names.

use super::opening::Opening;
use crate::{
    dictionary::Dictionary,
    english::word_list::words,
    text::{
        block::{Block, is_heading},
        document::ParsedContent,
    },
};
use chunk_core::{slice, unicode};
use std::ops::Range;

/// Who says what stands in each block, if anybody: its speaker, else the first who is mentioned in it. Somebody speaks up to
/// the next speaker, heading or blank line.
pub(super) fn speakers(content: &ParsedContent<'_>, openings: &[Opening]) -> Vec<Option<Range<usize>>> {
    let is_talk = take_turns(content, openings);
    let mut speaker = None;
    let speaks = |(block, opening): (&Block, &Opening)| {
        if block.parted && !block.inside || is_heading(block) {
            speaker = None;
        }
        if let Some(name) = &opening.name
            && (is_talk || opening.in_talk || is_of_oneself(content, block, opening))
        {
            let mark = content.slice(name).bytes().take_while(|byte| *byte == b'@').count();
            speaker = Some(name.start + mark..name.end);
        }
        speaker.clone().or_else(|| mentioned(content, block.inner()))
    };
    content.blocks().iter().zip(openings).map(speaks).collect()
}

/// Whether a name comes back behind another one, A, B, A: in blocks that all begin with a name, or all end as sentences do.
fn take_turns(content: &ParsedContent<'_>, openings: &[Opening]) -> bool {
    let (mut in_row, mut in_sentences) = (Turns::default(), Turns::default());
    content.blocks().iter().zip(openings).any(|(block, opening)| {
        let Some(name) = opening.name.as_ref().map(|name| content.slice(name)) else {
            in_row = Turns::default();
            return false;
        };
        let is_sentence = is_sentence(content.slice(&said(block, opening)));
        in_row.comes_back(name) || is_sentence && in_sentences.comes_back(name)
    })
}

/// The names that were met in a row.
#[derive(Default)]
struct Turns<'t> {
    met: Dictionary<&'t str, ()>,
    last: &'t str,
}

impl<'t> Turns<'t> {
    fn comes_back(&mut self, name: &'t str) -> bool {
        let is_other = std::mem::replace(&mut self.last, name) != name;
        self.met.insert(name, ()).is_some() && is_other
    }
}

/// What stands behind a block's label.
fn said(block: &Block, opening: &Opening) -> Range<usize> {
    opening.text..block.span().end.max(opening.text)
}

fn is_sentence(text: &str) -> bool {
    let end = text.trim_end_matches([' ', '\n', '\r', '*', '_', '"', '”', ')']);
    end.ends_with(['.', '!', '?', '…'])
}

/// Whether somebody speaks of himself in a block behind its label.
fn is_of_oneself(content: &ParsedContent<'_>, block: &Block, opening: &Opening) -> bool {
    let oneself = words!["i", "i'm", "i'd", "i'll", "i've", "my", "me"];
    let mut said = content.words_of(block).within(&said(block, opening)).iter();
    said.any(|word| content.is_one_of(word, oneself))
}

/// The first `@name` in a text.
fn mentioned(content: &ParsedContent<'_>, span: Range<usize>) -> Option<Range<usize>> {
    let text = content.slice(&span);
    let at = memchr::memchr_iter(b'@', text.as_bytes()).find(|&at| {
        let before = slice(text, 0..at).chars().next_back();
        before.is_none_or(|c| !unicode::is_alphanumeric(c))
    })?;
    let behind = slice(text, at + 1..text.len());
    let is_in_name = |c: char| unicode::is_alphanumeric(c) || matches!(c, '_' | '-');
    let length = behind.len() - behind.trim_start_matches(is_in_name).len();
    let start = span.start + at + 1;
    (length > 0).then_some(start..start + length)
}
