//! A text with parts left out, in which secrets are found that would not be found in the text itself (B21): without the characters that nobody
//! sees, such as a zero-width space in a name; and with the words of a list (`["curl", "-u", "bob:x"]`) as the line of a command.

use super::{Secret, pattern::Pattern};
use chunk_core::slice;
use std::ops::Range;

#[derive(Debug, Default)]
pub(super) struct Condensed {
    pub(super) text: String,
    /// For each part that was left out: where in `text`, and how many bytes were left out up to and with it.
    gaps: Vec<(usize, usize)>,
}

/// Whether nobody sees this: a soft hyphen, marks of zero width and of direction, a byte order mark.
const fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

impl Condensed {
    /// A text without the characters that nobody sees; `None` if it has none.
    pub(super) fn visible(text: &str) -> Option<Self> {
        let invisible = || text.match_indices(is_invisible).map(|(at, letter)| at..at + letter.len());
        (!text.is_ascii() && text.contains(is_invisible)).then(|| Self::without(text, invisible()))
    }

    /// A text with the words of each list of options, as of a Dockerfile's `CMD ["a", "-p", "x"]` or of `args:` in YAML, in one line with one
    /// blank between; `None` if it has none.
    pub(super) fn lists_as_lines(text: &str) -> Option<Self> {
        // Between the words in brackets, or, in YAML, before a word, which is a part of what is found.
        static BETWEEN: Pattern = Pattern::new(
            r#"(["'],\s*\[?[bru]?["'])|(["']?[ ]*\r?\n[ ]*-[ ]+["']?)[^\s:"']+(?::[^\s]+)?["']?[ ]*(?:\n|$)"#,
        );
        let has = |option: &str| memchr::memmem::find(text.as_bytes(), option.as_bytes()).is_some();
        if !["\"-", "'-", "- -"].into_iter().any(has) {
            return None;
        }
        let regex = BETWEEN.regex()?;
        let mut parts: Vec<Range<usize>> = Vec::new();
        let mut at = 0;
        while let Some(found) = regex.captures_at(text.as_bytes(), at) {
            let part = found.get(1).or(found.get(2))?.range();
            at = part.end;
            parts.push(part);
        }
        // The first byte of each becomes a blank.
        let mut line = text.as_bytes().to_vec();
        for part in &parts {
            if let Some(first) = line.get_mut(part.start) {
                *first = b' ';
            }
        }
        let line = String::from_utf8(line).ok()?;
        Some(Self::without(&line, parts.into_iter().map(|part| part.start + 1..part.end)))
    }

    fn without(text: &str, parts: impl Iterator<Item = Range<usize>>) -> Self {
        let mut condensed = Self::default();
        let (mut copied, mut left_out) = (0, 0);
        for part in parts {
            condensed.text.push_str(slice(text, copied..part.start));
            copied = part.end;
            left_out += part.len();
            condensed.gaps.push((condensed.text.len(), left_out));
        }
        condensed.text.push_str(slice(text, copied..text.len()));
        condensed
    }

    /// A secret that was found in `text`, where it is in the text that this was made of.
    pub(super) fn in_original(&self, secret: &Secret) -> Secret {
        let before = |byte: usize, with: bool| {
            let gaps = self.gaps.partition_point(|(at, _)| *at < byte || with && *at == byte);
            gaps.checked_sub(1).and_then(|last| self.gaps.get(last)).map_or(0, |(_, left_out)| *left_out)
        };
        let (start, end) = (secret.bytes.start, secret.bytes.end);
        Secret::new(start + before(start, true)..end + before(end, false), secret.rule.clone())
    }
}
