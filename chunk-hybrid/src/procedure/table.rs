//! Steps that are the rows of a table: with a column of step numbers, or one of actions.

use super::{Found, ITEMS, Reader};
use crate::{
    block::{Block, BlockKind},
    metadata::StepType,
};
use std::{collections::BTreeMap, ops::Range};

/// Which columns of a table tell its steps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    number: Option<usize>,
    action: Option<usize>,
}

const NUMBERS: &[&str] = &["step", "no", "no.", "nr", "#", "step no", "step no.", "step #"];
const ACTIONS: &[&str] = &["action", "what to do", "do", "instruction", "instructions", "task", "activity"];
const ACTORS: &[&str] = &["who", "by", "role", "actor", "owner", "responsible", "by whom", "person", "whose"];

/// A table of steps has so many rows at least.
const LEAST: usize = 3;

impl Reader<'_, '_> {
    /// The shapes of the tables among `blocks` that tell steps, by the block of their head.
    pub(super) fn tables(&self, blocks: Range<usize>) -> BTreeMap<usize, Shape> {
        let mut tables = BTreeMap::new();
        let mut rows: Vec<usize> = Vec::new();
        for (index, head) in blocks.zip(&self.table_head) {
            if *head == index {
                self.add_table(&mut tables, &std::mem::take(&mut rows));
            }
            if self.content.blocks().get(index).is_some_and(|block| block.kind == BlockKind::Row) {
                rows.push(index);
            }
        }
        self.add_table(&mut tables, &rows);
        tables
    }

    fn add_table(&self, tables: &mut BTreeMap<usize, Shape>, rows: &[usize]) {
        let Some((&head, body)) = rows.split_first() else { return };
        if let Some(shape) = self.shape(head, body) {
            tables.insert(head, shape);
        }
    }

    fn shape(&self, head: usize, body: &[usize]) -> Option<Shape> {
        let names = self.cells(self.content.blocks().get(head)?);
        let named = |known: &[&str]| {
            names.iter().position(|name| {
                let name = self.content.slice(name).trim_matches(['*', '_', ' ']);
                known.iter().any(|known| name.eq_ignore_ascii_case(known))
            })
        };
        let body: Vec<Vec<Range<usize>>> = body
            .iter()
            .filter_map(|&row| self.content.blocks().get(row))
            .map(|row| self.cells(row))
            .filter(|cells| {
                cells.iter().any(|cell| self.content.slice(cell).contains(|c: char| c.is_alphanumeric()))
            })
            .collect();
        let share = |tells: &dyn Fn(&Range<usize>) -> bool, column: usize| {
            let cells = body.iter().filter_map(|row| row.get(column));
            let telling = cells.filter(|cell| tells(cell)).count();
            telling >= LEAST && telling * 2 >= body.len()
        };
        let most =
            |tells: &dyn Fn(&Range<usize>) -> bool| (0..names.len()).find(|&column| share(tells, column));
        let number = named(NUMBERS).or_else(|| self.counted(&body));
        let acts = |cell: &Range<usize>| self.orders(cell);
        let does = |cell: &Range<usize>| self.does(cell);
        let is_told = number.is_some() || named(ACTORS).is_some();
        let action = named(ACTIONS).or_else(|| most(&acts)).or_else(|| most(&does).filter(|_| is_told));
        let is_named = named(NUMBERS).is_some();
        (action.is_some() || is_named).then_some(Shape { number, action })
    }

    /// The first column, if it counts the rows.
    fn counted(&self, body: &[Vec<Range<usize>>]) -> Option<usize> {
        let column = body.first()?.iter().position(|cell| !cell.is_empty())?;
        let counts = |row: &Vec<Range<usize>>, wanted: usize| {
            row.get(column).is_some_and(|cell| self.number(cell) == u32::try_from(wanted).ok())
        };
        body.iter().enumerate().all(|(at, row)| counts(row, at + 1)).then_some(column)
    }

    fn number(&self, cell: &Range<usize>) -> Option<u32> {
        let text = self.content.slice(cell).trim_matches(['*', '_', '.', ')']);
        text.trim_start_matches("Step ").parse().ok()
    }

    /// A row of a table that tells steps.
    pub(super) fn row(&self, index: usize, block: &Block) -> Option<Found> {
        let head = self.table_head.get(index - self.first).filter(|&&head| head < index)?;
        let shape = self.tables.get(head)?;
        let row = self.cells(block);
        let action = shape.action.and_then(|column| row.get(column));
        let (number, text) = match shape.number {
            Some(column) => {
                let number = self.number(row.get(column)?)?;
                (Some(number), row.get(column + 1)?.start)
            }
            None => (None, action.filter(|cell| self.orders(cell) || self.does(cell))?.start),
        };
        let bound = row.iter().any(|cell| self.is_optional(cell));
        let kind = if bound { StepType::Optional } else { StepType::Main };
        Some(Found { start: block.span.start, text, number, kind, depth: ITEMS, limit: block.span.end })
    }

    /// The shape of the table of which a row starts at `at`.
    pub(super) fn table_at(&self, at: usize) -> Option<&Shape> {
        let blocks = self.content.blocks();
        let index = blocks.partition_point(|block| block.span.start < at);
        blocks.get(index).filter(|block| block.kind == BlockKind::Row && block.span.start == at)?;
        self.tables.get(self.table_head.get(index.checked_sub(self.first)?)?)
    }

    fn cells(&self, block: &Block) -> Vec<Range<usize>> {
        let row = self.content.slice(&block.span);
        let mut at = block.span.start;
        row.split('|')
            .map(|cell| {
                let start = at;
                at += cell.len() + 1;
                let lead = cell.len() - cell.trim_start().len();
                start + lead..start + lead + cell.trim().len()
            })
            .collect()
    }
}
