//! R2, R3: the position of an event.

use serde::{Deserialize, Serialize};
use std::{cmp::Ordering, fmt};

// Not `non_exhaustive`, so that it can be written as a literal: R2 names these three numbers and no more.
/// The position of an event in the append log (R2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogOffset {
    /// The segment.
    pub segment_id: u64,
    /// The event's number in the segment; may skip numbers.
    pub ordinal: u64,
    /// The byte at which its record starts. Never compared.
    pub byte_offset: u64,
}

impl LogOffset {
    /// The order of events: by segment and ordinal alone (R3).
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        (self.segment_id, self.ordinal).cmp(&(other.segment_id, other.ordinal))
    }
}

impl fmt::Display for LogOffset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "segment {} ordinal {}", self.segment_id, self.ordinal)
    }
}
