//! Decides which chunks a document has (B10 to B19), by reading its body section by section; their records are made later.

use crate::{
    BacklogConfig, Doctype,
    body::Body,
    outline::Paragraph,
    reader::Reader,
    section::{Section, SectionHeading, Sections, name},
    split::split,
    worklog::Worklog,
};
use chunk_core::SmallRange;
use std::ops::Range;

/// The chunks of a document except for the header, in bytes of its body.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The pieces of the sections, in order.
    pub(crate) pieces: Vec<Piece>,
    pub(crate) worklog: Worklog,
    /// The entries in each chunk of dated entries, by index.
    pub(crate) worklog_chunks: Vec<Range<u32>>,
    /// The first paragraph of the first context that has one (B9).
    pub(crate) context: Option<Paragraph>,
    /// The first heading with text (B2).
    pub(crate) title: Option<SmallRange>,
}

/// A piece of a section.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) text: SmallRange,
    pub(crate) heading: Option<SectionHeading>,
    /// Whether the chunk repeats the heading, and a blank line, before the text.
    pub(crate) repeats_heading: bool,
}

impl Plan {
    pub(crate) fn new(body: &mut Body<'_>, doctype: Doctype, config: &BacklogConfig) -> Self {
        let mut plan = Self::default();
        let mut reader = Reader::new(body.text);
        let mut sections = Sections::new(doctype);
        loop {
            let more = reader.read(&mut body.outline);
            for heading in std::mem::take(&mut body.outline.headings) {
                if plan.title.is_none() && !name(body.text, heading.lines.range()).is_empty() {
                    plan.title = Some(heading.lines);
                }
                if let Some(section) = sections.next(body, &heading) {
                    plan.add(body, &section, config);
                }
            }
            if !more {
                break;
            }
            body.outline.discard_before(sections.start());
        }
        if let Some(section) = sections.last(body) {
            plan.add(body, &section, config);
        }
        plan.worklog_chunks = plan.worklog.group(body);
        plan
    }

    fn add(&mut self, body: &Body<'_>, section: &Section, config: &BacklogConfig) {
        if self.context.is_none() && section.is_context() {
            let paragraphs = &body.outline.paragraphs;
            let in_section = section.text.start..section.text.end;
            let next = paragraphs.partition_point(|found| found.bytes.range().start < in_section.start);
            self.context =
                paragraphs.get(next).filter(|found| found.bytes.range().start < in_section.end).copied();
        }
        if section.is_worklog() {
            self.worklog.add(body, section);
        } else if section.is_chunk {
            let (pieces, repeats) = split(body, section, config.repeat_heading);
            for (index, piece) in pieces.iter().enumerate() {
                let repeats_heading = repeats && index > 0;
                self.pieces.push(Piece {
                    text: SmallRange::new(piece),
                    heading: section.heading,
                    repeats_heading,
                });
            }
        }
    }
}
