//! Parses a text into its blocks (M2), window by window: the CommonMark parser can take a hundred times the memory of the text, so it is
//! given a part of it at a time. A window may end in the middle of a block, so the next one starts at a [`Seam`] before that, a place from
//! which the parser finds the same blocks without having seen the text above it. Link definitions alone reach farther: headings that may
//! refer to one of another window are parsed again at the end.

mod halves;

pub(crate) use halves::{middle, parse_halves};

use crate::{
    blocks::Blocks,
    builder::Builder,
    long_line::{inside_heading, masked},
    plain::plain,
    seam::Seam,
    text::Text,
    tree::{Kind, add_to_title},
    window::Window,
};
use chunk_core::{going_on, narrow, opening, shallow, slice};
use pulldown_cmark::{BrokenLinkCallback, Event, OffsetIter, Options, Parser, Tag, TagEnd};
use std::{borrow::Cow, cell::Cell, ops::Range};

/// Bytes of a window, unless a single block is longer: few enough that the parser's tree of them stays in the processor's cache.
const WINDOW: usize = 1 << 15;

const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_FOOTNOTES).union(Options::ENABLE_TASKLISTS);

pub(crate) fn parse(text: &Text<'_>) -> Blocks {
    parse_in_windows(text, WINDOW)
}

fn parse_in_windows(text: &Text<'_>, size: usize) -> Blocks {
    let markdown = text.markdown();
    parse_part(text, &markdown, 0..markdown.len(), size).finish(text)
}

/// What was found in a part of the text.
struct Part<'t> {
    builder: Builder<'t>,
    /// The labels of its link definitions, as definitions of no content.
    definitions: String,
    /// Where the part ends.
    end: usize,
    /// Whether one window held the whole text, so that the parser knew all definitions.
    is_seen_at_once: bool,
}

/// Parses a `part` of the text, which starts between two blocks; if no block starts where it ends, goes on to the end of the text.
fn parse_part<'t>(text: &'t Text<'_>, markdown: &str, part: Range<usize>, size: usize) -> Part<'t> {
    let mut builder = Builder::new(text);
    builder.covered = part.start + text.start;
    let mut definitions = String::new();
    let mut start = builder.seam_at(builder.covered);
    // The last window of the part reaches into the line behind it, to show whether a block starts there.
    let size_at = |at: usize| if at < part.end { size.min(part.end - at) } else { size };
    let mut window = Window::new(markdown, part.start, String::new(), size_at(part.start));
    let end = loop {
        let met_undefined_link = Cell::new(false);
        let on_undefined_link = |_| {
            met_undefined_link.set(true);
            None
        };
        let lines = window.text(markdown);
        let lines = masked(shallow(&lines));
        let narrowed = if window.is_wide { Cow::Borrowed(&*lines) } else { narrow(&lines) };
        let seen = plain(&narrowed);
        let parser = Parser::new_with_broken_link_callback(&seen, OPTIONS, Some(on_undefined_link));
        let mut events = parser.into_offset_iter();
        let last_definition = definitions_of(&events, &window).map(|(at, _)| at + text.start).max();
        builder.begin_window(window.start + text.start..window.end + text.start, last_definition);
        // The last heading of whose title the parser did not see all.
        let mut unseen_title = None;
        for (event, mut range) in events.by_ref() {
            let is_heading = matches!(event, Event::Start(Tag::Heading { .. }));
            // The lines that open blocks before the window end with a heading each, and the range of a list that is indented by a tab
            // starts in the last of them.
            if range.start < window.start_seen() {
                if is_heading || matches!(event, Event::End(TagEnd::Heading(_))) {
                    continue;
                }
                range = window.start_seen()..range.end.max(window.start_seen());
            }
            let is_narrowed = is_heading && slice(&narrowed, range.clone()) != slice(&lines, range.clone());
            let range = window.place(range.start)..window.place(range.end);
            if is_narrowed || is_heading && window.hides_title_of(markdown, &range) {
                unseen_title = Some(range.clone());
                window.is_wide |= is_narrowed;
            }
            builder.take(event, range.start + text.start..range.end + text.start);
            if met_undefined_link.take() {
                builder.take_undefined_link();
            }
        }
        if let Some(heading) = unseen_title {
            window.show_title_of(markdown, &heading);
            builder.go_back(&start);
            continue;
        }
        if window.end == markdown.len() {
            // If this is the only window, the parser has known all definitions.
            if window.start > 0 {
                add_definitions(&mut definitions, definitions_of(&events, &window), window.end);
            }
            break window.end;
        }
        let with_opening = |seam: Seam| {
            let mut opening = opening(markdown, seam.containers(text.start))?;
            // A definition that follows another need not repeat the markers of its containers, and may be indented like code.
            if last_definition == Some(seam.at) {
                opening += &going_on(&opening);
            }
            Some((opening, seam))
        };
        let seams = [builder.last_seam(), builder.inner_seam()];
        if let Some((opening, seam)) = seams.into_iter().flatten().find_map(with_opening) {
            let next = seam.at - text.start;
            add_definitions(&mut definitions, definitions_of(&events, &window), next);
            if next == part.end && seam.is_top_level() {
                builder.go_back(&seam);
                break next;
            }
            window = Window::new(markdown, next, opening, size_at(next));
            start = seam;
        } else {
            // One block fills the window: of the inside of it, the parser need not see all.
            if let Some(block) = builder.cut_off_block() {
                let lines = block.lines.range();
                let lines = lines.start - text.start..lines.end - text.start;
                window.hide_inside(markdown, lines);
            }
            window.grow(markdown, size);
        }
        builder.go_back(&start);
    };
    let is_seen_at_once = window.start == 0 && window.end == markdown.len();
    Part { builder, definitions, end, is_seen_at_once }
}

impl Part<'_> {
    fn finish(mut self, text: &Text<'_>) -> Blocks {
        self.definitions.push_str(&self.builder.footnotes);
        let mut blocks = self.builder.finish();
        if !self.definitions.is_empty() && !self.is_seen_at_once {
            reparse_titles(&mut blocks, text, &self.definitions);
        }
        blocks
    }
}

/// Where the link definitions of a window start, and their labels. Those that look like a footnote's are left out: on its own, such a
/// line would define a footnote.
fn definitions_of<'e, 'm>(
    events: &'e OffsetIter<'m, impl BrokenLinkCallback<'m>>,
    window: &'e Window,
) -> impl Iterator<Item = (usize, &'e str)> {
    let found = events.reference_definitions().iter().filter(|(label, _)| !label.starts_with('^'));
    found.map(|(label, definition)| (window.place(definition.span.start), label))
}

/// Adds to `definitions` the labels of those `found` that start before the byte `end`.
fn add_definitions<'e>(definitions: &mut String, found: impl Iterator<Item = (usize, &'e str)>, end: usize) {
    for (_, label) in found.filter(|(at, _)| *at < end) {
        // The blank keeps a backslash at the end of a label from escaping the bracket.
        definitions.extend(["[", label, " ]: x\n"]);
    }
}

/// Parses the headings that may refer to definitions of another window again, together with all `definitions`, for their titles.
fn reparse_titles(blocks: &mut Blocks, text: &Text<'_>, definitions: &str) {
    let mut markdown = String::new();
    // The definitions directly above a heading are parsed with it: below them its first line is text, whatever it begins with.
    let mut above = 0..0;
    for block in blocks.tree.top_level() {
        let mut lines = block.lines.range();
        if block.heading().is_some_and(|heading| heading.refers_elsewhere) {
            if above.end + 1 == lines.start {
                lines.start = above.start;
            }
            let inside = inside_heading(text.text, &lines);
            markdown.push_str(&slice(text.text, lines.start..inside.start).replace('\r', " "));
            markdown.push_str(if inside.is_empty() { "" } else { "x" });
            markdown.push_str(&slice(text.text, inside.end..lines.end).replace('\r', " "));
            markdown.push_str("\n\n");
        } else if block.kind == Kind::Definitions {
            above = lines;
        }
    }
    if markdown.is_empty() {
        return;
    }
    markdown.push_str(definitions);
    let mut titles = Vec::new();
    let mut title: Option<String> = None;
    for event in Parser::new_ext(&markdown, OPTIONS) {
        let text = match &event {
            Event::Start(Tag::Heading { .. }) => {
                title = Some(String::new());
                continue;
            }
            Event::End(TagEnd::Heading(_)) => {
                titles.extend(title.take());
                continue;
            }
            Event::Text(text) | Event::Code(text) => text,
            Event::SoftBreak | Event::HardBreak => " ",
            _ => continue,
        };
        if let Some(title) = &mut title {
            add_to_title(title, text);
        }
    }
    blocks.tree.give_titles(titles);
}

#[cfg(test)]
#[path = "../tests/document/mod.rs"]
#[allow(clippy::indexing_slicing)]
mod document;

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]
mod tests;
