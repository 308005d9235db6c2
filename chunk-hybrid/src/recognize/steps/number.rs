//! The number of a step as it is written (H20): `Step 3:`, `3. `, `**3.**`.

use crate::text::{Block, BlockKind, Line, Marker, ParsedContent, classify, parts};
use chunk_core::{slice, unicode};

/// A greater number numbers no step.
pub(crate) const MOST_NUMBER: u32 = 999_999;

/// What a number in a title counts; "number" if that is not named.
pub(super) const NAMES: &[&str] = &["number", "step", "stage", "phase", "part", "day"];

/// A title that starts with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Numbered {
    /// What the number counts, by its index in [`NAMES`].
    pub(super) name: u32,
    /// The number; `None` for `2.1` and `2a`, which number no step.
    pub(super) number: Option<u32>,
    /// Where the text after the number starts.
    pub(super) text: usize,
}

/// The number that a title starts with.
pub(super) fn of_title(title: &str) -> Option<Numbered> {
    with_name(title).or_else(|| without_name(title))
}

fn without_name(title: &str) -> Option<Numbered> {
    let bare = title.trim_start_matches(['*', '_', ' ', '`']);
    let lead = title.len() - bare.len();
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    let closed = slice(bare, digits..bare.len());
    // "**1.** Mix" and "`1.` Mix".
    let marked =
        [".**", ".`", ")**", "**.", ".__"].iter().find(|mark| digits > 0 && closed.starts_with(**mark));
    if let Some(mark) = marked {
        let behind = slice(closed, mark.len()..closed.len());
        let text = lead + bare.len() - unicode::trim_start(behind).len();
        let number = slice(bare, 0..digits).parse().ok().filter(|number| *number <= MOST_NUMBER);
        return Some(Numbered { name: 0, number, text });
    }
    let Line::Item(Marker::Number { number, above }, at) = classify(bare) else { return None };
    Some(Numbered { name: 0, number: whole(number, above), text: lead + at })
}

/// `Step 3: …` and the like: a number after one of the names.
fn with_name(text: &str) -> Option<Numbered> {
    NAMES.iter().zip(0..).skip(1).find_map(|(word, name)| named(text, word, name))
}

/// `Step 3: `, `STEP 3 - `: a number after the name `word`, whose index is `name`.
fn named(text: &str, word: &str, name: u32) -> Option<Numbered> {
    let lead = text.len() - text.trim_start_matches(['*', '_', ' ', '(', '[']).len();
    let rest = slice(text, lead..text.len());
    rest.get(..word.len()).filter(|own| own.eq_ignore_ascii_case(word))?;
    let behind = slice(rest, word.len()..rest.len());
    let spaces = behind.len() - behind.trim_start_matches([' ', '#']).len();
    let value = slice(behind, spaces..behind.len());
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    let number: u32 = slice(value, 0..digits).parse().ok().filter(|_| spaces > 0)?;
    let behind = slice(value, digits..value.len());
    let tail = match behind.as_bytes() {
        [b'.', b'0'..=b'9', ..] => behind.trim_start_matches(|c: char| c == '.' || c.is_ascii_digit()),
        [b'a'..=b'z' | b'A'..=b'Z', ..] => slice(behind, 1..behind.len()),
        _ => behind,
    };
    let nested = tail.len() < behind.len();
    let ends = tail.is_empty()
        || behind.starts_with('.')
        || tail.starts_with(['*', '_', ':', ',', ')', ']', '\n', '-', '–', '—'])
        || unicode::trim_start(tail).starts_with(['-', '–', '—', '(', '|'])
        || tail.starts_with(" of ");
    let label = tail.trim_start_matches(['*', '_', '.', ',', ')', ']', ':', '-', '–', '—', ' ']);
    let text = text.len() - label.len();
    let number = Some(number).filter(|number| !nested && *number <= MOST_NUMBER);
    ends.then_some(Numbered { name, number, text })
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
        (BlockKind::Item, Some(Marker::Number { number, above })) => {
            return (whole(number, above), block.text);
        }
        (BlockKind::Item, Some(marker)) if marker.number().is_some() => {
            return (marker.number(), block.text);
        }
        (BlockKind::Item, _) => None,
        (BlockKind::Row, _) => return of_row(content, block),
        (BlockKind::Heading(_), _) => of_title(text).or_else(|| before_dash(text)),
        _ => is_marked().then(|| of_title(text)).flatten(),
    };
    title.map_or((None, block.text), |title| (title.number, block.text + title.text))
}

/// Whether the number of a block says that it is a step: that of an item which lies in no other, of a title such as `Step 3: Mix`, and of a
/// heading such as `3. Mix`.
pub(super) fn is_of_step(content: &ParsedContent<'_>, block: &Block) -> bool {
    let numbered = || of_title(content.text_of(block)).filter(|title| title.number.is_some());
    match (block.kind, block.marker) {
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => block.indent == 0 && !block.in_item,
        (BlockKind::Heading(_), _) => numbered().is_some_and(|title| matches!(title.name, 0 | 1)),
        (BlockKind::Paragraph, _) => numbered().is_some_and(|title| title.name == 1),
        _ => false,
    }
}

/// `3 - Mix`, `3 – Mix`: only asked of headings, since a sentence may start like that.
fn before_dash(title: &str) -> Option<Numbered> {
    let digits = title.bytes().take_while(u8::is_ascii_digit).count();
    let behind = slice(title, digits..title.len());
    let text = [" - ", " – ", " — "].iter().find_map(|dash| behind.strip_prefix(dash))?;
    let number = slice(title, 0..digits).parse().ok().filter(|number| *number <= MOST_NUMBER)?;
    Some(Numbered { name: 0, number: Some(number), text: title.len() - text.len() })
}

/// The number that a row's first cell holds, as `3`, `**3.**` or `Step 3`, and where the next cell starts.
fn of_row(content: &ParsedContent<'_>, row: &Block) -> (Option<u32>, usize) {
    let first = parts(content, row.inner(), '|').find(|cell| !cell.is_empty());
    let numbered = first.and_then(|cell| {
        let own = content.slice(&cell).trim_matches(['*', '_', '`', '.', ')']);
        let bare = || own.parse().ok().filter(|_| own.bytes().all(|byte| byte.is_ascii_digit()));
        let number = bare().or_else(|| with_name(own)?.number)?;
        Some((whole(number, 0), cell.end))
    });
    numbered.unwrap_or((None, row.text))
}

/// The number of an item with `above` numbers before it (`2.1`), if it is a number that a step can have.
fn whole(number: u32, above: u8) -> Option<u32> {
    (above == 0 && number <= MOST_NUMBER).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Step 3: Mix", Some(("step", Some(3), "Mix")))]
    #[case("3. Mix", Some(("number", Some(3), "Mix")))]
    #[case("2.1 Mix", Some(("number", None, "Mix")))]
    #[case("**1.** Mix", Some(("number", Some(1), "Mix")))]
    #[case("`2.` Mix", Some(("number", Some(2), "Mix")))]
    #[case("**1. Mix**", Some(("number", Some(1), "Mix**")))]
    #[case("Steps of life", None)]
    #[case("Step 1000000: Mix", Some(("step", None, "Mix")))]
    #[case("Step 2.1: Mix", Some(("step", None, "Mix")))]
    #[case("Step 2a - Mix", Some(("step", None, "Mix")))]
    #[case("Step 2ab: Mix", None)]
    #[case("Mix", None)]
    fn titles(#[case] title: &str, #[case] expected: Option<(&str, Option<u32>, &str)>) {
        let found = of_title(title);
        assert_eq!(
            found.map(|found| (NAMES[found.name as usize], found.number, &title[found.text..])),
            expected
        );
    }
}
