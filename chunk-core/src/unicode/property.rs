//! The properties of a code point as flags in one byte; the build script writes them, the library reads them.

pub(crate) const ALPHABETIC: u8 = 1;
/// General category Number.
pub(crate) const NUMBER: u8 = 2;
pub(crate) const UPPERCASE: u8 = 4;
pub(crate) const LOWERCASE: u8 = 8;
/// Uppercase, lowercase or titlecase.
pub(crate) const CASED: u8 = 16;
pub(crate) const CASE_IGNORABLE: u8 = 32;
pub(crate) const DECIMAL_DIGIT: u8 = 64;
pub(crate) const SENTENCE_TERMINAL: u8 = 128;

/// Code points in a block of the lookup table.
pub(crate) const BLOCK: usize = 128;
