//! Laws: what contracts promise for every input. A law is a function that says how it is broken, so that conformance cases and
//! generated input can be checked alike.

use chunk_core::{Chunk, ContentHash, Policy, Source, Warning};
use std::collections::BTreeSet;

/// How a law is broken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{law}: {how}")]
pub struct Broken {
    /// The law.
    pub law: &'static str,
    /// What was seen instead.
    pub how: String,
}

fn broken_if(broken: bool, law: &'static str, how: impl FnOnce() -> String) -> Result<(), Broken> {
    if broken { Err(Broken { law, how: how() }) } else { Ok(()) }
}

/// The universal laws that the policy breaks on this document: [`deterministic`] and [`replays`].
#[must_use]
pub fn broken<P: Policy>(policy: &P, source: Source<'_>) -> Vec<Broken> {
    [deterministic(policy, source), replays(policy, source)].into_iter().filter_map(Result::err).collect()
}

/// Two runs give the same bytes, the same warnings and the same error.
///
/// # Errors
/// [`Broken`] if they do not.
pub fn deterministic<P: Policy>(policy: &P, source: Source<'_>) -> Result<(), Broken> {
    let run = || {
        let (mut out, mut warnings) = (Vec::new(), Vec::new());
        let result = jsonl(policy, source, &mut out, &mut |warning| warnings.push(warning));
        (result, out, warnings)
    };
    broken_if(run() != run(), "determinism", || "two runs differ".to_owned())
}

/// Every chunk can be rebuilt from the document by its span, and its replay hash is that of the rebuilt text. The bytes of the source
/// that it was made from, if they are known, are a part of the document; if that is text, whole characters.
///
/// # Errors
/// [`Broken`] with the first chunk for which this does not hold. A document that the policy refuses has no chunks.
pub fn replays<P: Policy>(policy: &P, source: Source<'_>) -> Result<(), Broken> {
    let Ok(unit) = policy.unit(source) else { return Ok(()) };
    let Ok(collected) = policy.collect(unit.clone()) else { return Ok(()) };
    for (index, chunk) in collected.iter().enumerate() {
        let broken = |law, how| Broken { law, how: format!("chunk {index}: {how}") };
        let replayed = policy.replay(unit.clone(), chunk);
        let text = replayed.map_err(|error| broken("replay", error.to_string()))?;
        if ContentHash::of(&*text) != chunk.replay_hash() {
            let how = format!("its hash is not that of the text its span gives, {text:?}");
            return Err(broken("replay", how));
        }
        let Some(bytes) = policy.source_bytes(unit.clone(), chunk) else { continue };
        let is_part = match source.text() {
            Ok(text) => text.get(bytes.clone()).is_some(),
            Err(_) => source.bytes.get(bytes.clone()).is_some(),
        };
        if !is_part {
            return Err(broken("citation", format!("bytes {bytes:?} are no part of the document")));
        }
    }
    Ok(())
}

/// No two chunks have the same id.
///
/// # Errors
/// [`Broken`] with the first chunk whose id came before, or that has none.
pub fn unique_ids<C: Chunk>(chunks: &[C]) -> Result<(), Broken> {
    let mut seen = BTreeSet::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let fresh = chunk.id().is_some_and(|id| seen.insert(id));
        broken_if(!fresh, "unique ids", || format!("chunk {index} has the id {:?}", chunk.id()))?;
    }
    Ok(())
}

/// The texts of the chunks, one after the other, are the whole text.
///
/// # Errors
/// [`Broken`] with the byte at which they stop to be.
pub fn partition<C: Chunk>(chunks: &[C], text: &str) -> Result<(), Broken> {
    let mut rest = text;
    for (index, chunk) in chunks.iter().enumerate() {
        let at = text.len() - rest.len();
        rest = rest.strip_prefix(chunk.text()).ok_or_else(|| Broken {
            law: "partition",
            how: format!("chunk {index} is not at byte {at} of the text"),
        })?;
    }
    broken_if(!rest.is_empty(), "partition", || format!("the last {} bytes are in no chunk", rest.len()))
}

/// No chunk is larger than `cap`, unless it is `excused`.
///
/// # Errors
/// [`Broken`] with the first chunk above the cap.
pub fn capped<C: Chunk>(
    chunks: &[C],
    cap: usize,
    size: impl Fn(&C) -> usize,
    excused: impl Fn(&C) -> bool,
) -> Result<(), Broken> {
    for (index, chunk) in chunks.iter().enumerate() {
        let above = size(chunk) > cap && !excused(chunk);
        broken_if(above, "cap", || format!("chunk {index} has size {}, above {cap}", size(chunk)))?;
    }
    Ok(())
}

/// Writes the records of a document to `out`, including those before an error.
pub(super) fn jsonl<P: Policy>(
    policy: &P,
    source: Source<'_>,
    out: &mut Vec<u8>,
    warn: &mut dyn FnMut(Warning),
) -> Result<usize, String> {
    let unit = policy.unit(source).map_err(|error| error.to_string())?;
    policy.write_jsonl(unit, out, &mut |warning| warn(warning)).map_err(|error| error.to_string())
}
