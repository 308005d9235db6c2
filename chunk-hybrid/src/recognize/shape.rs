//! How a line looks, whatever it says: what stands in it besides words, what block it is, how long it is. Features of the
//! models of decisions (H19) and of steps (H20).

use crate::text::{
    block::{Block, BlockKind},
    line::Marker,
};
use chunk_core::{slice, unicode};

/// What can stand in a line.
pub(super) const SHAPES: &[&str] = &[
    "arrow",
    "code",
    "quote",
    "link",
    "digit",
    "plus-one",
    "minus-one",
    "struck",
    "bold",
    "opens-bold",
    "colon",
    "question",
    "exclamation",
    "dash",
    "bracket",
    "yes-mark",
    "no-mark",
    "image",
    "only-code",
    "quoted",
    "number-as-code",
    "alert",
    "markup",
    "pair",
    "label",
];

/// What a line can be.
pub(super) const BLOCKS: &[&str] = &[
    "paragraph",
    "item",
    "open-task",
    "done-task",
    "number",
    "nested-number",
    "letter",
    "row",
    "code",
    "rule",
    "heading-1",
    "heading-2",
    "heading-3",
    "heading-4",
    "heading-5",
    "heading-6",
    "heading-without-mark",
    "nothing",
];

/// The place of a block in [`BLOCKS`].
pub(super) fn kind(block: Option<&Block>) -> u32 {
    let Some(block) = block else { return 17 };
    match (block.kind, block.marker) {
        (BlockKind::Item, Some(Marker::Task { checked: false, .. })) => 2,
        (BlockKind::Item, Some(Marker::Task { .. })) => 3,
        (BlockKind::Item, Some(Marker::Number { above: 0, .. })) => 4,
        (BlockKind::Item, Some(Marker::Number { .. })) => 5,
        (BlockKind::Item, Some(Marker::Letter(_))) => 6,
        (BlockKind::Item, _) => 1,
        (BlockKind::Paragraph, _) => 0,
        (BlockKind::Row, _) => 7,
        (BlockKind::Code, _) => 8,
        (BlockKind::Rule, _) => 9,
        (BlockKind::Heading(level), _) => 9 + u32::from(level.clamp(1, 7)),
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
    let mut found = Found(0);
    let bytes = text.as_bytes();
    let next = |at: usize| bytes.get(at + 1).copied().unwrap_or(b' ');
    let before = |at: usize| at.checked_sub(1).and_then(|at| bytes.get(at)).copied().unwrap_or(b' ');
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'0'..=b'9' => found.see("digit"),
            b'`' => found.see("code"),
            b'"' => found.see("quote"),
            b']' if next(at) == b'(' => found.see("link"),
            b'>' if matches!(before(at), b'-' | b'=') => found.see("arrow"),
            b'+' | b'-' if next(at) == b'1' && matches!(before(at), b' ' | b'|' | b'\n') => {
                let alone =
                    bytes.get(at + 2).is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'.');
                if alone {
                    found.see(if byte == b'+' { "plus-one" } else { "minus-one" });
                }
            }
            b'-' if before(at) == b' ' && next(at) == b' ' => found.see("dash"),
            b';' => found.see("dash"),
            b'~' if next(at) == b'~' => found.see("struck"),
            b'*' | b'_' if next(at) == byte => found.see("bold"),
            b'!' if next(at) == b'[' || before(at) == b'[' => {}
            b'!' => found.see("exclamation"),
            b'(' if before(at) != b']' => found.see("bracket"),
            0xE2 | 0xF0 => {
                found.see_mark(bytes.get(at..at + 4).unwrap_or_else(|| bytes.get(at..).unwrap_or_default()))
            }
            _ => {}
        }
    }
    found.see_ends(text);
    found.0
}

struct Found(u32);

impl Found {
    fn see(&mut self, shape: &str) {
        let place = SHAPES.iter().position(|known| *known == shape);
        self.0 |= place.map_or(0, |place| 1 << place);
    }

    /// The sign of several bytes that `bytes` start with.
    fn see_mark(&mut self, bytes: &[u8]) {
        let starts = |marks: &[&str]| marks.iter().any(|mark| bytes.starts_with(mark.as_bytes()));
        if starts(&["“", "”", "‘"]) {
            self.see("quote");
        } else if starts(&["—", "–"]) {
            self.see("dash");
        } else if starts(&["→", "➜"]) {
            self.see("arrow");
        } else if starts(&["✅", "✔", "✓", "☑", "👍", "🟢"]) {
            self.see("yes-mark");
        } else if starts(&["❌", "✗", "✘", "✖", "👎", "🚫", "⛔", "🔴"]) {
            self.see("no-mark");
        }
    }

    /// What a line is by how it starts and ends.
    fn see_ends(&mut self, text: &str) {
        let start = unicode::trim_start(text);
        let end = unicode::trim_end(text);
        let marked = end.trim_end_matches(['*', '_', ')', '"', '”']);
        if marked.ends_with(':') {
            self.see("colon");
        }
        if marked.ends_with('?') {
            self.see("question");
        }
        if start.starts_with("**") || start.starts_with("__") {
            self.see("opens-bold");
        }
        if start.starts_with("![") || start.starts_with("[![") {
            self.see("image");
        }
        if start.starts_with('>') {
            self.see("quoted");
            if unicode::trim_start(slice(start, 1..start.len())).starts_with("[!") {
                self.see("alert");
            }
        }
        if start.starts_with('<') {
            self.see("markup");
        }
        if let Some(code) = unicode::trim_end(start).strip_prefix('`').and_then(|code| code.strip_suffix('`'))
            && !code.contains('`')
        {
            self.see("only-code");
        }
        if let Some((number, _)) = start.strip_prefix('`').and_then(|code| code.split_once(".`"))
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            self.see("number-as-code");
        }
        let whole = unicode::trim_end(start);
        let opening = whole.as_bytes().get(..LONGEST_LABEL).unwrap_or(whole.as_bytes());
        let colon = memchr::memchr2(b':', b'.', opening).filter(|&at| opening.get(at) == Some(&b':'));
        if let Some(behind) =
            colon.map(|at| slice(whole, at + 1..whole.len())).filter(|behind| behind.starts_with(' '))
        {
            self.see("label");
            if !unicode::trim(behind).contains(' ') {
                self.see("pair");
            }
        }
    }
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
