//! From bodies to the sink, in order.

use crate::{
    MarkdownChunk,
    record::{Cut, Records},
};
use chunk_core::{Sink, Warning};
use std::ops::ControlFlow;

/// What comes of a document.
pub(crate) enum Found {
    Warning(Warning),
    Cut(Cut),
}

/// Hands over the warnings and the records, one after the other.
pub(crate) fn hand_over<'u>(
    found: impl Iterator<Item = Found>,
    records: &mut Records<'u, '_>,
    sink: &mut dyn Sink<MarkdownChunk<'u>>,
) -> ControlFlow<()> {
    for found in found {
        match found {
            Found::Warning(warning) => sink.warning(warning),
            Found::Cut(cut) => sink.chunk(records.record(cut))?,
        }
    }
    ControlFlow::Continue(())
}
