//! The labels of a document; `fixtures/hybrid/own.md` says what they mean.

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Labels {
    /// A strategy's name, or `mixed`.
    pub strategy: String,
    pub content_type: String,
    #[serde(default)]
    pub sections: Vec<Section>,
    #[serde(default)]
    pub phases: Vec<Phase>,
    #[serde(default)]
    pub preferences: Vec<Preference>,
    /// Lines on which an unlabelled signal or step counts as neither right nor wrong.
    #[serde(default)]
    pub ambiguous: Vec<usize>,
    #[serde(default)]
    pub steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub line: usize,
    pub strategy: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    pub line: usize,
    pub phase: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preference {
    pub line: Lines,
    pub decision_type: String,
    pub preferred: Option<String>,
    pub rejected: Vec<String>,
}

/// One line, or the first and the last of several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Lines {
    One(usize),
    Several(usize, usize),
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    pub line: usize,
    pub number: Option<u64>,
    #[serde(rename = "type")]
    pub kind: String,
}

impl Lines {
    pub fn first(self) -> usize {
        let (Self::One(first) | Self::Several(first, _)) = self;
        first
    }

    pub fn last(self) -> usize {
        let (Self::One(last) | Self::Several(_, last)) = self;
        last
    }
}

#[cfg(test)]
mod tests {
    use crate::fit::corpus::{Known, own};

    fn all() -> Vec<Known> {
        own().unwrap()
    }

    #[test]
    fn labels_are_of_their_documents_kind_and_stand_on_lines_with_text() {
        for Known { name, text, labels, .. } in all() {
            let counts =
                [labels.phases.len(), labels.preferences.len(), labels.steps.len(), labels.sections.len()];
            let strategies = ["event-based", "preference-signal", "step-based", "mixed"];
            for (count, strategy) in counts.into_iter().zip(strategies) {
                assert_eq!(count > 0, labels.strategy == strategy, "{name}: {strategy}");
            }
            assert!(strategies.contains(&labels.strategy.as_str()) || labels.strategy == "semantic-boundary");
            let lines: Vec<_> = text.lines().collect();
            let labelled = (labels.phases.iter().map(|phase| phase.line))
                .chain(labels.preferences.iter().flat_map(|signal| [signal.line.first(), signal.line.last()]))
                .chain(labels.ambiguous.iter().copied())
                .chain(labels.steps.iter().map(|step| step.line))
                .chain(labels.sections.iter().map(|section| section.line));
            for line in labelled {
                assert!(!lines[line - 1].trim().is_empty(), "{name}:{line}");
            }
        }
    }

    #[test]
    fn neighbouring_phases_differ() {
        for Known { name, labels, .. } in all() {
            for pair in labels.phases.windows(2) {
                assert!(pair[0].line < pair[1].line && pair[0].phase != pair[1].phase, "{name}: {pair:?}");
            }
        }
    }

    #[test]
    fn options_stand_verbatim_at_their_signal() {
        for Known { name, text, labels, .. } in all() {
            let plain = |text: &str| text.replace(['*', '_', '`'], "").to_lowercase();
            let lines: Vec<_> = text.lines().map(|line| plain(line.trim_start())).collect();
            for signal in &labels.preferences {
                let near = signal.line.first().saturating_sub(16)..lines.len().min(signal.line.last() + 1);
                let near = lines[near].join(" ");
                for option in signal.preferred.iter().chain(&signal.rejected) {
                    assert!(near.contains(&plain(option)), "{name}: {signal:?}");
                }
            }
        }
    }
}
