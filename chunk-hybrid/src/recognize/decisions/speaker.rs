//! Who says what (H19): the speaker that a label names, else the first person who is mentioned. Whether a label names a speaker is told by
//! how labels are used in the document, not by the names.

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

/// Who speaks where in a document: at each change, the index of the block from which on somebody speaks, or nobody.
#[derive(Default)]
pub(super) struct Speakers(Vec<(u32, Option<SmallRange>)>);

impl Speakers {
    /// Finds the speakers. What somebody says ends at the next label, heading or blank line.
    pub(super) fn new(content: &ParsedContent<'_>) -> Self {
        let mut named: Vec<Named> =
            content.blocks().iter().filter_map(|block| Named::of(content, block)).collect();
        let is_talk = named.chunk_by_mut(Named::goes_on).fold(false, |is_talk, row| {
            // If two people speak in a row of labels, all labels of the row are names.
            if are_two(content, row.iter().filter(|named| named.speaks)) {
                row.iter_mut().for_each(|named| named.speaks = true);
            }
            is_talk || take_turns(content, row)
        });
        let mut named = named.into_iter().peekable();
        let mut changes: Vec<(u32, Option<SmallRange>)> = Vec::new();
        let mut speaker = None;
        for block in content.blocks().iter() {
            let before = speaker;
            if block.after_blank && !block.in_item || is_heading(block) {
                speaker = None;
            }
            if let Some(Named { name, speaks, .. }) =
                named.next_if(|named| named.block as usize == block.number())
            {
                let name = name.range();
                let mark = content.slice(&name).bytes().take_while(|byte| *byte == b'@').count();
                // A label that names no speaker ends what was said before: "Oven: no gas" below "Ines: I am for it" is not Ines's.
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

/// A block that begins with a label that can be a name.
struct Named {
    block: u32,
    name: SmallRange,
    /// Whether the block alone shows that the label names a speaker.
    speaks: bool,
}

impl Named {
    fn of(content: &ParsedContent<'_>, block: &Block) -> Option<Self> {
        let opening = Opening::of(content, block);
        let name = opening.name?;
        let speaks = opening.is_of_chat || is_of_oneself(content, block, &opening);
        Some(Self { block: block.number() as u32, name, speaks })
    }

    /// Whether the next one is in the very next block.
    const fn goes_on(&self, next: &Self) -> bool {
        self.block + 1 == next.block
    }

    fn text<'c>(&self, content: &'c ParsedContent<'_>) -> &'c str {
        content.slice(&self.name.range())
    }
}

/// Whether these have at least two different names.
fn are_two<'n>(content: &ParsedContent<'_>, mut named: impl Iterator<Item = &'n Named>) -> bool {
    let first = named.next().map(|first| first.text(content));
    first.is_some_and(|first| named.any(|other| other.text(content) != first))
}

/// Whether names take turns in blocks in a row: A, B, A.
fn take_turns(content: &ParsedContent<'_>, row: &[Named]) -> bool {
    let (mut names, mut last) = (Dictionary::default(), None);
    row.len() > 2
        && row.iter().any(|named| {
            let name = named.text(content);
            let is_known = names.insert(name, ()).is_some();
            last.replace(name) != Some(name) && is_known
        })
}

/// Whether somebody speaks of himself in a block after its label.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;
    use rstest::rstest;

    // Who says what stands on the last line.
    #[rstest]
    #[case::behind_two("Ann: I see a leak.\nBert: My bucket is full.\nWill: We need a pump.", Some("Will"))]
    #[case::behind_stamps(
        "[10:02] Ann: It leaks.\n[10:03] Bert: Badly.\nWill: We need a pump.",
        Some("Will")
    )]
    #[case::in_turns("Ann: It leaks.\nWill: Badly.\nAnn: Well.\nWill: We need a pump.", Some("Will"))]
    #[case::of_oneself("Will: I need a pump.", Some("Will"))]
    #[case::behind_one("Ann: I see a leak.\nOven: We need gas.", None)]
    #[case::behind_one_twice("Ann: I see a leak.\nAnn: I said so.\nOven: We need gas.", None)]
    #[case::elsewhere("Ann: I see a leak.\nBert: I do not.\n\nThey left.\n\nOven: We need gas.", None)]
    #[case::field("Ann: I see a leak.\nBert: I do not.\n\nDecision: We need a pump.", None)]
    #[case::record("Oven: no gas.\nLights: off.\nCups: We need nine.", None)]
    fn a_name_is_a_speaker_by_its_place(#[case] text: &str, #[case] expected: Option<&str>) {
        let content = ParsedContent::new(Document::new("a.md", text));
        let found = Speakers::new(&content).of(&content, content.blocks().last().unwrap());
        assert_eq!(found.map(|name| &text[name.range()]), expected);
    }
}
