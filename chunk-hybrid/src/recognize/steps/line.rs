//! What a line is by its own form, whatever the model says: beside the steps, an explanation, an amount, code, or what leads over to a list (H20).

use super::number;
use crate::english::class::{
    AUXILIARY, BASE_FORM, BEING, COMMAND, Classes, FIRST_PERSON, NEXT, ORDER, PHRASE_END, YOU,
};
use crate::pattern;
use crate::text::{Block, BlockKind, LOOSE, Marker, ParsedContent, Word};
use chunk_core::{slice, unicode};
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// What opens a line that is said beside the steps: a quote, note, tag, picture, anchor, or what only leads to another place.
static ASIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^[*_>\s]*(?:>|\[!|!!!|\{\{|\{%|</?[a-zA-Z!]|!\[[^\]]*\]\([^)\s]*\)\s*$|\([\w-]+\)=|\[[^\]]*\]\(#[^)]*\)\s*$",
        r"|(?i:note|tip|hint|warning|caution|important|info|nb|n\.b\.)(?:[*_]*[:!]|[*_]+\s|$)|(?i:see (?:also|more)|learn more|read more)\b)",
    ))
});

/// Whether a line is said beside the steps; one that is marked with a number only if it is a line of a table of contents:
/// `1. [Mix](#mix)`.
pub(super) fn is_aside(line: &str, is_marked: bool) -> bool {
    ASIDE.find(line).is_some_and(|found| !is_marked || found.as_str().contains("](#"))
}

/// Whether a candidate says something other than what to do, and no order follows behind a comma: a sentence that opens with a word that explains
/// ("The", "This", "If") or has a subject before its verb ("Deposits can be …"), an item that names something.
pub(super) fn explains(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    const ORDERS: Classes = COMMAND.or(BASE_FORM);
    let words = content.words.within(span);
    let Some(first) = words.first() else { return false };
    if block.kind == BlockKind::Item {
        return NAME.is_match(content.slice(span)) || block.label.is_some() && !first.classes.any(ORDERS);
    }
    let mut pairs = words.iter().zip(words.after(1).iter());
    let is_behind_comma = |(before, word): (Word, Word)| {
        word.classes.any(ORDERS) && content.slice(&(before.end..word.start)).contains([',', ';', ':'])
    };
    if first.classes.any(ORDERS) || pairs.any(is_behind_comma) {
        return false;
    }
    let is_subject = !first.classes.any(YOU.or(FIRST_PERSON).or(NEXT).or(ORDER).or(PHRASE_END));
    content.is_listed(first, "explaining")
        || is_subject && words.part(1..words.len().min(6)).any(BEING.or(AUXILIARY))
}

/// An item that only holds code or a link, or code before a colon.
static NAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"^[*_]*(?:`[^`\n]*`|\[[^\]\n]*\]\([^)\n]*\))[*_]*(?:[.;,]?\s*$|:|\s+[-–—]\s)"));

/// Whether an item is an amount of something, in a list right below a heading that opens with one: `250 g flour`, `½ lemon`, but not `10:30` or
/// `2FA`.
pub(super) fn is_amount(content: &ParsedContent<'_>, block: &Block) -> bool {
    let is_bullet = |block: &&Block| block.marker == Some(Marker::Bullet) && !block.in_item;
    let section = content.section(content.section_of(block)).filter(|_| is_bullet(&block));
    let first = section.and_then(|section| content.blocks().get(section.heading + 1)).filter(is_bullet);
    let opens_with_amount = |item: &Block| {
        // The first item is asked for each of its list, and its number may be long.
        let text = content.text_of(item);
        let text = slice(text, 0..text.floor_char_boundary(LONGEST_AMOUNT));
        let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || "½¼¾.,/–-".contains(c));
        let is_unit = |c: char| unicode::is_alphabetic(c) && !unicode::is_uppercase(c);
        let is_behind = |rest: &str| rest.trim_start_matches(' ').starts_with(unicode::is_alphabetic);
        rest.len() < text.len() && (rest.starts_with(is_unit) || rest.starts_with(' ') && is_behind(rest))
    };
    first.is_some_and(opens_with_amount) && opens_with_amount(block)
}

/// No amount has more bytes, with the first letters of what it is of.
const LONGEST_AMOUNT: usize = 32;

/// Whether a block is indented code; what is indented below a tab, an admonition or a tag of a page is text.
pub(super) fn is_indented_code(content: &ParsedContent<'_>, block: &Block) -> bool {
    const MOST_BEFORE: usize = 64;
    let is_text = || {
        let mut before = content.blocks().get(..block.number).unwrap_or_default().iter().rev();
        let above = before.by_ref().take(MOST_BEFORE).find(|above| above.indent < 4);
        above.is_some_and(|own| {
            ["<", "!!!", "===", "???"].iter().any(|mark| content.text_of(own).starts_with(mark))
        })
    };
    let is_apart = block.indent >= 4 && block.after_blank && !block.in_item;
    block.kind == BlockKind::Paragraph && is_apart && !is_text()
}

/// Whether a block only introduces the list below it: `Follow these steps:`.
pub(super) fn is_intro(content: &ParsedContent<'_>, block: &Block) -> bool {
    let next = content.blocks().get(block.number + 1);
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(LOOSE))
        && next.is_some_and(|next| next.kind == BlockKind::Item)
        && unicode::trim_end(content.text_of(block)).ends_with(':')
        && number::of_block(content, block) == (None, block.text)
}
