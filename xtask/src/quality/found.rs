//! What chunk-hybrid recognizes, by lines, with the contract's defaults. Phases, signals and steps are those its strategies go by,
//! before sizes and duplicates are seen to: how they are packed into chunks is not what is measured.

use super::labels::Labelled;
use chunk_core::{LineIndex, slice};
use chunk_hybrid::{ChunkingConfig, ChunkingSystem, Document, ParsedContent};
use serde::Serialize;
use std::{error::Error, ops::RangeInclusive};

pub struct Hybrid(ChunkingSystem);

pub struct Phase {
    pub line: usize,
    pub phase: String,
}

pub struct Signal {
    pub line: usize,
    pub decision_type: String,
    /// Empty if there is none.
    pub preferred: String,
    pub rejected: Vec<String>,
}

pub struct Step {
    pub line: usize,
    pub number: Option<u64>,
    pub kind: String,
}

impl Hybrid {
    pub fn new() -> Result<Self, Box<dyn Error>> {
        Ok(Self(ChunkingSystem::new(ChunkingConfig::default())?))
    }

    /// The lines of each part of a document, and the strategy selected for it.
    pub fn strategies(&self, document: &Labelled) -> Vec<(RangeInclusive<usize>, String)> {
        let selection = self.0.explain(&document.of());
        selection.parts.into_iter().map(|part| (part.start_line..=part.end_line, part.strategy)).collect()
    }

    /// The changes of phase in a log, the beginning of the first phase included.
    pub fn phases(&self, document: &Labelled) -> Vec<Phase> {
        let content = ParsedContent::new(document.of());
        let lines = LineIndex::new(content.text());
        let events = self.0.analyze(&content).events(&self.0.config().event_based, &content.body());
        let mut phases: Vec<Phase> = Vec::new();
        for event in events {
            let phase = name(event.phase);
            if phases.last().is_none_or(|last| last.phase != phase) {
                phases.push(Phase { line: lines.line(event.span.start), phase });
            }
        }
        phases
    }

    /// The signals that are strong enough.
    pub fn signals(&self, document: &Labelled) -> Vec<Signal> {
        let content = ParsedContent::new(document.of());
        let lines = LineIndex::new(content.text());
        let least = self.0.config().preference_signal.min_confidence;
        let signals = self.0.analyze(&content).signals().to_vec().into_iter();
        signals
            .filter(|signal| signal.confidence.thousandths() as f64 >= least * 1e3)
            .map(|signal| {
                let option = |bytes| slice(content.text(), bytes).to_owned();
                Signal {
                    line: lines.line(signal.span.start),
                    decision_type: name(signal.decision_type),
                    preferred: signal.preferred.map_or(String::new(), option),
                    rejected: signal.rejected.into_iter().map(option).collect(),
                }
            })
            .collect()
    }

    pub fn steps(&self, document: &Labelled) -> Vec<Step> {
        let content = ParsedContent::new(document.of());
        let lines = LineIndex::new(content.text());
        let steps = self.0.analyze(&content).steps(&content.body()).to_vec().into_iter();
        steps
            .map(|step| Step {
                line: lines.line(step.span.start),
                number: step.number.map(u64::from),
                kind: name(step.kind),
            })
            .collect()
    }

    /// The bytes at which the semantic strategy cuts a text.
    pub fn semantic_cuts(&self, text: &str) -> Result<Vec<usize>, Box<dyn Error>> {
        let chunks =
            self.0.chunk_with_strategy(&Document::new("joined.txt", text), "semantic-boundary")?.chunks;
        Ok(chunks.iter().skip(1).map(|chunk| chunk.place.start_byte).collect())
    }
}

impl Labelled {
    fn of(&self) -> Document<'_> {
        Document::new(&self.name, &self.text)
    }
}

/// The contract's name of a value.
pub fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|json| Some(json.as_str()?.to_owned())).unwrap_or_default()
}
