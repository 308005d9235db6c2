//! A run of `chunk eval`: the settings are tried, and what was measured is printed.

use super::{
    Eval, Format,
    documents::Documents,
    measure::{Rank, Scores, by_vectors, by_words, measure},
    page,
    questions::{self, Asked},
    reanchor,
    rows::{Row, Try},
    structure::{churn, structure},
    suggest,
    tried::{Answers, Report, Tried},
    vectors::Vectors,
};
use crate::{
    console::{note, print},
    error::{Error, Verdict, cannot, trouble},
    report::counted,
    shown::shown,
};
use chunk_core::jsonl::write_record;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// A line of `--format questions`.
#[derive(serde::Serialize)]
struct OfQuestion<'q> {
    setting: &'q str,
    question: &'q str,
    #[serde(flatten)]
    scores: &'q Scores,
}

/// Of fewer questions, the middle 95% of all draws are surely less than a 95% interval.
const FEW: usize = 30;

/// What is tried if nothing is named.
const DEFAULTS: [&str; 5] = [
    "markdown",
    "markdown --chunk-size 400 --chunk-overlap 0",
    "tokens",
    "tokens --max-tokens 256",
    "hybrid",
];

/// Keeps the chunks of documents that every setting takes, so that all are asked about the same; returns the names of the others.
fn keep_common(made: &mut [(Vec<Row>, Try)]) -> BTreeSet<String> {
    let sources = |rows: &[Row]| -> BTreeSet<String> { rows.iter().map(|row| row.source.clone()).collect() };
    let each: Vec<BTreeSet<String>> = made.iter().map(|(rows, _)| sources(rows)).collect();
    let all: BTreeSet<String> = each.iter().flatten().cloned().collect();
    let left_out: BTreeSet<String> =
        all.into_iter().filter(|source| each.iter().any(|sources| !sources.contains(source))).collect();
    for (rows, _) in made {
        rows.retain(|row| !left_out.contains(&row.source));
    }
    left_out
}

impl Eval {
    pub(crate) fn run(&self) -> Result<Verdict, Error> {
        if let [old, new] = self.reanchor.as_slice() {
            return self.move_answers(old, new);
        }
        let (questions, folder) = match self.paths.as_slice() {
            [folder, questions] if folder.is_dir() && questions.is_file() => {
                return trouble(format!(
                    "{} is a folder: the questions come first, as in chunk eval {} {}",
                    shown(folder),
                    shown(questions),
                    shown(folder)
                ));
            }
            [questions, folder] => (Some(questions), folder),
            [folder]
                if folder.extension().is_some_and(|ending| ending == "jsonl")
                    && questions::read(folder).is_ok() =>
            {
                return trouble(
                    "eval needs the folder of documents after the questions: chunk eval QUESTIONS.jsonl FOLDER",
                );
            }
            [folder] => (None, folder),
            _ => return trouble("eval takes a file of questions and a folder, or a folder"),
        };
        match (&self.suggest, questions) {
            (Some(_), None) => {
                return trouble("--suggest needs questions: without them no setting is better than another");
            }
            (Some(path), _) if path.exists() => {
                return trouble(format!(
                    "cannot write {}: it exists; move it, or name another file",
                    shown(path)
                ));
            }
            _ => {}
        }
        if questions.is_none() && (self.vectors.is_some() || self.embed_cmd.is_some()) {
            return trouble("--vectors and --embed-cmd find answers, and there are no questions");
        }
        if questions.is_none() && (self.format == Format::Questions || self.is_svg()) {
            return trouble(
                "without questions there is nothing to show of each, nor a plot: leave out --format questions, and an SVG",
            );
        }
        let documents = Documents::below(folder)?;
        // The questions are like no text as much as like themselves: they are no document, where they are below the folder.
        let own = [questions, self.vectors.as_ref(), self.html.as_ref()];
        let own: Vec<PathBuf> =
            own.into_iter().flatten().filter_map(|path| path.canonicalize().ok()).collect();
        let is_own = |source: &str| {
            own.iter().any(|path| {
                path.ends_with(source)
                    && documents.path(source).canonicalize().is_ok_and(|source| source == *path)
            })
        };
        let questions = questions.map(|path| questions::read(path)).transpose()?;
        let mut made = Vec::new();
        let settings = self.settings();
        for setting in settings {
            let mut rows = setting.rows(folder)?;
            rows.retain(|row| !is_own(&row.source));
            setting.place(&mut rows, &documents)?;
            made.push((rows, setting));
        }
        let left_out = keep_common(&mut made);
        if let Some(first) = left_out.first() {
            let left = counted(left_out.len(), "document");
            note(&format!("note: left out: {left} that not every setting takes, such as {first}"));
        }
        if made.iter().any(|(rows, _)| rows.is_empty()) {
            return trouble(format!("the settings have no document of {} in common", shown(folder)));
        }
        let (mut asked, mut verdict) = (Vec::new(), Verdict::Well);
        if let Some(mut questions) = questions {
            let all = questions.len();
            for question in &mut questions {
                question.answers.retain(|answer| !left_out.contains(&answer.source));
            }
            let chunked =
                made.iter().flat_map(|(rows, _)| rows.iter().map(|row| row.source.clone())).collect();
            (asked, verdict) = questions::anchored(&questions, &documents, &chunked);
            if asked.is_empty() {
                return trouble(format!("none of the answers is in {}", shown(folder)));
            }
            if asked.len() < FEW {
                let guess = if self.suggest.is_some() { ", and what --suggest writes a guess" } else { "" };
                note(&format!(
                    "note: with {} a difference between settings may be chance{guess}: ask {FEW} or more",
                    counted(asked.len(), "question")
                ));
            }
            if asked.len() < all {
                note(&format!(
                    "note: {} of {} have an answer in these documents",
                    asked.len(),
                    counted(all, "question")
                ));
            }
        }
        let tried = self.tried(made, &documents, &asked)?;
        self.report(&tried, &asked)?;
        if let Some(path) = &self.suggest {
            suggest::write(path, &tried)?;
        }
        Ok(verdict)
    }

    /// Whether the plot alone is wanted.
    fn is_svg(&self) -> bool {
        self.html.as_ref().is_some_and(|path| path.extension().is_some_and(|extension| extension == "svg"))
    }

    fn tried(
        &self,
        made: Vec<(Vec<Row>, Try)>,
        documents: &Documents,
        asked: &[Asked],
    ) -> Result<Vec<Tried>, Error> {
        let questions = || asked.iter().map(|asked| asked.question.as_str());
        let needs_vectors = !asked.is_empty() && (self.vectors.is_some() || self.embed_cmd.is_some());
        let vectors = match needs_vectors {
            true => {
                let texts: Vec<&str> = questions()
                    .chain(made.iter().flat_map(|(rows, _)| rows.iter().map(Row::embedded)))
                    .collect();
                let (file, command) = (self.vectors.as_deref(), self.embed_cmd.as_deref());
                Some(Vectors::of(&texts, file, command)?)
            }
            false => None,
        };
        let mut tried: Vec<Tried> = Vec::new();
        for (rows, setting) in made {
            let structure = structure(&rows, documents, self.limit.get());
            let edit = if asked.is_empty() { churn(&setting, &rows, documents) } else { None };
            let answers = (!asked.is_empty()).then(|| {
                let rank: Rank<'_> = match &vectors {
                    Some(vectors) => {
                        let of_rows: Vec<&[f32]> =
                            rows.iter().map(|row| vectors.get(row.embedded())).collect();
                        Box::new(move |question| by_vectors(vectors.get(question), &of_rows))
                    }
                    None => by_words(&rows),
                };
                let measure = measure(&rows, self.best.get(), self.budget.get());
                let each = asked.iter().map(|asked| measure(&asked.answers, &rank(&asked.question)));
                Answers::new(each.collect(), tried.first())
            });
            tried.push(Tried { setting, structure, edit, answers });
        }
        Ok(tried)
    }

    fn settings(&self) -> Vec<Try> {
        let own = self.tries.iter().cloned().map(Try::Policy);
        let named: Vec<Try> = own.chain(self.try_cmd.iter().cloned().map(Try::Program)).collect();
        let all = |words: &[&str]| words.iter().map(|&words| Try::Policy(words.to_owned())).collect();
        match (named.is_empty(), &self.suggest) {
            (false, _) => named,
            (true, Some(_)) => all(&suggest::GRID),
            (true, None) => all(&DEFAULTS),
        }
    }

    fn report(&self, tried: &[Tried], asked: &[Asked]) -> Result<(), Error> {
        let report = Report { tried, questions: asked.len(), eval: self };
        if let Some(path) = &self.html {
            let page = match self.is_svg() {
                true => page::plot(tried),
                false => page::render(&report),
            };
            fs::write(path, page).map_err(cannot("write", shown(path)))?;
        }
        let mut out = Vec::new();
        match self.format {
            Format::Table => out = report.text().into_bytes(),
            Format::Jsonl => {
                for one in tried {
                    write_record(&mut out, one).map_err(cannot("write", "a line"))?;
                }
            }
            Format::Questions => {
                for one in tried {
                    let each = one.answers.iter().flat_map(|answers| &answers.each);
                    for (Asked { question, .. }, scores) in asked.iter().zip(each) {
                        let line = OfQuestion { setting: one.setting.name(), question, scores };
                        write_record(&mut out, &line).map_err(cannot("write", "a line"))?;
                    }
                }
            }
        }
        print(&out).map(|_| ())
    }

    fn move_answers(&self, old: &Path, new: &Path) -> Result<Verdict, Error> {
        let [questions] = self.paths.as_slice() else {
            return trouble("--reanchor OLD NEW takes one file of questions, and no folder besides the two");
        };
        let questions = questions::read(questions)?;
        let (moved, verdict) = reanchor::reanchored(&questions, &Documents::below(old)?, new)?;
        let mut out = Vec::new();
        for question in &moved {
            write_record(&mut out, question).map_err(cannot("write", "a question"))?;
        }
        print(&out).map(|_| verdict)
    }
}
