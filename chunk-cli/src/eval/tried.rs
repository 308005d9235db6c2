//! One setting with its measures, and the tables of all of them.

use super::{Eval, measure::Scores, plot::escaped, rows::Try, structure::Structure};
use crate::{report::counted, shown::columns};
use serde::Serialize;
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
        let mut tables = vec![self.sizes(), self.cuts()];
        if self.questions > 0 {
            tables.extend([self.best(), self.budget()]);
        }
        tables
    }

    fn sizes(&self) -> Table {
        let caption = format!(
            "Chunks, and their tokens, which are what embedding costs; chunks above {}\n\
             tokens, and how many of their tokens a model with this limit does not see",
            self.eval.limit
        );
        let head = ["chunks", "tokens", "smallest", "median", "largest", "above", "unseen"];
        Table::new(caption, &head, self.tried, |Tried { structure: of, .. }| {
            [of.chunks, of.tokens, of.smallest, of.median, of.largest, of.above, of.unseen]
                .map(|n| n.to_string())
                .into()
        })
    }

    fn cuts(&self) -> Table {
        let mut caption = format!(
            "Cut: sentences, sections that fit {} tokens, tables, code, headings from\n\
             their text; chunks that repeat another, and characters that are in none",
            self.eval.limit
        );
        let mut head = vec!["sentences", "sections", "tables", "code", "headings", "repeated", "lost"];
        let has_edits = self.tried.iter().any(|one| one.edit.is_some());
        if has_edits {
            caption += ";\nchunks to embed again after a sentence was added to a document";
            head.push("edit");
        }
        Table::new(caption, &head, self.tried, |Tried { structure: of, edit, .. }| {
            let cuts = [
                of.sentences_cut,
                of.sections_cut,
                of.tables_cut,
                of.code_cut,
                of.headings_parted,
                of.repeated,
                of.lost,
            ];
            let edit = has_edits.then(|| edit.map_or_else(|| "-".to_owned(), |edit| format!("{edit:.2}")));
            cuts.iter().map(ToString::to_string).chain(edit).collect()
        })
    }

    fn best(&self) -> Table {
        let caption = format!(
            "Answers to {} in the best {} chunks, whatever their size;\n\
             omega: precision if exactly the chunks with an answer were found;\n\
             cut: answers that no chunk holds whole",
            self.asked(),
            self.eval.best
        );
        Table::new(caption, &["recall", "precision", "iou", "omega", "cut"], self.tried, |one| {
            let Some(Answers { mean, .. }) = &one.answers else { return Vec::new() };
            let shares = [mean.recall, mean.precision, mean.iou, mean.precision_omega].map(share);
            shares.into_iter().chain([mean.answers_cut.to_string()]).collect()
        })
    }

    fn budget(&self) -> Table {
        let caption = format!(
            "Answers to {} in the best {} tokens of chunks, the fair comparison;\n\
             difference: of the recall to that of the first setting",
            self.asked(),
            self.eval.budget
        );
        let head = ["recall", "", "difference", "95% interval", "precision", "iou"];
        Table::new(caption, &head, self.tried, |one| {
            let Some(Answers { mean, difference: Interval { difference, low, high }, .. }) = &one.answers
            else {
                return Vec::new();
            };
            let is_first = self.tried.first().is_some_and(|first| std::ptr::eq(first, one));
            let compared = [format!("{difference:+.3}"), format!("{low:+.3} to {high:+.3}")];
            let compared = if is_first { Default::default() } else { compared };
            let [recall, precision, iou] =
                [mean.budget_recall, mean.budget_precision, mean.budget_iou].map(share);
            [recall, bar(mean.budget_recall)].into_iter().chain(compared).chain([precision, iou]).collect()
        })
    }
}

fn share(share: f64) -> String {
    format!("{share:.3}")
}

/// A row for each setting, by its number.
pub(super) struct Table {
    /// What the columns are.
    caption: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table of what `cells` gives for each of `all`, which is as many cells as `head` has.
    fn new<T>(caption: String, head: &[&str], all: &[T], cells: impl Fn(&T) -> Vec<String>) -> Self {
        Self {
            caption,
            head: head.iter().map(|&name| name.to_owned()).collect(),
            rows: all.iter().map(cells).collect(),
        }
    }

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
