//! The title of a step (H20): its heading, the first cell with a word in its row, or its first sentence.

use crate::readings::marks_optional;
use crate::text::{Block, BlockKind, ParsedContent, parts, tag};
use chunk_core::{is_white_space, sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// The title of a step in `block` whose text after its number is `text`. If nothing follows the number, the title is the number.
pub(super) fn title(content: &ParsedContent<'_>, block: &Block, text: Range<usize>) -> Range<usize> {
    let text = if unicode::trim(content.slice(&text)).is_empty() { block.text..text.end } else { text };
    let says = |cell: &Range<usize>| content.slice(cell).contains(unicode::is_alphabetic);
    let section = || content.section(content.section_of(block));
    let whole = match block.kind {
        BlockKind::Heading(_) => text.start..section().map_or(text.end, |own| own.title.end).max(text.start),
        BlockKind::Row => parts(content, text.clone(), '|').find(says).unwrap_or(text.start..text.start),
        _ => text.start..text.start + first_sentence(content.slice(&text)),
    };
    // Of what `<br>` parts, a title is the first line.
    let whole = tag::lines(content.text(), whole.clone()).into_iter().next().unwrap_or(whole.end..whole.end);
    let inner = content.slice(&whole);
    let title = inner.trim_start_matches([' ', '>', ':']);
    let title = without_mark(title).unwrap_or(title);
    let start = whole.end - title.len();
    let bare = unemphasized(title);
    let end = slice(title, 0..bare.end).trim_end_matches([' ', ':']).len();
    start + bare.start..start + end.max(bare.start)
}

/// What follows a mark that the step is optional: `(optional) `, `*(optional)* `, `**Optional:** `.
fn without_mark(title: &str) -> Option<&str> {
    let bare = title.trim_start_matches(['*', '_']);
    let in_brackets = bare.strip_prefix(['(', '[']).and_then(|inner| inner.split_once([')', ']']));
    let is_marked = bare.len() < title.len();
    let (mark, rest) = in_brackets.or_else(|| bare.split_once([':', '.']).filter(|_| is_marked))?;
    let rest = rest.trim_start_matches([' ', ':', '.', '*', '_', '-', '–', '—']);
    (marks_optional(mark) && !rest.is_empty()).then_some(rest)
}

/// The length of the first sentence, over line ends, but not farther than a line that ends with a colon: that introduces what follows.
fn first_sentence(text: &str) -> usize {
    let end = sentences(text, SentenceRules::Standard).next().map_or(0, |sentence| sentence.end);
    let sentence = slice(text, 0..end);
    let colon = memchr::memmem::find(sentence.as_bytes(), b":\n").unwrap_or(end);
    unicode::trim_end(slice(sentence, 0..colon)).len()
}

/// The part of a title inside of `**`, if that is all of it, or if a full stop, colon or dash stands between that and the rest
/// (`**Mix.** Use a spoon`). Else the whole title, with its marks.
fn unemphasized(title: &str) -> Range<usize> {
    let inner = title.trim_start_matches(['*', '_']);
    let lead = title.len() - inner.len();
    // The opening mark may have stood before the number, which is cut off already: `**Step 2: Mix.** Use a spoon`.
    let mark = if lead == 0 { "**" } else { slice(title, 0..lead) };
    let Some(at) = inner.find(mark) else { return lead..title.len() };
    let name = slice(inner, 0..at);
    let rest = unicode::trim_start(slice(inner, at + mark.len()..inner.len()));
    if name.ends_with(is_white_space) {
        return lead..title.len();
    }
    let is_separate = lead == 0
        || rest.is_empty()
        || rest.starts_with([':', '.', '-', '–', '—'])
        || name.ends_with(['.', ':', '!', '?']);
    if is_separate { lead..lead + at } else { 0..title.len() }
}
