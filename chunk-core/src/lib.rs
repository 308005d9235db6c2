#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

mod calendar;
#[cfg(feature = "cl100k")]
mod cl100k;
mod config;
mod counters;
mod definition;
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
mod opening;
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
pub use {
    calendar::Day,
    config::{ConfigError, InvalidSetting, InvalidSettings},
    counters::{Bytes, Characters, CountWith},
    definition::{Beginning, beginning, ends_title, solid_line},
    hash::{ContentHash, InvalidHash},
    looks_like::looks_like,
    lost::lost_text,
    metadata::{LONGEST_METADATA, MetadataBounds},
    narrow::narrow,
    nesting::{DEEPEST_LINE, shallow},
    normalize::{LineEnds, Normalized},
    offsets::OffsetSet,
    opening::{Container, going_on, opening},
    policy::{Chunk, Chunks, Contract, FromConfig, JsonlSink, Policy, Sink, Witness, WriteError},
    position::{CodePointIndex, LineIndex},
    positions::positions,
    run::push_run,
    sentence::{SentenceRules, paragraphs, sentences},
    small_range::SmallRange,
    source::{InvalidUtf8, Source},
    span::{InvalidSpan, spanned},
    text::slice,
    tokens::{Border, TokenCounter, TokenMeasure},
    unicode::is_white_space,
    violation::Violation,
    warning::{Position, Warning},
};
