//! Compares what chunk-hybrid finds in labelled documents with their labels.

use super::{
    labels::{Labels, Preference},
    score::{Matching, Tally, same_option},
};
use crate::{fit::corpus::Known, rate::Rate};
use chunk_hybrid::{ChunkingSystem, Findings, FoundSignal, FoundStep, SEMANTIC_BOUNDARY};
use serde::Serialize;
use std::{collections::BTreeMap, ops::AddAssign};

/// The results, summed over some documents.
#[derive(Default)]
pub struct Marks {
    /// Documents of one kind whose strategy is right.
    pub unmixed: Rate,
    /// Mixed documents whose strategies are all right.
    pub mixed: Rate,
    /// Documents of one kind that get another strategy than `semantic-boundary`.
    pub others: Tally,
    pub phases: Tally,
    pub phase_names: Rate,
    pub signals: Tally,
    pub options: Tally,
    pub decision_types: Rate,
    pub steps: Tally,
    pub step_types: Rate,
    /// The false findings in documents of other kinds, by the document's kind.
    pub elsewhere: BTreeMap<String, Elsewhere>,
    /// Descriptions of what is wrong, a line each.
    pub failures: Vec<String>,
}

/// What recognizers find in documents that are not of their kind, all of which is wrong.
#[derive(Default, Clone, Copy)]
pub struct Elsewhere {
    pub words: usize,
    /// Not counted in documents of decisions.
    pub signals: usize,
    /// Not counted in procedures.
    pub steps: usize,
}

impl Marks {
    /// Compares documents, given with their paths if these are wanted and known, otherwise with their names alone.
    pub fn compare<'k>(
        documents: impl IntoIterator<Item = &'k Known>,
        system: &ChunkingSystem,
        with_path: bool,
    ) -> Self {
        let mut marks = Self::default();
        for known in documents {
            marks.strategy(known, system, with_path);
            let findings = system.findings(&known.document(with_path));
            match known.labels.strategy.as_str() {
                // Without such labels, what is found can be neither right nor wrong.
                "event-based" if !known.labels.phases.is_empty() => marks.phases(known, &findings),
                "preference-signal" if !known.labels.preferences.is_empty() => {
                    marks.signals(known, &findings)
                }
                "step-based" if !known.labels.steps.is_empty() => marks.steps(known, &findings),
                _ => {}
            }
            marks.elsewhere(known, &findings);
        }
        marks
    }

    /// The false findings in all documents that are not of this kind.
    pub fn elsewhere_but(&self, kind: &str) -> Elsewhere {
        let mut all = Elsewhere::default();
        for (_, found) in self.elsewhere.iter().filter(|(other, _)| *other != kind) {
            all += *found;
        }
        all
    }

    fn fail(&mut self, known: &Known, line: usize, how: &str) {
        let text = known.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let start: String = text.chars().take(90).collect();
        self.failures.push(format!("{}:{line}: {how}: {start}", known.name));
    }

    fn strategy(&mut self, known: &Known, system: &ChunkingSystem, with_path: bool) {
        let Labels { strategy, content_type, sections, .. } = &known.labels;
        let selection = system.explain(&known.document(with_path));
        let best = selection.classification.map(|found| found.best());
        let confidence = best.map(|best| best.confidence.thousandths());
        let parts = selection.parts;
        let mut right = true;
        let mut expect = |marks: &mut Self, line: usize, wanted: &str, what: &str, taken: Vec<&str>| {
            if taken.is_empty() || taken.iter().any(|taken| *taken != wanted) {
                right = false;
                let sure = confidence.unwrap_or_default();
                let how = format!("{wanted} ({what}) taken for {} ({sure})", taken.join(", "));
                marks.fail(known, line, &how);
            }
        };
        if sections.is_empty() {
            let taken = parts.iter().map(|part| part.strategy.as_str()).collect();
            expect(self, 1, strategy, content_type, taken);
        }
        for section in sections {
            let taken = parts.iter().filter(|part| (part.start_line..=part.end_line).contains(&section.line));
            let taken = taken.map(|part| part.strategy.as_str()).collect();
            expect(self, section.line, &section.strategy, "section", taken);
        }
        if sections.is_empty() {
            let is_other = parts.iter().any(|part| part.strategy != SEMANTIC_BOUNDARY);
            self.others += Tally {
                labelled: usize::from(strategy != SEMANTIC_BOUNDARY),
                found: usize::from(is_other),
                matched: usize::from(is_other && right),
            };
        }
        if sections.is_empty() { self.unmixed.count(right) } else { self.mixed.count(right) }
    }

    fn phases(&mut self, known: &Known, findings: &Findings) {
        let Some((first, labels)) = known.labels.phases.split_first() else { return };
        let mut found: Vec<(usize, String)> =
            findings.phases.iter().map(|phase| (phase.start_line, name(phase.phase))).collect();
        // The start of the first phase is not a boundary, unless another phase is found to start on the next line.
        found.retain(|(line, phase)| *line > first.line + 1 || *line > first.line && *phase != first.phase);
        let matching = Matching::new(labels, &found, 1, |label, (line, _)| Some(label.line.abs_diff(*line)));
        self.phases += matching.tally();
        for (label, (_, phase)) in &matching.pairs {
            self.phase_names.count(label.phase == *phase);
            if label.phase != *phase {
                self.fail(known, label.line, &format!("{} taken for {phase}", label.phase));
            }
        }
        for label in matching.missed {
            self.fail(known, label.line, &format!("missed the beginning of {}", label.phase));
        }
        for (line, phase) in matching.further {
            self.fail(known, *line, &format!("no beginning of {phase}"));
        }
    }

    fn signals(&mut self, known: &Known, findings: &Findings) {
        // Of two findings on one line, the one with the label's type is preferred.
        let mut matching = Matching::new(&known.labels.preferences, &findings.signals, 3, |label, found| {
            let (first, last) = (label.line.first(), label.line.last());
            let line = found.start_line;
            let lines = first.saturating_sub(line) + line.saturating_sub(last);
            Some(2 * lines + usize::from(label.decision_type != name(found.decision_type)))
        });
        matching.further.retain(|found| !known.labels.ambiguous.contains(&found.start_line));
        self.signals += matching.tally();
        for (label, found) in &matching.pairs {
            let line = label.line.first();
            let decision_type = name(found.decision_type);
            self.decision_types.count(label.decision_type == decision_type);
            if label.decision_type != decision_type {
                self.fail(known, line, &format!("{} taken for {decision_type}", label.decision_type));
            }
            let options = options(label, found);
            self.options += options;
            if options.matched < options.labelled.max(options.found) {
                let how = format!(
                    "options {:?} over {:?} taken for {:?} over {:?}",
                    label.preferred, label.rejected, found.preferred, found.rejected
                );
                self.fail(known, line, &how);
            }
        }
        for label in matching.missed {
            self.fail(known, label.line.first(), &format!("missed a {}", label.decision_type));
        }
        for found in matching.further {
            self.fail(known, found.start_line, &format!("no {}", name(found.decision_type)));
        }
    }

    fn steps(&mut self, known: &Known, findings: &Findings) {
        let mut matching = Matching::new(&known.labels.steps, &findings.steps, 0, |label, found| {
            let same = label.number.is_none_or(|number| found.number.map(u64::from) == Some(number));
            same.then(|| label.line.abs_diff(found.start_line))
        });
        matching.further.retain(|found| !known.labels.ambiguous.contains(&found.start_line));
        self.steps += matching.tally();
        for (label, found) in &matching.pairs {
            let kind = name(found.kind);
            self.step_types.count(label.kind == kind);
            if label.kind != kind {
                self.fail(known, label.line, &format!("{} taken for {kind}", label.kind));
            }
        }
        for label in matching.missed {
            self.fail(known, label.line, &format!("missed the {}{}", label.kind, shown(label.number)));
        }
        for FoundStep { start_line, kind, number, .. } in matching.further {
            let how = format!("no {}{}", name(kind), shown(number.map(u64::from)));
            self.fail(known, *start_line, &how);
        }
    }

    /// Counts false findings. Mixed documents are left out, since it is not known which of their lines are of which kind.
    fn elsewhere(&mut self, known: &Known, findings: &Findings) {
        let strategy = known.labels.strategy.as_str();
        if strategy == "mixed" {
            return;
        }
        let own = self.elsewhere.entry(strategy.to_owned()).or_default();
        own.words += known.text.split_whitespace().count();
        let counts = |line: usize| !known.labels.ambiguous.contains(&line);
        if strategy != "preference-signal" {
            own.signals += findings.signals.iter().filter(|found| counts(found.start_line)).count();
        }
        if strategy != "step-based" {
            own.steps += findings.steps.iter().filter(|found| counts(found.start_line)).count();
        }
    }
}

/// A step's number after a space; nothing if it has none.
fn shown(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| format!(" {number}"))
}

/// Compares the options of a signal: the preferred one and each rejected one.
fn options(label: &Preference, found: &FoundSignal) -> Tally {
    let taken = found.preferred.as_deref().filter(|taken| !taken.is_empty());
    let same = label.preferred.as_deref().zip(taken).is_some_and(|(label, taken)| same_option(label, taken));
    let preferred = Tally {
        labelled: usize::from(label.preferred.is_some()),
        found: usize::from(taken.is_some()),
        matched: usize::from(same),
    };
    let matches = |label: &String, found: &String| same_option(label, found).then_some(0);
    let mut options = Matching::new(&label.rejected, &found.rejected, 0, matches).tally();
    options += preferred;
    options
}

/// A value's name in the contract.
fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|json| Some(json.as_str()?.to_owned())).unwrap_or_default()
}

impl AddAssign for Marks {
    fn add_assign(&mut self, other: Self) {
        self.unmixed += other.unmixed;
        self.mixed += other.mixed;
        self.others += other.others;
        self.phases += other.phases;
        self.phase_names += other.phase_names;
        self.signals += other.signals;
        self.options += other.options;
        self.decision_types += other.decision_types;
        self.steps += other.steps;
        self.step_types += other.step_types;
        for (kind, found) in other.elsewhere {
            *self.elsewhere.entry(kind).or_default() += found;
        }
        self.failures.extend(other.failures);
    }
}

impl AddAssign for Elsewhere {
    fn add_assign(&mut self, other: Self) {
        self.words += other.words;
        self.signals += other.signals;
        self.steps += other.steps;
    }
}
