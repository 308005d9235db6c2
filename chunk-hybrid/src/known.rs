//! Words that a rule asks for. Most words are none of them, which a look at a bit tells.

use crate::word::is_word;

/// A list of lowercase words, made by [`words!`].
#[derive(Debug)]
pub(crate) struct Known {
    words: &'static [&'static str],
    /// The signs of the words.
    signs: Signs,
}

/// `words!["to", "into"]`: a list that is laid out when the program is built.
macro_rules! words {
    ($($word:literal),+ $(,)?) => {
        const { &$crate::known::Known::new(&[$($word),+]) }
    };
}
pub(crate) use words;

impl Known {
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        let mut signs = Signs { low: 0, high: 0 };
        let mut rest = words;
        while let [first, behind @ ..] = rest {
            signs.add(sign(first));
            rest = behind;
        }
        Self { words, signs }
    }

    /// Whether it holds the word `text`, whatever its case and apostrophe, of which the sign is known.
    pub(crate) fn holds(&self, sign: u8, text: &str) -> bool {
        self.signs.hold(sign) && self.words.iter().any(|known| is_word(text, known))
    }
}

/// A set of signs.
#[derive(Debug, Clone, Copy)]
struct Signs {
    low: u128,
    high: u128,
}

impl Signs {
    const fn add(&mut self, sign: u8) {
        let bit = 1 << (sign & 127);
        if sign < 128 { self.low |= bit } else { self.high |= bit }
    }

    const fn hold(self, sign: u8) -> bool {
        let half = if sign < 128 { self.low } else { self.high };
        half >> (sign & 127) & 1 != 0
    }
}

/// A hash of a lowercase word (FNV-1a, folded): equal words have equal signs.
pub(crate) const fn sign(word: &str) -> u8 {
    let mut hash: u32 = 0x811C_9DC5;
    let mut rest = word.as_bytes();
    while let [byte, behind @ ..] = rest {
        hash = (hash ^ *byte as u32).wrapping_mul(0x0100_0193);
        rest = behind;
    }
    (hash ^ hash >> 8 ^ hash >> 16 ^ hash >> 24) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_holds_its_words_and_no_others() {
        let list = words!["to", "into", "don't"];
        let asked = ["to", "into", "don't", "on", "too", "dont", ""];
        let held = asked.map(|word| list.holds(sign(word), word));
        assert_eq!(held, [true, true, true, false, false, false, false]);
        assert!(list.holds(sign("into"), "Into") && list.holds(sign("don't"), "DON’T"));
    }
}
