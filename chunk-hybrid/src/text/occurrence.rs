//! A word where it stands, in eight bytes: words are most of what a document takes.

/// A word of a document.
#[derive(Debug, Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) start: u32,
    /// The number of its form above whether a space alone parts it from the word before. Of 4 GiB, less than half can be words.
    packed: u32,
}

const _: () = assert!(size_of::<Occurrence>() == 8, "words are most of what a document takes");

impl Occurrence {
    pub(super) const fn new(start: usize, form: u32, is_spaced: bool) -> Self {
        Self { start: start as u32, packed: form << 1 | is_spaced as u32 }
    }

    pub(super) const fn is_spaced(self) -> bool {
        self.packed & 1 != 0
    }

    /// The number of its form.
    pub(super) const fn form(self) -> usize {
        (self.packed >> 1) as usize
    }

    /// The same word with another form.
    pub(super) const fn with_form(self, form: u32) -> Self {
        Self { packed: form << 1 | self.packed & 1, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for is_spaced in [false, true] {
            let word = Occurrence::new(9, 5, is_spaced).with_form(77);
            assert_eq!((word.start, word.form(), word.is_spaced()), (9, 77, is_spaced));
        }
    }
}
