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
use chunk_core::{SmallRange, slice, unicode};
use std::ops::Range;

/// Who says what stands in each block, if anybody: its speaker, else the first who is mentioned in it. Somebody speaks up to
/// the next label, heading or blank line.
pub(super) fn speakers(content: &ParsedContent<'_>, openings: &[Opening]) -> Vec<Option<SmallRange>> {
    let is_talk = take_turns(content, openings);
    let mut speaker = None;
    let speaks = |(block, opening): (Block, &Opening)| {
        if block.parted && !block.inside || is_heading(&block) {
            speaker = None;
        }
        if let Some(name) = opening.name.map(SmallRange::range)
            && (is_talk || opening.in_talk || is_of_oneself(content, &block, opening))
        {
            let mark = content.slice(&name).bytes().take_while(|byte| *byte == b'@').count();
            speaker = Some(SmallRange::new(&(name.start + mark..name.end)));
        } else if opening.name.is_some() {
            // "Oven: no gas" below "Ines: I am for it" is not Ines's.
            speaker = None;
        }
        speaker.or_else(|| mentioned(content, block.inner()).map(|name| SmallRange::new(&name)))
    };
    content.blocks().iter().zip(openings).map(speaks).collect()
}

/// Whether a name comes back behind another one, A, B, A, in blocks that all begin with a name.
fn take_turns(content: &ParsedContent<'_>, openings: &[Opening]) -> bool {
    openings.chunk_by(|one, next| one.name.is_some() && next.name.is_some()).any(|row| {
        let (mut met, mut last) = (Dictionary::default(), "");
        row.iter().filter_map(|opening| Some(content.slice(&opening.name?.range()))).any(|name| {
            let is_other = std::mem::replace(&mut last, name) != name;
            met.insert(name, ()).is_some() && is_other
        })
    })
}

/// Whether somebody speaks of himself in a block behind its label.
fn is_of_oneself(content: &ParsedContent<'_>, block: &Block, opening: &Opening) -> bool {
    let oneself = words!["i", "i'm", "i'd", "i'll", "i've", "my", "me"];
    let mut said = content.words_of(block).from(opening.text as usize).iter();
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
