//! From drafts to chunks, for all strategies alike: `sizes` joins and cuts drafts (H6), `assemble` makes chunks of them, with their
//! duplicates, ids and contexts (H10 to H12), their `relations` (H13) and `quality` (H14), and `heads` makes the texts to embed (H26).

pub(crate) mod assemble;
pub(crate) mod heads;
mod quality;
mod relations;
pub(crate) mod sizes;
