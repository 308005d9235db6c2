//! Statistics of a system (H23), in memory that does not grow with the number of documents.

use crate::record::HybridChunk;
use serde::Serialize;
use std::{collections::BTreeMap, time::Duration};

/// What a system has chunked so far (H23). Times are there only if the system was given a timer.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ChunkingStats {
    /// All chunks.
    pub total_chunks: u64,
    /// Chunks by the name of their strategy.
    pub by_strategy: BTreeMap<String, u64>,
    /// Tokens of a chunk, on average; 0 without chunks.
    pub avg_chunk_size: f64,
    /// Milliseconds for a document, on average.
    pub avg_processing_time: Option<f64>,
    /// Milliseconds within which 95 of 100 documents were done, at most 7% above the exact value.
    pub p95_processing_time: Option<f64>,
    /// Documents.
    pub total_documents: u64,
    /// Milliseconds for a chunk, on average.
    pub avg_processing_time_per_chunk: Option<f64>,
    /// Milliseconds within which 95 of 100 documents had each of their chunks done.
    pub p95_processing_time_per_chunk: Option<f64>,
}

/// Sums and two histograms: as much memory after a million documents as after one.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    /// The counts, without what is worked out of the rest.
    counts: ChunkingStats,
    tokens: u64,
    per_document: Histogram,
    per_chunk: Histogram,
}

impl Tally {
    /// Notes a document: its chunks, and how long it took.
    pub(crate) fn add(&mut self, chunks: &[HybridChunk<'_>], took: Option<Duration>) {
        let count = chunks.len() as u64;
        self.counts.total_documents += 1;
        self.counts.total_chunks += count;
        for chunk in chunks {
            self.tokens += chunk.token_count as u64;
            *self.counts.by_strategy.entry(chunk.strategy_type.clone()).or_default() += 1;
        }
        if let Some(took) = took {
            let nanos = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
            self.per_document.add(nanos, 1);
            if let Some(each) = nanos.checked_div(count) {
                self.per_chunk.add(each, count);
            }
        }
    }

    pub(crate) fn stats(&self) -> ChunkingStats {
        ChunkingStats {
            avg_chunk_size: self.tokens as f64 / self.counts.total_chunks.max(1) as f64,
            avg_processing_time: self.per_document.mean(),
            p95_processing_time: self.per_document.percentile(95),
            avg_processing_time_per_chunk: self.per_chunk.mean(),
            p95_processing_time_per_chunk: self.per_chunk.percentile(95),
            ..self.counts.clone()
        }
    }
}

/// Counts of nanoseconds in buckets that grow with the value.
#[derive(Debug, Default)]
struct Histogram {
    buckets: Vec<u64>,
    count: u64,
    sum: u128,
}

impl Histogram {
    fn add(&mut self, nanos: u64, times: u64) {
        let bucket = ((nanos.max(1) as f64).log2() * BUCKETS) as usize;
        self.buckets.resize(self.buckets.len().max(bucket + 1), 0);
        self.buckets.get_mut(bucket).into_iter().for_each(|count| *count += times);
        self.count += times;
        self.sum += u128::from(nanos) * u128::from(times);
    }

    fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64 / 1e6)
    }

    /// The upper end of the bucket that holds it, in milliseconds.
    fn percentile(&self, percent: u64) -> Option<f64> {
        let wanted = (self.count * percent).div_ceil(100);
        let mut counted = 0;
        let reached = self.buckets.iter().position(|count| {
            counted += count;
            counted >= wanted
        });
        reached.map(|bucket| ((bucket + 1) as f64 / BUCKETS).exp2() / 1e6)
    }
}

/// Each doubling is divided into this many buckets, the end of each at most 7% above its start.
const BUCKETS: f64 = 16.0;
