//! Steps that are the rows of a table: with a column of step numbers, or one of actions.

use super::{Found, ITEMS, Reader};
use crate::{
    record::metadata::StepType,
    text::block::{Block, BlockKind},
};
use chunk_core::slice;
use std::ops::Range;

/// Which columns of a table tell its steps.
#[derive(Debug, Clone, Copy)]
struct Shape {
    number: Option<usize>,
    action: Option<usize>,
}

const NUMBERS: &[&str] = &["step", "no", "no.", "nr", "#", "step no", "step no.", "step #"];
const ACTIONS: &[&str] = &["action", "what to do", "do", "instruction", "instructions", "task", "activity"];
const ACTORS: &[&str] = &["who", "by", "role", "actor", "owner", "responsible", "by whom", "person", "whose"];

/// A table of steps has so many rows at least.
const LEAST: usize = 3;

impl Reader<'_, '_> {
    /// A row of a table that tells steps.
    pub(super) fn row(&self, block: &Block) -> Option<Found> {
        let rows = self.step_rows();
        let at = rows.binary_search_by_key(&block.span.start, |row| row.start).ok()?;
        rows.get(at).cloned()
    }

    /// Whether a step is the row of a table.
    pub(super) fn is_row(&self, step: &Found) -> bool {
        self.step_rows().binary_search_by_key(&step.start, |row| row.start).is_ok()
    }

    /// The steps of all tables in the document.
    fn step_rows(&self) -> &[Found] {
        self.facts.rows.get_or_init(|| {
            let goes_on = |row: &Block, next: &Block| {
                row.kind == BlockKind::Row && next.kind == BlockKind::Row && !next.parted
            };
            let tables = self.content.blocks().chunk_by(goes_on);
            let tables = tables.filter_map(|table| {
                let (head, body) = table.split_first().filter(|(head, _)| head.kind == BlockKind::Row)?;
                Some((self.shape(head, body)?, body))
            });
            tables
                .flat_map(|(shape, body)| body.iter().filter_map(move |row| self.step_of(shape, row)))
                .collect()
        })
    }

    /// The columns that tell steps, if any do.
    fn shape(&self, head: &Block, body: &[Block]) -> Option<Shape> {
        let names = self.cells(head);
        let named = |known: &[&str]| {
            names.iter().position(|name| {
                let name = self.content.slice(name).trim_matches(['*', '_', ' ']);
                known.iter().any(|known| name.eq_ignore_ascii_case(known))
            })
        };
        let body: Vec<Vec<Range<usize>>> = body
            .iter()
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
        let told = || (number.is_some() || named(ACTORS).is_some()).then(|| most(&does)).flatten();
        let action = named(ACTIONS).or_else(|| most(&acts)).or_else(told);
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

    /// The step that a row tells.
    fn step_of(&self, shape: Shape, block: &Block) -> Option<Found> {
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

    fn cells(&self, block: &Block) -> Vec<Range<usize>> {
        let row = self.content.slice(&block.span);
        let mut end = 0;
        row.as_bytes()
            .split(|&byte| byte == b'|')
            .map(|cell| {
                let start = end;
                end = start + cell.len() + 1;
                let cell = slice(row, start..start + cell.len());
                let text = cell.trim_start();
                let start = block.span.start + start + cell.len() - text.len();
                start..start + text.trim_end().len()
            })
            .collect()
    }
}
