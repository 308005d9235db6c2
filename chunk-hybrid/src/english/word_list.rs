//! Words that a rule asks for. Most words are none of them, which a bit of their hash shows.

/// A list of lowercase words, made by [`words!`].
#[derive(Debug)]
pub(crate) struct WordList {
    /// With their signs.
    words: &'static [(&'static str, u16)],
    signs: Signs,
}

/// `words!["to", "into"]`: a list that is laid out when the program is built.
macro_rules! words {
    ($($word:literal),+ $(,)?) => {
        const {
            const WORDS: &[(&str, u16)] = &[$(($word, $crate::english::word_list::sign($word))),+];
            &$crate::english::word_list::WordList::new(WORDS)
        }
    };
}
pub(crate) use words;

impl WordList {
    pub(crate) const fn new(words: &'static [(&'static str, u16)]) -> Self {
        let mut signs = Signs::NONE;
        let mut rest = words;
        while let [(_, first), behind @ ..] = rest {
            signs = signs.with(*first);
            rest = behind;
        }
        Self { words, signs }
    }

    /// The place of a word with this sign and text, whatever its case and apostrophe.
    #[inline]
    pub(crate) fn place<'t>(&self, sign: u16, text: impl FnOnce() -> &'t str) -> Option<usize> {
        let place =
            |text: &str| self.words.iter().position(|(known, own)| *own == sign && is_word(text, known));
        if self.signs.hold(sign) { place(text()) } else { None }
    }

    pub(crate) fn holds<'t>(&self, sign: u16, text: impl FnOnce() -> &'t str) -> bool {
        self.place(sign, text).is_some()
    }
}

/// A set of signs, by their low seven bits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Signs(u128);

impl Signs {
    pub(crate) const NONE: Self = Self(0);

    /// The set with another sign.
    pub(crate) const fn with(self, sign: u16) -> Self {
        Self(self.0 | 1 << (sign & 127))
    }

    #[inline]
    pub(crate) const fn hold(self, sign: u16) -> bool {
        self.0 >> (sign & 127) & 1 != 0
    }
}

/// A hash of a word (FNV-1a, folded): words that are equal but for the case of ASCII letters have equal signs.
pub(crate) const fn sign(word: &str) -> u16 {
    let mut hash: u32 = 0x811C_9DC5;
    let mut rest = word.as_bytes();
    while let [byte, behind @ ..] = rest {
        hash = (hash ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
        rest = behind;
    }
    (hash ^ hash >> 16) as u16
}

/// Whether `text` is the lowercase word `wanted`, whatever its case and apostrophe. No word starts with an apostrophe.
#[inline]
pub(crate) fn is_word(text: &str, wanted: &str) -> bool {
    let (Some(first), Some(letter)) = (text.as_bytes().first(), wanted.as_bytes().first()) else {
        return false;
    };
    first.eq_ignore_ascii_case(letter)
        && (text.eq_ignore_ascii_case(wanted)
            || text.len() > wanted.len()
                && text.contains('’')
                && text.replace('’', "'").eq_ignore_ascii_case(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_its_words_and_no_others() {
        let list = words!["to", "into", "don't"];
        let asked = ["to", "into", "don't", "on", "too", "dont", ""];
        let held = asked.map(|word| list.holds(sign(word), || word));
        assert_eq!(held, [true, true, true, false, false, false, false]);
        assert!(list.holds(sign("Into"), || "Into") && list.holds(sign("don't"), || "DON’T"));
    }
}
