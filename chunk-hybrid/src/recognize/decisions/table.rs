//! Decisions in tables: a marked row, a column of verdicts, columns of what was and what is, and sentences in cells.

use super::{
    Signal,
    marked::{is_marked, marked_signal, option_name},
};
use crate::recognize::reading::Reading;
use crate::{
    english::cue::{self, Cues},
    recognize::decisions::grammar::Sentence,
    record::{metadata::DecisionType, score::Score},
    text::{block::Block, time},
};
use chunk_core::slice;
use std::ops::Range;

type Cell = Range<usize>;

/// The signals of a table.
pub(super) fn in_table(content: &Reading<'_>, rows: &[Block]) -> Vec<Signal> {
    let is_rule = |block: &Block| {
        content.slice(&block.span).bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '))
    };
    let head: Vec<Cell> = rows.first().map(|head| cells(content, head)).unwrap_or_default();
    let body: Vec<Vec<Cell>> =
        rows.iter().skip(1).filter(|block| !is_rule(block)).map(|block| cells(content, block)).collect();
    let columns = Columns::of(content, &head);
    if let Some(signal) = choice(content, &body).filter(|_| !columns.tells()) {
        return vec![signal];
    }
    let verdicts: Vec<_> = body.iter().map(|row| verdict(content, row, &columns)).collect();
    let judges = columns.verdict.is_some() || verdicts.iter().flatten().nth(1).is_some();
    let row = |(row, verdict): (&Vec<Cell>, Option<Signal>)| {
        let judged = verdict.filter(|_| judges);
        columns.compared(content, row).or(judged).or_else(|| sentence(content, row, &columns))
    };
    body.iter().zip(verdicts).filter_map(row).collect()
}

/// The cells of a row, without those at its ends.
fn cells(content: &Reading<'_>, block: &Block) -> Vec<Cell> {
    let row = content.slice(&block.span);
    let mut at = 0;
    let mut cells: Vec<Cell> = Vec::new();
    for end in memchr::memchr_iter(b'|', row.as_bytes()).chain([row.len()]) {
        let cell = slice(row, at..end).trim_start();
        let start = block.span.start + end - cell.len();
        cells.push(start..start + cell.trim_end().len());
        at = end + 1;
    }
    if cells.first().is_some_and(Range::is_empty) {
        cells.remove(0);
    }
    if cells.last().is_some_and(Range::is_empty) {
        cells.pop();
    }
    cells
}

/// Which columns tell what, by their heads.
#[derive(Default)]
struct Columns {
    /// What was taken, or is now.
    new: Option<usize>,
    /// What was left, or was before.
    old: Option<usize>,
    /// Whether the two are values of one setting.
    changed: bool,
    verdict: Option<usize>,
    title: Option<usize>,
}

impl Columns {
    fn of(content: &Reading<'_>, head: &[Cell]) -> Self {
        const CHOSEN: &[&str] = &[
            "chosen",
            "choice",
            "preferred",
            "prefers",
            "pick",
            "picked",
            "winner",
            "selected",
            "we chose",
            "decision",
            "taken",
            "preference",
            "we take",
            "yes",
            "in",
        ];
        const LEFT: &[&str] = &[
            "over",
            "instead of",
            "rejected",
            "not",
            "rather than",
            "alternative",
            "alternatives",
            "against",
            "discarded",
            "dropped",
            "not chosen",
            "loser",
            "no",
            "out",
            "passed over",
            "runner-up",
            "considered",
        ];
        const NOW: &[&str] =
            &["to", "new", "new value", "now", "after", "is", "changed to", "set to", "current", "today"];
        const WAS: &[&str] = &[
            "from",
            "old",
            "old value",
            "was",
            "before",
            "previous",
            "previously",
            "formerly",
            "changed from",
        ];
        const VERDICT: &[&str] = &[
            "decision",
            "verdict",
            "outcome",
            "result",
            "ruling",
            "vote",
            "status",
            "resolution",
            "answer",
            "approved?",
            "accepted?",
            "jury",
        ];
        const TITLE: &[&str] = &[
            "item",
            "proposal",
            "title",
            "name",
            "subject",
            "what",
            "topic",
            "feature",
            "request",
            "question",
            "option",
            "change",
            "motion",
            "idea",
            "setting",
            "suggestion",
            "piece",
            "application",
            "candidate",
            "purchase",
            "thing",
        ];
        let find = |known: &[&str]| {
            head.iter().position(|cell| {
                let name = content.slice(cell).trim_matches(['*', '_', ' ']);
                known.iter().any(|known| name.eq_ignore_ascii_case(known))
            })
        };
        let title = find(TITLE);
        if let (Some(new), Some(old)) = (find(NOW), find(WAS)) {
            return Self { new: Some(new), old: Some(old), changed: true, verdict: None, title };
        }
        match (find(CHOSEN), find(LEFT)) {
            (Some(new), Some(old)) => {
                Self { new: Some(new), old: Some(old), changed: false, verdict: None, title }
            }
            _ => Self { verdict: find(VERDICT), title, ..Self::default() },
        }
    }

    const fn tells(&self) -> bool {
        self.new.is_some()
    }

    /// A row with one cell for what is taken and one for what is left.
    fn compared(&self, content: &Reading<'_>, row: &[Cell]) -> Option<Signal> {
        let (new, old) = (row.get(self.new?)?, row.get(self.old?)?);
        let is_empty = |cell: &Cell| content.words.within(cell).is_empty();
        if is_empty(new) {
            return None;
        }
        let decision_type = if self.changed { DecisionType::Configuration } else { DecisionType::Selection };
        let rejected = if is_empty(old) { Vec::new() } else { vec![old.clone()] };
        Some(Signal { decision_type, ..marked_signal(whole(row), Some(new.clone()), rejected) })
    }
}

fn whole(row: &[Cell]) -> Range<usize> {
    row.first().map_or(0, |cell| cell.start)..row.last().map_or(0, |cell| cell.end)
}

/// A table of options of which one row is marked.
fn choice(content: &Reading<'_>, body: &[Vec<Cell>]) -> Option<Signal> {
    let marks = |row: &&Vec<Cell>| {
        row.iter().skip(1).any(|cell| is_mark(content, cell.clone()))
            || row.first().is_some_and(|cell| {
                is_marked(content, cell.clone(), content.words.slice(content.words.within(cell)))
            })
    };
    let mut chosen = body.iter().filter(marks);
    let (Some(row), None) = (chosen.next(), chosen.next()) else { return None };
    if body.len() < 2 {
        return None;
    }
    let name = |row: &Vec<Cell>| row.first().cloned().map(|cell| option_name(content, cell));
    let rejected = body.iter().filter(|other| *other != row).filter_map(name).collect();
    Some(marked_signal(whole(row), name(row), rejected))
}

/// A row with a cell that says nothing but yes or no.
fn verdict(content: &Reading<'_>, row: &[Cell], columns: &Columns) -> Option<Signal> {
    const NO: Cues = cue::REJECT.or(cue::UNWELCOME);
    const YES: Cues = cue::APPROVE.or(cue::WELCOME);
    let judges = |cell: &Cell| {
        let words = content.words.slice(content.words.within(cell));
        let told = words.first().is_some_and(|word| word.cues.any(YES.or(NO)))
            || words.iter().any(|word| word.cues.any(YES.or(NO)) && words.len() <= 2);
        told && words.len() <= 4
    };
    let at = match columns.verdict {
        Some(column) => Some(column).filter(|&column| row.get(column).is_some_and(judges)),
        None => (1..row.len()).find(|&column| {
            row.get(column).is_some_and(|cell| {
                let words = content.words.slice(content.words.within(cell));
                judges(cell)
                    && words.len() <= 2
                    && words.iter().any(|word| word.cues.any(cue::APPROVE.or(cue::REJECT)))
            })
        }),
    }?;
    let words = content.words.slice(content.words.within(row.get(at)?));
    let no = words.iter().any(|word| word.cues.any(NO) || word.cues.any(cue::NEGATION));
    let title = title(content, row, columns, at)?;
    let base = marked_signal(whole(row), None, Vec::new());
    Some(if no {
        Signal { decision_type: DecisionType::Rejection, rejected: vec![title], ..base }
    } else {
        Signal { decision_type: DecisionType::Approval, preferred: Some(title), ..base }
    })
}

/// The cell that names what a row is about: of that column, else the first with words that is no date, number or id.
fn title(content: &Reading<'_>, row: &[Cell], columns: &Columns, verdict: usize) -> Option<Cell> {
    let names = |cell: &&Cell| {
        let text = content.slice(cell);
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        time::stamp_at_start(text).is_none()
            && !text.starts_with('@')
            && text.chars().filter(|c| c.is_alphabetic()).count() > digits + 2
            && !text.starts_with(|c: char| c.is_ascii_digit())
    };
    let named = columns.title.and_then(|column| row.get(column)).filter(|cell| !cell.is_empty());
    let first =
        row.iter().enumerate().filter(|(column, _)| *column != verdict).map(|(_, cell)| cell).find(names);
    named.or(first).map(|cell| option_name(content, cell.clone()))
}

/// The first decision that is told in a cell.
fn sentence(content: &Reading<'_>, row: &[Cell], columns: &Columns) -> Option<Signal> {
    row.iter().enumerate().find_map(|(column, cell)| {
        let sentence = Sentence::new(content, cell.clone());
        let (mut finding, strength) = sentence.signal()?;
        if finding.about_title {
            let title = title(content, row, columns, column)?;
            match finding.kind {
                DecisionType::Rejection => finding.rejected = vec![title],
                _ => finding.preferred = Some(title),
            }
        }
        Some(Signal {
            decision_type: finding.kind,
            rationale: sentence.rationale(),
            confidence: Score::from_thousandths(strength),
            ..marked_signal(whole(row), finding.preferred, finding.rejected)
        })
    })
}

/// A cell that says nothing but that its row is chosen.
fn is_mark(content: &Reading<'_>, cell: Cell) -> bool {
    let text = content.slice(&cell).trim_matches(['*', '_', ' ', '.', '!']);
    let words = content.words.slice(content.words.within(&cell));
    words.len() <= 3
        && words.iter().any(|word| word.cues.any(cue::MARKED))
        && !words.iter().any(|word| word.cues.any(cue::NEGATION))
        || matches!(text, "⭐" | "🏆" | "👑" | "✅" | "✔" | "✓" | "✅ chosen" | "← chosen")
}
