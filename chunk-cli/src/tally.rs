//! What a policy counts for its summary, besides documents and chunks.

use std::collections::BTreeMap;

/// Sums by their names, such as `tokens`.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<String, usize>);

impl Tally {
    pub(crate) fn add(&mut self, name: &str, number: usize) {
        match self.0.get_mut(name) {
            Some(sum) => *sum += number,
            None => {
                self.0.insert(name.to_owned(), number);
            }
        }
    }

    /// Adds the sums of another tally.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for (name, number) in &other.0 {
            self.add(name, *number);
        }
    }

    /// The sum of this name; 0 if nothing was added to it.
    pub(crate) fn sum(&self, name: &str) -> usize {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// All sums, in the order of their names.
    pub(crate) fn sums(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(name, number)| (name.as_str(), *number))
    }
}

/// `1 chunk`, `2 chunks`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
