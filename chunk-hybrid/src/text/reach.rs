//! How far a number of tokens reaches from a place in the text.

use chunk_core::{TokenMeasure, is_white_space, slice};

/// No token of cl100k_base is longer than this many bytes.
const LONGEST_TOKEN: usize = 128;

/// Bytes for each token of the limit without any white space after which the search is given up.
const LONG_WORD: usize = 16;

/// How far the search first leaps, in bytes: about as far as a guess is wrong.
const FIRST_STEP: usize = 8;

/// The farthest end, behind `start` and at white space, of at most `limit` tokens. Without any white space on the way,
/// `None`.
pub(crate) fn forward(text: &str, tokens: &dyn TokenMeasure, start: usize, limit: usize) -> Option<usize> {
    let snap = |distance: usize| {
        let byte = text.floor_char_boundary((start + distance).min(text.len()));
        if byte == text.len() || slice(text, byte..text.len()).starts_with(is_white_space) {
            return Some(byte - start);
        }
        let part = slice(text, start..byte);
        let word = part.bytes().rev().take_while(u8::is_ascii_graphic).count();
        slice(part, 0..part.len() - word).rfind(is_white_space)
    };
    let from = tokens.start(start);
    let count = |distance| {
        let end = start + distance;
        let known = from.zip(tokens.end(end)).and_then(|(from, to)| from.count_to(to));
        known.unwrap_or_else(|| tokens.count(start..end))
    };
    let guess = from.and_then(|from| tokens.place_of(from.tokens.wrapping_add(limit)));
    let guess = guess.map(|end| end.saturating_sub(start));
    search(limit, guess, text.len() - start, snap, count).map(|distance| start + distance)
}

/// The farthest start, before `end` and behind white space, of at most `limit` tokens.
pub(crate) fn backward(text: &str, tokens: &dyn TokenMeasure, end: usize, limit: usize) -> Option<usize> {
    let snap = |distance: usize| {
        let byte = text.floor_char_boundary(end.saturating_sub(distance));
        if byte == 0 || slice(text, 0..byte).ends_with(is_white_space) {
            return Some(end - byte);
        }
        let part = slice(text, byte..end);
        let word = part.bytes().take_while(u8::is_ascii_graphic).count();
        let rest = slice(part, word..part.len());
        let white = rest.char_indices().find(|(_, c)| is_white_space(*c));
        white.map(|(at, white)| rest.len() - at - white.len_utf8())
    };
    let to = tokens.end(end);
    let count = |distance| {
        let start = end - distance;
        let known = tokens.start(start).zip(to).and_then(|(from, to)| from.count_to(to));
        known.unwrap_or_else(|| tokens.count(start..end))
    };
    // Without the white space before it a word can be more tokens, so counts do not only grow: what is found depends on
    // where the search looks. It starts from nothing, for what is found to stay what it was.
    search(limit, None, end, snap, count).map(|distance| end - distance)
}

/// The longest distance up to `most` to a place whose count is at most `limit`: goes away from `guess` in steps that
/// double until it lies in between, then halves. `snap` brings a distance to that of the next place before it.
fn search(
    limit: usize,
    guess: Option<usize>,
    most: usize,
    snap: impl Fn(usize) -> Option<usize>,
    count: impl Fn(usize) -> usize,
) -> Option<usize> {
    if limit == 0 {
        return None;
    }
    let most = most.min(limit * LONGEST_TOKEN);
    let long_word = most.min(limit * LONG_WORD);
    let mut found = None;
    // The nearest place that is known to be too far: near the end of the search, many distances lead to it.
    let mut beyond = usize::MAX;
    let mut is_near = |distance: usize, found: &mut Option<usize>| {
        if distance >= beyond {
            return false;
        }
        // Without white space on the way it is too near, not too far.
        let Some(place) = snap(distance) else { return true };
        if *found == Some(place) {
            return true;
        }
        let is_near = count(place) <= limit;
        if is_near {
            *found = Some(place);
        } else {
            beyond = place;
        }
        is_near
    };
    let (mut far, mut step) = guess.map_or((limit * 4, limit * 4), |guess| (guess, FIRST_STEP));
    far = far.min(long_word);
    let mut near = far.saturating_sub(step);
    if is_near(far, &mut found) {
        loop {
            // A word that is longer is not searched for its end.
            let last = if found.is_none() { long_word } else { most };
            if far == last {
                return found;
            }
            near = far;
            far = (far + step).min(last);
            step *= 2;
            if !is_near(far, &mut found) {
                break;
            }
        }
    } else {
        while near > 0 && !is_near(near, &mut found) {
            far = near;
            step *= 2;
            near = far.saturating_sub(step);
        }
    }
    while far - near > 1 {
        let middle = near + (far - near) / 2;
        let side = if is_near(middle, &mut found) { &mut near } else { &mut far };
        *side = middle;
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
