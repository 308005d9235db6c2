//! Titles that are written without `#`.

use crate::text::{
    block::{Block, BlockKind},
    line::LOOSE,
    time,
};
use chunk_core::{slice, unicode};

/// Makes headings of the lines that people write as such without `#`.
pub(super) fn promote(text: &str, blocks: &mut [Block]) {
    let mut next_parted = true;
    let mut next_is_text = false;
    for block in blocks.iter_mut().rev() {
        let is_alone = block.kind == BlockKind::Paragraph && block.parted && !block.inside;
        if is_alone && is_title(unicode::trim(slice(text, block.span())), next_parted, next_is_text) {
            block.kind = BlockKind::Heading(LOOSE);
            let lead = slice(text, block.inner());
            let marks = lead.len() - lead.trim_start_matches(['*', '_']).len();
            block.text += marks as u32;
        }
        next_parted = block.parted;
        next_is_text = block.kind != BlockKind::Rule;
    }
}

/// Whether a line that stands behind a blank one is a title: bold as a whole, in capitals, or a few words and a colon.
pub(super) fn is_title(line: &str, next_parted: bool, next_is_text: bool) -> bool {
    if line.is_empty()
        || line.len() > 80
        || line.contains('\n')
        || !next_is_text
        || time::stamp_at_start(line).is_some()
    {
        return false;
    }
    let bare = line.trim_end_matches(':');
    for mark in ["**", "__"] {
        let inner = bare.strip_prefix(mark).and_then(|inner| inner.strip_suffix(mark));
        if inner.is_some_and(|inner| !inner.contains(mark)) {
            return true;
        }
    }
    let words = bare.split_ascii_whitespace().count();
    let starts_upper = bare.chars().next().is_some_and(unicode::is_uppercase);
    if bare.len() < line.len() {
        return starts_upper && words <= 4 && !bare.contains([',', '.', ':', '|']);
    }
    let letters = bare.chars().filter(|&c| unicode::is_alphabetic(c));
    let capitals = letters.clone().all(unicode::is_uppercase) && letters.count() >= 4;
    capitals && words <= 8 && (next_parted || words <= 4) && !bare.ends_with(['.', '!', '?'])
}
