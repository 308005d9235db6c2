//! Tables as plain text (B21): `tables/*.tsv`.

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::{ops::Range, sync::OnceLock};

/// The rows of a table: a line each, with a tab between fields; lines that start with `# ` are for the reader. Missing fields are empty.
pub(super) fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with("# ")).map(|line| {
        let mut fields = line.split('\t');
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    })
}

/// The words of one meaning in `tables/words.tsv`.
#[derive(Debug)]
pub(super) struct Words {
    meaning: &'static str,
    words: OnceLock<Vec<&'static str>>,
}

impl Words {
    pub(super) const fn new(meaning: &'static str) -> Self {
        Self { meaning, words: OnceLock::new() }
    }

    pub(super) fn iter(&'static self) -> impl Iterator<Item = &'static str> {
        let words = self.words.get_or_init(|| {
            let rows = rows(include_str!("tables/words.tsv"));
            let words = rows.filter(|[meaning, _]| *meaning == self.meaning);
            words.flat_map(|[_, words]| words.split(' ')).collect()
        });
        debug_assert!(!words.is_empty(), "no words with the meaning {}", self.meaning);
        words.iter().copied()
    }

    pub(super) fn has(&'static self, word: &str) -> bool {
        self.iter().any(|known| known == word)
    }
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
