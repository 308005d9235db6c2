//! What all policies have in common, and no more: they share no chunk struct, because each emits the record of its
//! own contract.

use crate::{ConfigError, ContentHash, Source, Warning, jsonl::write_record};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    borrow::Cow,
    error::Error,
    io::{self, BufWriter, Write},
    ops::{ControlFlow, Deref},
};

/// Which contract a policy implements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contract {
    /// The policy's name: that of its subcommand, its crate behind `chunk-`, and its folder of fixtures.
    pub policy: &'static str,
    /// The contract's version. What would change bytes is a new version beside the old one.
    pub version: &'static str,
}

impl Contract {
    /// The contract `version`, which the policy of this name implements.
    #[must_use]
    pub const fn new(policy: &'static str, version: &'static str) -> Self {
        Self { policy, version }
    }

    /// The version of what a policy gives that counts in `encoding`: the contract's, with the name of the encoding behind
    /// it unless that is the contract's own, `cl100k_base` (T10).
    #[must_use]
    pub fn version_in(&self, encoding: &str) -> Cow<'static, str> {
        match encoding {
            "cl100k_base" => self.version.into(),
            other => format!("{}+{other}", self.version).into(),
        }
    }
}

/// A chunk record, as far as every contract has it.
pub trait Chunk: Serialize {
    /// The text that is embedded.
    fn text(&self) -> &str;

    /// SHA-256 of the text that [`Policy::replay`] rebuilds, which is not always all of [`text`](Self::text): a contract may
    /// leave out what the chunk repeats of the one before.
    fn replay_hash(&self) -> ContentHash;

    /// The chunk's id, where the contract has one.
    fn id(&self) -> Option<&str>;
}

/// Where chunks go.
///
/// Chunks are pushed, because that is what streams need and documents can do as well: a `Vec` is built on it (see
/// [`Chunks`]), memory stays that of the chunks in flight, and warnings arrive beside the chunk they are about.
pub trait Sink<C> {
    /// Takes a chunk. [`ControlFlow::Break`] ends the run early, without an error.
    fn chunk(&mut self, chunk: C) -> ControlFlow<()>;

    /// Takes a warning.
    fn warning(&mut self, warning: Warning);
}

/// Everything one unit gave. It is used as the slice of its chunks.
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
/// It exists so that the laws every contract promises (same input, same bytes; every chunk replays from its source)
/// are checked by one test kit, and the command line and the conformance suite are written once.
pub trait Policy: Sized + Sync {
    /// The contract it implements.
    const CONTRACT: Contract;

    /// Its settings. The default is the contract's table.
    type Config: Default + Serialize + DeserializeOwned;

    /// What it chunks at a time: a stream of events, an interaction, a document.
    type Unit<'u>: Clone;

    /// The contract's record, borrowed from the unit where it can be.
    type Chunk<'u>: Chunk;

    /// Why a unit cannot be chunked.
    type Error: Error + Send + Sync + 'static;

    /// The version of what it gives: the contract's, with the name of the encoding behind it where that is another than the
    /// contract's own (T10).
    fn version(&self) -> Cow<'static, str> {
        Self::CONTRACT.version.into()
    }

    /// The same, of which up to so many threads work on one unit. What it gives is the same. Unless overridden, one does.
    #[must_use]
    fn with_threads(self, threads: usize) -> Self {
        let _ = threads;
        self
    }

    /// What is legal but unusual about the settings. It holds for every unit, so a caller says it once, not with each
    /// document.
    fn warnings(&self) -> Vec<Warning> {
        Vec::new()
    }

    /// The unit that a document holds.
    ///
    /// # Errors
    /// If the bytes are no such unit, with the place.
    fn unit<'u>(&self, source: Source<'u>) -> Result<Self::Unit<'u>, Self::Error>;

    /// Chunks `unit` into `sink`.
    ///
    /// # Errors
    /// If the unit breaks the contract's rules for input, with the place.
    fn chunk<'u>(
        &self,
        unit: Self::Unit<'u>,
        sink: &mut dyn Sink<Self::Chunk<'u>>,
    ) -> Result<(), Self::Error>;

    /// Rebuilds from the unit, by nothing but the span in `chunk`, the text whose digest is
    /// [`Chunk::replay_hash`].
    ///
    /// The span is looked up and no more: in another document than that of `chunk`, or in one that was edited, it finds other text,
    /// and that is no error. Whether it is the same, the hash tells:
    ///
    /// ```
    /// use chunk_core::{Chunk, ContentHash, Policy};
    ///
    /// /// Whether the text of `chunk` still stands in `unit`.
    /// fn still_stands<P: Policy>(policy: &P, unit: P::Unit<'_>, chunk: &P::Chunk<'_>) -> bool {
    ///     policy.replay(unit, chunk).is_ok_and(|text| ContentHash::of(&*text) == chunk.replay_hash())
    /// }
    /// ```
    ///
    /// (An implementation has to spell its types `Self::Unit<'u>` and `Self::Chunk<'_>` too: rustc compares how the
    /// lifetimes are written.)
    ///
    /// # Errors
    /// If the span does not lie in the unit.
    fn replay<'u>(&self, unit: Self::Unit<'u>, chunk: &Self::Chunk<'_>) -> Result<Cow<'u, str>, Self::Error>;

    /// Chunks `unit` into memory.
    ///
    /// # Errors
    /// Those of [`chunk`](Self::chunk). The chunks and warnings beside the error, such as those of the other lines of a log of
    /// which one is damaged, are given up; to keep them, hand a [`Chunks`] to [`chunk`](Self::chunk).
    fn collect<'u>(&self, unit: Self::Unit<'u>) -> Result<Chunks<Self::Chunk<'u>>, Self::Error> {
        let mut chunks = Chunks::default();
        self.chunk(unit, &mut chunks)?;
        Ok(chunks)
    }

    /// Writes the records of `unit` as JSONL, each line at once when its chunk is known, before the eyes of
    /// `witness`. One record a chunk, unless the contract says otherwise. Returns how many chunks there were.
    ///
    /// # Errors
    /// Those of [`chunk`](Self::chunk), and those of `out`.
    fn write_jsonl(
        &self,
        unit: Self::Unit<'_>,
        out: &mut dyn io::Write,
        witness: &mut dyn Witness<Self>,
    ) -> Result<usize, WriteError<Self::Error>> {
        let mut sink = JsonlSink::new(out, witness);
        let chunked = self.chunk(unit, &mut sink);
        let written = sink.finish().map_err(WriteError::Write)?;
        chunked.map(|()| written).map_err(WriteError::Chunk)
    }
}

/// A policy that its settings are enough to make. One that counts with a closure or a file is a [`Policy`] and none of
/// these: nothing but its caller can give it the counter.
pub trait FromConfig: Policy {
    /// A policy with these settings.
    ///
    /// # Errors
    /// [`ConfigError`] with every setting that is out of range.
    fn new(config: Self::Config) -> Result<Self, ConfigError>;

    /// A policy with these settings in JSON, those that are absent at their default.
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

/// Looks on while [`Policy::write_jsonl`] writes: for ids, counts and warnings beside the records. A closure that takes
/// warnings is one.
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

/// From this length on, in bytes, a record is handed on in parts.
const LONG_RECORD: usize = 64 << 10;

/// Writes the record of each chunk it takes, as a line of JSON, before the eyes of a witness. It breaks off when the
/// output cannot be written.
pub struct JsonlSink<'w, P> {
    /// A serializer writes a few bytes at a time, and `out` takes a record at once, one of many pages in parts.
    record: BufWriter<Unflushed<'w>>,
    witness: &'w mut dyn Witness<P>,
    written: usize,
    failed: Option<io::Error>,
}

impl<'w, P: Policy> JsonlSink<'w, P> {
    /// A sink that writes to `out`.
    pub fn new(out: &'w mut dyn io::Write, witness: &'w mut dyn Witness<P>) -> Self {
        let record = BufWriter::with_capacity(LONG_RECORD, Unflushed(out));
        Self { record, witness, written: 0, failed: None }
    }

    /// How many records were written.
    ///
    /// # Errors
    /// What `out` said when it could not be written.
    pub fn finish(self) -> io::Result<usize> {
        self.failed.map_or(Ok(self.written), Err)
    }
}

/// A writer that is not asked to flush for each record.
struct Unflushed<'w>(&'w mut dyn io::Write);

impl Write for Unflushed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'u, P: Policy> Sink<P::Chunk<'u>> for JsonlSink<'_, P> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        self.witness.chunk(&chunk);
        match write_record(&mut self.record, &chunk).and_then(|()| self.record.flush()) {
            Ok(()) => {
                self.written += 1;
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn warning(&mut self, warning: Warning) {
        self.witness.warning(warning);
    }
}
