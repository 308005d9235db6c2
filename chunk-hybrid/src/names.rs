//! Lists of names, and the places of those that the code asks for.

/// `names! { pub(crate) SIZES: "small" as SMALL, "middling", "large" as LARGE }`: a list of names, and consts of the places of
/// those that rules ask for.
macro_rules! names {
    ($(#[$doc:meta])* $vis:vis $all:ident: $($text:literal $(as $name:ident)?),* $(,)?) => {
        $(#[$doc])*
        $vis const $all: &[&str] = &[$($text),*];
        $($($vis const $name: u32 = $crate::names::place($all, $text) as u32;)?)*
    };
}
pub(crate) use names;

/// The place of a name in a list: every name in the code is in its list, or the crate does not compile.
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
