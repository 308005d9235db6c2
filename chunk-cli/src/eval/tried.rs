//! One setting with its measures, and the tables of all of them.

use super::{Eval, measure::Scores, plot::escaped, rows::Try, structure::Structure};
use crate::{report::counted, shown::columns};
use serde::Serialize;
use serde_json::Value;
use std::iter;

/// A setting and what was measured of it; as JSON, a line of `--format jsonl`.
#[derive(Serialize)]
pub(super) struct Tried {
    #[serde(serialize_with = "name")]
    pub(super) setting: Try,
    #[serde(flatten)]
    pub(super) structure: Structure,
    /// The chunks that an edit of a document makes new; measured without questions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edit: Option<f64>,
    /// `None` without questions.
    #[serde(flatten)]
    pub(super) answers: Option<Answers>,
}

#[derive(Serialize)]
pub(super) struct Answers {
    #[serde(flatten)]
    pub(super) mean: Scores,
    /// The mean `budget_recall` minus that of the first setting.
    #[serde(flatten)]
    pub(super) difference: Interval,
    /// The scores of each question.
    #[serde(skip)]
    pub(super) each: Vec<Scores>,
}

fn name<S: serde::Serializer>(setting: &Try, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_str(setting.name())
}

impl Answers {
    pub(super) fn new(each: Vec<Scores>, first: Option<&Tried>) -> Self {
        let recalls = recalls(&each);
        let difference = difference(&first.map_or_else(|| recalls.clone(), Tried::recalls), &recalls);
        Self { mean: Scores::mean(&each), difference, each }
    }
}

fn recalls(each: &[Scores]) -> Vec<f64> {
    each.iter().map(|scores| scores.budget_recall).collect()
}

impl Tried {
    /// The recall of each question within the budget, by which settings are compared.
    pub(super) fn recalls(&self) -> Vec<f64> {
        self.answers.as_ref().map_or(Vec::new(), |answers| recalls(&answers.each))
    }
}

/// All settings that were tried.
pub(super) struct Report<'r> {
    pub(super) tried: &'r [Tried],
    pub(super) questions: usize,
    pub(super) eval: &'r Eval,
}

impl Report<'_> {
    pub(super) fn asked(&self) -> String {
        counted(self.questions, "question")
    }

    /// The report for a terminal of 80 columns, where a number is short for a setting.
    pub(super) fn text(&self) -> String {
        let settings: String = self
            .tried
            .iter()
            .enumerate()
            .map(|(index, one)| format!("{}  {}\n", index + 1, one.setting.name()))
            .collect();
        let tables: String = self.tables().iter().map(|table| format!("\n{}", table.text())).collect();
        format!("Settings\n\n{settings}{tables}")
    }

    pub(super) fn tables(&self) -> Vec<Table> {
        let Eval { limit, best, budget, .. } = self.eval;
        let asked = self.asked();
        let sizes = format!(
            "Chunks, and their tokens, which are what embedding costs; chunks above {limit}\n\
             tokens, and how many of their tokens a model with this limit does not see"
        );
        let edits = match self.has_edits() {
            true => ";\nchunks to embed again after a sentence was added to a document",
            false => "",
        };
        let cuts = format!(
            "Cut: sentences, sections that fit {limit} tokens, tables, code, headings from\n\
             their text; chunks that repeat another, and characters that are in none{edits}"
        );
        let in_best = format!(
            "Answers to {asked} in the best {best} chunks, whatever their size;\n\
             omega: precision if exactly the chunks with an answer were found;\n\
             cut: answers that no chunk holds whole"
        );
        let in_budget = format!(
            "Answers to {asked} in the best {budget} tokens of chunks, the fair comparison;\n\
             difference: of the recall to that of the first setting"
        );
        let all = [("sizes", sizes), ("cuts", cuts), ("best", in_best), ("budget", in_budget)];
        let shown = all.into_iter().filter(|(of, _)| self.questions > 0 || matches!(*of, "sizes" | "cuts"));
        shown.map(|(of, caption)| self.table(of, caption)).collect()
    }

    fn has_edits(&self) -> bool {
        self.tried.iter().any(|one| one.edit.is_some())
    }

    /// A table with the columns that `columns.tsv` lists for it, each with its key in a line of `--format jsonl`.
    fn table(&self, of: &str, caption: String) -> Table {
        let columns = include_str!("columns.tsv").lines().filter_map(|line| {
            let mut cells = line.split('\t');
            let column = (cells.next()?, cells.next()?, cells.next()?);
            (column.0 == of && (column.2 != "edit" || self.has_edits())).then_some((column.1, column.2))
        });
        let columns: Vec<_> = columns.collect();
        let row = |(index, one): (usize, &Tried)| {
            let line = serde_json::to_value(one).unwrap_or_default();
            let share = |key: &str| line.get(key).and_then(Value::as_f64).unwrap_or_default();
            let cell = |key: &str| match (key, line.get(key)) {
                ("difference" | "interval", _) if index == 0 => String::new(),
                ("difference", _) => format!("{:+.3}", share(key)),
                ("interval", _) => {
                    format!("{:+.3} to {:+.3}", share("difference_low"), share("difference_high"))
                }
                ("bar", _) => bar(share("budget_recall")),
                (_, Some(number)) if number.is_f64() => format!("{:.3}", share(key)),
                (_, number) => number.map_or_else(|| "-".to_owned(), Value::to_string),
            };
            columns.iter().map(|(_, key)| cell(key)).collect()
        };
        let head = columns.iter().map(|(name, _)| (*name).to_owned()).collect();
        Table { caption, head, rows: self.tried.iter().enumerate().map(row).collect() }
    }
}

/// A row for each setting, by its number.
pub(super) struct Table {
    /// What the columns are.
    caption: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// Columns of one width, the number of each row before it.
    fn text(&self) -> String {
        let numbers = iter::once(String::new()).chain((1..).map(|number: usize| number.to_string()));
        let rows = numbers.zip(iter::once(&self.head).chain(&self.rows));
        let rows: Vec<Vec<String>> =
            rows.map(|(number, row)| [&[number][..], row.as_slice()].concat()).collect();
        let lines = columns(&rows).into_iter().map(|line| line.trim_end_matches(' ').to_owned() + "\n");
        format!("{}\n\n{}", self.caption, lines.collect::<String>())
    }

    /// The same with the names of the settings.
    pub(super) fn html<'n>(&self, names: impl Iterator<Item = &'n str>) -> String {
        let row = |first: &str, cells: &[String], of: &str| {
            // A column without a name is a picture for a terminal.
            let named = cells.iter().zip(&self.head).filter(|(_, name)| !name.is_empty());
            let cells: String = named.map(|(cell, _)| format!("<{of}>{}</{of}>", escaped(cell))).collect();
            format!("<tr><th>{}</th>{cells}</tr>\n", escaped(first))
        };
        let rows: String = names.zip(&self.rows).map(|(name, cells)| row(name, cells, "td")).collect();
        let caption = escaped(&self.caption);
        format!("<p>{caption}</p>\n<div><table>\n{}{rows}</table></div>\n", row("setting", &self.head, "th"))
    }
}

/// A share as a bar of ten characters.
fn bar(share: f64) -> String {
    let eighths = (share.clamp(0.0, 1.0) * 80.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"].get(eighths % 8).copied().unwrap_or_default();
    let bar = "█".repeat(eighths / 8) + part;
    format!("{bar:<10}")
}

/// How often questions are drawn for an interval.
const DRAWS: usize = 10_000;

/// A mean difference and its 95% interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub(super) struct Interval {
    pub(super) difference: f64,
    #[serde(rename = "difference_low")]
    pub(super) low: f64,
    #[serde(rename = "difference_high")]
    pub(super) high: f64,
}

/// The mean of `other` - `first`, question by question, and the middle 95% of that mean over draws of as many questions, with
/// replacement, which is a paired bootstrap, always of the same draws.
pub(super) fn difference(first: &[f64], other: &[f64]) -> Interval {
    let differences: Vec<f64> = first.iter().zip(other).map(|(first, other)| other - first).collect();
    let count = differences.len().max(1) as f64;
    let mut random = fastrand::Rng::with_seed(0);
    let mut means: Vec<f64> = (0..DRAWS)
        .map(|_| {
            let drawn =
                (0..differences.len()).filter_map(|_| differences.get(random.usize(..differences.len())));
            drawn.sum::<f64>() / count
        })
        .collect();
    means.sort_by(f64::total_cmp);
    let at =
        |share: f64| means.get((share * (DRAWS - 1) as f64).round() as usize).copied().unwrap_or_default();
    Interval { difference: differences.iter().sum::<f64>() / count, low: at(0.025), high: at(0.975) }
}
