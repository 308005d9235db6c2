//! Tables as plain text (B21): `tables/*.tsv`.

use std::sync::OnceLock;

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
