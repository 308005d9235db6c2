//! Rows of tables as decisions (H19): which cell holds what is chosen, and which what is not.

use super::{
    open,
    options::{self, Options},
    sentence::Sentence,
};
use crate::english::class::{COLUMN_OF_CHOICE, COLUMN_OF_OTHERS, Classes, NAME_OF_DECISION, PART_OF_RECORD};
use crate::english::listed;
use crate::readings::{meanings, plain};
use crate::recognize::said;
use crate::record::DecisionType;
use crate::text::{Block, ParsedContent, parts};
use chunk_core::unicode;
use std::ops::Range;

/// At most this many columns are read.
const COLUMNS: usize = 64;

/// At most this many bytes of a row are read: the head of a table is read again for each row, and may be long.
const MOST_BYTES: usize = 4096;

/// The cells of a row.
fn cells(content: &ParsedContent<'_>, block: &Block) -> Vec<Range<usize>> {
    let length = content.slice(&block.span()).floor_char_boundary(MOST_BYTES);
    let span = block.start..block.start + length;
    let mut cells: Vec<_> = parts(content, span, '|').take(COLUMNS).collect();
    // Outside of the bars at the ends of the row there are no cells.
    if cells.first().is_some_and(Range::is_empty) {
        cells.remove(0);
    }
    if cells.last().is_some_and(Range::is_empty) {
        cells.pop();
    }
    cells
}

/// A row of a table.
pub(super) struct Row<'c> {
    content: &'c ParsedContent<'c>,
    block: &'c Block,
    /// The names of the columns.
    names: Vec<Range<usize>>,
    cells: Vec<Range<usize>>,
}

impl<'c> Row<'c> {
    /// The row that a block is.
    pub(super) fn new(content: &'c ParsedContent<'_>, block: &'c Block) -> Self {
        let names = content.blocks().get(block.head).map(|head| cells(content, head)).unwrap_or_default();
        Self { content, block, names, cells: cells(content, block) }
    }

    fn text(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", |cell| self.content.slice(cell))
    }

    /// Whether a column is named by one of these classes.
    fn is_named(&self, column: usize, classes: Classes) -> bool {
        self.names.get(column).is_some_and(|name| self.content.words.within(name).any(classes))
    }

    /// The first column whose name is one of these.
    fn column(&self, is_one: impl Fn(&str) -> bool) -> Option<usize> {
        self.names.iter().position(|name| is_one(&plain(self.content.slice(name))))
    }

    /// What the row says in the first column whose name is one of these.
    fn below(&self, is_one: impl Fn(&str) -> bool) -> Option<Range<usize>> {
        let cell = self.cells.get(self.column(is_one)?)?;
        says(self.content.slice(cell)).then(|| cell.clone())
    }

    /// Why, as a column says that is named for it.
    pub(super) fn reason(&self) -> Option<Range<usize>> {
        let is_reason =
            |name: &str| ["rationale", "reason", "justification"].iter().any(|own| name.starts_with(own));
        self.below(|name| name == "why" || is_reason(name))
    }

    /// The day, as a column says that is named for it.
    pub(super) fn day(&self) -> Option<Range<usize>> {
        self.below(is_day)
    }

    /// The yes or no that the row says, and its column: below a name that asks for it (`yes/no`, `chosen`), or in one of two columns for them.
    fn answer(&self) -> Option<(usize, bool)> {
        let is_marked = |column: usize| says(self.text(column)) && answer(self.text(column)) != Some(false);
        if let Some((yes, no)) = self.column(|name| name == "yes").zip(self.column(|name| name == "no")) {
            return match (is_marked(yes), is_marked(no)) {
                (true, false) => Some((yes, true)),
                (false, true) => Some((no, false)),
                _ => None,
            };
        }
        let asks = |column: &usize| {
            let name = self.names.get(*column).map(|name| plain(self.content.slice(name)));
            self.is_named(*column, COLUMN_OF_CHOICE.or(NAME_OF_DECISION))
                || name.is_some_and(|name| matches!(&*name, "yes/no" | "yes / no" | "y/n" | "yes or no"))
        };
        // Nothing, or a dash, below the name of what is chosen is a no.
        let is_empty = |column| self.is_named(column, COLUMN_OF_CHOICE) && !says(self.text(column));
        let answer = |column| answer(self.text(column)).or(is_empty(column).then_some(false));
        (0..self.cells.len()).filter(asks).find_map(|column| Some((column, answer(column)?)))
    }

    /// Whether the row says what was decided in a column that is named for it: `Decision`, or `Chosen` beside `Rejected`.
    pub(super) fn says_decision(&self) -> bool {
        let (choice, others) = self.choice();
        let column = self.column(|name| name == "decision").or(choice.filter(|_| others.is_some()));
        let text = column.map_or("", |at| self.text(at));
        says(text) && answer(text).is_none() && !open::says_so(text) && !open::asks(text)
    }

    /// The columns of what is chosen, and of what is not. Beside the latter, the first column may name what is decided on.
    fn choice(&self) -> (Option<usize>, Option<usize>) {
        let others = (0..self.names.len()).find(|column| self.is_named(*column, COLUMN_OF_OTHERS));
        let first = usize::from(others.is_some());
        let is_choice = |at: &usize| self.is_named(*at, COLUMN_OF_CHOICE) && Some(*at) != others;
        ((first..self.names.len()).chain(0..first).find(is_choice), others)
    }

    /// What the row is for and against, by its words and the names of the columns.
    pub(super) fn options(&self, kind: DecisionType) -> Options {
        let content = self.content;
        let (choice, others) = self.choice();
        let answered = self.answer();
        // `| Decision | Use oak |` says it in its second cell.
        let is_field = said::of(content, self.block).contains(&"decision");
        let chosen = choice.or(is_field.then_some(1)).filter(|_| answered.is_none());
        let names_option = |at: &usize| {
            let name = self.names.get(*at).map(|name| plain(content.slice(name))).unwrap_or_default();
            let text = self.text(*at).split("](").next().unwrap_or_default();
            answered.is_none_or(|(column, _)| column != *at)
                && !is_day(&name)
                && !is_status(&name)
                && text.contains(unicode::is_alphabetic)
        };
        let column = chosen.or_else(|| (0..self.cells.len()).find(names_option));
        let Some(option) = column.and_then(|column| self.cells.get(column)).cloned() else {
            return Options::default();
        };
        // The option itself may set one thing against another.
        let within = options::of_cell(&Sentence::of(content, option.clone()), kind);
        if others.is_none() && within.preferred.is_some() && !within.rejected.is_empty() {
            return within;
        }
        if !answered.map_or(kind != DecisionType::Rejection, |(_, is_yes)| is_yes) {
            return Options { preferred: None, rejected: vec![option] };
        }
        let is_other = |other: &Range<usize>| {
            let other = content.slice(other);
            says(other) && !other.eq_ignore_ascii_case(content.slice(&option))
        };
        let rejected = match others.and_then(|column| self.cells.get(column)) {
            Some(cell) => parts(content, cell.clone(), ',').filter(is_other).collect(),
            None if answered.is_some() => self.refused(),
            None => Vec::new(),
        };
        Options { preferred: Some(option), rejected }
    }

    /// What the other rows of the table refuse, if only this one says yes.
    fn refused(&self) -> Vec<Range<usize>> {
        let rows = self.content.blocks().get(self.block.head + 2..).unwrap_or_default().iter();
        let rows = rows.take_while(|row| row.head == self.block.head).take(MOST_ROWS + 1);
        let rows: Vec<Row<'_>> = rows.map(|row| Row::new(self.content, row)).collect();
        let says_yes = |row: &&Row<'_>| row.answer().is_some_and(|(_, is_yes)| is_yes);
        if rows.len() > MOST_ROWS || rows.iter().filter(says_yes).count() > 1 {
            return Vec::new();
        }
        let others = rows.iter().filter(|row| !says_yes(row));
        others.flat_map(|row| row.options(DecisionType::Rejection).rejected).collect()
    }

    /// Whether the row is a decision: `true` if it says yes or no below a name that asks for it; `false` if its status says that it is open,
    /// or neither a column nor the name of its field speaks of a choice; else its words say.
    pub(super) fn decides(&self) -> Option<bool> {
        let status = self.column(is_status).map(|column| plain(self.text(column)));
        if status.is_some_and(|status| matches!(&*status, "proposed" | "draft" | "open" | "pending")) {
            return Some(false);
        }
        if let Some((column, _)) = self.answer() {
            // An answer to nothing is none.
            let asks = |at| at != column && self.text(at).contains(unicode::is_alphanumeric);
            return Some((0..self.cells.len()).any(asks));
        }
        let is_of_choice = (0..self.names.len()).any(|at| self.is_named(at, OF_CHOICE))
            || said::of(self.content, self.block).contains(&"decision");
        (!is_of_choice).then_some(false)
    }
}

/// Names of columns of what is chosen or not.
const OF_CHOICE: Classes = NAME_OF_DECISION.or(PART_OF_RECORD).or(COLUMN_OF_CHOICE).or(COLUMN_OF_OTHERS);

/// A table of more rows is none of options.
const MOST_ROWS: usize = 12;

/// Whether a column of this name holds days.
fn is_day(name: &str) -> bool {
    meanings("label", name).contains(&"when")
}

/// Whether a column of this name says how far something is.
fn is_status(name: &str) -> bool {
    matches!(name, "status" | "state" | "result")
}

/// Whether a cell says anything.
fn says(cell: &str) -> bool {
    !["", "-", "–", "—", "n/a", "none"].iter().any(|nothing| cell.eq_ignore_ascii_case(nothing))
}

/// Whether a cell says yes or no, if it says nothing else but in brackets: "No (too slow)".
fn answer(cell: &str) -> Option<bool> {
    let bare = cell.split_once(" (").map_or(cell, |(bare, _)| bare);
    listed("answer", bare.trim_matches(['*', '_', '`', '\u{FE0F}', '.', '!'])).map(|answer| answer == "yes")
}
