use super::*;
use crate::text::Document;
use chunk_core::{TokenCounter, counters::Cl100k};
use rstest::rstest;

impl Units<'_> {
    /// Units with these numbers of tokens, breaks before them and terms.
    pub(crate) fn made_up(made_up: &[(usize, Break, Vec<u32>)]) -> Self {
        let mut units = Self { block_terms: BLOCK_TERMS, ..Self::default() };
        for (tokens, before, terms) in made_up {
            let first = units.terms.len();
            units.terms.extend(terms);
            let terms = first..units.terms.len();
            units.units.push(Unit { span: 0..0, tokens: *tokens, before: *before, terms });
        }
        units.distinct = units.terms.iter().max().map_or(0, |most| *most as usize + 1);
        units.below = units.distinct;
        units
    }
}

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
    assert_eq!(units.units.iter().skip(1).map(|unit| unit.before).collect::<Vec<_>>(), expected);
}

// H6: a text without white space is cut into pieces of at most the size; a sentence of words is not.
#[test]
fn words_that_are_too_long_are_cut() {
    let text = format!("{}\n\n{}\n", "天气很好我们去公园吧".repeat(40), "oak ".repeat(300));
    let content = ParsedContent::new(Document::new("a.md", &text));
    let counter = Cl100k::default();
    let units = Units::new(&content, 0..text.len(), 100, None, &*counter.measure(&text));
    let (last, before) = units.units.split_last().unwrap();
    assert!(before.len() > 4 && before.iter().all(|unit| unit.tokens <= 100));
    assert!(last.tokens >= 300);
}

// A rule above a heading, and definitions of links, belong to what is before; a heading without text to no other of its level.
#[test]
fn what_goes_with_what() {
    let text = "# A\n\nOne.\n\n---\n\n## B\n\n## C\n\nTwo.\n\n[a]: b.md\n";
    let content = ParsedContent::new(Document::new("a.md", text));
    let counter = Cl100k::default();
    let units = Units::new(&content, 0..text.len(), 100, None, &*counter.measure(text));
    let found: Vec<_> = units.texts().collect();
    assert_eq!(found, ["# A\n\nOne.\n\n---", "## B", "## C\n\nTwo.\n\n[a]: b.md"]);
}
