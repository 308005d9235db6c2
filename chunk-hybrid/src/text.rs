//! A document read once: normalized text, frontmatter, blocks, sections, lines and words, dates and durations. Nothing is
//! recognized here, and nothing cached.

mod among;
pub(crate) mod block;
pub(crate) mod blocks;
pub(crate) mod document;
pub(crate) mod duration;
pub(crate) mod form;
pub(crate) mod line;
mod occurrence;
pub(crate) mod reach;
pub(crate) mod row;
mod scan;
mod short;
pub(crate) mod stamp;
pub(crate) mod time;
pub(crate) mod title;
pub(crate) mod whole;
pub(crate) mod word;

pub(crate) use among::among;
