//! How a line looks, whatever it says: what stands in it besides words, what block it is, how long it is. Features of the
//! models of decisions (H19) and of steps (H20).

use crate::{
    names::names,
    text::{
        block::{Block, BlockKind},
        line::Marker,
    },
};
use chunk_core::{positions, slice, unicode};

names! {
    /// What can stand in a line.
    pub(super) SHAPES:
    "arrow" as ARROW, "code" as CODE, "quote" as QUOTE, "link" as LINK, "digit" as DIGIT, "plus-one" as PLUS_ONE,
    "minus-one" as MINUS_ONE, "struck" as STRUCK, "bold" as BOLD, "opens-bold" as OPENS_BOLD, "colon" as COLON,
    "question" as QUESTION, "exclamation" as EXCLAMATION, "dash" as DASH, "bracket" as BRACKET,
    "yes-mark" as YES_MARK, "no-mark" as NO_MARK, "image" as IMAGE, "only-code" as ONLY_CODE, "quoted" as QUOTED,
    "number-as-code" as NUMBER_AS_CODE, "alert" as ALERT, "markup" as MARKUP, "pair" as PAIR, "label" as LABEL,
}

/// What a line can be.
pub(super) mod block {
    crate::names::names! {
        pub(crate) ALL:
        "paragraph" as PARAGRAPH, "item" as ITEM, "open-task" as OPEN_TASK, "done-task" as DONE_TASK,
        "number" as NUMBER, "nested-number" as NESTED_NUMBER, "letter" as LETTER, "row" as ROW, "code" as CODE,
        "rule" as RULE, "heading-1" as HEADING_1, "heading-2", "heading-3", "heading-4", "heading-5", "heading-6",
        "heading-without-mark", "nothing" as NOTHING,
    }
}

/// The place of a block in [`block::ALL`].
pub(super) fn kind(block: Option<&Block>) -> u32 {
    let Some(block) = block else { return block::NOTHING };
    match (block.kind, block.marker) {
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => block::OPEN_TASK,
        (BlockKind::Item, Some(Marker::Task { .. })) => block::DONE_TASK,
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => block::NUMBER,
        (BlockKind::Item, Some(Marker::Number { .. })) => block::NESTED_NUMBER,
        (BlockKind::Item, Some(Marker::Letter(_))) => block::LETTER,
        (BlockKind::Item, _) => block::ITEM,
        (BlockKind::Paragraph, _) => block::PARAGRAPH,
        (BlockKind::Row, _) => block::ROW,
        (BlockKind::Code, _) => block::CODE,
        (BlockKind::Rule, _) => block::RULE,
        (BlockKind::Heading(level), _) => block::HEADING_1 - 1 + u32::from(level.clamp(1, 7)),
    }
}

/// No label is longer, in bytes.
const LONGEST_LABEL: usize = 50;

/// How many lengths there are.
pub(super) const LENGTHS: u32 = 6;

/// Into which of six classes a number of words falls.
pub(super) const fn length(words: usize) -> u32 {
    match words {
        0..3 => 0,
        3..6 => 1,
        6..12 => 2,
        12..25 => 3,
        25..50 => 4,
        _ => 5,
    }
}

/// The places in [`SHAPES`] of what stands in `text`, each once, a bit for each.
pub(super) fn shapes(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let next = |at: usize| bytes.get(at + 1).copied().unwrap_or(b' ');
    let before = |at: usize| at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    let is_vote = |at: usize| {
        let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && *byte != b'.';
        matches!(before(at), b' ' | b'|' | b'\n') && next(at) == b'1' && bytes.get(at + 2).is_none_or(ends)
    };
    let may_be_one =
        |byte: u8| byte.is_ascii_graphic() & !byte.is_ascii_alphabetic() | matches!(byte, 0xE2 | 0xF0);
    let mut found = ends(text);
    for at in positions(bytes, may_be_one) {
        let byte = bytes.get(at).copied().unwrap_or_default();
        found |= match byte {
            b'0'..=b'9' => bit(DIGIT),
            b'`' => bit(CODE),
            b'"' => bit(QUOTE),
            b']' if next(at) == b'(' => bit(LINK),
            b'>' if matches!(before(at), b'-' | b'=') => bit(ARROW),
            b'+' if is_vote(at) => bit(PLUS_ONE),
            b'-' if is_vote(at) => bit(MINUS_ONE),
            b'-' if before(at) == b' ' && next(at) == b' ' => bit(DASH),
            b';' => bit(DASH),
            b'~' if next(at) == b'~' => bit(STRUCK),
            b'*' | b'_' if next(at) == byte => bit(BOLD),
            b'!' if next(at) != b'[' && before(at) != b'[' => bit(EXCLAMATION),
            b'(' if before(at) != b']' => bit(BRACKET),
            0xE2 | 0xF0 => mark(bytes.get(at..).unwrap_or_default()),
            _ => 0,
        };
    }
    found
}

/// The bit of a shape.
const fn bit(shape: u32) -> u32 {
    1 << shape
}

/// The sign of several bytes that `bytes` start with.
fn mark(bytes: &[u8]) -> u32 {
    const MARKS: [(u32, &[&str]); 5] = [
        (QUOTE, &["“", "”", "‘"]),
        (DASH, &["—", "–"]),
        (ARROW, &["→", "➜"]),
        (YES_MARK, &["✅", "✔", "✓", "☑", "👍", "🟢"]),
        (NO_MARK, &["❌", "✗", "✘", "✖", "👎", "🚫", "⛔", "🔴"]),
    ];
    let is_one_of = |marks: &[&str]| marks.iter().any(|mark| bytes.starts_with(mark.as_bytes()));
    MARKS.iter().find(|(_, marks)| is_one_of(marks)).map_or(0, |(shape, _)| bit(*shape))
}

/// What a line is by how it starts and ends.
fn ends(text: &str) -> u32 {
    let whole = unicode::trim(text);
    let closing = unicode::trim_end(text).trim_end_matches(['*', '_', ')', '"', '”']);
    let quoted = whole.strip_prefix('>');
    let code = whole.strip_prefix('`');
    let number = code.and_then(|code| code.split_once(".`"));
    let opening = whole.as_bytes().get(..LONGEST_LABEL).unwrap_or(whole.as_bytes());
    let colon = memchr::memchr2(b':', b'.', opening).filter(|&at| opening.get(at) == Some(&b':'));
    let labelled = colon.and_then(|at| slice(whole, at + 1..whole.len()).strip_prefix(' '));
    let is_so = [
        (COLON, closing.ends_with(':')),
        (QUESTION, closing.ends_with('?')),
        (OPENS_BOLD, whole.starts_with("**") || whole.starts_with("__")),
        (IMAGE, whole.starts_with("![") || whole.starts_with("[![")),
        (QUOTED, quoted.is_some()),
        (ALERT, quoted.is_some_and(|quoted| unicode::trim_start(quoted).starts_with("[!"))),
        (MARKUP, whole.starts_with('<')),
        (ONLY_CODE, code.is_some_and(|code| code.find('`').is_some_and(|end| end + 1 == code.len()))),
        (NUMBER_AS_CODE, number.is_some_and(|(number, _)| number.bytes().all(|byte| byte.is_ascii_digit()))),
        (LABEL, labelled.is_some()),
        (PAIR, labelled.is_some_and(|behind| !unicode::trim(behind).contains(' '))),
    ];
    is_so.iter().filter(|(_, is_so)| *is_so).map(|(shape, _)| bit(*shape)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Use `tabs`, not spaces", &["code"])]
    #[case("a -> b", &["arrow"])]
    #[case("from 1.2 → 1.4!", &["arrow", "digit", "exclamation"])]
    #[case("| +1 | -1 |", &["digit", "plus-one", "minus-one"])]
    #[case("+1.5 and a-1", &["digit"])]
    #[case("see [this](there) (now)", &["link", "bracket"])]
    #[case("✅ done; ❌ no", &["dash", "yes-mark", "no-mark"])]
    #[case("**Note:**", &["bold", "opens-bold", "colon"])]
    #[case("Is it?", &["question"])]
    #[case("![screen](a.png)", &["link", "image"])]
    #[case("`ls -l`", &["code", "only-code"])]
    #[case("`2.` Stop", &["code", "digit", "number-as-code"])]
    #[case("> [!NOTE] careful", &["quoted", "alert"])]
    #[case("<br>", &["markup"])]
    #[case("Name: Ann", &["pair", "label"])]
    #[case("Steps: do it all", &["label"])]
    #[case("“so”", &["quote"])]
    fn what_stands_in_a_line(#[case] text: &str, #[case] expected: &[&str]) {
        let found = shapes(text);
        let names: Vec<_> =
            (0..).zip(SHAPES).filter(|(bit, _)| found >> bit & 1 == 1).map(|(_, name)| *name).collect();
        assert_eq!(names, expected, "{text}");
    }
}
