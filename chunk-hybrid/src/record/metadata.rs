//! What each strategy says of a chunk (H17 to H20), as it is written to JSON.

use crate::record::Score;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a strategy says of a chunk. In JSON, `type` comes first and says which it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
#[non_exhaustive]
pub enum StrategyMetadata {
    /// Of `event-based`.
    Episodic(EventMetadata),
    /// Of `semantic-boundary`.
    Semantic(SemanticMetadata),
    /// Of `preference-signal`.
    Preference(PreferenceMetadata),
    /// Of `step-based`.
    Procedural(ProceduralMetadata),
    /// Of a plugin, in the plugin's own keys.
    Custom(Map<String, Value>),
}

/// A phase of a task (H17).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct EventMetadata {
    /// Which phase.
    pub phase: Phase,
    /// From frontmatter, a task or ticket id in the text, else the file's name without extension.
    pub task_id: String,
    /// The first time stamp in the chunk, in epoch milliseconds, else the start of the first day that a heading or entry of it names;
    /// `null` without any that has a date.
    pub timestamp: Option<i64>,
    /// Milliseconds between the first and the last time stamp in the chunk; `null` without any.
    pub duration: Option<i64>,
    /// What the markers in the chunk say; `null` without any.
    pub outcome: Option<Outcome>,
    /// The ids of the chunks before and after it in time.
    pub related_chunks: Vec<String>,
}

/// A phase of a task, in the order in which they usually come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Phase {
    /// What is to be done.
    Planning,
    /// What is being done; also where nothing says what.
    #[default]
    Execution,
    /// Whether it worked.
    Verification,
    /// What was learned from it.
    Reflection,
}

/// How a phase ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// Only markers of success.
    Success,
    /// Only markers of failure.
    Failure,
    /// Both, or `partially`.
    Partial,
}

/// A topic (H18).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SemanticMetadata {
    /// The heading, else the top key phrase.
    pub topic: String,
    /// The one or two most central sentences, verbatim.
    pub summary: String,
    /// 5 to 10 terms, fewer only if the chunk has fewer.
    pub keywords: Vec<String>,
    /// The topics of similar chunks.
    pub related_topics: Vec<String>,
    /// How alike the parts of the chunk are; `null` with scoring off.
    #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
    pub coherence_score: Option<Score>,
}

/// A decision (H19).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PreferenceMetadata {
    /// What kind of decision.
    pub decision_type: DecisionType,
    /// What is preferred, verbatim; empty if only a rejection is known.
    pub preferred_option: String,
    /// What is not, verbatim.
    pub rejected_options: Vec<String>,
    /// Why, verbatim; empty if that is not said.
    pub rationale: String,
    /// How sure the signal is.
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub confidence: Score,
    /// Who, if that is known.
    pub user_id: Option<String>,
    /// When, in epoch milliseconds, if that is known.
    pub timestamp: Option<i64>,
    /// All decisions of the chunk in their order, if there are several; the fields above are those of the surest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signals: Vec<Self>,
}

/// What kind of decision a signal is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum DecisionType {
    /// Something is accepted.
    Approval,
    /// Something is refused.
    Rejection,
    /// A setting is changed.
    Configuration,
    /// One of several is taken.
    #[default]
    Selection,
}

/// A step of a procedure (H20).
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ProceduralMetadata {
    /// As written, of a letter its place in the alphabet; else 0, as for prerequisites.
    pub step_number: u32,
    /// The heading or the first sentence, verbatim.
    pub step_title: String,
    /// What kind of step.
    pub step_type: StepType,
    /// The ids of the steps that must be done before.
    pub dependencies: Vec<String>,
    /// The ids of the steps that come after.
    pub followups: Vec<String>,
    /// How long it takes, in seconds.
    pub estimated_time: u64,
    /// How hard it is, 1 to 5.
    pub difficulty: u8,
    /// Whether the time is written in the text or estimated from it.
    pub estimated_time_source: TimeSource,
    /// All steps of the chunk in their order, if there are several; number, title and type above are those of the first main one.
    #[serde(default, skip_serializing_if = "is_one")]
    pub steps: Vec<StepOfChunk>,
}

/// One of several steps in a chunk, with the keys of [`ProceduralMetadata`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct StepOfChunk {
    /// As written, of a letter its place in the alphabet; else 0, as for prerequisites.
    pub step_number: u32,
    /// The heading or the first sentence, verbatim.
    pub step_title: String,
    /// What kind of step.
    pub step_type: StepType,
}

/// Whether a chunk has no other step than the one that its metadata describe.
fn is_one(steps: &[StepOfChunk]) -> bool {
    steps.len() < 2
}

/// What kind of step.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StepType {
    /// A step of its own.
    #[default]
    Main,
    /// A part of a step.
    Substep,
    /// What must be there before the first step.
    Prerequisite,
    /// A step that may be left out.
    Optional,
}

/// Where an estimated time comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum TimeSource {
    /// Durations in the text.
    Text,
    /// The number of words and commands.
    #[default]
    Estimate,
}

impl StrategyMetadata {
    /// Leaves of the steps of a chunk that is cut those that are in the text of one part; a part in which none begins goes on with the last.
    pub(crate) fn keep_steps(&mut self, part: &str) {
        let Self::Procedural(own) = self else { return };
        own.steps.retain(|step| part.contains(&step.step_title));
        let main = own.steps.iter().find(|step| step.step_type == StepType::Main).or(own.steps.first());
        if let Some(StepOfChunk { step_number, step_title, step_type }) = main.cloned() {
            (own.step_number, own.step_title, own.step_type) = (step_number, step_title, step_type);
        }
    }

    /// Becomes the metadata of a chunk that was joined with the next one, whose metadata are `next`: those of the larger one. Of two
    /// steps, the first counts, unless only the second is a main step.
    pub(crate) fn absorb(&mut self, next: Self, is_next_larger: bool) {
        match (&mut *self, next) {
            (Self::Procedural(own), Self::Procedural(mut next)) => {
                let takes_next = own.step_type != StepType::Main && next.step_type == StepType::Main;
                own.steps.append(&mut next.steps);
                if takes_next {
                    next.steps = std::mem::take(&mut own.steps);
                    *own = next;
                }
            }
            (own, next) if is_next_larger => *own = next,
            _ => {}
        }
    }
}
