//! The class `Policy`, one for all contracts, which is chosen by name.

use crate::{
    documents::{Content, Known, Outcome, Said, Told, chunks, records, said},
    settings::{read, refused},
    tokenizer::Tokenizer,
};
use chunk_core::{ConfigError, FromConfig, Source, Warning};
use chunk_hybrid::ChunkingSystem;
use chunk_markdown::{MarkdownConfig, MarkdownPolicy};
use pyo3::{exceptions::PyValueError, prelude::*};
use serde::Serialize;
use serde_json::Value;
use std::{
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::Duration,
};

/// A policy with its settings, shared by any number of threads.
#[pyclass(frozen, module = "chunk_policies._native")]
pub(crate) struct Policy {
    policy: Box<dyn Documents>,
    config: String,
    /// What is unusual about the settings that were asked for, and that a default size is lowered to what the model takes.
    warnings: Vec<Warning>,
    tokenizer: Tokenizer,
}

/// What Python needs of a policy of any contract.
trait Documents: Send + Sync {
    fn records(&self, source: Source<'_>) -> Outcome;
    fn chunks(&self, source: Source<'_>) -> Outcome;
    fn warnings(&self) -> Vec<Warning>;
    fn version(&self) -> String;
}

impl<P: chunk_core::Policy + Send> Documents for P {
    fn records(&self, source: Source<'_>) -> Outcome {
        records(self, source)
    }

    fn chunks(&self, source: Source<'_>) -> Outcome {
        chunks(self, source)
    }

    fn warnings(&self) -> Vec<Warning> {
        chunk_core::Policy::warnings(self)
    }

    fn version(&self) -> String {
        chunk_core::Policy::version(self).into_owned()
    }
}

#[pymethods]
impl Policy {
    /// The policy called `name`; `settings` is JSON. Hybrid takes a strategy; policies that count tokens take a tokenizer, a number of
    /// tokens to leave room for, and how many the model takes.
    #[new]
    #[pyo3(signature = (name, settings, strategy=None, tokenizer=None, reserve=0, limit=None))]
    fn new(
        py: Python<'_>,
        name: &str,
        settings: &str,
        strategy: Option<&str>,
        tokenizer: Option<Tokenizer>,
        reserve: usize,
        limit: Option<usize>,
    ) -> PyResult<Self> {
        let settings: Value =
            serde_json::from_str(settings).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let mut tokenizer = tokenizer.unwrap_or_default();
        tokenizer.counter = tokenizer.counter.with_reserve(reserve).with_limit(limit);
        let counter = tokenizer.counter.clone();
        let mut kept = None;
        let mut keep = |warnings: Vec<Warning>, in_force: String| kept = Some((warnings, in_force));
        let opened: Result<Opened, ConfigError> = match name {
            "backlog" => open(&settings, chunk_backlog::BacklogPolicy::new),
            "hybrid" => {
                let prepared = prepared(&settings, |config| {
                    let fitted = counter.hybrid(config)?;
                    keep(fitted.warnings, written(&fitted.in_force));
                    Ok(ChunkingSystem::new(fitted.config)?.with_counter(counter))
                });
                let (system, config) = prepared.map_err(|error| refused(py, error))?;
                let system = match strategy {
                    Some(strategy) => system.with_strategy(strategy),
                    None => Ok(system),
                };
                let system = system.map_err(|error| PyValueError::new_err(error.to_string()))?;
                Ok((Box::new(system), config))
            }
            "markdown" => {
                let is_overlap_given = settings.get("chunk_overlap").is_some();
                let settings = if is_overlap_given { settings } else { with_overlap(settings, &counter) };
                open(&settings, |config| {
                    let fitted = counter.markdown(config, is_overlap_given)?;
                    keep(fitted.warnings, written(&fitted.in_force));
                    MarkdownPolicy::with_counter(fitted.config, counter)
                })
            }
            "recorder" => open(&settings, chunk_recorder::RecorderPolicy::new),
            "tokens" => open(&settings, |config| {
                let fitted = counter.tokens(config)?;
                keep(fitted.warnings, written(&fitted.in_force));
                chunk_tokens::TokenPolicy::with_counter(fitted.config, counter)
            }),
            other => return Err(PyValueError::new_err(format!("no policy is called {other}"))),
        };
        let (policy, config) = opened.map_err(|error| refused(py, error))?;
        let (warnings, config) = kept.unwrap_or_else(|| (policy.warnings(), config));
        Ok(Self { policy, config, warnings, tokenizer })
    }

    /// The contract's version, followed by the name of the tokenizer if that is not the contract's.
    #[getter]
    fn version(&self) -> String {
        self.policy.version()
    }

    /// All settings in force, as JSON.
    #[getter]
    fn config(&self) -> &str {
        &self.config
    }

    /// What is legal but unusual about the settings.
    #[getter]
    fn warnings(&self) -> Vec<Said> {
        self.warnings.iter().map(said).collect()
    }

    /// The records of a document, as the command writes them.
    fn records<'py>(
        &self,
        py: Python<'py>,
        content: Content,
        path: &str,
        known: Known,
    ) -> PyResult<Told<'py>> {
        let outcome = py.detach(|| self.policy.records(known.source(path, content.bytes())));
        self.tokenizer.failure()?;
        Ok(outcome.told(py))
    }

    /// The chunks of a document.
    fn chunks<'py>(
        &self,
        py: Python<'py>,
        content: Content,
        path: &str,
        known: Known,
    ) -> PyResult<Told<'py>> {
        let outcome = py.detach(|| self.policy.chunks(known.source(path, content.bytes())));
        self.tokenizer.failure()?;
        Ok(outcome.told(py))
    }

    /// The chunks of many documents, in order, made by at most `jobs` threads: no more than there are processors or documents, and fewer
    /// where the system makes no more. A signal, such as that of Ctrl-C, ends the call after the documents that are being chunked.
    fn chunk_many<'py>(
        &self,
        py: Python<'py>,
        documents: Vec<(Content, String)>,
        known: Known,
        jobs: usize,
    ) -> PyResult<Vec<Told<'py>>> {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let jobs = jobs.min(processors).min(documents.len());
        let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let receiver = Mutex::new(receiver);
        let make_next = |sender: &Sender<(usize, Outcome)>| {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let document = documents.get(index).filter(|_| !is_stopped.load(Ordering::Relaxed));
            document.is_some_and(|(content, path)| {
                let outcome = self.policy.chunks(known.source(path, content.bytes()));
                sender.send((index, outcome)).is_ok()
            })
        };
        let mut outcomes: Vec<_> = documents.iter().map(|_| Outcome::default()).collect();
        let mut take = |(index, outcome)| {
            if let Some(place) = outcomes.get_mut(index) {
                *place = outcome;
            }
        };
        thread::scope(|scope| {
            let start = || {
                let sender = sender.clone();
                thread::Builder::new().spawn_scoped(scope, move || while make_next(&sender) {}).is_ok()
            };
            if (0..jobs).filter(|_| start()).count() == 0 {
                while py.detach(|| make_next(&sender)) {
                    py.check_signals()?;
                }
            }
            drop(sender);
            loop {
                let received = py.detach(|| {
                    let receiver = receiver.lock().unwrap_or_else(PoisonError::into_inner);
                    let first = receiver.recv_timeout(BETWEEN_SIGNALS)?;
                    Ok([first].into_iter().chain(receiver.try_iter()).collect::<Vec<_>>())
                });
                match received {
                    Ok(received) => received.into_iter().for_each(&mut take),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok::<_, PyErr>(()),
                }
                py.check_signals().inspect_err(|_| is_stopped.store(true, Ordering::Relaxed))?;
            }
        })?;
        self.tokenizer.failure()?;
        Ok(outcomes.into_iter().map(|outcome| outcome.told(py)).collect())
    }
}

/// How long a signal waits at the most until it is seen.
const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

/// A policy, and its settings in force as JSON.
type Opened = (Box<dyn Documents>, String);

/// The policy that `make` builds from `settings`.
fn open<P: FromConfig + Send + 'static>(
    settings: &Value,
    make: impl FnOnce(P::Config) -> Result<P, ConfigError>,
) -> Result<Opened, ConfigError> {
    let (policy, config) = prepared(settings, make)?;
    Ok((Box::new(policy), config))
}

/// The same, and the settings in force.
fn prepared<P: FromConfig>(
    settings: &Value,
    make: impl FnOnce(P::Config) -> Result<P, ConfigError>,
) -> Result<(P, String), ConfigError> {
    let config = read::<P>(settings)?;
    let in_force = written(&config);
    Ok((make(config)?, in_force))
}

/// Settings as JSON: numbers, strings and tables of these, which can always be written.
fn written(config: &impl Serialize) -> String {
    serde_json::to_string(config).unwrap_or_default()
}

/// Settings of Markdown with an overlap that fits the size, since none is given. What cannot be read is refused later.
fn with_overlap(mut settings: Value, counter: &chunk_cli::Counter) -> Value {
    let config = ConfigError::read::<MarkdownConfig>(&settings);
    if let (Ok(config), Value::Object(settings)) = (config, &mut settings) {
        settings.insert("chunk_overlap".to_owned(), counter.with_overlap(config).chunk_overlap.into());
    }
    settings
}
