//! What a text is about, by its words (H18, section "Similarity" of the contract): a text is split into units (`unit`), how alike these
//! are is measured at each gap between two (`similarity`), and the best gaps to cut at are found (`segment`). `keyword` finds keywords, key phrases and summaries of chunks.

pub(crate) mod keyword;
mod log2;
pub(crate) mod segment;
pub(crate) mod similarity;
pub(crate) mod unit;

pub(crate) use keyword::Profile;
pub(crate) use log2::log2_q16;
pub(crate) use segment::{BAND, BY_SIZE, BY_TOPIC, Segmentation, band};
pub(crate) use similarity::{Cosine, Gaps, Lexical, Similarity};
pub(crate) use unit::{Break, Unit, Units};
