//! Pairs findings with labels and scores them.

use crate::rate::Rate;
use std::collections::BTreeMap;

/// The numbers of labels, of findings, and of pairs of both.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    pub labelled: usize,
    pub found: usize,
    pub matched: usize,
}

impl Tally {
    pub fn precision(self) -> Rate {
        Rate { part: self.matched, whole: self.found }
    }

    pub fn recall(self) -> Rate {
        Rate { part: self.matched, whole: self.labelled }
    }

    /// The harmonic mean of precision and recall.
    pub fn f1(self) -> Rate {
        Rate { part: 2 * self.matched, whole: self.labelled + self.found }
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.labelled += other.labelled;
        self.found += other.found;
        self.matched += other.matched;
    }
}

/// Labels and findings, paired.
pub struct Matching<'m, L, F> {
    /// A label and its finding, each in one pair at most.
    pub pairs: Vec<(&'m L, &'m F)>,
    /// Labels without a finding.
    pub missed: Vec<&'m L>,
    /// Findings without a label.
    pub further: Vec<&'m F>,
}

impl<'m, L, F> Matching<'m, L, F> {
    /// Pairs labels and findings that are at most `tolerance` apart, nearest first. `distance` is `None` if the two can never
    /// match.
    pub fn new(
        labels: &'m [L],
        findings: &'m [F],
        tolerance: usize,
        distance: impl Fn(&L, &F) -> Option<usize>,
    ) -> Self {
        let mut near = Vec::new();
        for (l, label) in labels.iter().enumerate() {
            for (f, finding) in findings.iter().enumerate() {
                near.extend(distance(label, finding).filter(|far| *far <= tolerance).map(|far| (far, l, f)));
            }
        }
        near.sort_unstable();
        let mut missed: BTreeMap<_, _> = labels.iter().enumerate().collect();
        let mut further: BTreeMap<_, _> = findings.iter().enumerate().collect();
        let mut pairs = Vec::new();
        for (_, l, f) in near {
            if let (Some(label), Some(finding)) = (missed.get(&l), further.get(&f)) {
                pairs.push((*label, *finding));
                missed.remove(&l);
                further.remove(&f);
            }
        }
        Self { pairs, missed: missed.into_values().collect(), further: further.into_values().collect() }
    }

    pub fn tally(&self) -> Tally {
        let matched = self.pairs.len();
        Tally { labelled: matched + self.missed.len(), found: matched + self.further.len(), matched }
    }
}

/// Whether two options say the same: the words of one are in the other, in lower case and without punctuation and leading
/// articles.
pub fn same_option(a: &str, b: &str) -> bool {
    let (a, b) = (words(a), words(b));
    let contains = |whole: &[String], part: &[String]| whole.windows(part.len()).any(|window| window == part);
    !a.is_empty() && !b.is_empty() && (if a.len() >= b.len() { contains(&a, &b) } else { contains(&b, &a) })
}

fn words(option: &str) -> Vec<String> {
    let mut words: Vec<_> = option
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if words.len() > 1 && words.first().is_some_and(|word| ["a", "an", "the"].contains(&word.as_str())) {
        words.remove(0);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_label_and_each_finding_is_in_one_pair_at_most_nearest_first() {
        let distance = |a: &usize, b: &usize| Some(a.abs_diff(*b));
        let matching = Matching::new(&[10, 20, 21], &[11, 9, 10, 22, 40], 1, distance);
        assert_eq!(matching.pairs, [(&10, &10), (&21, &22)]);
        assert_eq!((&matching.missed, &matching.further), (&vec![&20], &vec![&11, &9, &40]));
        assert_eq!(matching.tally(), Tally { labelled: 3, found: 5, matched: 2 });
    }

    #[test]
    fn rates() {
        let tally = Tally { labelled: 4, found: 8, matched: 2 };
        assert_eq!((tally.precision().value(), tally.recall().value()), (0.25, 0.5));
        assert!((tally.f1().value() - 1.0 / 3.0).abs() < 1e-9);
        assert_eq!(Rate::default().value().to_bits(), 0);
    }

    #[test]
    fn options_are_compared_by_whole_words() {
        assert!(same_option("the side panel", "side panel"));
        assert!(same_option("`tenacity-plus`", "the new dependency on tenacity-plus"));
        assert!(same_option("12", "12."));
        assert!(!same_option("12", "120"));
        assert!(!same_option("grass", ""));
        assert!(!same_option("side panel", "floating panel"));
    }
}
