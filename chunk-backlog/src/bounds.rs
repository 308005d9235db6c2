//! Values that stand in many chunks (C1).

use crate::redact;
use chunk_core::{MetadataBounds, slice};

/// `value` as it may stand in many chunks (C1). A marker is never cut.
pub(crate) fn bounded<'v>(value: &'v str, bounds: &mut MetadataBounds) -> &'v str {
    let cut = bounds.cut(value);
    let end = if cut.len() < value.len() { redact::marker_start(value, cut.len()) } else { None };
    slice(cut, 0..end.unwrap_or(cut.len()))
}
