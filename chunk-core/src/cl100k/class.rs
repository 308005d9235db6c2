//! The classes of characters that the pattern of cl100k_base distinguishes.

/// The class of a character.
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

impl Class {
    /// The class that the build script wrote as this byte.
    #[inline]
    pub(crate) const fn from_byte(byte: u8) -> Self {
        match byte {
            1 => Self::Letter,
            2 => Self::Number,
            3 => Self::LineEnd,
            4 => Self::Space,
            _ => Self::Other,
        }
    }
}

/// Code points in a block of the lookup table.
pub(crate) const BLOCK: usize = 128;
