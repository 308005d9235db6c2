//! Decides which chunks a document has (B9 to B20); their records are made later.

use crate::{
    BacklogConfig, ChunkKind, Doctype,
    body::Body,
    date::Moment,
    header::first_paragraph,
    section::{name, sections},
    spans::Spans,
    split::split,
    worklog::Worklog,
};
use chunk_core::{Warning, lost_text};
use std::{borrow::Cow, ops::Range};

/// A chunk that a document has.
#[derive(Debug)]
pub(crate) struct Planned {
    pub(crate) path: Cow<'static, str>,
    pub(crate) kind: ChunkKind,
    pub(crate) spans: Spans,
    /// When the first and the last entry of a worklog's chunk were made.
    pub(crate) moments: Option<(Moment, Moment)>,
}

/// The first heading with text, from which a document without a title takes one (B2).
pub(crate) fn title(body: &Body<'_>) -> Option<Range<usize>> {
    body.headings().map(|(_, lines)| lines).find(|lines| !name(body.slice(lines.clone())).is_empty())
}

/// The chunks of a document in their order (B19), and the warning of a fault of this program, text that is in none of them.
///
/// `heading` is the one that the document has its title from, if it has it from one.
pub(crate) fn plan(
    body: &Body<'_>,
    doctype: Doctype,
    title: &str,
    heading: Option<Range<usize>>,
    config: &BacklogConfig,
) -> (Vec<Planned>, Option<Warning>) {
    let folder = match doctype {
        Doctype::Item => "item",
        Doctype::Adr => "adr",
    };
    let mut context = None;
    let mut chunks = Vec::new();
    let mut worklog = Worklog::default();
    // What need not be in a chunk: headings of worklogs, and of sections that give no chunk.
    let mut kept = Vec::new();
    for section in sections(body, doctype, title) {
        if section.is_worklog() || !section.is_chunk {
            kept.extend(section.heading.clone());
        }
        if context.is_none() && section.is_context() {
            context = first_paragraph(body, &section);
        }
        if section.is_worklog() {
            worklog.add(body, &section);
        } else if section.is_chunk {
            let is_decision = section.path == "adr/decision";
            let kind = if is_decision { ChunkKind::Decision } else { ChunkKind::Section };
            let (pieces, repeats) = split(body, &section, config.repeat_heading);
            for (index, text) in pieces.into_iter().enumerate() {
                let heading = section.heading.clone().filter(|_| repeats && index > 0);
                let spans = Spans::Section { heading, text };
                chunks.push(Planned { path: section.path.clone(), kind, spans, moments: None });
            }
        }
    }
    if config.header_chunk {
        let spans = Spans::Header { title: heading, context };
        let path = format!("{folder}/header").into();
        chunks.insert(0, Planned { path, kind: ChunkKind::Header, spans, moments: None });
    }
    chunks.extend(worklog.chunks(body).into_iter().map(|(spans, moments)| Planned {
        path: format!("{folder}/worklog").into(),
        kind: ChunkKind::Worklog,
        spans,
        moments,
    }));
    kept.extend(chunks.iter().flat_map(|chunk| chunk.spans.texts()).cloned());
    kept.sort_unstable_by_key(|range| range.start);
    // Its line would be that of the redacted body.
    let lost = lost_text(body.text, 0, kept).map(|warning| Warning::new(warning.code, warning.message));
    (chunks, lost)
}
