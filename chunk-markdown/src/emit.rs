//! Hands a document's warnings and records to the sink, in order.

use crate::{
    MarkdownChunk,
    record::{Cut, Records},
};
use chunk_core::{Sink, Warning};
use std::ops::ControlFlow;

/// What chunking a document gives, one at a time.
pub(crate) enum Output {
    Warning(Warning),
    Cut(Cut),
}

/// Makes a record of each cut, and hands over records and warnings until the sink breaks off.
pub(crate) fn hand_over<'u>(
    outputs: impl Iterator<Item = Output>,
    records: &mut Records<'u, '_>,
    sink: &mut dyn Sink<MarkdownChunk<'u>>,
) -> ControlFlow<()> {
    for output in outputs {
        match output {
            Output::Warning(warning) => sink.warning(warning),
            Output::Cut(cut) => sink.chunk(records.record(cut))?,
        }
    }
    ControlFlow::Continue(())
}
