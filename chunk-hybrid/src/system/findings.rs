//! What the recognizers find in a document, by lines: `--explain` prints it beside the selection, so that anybody can check it (H4).

use super::HybridPolicy;
use crate::readings::Row;
use crate::recognize::said::readings;
use crate::record::{DecisionType, Phase, Score, StepType};
use crate::strategy::preference::kept;
use crate::text::Document;
use serde::Serialize;
use std::ops::Range;

/// What was found in the whole of a document, whatever strategies chunk it. Lines count from 1.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Findings {
    /// The phases of a log, one for each run of entries of the same phase.
    pub phases: Vec<FoundPhase>,
    /// The preference signals of at least `preferenceSignal.minConfidence`.
    pub signals: Vec<FoundSignal>,
    /// The steps of a procedure.
    pub steps: Vec<FoundStep>,
    /// What the document says of itself or of a part of it, by the table of readings.
    pub readings: Vec<FoundReading>,
}

/// A phrase of the table of readings, and the lines that it speaks of: a section up to the next heading, a block, or all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FoundReading {
    /// Where the phrase is: `mark`, `heading`, `label`, `folder`, `file`, `title` or `headings`.
    pub place: &'static str,
    /// The phrase in lower case; of `headings`, several with ` + ` between them.
    pub phrase: &'static str,
    /// What it means: a phase, a content type, or `optional`, `prerequisite`, `material`, `decision`, `reason`, `others`, `when`, `aside`, `outcome`, `task`.
    pub meaning: &'static str,
    /// The first line that it speaks of.
    pub start_line: usize,
    /// The last line.
    pub end_line: usize,
}

/// A phase, and the lines it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FoundPhase {
    /// Which one.
    pub phase: Phase,
    /// Its first line.
    pub start_line: usize,
    /// Its last line.
    pub end_line: usize,
}

/// A preference signal, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FoundSignal {
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// What is preferred, verbatim.
    pub preferred: Option<String>,
    /// What is not.
    pub rejected: Vec<String>,
    /// How sure it is.
    pub confidence: Score,
    /// Its first line.
    pub start_line: usize,
    /// Its last line.
    pub end_line: usize,
}

/// A step, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FoundStep {
    /// What kind of step.
    #[serde(rename = "type")]
    pub kind: StepType,
    /// Its number, as written.
    pub number: Option<u32>,
    /// Its heading or first sentence.
    pub title: String,
    /// Its first line.
    pub start_line: usize,
    /// Its last line.
    pub end_line: usize,
}

impl HybridPolicy {
    /// What the recognizers find in the whole of a document, by lines: the phases of a log, preference signals, steps; and what it says of
    /// itself.
    ///
    /// ```
    /// use chunk_hybrid::{HybridPolicy, Document};
    ///
    /// let system = HybridPolicy::new(Default::default())?;
    /// let found = system.findings(&Document::new("tea.md", "1. Warm the pot.\n2. Pour the water.\n"));
    /// assert_eq!((found.steps[1].number, found.steps[1].start_line), (Some(2), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn findings(&self, document: &Document<'_>) -> Findings {
        let content = self.read(*document);
        let mut analysis = self.analyze(&content);
        let selection = self.select(&analysis, self.strategy.as_deref(), &mut Vec::new());
        analysis.choose(selection.certain_strategies());
        let text = |span: &Range<usize>| content.slice(span).to_owned();
        let mut findings = Findings::default();
        for event in analysis.events(&content.body()) {
            let (start_line, end_line) = content.lines_of(&event.span);
            match findings.phases.last_mut() {
                Some(last) if last.phase == event.phase => last.end_line = end_line,
                _ => findings.phases.push(FoundPhase { phase: event.phase, start_line, end_line }),
            }
        }
        for signal in kept(analysis.signals(), &self.config) {
            let (start_line, end_line) = content.lines_of(&signal.span);
            findings.signals.push(FoundSignal {
                decision_type: signal.decision_type,
                preferred: signal.preferred.as_ref().map(text),
                rejected: signal.rejected.iter().map(text).collect(),
                confidence: signal.confidence,
                start_line,
                end_line,
            });
        }
        for step in analysis.steps(&content.body()) {
            let (start_line, end_line) = content.lines_of(&step.span);
            let title = text(&step.title);
            let (kind, number) = (step.kind, step.number);
            findings.steps.push(FoundStep { kind, number, title, start_line, end_line });
        }
        for (Row { place, phrase, meaning, .. }, span) in readings(&content) {
            let (start_line, end_line) = content.lines_of(&content.trimmed(&span).unwrap_or(span));
            findings.readings.push(FoundReading { place, phrase, meaning, start_line, end_line });
        }
        findings.readings.sort_by_key(|reading| reading.start_line);
        findings
    }
}
