//! Tables as plain text (B21): `tables/*.tsv`.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::{collections::BTreeMap, ops::Range, sync::LazyLock};

/// The rows of a table: a line each, with a tab between fields; lines that start with `# ` are for the reader. Missing fields are empty.
pub(super) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with("# ")).map(|line| {
        let mut fields = line.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

/// The words of `tables/words.tsv`, by their meaning.
static WORDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let mut words: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for [meaning, row] in rows(include_str!("tables/words.tsv")) {
        words.entry(meaning).or_default().extend(row.split(' '));
    }
    words
});

/// The words of this meaning.
pub(super) fn words(meaning: &str) -> &'static [&'static str] {
    let words = WORDS.get(meaning).map_or(&[][..], Vec::as_slice);
    debug_assert!(!words.is_empty(), "no words with the meaning {meaning}");
    words
}

/// Whether `word` is one with this meaning.
pub(super) fn means(word: &str, meaning: &str) -> bool {
    words(meaning).contains(&word)
}

/// Finds the words of rows in texts, all at once and in any case: each row has some, and a word may belong to several.
#[derive(Debug)]
pub(super) struct Finder<R> {
    /// `None` cannot happen: the words are few and short.
    automaton: Option<AhoCorasick>,
    row_of_word: Vec<usize>,
    pub(super) rows: Vec<R>,
}

impl<R> Finder<R> {
    pub(super) fn new(rows: impl IntoIterator<Item = (R, Vec<String>)>) -> Self {
        let (rows, words): (Vec<R>, Vec<Vec<String>>) = rows.into_iter().unzip();
        let row_of_word = words.iter().enumerate().flat_map(|(row, words)| words.iter().map(move |_| row));
        let row_of_word = row_of_word.collect();
        let mut automaton = AhoCorasick::builder();
        automaton.ascii_case_insensitive(true).match_kind(MatchKind::Standard);
        automaton.kind(Some(AhoCorasickKind::ContiguousNFA));
        Self { automaton: automaton.build(words.into_iter().flatten()).ok(), row_of_word, rows }
    }

    /// Where the words of which row are, by their ends.
    pub(super) fn find(&self, text: &str) -> impl Iterator<Item = (usize, Range<usize>)> {
        let found = self.automaton.iter().flat_map(move |words| words.find_overlapping_iter(text));
        found.filter_map(|found| Some((*self.row_of_word.get(found.pattern().as_usize())?, found.range())))
    }
}
