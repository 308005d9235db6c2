//! The number of a step as it is written (H20): `Step 3:`, `3. `, `**3.**`.

use crate::english::listed;
use crate::pattern;
use crate::readings;
use crate::text::{Block, BlockKind, LOOSE, Marker, ParsedContent, item, parts, tag};
use regex::Regex;
use std::sync::LazyLock;

/// A greater number numbers no step.
pub(crate) const MOST_NUMBER: u32 = 999_999;

/// What a number in a title counts; "number" if that is not named.
pub(super) const NAMES: &[&str] = &["number", "step", "stage", "phase", "part", "day"];

/// A title that starts with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbered {
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
        r"^[*_ (\[]*(?i:(?<name>step|stage|phase|part|day))[ #]+(?<number>[0-9]+)(?<below>(?:\.[0-9]+)+|[a-zA-Z])?(?:$|[.*_:,)\]\n–—-]|\s+[–—(\[|-]|[(\[|]| of [0-9]+)[*_.,)\]: –—-]*",
    )
});
/// `**1.** Mix`, `` `1.` Mix ``.
static MARKED: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[*_ `]*(?<number>[0-9]+)(?:\.\*\*|\.`|\)\*\*|\*\*\.|\.__)\s*"));
/// `3 - Mix`, `3 – Mix`: only asked of headings, since a sentence may start like that.
static BEFORE_DASH: LazyLock<Regex> = LazyLock::new(|| pattern("^(?<number>[0-9]+) [-–—] "));

/// `2a`, `2.1`: all that is in a cell.
static BELOW: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[0-9]+(?:[a-z]|(?:\.[0-9]+)+)$"));

/// The number that a title starts with.
pub(super) fn of_title(title: &str) -> Option<Numbered> {
    let bare = title.trim_start_matches(['*', '_', ' ', '`']);
    // Most texts start with none of the first letters of a number and of the names.
    if !bare.starts_with(|c: char| c.is_ascii_digit() || "\t([sSpPdDiIvVxX".contains(c)) {
        return None;
    }
    by(&NAMED, title).or_else(|| by(&MARKED, title)).or_else(|| {
        let (Marker::Number { number, above }, at) = item(bare)? else { return None };
        let text = title.len() - bare.len() + at;
        Some(Numbered { name: "number", number: whole(number, above), text })
    })
}

/// The number that a title starts with in this form.
fn by(form: &Regex, title: &str) -> Option<Numbered> {
    let found = form.captures(title)?;
    let counted = found.name("name").map_or("number", |name| name.as_str());
    let name = NAMES.iter().find(|name| counted.eq_ignore_ascii_case(name))?;
    let number = found.name("number")?.as_str().parse().ok();
    let number = number.and_then(|number| whole(number, u8::from(found.name("below").is_some())));
    let all = found.get(0)?;
    // A bracket or bar opens the text.
    Some(Numbered { name, number, text: all.end() - usize::from(all.as_str().ends_with(['(', '[', '|'])) })
}

/// The number that a block is marked with, and where its text starts.
pub(super) fn of_block(content: &ParsedContent<'_>, block: &Block) -> (Option<u32>, usize) {
    let text = content.text_of(block);
    // "3 eggs" is no number of a paragraph, "**3.** Break the eggs" is.
    let is_marked = || {
        text.starts_with(['*', '_', '`'])
            || text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("step "))
    };
    let title = match (block.kind, block.marker) {
        (BlockKind::Item, Some(Marker::Number { number, .. })) if is_in_section(content, block) => {
            return (whole(number, 0), block.text);
        }
        (BlockKind::Item, Some(Marker::Number { above: 1.., .. })) => None,
        (BlockKind::Item, marker) if marker.and_then(Marker::number).is_some() || !is_marked() => {
            let number = marker.and_then(Marker::number).and_then(|number| whole(number, 0));
            return (number, block.text);
        }
        (BlockKind::Row, _) => return of_row(content, block),
        (BlockKind::Heading(_), _) => {
            of_title(text).or_else(|| by(&BEFORE_DASH, text).filter(|found| found.number.is_some()))
        }
        _ => is_marked().then(|| of_title(text)).flatten(),
    };
    title.map_or((None, block.text), |title| (title.number, block.text + title.text))
}

/// The place in the alphabet of the letter that an item is marked with: 2 of `b)`. An `i` that follows no letter is a Roman one.
pub(super) fn of_letter(content: &ParsedContent<'_>, item: &Block) -> Option<u32> {
    let is_letter = |block: &Block| block.marker == Some(Marker::Letter);
    let mark = content.slice(&(item.start..item.text)).bytes().find(u8::is_ascii_alphabetic);
    let mark = mark.filter(|_| is_letter(item))?.to_ascii_lowercase();
    let follows =
        || item.number.checked_sub(1).and_then(|at| content.blocks().get(at)).is_some_and(is_letter);
    Some(if mark == b'i' && !follows() { 1 } else { u32::from(mark - b'a') + 1 })
}

/// The first of the numbers in a mark: 7 of `7.1` and of `Step 7a`.
pub(super) fn first(mark: &str) -> Option<u32> {
    let from = mark.trim_start_matches(|c: char| !c.is_ascii_digit());
    from.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// What the heading of a block's section means where it only names a part of the document: that the `steps` are there (`5. Procedure`), or
/// none (`aside`: `2. Scope`).
pub(super) fn part(content: &ParsedContent<'_>, block: &Block) -> Option<&'static str> {
    let section = content.section(content.section_of(block)).filter(|section| section.level < LOOSE)?;
    // A title is read for each block below it: a long one is no such name.
    let title = Some(content.slice(&section.title)).filter(|title| title.len() <= readings::LONGEST)?;
    listed("part-of-document", &readings::plain(title))
}

/// Whether an item has the number of a section with steps before its own: `5.1` below `5. Procedure`.
fn is_in_section(content: &ParsedContent<'_>, item: &Block) -> bool {
    let heading = content.section(content.section_of(item)).and_then(|own| content.blocks().get(own.heading));
    let first_of = |block: &Block| first(content.slice(&block.span()));
    matches!(item.marker, Some(Marker::Number { above: 1, .. }))
        && heading.is_some_and(|own| part(content, item) == Some("steps") && first_of(own) == first_of(item))
}

/// Whether the number of a block says that it is a step: that of an item which lies in no other, of a title such as `Step 3: Mix`, and of a
/// heading such as `3. Mix`.
pub(super) fn is_of_step(content: &ParsedContent<'_>, block: &Block) -> bool {
    let numbered = || of_title(content.text_of(block)).filter(|title| title.number.is_some());
    match (block.kind, block.marker) {
        (BlockKind::Item, Some(Marker::Number { above: 0, .. } | Marker::Letter)) => {
            block.indent == 0 && !block.in_item
        }
        (BlockKind::Item, _) => is_in_section(content, block),
        (BlockKind::Heading(_), _) if part(content, block).is_some() => false,
        (BlockKind::Heading(_), _) => numbered().is_some_and(|title| matches!(title.name, "number" | "step")),
        (BlockKind::Paragraph, _) => numbered().is_some_and(|title| title.name == "step"),
        _ => false,
    }
}

/// The number that a row's first cell holds, as `3`, `**3.**` or `Step 3` (none for `2a` and `2.1`), and where the next cell starts.
fn of_row(content: &ParsedContent<'_>, row: &Block) -> (Option<u32>, usize) {
    let first = parts(content, row.inner(), '|').find(|cell| !cell.is_empty());
    let numbered = first.and_then(|cell| {
        let own = content
            .slice(&tag::untagged(content.text(), cell.clone())?)
            .trim_matches(['*', '_', '`', '.', ')']);
        let bare = || own.parse().ok().filter(|_| own.bytes().all(|byte| byte.is_ascii_digit()));
        let below = || BELOW.is_match(own).then_some(None);
        let number = bare().map(|number| whole(number, 0)).or_else(|| Some(by(&NAMED, own)?.number));
        Some((number.or_else(below)?, cell.end))
    });
    numbered.unwrap_or((None, row.text))
}

/// The number of an item with `above` numbers before it (`2.1`), if it is a number that a step can have.
fn whole(number: u32, above: u8) -> Option<u32> {
    (above == 0 && number <= MOST_NUMBER).then_some(number)
}
