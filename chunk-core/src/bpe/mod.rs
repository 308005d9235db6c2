//! Encodings of byte pairs: exact token counts (T4), without making the tokens.
//!
//! `encoding` has the encodings: each has a vocabulary, and a pattern that divides a text into pre-tokens. `scan` applies a pattern
//! (`pattern`) to a text, `piece_counter` counts the tokens of each pre-token, with `merge` and `long` for those that are not tokens
//! themselves. `starts`, `runs` and `measure` make the counts of all ranges of a text cheap.

mod character;
mod class;
mod encoding;
mod key;
#[cfg(feature = "loadable")]
mod loaded;
mod long;
mod measure;
mod memo;
mod merge;
mod pattern;
mod piece_counter;
mod runs;
mod scan;
mod starts;
#[cfg(feature = "loadable")]
mod tables;
mod vocabulary;

pub use encoding::Cl100k;
#[cfg(feature = "encodings")]
pub use encoding::{O200k, P50k, R50k};
#[cfg(feature = "loadable")]
pub use loaded::{LoadError, encodings_to_load, load_encoding, loaded_encoding};
