#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

#[cfg(feature = "cl100k")]
mod bpe;
mod config;
pub mod counters;
mod embed;
mod fit;
#[doc(hidden)]
pub mod frontmatter;
mod hash;
#[cfg(feature = "huggingface")]
mod huggingface;
#[doc(hidden)]
pub mod jsonl;
mod keep;
#[cfg(any(feature = "cl100k", feature = "huggingface"))]
mod long_memo;
mod lost;
#[cfg(feature = "markdown")]
#[doc(hidden)]
pub mod markdown;
mod metadata;
mod normalize;
mod parts;
mod places;
mod policy;
mod positions;
mod sentence;
mod source;
mod text;
mod tokens;
mod turn;
pub mod types;
#[doc(hidden)]
pub mod unicode;
mod violation;
mod warning;
mod words;

pub use {
    config::ConfigError,
    hash::ContentHash,
    places::Places,
    policy::{Chunk, Chunks, FromConfig, Policy, Sink},
    source::Source,
    tokens::TokenCounter,
    violation::Violation,
    warning::Warning,
};

/// What the policy crates and the command share. It may change with any version.
#[doc(hidden)]
pub use {
    config::{InvalidSettings, is_off, list_or_words},
    embed::{Embed, EmbedHead, embed, head_room, long_head},
    fit::fitting_pieces,
    hash::InvalidHash,
    keep::kept,
    lost::lost_text,
    metadata::{LONGEST_METADATA, MetadataBounds},
    normalize::{LineEnds, Normalized},
    places::{CodePointIndex, LineIndex},
    positions::positions,
    sentence::{is_closer, paragraphs, sentences},
    source::{InvalidUtf8, looks_like},
    text::{InvalidSpan, slice, spanned},
    unicode::is_white_space,
    words::json_error,
};
