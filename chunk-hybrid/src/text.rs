//! A document read once: normalized text, frontmatter, blocks, sections, lines, words, time stamps and durations. Everything above
//! decides by these; nothing is recognized here.
//!
//! `document` holds the result. `scan` finds the blocks line by line (`line`); `word` finds the words, and says of each what the lexicon and
//! the models' vocabulary know.

mod among;
pub(crate) mod block;
pub(crate) mod document;
pub(crate) mod duration;
pub(crate) mod entry;
pub(crate) mod line;
pub(crate) mod reach;
mod read;
pub(crate) mod row;
pub(crate) mod stamp;
pub(crate) mod time;
pub(crate) mod whole;
pub(crate) mod word;

pub(crate) use among::among;
