//! Offsets of 32 bits, half as large as `usize`: a document has many.

/// The longest text that is read, in bytes.
pub(crate) const MAX_BYTES: usize = u32::MAX as usize;

/// An offset in a body, or the index of something in it. None is larger than [`MAX_BYTES`].
pub(crate) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
