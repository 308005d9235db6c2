//! Rows of tables as decisions (H19): which cell holds what is chosen, and which what is not.

use super::{
    open,
    options::{self, Options},
    sentence::Sentence,
};
use crate::english::class::{
    COLUMN_OF_CHOICE, COLUMN_OF_OTHERS, Classes, NAME_OF_DECISION, PART_OF_RECORD, REFUSAL,
};
use crate::english::listed;
use crate::readings::{meanings, plain};
use crate::recognize::said;
use crate::record::DecisionType;
use crate::text::{Block, BlockKind, ParsedContent, is_row_of_rules, parts};
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

    /// Whether a column says when something was decided, and not what.
    fn is_day(&self, column: usize) -> bool {
        self.names.get(column).is_some_and(|name| is_day(&plain(self.content.slice(name))))
    }

    /// Whether a column says how far a decision is.
    fn is_status(&self, column: usize) -> bool {
        let name = self.names.get(column).map(|name| plain(self.content.slice(name)));
        name.is_some_and(|name| matches!(&*name, "status" | "state" | "result"))
    }

    /// The column of what is chosen, if that is not the column `others`: beside that, rather not the first, which may name what is decided on.
    fn choice(&self, others: Option<usize>) -> Option<usize> {
        let first = usize::from(others.is_some());
        let mut columns = (first..self.names.len()).chain(0..first);
        columns.find(|column| self.is_named(*column, COLUMN_OF_CHOICE) && Some(*column) != others)
    }

    /// The column that is named "Decision", or that of what is chosen beside one of what is not, if the row says something in it that is no
    /// mere answer or open point.
    pub(super) fn decision(&self) -> Option<usize> {
        let starts = |words: &[&str]| {
            let starts = |name: &Range<usize>| {
                words.iter().any(|word| plain(self.content.slice(name)).starts_with(word))
            };
            self.names.iter().position(starts)
        };
        let is_named = |name: &Range<usize>| plain(self.content.slice(name)) == "decision";
        let beside = || starts(&["rejected"]).and(starts(&["choice", "chosen", "selected"]));
        let column = self.names.iter().position(is_named).or_else(beside)?;
        let text = self.text(column);
        let is_text = self.content.words.within(self.cells.get(column)?).len() > 0;
        let is_own = self.block.number > self.block.head && is_text && says(text) && answer(text).is_none();
        (is_own && !open::says_so(text) && self.decides() != Some(false)).then_some(column)
    }

    /// The options in it, by its words and the names of the columns.
    pub(super) fn options(&self, kind: DecisionType) -> Options {
        let content = self.content;
        let named = |class| (0..self.names.len()).find(|column| self.is_named(*column, class));
        let others = named(COLUMN_OF_OTHERS);
        // `| Decision | Use oak |` says it in its second cell.
        let is_field = said::of(content, self.block).contains(&"decision");
        let column = self.choice(others).or(is_field.then_some(1));
        let column = column.or_else(|| self.decision()).or_else(|| self.verdict());
        // A column of choice may say only yes or no: then it says so of the row's first other cell.
        // A dash there, or nothing, is a no.
        let in_column = |column| answer(self.text(column)).or((!says(self.text(column))).then_some(false));
        let of_column = column.and_then(|column| Some((column, in_column(column)?)));
        let answered = of_column.or_else(|| self.yes_or_no());
        let (column, answer) =
            (answered.map(|(column, _)| column).or(column), answered.map(|(_, answer)| answer));
        let chosen = column.filter(|_| answer.is_none()).and_then(|column| self.cells.get(column));
        let names_option = |(at, _): &(usize, &Range<usize>)| {
            (answer.is_none() || Some(*at) != column) && self.text(*at).contains(unicode::is_alphanumeric)
        };
        // Numbers, such as those of records, name an option only where nothing else does.
        let has_letter = |(at, cell): &(usize, &Range<usize>)| {
            !self.is_status(*at)
                && !self.is_day(*at)
                && content
                    .slice(cell)
                    .split("](")
                    .next()
                    .is_some_and(|text| text.contains(unicode::is_alphabetic))
        };
        let first = || {
            let mut cells = self.cells.iter().enumerate().filter(names_option);
            let first = cells.clone().next();
            cells.find(has_letter).or(first).map(|(_, cell)| cell)
        };
        let Some(option) = chosen.or_else(first).cloned() else { return Options::default() };
        let sentence = Sentence::of(content, option.clone());
        let within = options::of_cell(&sentence, kind);
        // The option itself may set one thing against another.
        if others.is_none() && within.preferred.is_some() && !within.rejected.is_empty() {
            return within;
        }
        if !answer.unwrap_or(kind != DecisionType::Rejection) {
            return Options { preferred: None, rejected: vec![option] };
        }
        // "Deprecated, use Contacts instead" refuses what the row is about.
        if column.is_none()
            && let Some(verdict) = self.refusal(&option)
        {
            return Options {
                preferred: options::find(&verdict, "instead").and_then(|own| own.preferred),
                rejected: vec![option],
            };
        }
        let is_other = |other: &Range<usize>| {
            let other = content.slice(other);
            says(other) && !other.eq_ignore_ascii_case(content.slice(&option))
        };
        let rejected = match others.and_then(|column| self.cells.get(column)) {
            Some(cell) => parts(content, cell.clone(), ',').filter(is_other).collect(),
            None if answer == Some(true) => self.refused(),
            None => Vec::new(),
        };
        Options { preferred: Some(option), rejected }
    }

    /// Why, as a column says that is named for it.
    pub(super) fn reason(&self) -> Option<Range<usize>> {
        self.below(|name| {
            name == "why"
                || ["rationale", "reason", "justification"].iter().any(|word| name.starts_with(word))
        })
    }

    /// The day, as a column says that is named for it.
    pub(super) fn day(&self) -> Option<Range<usize>> {
        self.below(is_day)
    }

    /// What the row says in the first column with such a name.
    fn below(&self, is_named: impl Fn(&str) -> bool) -> Option<Range<usize>> {
        let is_named = |name: &Range<usize>| is_named(&plain(self.content.slice(name)));
        let cell = self.cells.get(self.names.iter().position(is_named)?)?;
        says(self.content.slice(cell)).then(|| cell.clone())
    }

    /// The yes or no below a heading that asks for it (`yes/no`), or in one of two columns for them, and its column.
    fn yes_or_no(&self) -> Option<(usize, bool)> {
        let named = |wanted: &[&str]| {
            self.names.iter().position(|name| {
                let name = self.content.slice(name).trim_matches(['*', '_', ':', '?']);
                wanted.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
            })
        };
        if let Some((yes, no)) = named(&["yes"]).zip(named(&["no"])) {
            let says = |column: usize| {
                !unicode::trim(self.text(column)).is_empty() && answer(self.text(column)) != Some(false)
            };
            return match (says(yes), says(no)) {
                (true, false) => Some((yes, true)),
                (false, true) => Some((no, false)),
                _ => None,
            };
        }
        let column = named(&["yes/no", "yes / no", "y/n", "yes or no"])?;
        answer(self.text(column)).map(|answer| (column, answer))
    }

    /// The column that is named for a decision ("verdict") and says yes or no.
    fn verdict(&self) -> Option<usize> {
        let says_so = |at: &usize| self.is_named(*at, NAME_OF_DECISION) && answer(self.text(*at)).is_some();
        (0..self.cells.len()).find(says_so)
    }

    fn says_yes(&self) -> bool {
        let is_yes = |column| answer(self.text(column)) == Some(true);
        self.yes_or_no().map_or_else(|| (0..self.cells.len()).any(is_yes), |(_, answer)| answer)
    }

    /// What the other rows of the table refuse, if only one of all says yes.
    fn refused(&self) -> Vec<Range<usize>> {
        let rows = self.content.blocks().get(self.block.head + 1..).unwrap_or_default().iter();
        let rows = rows.take_while(|block| block.kind == BlockKind::Row).take(MOST_ROWS + 2);
        let rows = rows.filter(|row| !is_row_of_rules(self.content.slice(&row.span())));
        let rows: Vec<Row<'_>> = rows.map(|row| Row::new(self.content, row)).collect();
        if rows.len() > MOST_ROWS || rows.iter().filter(|row| row.says_yes()).count() != 1 {
            return Vec::new();
        }
        let others = rows.iter().filter(|row| !row.says_yes());
        others.flat_map(|row| row.options(DecisionType::Rejection).rejected).collect()
    }

    /// Whether a column, or the name of its field, speaks of a choice, or a cell refuses.
    pub(super) fn may_decide(&self) -> bool {
        (0..self.names.len()).any(|at| self.is_named(at, OF_CHOICE))
            || said::of(self.content, self.block).contains(&"decision")
            || self.refusal(&(0..0)).is_some()
    }

    /// The first cell but for `option` that opens with a refusal: "Deprecated, use Contacts instead".
    fn refusal(&self, option: &Range<usize>) -> Option<Sentence<'_>> {
        let rest = self.cells.iter().filter(|cell| *cell != option);
        let mut cells = rest.map(|cell| Sentence::of(self.content, cell.clone()));
        cells.find(|own| own.has(0, REFUSAL) && own.word(0).ends_with("ed"))
    }

    /// What a yes or no in it says: `true`, that the row is a decision, if it is in a column that is named for one; `false`, that it is
    /// none, if no column of the table is for choices ("vegetarian"); else nothing.
    pub(super) fn decides(&self) -> Option<bool> {
        if self.block.number == self.block.head {
            return None;
        }
        if let Some((column, _)) = self.yes_or_no() {
            // An answer to nothing is none.
            let asks = |at| at != column && self.text(at).contains(unicode::is_alphanumeric);
            return Some((0..self.cells.len()).any(asks));
        }
        let status = (0..self.names.len()).find(|column| self.is_status(*column));
        let status = status.map(|column| plain(self.text(column)));
        if status.is_some_and(|status| matches!(&*status, "proposed" | "draft" | "open" | "pending")) {
            return Some(false);
        }
        let answers = |column: &usize| answer(self.text(*column)).is_some();
        (0..self.cells.len()).find(answers)?;
        // The first column may name what the rows are about: "tool".
        let columns = (0..self.names.len()).filter(|at| *at > 0 || answers(at));
        let is_of_choice = columns.into_iter().any(|at| self.is_named(at, OF_CHOICE));
        let decides = self.verdict().is_some();
        (decides || !is_of_choice).then_some(decides)
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

/// Whether a cell says anything.
pub(super) fn says(cell: &str) -> bool {
    !["", "-", "–", "—", "n/a", "none"].iter().any(|nothing| cell.eq_ignore_ascii_case(nothing))
}

/// Whether a cell says yes or no, if it says nothing else but in brackets: "No (too slow)".
fn answer(cell: &str) -> Option<bool> {
    let bare = cell.split_once(" (").map_or(cell, |(bare, _)| bare);
    listed("answer", bare.trim_matches(['*', '_', '`', '\u{FE0F}', '.', '!'])).map(|answer| answer == "yes")
}
