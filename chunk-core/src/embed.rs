//! The text to embed beside the text to cite: a head that says what a chunk is about, a blank line, and the chunk's content.

use crate::{
    ContentHash, TokenCounter, Warning, slice,
    unicode::{trim, trim_end},
};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A part of the head of a text to embed. Each is left out where it is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum EmbedPart {
    /// The title of the document: that of its front matter, or else its first heading.
    Title,
    /// The headings above the chunk, from the top.
    Headings,
    /// The header row of the table that the chunk continues.
    Table,
    /// When the document, or what the chunk holds, was written or said.
    Date,
    /// Who speaks in the chunk.
    Speaker,
}

/// What is known for the head of a chunk's text to embed; empty where nothing is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are those of EmbedPart")]
pub struct EmbedHead<'h> {
    pub title: &'h str,
    pub headings: &'h [String],
    pub table: &'h str,
    pub date: &'h str,
    pub speaker: &'h str,
}

impl EmbedHead<'_> {
    /// The head: a line for each of `parts` that is known, in the order of [`EmbedPart`], whatever theirs is. The title is left out where the
    /// headings begin with it. White space with a line end in it is one space.
    ///
    /// ```
    /// use chunk_core::{EmbedHead, types::EmbedPart::{Headings, Title}};
    ///
    /// let headings = ["Pumps".to_owned(), "Seals".to_owned()];
    /// let head = EmbedHead { title: "Handbook", headings: &headings, ..EmbedHead::default() };
    /// assert_eq!(head.lines(&[Title, Headings]), "Handbook\nPumps > Seals");
    /// ```
    #[must_use]
    pub fn lines(&self, parts: &[EmbedPart]) -> String {
        let has = |part| parts.contains(&part);
        let is_first_heading = self.headings.first().is_some_and(|first| first == self.title);
        let headings = self.headings.join(" > ");
        let lines = [
            (EmbedPart::Title, if has(EmbedPart::Headings) && is_first_heading { "" } else { self.title }),
            (EmbedPart::Headings, &*headings),
            (EmbedPart::Table, self.table),
            (EmbedPart::Date, self.date),
            (EmbedPart::Speaker, self.speaker),
        ];
        let asked = lines.into_iter().filter(|(part, _)| has(*part)).map(|(_, line)| in_one_line(line));
        asked.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
    }
}

/// A part on one line: a title of YAML, a heading and a name may have several.
fn in_one_line(part: &str) -> Cow<'_, str> {
    if !part.contains(['\n', '\r']) {
        return part.into();
    }
    let lines = part.split(['\n', '\r']).map(trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ").into()
}

/// The tokens to keep free for a head, of a text of `most` tokens in all: those of the head, at most a quarter, and of the blank line.
pub fn head_room(head: &str, most: usize, counter: &(impl TokenCounter + ?Sized)) -> usize {
    if head.is_empty() { 0 } else { counter.count(head).min(most / 4) + counter.count("\n\n") }
}

/// The warning of a document with a head that was cut.
#[must_use]
pub fn long_head() -> Warning {
    Warning::new(
        "long-head",
        "the head of a text to embed is too long, and was cut: set fewer parts in `embed`",
    )
}

/// A text to embed, and its digest, which changes when it has to be embedded again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embed {
    /// Head, blank line and content; the content alone if there is no head.
    pub text: String,
    /// SHA-256 of the text.
    pub hash: ContentHash,
    /// Whether the head was cut.
    pub is_cut: bool,
}

/// The text to embed of `content` below `head`. The head is cut where it has more than `most_head` tokens, or makes the text have more than
/// `most`: at the end, after a word if one fits.
pub fn embed(
    head: &str,
    content: &str,
    most_head: usize,
    most: usize,
    counter: &(impl TokenCounter + ?Sized),
) -> Embed {
    let (whole, mut head) = (head, shortened(head, most_head, counter));
    loop {
        let text = if head.is_empty() { content.to_owned() } else { format!("{head}\n\n{content}") };
        // Without a limit nothing is counted.
        let is_free = head.is_empty() || most == usize::MAX;
        let above = if is_free { 0 } else { counter.count(&text).saturating_sub(most) };
        if above == 0 {
            return Embed { hash: ContentHash::of(&text), text, is_cut: head.len() < whole.len() };
        }
        head = shortened(head, counter.count(head).saturating_sub(above), counter);
    }
}

/// `head`, or its beginning if it has more than `most` tokens. Each try takes the share of it that should fit, so there are few.
fn shortened<'h>(mut head: &'h str, most: usize, counter: &(impl TokenCounter + ?Sized)) -> &'h str {
    loop {
        let tokens = counter.count(head);
        if tokens <= most {
            return head;
        }
        let end = (head.len() as u128 * most as u128 / tokens as u128) as usize;
        let fitting = slice(head, 0..head.floor_char_boundary(end));
        // The last word may be cut.
        let words = fitting.rfind([' ', '\n']).map_or(fitting, |space| slice(fitting, 0..space));
        // A part of a row says nothing.
        let line = words.rfind('\n').map_or(0, |line_end| line_end + 1);
        let is_row = slice(words, line..words.len()).starts_with('|');
        head = trim_end(if is_row { slice(words, 0..line) } else { words });
    }
}
