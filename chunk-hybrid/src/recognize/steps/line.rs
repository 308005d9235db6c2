//! What a line is by its own form, whatever the model says: beside the steps, or an explanation (H20).

use crate::english::class::{
    AUXILIARY, BASE_FORM, BEING, COMMAND, Classes, FIRST_PERSON, NEXT, ORDER, PHRASE_END, YOU,
};
use crate::pattern;
use crate::text::{Block, BlockKind, LOOSE, Marker, ParsedContent, Word};
use chunk_core::unicode;
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// What opens a line that is said beside the steps: a quote, note, tag, picture, anchor, or what only leads to another place.
static ASIDE: LazyLock<Regex> = LazyLock::new(|| {
    pattern(concat!(
        r"^[*_>\s]*(?:>|\[!|!!!|\{\{|\{%|</?[a-zA-Z!]|!\[[^\]]*\]\([^)\s]*\)\s*$|\([\w-]+\)=|\[[^\]]*\]\(#[^)]*\)\s*$",
        r"|(?i:note|tip|hint|warning|caution|important|info|nb|n\.b\.)(?:[*_]*[:!]|[*_]+\s|$)|(?i:see (?:also|more)|learn more|read more|note that)\b)",
    ))
});

/// Whether a line is said beside the steps: a note, indented code, an amount with a bullet (`- 250 g flour`), what leads over to a list (`Follow
/// these steps:`); if it `has_number`, only a line of a table of contents (`1. [Mix](#mix)`).
pub(super) fn is_beside(
    content: &ParsedContent<'_>,
    block: &Block,
    span: &Range<usize>,
    has_number: bool,
) -> bool {
    let line = content.slice(span);
    let aside = ASIDE.find(line);
    if has_number {
        return aside.is_some_and(|found| found.as_str().contains("](#"));
    }
    let next = content.blocks().get(block.number + 1);
    let opens_list = matches!(block.kind, BlockKind::Paragraph | BlockKind::Heading(LOOSE))
        && next.is_some_and(|next| next.kind == BlockKind::Item);
    let is_code =
        block.kind == BlockKind::Paragraph && block.indent >= 4 && block.after_blank && !block.in_item;
    let is_amount = block.marker == Some(Marker::Bullet) && AMOUNT.is_match(line);
    aside.is_some()
        || is_code
        || is_amount
        || opens_list && unicode::trim_end(content.text_of(block)).ends_with(':')
}

/// `250 g flour`, `½ lemon`, but not `10:30` or `2FA`.
static AMOUNT: LazyLock<Regex> = LazyLock::new(|| pattern(r"^[0-9½¼¾][0-9½¼¾.,/–-]*(?:\p{Ll}| +\p{L})"));

/// Whether a line of text says something other than what to do, and no order follows behind a comma: a sentence that opens with a word that
/// explains ("The", "This", "If") or has a subject before its verb ("Deposits can be …"), an item that names something.
pub(super) fn explains(content: &ParsedContent<'_>, block: &Block, span: &Range<usize>) -> bool {
    const ORDERS: Classes = COMMAND.or(BASE_FORM);
    let words = content.words.within(span);
    let Some(first) = words.first().filter(|_| block.is_text()) else { return false };
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
