//! Which section is in which, and the title of a heading.

use crate::text::{Block, LOOSE, Section};
use chunk_core::{
    MetadataBounds,
    markdown::{self, BlockKind as Markdown},
    slice, unicode,
};

/// The sections of these blocks. `tree` are the document's blocks of Markdown.
pub(crate) fn sections(text: &str, blocks: &[Block], tree: Vec<markdown::Block>) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    // The sections around the block at hand, outermost first, by their indices.
    let mut open: Vec<usize> = Vec::new();
    let names = tree.into_iter().filter_map(|block| match block.kind {
        Markdown::Heading { title, .. } => Some((block.lines.start, title)),
        _ => None,
    });
    let mut names = names.peekable();
    let mut name_at = |start: usize| {
        while names.next_if(|(at, _)| *at < start).is_some() {}
        names.next_if(|(at, _)| *at == start).map(|(_, name)| name)
    };
    for block in blocks {
        let Some(level) = block.level() else { continue };
        let is_closed = |own: &mut usize| sections.get(*own).is_none_or(|section| section.level >= level);
        while open.pop_if(is_closed).is_some() {}
        let parent = open.last().copied();
        open.push(sections.len());
        let written = title(slice(text, block.inner()));
        let own = || written.trim_matches(['*', '_']).to_owned();
        let name = if level == LOOSE { own() } else { name_at(block.start).unwrap_or_else(own) };
        sections.push(Section {
            level,
            name: name.strip_suffix(':').map_or(name.as_str(), unicode::trim_end).to_owned(),
            heading: block.number,
            start: block.start,
            title: block.text..block.text + written.len(),
            parent,
            depth: open.len(),
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
