//! The words of a text, and a quotation in it: word for word, or else the place that is most like it.

use chunk_core::unicode;
use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) bytes: Range<usize>,
    /// Whether the text has all its words, in this order, with none between.
    pub(super) is_exact: bool,
    /// How often the text has the quotation word for word.
    pub(super) times: usize,
}

/// At least as many of a quotation's words have to be found, in hundredths.
const ENOUGH: usize = 60;

/// The place of `quote` in `text` that is nearest to the byte `near`, or else the place most like it: that with the fewest words to add, drop
/// or change, if at least 60% of the words are there.
pub(super) fn find(text: &str, quote: &str, near: usize) -> Option<Found> {
    let quote = unicode::trim(quote);
    let starts = || text.match_indices(quote).map(|(start, _)| start);
    if let Some(start) = starts().min_by_key(|start| start.abs_diff(near)) {
        return Some(Found { bytes: start..start + quote.len(), is_exact: true, times: starts().count() });
    }
    let (own, want) = (words(text), lowercase(quote));
    let (run, distance) = nearest(&lowercase(text), &want)?;
    let bytes = own.get(run.start)?.start..own.get(run.end.checked_sub(1)?)?.end;
    (want.len().saturating_sub(distance) * 100 >= want.len() * ENOUGH).then_some(Found {
        bytes,
        is_exact: distance == 0,
        times: 1,
    })
}

/// The run of `have` with the smallest edit distance to all of `want` (Sellers' algorithm), the first of equals, and that distance.
fn nearest(have: &[String], want: &[String]) -> Option<(Range<usize>, usize)> {
    if want.is_empty() {
        return None;
    }
    // For each prefix of `want`: its distance to the best run that ends here, and where that run starts.
    let mut column: Vec<(usize, usize)> = (0..=want.len()).map(|length| (length, 0)).collect();
    let mut best: Option<(usize, Range<usize>)> = None;
    for (at, word) in have.iter().enumerate() {
        let mut diagonal = (0, at);
        let mut above = (0, at + 1);
        for (index, wanted) in want.iter().enumerate() {
            let Some(cell) = column.get_mut(index + 1) else { break };
            let (changed, dropped, added) = (
                (diagonal.0 + usize::from(word != wanted), diagonal.1),
                (cell.0 + 1, cell.1),
                (above.0 + 1, above.1),
            );
            diagonal = *cell;
            *cell = changed.min(dropped).min(added);
            above = *cell;
        }
        let Some(&(distance, start)) = column.last() else { continue };
        if start <= at && best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, start..at + 1));
        }
    }
    best.map(|(distance, run)| (run, distance))
}

/// Runs of letters and digits, with the marks on them. A character of a script that writes no spaces between words is a word by itself.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut is_open = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_alone = matches!(c, '\u{0E00}'..='\u{0EFF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{20000}'..='\u{3FFFF}');
        match found.last_mut() {
            Some(last) if is_open && !is_alone && (unicode::is_alphanumeric(c) || unicode::is_mark(c)) => {
                last.end = end
            }
            _ => {
                is_open = unicode::is_alphanumeric(c) && !is_alone;
                if is_open || is_alone {
                    found.push(at..end);
                }
            }
        }
    }
    found
}

/// The words of a text in lower case.
pub(super) fn lowercase(text: &str) -> Vec<String> {
    words(text).into_iter().map(|range| unicode::lowercase(text.get(range).unwrap_or_default())).collect()
}
