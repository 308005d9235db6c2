//! The steps of procedures (H20).

pub(super) mod procedure;

use crate::record::metadata::StepType;
pub(crate) use procedure::steps;
use std::ops::Range;

/// A step as it was recognized.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// From its first byte to the next step or the end of its list or section; its substeps not included.
    pub span: Range<usize>,
    /// Its number as written, or its place among steps told by words.
    pub number: Option<u32>,
    /// Its heading or first sentence.
    pub title: Range<usize>,
    /// What kind of step.
    pub kind: StepType,
    /// The step it is a part of, by its place in the list.
    pub parent: Option<usize>,
}
