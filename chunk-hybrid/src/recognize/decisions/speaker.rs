//! Who says it (H19): the speaker a label names, else the first who is mentioned. Which labels name speakers follows from
//! how they are used, not from the names.

use super::opening::Opening;
use crate::{
    english::word_list::words,
    numbered::Numbered,
    text::{
        block::{Block, is_heading},
        document::ParsedContent,
    },
};
use chunk_core::{SmallRange, slice, unicode};
use std::ops::Range;

/// Who speaks in a document: from which blocks on who does, if anybody, up to the next one here.
#[derive(Default)]
pub(super) struct Speakers(Vec<(u32, Option<SmallRange>)>);

impl Speakers {
    /// Somebody speaks up to the next label, heading or blank line.
    pub(super) fn new(content: &ParsedContent<'_>) -> Self {
        let named: Vec<Named> =
            content.blocks().iter().filter_map(|block| Named::of(content, &block)).collect();
        let is_talk = take_turns(content, &named);
        let mut named = named.into_iter().peekable();
        let mut changes: Vec<(u32, Option<SmallRange>)> = Vec::new();
        let mut speaker = None;
        for block in content.blocks().iter() {
            let before = speaker;
            if block.parted && !block.inside || is_heading(&block) {
                speaker = None;
            }
            if let Some(Named { name, speaks, .. }) =
                named.next_if(|named| named.block as usize == block.number())
            {
                let name = name.range();
                let mark = content.slice(&name).bytes().take_while(|byte| *byte == b'@').count();
                // "Oven: no gas" below "Ines: I am for it" is not Ines's.
                speaker = (is_talk || speaks).then(|| SmallRange::new(&(name.start + mark..name.end)));
            }
            if speaker != before {
                changes.push((block.number() as u32, speaker));
            }
        }
        Self(changes)
    }

    /// Who says what stands in a block, if anybody: its speaker, else the first who is mentioned in it.
    pub(super) fn of(&self, content: &ParsedContent<'_>, block: &Block) -> Option<SmallRange> {
        let before = self.0.partition_point(|(from, _)| *from as usize <= block.number()).checked_sub(1);
        let speaker = before.and_then(|last| self.0.get(last)?.1);
        speaker.or_else(|| mentioned(content, block.inner()).map(|name| SmallRange::new(&name)))
    }
}

/// A block that begins with a name. In a text it can be each.
struct Named {
    block: u32,
    name: SmallRange,
    /// Whether it is somebody who speaks, whatever begins other blocks.
    speaks: bool,
}

impl Named {
    fn of(content: &ParsedContent<'_>, block: &Block) -> Option<Self> {
        let opening = Opening::of(content, block);
        let name = opening.name?;
        let speaks = opening.in_talk || is_of_oneself(content, block, &opening);
        Some(Self { block: block.number() as u32, name, speaks })
    }
}

/// Whether a name comes back behind another one, A, B, A, in blocks that all begin with a name.
fn take_turns(content: &ParsedContent<'_>, named: &[Named]) -> bool {
    let rows = named.chunk_by(|one, next| one.block + 1 == next.block);
    rows.filter(|row| row.len() > 2).any(|row| {
        let (mut met, mut last) = (Numbered::default(), None);
        row.iter().any(|named| {
            let count = met.len();
            let name = met.number(content.slice(&named.name.range()));
            let is_other = last.replace(name) != Some(name);
            is_other && met.len() == count
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
