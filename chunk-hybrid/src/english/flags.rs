//! Sets of what a word says, a bit for each thing, and tables of them.

use std::ops::BitOrAssign;

/// `flags! { /// A set. Set { /// One. ONE = 0; } }`: the set, and the sets of one.
macro_rules! flags {
    ($(#[$about:meta])* $set:ident { $($(#[$doc:meta])* $name:ident = $index:literal;)* }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        pub(crate) struct $set(u64);

        impl $set {
            pub(crate) const NONE: Self = Self(0);

            /// What can be in it, in the order of its bits.
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// A bit for each thing in the set.
            pub(crate) const fn bits(self) -> u64 {
                self.0
            }

            pub(crate) const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            #[allow(dead_code, reason = "not every set is made smaller")]
            pub(crate) const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Whether anything of `other` is in this set.
            pub(crate) const fn any(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }
        }

        impl std::ops::BitOr for $set {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                self.or(other)
            }
        }

        impl std::ops::BitOrAssign for $set {
            fn bitor_assign(&mut self, other: Self) {
                *self = self.or(other);
            }
        }

        $($(#[$doc])* pub(crate) const $name: $set = $set(1 << $index);)*
    };
}
pub(crate) use flags;

/// The entries sorted, those with one key as one.
pub(crate) fn merged<K: Ord, S: BitOrAssign + Copy>(entries: impl Iterator<Item = (K, S)>) -> Vec<(K, S)> {
    let mut entries: Vec<_> = entries.collect();
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    entries.dedup_by(|later, first| {
        let same = later.0 == first.0;
        if same {
            first.1 |= later.1;
        }
        same
    });
    entries
}
