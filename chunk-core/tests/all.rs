//! The tests of this crate, as one program: each would be linked with all dependencies.

mod blocks;
mod bpe;
mod counters;
#[cfg(all(feature = "encodings", feature = "huggingface"))]
mod counts;
mod embed;
mod fit;
mod frontmatter;
#[cfg(feature = "huggingface")]
mod huggingface;
mod jsonl;
#[cfg(feature = "loadable")]
mod loaded;
mod markdown;
mod positions;
mod sentences;
mod testkit;
mod unicode;
mod values;
mod words;
