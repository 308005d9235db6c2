//! What the integration tests share: streams of events.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

pub(crate) mod streams;
