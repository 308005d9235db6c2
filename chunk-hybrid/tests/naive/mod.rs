//! The mechanics of the contract, read once more: H1 to H3, H6 to H15 and H18, clause by clause, without a thought for speed. What
//! strategy fits a document (H4, H5) and what is a phase, a signal or a step (H17, H19, H20) the models say, not the clauses: the
//! strategy has to be asked for here, and another one than `semantic-boundary` finds nothing, so that its windows are what is read.
//!
//! It shares nothing with the crate it checks; of chunk-core it uses T2's sentences and the classes of characters, which other tests
//! compare with readings of their own. Tokens are counted by tiktoken-rs, stems are made by rust_stemmers.
//!
//! Not read are the forms that make a block of a line of text (titles without `#`, labels, time stamps, letters as
//! items), marks in titles but those of links, pieces of a sentence or fence above 2,000 tokens, turns ("moving on"), and what H17 and H20 say of a text.

mod blocks;
mod cuts;
mod document;
mod records;
mod topics;

use serde_json::{Map, Value};

/// What the caller knows of a document.
pub struct Known<'k> {
    pub path: &'k str,
    pub created_at: Option<i64>,
    pub modified_at: Option<i64>,
}

/// The settings that are read (H22).
#[derive(Clone)]
pub struct Settings {
    strategy: Option<String>,
    max: usize,
    min: usize,
    window: usize,
    /// In thousandths.
    threshold: u64,
    least_coherence: u64,
    target: Option<usize>,
    with_context: bool,
    with_relations: bool,
    with_scores: bool,
    remainder: Option<bool>,
}

impl Settings {
    /// Those of an object as H22 writes it; a message about what is out of range or not read.
    pub fn new(object: &Map<String, Value>) -> Result<Self, String> {
        let mut all = Map::new();
        for (key, value) in object {
            match value {
                Value::Object(inner) => {
                    all.extend(inner.iter().map(|(name, value)| (format!("{key}.{name}"), value.clone())))
                }
                _ => {
                    all.insert(key.clone(), value.clone());
                }
            }
        }
        let mut wrong = Vec::new();
        let mut number = |key: &str, default: u64, least: u64, most: u64| {
            let Some(value) = all.remove(key) else { return default };
            let number = value.as_u64().filter(|number| (least..=most).contains(number));
            number.unwrap_or_else(|| {
                wrong.push(format!("{key} = {value}: must be {least} to {most}"));
                default
            })
        };
        let max = number("maxChunkSize", 500, 100, 2000);
        let min = number("minChunkSize", 50, 10, 500.min(max));
        let window = number("contextWindowSize", 50, 0, 200);
        number("preferenceSignal.contextSize", 100, 0, 1000);
        number("eventBased.minPhaseDuration", 30, 0, 86_400);
        let target = number("semanticBoundary.targetChunkSize", 0, 10, max);
        let mut score = |key: &str, default: f64| {
            let Some(value) = all.remove(key) else { return (default * 1000.0) as u64 };
            let share = value.as_f64().filter(|share| (0.0..=1.0).contains(share));
            let share = share.unwrap_or_else(|| {
                wrong.push(format!("{key} = {value}: must be 0 to 1"));
                default
            });
            (share * 1000.0).round() as u64
        };
        let threshold = score("semanticBoundary.similarityThreshold", 0.6);
        let least_coherence = score("semanticBoundary.minTopicCoherence", 0.5);
        score("preferenceSignal.minConfidence", 0.5);
        score("eventBased.phaseDetectionSensitivity", 0.7);
        let mut switch = |key: &str| all.remove(key).map(|value| value == Value::Bool(true));
        let detects = switch("enableAutoDetection").unwrap_or(true);
        let with_context = switch("enableContextExtraction").unwrap_or(true);
        let with_relations = switch("enableRelationshipLinking").unwrap_or(true);
        let with_scores = switch("enableQualityScoring").unwrap_or(true);
        let remainder = switch("preferenceSignal.includeRemainder");
        switch("stepBased.detectSubsteps");
        switch("stepBased.includeOptionalSteps");
        let named = all.remove("defaultStrategy");
        let named = named.as_ref().map_or(Some(SEMANTIC), Value::as_str);
        if !named.is_some_and(|named| STRATEGIES.contains(&named)) {
            wrong.push("defaultStrategy: no strategy".to_owned());
        }
        wrong.extend(all.keys().map(|key| format!("{key}: no such setting")));
        if !wrong.is_empty() {
            return Err(wrong.join("; "));
        }
        Ok(Self {
            strategy: named.filter(|_| !detects).map(str::to_owned),
            max: max as usize,
            min: min as usize,
            window: window as usize,
            threshold,
            least_coherence,
            target: (target > 0).then_some(target as usize),
            with_context,
            with_relations,
            with_scores,
            remainder,
        })
    }

    /// The same for a strategy that is asked for.
    #[allow(dead_code, reason = "of two callers one asks")]
    pub fn of_strategy(self, strategy: &str) -> Self {
        Self { strategy: Some(strategy.to_owned()), ..self }
    }
}

const SEMANTIC: &str = "semantic-boundary";
const STRATEGIES: [&str; 4] = ["event-based", SEMANTIC, "preference-signal", "step-based"];

/// The records of a document, a line each, and the codes of the warnings; an error where the reading would need a model.
pub fn records(
    text: &str,
    known: &Known<'_>,
    settings: &Settings,
) -> Result<(String, Vec<&'static str>), String> {
    let document = document::Document::new(text);
    let mut warnings = Vec::new();
    if document.is_malformed {
        warnings.push("malformed-frontmatter");
    }
    if document.is_empty() {
        warnings.push("empty-document");
        return Ok((String::new(), warnings));
    }
    // H3
    let is_hint = |key: &str| key.replace(['-', '_'], "").eq_ignore_ascii_case("chunkingStrategy");
    let hint = document.fields.iter().find(|(key, _)| is_hint(key)).map(|(_, name)| &**name);
    let known_hint = hint.filter(|name| STRATEGIES.contains(name));
    if hint.is_some() && known_hint.is_none() {
        warnings.push("unknown-strategy");
    }
    let strategy =
        known_hint.or(settings.strategy.as_deref()).ok_or("only a model tells which strategy fits")?;
    let pieces = match strategy {
        SEMANTIC => cuts::topics(&document, settings),
        // H9: what no signal claims comes as topics, unless the strategy was asked for by name.
        "preference-signal" if settings.remainder.unwrap_or(known_hint.is_none()) => {
            return Err("topics of a part of the body are not read".to_owned());
        }
        // H9: without a signal or step, the text comes all the same, with a warning.
        _ => {
            warnings.extend(match strategy {
                "preference-signal" => Some("no-signals"),
                "step-based" => Some("no-steps"),
                _ => None,
            });
            cuts::windows(&document, settings)
        }
    };
    Ok((records::lines(&document, known, settings, strategy, pieces), warnings))
}

/// The tokens of a text; special tokens are ordinary text.
fn count(text: &str) -> usize {
    tiktoken_rs::cl100k_base_singleton().encode_ordinary(text).len()
}
