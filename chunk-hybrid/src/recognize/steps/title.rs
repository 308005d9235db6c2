//! The title of a step (H20): its heading, the first cell with a word in its row, or its first sentence.

use crate::readings::marks_optional;
use crate::text::{Block, BlockKind, ParsedContent, parts, tag};
use chunk_core::{is_white_space, sentences, slice, types::SentenceRules, unicode};
use std::ops::Range;

/// The title of a step in `block` whose text after its number is `text`. If nothing follows the number, the title is the number.
pub(super) fn title(content: &ParsedContent<'_>, block: &Block, text: Range<usize>) -> Range<usize> {
    let text = if unicode::trim(content.slice(&text)).is_empty() { block.text..text.end } else { text };
    let text = without_mark(content.slice(&text)).map_or(text.clone(), |mark| text.start + mark..text.end);
    let inner = content.slice(&text);
    let whole = match block.kind {
        BlockKind::Heading(_) => text.start..text.start + heading(inner).len(),
        BlockKind::Row => cell(content, &text),
        _ => text.start..text.start + first_sentence(inner).len(),
    };
    // Of what `<br>` parts, a title is the first line.
    let whole = tag::lines(content.text(), whole.clone()).into_iter().next().unwrap_or(whole.end..whole.end);
    let inner = content.slice(&whole);
    let title = inner.trim_start_matches([' ', '>', ':']);
    let lead = inner.len() - title.len();
    let bare = unemphasized(title);
    let end = slice(title, 0..bare.end).trim_end_matches([' ', ':']).len();
    let start = whole.start + lead;
    start + bare.start..start + end.max(bare.start)
}

/// The bytes of a mark in brackets that a text opens with: `(optional): `, `*(optional)* `.
fn without_mark(text: &str) -> Option<usize> {
    let (mark, rest) =
        text.trim_start_matches(['*', '_']).strip_prefix(['(', '['])?.split_once([')', ']'])?;
    let rest = rest.trim_start_matches(['.', ':', '*', '_', '-', '–', '—', ' ']);
    (marks_optional(mark) && !rest.is_empty()).then_some(text.len() - rest.len())
}

/// The line of a heading, without the marks that may close it.
fn heading(text: &str) -> &str {
    let line = unicode::trim_end(text.lines().next().unwrap_or_default());
    let open = line.trim_end_matches('#');
    if open.ends_with(' ') { unicode::trim_end(open) } else { line }
}

/// The first cell with a word.
fn cell(content: &ParsedContent<'_>, row: &Range<usize>) -> Range<usize> {
    let says = |cell: &Range<usize>| content.slice(cell).contains(unicode::is_alphabetic);
    parts(content, row.clone(), '|').find(says).unwrap_or(row.start..row.start)
}

/// The first sentence, over line ends, but not farther than a line that ends with a colon: that introduces what follows.
fn first_sentence(text: &str) -> &str {
    let end = sentences(text, SentenceRules::Standard).next().map_or(0, |sentence| sentence.end);
    let sentence = slice(text, 0..end);
    let colon = memchr::memmem::find(sentence.as_bytes(), b":\n").unwrap_or(end);
    unicode::trim_end(slice(sentence, 0..colon))
}

/// The part of a title inside of `**`, if that is all of it, or if a full stop, colon or dash stands between that and the rest
/// (`**Mix.** Use a spoon`). Else the whole title, with its marks. A mark that it is optional is no title: `**Optional:** mix`.
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
    if is_separate && marks_optional(name) && !rest.is_empty() {
        let behind = rest.trim_start_matches([':', '.', '-', '–', '—', ' ']);
        return title.len() - behind.len()..title.len();
    }
    if is_separate { lead..lead + at } else { 0..title.len() }
}
