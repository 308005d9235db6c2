//! Finds where in the outline of its document a body stands: its headings, its type, the table it continues (M9, M10). What many records
//! repeat is bounded (C1).

use crate::{ChunkType, parsed::Parsed};
use chunk_core::{
    MetadataBounds,
    counters::TokenMeasure,
    markdown::{Block, BlockKind},
    slice,
    unicode::{trim, trim_start},
};
use std::ops::Range;

/// What a record says of the place of its body.
pub(crate) struct Place<'d> {
    pub(crate) section_header: &'d str,
    pub(crate) heading_path: Vec<String>,
    pub(crate) chunk_type: ChunkType,
    /// The bytes of the header row of the table that the body continues, as far as the record repeats it.
    pub(crate) table_header: Option<Range<usize>>,
}

/// Follows the bodies of a document in order.
#[derive(Clone)]
pub(crate) struct Outline<'d> {
    parsed: &'d Parsed<'d>,
    measure: &'d dyn TokenMeasure,
    /// The most tokens of a header row that is repeated: a quarter of a chunk (C1).
    longest_header: usize,
    /// Cuts values that are too long, and knows whether there were any.
    pub(crate) metadata: MetadataBounds,
    /// The place of the next top-level block.
    next: usize,
    /// The block before it.
    last: Option<&'d Block>,
    /// How many tables end before the last body.
    tables_passed: usize,
    /// The levels and titles of the headings that are open, from the top.
    open: Vec<(u8, &'d str)>,
    /// The first heading of the last run of headings.
    section_header: &'d str,
}

impl<'d> Outline<'d> {
    pub(crate) fn new(parsed: &'d Parsed<'d>, measure: &'d dyn TokenMeasure, chunk_size: usize) -> Self {
        Self {
            parsed,
            measure,
            longest_header: chunk_size / 4,
            metadata: MetadataBounds::default(),
            next: 0,
            last: None,
            tables_passed: 0,
            open: Vec::new(),
            section_header: "",
        }
    }

    /// The place of `body`, which must stand after all bodies asked for before.
    pub(crate) fn place(&mut self, body: &Range<usize>) -> Place<'d> {
        while let Some(block) = self.block_before(body.start) {
            self.pass(block, !self.is_after_heading());
        }
        // A heading that starts a chunk starts a run.
        if let Some(block) = self.block_before(body.start + 1) {
            self.pass(block, true);
            while self.is_after_heading()
                && let Some(block) = self.block_before(body.end).filter(|block| block.kind.is_heading())
            {
                self.pass(block, false);
            }
        }
        Place {
            section_header: self.metadata.cut(self.section_header),
            heading_path: self.open.iter().map(|(_, title)| self.metadata.cut(title).to_owned()).collect(),
            chunk_type: self.chunk_type(),
            table_header: self.table_header(body),
        }
    }

    /// The next block, if it starts before the byte `limit`.
    fn block_before(&self, limit: usize) -> Option<&'d Block> {
        self.parsed.blocks.get(self.next).filter(|block| block.lines.start < limit)
    }

    fn is_after_heading(&self) -> bool {
        self.last.is_some_and(|last| last.kind.is_heading())
    }

    /// Goes past a block; `starts_run` says whether it would be, as a heading, the first of a run.
    fn pass(&mut self, block: &'d Block, starts_run: bool) {
        self.next = block.next;
        self.last = Some(block);
        if let BlockKind::Heading { level, title } = &block.kind {
            while self.open.pop_if(|(open, _)| *open >= *level).is_some() {}
            self.open.push((*level, title));
            if starts_run {
                self.section_header = title;
            }
        }
    }

    /// The type of a body that starts in the last block.
    fn chunk_type(&self) -> ChunkType {
        match self.last.map(|block| &block.kind) {
            Some(BlockKind::Heading { .. }) => ChunkType::Header,
            Some(BlockKind::Code { .. }) => ChunkType::Code,
            Some(BlockKind::List { .. }) => ChunkType::List,
            _ => ChunkType::Paragraph,
        }
    }

    /// The header row of the table in which `body` starts, if it stands before that.
    fn table_header(&mut self, body: &Range<usize>) -> Option<Range<usize>> {
        let tables = self.parsed.tables.get(self.tables_passed..).unwrap_or_default();
        self.tables_passed += tables.iter().take_while(|table| table.end <= body.start).count();
        let table = self.parsed.tables.get(self.tables_passed).filter(|table| table.start < body.start)?;
        let row = self.parsed.lines.around(table.start);
        let line = slice(self.parsed.text, row.clone());
        let start = row.start + line.len() - trim_start(line).len();
        let header = trim(line);
        if self.measure.count(start..start + header.len()) > self.longest_header {
            self.metadata.leave_out(header);
            return None;
        }
        Some(start..start + self.metadata.cut(header).len())
    }
}
