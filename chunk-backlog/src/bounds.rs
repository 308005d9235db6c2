//! Cuts values that many chunks repeat (C1).

use crate::redact;
use chunk_core::{MetadataBounds, slice};

/// `value`, cut if it is too long to be repeated (C1). A redaction marker is left out rather than cut in two.
pub(crate) fn bounded<'v>(value: &'v str, bounds: &mut MetadataBounds) -> &'v str {
    let cut = bounds.cut(value);
    let end = if cut.len() < value.len() { redact::marker_start(value, cut.len()) } else { None };
    slice(cut, 0..end.unwrap_or(cut.len()))
}
