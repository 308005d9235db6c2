//! What comes first of some that are weighed: all by one type, so that one sort is compiled.

/// The first `most` of these weights and places, least first, of equals what stands before.
pub(crate) fn least(mut ranked: Vec<(i64, usize)>, most: usize) -> Vec<(i64, usize)> {
    if ranked.len() > most {
        ranked.select_nth_unstable(most);
        ranked.truncate(most);
    }
    ranked.sort_unstable();
    ranked
}
