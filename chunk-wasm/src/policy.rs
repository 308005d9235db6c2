//! The class `Policy`, one for all contracts, which is chosen by name.

#[cfg(feature = "full")]
use crate::outcome::view;
use crate::{
    counter::{Counter, Function},
    failure::{failure, refused},
    outcome::{Outcome, chunks, records, rows, said},
};
use chunk_core::{ConfigError, Source, types::Turn};
use chunk_markdown::{MarkdownConfig, MarkdownPolicy};
use chunk_records::{Keys, MARKDOWN, Stamp};
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// A policy with its settings.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Policy {
    policy: Box<dyn Documents>,
    keys: Keys,
    /// All settings in force, as JSON.
    config: String,
    /// The same with nothing set.
    defaults: String,
    /// The strategy that was set for all documents.
    strategy: Option<String>,
}

/// What JavaScript needs of a policy of any contract.
trait Documents {
    fn version(&self) -> String;
    fn records(&self, source: Source<'_>) -> Outcome;
    fn chunks(&self, source: Source<'_>) -> Outcome;
    fn rows(&self, source: Source<'_>, keys: Keys, stamp: &Stamp) -> Outcome;
    #[cfg(feature = "full")]
    fn view(&self, source: Source<'_>, keys: Keys, title: String, config: &Value) -> Outcome;
    fn warnings(&self) -> Vec<Value>;
}

impl std::fmt::Debug for dyn Documents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.version())
    }
}

impl<P: chunk_core::Policy> Documents for P {
    fn version(&self) -> String {
        chunk_core::Policy::version(self).into_owned()
    }

    fn records(&self, source: Source<'_>) -> Outcome {
        records(self, source)
    }

    fn chunks(&self, source: Source<'_>) -> Outcome {
        chunks(self, source)
    }

    fn rows(&self, source: Source<'_>, keys: Keys, stamp: &Stamp) -> Outcome {
        rows(self, source, keys, stamp)
    }

    #[cfg(feature = "full")]
    fn view(&self, source: Source<'_>, keys: Keys, title: String, config: &Value) -> Outcome {
        view(self, source, keys, title, config)
    }

    fn warnings(&self) -> Vec<Value> {
        chunk_core::Policy::warnings(self).iter().map(said).collect()
    }
}

/// What the caller knows of a document besides its text.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Known {
    path: String,
    revision: Option<String>,
    created_at_ms: Option<i64>,
    modified_at_ms: Option<i64>,
    turns: Vec<Turn>,
}

#[wasm_bindgen]
impl Known {
    /// Its path; its version, such as a commit id; when it was created and when it was last modified, in milliseconds since 1970-01-01 UTC;
    /// its turns, as JSON.
    ///
    /// # Errors
    /// Says what is wrong with the turns.
    #[wasm_bindgen(constructor)]
    pub fn new(
        path: String,
        revision: Option<String>,
        created_at_ms: Option<f64>,
        modified_at_ms: Option<f64>,
        turns: Option<String>,
    ) -> Result<Self, String> {
        let whole = |number: f64| number as i64;
        let turns = turns.map_or(Ok(Vec::new()), |turns| serde_json::from_str(&turns));
        Ok(Self {
            path,
            revision,
            created_at_ms: created_at_ms.map(whole),
            modified_at_ms: modified_at_ms.map(whole),
            turns: turns.map_err(|error| error.to_string())?,
        })
    }
}

impl Known {
    pub(crate) fn source<'s>(&'s self, bytes: &'s [u8]) -> Source<'s> {
        let mut source = Source::new(&self.path, bytes);
        source.revision = self.revision.as_deref();
        source.created_at_ms = self.created_at_ms;
        source.modified_at_ms = self.modified_at_ms;
        source.turns = &self.turns;
        source
    }
}

#[wasm_bindgen]
impl Policy {
    /// The policy called `name`; `settings` is JSON. `count` makes `counter` the name of a function that counts. Hybrid takes a strategy.
    ///
    /// # Errors
    /// Names all that is wrong with the settings.
    #[wasm_bindgen(constructor)]
    pub fn new(
        name: &str,
        settings: &str,
        counter: Option<String>,
        count: Option<Function>,
        strategy: Option<String>,
    ) -> Result<Self, JsValue> {
        let settings: Value =
            serde_json::from_str(settings).map_err(|error| failure("invalid-settings", error))?;
        let counter = || Counter::of(counter, count);
        // Only hybrid, which the small build has not, asks for it.
        #[cfg(not(feature = "full"))]
        let _ = strategy;
        match name {
            "markdown" => {
                let (counter, mut settings) = (counter()?, settings);
                let config = ConfigError::read::<MarkdownConfig>(&settings);
                if let (Ok(config), Value::Object(settings)) = (config, &mut settings) {
                    let fitting = || MarkdownConfig::overlap_of(config.chunk_size).into();
                    settings.entry("chunk_overlap").or_insert_with(fitting);
                }
                open(MARKDOWN, &settings, |config| MarkdownPolicy::with_counter(config, counter))
            }
            #[cfg(feature = "full")]
            "backlog" => open(chunk_records::BACKLOG, &settings, chunk_backlog::BacklogPolicy::new),
            #[cfg(feature = "full")]
            "hybrid" => {
                let counter = counter()?;
                let make = |config| {
                    chunk_hybrid::ChunkingSystem::new(config).map(|system| system.with_counter(counter))
                };
                let (system, config) = prepared(&settings, make).map_err(refused)?;
                let system = match &strategy {
                    Some(strategy) => system.with_strategy(strategy),
                    None => Ok(system),
                };
                let system = system.map_err(|error| failure("unknown-strategy", error))?;
                let defaults = defaults::<chunk_hybrid::ChunkingSystem>();
                Ok(Self { policy: Box::new(system), keys: chunk_records::HYBRID, config, defaults, strategy })
            }
            #[cfg(feature = "full")]
            "recorder" => open(chunk_records::RECORDER, &settings, chunk_recorder::RecorderPolicy::new),
            #[cfg(feature = "full")]
            "tokens" => {
                let counter = counter()?;
                open(chunk_records::TOKENS, &settings, |config| {
                    chunk_tokens::TokenPolicy::with_counter(config, counter)
                })
            }
            other => Err(failure("unknown-policy", format!("no policy is called {other}"))),
        }
    }

    /// All settings in force, as JSON.
    #[must_use]
    pub fn config(&self) -> String {
        self.config.clone()
    }

    /// The contract's version, followed by the name of the counter if that is not the contract's.
    #[must_use]
    pub fn version(&self) -> String {
        self.policy.version()
    }

    /// What is legal but unusual about the settings, as JSON.
    #[must_use]
    pub fn warnings(&self) -> String {
        Value::from(self.policy.warnings()).to_string()
    }

    /// The records of a document, as the command writes them: `[lines, places, warnings, error]`.
    ///
    /// # Errors
    /// What a counter of JavaScript throws.
    pub fn records(&self, content: Vec<u8>, known: &Known) -> Result<Vec<JsValue>, JsValue> {
        self.policy.records(known.source(&content)).told()
    }

    /// The same for its chunks, with their places.
    ///
    /// # Errors
    /// What a counter of JavaScript throws.
    pub fn chunks(&self, content: Vec<u8>, known: &Known) -> Result<Vec<JsValue>, JsValue> {
        self.policy.chunks(known.source(&content)).told()
    }

    /// The rows of a document, the same keys for every policy.
    ///
    /// # Errors
    /// What a counter of JavaScript throws.
    pub fn rows(&self, content: Vec<u8>, known: &Known) -> Result<Vec<JsValue>, JsValue> {
        let strategy = self.strategy.clone().map(|strategy| ("strategy", Some(strategy)));
        let stamp = Stamp::new(&self.policy.version(), &self.config, &self.defaults, strategy);
        self.policy.rows(known.source(&content), self.keys, &stamp).told()
    }

    /// What `chunk inspect` shows of a document, and the whole records, as two lines of JSON.
    ///
    /// # Errors
    /// What a counter of JavaScript throws.
    #[cfg(feature = "full")]
    pub fn view(&self, content: Vec<u8>, known: &Known, title: String) -> Result<Vec<JsValue>, JsValue> {
        let config = serde_json::from_str(&self.config).unwrap_or_default();
        self.policy.view(known.source(&content), self.keys, title, &config).told()
    }

    /// The records of a text.
    ///
    /// # Errors
    /// What a counter of JavaScript throws.
    #[wasm_bindgen(js_name = recordsOfText)]
    pub fn records_of_text(&self, content: String, known: &Known) -> Result<Vec<JsValue>, JsValue> {
        self.policy.records(known.source(content.as_bytes())).told()
    }

    /// The chunks of a text, with their places.
    ///
    /// # Errors
    /// What a counter of JavaScript throws.
    #[wasm_bindgen(js_name = chunksOfText)]
    pub fn chunks_of_text(&self, content: String, known: &Known) -> Result<Vec<JsValue>, JsValue> {
        self.policy.chunks(known.source(content.as_bytes())).told()
    }
}

/// The policy that `make` builds from `settings`.
fn open<P: chunk_core::Policy + 'static>(
    keys: Keys,
    settings: &Value,
    make: impl FnOnce(P::Config) -> Result<P, ConfigError>,
) -> Result<Policy, JsValue> {
    let (policy, config) = prepared(settings, make).map_err(refused)?;
    Ok(Policy { policy: Box::new(policy), keys, config, defaults: defaults::<P>(), strategy: None })
}

fn defaults<P: chunk_core::Policy>() -> String {
    serde_json::to_string(&P::Config::default()).unwrap_or_default()
}

/// The same, and the settings in force.
pub(crate) fn prepared<P: chunk_core::Policy>(
    settings: &Value,
    make: impl FnOnce(P::Config) -> Result<P, ConfigError>,
) -> Result<(P, String), ConfigError> {
    ConfigError::read_and(settings, |config| {
        // Settings are numbers, strings and tables of these, which can always be written as JSON.
        let in_force = serde_json::to_string(&config).unwrap_or_default();
        Ok((make(config)?, in_force))
    })
}
