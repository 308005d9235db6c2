//! How far a number of tokens reaches from a place in the text.

use chunk_core::{TokenMeasure, is_white_space, slice};

/// No token of cl100k_base is longer than this many bytes.
pub(crate) const LONGEST_TOKEN: usize = 128;

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

/// The farthest start of a word, or of the line that it opens, of at most `limit` tokens before `end`. Without any white
/// space on the way, `None`.
pub(crate) fn backward(text: &str, tokens: &dyn TokenMeasure, end: usize, limit: usize) -> Option<usize> {
    let to = tokens.end(end);
    let count = |start: usize| {
        let known = tokens.start(start).zip(to).and_then(|(from, to)| from.count_to(to));
        known.unwrap_or_else(|| tokens.count(start..end))
    };
    // Without the white space before it a word can be more tokens, or fewer, so the counts from the starts of words do not
    // only grow; those from the ends of words do. No word before an end that is too far can be near.
    let word_end = |distance: usize| {
        let byte = text.floor_char_boundary(end.saturating_sub(distance));
        let part = slice(text, byte..end);
        let is_in_gap = byte > 0 && !slice(text, 0..byte).ends_with(is_white_space);
        let lead = if is_in_gap { 0 } else { part.len() - part.trim_start_matches(is_white_space).len() };
        let behind = slice(part, lead..part.len()).find(is_white_space)?;
        Some(part.len() - lead - behind)
    };
    let near = search(limit, None, end, word_end, |distance| count(end - distance));
    let mut behind = match near {
        Some(distance) => end - distance,
        None if limit > 0 => slice(text, 0..end).trim_end_matches(is_white_space).len(),
        None => return None,
    };
    let least = text.floor_char_boundary(end.saturating_sub(limit.saturating_mul(LONGEST_TOKEN)));
    let word = slice(text, least..behind.max(least)).rfind(is_white_space);
    let mut start = match word {
        Some(white) => text.ceil_char_boundary(least + white + 1),
        None if least == 0 => 0,
        None => end,
    };
    // Where the word before does not fit, the next one does, or one that follows soon: each takes its own tokens along.
    while start >= behind || count(start) > limit {
        let rest = slice(text, behind..end);
        let word = rest.trim_start_matches(is_white_space);
        start = end - word.len();
        if word.is_empty() {
            return None;
        }
        behind = start + word.find(is_white_space).unwrap_or(word.len());
    }
    // What is looked at is bounded: a text can be one line.
    let blanks = slice(text, 0..start).bytes().rev().take(limit + 1);
    let indent = blanks.take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let line = start - indent;
    let opens_line = line == 0 || slice(text, 0..line).ends_with('\n');
    Some(if opens_line && indent <= limit && count(line) <= limit { line } else { start })
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
        for _ in 0..5_000 {
            let text: String = (0..random.usize(1..60))
                .map(|_| {
                    ["pump", " ", " ", "\n", "valve,", "é", "unbelievably", "1", ".\n\n", "Äquatorial"]
                        [random.usize(..10)]
                })
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
            let opens = |start: &usize| (*start == 0 || is_white(start - 1)) && !is_white(*start);
            let starts = (0..at).filter(|&start| text.is_char_boundary(start)).filter(opens);
            let farthest = starts.filter(|&start| measure.count(start..at) <= limit).min();
            // The line that the word opens may start before it.
            let word = found
                .map(|start| at - text[start..at].trim_start_matches(is_white_space).len())
                .filter(|start| *start < at);
            assert_eq!(word, farthest, "{text:?} {at} {limit} {found:?}");
        }
    }
}
