#![doc = include_str!("../README.md")]

// How a document becomes chunks, in the order of the data. A module imports only from those above it:
//
//   record     what leaves the crate: chunks, their metadata, settings, errors
//   english    the lexicon: classes and stems of English words
//   model      linear models in integers, whose weights are read from a file
//   text       a document read once: blocks, sections, words, time stamps
//   topics     how alike neighbouring units of text are, where to cut, keywords
//   recognize  the kind of a document; phases, decisions and steps in it
//   analysis   one document with all of the above, each computed on first use
//   strategy   from findings to drafts of chunks: the four strategies and the trait of plugins
//   select     which strategy chunks which part of a document
//   finish     from drafts to chunks: sizes, duplicates, ids, contexts, relations, scores
//   system     the public API, which runs all of this

mod analysis;
mod english;
mod finish;
mod model;
mod readings;
mod recognize;
mod record;
mod select;
mod strategy;
mod system;
mod text;
mod topics;

/// What `cargo training fit` trains the models on, and what `cargo training quality` measures them by. Exempt from semantic versioning.
#[cfg(feature = "training")]
#[doc(hidden)]
pub mod training {
    use crate::{Document, ParsedContent, text::word::lowercase};
    pub use crate::{
        english::class::NAMES as CLASSES,
        model::{BIT, Feature, Node, Term, Vocabulary, Weights, best_labels, confidences},
        readings::{Row, rows},
        recognize::{
            candidate::{Candidate, Lines},
            decisions::DECISIONS,
            kind::{MODEL as KIND, ONE, TYPE_MODEL, features as kind_features},
            models::Models,
            phases::{CHANGES, PHASES},
            said::readings,
            steps::STEPS,
        },
        select::sections,
    };
    use chunk_core::unicode;

    /// Reads a document whose words are numbered by this vocabulary.
    #[must_use]
    pub fn read<'d>(document: Document<'d>, vocabulary: &Vocabulary) -> ParsedContent<'d> {
        ParsedContent::new(document, vocabulary)
    }

    /// Gives `take` the words of the body, of the frontmatter's title and of the path, in lower case: a vocabulary is made of these.
    pub fn each_word(content: &ParsedContent<'_>, mut take: impl FnMut(&str)) {
        for word in content.words() {
            take(&lowercase(content.slice(&word)));
        }
        for text in [content.field("title").unwrap_or_default(), content.document().path] {
            unicode::lowercase(text).split(|c: char| !unicode::is_alphanumeric(c)).for_each(&mut take);
        }
    }
}

/// A hash map that is only looked up, never iterated over, so that its order cannot reach the output.
#[expect(clippy::disallowed_types, reason = "looked up, never iterated over")]
type Dictionary<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The regular expression of a constant pattern.
#[expect(clippy::expect_used, reason = "every pattern is a constant, and tests use it")]
fn pattern(text: &str) -> regex::Regex {
    regex::Regex::new(text).expect("a pattern")
}

pub use chunk_core;
pub use {
    analysis::Analysis,
    recognize::{
        decisions::Signal,
        kind::{Classification, Evidence, TypeConfidence},
        phases::Event,
        steps::Step,
    },
    record::*,
    select::{Part, Reason, Selection},
    strategy::{
        event::EventBased,
        plugin::{ChunkContext, ChunkingPlugin, Confidence, DETECTED, Draft},
        preference::PreferenceSignal,
        semantic::SemanticBoundary,
        step::StepBased,
    },
    system::{
        HybridPolicy,
        findings::{Findings, FoundPhase, FoundReading, FoundSignal, FoundStep},
        stats::ChunkingStats,
    },
    text::{
        block::{Block, BlockKind, Section},
        document::{Document, ParsedContent},
    },
    topics::{
        similarity::{Lexical, Similarity},
        unit::Units,
    },
};

/// The contract's name for the policy.
pub type ChunkingSystem = HybridPolicy;

/// The contract as implemented, clause by clause.
#[cfg(doc)]
#[doc = include_str!("../CONTRACT.md")]
pub mod contract {}
