//! One setting with its measures, and all of them beside each other.

use super::{
    Eval,
    bootstrap::{self, Interval},
    churn::churn,
    documents::Documents,
    measure::{Measured, Shares, measure},
    questions::Asked,
    rank,
    rows::{Row, Try, misplaced},
    structure::{Structure, structure},
    table::{Table, bar},
    vectors::Vectors,
};
use crate::error::{Error, trouble};
use serde::Serialize;

pub(super) struct Tried {
    pub(super) setting: Try,
    pub(super) structure: Structure,
    /// `None` without questions.
    pub(super) measured: Option<Measured>,
    /// The chunks that an edit of a document makes new, without questions.
    churn: Option<f64>,
}

impl Tried {
    pub(super) fn new(
        setting: Try,
        rows: &[Row],
        documents: &Documents,
        asked: &[Asked],
        eval: &Eval,
    ) -> Result<Self, Error> {
        if let Some(wrong) = misplaced(rows, documents) {
            return trouble(format!("--try {:?}: {wrong}", setting.name()));
        }
        let (measured, churn) = match asked.is_empty() {
            true => (None, Some(churn(&setting, rows, documents)?)),
            false => {
                let ranked = ranked(rows, asked, eval)?;
                (Some(measure(asked, rows, &ranked, eval.best, eval.budget)), None)
            }
        };
        Ok(Self { structure: structure(rows, documents, eval.limit), measured, churn, setting })
    }

    fn shares(&self, of: impl Fn(&Measured) -> &[Shares], share: impl Fn(&Shares) -> f64) -> Vec<f64> {
        self.measured.as_ref().map_or(Vec::new(), |measured| of(measured).iter().map(share).collect())
    }

    /// The recall of each question within the budget, by which settings are compared.
    pub(super) fn recalls(&self) -> Vec<f64> {
        self.shares(|measured| &measured.budget, |shares| shares.recall)
    }

    /// The difference of that to the first setting.
    pub(super) fn beside(&self, first: &Self, seed: u64) -> Interval {
        bootstrap::difference(&first.recalls(), &self.recalls(), seed)
    }
}

fn ranked(rows: &[Row], asked: &[Asked], eval: &Eval) -> Result<Vec<Vec<usize>>, Error> {
    let questions: Vec<&str> = asked.iter().map(|asked| asked.question.as_str()).collect();
    if eval.vectors.is_none() && eval.embed_cmd.is_none() {
        return Ok(rank::by_words(&questions, rows));
    }
    let texts: Vec<&str> = questions.iter().copied().chain(rows.iter().map(Row::embedded)).collect();
    let vectors = Vectors::of(&texts, eval.vectors.as_deref(), eval.embed_cmd.as_deref())?;
    let of = |texts: &[&str]| -> Vec<&[f32]> { texts.iter().map(|text| vectors.get(text)).collect() };
    let (asked, chunks) = texts.split_at(questions.len());
    Ok(rank::by_vectors(&of(asked), &of(chunks)))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// A setting as a line of JSON.
#[derive(Serialize)]
pub(super) struct Line<'l> {
    setting: &'l str,
    #[serde(flatten)]
    structure: &'l Structure,
    #[serde(skip_serializing_if = "Option::is_none")]
    edit: Option<f64>,
    #[serde(flatten)]
    answers: Option<Answers>,
}

/// Means over the questions.
#[derive(Serialize)]
pub(super) struct Answers {
    pub(super) recall: f64,
    pub(super) precision: f64,
    pub(super) iou: f64,
    pub(super) precision_omega: f64,
    pub(super) budget_recall: f64,
    pub(super) budget_precision: f64,
    pub(super) budget_iou: f64,
    pub(super) answers_cut: usize,
    /// `budget_recall` minus that of the first setting, and its 95% interval.
    pub(super) difference: f64,
    pub(super) difference_low: f64,
    pub(super) difference_high: f64,
}

pub(super) fn answers(one: &Tried, first: &Tried, seed: u64) -> Option<Answers> {
    let measured = one.measured.as_ref()?;
    let best = |share: fn(&Shares) -> f64| mean(&one.shares(|measured| &measured.best, share));
    let budget = |share: fn(&Shares) -> f64| mean(&one.shares(|measured| &measured.budget, share));
    let interval = one.beside(first, seed);
    Some(Answers {
        recall: best(|shares| shares.recall),
        precision: best(|shares| shares.precision),
        iou: best(|shares| shares.iou),
        precision_omega: mean(&measured.omega),
        budget_recall: budget(|shares| shares.recall),
        budget_precision: budget(|shares| shares.precision),
        budget_iou: budget(|shares| shares.iou),
        answers_cut: measured.cut,
        difference: interval.mean,
        difference_low: interval.low,
        difference_high: interval.high,
    })
}

pub(super) fn lines(tried: &[Tried], seed: u64) -> impl Iterator<Item = Line<'_>> {
    tried.iter().map(move |one| Line {
        setting: one.setting.name(),
        structure: &one.structure,
        edit: one.churn,
        answers: tried.first().and_then(|first| answers(one, first, seed)),
    })
}

/// The tables for a terminal: what the chunks are, and with questions which answers they hold.
pub(super) fn tables(tried: &[Tried], questions: usize, eval: &Eval) -> String {
    let Eval { best, budget, limit, seed, .. } = *eval;
    let chunks = format!(
        "Chunks: how many and how large, how many are above the limit, what they cut (sentences, sections of up to {limit} tokens, tables, code), \
         and how many an edit of a document makes new\n\n{}",
        of_chunks(tried, limit).render()
    );
    match tried.first().filter(|first| first.measured.is_some()) {
        None => chunks,
        Some(first) => format!(
            "{chunks}\nAnswers to {questions} questions in the best {budget} tokens (recall, precision) and the best {best} chunks \
             (recall@{best}, iou)\n\n{}",
            of_answers(tried, first, best, seed).render()
        ),
    }
}

fn of_chunks(tried: &[Tried], limit: usize) -> Table {
    let above = format!("above {limit}");
    let mut table = Table::new(&[
        "setting",
        "chunks",
        "tokens",
        "median",
        "largest",
        &above,
        "sentences",
        "sections",
        "tables",
        "code",
        "headings",
        "repeated",
        "lost",
        "edit",
    ]);
    for Tried { setting, structure, churn, .. } in tried {
        let counts = [
            structure.chunks,
            structure.tokens,
            structure.median,
            structure.largest,
            structure.above,
            structure.sentences_cut,
            structure.sections_cut,
            structure.tables_cut,
            structure.code_cut,
            structure.headings_parted,
            structure.repeated,
            structure.lost,
        ];
        let edit = churn.map_or_else(String::new, |churn| format!("{churn:.2}"));
        let counts = counts.map(|count| count.to_string()).into_iter().chain([edit]);
        table.rows.push([setting.name().to_owned()].into_iter().chain(counts).collect());
    }
    table
}

fn of_answers(tried: &[Tried], first: &Tried, best: usize, seed: u64) -> Table {
    let name = format!("recall@{best}");
    let mut table = Table::new(&[
        "setting",
        "recall",
        "",
        "difference",
        "95% interval",
        "precision",
        &name,
        "iou",
        "omega",
        "cut",
    ]);
    let share = |share: f64| format!("{share:.3}");
    for one in tried {
        let Some(answers) = answers(one, first, seed) else { continue };
        let [difference, interval] = match std::ptr::eq(one, first) {
            true => Default::default(),
            false => [
                format!("{:+.3}", answers.difference),
                format!("{:+.3} to {:+.3}", answers.difference_low, answers.difference_high),
            ],
        };
        table.rows.push(vec![
            one.setting.name().to_owned(),
            share(answers.budget_recall),
            bar(answers.budget_recall),
            difference,
            interval,
            share(answers.budget_precision),
            share(answers.recall),
            share(answers.iou),
            share(answers.precision_omega),
            answers.answers_cut.to_string(),
        ]);
    }
    table
}
