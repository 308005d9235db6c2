//! T2: the full stop of an enumerator at the start of a line ends no sentence.

use crate::unicode::{is_alphabetic, is_decimal_digit, is_white_space};

/// Whether the last line of `before` is, white space before it aside, one letter or one to four digits.
pub(super) fn is_enumerator(before: &str) -> bool {
    let mut rest = before.chars().rev().peekable();
    let digits = (0..4).take_while(|_| rest.next_if(|&c| is_decimal_digit(c)).is_some()).count();
    if digits == 0 && rest.next_if(|&c| is_alphabetic(c)).is_none() {
        return false;
    }
    let mut outside = rest.skip_while(|&c| c != '\n' && is_white_space(c));
    matches!(outside.next(), None | Some('\n'))
}
