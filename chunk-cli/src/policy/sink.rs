//! Hands the chunks of a policy on as pieces.

use crate::{
    error::Error,
    report::{Taker, Tally},
};
use chunk_core::{Policy, Sink, Source, Warning};
use std::{error, ops::ControlFlow};

/// A policy whose chunks are counted for the summary.
pub(super) trait Counted: Policy {
    fn count(&self, chunk: &Self::Chunk<'_>, tally: &mut Tally);
}

/// The chunks of a policy on their way to a taker.
pub(super) struct SinkOf<'s, 'u, 't, P: Counted> {
    pub(super) policy: &'s P,
    /// What they are made of, to say where they stand in it; `None` if nobody asks.
    pub(super) unit: Option<P::Unit<'u>>,
    pub(super) to: &'s mut Taker<'t>,
}

impl<'u, P: Counted> Sink<P::Chunk<'u>> for SinkOf<'_, 'u, '_, P> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        let bytes = self.unit.clone().and_then(|unit| self.policy.source_bytes(unit, &chunk));
        self.policy.count(&chunk, &mut self.to.seen.tally);
        let Err(error) = self.to.piece(&chunk, bytes) else { return ControlFlow::Continue(()) };
        self.to.failed = Some(error);
        ControlFlow::Break(())
    }

    fn warning(&mut self, warning: Warning) {
        self.to.seen.warnings.push(warning);
    }
}

/// Hands the chunks of a document to `to`.
pub(super) fn pieces(policy: &impl Counted, source: Source<'_>, to: &mut Taker<'_>) -> Result<(), Error> {
    let unit = policy.unit(source).map_err(refused)?;
    // What was read from a file of another format has its places in the text that it became, not in the file.
    let places = to.document.is_none().then(|| unit.clone());
    to.kept = policy.kept(unit.clone());
    policy.chunk(unit, &mut SinkOf { policy, unit: places, to }).map_err(refused)
}

pub(super) fn refused(error: impl error::Error) -> Error {
    Error::refused(error.to_string())
}
