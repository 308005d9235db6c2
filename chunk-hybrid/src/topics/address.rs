//! The addresses in a text: URLs, targets of links, definitions of links. Their words say where something is, not what the text is about.

use crate::text::is_definition;
use chunk_core::{slice, unicode};
use std::ops::Range;

/// The label of a definition of a link has at most this many bytes.
const LONGEST_LABEL: usize = 1_000;

/// The addresses of a text, found from its start to its end.
pub(crate) struct Addresses<'t> {
    text: &'t str,
    /// The last address that was found; the text after it is still to be read.
    current: Range<usize>,
}

impl<'t> Addresses<'t> {
    /// The addresses of `text[start..]`.
    pub(crate) const fn of(text: &'t str, start: usize) -> Self {
        Self { text, current: start..start }
    }

    /// Whether the byte `at` lies in an address. Bytes have to be asked for in order.
    pub(crate) fn hold(&mut self, at: usize) -> bool {
        while self.current.end <= at {
            self.current = self.next();
        }
        self.current.start <= at
    }

    /// The next address: a URL from its scheme on, the target of a link, or the definition of one. After the last one, a range that no
    /// byte reaches.
    fn next(&self) -> Range<usize> {
        let rest = slice(self.text, self.current.end..self.text.len());
        let found = memchr::memchr2_iter(b':', b'(', rest.as_bytes()).find_map(|mark| {
            let (before, from_mark) = rest.split_at_checked(mark)?;
            let start = if from_mark.starts_with("://") {
                before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+.-".contains(c)).len()
            } else if before.ends_with(']') && from_mark.starts_with('(') {
                mark + 1
            } else {
                return definition(rest, mark);
            };
            let after_mark = slice(rest, mark + 1..rest.len());
            let length = after_mark.bytes().take_while(|&byte| is_of_address(byte)).count();
            Some(start..mark + 1 + length)
        });
        let Some(found) = found else { return usize::MAX..usize::MAX };
        self.current.end + found.start..self.current.end + found.end
    }
}

/// The line in which the colon at `mark` follows a label, if the line is the definition of a link.
fn definition(text: &str, mark: usize) -> Option<Range<usize>> {
    // No more is looked at than a label can have: a line can be all colons.
    let from = text.floor_char_boundary(mark.saturating_sub(LONGEST_LABEL));
    let near = slice(text, from..mark);
    let start = near.rfind('\n').map(|end| from + end + 1).or((from == 0).then_some(0))?;
    let label = unicode::trim_start(slice(text, start..mark));
    if !label.starts_with('[') || label.find(']')? + 1 != label.len() {
        return None;
    }
    let end = text.get(mark..)?.find('\n').map_or(text.len(), |length| mark + length);
    is_definition(slice(text, mark - label.len()..end)).then_some(start..end)
}

/// Whether an address may hold a byte.
const fn is_of_address(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'<' | b'>' | b'"' | b'`' | b')' | b']' | b'|')
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// The words of a text by what parts them, those in an address in angle brackets.
    #[rstest]
    #[case("see https://a.bc/d?e=f#g, then", "see <https a bc d e f g> then")]
    #[case("git+ssh://me@host:22/x.git y", "<git ssh me host 22 x git> y")]
    #[case("[the book](book.md#top) tells", "the book <book md top> tells")]
    #[case("![a logo](img/logo.svg \"Our logo\")", "a logo <img logo svg> Our logo")]
    #[case("[![x](https://y.io/z)](https://w.io) v", "x <https y io z https w io> v")]
    #[case("<https://a.bc> d | http://e|f", "<https a bc> d <http e> f")]
    #[case("参见 https://a.bc。然后", "参见 <https a bc> 然后")]
    #[case("12:30 (noon) a::b x:/y", "12 30 noon a b x y")]
    #[case("a:// b", "<a> b")]
    #[case("a\n[guide]: docs/a.md \"The guide\"\nb [c]: d", "a <guide docs a md The guide> b c d")]
    fn words_in_addresses(#[case] text: &str, #[case] expected: &str) {
        let mut addresses = Addresses::of(text, 0);
        let mut found = String::new();
        let mut was_held = false;
        for word in text.split(|c: char| !unicode::is_alphanumeric(c)).filter(|word| !word.is_empty()) {
            let is_held = addresses.hold(word.as_ptr() as usize - text.as_ptr() as usize);
            let close = if was_held && !is_held { ">" } else { "" };
            let space = if found.is_empty() { "" } else { " " };
            let open = if is_held && !was_held { "<" } else { "" };
            found += &format!("{close}{space}{open}{word}");
            was_held = is_held;
        }
        assert_eq!(found + if was_held { ">" } else { "" }, expected);
    }
}
