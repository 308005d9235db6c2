//! What a text is about, by its words: units, how alike they are, where to cut, keywords (H18, section "Similarity").

mod address;
pub(crate) mod costs;
pub(crate) mod keyword;
mod log2;
pub(crate) mod segment;
pub(crate) mod similarity;
pub(crate) mod unit;
