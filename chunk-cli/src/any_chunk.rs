//! A chunk of any policy, as a trait object, and what takes such chunks.

use crate::tally::Tally;
use chunk_core::Warning;
use serde_json::Value;
use std::{io, ops::ControlFlow};

pub(crate) trait AnyChunk {
    /// Its id, if the contract has ids.
    fn id(&self) -> Option<&str>;

    /// The text that is embedded.
    fn text(&self) -> &str;

    /// Appends its record, without a line end.
    fn append_to(&self, json: &mut Vec<u8>) -> io::Result<()>;

    /// Counts it for the summary.
    fn count(&self, tally: &mut Tally);
}

impl dyn AnyChunk + '_ {
    pub(crate) fn record(&self) -> io::Result<Vec<u8>> {
        let mut json = Vec::new();
        self.append_to(&mut json)?;
        Ok(json)
    }

    /// Its record, as a JSON value.
    pub(crate) fn record_value(&self) -> io::Result<Value> {
        Ok(serde_json::from_slice(&self.record()?)?)
    }
}

/// Takes chunks as they are made.
pub(crate) trait Taker {
    /// [`ControlFlow::Break`] ends the run early, for a reason that the taker knows.
    fn chunk(&mut self, chunk: &dyn AnyChunk) -> ControlFlow<()>;

    fn warning(&mut self, warning: Warning);
}
