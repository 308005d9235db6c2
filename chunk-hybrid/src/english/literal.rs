//! Literals that are looked for anywhere in a text, whatever their case: all of them in one pass.

use aho_corasick::AhoCorasick;

/// A list of literals.
pub(crate) struct Literals {
    /// `None` cannot happen: the literals are few and short.
    automaton: Option<AhoCorasick>,
}

impl Literals {
    pub(crate) fn new(literals: &[&str]) -> Self {
        Self { automaton: AhoCorasick::builder().ascii_case_insensitive(true).build(literals).ok() }
    }

    /// Whether one of them stands in `text`.
    pub(crate) fn stand_in(&self, text: &str) -> bool {
        self.automaton.as_ref().is_some_and(|automaton| automaton.is_match(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_stand_anywhere_in_any_case() {
        let literals = Literals::new(&["may skip", "(only "]);
        let found = ["You MAY skip it", "Wipe (Only if wet)", "may  skip", "(only)", ""]
            .map(|text| literals.stand_in(text));
        assert_eq!(found, [true, true, false, false, false]);
    }
}
