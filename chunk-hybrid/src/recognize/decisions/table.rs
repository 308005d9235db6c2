//! Rows of tables as decisions (H19): which cell holds what is chosen, and which what is not.

use super::{
    options::{self, Options},
    sentence::Sentence,
};
use crate::english::class::{COLUMN_OF_CHOICE, COLUMN_OF_OTHERS, Classes, NAME_OF_DECISION, PART_OF_RECORD};
use crate::english::listed;
use crate::record::DecisionType;
use crate::text::{Block, BlockKind, ParsedContent, is_row_of_rules, parts};
use chunk_core::unicode;
use std::ops::Range;

/// At most this many columns are read.
const COLUMNS: usize = 64;

/// At most this many bytes of a row are read: the head of a table is read again for each row, and may be long.
const MOST_BYTES: usize = 4096;

/// The cells of a row.
pub(super) fn cells(content: &ParsedContent<'_>, block: &Block) -> Vec<Range<usize>> {
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

/// The options in the row `index` of the table that starts at the row `head`, by the row's words and the names of the columns.
pub(super) fn row(content: &ParsedContent<'_>, index: usize, head: usize, kind: DecisionType) -> Options {
    let row_at =
        |index: usize| content.blocks().get(index).map(|block| cells(content, block)).unwrap_or_default();
    let (names, own) = (row_at(head), row_at(index));
    let named =
        |class: Classes| names.iter().position(|name: &Range<usize>| content.words.within(name).any(class));
    let text = |column: usize| own.get(column).cloned();
    let others = named(COLUMN_OF_OTHERS);
    let column = named(COLUMN_OF_CHOICE).filter(|own| Some(*own) != others);
    // A column of choice may say only yes or no: then it says so of the row's first other cell.
    let of_column = column.and_then(|column| Some((column, answer(content.slice(own.get(column)?))?)));
    let answered = of_column.or_else(|| yes_or_no(content, &names, &own));
    let (column, answer) =
        (answered.map(|(column, _)| column).or(column), answered.map(|(_, answer)| answer));
    let chosen = column.filter(|_| answer.is_none()).and_then(text);
    let names = |at: usize, cell: &Range<usize>| {
        (answer.is_none() || Some(at) != column) && content.slice(cell).contains(unicode::is_alphanumeric)
    };
    let first = || own.iter().enumerate().find(|(at, cell)| names(*at, cell)).map(|(_, cell)| cell.clone());
    let Some(option) = chosen.or_else(first) else { return Options::default() };
    let sentence = Sentence::of(content, option.clone());
    let within = match kind {
        DecisionType::Configuration => options::moved(&sentence).unwrap_or_default(),
        _ => options::selection(&sentence),
    };
    // The option itself may set one thing against another.
    if others.is_none() && within.preferred.is_some() && !within.rejected.is_empty() {
        return within;
    }
    if !answer.unwrap_or(kind != DecisionType::Rejection) {
        return Options { preferred: None, rejected: vec![option] };
    }
    let is_other = |other: &Range<usize>| {
        let same = ["", "n/a", "none", content.slice(&option)];
        !same.iter().any(|same| content.slice(other).eq_ignore_ascii_case(same))
    };
    let rejected = others.and_then(text).map(|cell| parts(content, cell, ',').filter(is_other).collect());
    let refused = || if answer == Some(true) { refused(content, head) } else { Vec::new() };
    let rejected = rejected.unwrap_or_else(refused);
    Options { preferred: Some(option), rejected }
}

/// The yes or no of a row below a heading that asks for it (`yes/no`), or in one of two columns for them, and its column.
fn yes_or_no(
    content: &ParsedContent<'_>,
    names: &[Range<usize>],
    own: &[Range<usize>],
) -> Option<(usize, bool)> {
    let is = |name: &str, wanted: &str| name.trim_matches(['*', '_', ':', '?']).eq_ignore_ascii_case(wanted);
    let named = |wanted: &[&str]| {
        names.iter().position(|name| wanted.iter().any(|wanted| is(content.slice(name), wanted)))
    };
    let text = |column: usize| own.get(column).map_or("", |cell| content.slice(cell));
    if let Some((yes, no)) = named(&["yes"]).zip(named(&["no"])) {
        let both =
            [text(yes), text(no)].map(|cell| !unicode::trim(cell).is_empty() && answer(cell) != Some(false));
        return match both {
            [true, false] => Some((yes, true)),
            [false, true] => Some((no, false)),
            _ => None,
        };
    }
    let column = named(&["yes/no", "yes / no", "y/n", "yes or no"])?;
    answer(text(column)).map(|answer| (column, answer))
}

/// A table of more rows is none of options.
const MOST_ROWS: usize = 12;

/// What the rows of a table refuse, if only one of them says yes.
fn refused(content: &ParsedContent<'_>, head: usize) -> Vec<Range<usize>> {
    let rows = content.blocks().get(head + 1..).unwrap_or_default().iter();
    let rows = rows.take_while(|block| block.kind == BlockKind::Row).take(MOST_ROWS + 2);
    let rows: Vec<&Block> = rows.filter(|row| !is_row_of_rules(content.slice(&row.span()))).collect();
    let of_row = |row: &&Block| self::row(content, row.number, head, DecisionType::Rejection);
    let names = content.blocks().get(head).map(|head| cells(content, head)).unwrap_or_default();
    let says_yes = |row: &&&Block| {
        let own = cells(content, row);
        let is_yes = |cell: &Range<usize>| answer(content.slice(cell)) == Some(true);
        yes_or_no(content, &names, &own).map_or_else(|| own.iter().any(is_yes), |(_, answer)| answer)
    };
    if rows.len() > MOST_ROWS || rows.iter().filter(says_yes).count() != 1 {
        return Vec::new();
    }
    rows.iter().filter(|row| !says_yes(row)).flat_map(|row| of_row(row).rejected).collect()
}

/// What a yes or no in the row `index` says: `true`, that the row is a decision, if it stands in a column that is named for one; `false`,
/// that it is none, if no column of the table is for choices ("vegetarian"); else nothing.
pub(super) fn decides(content: &ParsedContent<'_>, index: usize, head: usize) -> Option<bool> {
    const CHOICE: Classes = NAME_OF_DECISION.or(PART_OF_RECORD).or(COLUMN_OF_CHOICE).or(COLUMN_OF_OTHERS);
    let row = |index: usize| Some(cells(content, content.blocks().get(index)?));
    let (own, names) = (row(index)?, row(head).unwrap_or_default());
    if index == head {
        return None;
    }
    if yes_or_no(content, &names, &own).is_some() {
        return Some(true);
    }
    let is_named =
        |column: usize, class| names.get(column).is_some_and(|name| content.words.within(name).any(class));
    let answers = |column: &usize| own.get(*column).is_some_and(|cell| answer(content.slice(cell)).is_some());
    let mut answered = (0..own.len()).filter(answers).peekable();
    answered.peek()?;
    // The first column may name what the rows are about: "tool".
    let is_of_choice = (0..names.len()).filter(|at| *at > 0 || answers(at)).any(|at| is_named(at, CHOICE));
    let decides = answered.any(|at| is_named(at, NAME_OF_DECISION));
    (decides || !is_of_choice).then_some(decides)
}

/// Whether a cell says yes or no, if it says nothing else.
fn answer(cell: &str) -> Option<bool> {
    listed("answer", cell.trim_matches(['*', '_', '`', '\u{FE0F}', '.', '!'])).map(|answer| answer == "yes")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Document;
    use DecisionType::{Approval, Configuration, Rejection, Selection};

    #[test]
    fn options_stand_in_the_columns_that_are_named_for_them() {
        for kind in [Selection, Rejection, Approval, Configuration] {
            let name = format!("row-of-{kind:?}").to_ascii_lowercase();
            for [text, preferred, rejected] in crate::forms(&name) {
                let content = ParsedContent::new(Document::new("a.md", &text));
                let found = row(&content, 2, 0, kind);
                let own = |span: &Range<usize>| &text[span.clone()];
                assert_eq!(found.preferred.as_ref().map_or("", own), preferred, "{text}");
                assert_eq!(
                    found.rejected.iter().map(own).collect::<Vec<_>>().join(" | "),
                    rejected,
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn an_answer_decides_below_the_name_of_a_decision() {
        for [text, expected, _] in crate::forms("row-decides") {
            let content = ParsedContent::new(Document::new("a.md", &text));
            let found = decides(&content, 2, 0).map_or("-".into(), |decides| decides.to_string());
            assert_eq!(found, expected, "{text}");
        }
    }
}
