//! Finds running text and code with the parser alone, independently of the policy.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// A run of text inside one block: a paragraph, a heading, a list item, a table, a code block or an HTML block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub bytes: Range<usize>,
    pub kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Made of sentences, and may be cut after one.
    Prose,
    /// Never cut, but a chunk's overlap may start in it.
    Html,
    /// Never cut, and no overlap starts inside.
    Verbatim,
}

/// The runs of `text` from `start` on, ascending.
pub fn runs(text: &str, start: usize) -> Vec<Run> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_TASKLISTS;
    let mut runs: Vec<Run> = Vec::new();
    let mut kind = Kind::Prose;
    let mut is_open = false;
    for (event, range) in Parser::new_ext(text.get(start..).unwrap_or_default(), options).into_offset_iter() {
        let range = range.start + start..range.end + start;
        match event {
            Event::Start(Tag::CodeBlock(_) | Tag::Table(_)) => {
                runs.push(Run { bytes: range, kind: Kind::Verbatim });
                (kind, is_open) = (Kind::Verbatim, false);
            }
            Event::End(TagEnd::CodeBlock | TagEnd::Table) => (kind, is_open) = (Kind::Prose, false),
            _ if kind == Kind::Verbatim => {}
            Event::Start(Tag::HtmlBlock) => {
                runs.push(Run { bytes: range, kind: Kind::Html });
                is_open = false;
            }
            Event::Html(_) | Event::Rule => is_open = false,
            Event::Start(tag) if is_block(&tag.to_end()) => is_open = false,
            Event::End(tag) if is_block(&tag) => is_open = false,
            _ => match runs.last_mut().filter(|_| is_open) {
                Some(last) => last.bytes.end = last.bytes.end.max(range.end),
                None => {
                    runs.push(Run { bytes: range, kind: Kind::Prose });
                    is_open = true;
                }
            },
        }
    }
    runs
}

const fn is_block(tag: &TagEnd) -> bool {
    !matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_the_text_of_one_block() {
        let text =
            "---\na: 1\n---\n# A *b*\nOne. [Two](x)\nthree.\n\n- four `five`\n- six\n\n```\nx\n```\n\n<p>\n";
        let found: Vec<_> =
            runs(text, 13).into_iter().map(|run| (chunk_core::slice(text, run.bytes), run.kind)).collect();
        let expected = [
            ("A *b*", Kind::Prose),
            ("One. [Two](x)\nthree.", Kind::Prose),
            ("four `five`", Kind::Prose),
            ("six", Kind::Prose),
            ("```\nx\n```", Kind::Verbatim),
            ("<p>\n", Kind::Html),
        ];
        assert_eq!(found, expected);
    }
}
