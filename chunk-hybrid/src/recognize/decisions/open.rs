//! What is not decided yet (H19): a question, `Decision: TBD`, "nothing is decided".

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

/// Whether a text starts with what says that nothing is decided, or that there is none.
pub(super) fn says_so(text: &str) -> bool {
    UNDECIDED.is_match(text.trim_start_matches(|c: char| !unicode::is_alphanumeric(c)))
}

/// Whether a candidate says that nothing is decided, after the label that it may have, or by that itself ("TBD: logo").
pub(super) fn is_undecided(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    let label = said::label_of_entry(content, block).filter(|label| span.contains(&label.text));
    let label = label.or_else(|| label_of(content.slice(span)).map(|label| label.after(span.start)));
    let text = content.slice(&(label.map_or(span.start, |label| label.text.min(span.end))..span.end));
    says_so(text.trim_end_matches([' ', '|'])) || says_so(content.slice(span))
}
