//! Finds a quotation in a text: word for word, or else the place that is most like it.

use chunk_core::unicode;
use std::ops::Range;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) bytes: Range<usize>,
    /// Whether the text has it word for word, white space aside.
    pub(super) is_exact: bool,
}

/// Of a quotation's words, at least as many have to be found, in hundredths.
const ENOUGH: usize = 60;

/// The first place of `quote` in `text`, or the place most like it: that with the fewest words to add, drop or change, if at
/// least 60% of the words are there.
pub(super) fn find(text: &str, quote: &str) -> Option<Found> {
    let quote = unicode::trim(quote);
    if let Some(start) = text.find(quote) {
        return Some(Found { bytes: start..start + quote.len(), is_exact: true });
    }
    let (own, wanted) = (words(text), words(quote));
    let lower = |part: &str| unicode::lowercase(part);
    let have: Vec<String> =
        own.iter().map(|range| lower(text.get(range.clone()).unwrap_or_default())).collect();
    let want: Vec<String> =
        wanted.iter().map(|range| lower(quote.get(range.clone()).unwrap_or_default())).collect();
    let (run, distance) = nearest(&have, &want)?;
    let bytes = own.get(run.start)?.start..own.get(run.end.checked_sub(1)?)?.end;
    ((want.len() - distance.min(want.len())) * 100 >= want.len() * ENOUGH)
        .then_some(Found { bytes, is_exact: distance == 0 })
}

/// The words of a text: runs of letters and numbers.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|&(_, c)| unicode::is_alphanumeric(c)) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end += c.len_utf8(),
            _ => found.push(at..at + c.len_utf8()),
        }
    }
    found
}

/// The run of `have` with the smallest edit distance to all of `want` (Sellers' algorithm), the first of equals, and that distance.
fn nearest(have: &[String], want: &[String]) -> Option<(Range<usize>, usize)> {
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

#[cfg(test)]
#[allow(clippy::string_slice)]
mod tests {
    use super::*;

    #[rstest::rstest]
    #[case::exact("one two three", "two three", Some(("two three", true)))]
    #[case::first_of_two("a b a b", "a b", Some(("a b", true)))]
    #[case::line_end("one two\n> three four", "two three", Some(("two\n> three", true)))]
    #[case::letter_case("It Was Late", "it was late", Some(("It Was Late", true)))]
    #[case::a_word_changed("the red old mill stood there", "the red new mill stood", Some(("the red old mill stood", false)))]
    #[case::a_word_more("the red mill stood there", "the red old mill stood", Some(("the red mill stood", false)))]
    #[case::nothing_like_it("the red mill stood there", "a green boat sank here", None)]
    #[case::empty("", "x", None)]
    fn a_quotation_is_found(#[case] text: &str, #[case] quote: &str, #[case] expected: Option<(&str, bool)>) {
        let found = find(text, quote).map(|found| (text[found.bytes].to_owned(), found.is_exact));
        assert_eq!(found, expected.map(|(held, is_exact)| (held.to_owned(), is_exact)));
    }
}
