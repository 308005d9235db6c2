//! From drafts to chunks: sizes, duplicates, contexts, relations, quality.

pub(crate) mod assemble;
mod quality;
mod relations;
pub(crate) mod sizes;
