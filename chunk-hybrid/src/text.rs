//! A document read once: normalized text, frontmatter, blocks, sections, lines, words, time stamps and durations. Everything above
//! decides by these; nothing is recognized here.
//!
//! `document` holds the result. `read` finds the blocks line by line (`line`); `word` finds the words, and says of each what the lexicon and
//! the models' vocabulary know.

pub(crate) mod block;
pub(crate) mod document;
pub(crate) mod duration;
pub(crate) mod line;
pub(crate) mod reach;
mod read;
pub(crate) mod stamp;
pub(crate) mod tag;
pub(crate) mod time;
pub(crate) mod whole;
pub(crate) mod word;

pub(crate) use block::{Block, BlockKind, Section, among, is_head, is_heading, is_row_of_rules, parts};
pub(crate) use document::{Document, ParsedContent};
pub(crate) use line::{DEFINITION, LOOSE, Label, Marker, item, label_of};
pub(crate) use reach::Reach;
pub(crate) use stamp::Instant;
pub(crate) use whole::{MOST_WHOLE, Wholes, is_unit, whole_around};
pub(crate) use word::{Word, WordSlice, Words};
