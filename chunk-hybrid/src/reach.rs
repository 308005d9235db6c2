//! How far a number of tokens reaches from a place in the text.

use chunk_core::{TokenMeasure, is_white_space, slice};

/// No token of cl100k_base is longer than this many bytes.
const LONGEST_TOKEN: usize = 128;

/// Bytes for each token of the limit without any white space after which the search is given up.
const LONG_WORD: usize = 16;

/// The farthest end, behind `start` and at white space, of at most `limit` tokens. Without any white space on the way,
/// `None`.
pub(crate) fn forward(text: &str, tokens: &dyn TokenMeasure, start: usize, limit: usize) -> Option<usize> {
    let snap = |byte: usize| {
        let byte = text.floor_char_boundary(byte.min(text.len()));
        if byte == text.len() {
            return Some(byte);
        }
        let part = slice(text, start..byte);
        let behind_is_white = slice(text, byte..text.len()).starts_with(is_white_space);
        if behind_is_white { Some(byte) } else { part.rfind(is_white_space).map(|at| start + at) }
    };
    let from = tokens.start(start);
    let count = |end| {
        let known = from.zip(tokens.end(end)).and_then(|(from, to)| from.count_to(to));
        known.unwrap_or_else(|| tokens.count(start..end))
    };
    search(limit, text.len() - start, |distance| snap(start + distance), count)
}

/// The farthest start, before `end` and behind white space, of at most `limit` tokens.
pub(crate) fn backward(text: &str, tokens: &dyn TokenMeasure, end: usize, limit: usize) -> Option<usize> {
    let snap = |distance: usize| {
        let byte = text.floor_char_boundary(end.saturating_sub(distance));
        if byte == 0 {
            return Some(0);
        }
        let before_is_white = slice(text, 0..byte).ends_with(is_white_space);
        if before_is_white {
            return Some(byte);
        }
        let part = slice(text, byte..end);
        let at = part.find(is_white_space)?;
        let width = slice(part, at..part.len()).chars().next().map_or(1, char::len_utf8);
        Some(byte + at + width)
    };
    let to = tokens.end(end);
    let count = |start| {
        let known = tokens.start(start).zip(to).and_then(|(from, to)| from.count_to(to));
        known.unwrap_or_else(|| tokens.count(start..end))
    };
    search(limit, end, snap, count)
}

/// The place at the longest distance up to `most` whose count is at most `limit`: doubles, then halves.
fn search(
    limit: usize,
    most: usize,
    snap: impl Fn(usize) -> Option<usize>,
    count: impl Fn(usize) -> usize,
) -> Option<usize> {
    if limit == 0 {
        return None;
    }
    let most = most.min(limit * LONGEST_TOKEN);
    let mut near = 0;
    let mut far = (limit * 4).min(most);
    let mut found = None;
    // The nearest place that is known to be too far: near the end of the search, many distances lead to one place.
    let mut beyond = None;
    let mut fits = |place: usize, found: Option<usize>| {
        if found == Some(place) {
            return true;
        }
        if beyond == Some(place) {
            return false;
        }
        let fits = count(place) <= limit;
        if !fits {
            beyond = Some(place);
        }
        fits
    };
    loop {
        match snap(far) {
            Some(place) if fits(place, found) => found = Some(place),
            Some(_) => break,
            // Without white space on the way it is too near, not too far; but so long a word is not searched for its end.
            None if far >= limit * LONG_WORD => return found,
            None => {}
        }
        if far == most {
            return found;
        }
        near = far;
        far = (far * 2).min(most);
    }
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        match snap(middle) {
            Some(place) if fits(place, found) => (found, near) = (Some(place), middle),
            Some(_) => far = middle,
            None => near = middle,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use chunk_core::{Cl100k, TokenCounter};

    #[test]
    fn they_reach_as_far_as_a_naive_search() {
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..200 {
            let text: String = (0..random.usize(1..60))
                .map(|_| ["pump", " ", " ", "\n", "valve,", "é", "unbelievably", "1"][random.usize(..8)])
                .collect();
            let counter = Cl100k::default();
            let measure = counter.measure(&text);
            let limit = random.usize(1..12);
            let at = text.floor_char_boundary(random.usize(..=text.len()));
            let is_white = |byte: usize| text.as_bytes().get(byte).is_some_and(u8::is_ascii_whitespace);
            let ends = (at..=text.len())
                .filter(|&end| text.is_char_boundary(end) && (end == text.len() || is_white(end)));
            let found = forward(&text, &*measure, at, limit);
            let naive = ends.filter(|&end| end > at && measure.count(at..end) <= limit).max();
            let width = |end: Option<usize>| end.map_or(0, |end| measure.count(at..end.max(at)));
            assert!(width(found) <= limit);
            assert!(
                naive.is_none() || width(found) + 1 >= width(naive),
                "{text:?} {at} {limit} {found:?} {naive:?}"
            );
            let found = backward(&text, &*measure, at, limit);
            assert!(found.is_none_or(|start| measure.count(start..at) <= limit));
            assert!(found.is_none_or(|start| start == 0 || start == at || is_white(start - 1)));
        }
    }
}
