//! Checks a folder that `--out-dir` wrote: whether its manifest says what its files hold, what made them, and of which documents they are,
//! and whether it holds anything else.

use super::{
    compare::difference,
    records::{Held, Violation},
};
use crate::{
    chunking::Chunking,
    error::Error,
    find::Found,
    options::OutputFormat,
    out_dir::{Written, outputs},
    shown::shown_name,
};
use chunk_core::ContentHash;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The documents that a run of these settings would name in a manifest: their hashes and files of records, by their names.
pub(super) type Sources = BTreeMap<String, (ContentHash, String)>;

/// The documents `found`, of which those called `chunked` can be chunked.
pub(super) fn sources(found: &[Found], chunked: &BTreeMap<String, ContentHash>) -> Result<Sources, Error> {
    let outputs = outputs(found, OutputFormat::Jsonl)?;
    let named = found.iter().zip(outputs);
    Ok(named
        .filter_map(|(found, output)| Some((found.name.clone(), (*chunked.get(&found.name)?, output))))
        .collect())
}

/// What is wrong with a folder whose files hold this, by what makes the records, and by their documents if they are known.
pub(super) fn violations(
    written: &Written,
    held: &[Held],
    chunking: &Chunking<'_>,
    sources: Option<&Sources>,
) -> Result<Vec<Violation>, Error> {
    let mut found = Vec::new();
    let own: Value = written.head.clone().into_iter().collect();
    let head = json!({
        "policy": chunking.profile.contract.policy,
        "policy_version": chunking.version,
        "config": chunking.settings.in_force()?,
        "config_hash": ContentHash::of(chunking.settings.in_force_json()?).to_string(),
    });
    found.extend(difference(&own, &head, "this check has"));
    let mut last: Option<&str> = None;
    let mut named = BTreeSet::new();
    for (entry, held) in written.entries.iter().zip(held) {
        let of = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
        let name = of("source_file");
        let source = sources.map(|sources| sources.get(name));
        if let Some(None) = source {
            found.push(format!("--source has no document {}", shown_name(name)));
            continue;
        }
        if !named.insert(name) {
            found.push(format!("{} has two entries", shown_name(name)));
        } else if last.is_some_and(|last| last > name) {
            found.push(format!("out of order: {} comes after a later document", shown_name(name)));
        }
        last = Some(name);
        let (hash, output) = match source {
            Some(Some((hash, output))) => (hash.to_string(), output.clone()),
            _ => (of("source_hash").to_owned(), of("output").to_owned()),
        };
        let mut expected = json!({
            "source_file": held.source.as_deref().unwrap_or(name),
            "source_hash": hash,
            "output": output,
            "chunks": held.chunks,
        });
        if let (false, Some(expected)) = (held.ids.is_empty(), expected.as_object_mut()) {
            expected.insert("chunk_ids".to_owned(), held.ids.clone().into());
        }
        let differs = difference(entry, &expected, "its records and document give");
        found.extend(differs.map(|what| format!("{}: {what}", shown_name(name))));
    }
    let missing = sources.iter().flat_map(|sources| sources.keys());
    for name in missing.filter(|name| !named.contains(name.as_str())) {
        found.push(format!("it has no entry for {}", shown_name(name)));
    }
    let of_manifest = found.into_iter().map(|what| Violation::of_file(&written.manifest, what));
    let strangers = written.strangers().into_iter().map(|name| written.dir.join(name));
    let of_strangers =
        strangers.map(|file| Violation::of_file(&file, "the manifest does not name it".to_owned()));
    Ok(of_manifest.chain(of_strangers).collect())
}
