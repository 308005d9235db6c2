//! One setting with its measures, and the tables of all of them.

use super::{
    Eval,
    bootstrap::{Interval, difference},
    measure::Scores,
    rows::Try,
    structure::Structure,
    table::{Table, bar},
};
use crate::report::counted;
use serde::Serialize;

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
    pub(super) fn new(each: Vec<Scores>, first: Option<&Tried>, seed: u64) -> Self {
        let recalls = recalls(&each);
        let difference = difference(&first.map_or_else(|| recalls.clone(), Tried::recalls), &recalls, seed);
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
