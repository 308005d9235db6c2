//! The classes of characters that the patterns of the encodings distinguish.

/// Code points in a block of the lookup table.
pub(crate) const BLOCK: usize = 128;

/// A class of characters, or several together: a bit each. The lookup table has the number of the bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class(u16);

impl Class {
    /// None of the others: punctuation, symbols, control and unassigned characters.
    pub(crate) const SIGN: Self = Self(1);
    /// `/`.
    pub(crate) const SLASH: Self = Self(1 << 1);
    /// General category Mark.
    pub(crate) const MARK: Self = Self(1 << 2);
    /// Uppercase and titlecase letters.
    pub(crate) const UPPERCASE: Self = Self(1 << 3);
    /// Lowercase letters.
    pub(crate) const LOWERCASE: Self = Self(1 << 4);
    /// All other letters.
    pub(crate) const UNCASED: Self = Self(1 << 5);
    /// General category Number.
    pub(crate) const NUMBER: Self = Self(1 << 6);
    /// CR and LF.
    pub(crate) const LINE_END: Self = Self(1 << 7);
    /// Any other white space.
    pub(crate) const BLANK: Self = Self(1 << 8);

    pub(crate) const LETTER: Self = Self::UPPERCASE.or(Self::LOWERCASE).or(Self::UNCASED);
    pub(crate) const WHITE_SPACE: Self = Self::LINE_END.or(Self::BLANK);
    /// Neither letters nor numbers nor white space.
    pub(crate) const OTHER: Self = Self::SIGN.or(Self::SLASH).or(Self::MARK);

    /// The characters of both.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether this class is of `classes`.
    #[inline]
    pub(crate) const fn is(self, classes: Self) -> bool {
        self.0 & classes.0 != 0
    }

    /// The byte that the table has for this class.
    #[allow(dead_code, reason = "the build script writes the table")]
    pub(crate) const fn to_byte(self) -> u8 {
        self.0.trailing_zeros() as u8
    }

    /// The class of this byte of the table.
    #[inline]
    pub(crate) const fn from_byte(byte: u8) -> Self {
        Self(1 << (byte & 15))
    }
}
