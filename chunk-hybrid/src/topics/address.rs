//! The addresses in a text. Their words say where something is, not what the text is about.

use crate::text::line::is_definition;
use chunk_core::{slice, unicode};
use std::ops::Range;

/// No definition of a link has a longer label, in bytes.
const FARTHEST: usize = 1_000;

/// The addresses of a text, asked for from its start to its end.
pub(crate) struct Addresses<'t> {
    text: &'t str,
    /// The one at hand, or none where it is empty; what is behind it is still to be read.
    own: Range<usize>,
}

impl<'t> Addresses<'t> {
    /// Those of `text[start..]`.
    pub(crate) const fn of(text: &'t str, start: usize) -> Self {
        Self { text, own: start..start }
    }

    /// Whether the byte `at` stands in one. It is not before those asked for already.
    pub(crate) fn hold(&mut self, at: usize) -> bool {
        while self.own.end <= at {
            self.own = self.next();
        }
        self.own.start <= at
    }

    /// The next one, from its scheme to its end, or the target of a link; behind the last one, one that no byte reaches.
    fn next(&self) -> Range<usize> {
        let behind = slice(self.text, self.own.end..self.text.len());
        let found = memchr::memchr2_iter(b':', b'(', behind.as_bytes()).find_map(|mark| {
            let (before, own) = behind.split_at_checked(mark)?;
            let start = if own.starts_with("://") {
                before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "+.-".contains(c)).len()
            } else if before.ends_with(']') && own.starts_with('(') {
                mark + 1
            } else {
                return defined(behind, mark);
            };
            let rest = slice(behind, mark + 1..behind.len());
            let length = rest.bytes().take_while(|&byte| may_stand(byte)).count();
            Some(start..mark + 1 + length)
        });
        found.map_or(usize::MAX..usize::MAX, |own| self.own.end + own.start..self.own.end + own.end)
    }
}

/// The line whose label the `mark` is behind, if it says where a link leads.
fn defined(text: &str, mark: usize) -> Option<Range<usize>> {
    // What is looked at is bounded, for a line can be all marks: the line has no other label.
    let from = text.floor_char_boundary(mark.saturating_sub(FARTHEST));
    let near = slice(text, from..mark);
    let start = near.rfind('\n').map(|end| from + end + 1).or((from == 0).then_some(0))?;
    let label = unicode::trim_start(slice(text, start..mark));
    if !label.starts_with('[') || label.find(']')? + 1 != label.len() {
        return None;
    }
    let end = text.get(mark..)?.find('\n').map_or(text.len(), |length| mark + length);
    is_definition(slice(text, mark - label.len()..end)).then_some(start..end)
}

const fn may_stand(byte: u8) -> bool {
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
