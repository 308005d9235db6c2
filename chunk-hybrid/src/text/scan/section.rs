//! Which section stands in which, and the title of a heading.

use crate::text::{
    block::{Block, BlockKind, SmallIndex, StoredSection, is_heading},
    blocks::Blocks,
};
use chunk_core::{MetadataBounds, slice, unicode};

/// The sections of these blocks.
pub(super) fn sections(blocks: Blocks<'_>) -> Vec<StoredSection> {
    let mut sections: Vec<StoredSection> = Vec::new();
    // The sections around the block at hand, outermost first: index and level.
    let mut open: Vec<(usize, u8)> = Vec::new();
    for block in blocks.iter() {
        let BlockKind::Heading(level) = block.kind else { continue };
        while open.pop_if(|(_, own)| *own >= level).is_some() {}
        let parent = SmallIndex::new(open.last().map(|&(parent, _)| parent));
        open.push((sections.len(), level));
        sections.push(StoredSection { heading: block.number, parent });
    }
    sections.shrink_to_fit();
    sections
}

/// The length of a heading's title in bytes; 0 for other blocks.
pub(super) fn title(text: &str, block: &Block) -> u16 {
    if !is_heading(block) {
        return 0;
    }
    let first_line = slice(text, block.inner()).lines().next().unwrap_or_default();
    let title = without_closing(first_line);
    // Everything below a heading reads its title, and metadata hold no more of it (C1): so no more is read.
    MetadataBounds::looked_at(title).len() as u16
}

/// A heading's line without the marks that close it (`Pumps ##`, `Pumps:`, `Pumps**`). Marks that were opened in the title stay
/// (`**Pumps**`), and so does a `#` right after a word (`C#`).
fn without_closing(line: &str) -> &str {
    let line = unicode::trim_end(line);
    let open = line.trim_end_matches('#');
    let line = if open.is_empty() || open.ends_with([' ', '\t']) { open } else { line };
    let line = unicode::trim_end(line.trim_end_matches(['=', '-', ' ', '\t']));
    let bare = unicode::trim_end(line.trim_end_matches(['*', '_', '=', '-', ' ', '\t']));
    let title = bare.strip_suffix(':').unwrap_or(bare).trim_end_matches(['*', '_']);
    let whole = line.strip_suffix(':').unwrap_or(line);
    let marks = slice(line, title.len()..line.len()).trim_matches(':');
    let is_opened = !marks.is_empty() && title.contains(marks);
    if is_opened { whole } else { title }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("Pumps ##", "Pumps")]
    #[case("Pumps:", "Pumps")]
    #[case("**Pumps**", "**Pumps**")]
    #[case("Pumps and *taps*:", "Pumps and *taps*")]
    #[case("**Pumps:**", "**Pumps:**")]
    #[case("Pumps**", "Pumps")]
    #[case("Pumps:**", "Pumps")]
    #[case("Pumps --- ##", "Pumps")]
    #[case("C#", "C#")]
    #[case("C# ##", "C#")]
    #[case("**C#**", "**C#**")]
    #[case("##", "")]
    fn marks_close_what_they_open(#[case] line: &str, #[case] expected: &str) {
        assert_eq!(without_closing(line), expected);
    }
}
