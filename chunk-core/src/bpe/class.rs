//! The classes of characters that the patterns of the encodings distinguish, a byte each.

/// Code points in a block of the lookup table.
pub(crate) const BLOCK: usize = 128;

/// The class of a character, in the low three bits of its byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    /// None of the others: punctuation, symbols, marks, control and unassigned characters.
    Other,
    /// General category Letter.
    Letter,
    /// General category Number.
    Number,
    /// CR and LF.
    LineEnd,
    /// Any other white space.
    Space,
}

/// The bits of a byte that are its [`Class`].
const CLASS: u8 = 7;

/// Set for letters that are not lowercase, and for marks: what a word may begin with where the pattern looks at case.
#[cfg_attr(not(feature = "encodings"), allow(dead_code, reason = "the table has it in any case"))]
pub(crate) const INITIAL: u8 = 8;

/// Set for letters that are neither uppercase nor titlecase, and for marks: what such a word may go on with.
#[cfg_attr(not(feature = "encodings"), allow(dead_code, reason = "the table has it in any case"))]
pub(crate) const FOLLOWING: u8 = 16;

impl Class {
    /// The class in this byte.
    #[inline]
    pub(crate) const fn from_byte(byte: u8) -> Self {
        match byte & CLASS {
            1 => Self::Letter,
            2 => Self::Number,
            3 => Self::LineEnd,
            4 => Self::Space,
            _ => Self::Other,
        }
    }
}
