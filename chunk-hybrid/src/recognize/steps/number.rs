//! The number of a step as it is written (H20): `Step 3:`, `3. `, or in the first cell of a row `**3.**`.

use crate::english::listed;
use crate::pattern;
use crate::readings;
use crate::text::{Block, BlockKind, LOOSE, Marker, ParsedContent, item, parts, tag};
use regex::Regex;
use std::sync::LazyLock;

/// A greater number numbers no step.
const MOST_NUMBER: u32 = 999_999;

/// What a number in a title counts; "number" if that is not named.
const NAMES: [&str; 6] = ["number", "step", "stage", "phase", "part", "day"];

/// The number that a block starts with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    /// What the number counts, one of the [`NAMES`].
    pub(super) name: &'static str,
    /// The number; `None` for `2.1` and `2a`, which number no step.
    pub(super) number: Option<u32>,
    /// Where the text after the number starts.
    pub(super) text: usize,
}

/// `Step 3: `, `STEP 3 - `, `Step 3 of 5: `: a number after a name, and the marks up to the text.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"^[*_ (\[]*(?i:(?<name>step|stage|phase|part|day))[ #]+(?<number>[0-9]+)(?<below>(?:\.[0-9]+)+|[a-zA-Z])?(?: [(\[](?i:optional)[)\]]|$|[.*_:,)\]\n–—-]|\s+[–—(\[|-]|[(\[|]| of [0-9]+)[*_.,)\]: –—-]*",
    )
});
/// `3 - Mix`, `3 – Mix`: only asked of headings, since a sentence may start like that.
static BEFORE_DASH: LazyLock<Regex> = LazyLock::new(|| pattern("^(?<number>[0-9]+) [-–—] "));

/// The number that a title starts with.
pub(super) fn of_title(title: &str) -> Option<Mark> {
    let bare = title.trim_start_matches(['*', '_', ' ', '`']);
    // Most texts start with none of the first letters of a number and of the names.
    if !bare.starts_with(|c: char| c.is_ascii_digit() || "\t([sSpPdDiIvVxX".contains(c)) {
        return None;
    }
    by(&NAMED, title).or_else(|| {
        let (Marker::Number { number, above }, at) = item(bare)? else { return None };
        Some(Mark { name: "number", number: whole(number, above), text: title.len() - bare.len() + at })
    })
}

/// The number that a title starts with in this form.
fn by(form: &Regex, title: &str) -> Option<Mark> {
    let found = form.captures(title)?;
    let counted = found.name("name").map_or("number", |name| name.as_str());
    let name = NAMES.into_iter().find(|name| counted.eq_ignore_ascii_case(name))?;
    let number = found.name("number")?.as_str().parse().ok();
    let number = number.and_then(|number| whole(number, u8::from(found.name("below").is_some())));
    let all = found.get(0)?;
    // A bracket or bar opens the text.
    Some(Mark { name, number, text: all.end() - usize::from(all.as_str().ends_with(['(', '[', '|'])) })
}

/// The number of an item with `above` numbers before it (`2.1`), if it is a number that a step can have.
fn whole(number: u32, above: u8) -> Option<u32> {
    (above == 0 && number <= MOST_NUMBER).then_some(number)
}

/// The number that a block is marked with; of a letter its place in the alphabet, but for `i`, which may be a Roman one.
pub(super) fn of_block(content: &ParsedContent<'_>, block: &Block) -> Option<Mark> {
    let text = content.text_of(block);
    let of_item = |number| Some(Mark { name: "number", number, text: block.text });
    let of_text = |found: Mark| Mark { text: block.text + found.text, ..found };
    // "3 eggs" is no number of a paragraph, "**3.** Break the eggs" is.
    let is_marked = text.starts_with(['*', '_', '`'])
        || text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("step "));
    match (block.kind, block.marker) {
        (BlockKind::Item, Some(Marker::Number { number, above })) => of_item(whole(number, above)),
        (BlockKind::Item, Some(Marker::Task { number: Some(number), .. })) => of_item(whole(number, 0)),
        (BlockKind::Item, Some(Marker::Letter)) => {
            let letter = content.slice(&(block.start..block.text)).bytes().find(u8::is_ascii_alphabetic)?;
            of_item(Some(u32::from(letter.to_ascii_lowercase() - b'a') + 1).filter(|number| *number != 9))
        }
        (BlockKind::Row, _) => of_row(content, block),
        (BlockKind::Heading(_), _) => of_title(text).or_else(|| by(&BEFORE_DASH, text)).map(of_text),
        _ if is_marked => of_title(text).map(of_text),
        _ => None,
    }
}

/// The number that a row's first cell holds, as `3`, `**3.**` or `Step 3`, and where the next cell starts.
fn of_row(content: &ParsedContent<'_>, row: &Block) -> Option<Mark> {
    let cell = parts(content, row.inner(), '|').find(|cell| !cell.is_empty())?;
    let own = content.slice(&tag::untagged(content.text(), cell.clone())?);
    let own = own.trim_matches(['*', '_', '`', '.', ')']);
    let bare = || Some(Mark { name: "number", number: whole(own.parse().ok()?, 0), text: 0 });
    by(&NAMED, own).or_else(bare).map(|found| Mark { text: cell.end, ..found })
}

/// What the heading of a block's section means where it only names a part of the document: that the `steps` are there (`5. Procedure`), or
/// none (`aside`: `2. Scope`).
pub(super) fn part(content: &ParsedContent<'_>, block: &Block) -> Option<&'static str> {
    let section = content.section(content.section_of(block)).filter(|section| section.level < LOOSE)?;
    // A title is read for each block below it: a long one is no such name.
    let title = Some(content.slice(&section.title)).filter(|title| title.len() <= readings::LONGEST)?;
    listed("part-of-document", &readings::plain(title))
}

/// Whether the number of a block says that it is a step: that of an item which lies in no other, of a title such as `Step 3: Mix`, and of a
/// heading such as `3. Mix`.
pub(super) fn is_of_step(content: &ParsedContent<'_>, block: &Block) -> bool {
    let mark = || of_block(content, block).filter(|mark| mark.number.is_some());
    match block.kind {
        BlockKind::Item => block.indent == 0 && !block.in_item && mark().is_some(),
        BlockKind::Heading(_) if part(content, block).is_some() => false,
        BlockKind::Heading(_) => mark().is_some_and(|mark| matches!(mark.name, "number" | "step")),
        BlockKind::Paragraph => mark().is_some_and(|mark| mark.name == "step"),
        _ => false,
    }
}
