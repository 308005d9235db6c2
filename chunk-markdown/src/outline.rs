//! Finds where in the outline of its document a body stands: its headings, its type, the table it continues (M9, M10). What many records
//! repeat is bounded (C1).

use crate::{
    ChunkType,
    blocks::Blocks,
    text::Text,
    tree::{Block, Heading, Kind, Siblings},
};
use chunk_core::{
    MetadataBounds, TokenMeasure, slice,
    unicode::{trim, trim_start},
};
use std::{iter::Peekable, ops::Range};

/// What a record says of the place of its body.
pub(crate) struct Place<'d> {
    pub(crate) section_header: &'d str,
    pub(crate) heading_path: Vec<String>,
    pub(crate) chunk_type: ChunkType,
    /// The bytes of the header row of the table that the body continues, as far as the record repeats it.
    pub(crate) table_header: Option<Range<usize>>,
}

/// Follows the bodies of a document in order.
pub(crate) struct Outline<'d> {
    text: &'d Text<'d>,
    blocks: &'d Blocks,
    measure: &'d dyn TokenMeasure,
    /// The most tokens of a header row that is repeated: a quarter of a chunk (C1).
    longest_header: usize,
    /// Cuts values that are too long, and knows whether there were any.
    pub(crate) metadata: MetadataBounds,
    /// The top-level blocks that are still to come.
    rest: Peekable<Siblings<'d>>,
    /// The kind of the last block before them.
    last: Option<Kind>,
    /// How many tables end before the last body.
    tables_passed: usize,
    /// The number of the last table that a body continued, and its header row, trimmed; `None` for a row that is too long.
    header: Option<(usize, Option<Range<usize>>)>,
    /// The headings that are open, from the top.
    open: Vec<Heading<'d>>,
    /// The first heading of the last run of headings.
    section_header: &'d str,
}

impl<'d> Outline<'d> {
    pub(crate) fn new(
        text: &'d Text<'d>,
        blocks: &'d Blocks,
        measure: &'d dyn TokenMeasure,
        chunk_size: usize,
    ) -> Self {
        Self {
            text,
            blocks,
            measure,
            longest_header: chunk_size / 4,
            metadata: MetadataBounds::default(),
            header: None,
            rest: blocks.tree.top_level().peekable(),
            last: None,
            tables_passed: 0,
            open: Vec::new(),
            section_header: "",
        }
    }

    /// The place of `body`, which must stand after all bodies asked for before.
    pub(crate) fn place(&mut self, body: &Range<usize>) -> Place<'d> {
        while let Some(block) = self.rest.next_if(|block| block.lines.range().start < body.start) {
            self.pass(&block, self.last != Some(Kind::Heading));
        }
        // A heading that starts a chunk starts a run.
        if let Some(block) = self.rest.next_if(|block| block.lines.range().start == body.start) {
            self.pass(&block, true);
            let continues =
                |block: &Block<'_>| block.kind == Kind::Heading && block.lines.range().start < body.end;
            while self.last == Some(Kind::Heading)
                && let Some(block) = self.rest.next_if(continues)
            {
                self.pass(&block, false);
            }
        }
        Place {
            section_header: self.metadata.cut(self.section_header),
            heading_path: self
                .open
                .iter()
                .map(|heading| self.metadata.cut(heading.title).to_owned())
                .collect(),
            chunk_type: self.chunk_type(),
            table_header: self.table_header(body),
        }
    }

    /// Goes past a block; `starts_run` says whether it would be, as a heading, the first of a run.
    fn pass(&mut self, block: &Block<'d>, starts_run: bool) {
        self.last = Some(block.kind);
        if let Some(heading) = block.heading() {
            while self.open.pop_if(|open| open.level >= heading.level).is_some() {}
            self.open.push(heading);
            if starts_run {
                self.section_header = heading.title;
            }
        }
    }

    /// The type of a body that starts in the last block.
    const fn chunk_type(&self) -> ChunkType {
        match self.last {
            Some(Kind::Heading) => ChunkType::Header,
            Some(Kind::Code) => ChunkType::Code,
            Some(Kind::List) => ChunkType::List,
            _ => ChunkType::Paragraph,
        }
    }

    /// The header row of the table in which `body` starts, if it stands before that.
    fn table_header(&mut self, body: &Range<usize>) -> Option<Range<usize>> {
        let tables = self.blocks.tables.get(self.tables_passed..).unwrap_or_default();
        self.tables_passed += tables.iter().take_while(|table| table.range().end <= body.start).count();
        let index = self.tables_passed;
        let table = self.blocks.tables.get(index)?.range();
        if table.start >= body.start {
            return None;
        }
        if self.header.as_ref().is_none_or(|&(known, _)| known != index) {
            let row = self.trimmed(self.text.line(table.start));
            let fits = self.measure.count(row.clone()) <= self.longest_header;
            self.header = Some((index, fits.then_some(row)));
        }
        let header = self.header.as_ref().and_then(|(_, header)| header.clone());
        match &header {
            Some(row) => {
                let cut = self.metadata.cut(slice(self.text.text, row.clone()));
                Some(row.start..row.start + cut.len())
            }
            None => {
                self.metadata.leave_out(slice(self.text.text, table));
                None
            }
        }
    }

    fn trimmed(&self, row: Range<usize>) -> Range<usize> {
        let line = slice(self.text.text, row.clone());
        let start = row.start + line.len() - trim_start(line).len();
        start..start + trim(line).len()
    }
}
