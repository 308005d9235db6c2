//! What all policies have in common, and no more. They share no chunk struct, because each emits the record of its own
//! contract.

use crate::{ConfigError, ContentHash, Source, Warning, jsonl::write_record, types::Metadata};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    borrow::Cow,
    error::Error,
    io,
    ops::{ControlFlow, Deref, Range},
};

/// Which contract a policy implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contract {
    /// The policy's name: that of its subcommand, of its crate after `chunk-`, and of its folder of fixtures.
    pub policy: &'static str,
    /// The contract's version. A change that would alter output bytes becomes a new version beside the old one.
    pub version: &'static str,
}

impl Contract {
    /// The contract `version`, implemented by the policy of this name.
    #[must_use]
    pub const fn new(policy: &'static str, version: &'static str) -> Self {
        Self { policy, version }
    }

    /// The version of the output of a policy that counts in `encoding`: the contract's, followed by the name of the encoding
    /// unless that is the contract's own, `cl100k_base` (T10).
    #[must_use]
    pub fn version_in(&self, encoding: &str) -> Cow<'static, str> {
        match encoding {
            "cl100k_base" => self.version.into(),
            other => format!("{}+{other}", self.version).into(),
        }
    }
}

/// What the chunk records of all contracts have in common.
pub trait Chunk: Serialize {
    /// The text that is embedded.
    fn text(&self) -> &str;

    /// SHA-256 of the text that [`Policy::replay`] rebuilds. That is not always all of [`text`](Self::text): a contract may
    /// leave out what the chunk repeats of the one before it.
    fn replay_hash(&self) -> ContentHash;

    /// The chunk's id, where the contract has one.
    fn id(&self) -> Option<&str>;

    /// How many tokens the text has, where the contract counts them.
    fn tokens(&self) -> Option<usize> {
        None
    }
}

/// Receives chunks and warnings.
///
/// Chunks are pushed, because streams need that and documents can do it as well. Memory stays that of the chunks in flight,
/// and a warning arrives next to the chunk it is about. [`Chunks`] is the sink that collects them in a `Vec`.
pub trait Sink<C> {
    /// Takes a chunk. [`ControlFlow::Break`] ends the run early, without an error.
    fn chunk(&mut self, chunk: C) -> ControlFlow<()>;

    /// Takes a warning.
    fn warning(&mut self, warning: Warning);
}

/// All chunks and warnings of one unit. It can be used as the slice of its chunks.
///
/// ```
/// use chunk_core::Chunks;
///
/// let found = Chunks::new(vec!["a", "b"], Vec::new());
/// assert_eq!((found.len(), found.is_empty(), found[1], found.last()), (2, false, "b", Some(&"b")));
/// assert!(found.iter().eq(&found));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunks<C> {
    /// The chunks, in order.
    pub chunks: Vec<C>,
    /// The warnings, in order.
    pub warnings: Vec<Warning>,
}

impl<C> Chunks<C> {
    /// These chunks and warnings.
    #[must_use]
    pub const fn new(chunks: Vec<C>, warnings: Vec<Warning>) -> Self {
        Self { chunks, warnings }
    }
}

impl<C> Default for Chunks<C> {
    fn default() -> Self {
        Self::new(Vec::new(), Vec::new())
    }
}

impl<C> Deref for Chunks<C> {
    type Target = [C];

    fn deref(&self) -> &[C] {
        &self.chunks
    }
}

impl<C> IntoIterator for Chunks<C> {
    type Item = C;
    type IntoIter = std::vec::IntoIter<C>;

    fn into_iter(self) -> Self::IntoIter {
        self.chunks.into_iter()
    }
}

impl<'c, C> IntoIterator for &'c Chunks<C> {
    type Item = &'c C;
    type IntoIter = std::slice::Iter<'c, C>;

    fn into_iter(self) -> Self::IntoIter {
        self.chunks.iter()
    }
}

impl<C> Sink<C> for Chunks<C> {
    fn chunk(&mut self, chunk: C) -> ControlFlow<()> {
        self.chunks.push(chunk);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) {
        self.warnings.push(warning);
    }
}

/// A chunking policy: one contract, configured.
///
/// The trait lets one test kit check the laws that every contract promises (same input, same bytes; every chunk replays from
/// its source), and lets the command line and the conformance suite be written once.
pub trait Policy: Sized + Sync {
    /// The contract it implements.
    const CONTRACT: Contract;

    /// Its settings, with the defaults of the contract's table.
    type Config: Default + Serialize + DeserializeOwned;

    /// What it chunks at a time: a stream of events, an interaction or a document.
    type Unit<'u>: Clone;

    /// The contract's record, which borrows from the unit where it can.
    type Chunk<'u>: Chunk;

    /// Why a unit cannot be chunked.
    type Error: Error + Send + Sync + 'static;

    /// The version of its output: the contract's, followed by the name of the encoding if that is not the contract's own
    /// (T10).
    fn version(&self) -> Cow<'static, str> {
        Self::CONTRACT.version.into()
    }

    /// What is legal but unusual about the settings. It holds for every unit, so a caller should report it once, not with
    /// each document.
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// Reads the unit that a document holds.
    ///
    /// # Errors
    /// If the bytes are no such unit, with the place at fault.
    fn unit<'u>(&self, source: Source<'u>) -> Result<Self::Unit<'u>, Self::Error>;

    /// What was kept of the unit's own data (T14), if the contract has it once beside the chunks, not in each of them.
    fn kept(&self, _: Self::Unit<'_>) -> Metadata {
        Metadata::new()
    }

    /// Chunks `unit` into `sink`.
    ///
    /// # Errors
    /// If the unit breaks the contract's rules for input, with the place at fault.
    fn chunk<'u>(
        &self,
        unit: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), Self::Error>;

    /// Rebuilds from the unit, with nothing but the span in `chunk`, the text whose digest is
    /// [`Chunk::replay_hash`].
    ///
    /// It only looks the span up: in a document other than that of `chunk`, or in one that was edited, it finds other text, and
    /// that is no error. The hash shows whether the text is the same:
    ///
    /// ```
    /// use chunk_core::{Chunk, ContentHash, Policy};
    ///
    /// /// Whether `unit` still has the text of `chunk`.
    /// fn still_has<P: Policy>(policy: &P, unit: P::Unit<'_>, chunk: &P::Chunk<'_>) -> bool {
    ///     policy.replay(unit, chunk).is_ok_and(|text| ContentHash::of(&*text) == chunk.replay_hash())
    /// }
    /// ```
    ///
    /// (An implementation has to write the types as `Self::Unit<'u>` and `Self::Chunk<'_>`, too: rustc compares how lifetimes
    /// are written.)
    ///
    /// # Errors
    /// If the span does not lie in the unit.
    fn replay<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Result<Cow<'u, str>, Self::Error>;

    /// Which bytes of the unit's source the chunk was made from, whatever it repeats included. [`Places`](crate::Places) has their
    /// lines and code points. `None` where no one part of the source is its text, as when texts are put together or redacted, or the unit
    /// came without its source.
    fn source_bytes<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Option<Range<usize>> {
        let _ = (unit, chunk);
        None
    }

    /// Chunks `unit` into memory.
    ///
    /// # Errors
    /// Those of [`chunk`](Self::chunk). Chunks and warnings that come with the error are dropped, such as those of the good
    /// lines of a log with a damaged one; to keep them, pass a [`Chunks`] to [`chunk`](Self::chunk).
    fn collect<'u>(&self, unit: Self::Unit<'u>) -> Result<Chunks<Self::Chunk<'u>>, Self::Error> {
        let mut chunks = Chunks::default();
        self.chunk(unit, &mut chunks)?;
        Ok(chunks)
    }

    /// Writes the records of `unit` as JSONL, each line as soon as its chunk is known, and shows them to `witness`. There is one
    /// record for each chunk, unless the contract says otherwise. Returns the number of chunks.
    ///
    /// # Errors
    /// Those of [`chunk`](Self::chunk), and those of `out`.
    fn write_jsonl(
        &self,
        unit: Self::Unit<'_>,
        out: &mut dyn io::Write,
        witness: &mut dyn Witness<Self>,
    ) -> Result<usize, WriteError<Self::Error>> {
        let mut sink = JsonlSink { out, witness, written: Ok(0) };
        let chunked = self.chunk(unit, &mut sink);
        let written = sink.written.map_err(WriteError::Write)?;
        chunked.map(|()| written).map_err(WriteError::Chunk)
    }
}

/// A policy that can be made from its settings alone. One that counts with a closure or a file is a [`Policy`] but not this:
/// only its caller can give it the counter.
pub trait FromConfig: Policy {
    /// A policy with these settings.
    ///
    /// # Errors
    /// [`ConfigError`] with every setting that is out of range.
    fn new(config: Self::Config) -> Result<Self, ConfigError>;

    /// A policy with these settings in JSON. Those that are absent have their default.
    ///
    /// # Errors
    /// [`ConfigError`] with every setting that is unknown, of the wrong type or out of range.
    fn with_settings(json: &Value) -> Result<Self, ConfigError> {
        ConfigError::read_and(json, Self::new)
    }
}

/// Why [`Policy::write_jsonl`] stopped: at one of its two ends.
#[derive(Debug, thiserror::Error)]
pub enum WriteError<E> {
    /// The unit could not be chunked.
    #[error(transparent)]
    Chunk(E),
    /// The output could not be written.
    #[error("cannot write the records: {0}")]
    Write(io::Error),
}

/// Sees the chunks and warnings of [`Policy::write_jsonl`] as it writes, to collect ids and counts, say. A closure that takes
/// warnings is a witness.
pub trait Witness<P: Policy> {
    /// Sees a chunk whose record is about to be written.
    fn chunk(&mut self, chunk: &P::Chunk<'_>);

    /// Takes a warning.
    fn warning(&mut self, warning: Warning);
}

impl<P: Policy, F: FnMut(Warning)> Witness<P> for F {
    fn chunk(&mut self, _: &P::Chunk<'_>) {}

    fn warning(&mut self, warning: Warning) {
        self(warning);
    }
}

/// Writes the record of each chunk it takes as a line of JSON, and shows the chunk to a witness. It breaks off when the
/// output cannot be written.
struct JsonlSink<'w, P> {
    out: &'w mut dyn io::Write,
    witness: &'w mut dyn Witness<P>,
    /// How many records were written, or why the last one could not be.
    written: io::Result<usize>,
}

impl<'u, P: Policy> Sink<P::Chunk<'u>> for JsonlSink<'_, P> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        self.witness.chunk(&chunk);
        let Ok(before) = self.written else { return ControlFlow::Break(()) };
        self.written = write_record(&mut *self.out, &chunk).map(|()| before + 1);
        if self.written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn warning(&mut self, warning: Warning) {
        self.witness.warning(warning);
    }
}
