//! Which section stands in which, and the title of a heading.

use crate::text::block::{Block, BlockKind, Section};
use chunk_core::{MetadataBounds, slice, unicode};

/// The sections of these blocks.
pub(super) fn sections(text: &str, blocks: &[Block]) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    // The sections around the block at hand, outermost first, by their indices.
    let mut open: Vec<usize> = Vec::new();
    for block in blocks {
        let BlockKind::Heading(level) = block.kind else { continue };
        let is_closed = |own: &mut usize| sections.get(*own).is_none_or(|section| section.level >= level);
        while open.pop_if(is_closed).is_some() {}
        let parent = open.last().copied();
        open.push(sections.len());
        let title = (block.text, block.text + title(slice(text, block.inner())).len());
        let (heading, start, depth) = (block.number, block.start, open.len());
        sections.push(Section { level, heading, start, title, parent, depth });
    }
    sections
}

/// The title that a heading's text starts with.
fn title(text: &str) -> &str {
    let first_line = text.lines().next().unwrap_or_default();
    // Everything below a heading reads its title, and metadata hold no more of it (C1): so no more is read.
    MetadataBounds::looked_at(without_closing(first_line))
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
