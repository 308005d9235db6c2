//! Lines that a machine printed, such as the output of a build. In a log of such lines, none is a decision (H19) or a step (H20).

use crate::{
    english::word_list::words,
    text::{
        block::{Block, BlockKind},
        document::ParsedContent,
    },
};
use chunk_core::unicode;
use std::{ops::Range, sync::OnceLock};

/// A text of fewer lines may be a brief note, and is no log.
const FEWEST_LINES: usize = 4;

/// Whether a document is a log that a machine printed; computed when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Log(OnceLock<bool>);

impl Log {
    /// Whether at least three fifths of the lines were printed by a machine. Half would not do: in a list of parts that a person wrote,
    /// so many lines can look printed.
    pub(crate) fn is_log(&self, content: &ParsedContent<'_>) -> bool {
        *self.0.get_or_init(|| {
            let (printed, all) = lines(content);
            all >= FEWEST_LINES && printed * 5 >= all * 3
        })
    }

    /// Whether the document is a log, and a machine printed the first line of `span`.
    pub(super) fn is_printed(&self, content: &ParsedContent<'_>, span: Range<usize>) -> bool {
        let is_first_line_printed = || {
            let kind = content.blocks().get(content.block_at(span.start)?)?.kind;
            let line = content.slice(&span).lines().next().unwrap_or_default();
            Some(is_printed_in(kind, content, &(span.start..span.start + line.len())))
        };
        // The whole document is looked at last, and only if a line asks for it.
        self.0.get() != Some(&false) && is_first_line_printed() == Some(true) && self.is_log(content)
    }
}

/// How many lines a machine printed, and how many lines there are outside of code.
fn lines(content: &ParsedContent<'_>) -> (usize, usize) {
    let (mut printed, mut all) = (0, 0);
    let is_read = |block: &Block| !matches!(block.kind, BlockKind::Code | BlockKind::Definition);
    for block in content.blocks().iter().filter(|block| is_read(block)) {
        let mut start = block.span().start;
        for line in content.slice(&block.span()).split_inclusive('\n') {
            let span = start..start + line.len();
            start = span.end;
            all += 1;
            printed += usize::from(is_printed_in(block.kind, content, &span));
        }
    }
    (printed, all)
}

/// Whether a machine printed a line of a block of this kind. Of items, only lines that set, open or close something can be printed: their
/// bullet may be the mark of a change (`+ acl = "private"`, `+ versioning {`).
fn is_printed_in(kind: BlockKind, content: &ParsedContent<'_>, line: &Range<usize>) -> bool {
    let is_of_settings = || {
        let bare = unicode::trim(content.slice(line)).trim_start_matches(['+', '-', '*', ' ']);
        bare.split_ascii_whitespace().nth(1) == Some("=") || bare.ends_with('{') || bare.starts_with('}')
    };
    match kind {
        BlockKind::Paragraph => is_printed(content, line),
        BlockKind::Item => is_of_settings() && is_printed(content, line),
        _ => false,
    }
}

/// Whether a line looks printed. It has no word that only sentences have, and either ends with `...`, or holds something that is no word
/// (`4.2kB`, `src/main.c:7`, `--->`) and does not end as a sentence does.
fn is_printed(content: &ParsedContent<'_>, span: &Range<usize>) -> bool {
    let of_sentences = words![
        "a", "an", "the", "i", "me", "my", "we", "us", "our", "you", "your", "he", "his", "she", "her", "it",
        "its", "they", "them", "their", "this", "that", "these", "those", "is", "are", "was", "were", "be",
        "been", "have", "has", "had", "do", "does", "did", "will", "would", "shall", "should", "must", "can",
        "could", "may", "might", "if", "when", "then", "because", "but", "so", "who", "what", "which", "how",
        "please", "let", "not",
    ];
    let is_word = |part: &str| {
        let bare = part.trim_matches(['.', ',', ';', ':', '(', ')', '"', '\'', '!', '?']);
        let is_joined = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'\'' | b'-' | b'&');
        !bare.is_ascii() || bare.bytes().all(is_joined) || bare.bytes().all(|byte| byte.is_ascii_digit())
    };
    // Most lines that people wrote hold one of these, so this is asked first.
    if content.words.within(span).iter().any(|word| content.is_one_of(word, of_sentences)) {
        return false;
    }
    let parts = || content.slice(span).split_ascii_whitespace();
    // The last part of `COPY . .` ends no sentence.
    let last = parts().next_back().unwrap_or_default();
    last.ends_with("...")
        || !(last.len() > 1 && last.ends_with(['.', '!', '?'])) && parts().any(|part| !is_word(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::document::Document;
    use rstest::rstest;

    #[rstest]
    #[case::counter("Step 3/9 : COPY . ./", 1)]
    #[case::points("Step 3/9 : COPY . .", 1)]
    #[case::arrow(" ---> Running in 9d0e7a6c4b13", 1)]
    #[case::group("##[endgroup]", 1)]
    #[case::size("added 4 packages, 4.1MB", 1)]
    #[case::path("cc -c src/list.c -o build/list.o", 1)]
    #[case::goes_on("Refreshing state...", 1)]
    #[case::ends("Chose Postgres 16.2.", 0)]
    #[case::sentence("We moved src/list.c to lib.", 0)]
    #[case::order("Copy the file to /etc.", 0)]
    #[case::words("Whisk eggs, sugar and 2 lemons well.", 0)]
    #[case::not_english("Füge Öl/Essig hinzu", 0)]
    #[case::item("- build/list.o", 0)]
    #[case::setting("+ acl = \"private\"", 1)]
    #[case::group("- versioning {", 1)]
    #[case::change("- ami = \"ami-1\" -> null", 1)]
    #[case::sum("- 2 eggs = 120 g", 0)]
    #[case::order("- Set max = 3", 0)]
    #[case::step("1. Set max = 3", 0)]
    #[case::setting_explained("- max = 3 is what we want", 0)]
    #[case::heading("# build/list.o", 0)]
    fn lines_of_machines_and_of_people(#[case] line: &str, #[case] expected: usize) {
        let content = ParsedContent::new(Document::new("a.md", line));
        assert_eq!(lines(&content), (expected, 1));
    }

    // Blank lines and code count neither way.
    #[rstest]
    #[case::enough("x/y\nWait here\n\nc/d\ne/f\nWait there\n\n```\nWait\n```\n", true)]
    #[case::half("x/y\nWait here\n\nc/d\nWait there\n", false)]
    #[case::brief("x/y\nc/d\ne/f\n", false)]
    fn logs(#[case] text: &str, #[case] expected: bool) {
        assert_eq!(Log::default().is_log(&ParsedContent::new(Document::new("a.md", text))), expected);
    }
}
