//! What chunk-hybrid finds in the labelled documents, held against their labels.

use super::{
    found::{Hybrid, Signal},
    labels::{Labelled, Labels, Preference},
    score::{Rate, Tally, pairs, same_option},
};

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
        let found = hybrid.phases(document);
        // The beginning of the first phase is no boundary.
        let labels = document.labels.phases.get(1..).unwrap_or_default();
        let start = document.labels.phases.first().map_or(0, |first| first.line);
        let boundaries: Vec<_> = found.into_iter().skip(1).filter(|found| found.line > start + 1).collect();
        let pairs = pairs(labels, &boundaries, 1, |label, found| Some(label.line.abs_diff(found.line)));
        self.phases += Tally { labelled: labels.len(), found: boundaries.len(), matched: pairs.len() };
        for (label, found) in
            pairs.iter().filter_map(|(label, found)| labels.get(*label).zip(boundaries.get(*found)))
        {
            self.phase_names.count(label.phase == found.phase);
            if label.phase != found.phase {
                self.fail(document, label.line, &format!("{} taken for {}", label.phase, found.phase));
            }
        }
        for (_, label) in unpaired(labels, pairs.iter().map(|pair| pair.0)) {
            self.fail(document, label.line, &format!("missed the beginning of {}", label.phase));
        }
        for (_, found) in unpaired(&boundaries, pairs.iter().map(|pair| pair.1)) {
            self.fail(document, found.line, &format!("no beginning of {}", found.phase));
        }
    }

    fn signals(&mut self, document: &Labelled, hybrid: &Hybrid) {
        let labels = &document.labels.preferences;
        let found = hybrid.signals(document);
        let pairs = pairs(labels, &found, 1, |label, found| {
            Some(label.line.first().saturating_sub(found.line) + found.line.saturating_sub(label.line.last()))
        });
        let extra: Vec<_> = unpaired(&found, pairs.iter().map(|pair| pair.1))
            .filter(|(_, found)| !document.labels.ambiguous.contains(&found.line))
            .collect();
        self.signals +=
            Tally { labelled: labels.len(), found: pairs.len() + extra.len(), matched: pairs.len() };
        for (label, found) in pairs.iter().filter_map(|(label, at)| labels.get(*label).zip(found.get(*at))) {
            self.decision_types.count(label.decision_type == found.decision_type);
            if label.decision_type != found.decision_type {
                let how = format!("{} taken for {}", label.decision_type, found.decision_type);
                self.fail(document, label.line.first(), &how);
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
                self.fail(document, label.line.first(), &how);
            }
        }
        for (_, label) in unpaired(labels, pairs.iter().map(|pair| pair.0)) {
            self.fail(document, label.line.first(), &format!("missed a {}", label.decision_type));
        }
        for (_, found) in extra {
            self.fail(document, found.line, &format!("no {}", found.decision_type));
        }
    }

    fn steps(&mut self, document: &Labelled, hybrid: &Hybrid) {
        let labels = &document.labels.steps;
        let found = hybrid.steps(document);
        let pairs = pairs(labels, &found, 0, |label, found| {
            let same = label.number.is_none_or(|number| found.number == Some(number));
            same.then(|| label.line.abs_diff(found.line))
        });
        self.steps += Tally { labelled: labels.len(), found: found.len(), matched: pairs.len() };
        for (label, found) in pairs.iter().filter_map(|(label, at)| labels.get(*label).zip(found.get(*at))) {
            self.step_types.count(label.kind == found.kind);
            if label.kind != found.kind {
                self.fail(document, label.line, &format!("{} taken for {}", label.kind, found.kind));
            }
        }
        for (_, label) in unpaired(labels, pairs.iter().map(|pair| pair.0)) {
            self.fail(document, label.line, &format!("missed the {} {:?}", label.kind, label.number));
        }
        for (_, found) in unpaired(&found, pairs.iter().map(|pair| pair.1)) {
            self.fail(document, found.line, &format!("no {} {:?}", found.kind, found.number));
        }
    }
}

/// The options of a signal: the preferred one and each rejected one.
fn options(label: &Preference, found: &Signal) -> Tally {
    let preferred = label.preferred.iter().filter(|label| same_option(label, &found.preferred)).count();
    let rejected =
        pairs(&label.rejected, &found.rejected, 0, |label, found| same_option(label, found).then_some(0));
    Tally {
        labelled: usize::from(label.preferred.is_some()) + label.rejected.len(),
        found: usize::from(!found.preferred.is_empty()) + found.rejected.len(),
        matched: preferred + rejected.len(),
    }
}

/// Those of `all` that `paired` does not name.
fn unpaired<T>(all: &[T], paired: impl Iterator<Item = usize>) -> impl Iterator<Item = (usize, &T)> {
    let paired: std::collections::BTreeSet<_> = paired.collect();
    all.iter().enumerate().filter(move |(index, _)| !paired.contains(index))
}
