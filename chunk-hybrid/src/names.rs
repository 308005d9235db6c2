//! Lists of names that models know as the terms of a slot, with constants for the names that code refers to.

/// `names! { pub(crate) SIZES: "small" as SMALL, "middling", "large" as LARGE }` makes the list `SIZES` of the names, and constants of
/// the indices of those that have one (`SMALL` is 0, `LARGE` is 2).
macro_rules! names {
    ($(#[$doc:meta])* $vis:vis $all:ident: $($text:literal $(as $name:ident)?),* $(,)?) => {
        $(#[$doc])*
        $vis const $all: &[&str] = &[$($text),*];
        $($($vis const $name: u32 = $crate::names::place($all, $text) as u32;)?)*
    };
}
pub(crate) use names;

/// The index of a name in a list. Used in constants, so that a name that is in no list does not compile.
pub(crate) const fn place(names: &[&str], name: &str) -> usize {
    let mut place = 0;
    let mut rest = names;
    while let [first, behind @ ..] = rest {
        if is_same(first.as_bytes(), name.as_bytes()) {
            break;
        }
        place += 1;
        rest = behind;
    }
    assert!(place < names.len(), "no such name in the list");
    place
}

const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([first, behind @ ..], [other_first, other_behind @ ..]) = (one, other) {
        if *first != *other_first {
            return false;
        }
        (one, other) = (behind, other_behind);
    }
    one.is_empty() && other.is_empty()
}
