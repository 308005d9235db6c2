//! Which block is inside which, the sections, and the title of a heading.

use crate::Dictionary;
use crate::text::{Block, BlockKind, LOOSE, Section};
use chunk_core::{
    MetadataBounds,
    markdown::{self, BlockKind as Markdown},
    slice, unicode,
};

/// How deep a block is: none before it that is deeper, or as deep, holds it. Headings come first by their levels, then entries of a log, then
/// items by how many are around them.
const fn depth(block: &Block) -> usize {
    const STAMPED: usize = 8;
    match block.kind {
        BlockKind::Heading(level) => level as usize,
        BlockKind::Item => STAMPED + block.items,
        _ if block.is_stamped() && block.items == 0 => STAMPED,
        _ => STAMPED + block.items + 1,
    }
}

/// Finds for each block the one that it is inside, and the next one that is not inside it.
pub(super) fn nest(blocks: &mut [Block]) {
    // The blocks around the one at hand, from the outermost.
    let mut open: Vec<usize> = Vec::new();
    for index in 0..=blocks.len() {
        let own = blocks.get(index).map_or(0, depth);
        let is_over = |outer: &&usize| blocks.get(**outer).is_some_and(|outer| depth(outer) >= own);
        let first = open.len() - open.iter().rev().take_while(is_over).count();
        for over in open.drain(first..) {
            blocks.get_mut(over).into_iter().for_each(|over| over.next = index);
        }
        if let Some(block) = blocks.get_mut(index) {
            block.parent = open.last().copied();
            open.push(index);
        }
    }
}

/// The sections of these blocks. `tree` are the document's blocks of Markdown.
pub(crate) fn sections(text: &str, blocks: &[Block], tree: Vec<markdown::Block>) -> Vec<Section> {
    let names = tree.into_iter().filter_map(|block| match block.kind {
        Markdown::Heading { title, .. } => Some((block.lines.start, title)),
        _ => None,
    });
    let mut names: Dictionary<usize, String> = names.collect();
    let mut sections: Vec<Section> = Vec::new();
    for block in blocks {
        let Some(level) = block.level() else { continue };
        let index_of = |heading: usize| sections.binary_search_by_key(&heading, |section| section.heading);
        let parent = block.parent.and_then(|heading| index_of(heading).ok());
        let written = title(slice(text, block.inner()));
        let own = || written.trim_matches(['*', '_']).to_owned();
        let name = if level == LOOSE { own() } else { names.remove(&block.start).unwrap_or_else(own) };
        sections.push(Section {
            level,
            name: name.strip_suffix(':').map_or(name.as_str(), unicode::trim_end).to_owned(),
            heading: block.number,
            start: block.start,
            title: block.text..block.text + written.len(),
            parent,
            depth: parent.and_then(|parent| sections.get(parent)).map_or(0, |around| around.depth) + 1,
        });
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
