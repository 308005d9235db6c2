//! What is made of each chunk of a document, all of it before any is written: a row, a file.

use crate::report::Fault;
use chunk_core::{Policy, Sink, Warning, Witness};
use std::ops::ControlFlow;

/// Makes something of a chunk.
pub(crate) trait Make<P: Policy> {
    type Made;

    /// Of the chunk that is the `index`-th of its document, from 0.
    fn make(&self, chunk: &P::Chunk<'_>, index: usize) -> Result<Self::Made, String>;
}

/// Takes chunks, shows them to the witness, and keeps what is made of them.
pub(crate) struct Each<'e, P: Policy, M: Make<P>> {
    make: M,
    witness: &'e mut dyn Witness<P>,
    made: Result<Vec<M::Made>, String>,
}

impl<'e, P: Policy, M: Make<P>> Each<'e, P, M> {
    pub(crate) fn new(make: M, witness: &'e mut dyn Witness<P>) -> Self {
        Self { make, witness, made: Ok(Vec::new()) }
    }

    /// What was made, or why nothing can be made of one of the chunks.
    pub(crate) fn made(self) -> Result<Vec<M::Made>, Fault> {
        self.made.map_err(Fault::refused)
    }
}

impl<'u, P: Policy, M: Make<P>> Sink<P::Chunk<'u>> for Each<'_, P, M> {
    fn chunk(&mut self, chunk: P::Chunk<'u>) -> ControlFlow<()> {
        let Ok(made) = &mut self.made else { return ControlFlow::Break(()) };
        match self.make.make(&chunk, made.len()) {
            Ok(one) => made.push(one),
            Err(error) => self.made = Err(error),
        }
        self.witness.chunk(&chunk);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, warning: Warning) {
        self.witness.warning(warning);
    }
}
