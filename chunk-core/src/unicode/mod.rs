//! C2: the classes of characters on which boundaries, ids and output bytes depend, as of Unicode 16.0.
//!
//! Each function gives what the method of `char` or `str` of the same name gives with that version of Unicode. Those methods
//! change with the version of the compiler; these never do, as their table is in the repository.
//!
//! ```
//! use chunk_core::unicode;
//!
//! assert!("É漢7".chars().all(unicode::is_alphanumeric));
//! assert_eq!(unicode::lowercase("ΠΡΟΣ Ü"), "προς ü");
//! // A letter since Unicode 17, so not here.
//! assert!(!unicode::is_alphanumeric('\u{16EA0}'));
//! ```

mod lowercase;
mod property;
mod table;
mod white_space;

pub use {
    lowercase::{lowercase, to_lowercase},
    white_space::{is_white_space, split_white_space, trim, trim_end, trim_start},
};

use property::{ALPHABETIC, DECIMAL_DIGIT, LOWERCASE, NUMBER, SENTENCE_TERMINAL, UPPERCASE};
use table::has;

/// Whether `c` is a letter or a number: has the property Alphabetic or the general category Number.
#[must_use]
#[inline]
pub fn is_alphanumeric(c: char) -> bool {
    has(c, ALPHABETIC | NUMBER)
}

/// Whether `c` has the property Alphabetic.
#[must_use]
#[inline]
pub fn is_alphabetic(c: char) -> bool {
    has(c, ALPHABETIC)
}

/// Whether `c` has the general category Decimal_Number.
#[must_use]
#[inline]
pub fn is_decimal_digit(c: char) -> bool {
    has(c, DECIMAL_DIGIT)
}

/// Whether `c` has the property Sentence_Terminal, as `.`, `!`, `?`, `。`, `।` and `؟` have.
#[must_use]
#[inline]
pub fn is_sentence_terminal(c: char) -> bool {
    has(c, SENTENCE_TERMINAL)
}

/// Whether `c` has the general category Mark: it is drawn together with the character before it.
#[must_use]
#[inline]
pub fn is_mark(c: char) -> bool {
    table::is_mark(c)
}

/// Whether `c` has the property Uppercase.
#[must_use]
#[inline]
pub fn is_uppercase(c: char) -> bool {
    has(c, UPPERCASE)
}

/// Whether `c` has the property Lowercase.
#[must_use]
#[inline]
pub fn is_lowercase(c: char) -> bool {
    has(c, LOWERCASE)
}
