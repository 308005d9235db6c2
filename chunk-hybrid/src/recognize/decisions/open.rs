//! What is not decided yet (H19): `Decision: TBD`, "nothing is decided", and what only answers.

use super::{around, options, sentence::Sentence, speaker::Opening};
use crate::recognize::said;
use crate::text::{Block, ParsedContent, label_of};
use chunk_core::unicode;
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// What says, where a decision is expected, that there is none: alone, or with when and why.
static UNDECIDED: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(concat!(
        r"^(?i-u:(?:still |it is |is )*(?:tb[acd]|to-?do|none|n/a|open|pending|undecided|unknown|postponed|deferred",
        r"|no(?:t|thing)(?: is| has been)?(?: yet)? decided)",
        r"(?:$|[\n!-,./:-@\[-`{-~]| (?:-|–|—) | (?:yet|to|until|till|for now|by|at|after|so far|review|approval|discussion|input)\b)",
        r"|(?:still |it is |is )*(?:no decision|not yet|on hold|in progress|waiting (?:for|on)|(?:under|in) discussion",
        r"|to be (?:decided|discussed|determined|defined|announced|confirmed))\b",
        // What only leads to another place decides nothing.
        r"|see (?:\[|(?:also|the|our|above|below)\b)",
        // Nor does a mere date.
        r"|(?:approved|accepted|decided|ratified)[*_ ]*:[*_ ]*(?:on )?[0-9]{2,4}[-./][0-9]{1,2}[-./][0-9]{2,4}$",
        r"|we (?:can|could|did)(?: ?not|n(?:'|’)t) (?:agree|decide)",
        r"|(?:we|it|this) (?:have|has|is|was)(?: not|n(?:'|’)t)(?: yet)?(?: been)? (?:agreed|decided|made|settled|taken))",
    ))
});

/// Whether a sentence is a question, or one that is answered with no: "**Do we use MySQL instead of Postgres?** No."
pub(super) fn asks(sentence: &str) -> bool {
    static DENIED: LazyLock<Regex> = LazyLock::new(|| crate::pattern(r"\?[*_]+\s+(?i-u:no|nope)(?-u:\b)"));
    DENIED.is_match(sentence) || sentence.trim_end_matches(['*', '_', '"', '”', '’', ')']).ends_with('?')
}

/// Whether a text is a question or starts with what says that nothing is decided.
pub(super) fn says_so(text: &str) -> bool {
    asks(text) || UNDECIDED.is_match(text.trim_start_matches(|c: char| !unicode::is_alphanumeric(c)))
}

/// Whether a candidate says that nothing is decided, after the label that it may have.
pub(super) fn is_undecided(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    let label = said::label_of_entry(content, block).filter(|label| span.contains(&label.text));
    let label = label.or_else(|| label_of(content.slice(span)).map(|label| label.after(span.start)));
    let text = content.slice(&(label.map_or(span.start, |label| label.text.min(span.end))..span.end));
    let is_mark = |c: char| !unicode::is_alphanumeric(c);
    let bare = text.trim_start_matches(is_mark).trim_end_matches([' ', '|']);
    // The label itself may say so: "TBD: logo".
    let whole = content.slice(span).trim_start_matches(is_mark);
    UNDECIDED.is_match(bare) || UNDECIDED.is_match(whole) || bare.is_empty() && text.contains('?')
}

/// What says that nothing is decided, in any place of a sentence; "has not decided to" does not.
static OPEN: LazyLock<Regex> = LazyLock::new(|| {
    crate::pattern(concat!(
        r"(?i)(?-u:\b)(?:undecided|no decision|not yet (?:agreed|made|taken)|(?:nothing|none) [^.;:,()]{0,40}(?:decided|settled)",
        r"|(?:not|never|nobody|[a-z]n['’]t)(?: been| yet| be| has| ever)* (?:decided?|settled)(?:$|[^a-z ]| $| [^t]| t[^o]))",
    ))
});

/// Whether a sentence, or the one before it in its block, says that nothing is decided.
pub(super) fn is_left_open(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    // What stands before is most of a long block only by chance: its end counts.
    let before = content.text().ceil_char_boundary(block.text.max(span.start.saturating_sub(NEAR)));
    OPEN.is_match(content.slice(&(before.min(span.start)..span.end)))
}

/// At most this many bytes before a sentence are read.
const NEAR: usize = 160;

/// Whether a mere yes answers what was said or asked before, and does not approve a title: "Ben: Fine with me."
pub(super) fn is_answer(content: &ParsedContent<'_>, block: &Block, span: Range<usize>) -> bool {
    let opening = Opening::of(content, span.clone());
    let text = opening.as_ref().map_or(span.start, |opening| opening.text.clamp(span.start, span.end));
    let title = content.section(content.section_of(block)).map(|section| section.title.clone());
    title.is_some_and(|title| match content.slice(&title).ends_with('?') {
        true => around::is_open_question(content, &title),
        false => opening.is_some_and(|opening| opening.name.is_some()),
    }) && options::has(&Sentence::of(content, text..span.end), "answer")
}
