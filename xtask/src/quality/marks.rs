//! What chunk-hybrid finds in the labelled documents, held against their labels.

use super::{
    found::{Hybrid, Signal},
    labels::{Labelled, Labels, Preference, Step},
    score::{Matching, Tally, same_option},
};
use crate::rate::Rate;

/// The sums over a folder.
#[derive(Default)]
pub struct Marks {
    pub selector: Rate,
    pub phases: Tally,
    pub phase_names: Rate,
    pub signals: Tally,
    pub options: Tally,
    pub decision_types: Rate,
    pub steps: Tally,
    pub step_types: Rate,
    /// What is wrong, a line each.
    pub failures: Vec<String>,
}

impl Marks {
    pub fn compare(documents: &[Labelled], hybrid: &Hybrid) -> Self {
        let mut marks = Self::default();
        for document in documents {
            marks.strategy(document, hybrid);
            match document.labels.strategy.as_str() {
                "event-based" => marks.phases(document, hybrid),
                "preference-signal" => marks.signals(document, hybrid),
                "step-based" => marks.steps(document, hybrid),
                _ => {}
            }
        }
        marks
    }

    fn fail(&mut self, document: &Labelled, line: usize, how: &str) {
        let text = document.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let start: String = text.chars().take(90).collect();
        self.failures.push(format!("{}:{line}: {how}: {start}", document.name));
    }

    fn strategy(&mut self, document: &Labelled, hybrid: &Hybrid) {
        let Labels { strategy, content_type, sections, .. } = &document.labels;
        let parts = hybrid.strategies(document);
        let mut right = true;
        let mut expect = |marks: &mut Self, line: usize, wanted: &str, what: &str, taken: Vec<&str>| {
            if taken.is_empty() || taken.iter().any(|taken| *taken != wanted) {
                right = false;
                marks.fail(document, line, &format!("{wanted} ({what}) taken for {}", taken.join(", ")));
            }
        };
        if sections.is_empty() {
            let taken = parts.iter().map(|(_, strategy)| strategy.as_str()).collect();
            expect(self, 1, strategy, content_type, taken);
        }
        for section in sections {
            let taken = parts.iter().filter(|(lines, _)| lines.contains(&section.line));
            expect(
                self,
                section.line,
                &section.strategy,
                "section",
                taken.map(|(_, name)| name.as_str()).collect(),
            );
        }
        self.selector.count(right);
    }

    fn phases(&mut self, document: &Labelled, hybrid: &Hybrid) {
        let Some((first, labels)) = document.labels.phases.split_first() else { return };
        let mut found = hybrid.phases(document);
        // The beginning of the first phase is no boundary, but its end on the next line is one.
        found.retain(|phase| {
            phase.line > first.line + 1 || phase.line > first.line && phase.phase != first.phase
        });
        let matching = Matching::new(labels, &found, 1, |label, found| Some(label.line.abs_diff(found.line)));
        self.phases += matching.tally();
        for (label, found) in &matching.pairs {
            self.phase_names.count(label.phase == found.phase);
            if label.phase != found.phase {
                self.fail(document, label.line, &format!("{} taken for {}", label.phase, found.phase));
            }
        }
        for label in matching.missed {
            self.fail(document, label.line, &format!("missed the beginning of {}", label.phase));
        }
        for found in matching.further {
            self.fail(document, found.line, &format!("no beginning of {}", found.phase));
        }
    }

    fn signals(&mut self, document: &Labelled, hybrid: &Hybrid) {
        let found = hybrid.signals(document);
        // Of two findings on one line, the one of the label's type is meant.
        let mut matching = Matching::new(&document.labels.preferences, &found, 3, |label, found| {
            let (first, last) = (label.line.first(), label.line.last());
            let lines = first.saturating_sub(found.line) + found.line.saturating_sub(last);
            Some(2 * lines + usize::from(label.decision_type != found.decision_type))
        });
        matching.further.retain(|found| !document.labels.ambiguous.contains(&found.line));
        self.signals += matching.tally();
        for (label, found) in &matching.pairs {
            let line = label.line.first();
            self.decision_types.count(label.decision_type == found.decision_type);
            if label.decision_type != found.decision_type {
                let how = format!("{} taken for {}", label.decision_type, found.decision_type);
                self.fail(document, line, &how);
            }
            let options = options(label, found);
            self.options += options;
            if options.matched < options.labelled.max(options.found) {
                let how = format!(
                    "options {:?} over {:?} taken for {:?} over {:?}",
                    label.preferred.as_deref().unwrap_or_default(),
                    label.rejected,
                    found.preferred,
                    found.rejected
                );
                self.fail(document, line, &how);
            }
        }
        for label in matching.missed {
            self.fail(document, label.line.first(), &format!("missed a {}", label.decision_type));
        }
        for found in matching.further {
            self.fail(document, found.line, &format!("no {}", found.decision_type));
        }
    }

    fn steps(&mut self, document: &Labelled, hybrid: &Hybrid) {
        let found = hybrid.steps(document);
        let mut matching = Matching::new(&document.labels.steps, &found, 0, |label, found| {
            let same = label.number.is_none_or(|number| found.number == Some(number));
            same.then(|| label.line.abs_diff(found.line))
        });
        matching.further.retain(|found| !document.labels.ambiguous.contains(&found.line));
        self.steps += matching.tally();
        for (label, found) in &matching.pairs {
            self.step_types.count(label.kind == found.kind);
            if label.kind != found.kind {
                self.fail(document, label.line, &format!("{} taken for {}", label.kind, found.kind));
            }
        }
        for Step { line, number, kind } in matching.missed {
            self.fail(document, *line, &format!("missed the {kind}{}", shown(*number)));
        }
        for found in matching.further {
            self.fail(document, found.line, &format!("no {}{}", found.kind, shown(found.number)));
        }
    }
}

fn shown(number: Option<u64>) -> String {
    number.map_or(String::new(), |number| format!(" {number}"))
}

/// The options of a signal: the preferred one and each rejected one.
fn options(label: &Preference, found: &Signal) -> Tally {
    let preferred = Tally {
        labelled: usize::from(label.preferred.is_some()),
        found: usize::from(!found.preferred.is_empty()),
        matched: label.preferred.iter().filter(|label| same_option(label, &found.preferred)).count(),
    };
    let mut options = Matching::new(&label.rejected, &found.rejected, 0, |label, found| {
        same_option(label, found).then_some(0)
    })
    .tally();
    options += preferred;
    options
}
