#![doc = include_str!("../README.md")]
#![cfg_attr(test, allow(clippy::string_slice))]

#[cfg(feature = "cl100k")]
mod bpe;
#[cfg(feature = "calendar")]
mod calendar;
mod config;
mod counters;
mod embed;
mod fit;
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
mod offsets;
mod parts;
mod policy;
mod position;
mod positions;
mod sentence;
mod source;
mod text;
mod tokens;
mod turn;
#[doc(hidden)]
pub mod unicode;
mod violation;
mod warning;

#[doc(hidden)]
pub mod frontmatter;
#[cfg(feature = "testkit")]
pub mod testkit;

use offsets::OffsetSet;

#[cfg(feature = "calendar")]
#[doc(hidden)]
pub use calendar::Day;

#[cfg(feature = "cl100k")]
pub use bpe::Cl100k;
#[cfg(feature = "loadable")]
pub use bpe::{LoadError, encodings_to_load, load_encoding, loaded_encoding};
#[cfg(feature = "encodings")]
pub use bpe::{O200k, P50k, R50k};
#[cfg(feature = "huggingface")]
pub use huggingface::{HuggingFace, InvalidTokenizer};
pub use {
    config::{ConfigError, InvalidSetting},
    counters::{Bytes, Characters, CountWith},
    embed::EmbedPart,
    hash::ContentHash,
    keep::{Metadata, MetadataValue},
    policy::{Chunk, Chunks, Contract, FromConfig, Policy, Sink, Witness, WriteError},
    position::{Place, Places},
    sentence::SentenceRules,
    source::Source,
    tokens::{TokenCounter, TokenMeasure},
    turn::{Origin, Turn},
    violation::Violation,
    warning::{Position, Warning},
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
    policy::JsonlSink,
    position::{CodePointIndex, LineIndex},
    positions::positions,
    sentence::{is_closer, paragraphs, sentences},
    source::{InvalidUtf8, looks_like},
    text::{InvalidSpan, slice, spanned},
    tokens::Border,
    unicode::is_white_space,
};
