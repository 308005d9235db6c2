use super::*;
use crate::text::document::Document;
use chunk_core::{Cl100k, TokenCounter};
use rstest::rstest;

// H18: what a colon introduces is parted from it as a sentence is from the next.
#[rstest]
#[case("We take these woods for it:\n\n- oak\n- ash\n", &[Break::Sentence, Break::Newline])]
#[case("We take these woods for it:\n\n```\noak\n```\n", &[Break::Sentence])]
#[case("We take these woods for it:\n\n| wood |\n|---|\n| oak |\n", &[Break::Sentence, Break::Newline])]
#[case("We take these woods for it.\n\n- oak\n- ash\n", &[Break::BlankLine, Break::Newline])]
#[case("We take these woods for it:\n\nOak lasts.\n", &[Break::BlankLine])]
fn what_a_cut_breaks(#[case] text: &str, #[case] expected: &[Break]) {
    let content = ParsedContent::new(Document::new("a.md", text));
    let counter = Cl100k::default();
    let units = Units::new(&content, 0..text.len(), 500, None, &*counter.measure(text));
    assert_eq!(units.units.iter().skip(1).map(|unit| unit.before()).collect::<Vec<_>>(), expected);
}

// The largest setting is 2,000 tokens: what is kept of more must be more than that.
#[test]
fn what_is_packed_is_unpacked() {
    for before in Break::ALL {
        for (tokens, kept) in
            [(0, 0), (1, 1), (2_001, 2_001), (8_191, 8_191), (8_192, 8_191), (1 << 20, 8_191)]
        {
            let unit = Unit::new(u32::MAX as usize, tokens, before);
            assert_eq!((unit.start(), unit.tokens(), unit.before()), (u32::MAX as usize, kept, before));
        }
    }
}
