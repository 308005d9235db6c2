//! The policies that have conformance cases.

use crate::root;
use chunk_core::{Chunk, ContentHash, FromConfig};
use chunk_testkit::{Case, Outcome};
use std::{io, thread};

/// A policy, as the suite sees it.
pub struct Entry {
    /// Its name: that of its folder of fixtures and of its subcommand.
    pub name: &'static str,
    /// Its contract's version.
    pub version: &'static str,
    /// Runs a case through the library.
    pub run: fn(&Case) -> Outcome,
    /// Runs a case through one policy that is shared by this many threads.
    pub run_shared: fn(&Case, usize) -> Result<Outcome, String>,
    /// The digest of a case's chunk ids.
    pub ids: fn(&Case) -> ContentHash,
}

/// All policies.
pub static ALL: &[Entry] = &[
    entry::<chunk_backlog::BacklogPolicy>(),
    entry::<chunk_hybrid::ChunkingSystem>(),
    entry::<chunk_markdown::MarkdownPolicy>(),
    entry::<chunk_recorder::RecorderPolicy>(),
    entry::<chunk_tokens::TokenPolicy>(),
];

const fn entry<P: FromConfig>() -> Entry {
    Entry {
        name: P::CONTRACT.policy,
        version: P::CONTRACT.version,
        run: chunk_testkit::run::<P>,
        run_shared: run_shared::<P>,
        ids: ids::<P>,
    }
}

/// Runs a case through one policy that `threads` threads share.
fn run_shared<P: FromConfig>(case: &Case, threads: usize) -> Result<Outcome, String> {
    let Ok(policy) = P::with_settings(&case.config) else { return Ok(chunk_testkit::run::<P>(case)) };
    let outcomes: Vec<_> = thread::scope(|scope| {
        let run = |_| scope.spawn(|| chunk_testkit::chunk_all(&policy, case));
        let running: Vec<_> = (0..threads).map(run).collect();
        running.into_iter().map(|thread| thread.join().ok()).collect()
    });
    match outcomes.split_first() {
        Some((Some(first), others)) if others.iter().all(|other| other.as_ref() == Some(first)) => {
            Ok(first.clone())
        }
        _ => Err(format!("{threads} threads disagree")),
    }
}

/// The digest of the ids of all chunks of a case, in order. A chunk without an id is represented by its replay hash.
fn ids<P: FromConfig>(case: &Case) -> ContentHash {
    let mut ids = String::new();
    if let Ok(policy) = P::with_settings(&case.config) {
        for document in &case.documents {
            let unit = policy.unit(case.source(document));
            for chunk in unit.and_then(|unit| policy.collect(unit)).unwrap_or_default() {
                ids += &chunk.id().map_or_else(|| chunk.replay_hash().to_string(), str::to_owned);
                ids.push('\n');
            }
        }
    }
    ContentHash::of(ids)
}

/// Which cases a command runs over.
#[derive(Default, clap::Args)]
pub struct Selection {
    /// Only these policies
    #[arg(long, value_delimiter = ',', value_parser = clap::builder::PossibleValuesParser::new(ALL.iter().map(|entry| entry.name)))]
    policy: Vec<String>,
    /// Only the cases whose name contains this
    #[arg(long)]
    case: Option<String>,
    /// Only the cases in which no fitted model decides
    #[arg(long)]
    without_models: bool,
}

impl Selection {
    /// The selected cases, each with its policy.
    pub fn cases(&self) -> io::Result<Vec<(&'static Entry, Case)>> {
        let mut cases = Vec::new();
        for entry in ALL
            .iter()
            .filter(|entry| self.policy.is_empty() || self.policy.iter().any(|name| name == entry.name))
        {
            for case in Case::read_all(&root().join("fixtures").join(entry.name))? {
                let is_named = self.case.as_deref().is_none_or(|part| case.name().contains(part));
                if is_named && !(self.without_models && case.about.models) {
                    cases.push((entry, case));
                }
            }
        }
        Ok(cases)
    }
}
