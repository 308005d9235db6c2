#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod calendar;
#[cfg(feature = "cl100k")]
mod cl100k;
mod config;
mod counters;
mod hash;
#[cfg(feature = "huggingface")]
mod huggingface;
pub mod jsonl;
mod looks_like;
mod lost;
#[cfg(feature = "markdown")]
pub mod markdown;
mod metadata;
mod narrow;
mod nesting;
mod normalize;
mod offsets;
mod place;
mod policy;
mod position;
mod positions;
mod run;
mod sentence;
mod small_range;
mod source;
mod span;
mod text;
mod tokens;
pub mod unicode;
mod violation;
mod warning;

pub mod frontmatter;
#[cfg(feature = "testkit")]
pub mod testkit;

#[cfg(feature = "cl100k")]
pub use cl100k::Cl100k;
#[cfg(feature = "huggingface")]
pub use huggingface::{HuggingFace, InvalidTokenizer};
/// What the policy crates and the command share. It may change with any version.
#[doc(hidden)]
pub use {
    calendar::Day,
    config::InvalidSettings,
    hash::InvalidHash,
    looks_like::looks_like,
    lost::lost_text,
    metadata::{LONGEST_METADATA, MetadataBounds},
    narrow::narrow,
    nesting::{DEEPEST_LINE, shallow},
    normalize::{LineEnds, Normalized},
    offsets::OffsetSet,
    policy::JsonlSink,
    position::{CodePointIndex, LineIndex},
    positions::positions,
    run::push_run,
    sentence::{paragraphs, sentences},
    small_range::SmallRange,
    source::InvalidUtf8,
    span::{InvalidSpan, spanned},
    text::slice,
    tokens::Border,
    unicode::is_white_space,
};
pub use {
    config::{ConfigError, InvalidSetting},
    counters::{Bytes, Characters, CountWith},
    hash::ContentHash,
    place::{Place, Places},
    policy::{Chunk, Chunks, Contract, FromConfig, Policy, Sink, Witness, WriteError},
    sentence::SentenceRules,
    source::Source,
    tokens::{TokenCounter, TokenMeasure},
    violation::Violation,
    warning::{Position, Warning},
};
