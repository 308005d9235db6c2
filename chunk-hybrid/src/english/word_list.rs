//! Lists of words that single rules ask for: `words!["to", "into"]`. Nearly always the answer is no, and then a look at a few bits of the
//! word's hash, its fingerprint, is enough.

/// A list of lowercase words, made by [`words!`].
#[derive(Debug)]
pub(crate) struct WordList {
    /// Each with its fingerprint.
    words: &'static [(&'static str, u16)],
    fingerprints: FingerprintSet,
}

/// `words!["to", "into"]`: a list whose fingerprints are computed at compile time.
macro_rules! words {
    ($($word:literal),+ $(,)?) => {
        const {
            const WORDS: &[(&str, u16)] = &[$(($word, $crate::english::word_list::fingerprint($word))),+];
            &$crate::english::word_list::WordList::new(WORDS)
        }
    };
}
pub(crate) use words;

impl WordList {
    pub(crate) const fn new(words: &'static [(&'static str, u16)]) -> Self {
        let mut fingerprints = FingerprintSet::NONE;
        let mut rest = words;
        while let [(_, first), behind @ ..] = rest {
            fingerprints = fingerprints.with(*first);
            rest = behind;
        }
        Self { words, fingerprints }
    }

    /// The index of the word with this fingerprint and text, whatever its case and apostrophe.
    #[inline]
    pub(crate) fn place<'t>(&self, fingerprint: u16, text: impl FnOnce() -> &'t str) -> Option<usize> {
        if !self.fingerprints.may_hold(fingerprint) {
            return None;
        }
        let text = text();
        self.words.iter().position(|(known, own)| *own == fingerprint && is_word(text, known))
    }

    pub(crate) fn holds<'t>(&self, fingerprint: u16, text: impl FnOnce() -> &'t str) -> bool {
        self.place(fingerprint, text).is_some()
    }
}

/// A set of fingerprints in 128 bits, of which it keeps only the low seven bits each: a Bloom filter with one hash.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct FingerprintSet(u128);

impl FingerprintSet {
    pub(crate) const NONE: Self = Self(0);

    /// The set with another fingerprint.
    pub(crate) const fn with(self, fingerprint: u16) -> Self {
        Self(self.0 | 1 << (fingerprint & 127))
    }

    /// Whether the set may hold a fingerprint; `false` is certain.
    #[inline]
    pub(crate) const fn may_hold(self, fingerprint: u16) -> bool {
        self.0 >> (fingerprint & 127) & 1 != 0
    }
}

/// The fingerprint of a word: FNV-1a folded to 16 bits, without regard to the case of ASCII letters.
pub(crate) const fn fingerprint(word: &str) -> u16 {
    let mut hash: u32 = 0x811C_9DC5;
    let mut rest = word.as_bytes();
    while let [byte, behind @ ..] = rest {
        hash = (hash ^ byte.to_ascii_lowercase() as u32).wrapping_mul(0x0100_0193);
        rest = behind;
    }
    (hash ^ hash >> 16) as u16
}

/// Whether `text` is the lowercase word `wanted`, in any case, and with a straight or a curly apostrophe.
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
        let held = asked.map(|word| list.holds(fingerprint(word), || word));
        assert_eq!(held, [true, true, true, false, false, false, false]);
        assert!(list.holds(fingerprint("Into"), || "Into") && list.holds(fingerprint("don't"), || "DON’T"));
    }
}
