//! Places in a body, half as large as the usual ones: a document has many.

/// A place in a body: no document is longer than [`MAX_BYTES`].
pub(crate) type At = u32;

/// The longest text that is read, in bytes.
pub(crate) const MAX_BYTES: usize = At::MAX as usize;

/// `byte` as a place in a body.
pub(crate) fn at(byte: usize) -> At {
    At::try_from(byte).unwrap_or(At::MAX)
}
