//! Ranking by weight, always with the same types, so that only one sort is compiled into the binary.

/// The `most` pairs (weight, index) of smallest weight, smallest first; of equal weights the smaller index first.
pub(crate) fn smallest(mut ranked: Vec<(i64, usize)>, most: usize) -> Vec<(i64, usize)> {
    if ranked.len() > most {
        ranked.select_nth_unstable(most);
        ranked.truncate(most);
    }
    ranked.sort_unstable();
    ranked
}
