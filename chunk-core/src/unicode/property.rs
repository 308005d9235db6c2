//! The flags of a code point, as the build script lays them out.

pub(crate) const ALPHABETIC: u8 = 1;
/// General category Number.
pub(crate) const NUMBER: u8 = 2;
pub(crate) const UPPERCASE: u8 = 4;
pub(crate) const LOWERCASE: u8 = 8;
/// Uppercase, lowercase or titlecase.
pub(crate) const CASED: u8 = 16;
pub(crate) const CASE_IGNORABLE: u8 = 32;

/// Flags are looked up in blocks of this many code points.
pub(crate) const BLOCK: usize = 128;
